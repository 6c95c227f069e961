"""The betting tree of two-player Kuhn poker with the final average strategy at every decision."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import FancyBboxPatch

from regretlab.errors import InputError
from regretlab.figures.kuhn import SITUATIONS, action_word, card_name, ending, is_kuhn, spot
from regretlab.figures.results import Run
from regretlab.figures.style import (
    BLACK,
    BLUE,
    EDGE,
    FONT_SIZE,
    GREY,
    LIGHT,
    SMALL,
    VERMILLION,
    WIDTH,
    fitting_size,
    named,
    place,
    sheet,
    source,
)
from regretlab.sequence_form.game import Game

TOP, BOTTOM, LEVEL_GAP = 1.75, 0.3, 1.25
ROW, PADDING = 0.43, 0.14
BOX_WIDTH, ENDING_WIDTH, ENDING_HEIGHT = 5.4, 2.9, 0.95
LEAF_DISTANCE = 3.1
PLAYER_COLORS = (BLUE, VERMILLION)

Tables = Mapping[str, Sequence[tuple[str, ...]]]
"""From the history of a decision to the rows of its table: the card and the probability of each action."""


@dataclass(frozen=True)
class Node:
    """A public history: a decision with what may follow it, or an ending."""

    history: str
    children: tuple[tuple[str, "Node"], ...]
    """The actions and where they lead; none at an ending."""
    x: float
    """Center, in centimeters."""

    @property
    def player(self) -> int:
        """Whose turn it is."""
        return len(self.history) % 2

    @property
    def name(self) -> str:
        """What it is called in ids."""
        return self.history or "root"


def draw_tree(run: Run) -> Figure | None:
    """The tree; None for any game other than two-player Kuhn poker."""
    game = run.results.game
    if not is_kuhn(game):
        return None
    root, _ = betting_tree(game)
    box_height = (game.parameters["ranks"] + 2) * ROW + 2 * PADDING
    height = TOP + depth(root) * (box_height + LEVEL_GAP) + ENDING_HEIGHT + BOTTOM
    title = "Final average strategy at every decision of the betting tree"
    iteration = run.trajectory.floats("iteration")[-1]
    subject = source(run.results, run.variant, f"iteration {iteration:,.0f}", "wins in antes")
    figure = sheet(height, title, subject)
    axes = place(figure, run.variant, 0, 0, 0, 0)
    axes.set_axis_off()
    axes.set_xlim(0, WIDTH)
    axes.set_ylim(height, 0)
    _draw_node(axes, root, TOP, box_height, tables(run))
    return figure


def betting_tree(game: Game) -> tuple[Node, int]:
    """The public histories, endings side by side at equal distances; and how many endings there are."""
    actions = {spot(infoset.name).history: infoset.actions for infoset in game.infosets}

    def grow(history: str, leaves: int) -> tuple[Node, int]:
        if history not in actions:
            return Node(history, (), EDGE + (leaves + 0.5) * LEAF_DISTANCE), leaves + 1
        children = []
        for action in actions[history]:
            child, leaves = grow(history + action[0], leaves)
            children.append((action_word(history, action), child))
        middle = sum(child.x for _, child in children) / len(children)
        return Node(history, tuple(children), middle), leaves

    return grow("", 0)


def depth(node: Node) -> int:
    """The greatest number of decisions on a path."""
    return 1 + max(depth(child) for _, child in node.children) if node.children else 0


def tables(run: Run) -> Tables:
    """strategy.csv by public history. Raises `InputError` if it lacks an infoset of the game."""
    table, game = run.strategy, run.results.game
    keys = zip(map(int, table.floats("player")), table.texts("infoset"), table.texts("action"), strict=True)
    strategy = dict(zip(keys, table.floats("probability"), strict=True))
    by_history: dict[str, list[tuple[str, ...]]] = {}
    for infoset in sorted(game.infosets, key=lambda infoset: spot(infoset.name).card):
        history, card = spot(infoset.name)
        wanted = [(infoset.player, infoset.name, action) for action in infoset.actions]
        for key in wanted:
            if key not in strategy:
                raise InputError(f"{table.path}: expected a row for {key}, found none")
        probabilities = [f"{strategy[key]:.4f}" for key in wanted]
        by_history.setdefault(history, []).append((card_name(card, game.parameters["ranks"]), *probabilities))
    return by_history


def _draw_node(axes: Axes, node: Node, top: float, box_height: float, strategy: Tables) -> None:
    """A node and all below it."""
    if not node.children:
        _draw_ending(axes, node, top)
        return
    bottom = top + box_height
    for word, child in node.children:
        look: dict[str, Any] = {"color": GREY, "linewidth": 0.9, "gid": named("edge", child.name)}
        axes.plot([node.x, child.x], [bottom, bottom + LEVEL_GAP], zorder=1, **look)
        middle = ((node.x + child.x) / 2, bottom + LEVEL_GAP / 2)
        ground = {"facecolor": "white", "edgecolor": "none", "pad": 1.5}
        _write(axes, *middle, word, FONT_SIZE, ("word", child.name), bbox=ground, zorder=2)
        _draw_node(axes, child, bottom + LEVEL_GAP, box_height, strategy)
    _draw_decision(axes, node, top, box_height, strategy[node.history])


def _draw_decision(axes: Axes, node: Node, top: float, height: float, rows: Sequence[tuple[str, ...]]) -> None:
    """A box with a table: one row per card, one column per action."""
    color = PLAYER_COLORS[node.player]
    _draw_box(axes, node, top, BOX_WIDTH, height, color)
    columns = [node.x - BOX_WIDTH / 2 + share * BOX_WIDTH for share in (0.2, 0.58, 0.92)]
    line = top + PADDING + ROW / 2
    header = f"player {node.player}, {SITUATIONS[node.history]}"
    size = fitting_size(header, SMALL, BOX_WIDTH - 2 * PADDING, "bold")
    _write(axes, node.x, line, header, size, ("head", node.name), weight="bold", color=color)
    heads = ("card", *(word for word, _ in node.children))
    for number, texts in enumerate((heads, *rows)):
        line += ROW
        for column, (x, text) in enumerate(zip(columns, texts, strict=True)):
            name = ("cell", node.name, number, column)
            _write(axes, x, line, text, FONT_SIZE, name, color=BLACK if number else GREY, ha="right")


def _draw_ending(axes: Axes, node: Node, top: float) -> None:
    _draw_box(axes, node, top, ENDING_WIDTH, ENDING_HEIGHT, LIGHT)
    _write(axes, node.x, top + ENDING_HEIGHT / 2, ending(node.history), SMALL, ("head", node.name))


def _draw_box(axes: Axes, node: Node, top: float, width: float, height: float, color: str) -> None:
    look: dict[str, Any] = {"facecolor": "white", "edgecolor": color, "gid": named("box", node.name)}
    corner = (node.x - width / 2, top)
    axes.add_patch(FancyBboxPatch(corner, width, height, "round,pad=0,rounding_size=0.12", zorder=1.5, **look))


def _write(
    axes: Axes, x: float, y: float, text: str, size: float, name: tuple[object, ...], ha: str = "center", **look: Any
) -> None:
    """Write a text, its middle or its right end at (x, y)."""
    kind, *parts = name
    axes.text(x, y, text, size=size, ha=ha, va="center", gid=named(str(kind), *parts), **look)
