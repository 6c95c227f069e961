"""The average strategy on its way to the equilibria: one small panel per infoset."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.ticker import LogLocator

from regretlab.errors import InputError
from regretlab.figures.kuhn import SITUATIONS, action_word, card_name, is_kuhn, spot
from regretlab.figures.loglog import label_iterations
from regretlab.figures.results import Equilibria, Run
from regretlab.figures.style import (
    BLUE,
    EDGE,
    FONT_SIZE,
    ORANGE,
    SMALL,
    WIDTH,
    fitting_size,
    named,
    place,
    sheet,
    source,
)
from regretlab.figures.table import Floats
from regretlab.layout import frequency_column
from regretlab.sequence_form.game import Game, Infoset

MOST_COLUMNS = 5
LEFT, RIGHT, TOP, BOTTOM = 1.75, 0.45, 2.5, 1.15
PANEL_HEIGHT, GAP_ACROSS, GAP_DOWN = 2.0, 0.45, 0.85
LABEL_OF_ONE = 0.15
"""How far the label of the first iteration of the next panel reaches to the left, in centimeters."""

BAND = "range"


@dataclass(frozen=True)
class Panel:
    """What one panel shows: the probability of the second action of an infoset."""

    row_label: str
    title: str
    infoset: Infoset

    @property
    def column(self) -> str:
        """The column of frequencies.csv that has it."""
        return frequency_column(self.infoset, self.infoset.actions[1])


def draw_frequencies(run: Run) -> Figure | None:
    """Probability of each infoset's second action; None without frequencies or a family of equilibria."""
    equilibria = run.results.equilibria
    panels = list(find_panels(run.results.game))
    if equilibria is None or not run.results.has_frequencies or not panels:
        return None
    rows = list(arrange(panels))
    height = TOP + BOTTOM + len(rows) * (PANEL_HEIGHT + GAP_DOWN) - GAP_DOWN
    title = "Action probabilities of the average strategy, and where the equilibria lie"
    figure = sheet(height, title, source(run.results, run.variant))
    _explain(figure, height)
    iterations = run.frequencies.floats("iteration")
    columns = max(map(len, rows))
    panel_width = (WIDTH - LEFT - RIGHT + GAP_ACROSS) / columns - GAP_ACROSS
    for number, row in enumerate(rows):
        top = TOP + number * (PANEL_HEIGHT + GAP_DOWN)
        for column, panel in enumerate(row):
            left = LEFT + column * (panel_width + GAP_ACROSS)
            margins = {"top": top, "bottom": height - top - PANEL_HEIGHT, "right": WIDTH - left - panel_width}
            shown = probabilities(run, panel)
            place_of_column = list(run.frequencies.rows[0]).index(panel.column)
            axes = place(figure, place_of_column, left=left, **margins)
            _draw_panel(axes, place_of_column, iterations, shown, band(equilibria, panel))
            label_iterations(axes, GAP_ACROSS - LABEL_OF_ONE if column + 1 < len(row) else margins["right"])
            title_size = fitting_size(panel.title, FONT_SIZE, panel_width)
            axes.set_title(panel.title, size=title_size, loc="left", pad=4, gid=named("heading", place_of_column))
            lowest = all(len(row_below) <= column for row_below in rows[number + 1 :])
            axes.tick_params(labelleft=column == 0, labelbottom=lowest)
            if column == 0:
                size = min(
                    fitting_size(line, SMALL, PANEL_HEIGHT + 0.9 * GAP_DOWN) for line in panel.row_label.split("\n")
                )
                axes.set_ylabel(panel.row_label, size=size, labelpad=5)
            if lowest:
                axes.set_xlabel("iteration")
    return figure


def find_panels(game: Game) -> Iterator[Panel]:
    """One for each infoset with a second action, in the words of the game where there are any."""
    infosets = [infoset for infoset in game.infosets if len(infoset.actions) > 1]
    if not is_kuhn(game):
        for infoset in infosets:
            label = f"player {infoset.player}\nprobability of {infoset.actions[1]}"
            yield Panel(label, infoset.name, infoset)
        return
    situations = list(SITUATIONS)

    def place_of(infoset: Infoset) -> tuple[int, int, int]:
        history, card = spot(infoset.name)
        return infoset.player, situations.index(history), card

    for infoset in sorted(infosets, key=place_of):
        history, card = spot(infoset.name)
        label = f"player {infoset.player}\nprobability of {action_word(history, infoset.actions[1])}"
        yield Panel(label, f"{card_name(card, game.parameters['ranks'])}, {SITUATIONS[history]}", infoset)


def arrange(panels: Sequence[Panel]) -> Iterator[list[Panel]]:
    """Rows of panels: those that have a row's label in common, and as many as fit."""
    for _, group in groupby(panels, key=lambda panel: panel.row_label):
        members = list(group)
        for first in range(0, len(members), MOST_COLUMNS):
            yield members[first : first + MOST_COLUMNS]


def probabilities(run: Run, panel: Panel) -> Floats:
    """The panel's column of frequencies.csv."""
    return run.frequencies.floats(panel.column)


def band(equilibria: Equilibria, panel: Panel) -> tuple[Fraction, Fraction]:
    """Where the equilibria lie. Raises `InputError` if the family does not have the infoset."""
    key = (panel.infoset.player, panel.infoset.name, panel.infoset.actions[1])
    if key not in equilibria.bands:
        raise InputError(f"{equilibria.path}: expected a row for {key}, found none")
    return equilibria.bands[key]


def _draw_panel(axes: Axes, column: int, x: Floats, y: Floats, limits: tuple[Fraction, Fraction]) -> None:
    gid = named(BAND, column)
    lowest, highest = map(float, limits)
    if lowest < highest:
        axes.axhspan(lowest, highest, facecolor=ORANGE, alpha=0.4, linewidth=0, zorder=1, gid=gid)
    else:
        axes.axhline(lowest, color=ORANGE, linewidth=2.4, zorder=1, gid=gid)
    axes.plot(x, y, color=BLUE, linewidth=1.0, zorder=3, gid=named("line", "frequencies.csv", column))
    axes.set_xscale("log")
    axes.set_xlim(x[0], x[-1] if x[-1] > x[0] else 2 * x[0])
    axes.set_ylim(-0.04, 1.04)
    axes.set_yticks([0, 0.5, 1], ["0", "0.5", "1"])
    axes.xaxis.set_major_locator(LogLocator(base=10, numticks=4))


def _explain(figure: Figure, height: float) -> None:
    """The key, in one line under the title."""
    handles = [
        Line2D([], [], color=BLUE, linewidth=1.2),
        Patch(facecolor=ORANGE, alpha=0.4),
        Line2D([], [], color=ORANGE, linewidth=2.4),
    ]
    labels = ["average strategy", "range over the family of equilibria", "the same all along the family"]
    key = figure.legend(
        handles,
        labels,
        loc="center left",
        bbox_to_anchor=(EDGE / WIDTH, (height - 1.5) / height),
        ncols=3,
        frameon=False,
        fontsize=SMALL,
        borderpad=0,
        borderaxespad=0,
        handlelength=1.8,
        columnspacing=1.8,
    )
    key.set_gid("key")
