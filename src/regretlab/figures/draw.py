"""Stage `plot`: draw what was published of a game of a study.

A figure is a function from results to a `Figure`, or to None where it does not apply. A new one is a new
module and a line in one of the two tables below.
"""

import io
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from matplotlib.figure import Figure

from regretlab.figures.exploitability import draw_exploitability, draw_exploitability_of_all
from regretlab.figures.frequencies import draw_frequencies
from regretlab.figures.results import Results, Run, read_results
from regretlab.figures.style import house_style
from regretlab.figures.tree import draw_tree
from regretlab.figures.value import draw_value
from regretlab.files import write_bytes

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

    Each comes as .png too. Raises `InputError` if a file of the study is missing or is not what
    docs/bundle-format.md says.
    """
    with house_style():
        for name, figure in figures(read_results(study_folder, game_folder)):
            write_bytes(output / f"{name}.svg", as_svg(figure))
            write_bytes(output / f"{name}.png", as_png(figure))


def figures(results: Results) -> Iterator[tuple[str, Figure]]:
    """All figures that apply, each with its path below the folder of figures, without suffix."""
    for name, draw_game_figure in GAME_FIGURES.items():
        if (figure := draw_game_figure(results)) is not None:
            yield name, figure
    for run in results.runs():
        for name, draw_run_figure in RUN_FIGURES.items():
            if (figure := draw_run_figure(run)) is not None:
                yield f"{run.variant}/{name}", figure


def as_svg(figure: Figure) -> bytes:
    """The figure as SVG, without date and version; lines to a thousandth of a point, which saves a third."""
    stream = io.BytesIO()
    title = figure.texts[0].get_text()
    figure.savefig(stream, format="svg", metadata={"Title": title, "Date": None, "Creator": None})
    return LINE_TO.sub(rb"L \1 \2", stream.getvalue())


def as_png(figure: Figure) -> bytes:
    """The figure as PNG, without version."""
    stream = io.BytesIO()
    figure.savefig(stream, format="png", dpi=DOTS_PER_INCH, metadata={"Software": None})
    return stream.getvalue()
