"""Stage `plot`: draw what was published of a game of a study.

A figure is a function from results to a `Figure`, or to None where it does not apply. A new one is a new
module and a line in one of the two tables below.
"""

import io
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from regretlab.figures.exploitability import draw_exploitability, draw_exploitability_of_all
from regretlab.figures.frequencies import draw_frequencies
from regretlab.figures.games import draw_games
from regretlab.figures.lessons import draw_lessons
from regretlab.figures.results import Results, Run, read_results
from regretlab.figures.seconds import draw_seconds
from regretlab.figures.style import house_style
from regretlab.figures.sweep import draw_sweeps
from regretlab.figures.tree import draw_tree
from regretlab.figures.value import draw_value
from regretlab.files import write_bytes
from regretlab.layout import LESSONS

DOTS_PER_INCH = 200
LINE_TO = re.compile(rb"L (\d+\.\d{3})\d* (\d+\.\d{3})\d*")

GAME_FIGURES: Mapping[str, Callable[[Results], Figure | None]] = {
    "exploitability": draw_exploitability_of_all,
}
RUN_FIGURES: Mapping[str, Callable[[Run], Figure | None]] = {
    "exploitability": draw_exploitability,
    "value": draw_value,
    "frequencies": draw_frequencies,
    "tree": draw_tree,
}


def draw_game(study_folder: Path, game_folder: str, output: Path) -> None:
    """Write a game's figures under `output`: `{figure}.svg` and, of each variant, `{variant}/{figure}.svg`.

    Each comes as .png too, but for those of lessons. Raises `InputError` if a file of the study is missing or is not what
    docs/bundle-format.md says.
    """
    results = read_results(study_folder, game_folder)
    with house_style():
        for name, figure in figures(results):
            _write(output / name, figure)
    if results.has_lessons:
        draw_lessons(results.folder / LESSONS, output)


def draw_study(study_folder: Path) -> None:
    """Write the figure of all games of a study, figures/games.svg and .png."""
    with house_style():
        _write(study_folder / "figures" / "games", draw_games(study_folder))


def draw_timing(study_folder: Path, table: Path) -> None:
    """Write the same over seconds next to the table that has them, as .svg and .png."""
    with house_style():
        _write(table.with_suffix(""), draw_seconds(study_folder, table))


def figures(results: Results) -> Iterator[tuple[str, Figure]]:
    """All figures that apply, each with its path below the folder of figures, without suffix."""
    for name, draw_game_figure in GAME_FIGURES.items():
        if (figure := draw_game_figure(results)) is not None:
            yield name, figure
    yield from draw_sweeps(results)
    for run in results.runs() if results.has_run_figures else ():
        for name, draw_run_figure in RUN_FIGURES.items():
            if (figure := draw_run_figure(run)) is not None:
                yield f"{run.variant}/{name}", figure


def _write(path: Path, figure: Figure) -> None:
    write_bytes(path.with_name(f"{path.name}.svg"), as_svg(figure))
    write_bytes(path.with_name(f"{path.name}.png"), as_png(figure))


def as_svg(figure: Figure) -> bytes:
    """The figure as SVG, without date and version; lines to a thousandth of a point, which saves a third.

    Its description says what the axes are, a line each: id, then scale and limits of x, then of y.
    """
    stream = io.BytesIO()
    described = {"Title": figure.texts[0].get_text(), "Description": "\n".join(map(_limits, figure.axes))}
    figure.savefig(stream, format="svg", metadata={**described, "Date": None, "Creator": None})
    return LINE_TO.sub(rb"L \1 \2", stream.getvalue())


def _limits(axes: Axes) -> str:
    sides = ((axes.get_xscale(), axes.get_xlim()), (axes.get_yscale(), axes.get_ylim()))
    return " ".join((str(axes.get_gid()), *(f"{scale} {float(low)!r} {float(high)!r}" for scale, (low, high) in sides)))


def as_png(figure: Figure) -> bytes:
    """The figure as PNG, without version."""
    stream = io.BytesIO()
    figure.savefig(stream, format="png", dpi=DOTS_PER_INCH, metadata={"Software": None})
    return stream.getvalue()
