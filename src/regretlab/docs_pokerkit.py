"""What docs/raise-rights.md takes from validation/data/pokerkit.csv: where PokerKit rules on betting in another way."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from regretlab.betting.hand import Structure
from regretlab.betting.smallest import Line
from regretlab.betting.street import Street
from regretlab.docs_betting import NAMES, told, told_stacks
from regretlab.errors import InputError
from regretlab.files import read_text

SOURCE = Path("validation/data/pokerkit.csv")
HEADER = "class,hands,decisions,blinds,antes,stacks,actions,ours,theirs"
STREETS = 4
JUDGED = {
    "a big blind that is short": (
        "PokerKit",
        "the price is the blind, whoever had less, and a raise is measured from it (Robert's, no limit, rule 2)",
    ),
    "a straddle is a raise": (
        "nobody: another rule",
        "that is *straddle raise*; by *standard* a straddle is the larger blind",
    ),
    "a turn with nothing to decide": (
        "nobody: no chip depends on it",
        "all others are all in, and the player owes nothing: he can but check, and is asked all the same",
    ),
    "one short all-in reopens": (
        "PokerKit",
        "the first bet or raise of a round is measured by itself, not by the smallest bet (TDA, rule 47 A)",
    ),
    "short all-ins do not add up": (
        "PokerKit",
        "all-ins that have added up to a raise are forgotten, and the next one that is short takes the right away "
        "(TDA, rule 47 A)",
    ),
}
"""By class: who is wrong, and why."""


class Parting(NamedTuple):
    """A class of decisions: how many hands have one, and a smallest hand that ends before one."""

    kind: str
    hands: int
    line: Line
    ours: tuple[int | None, ...]
    """Turn, call, smallest and largest raise; nothing where betting is over."""
    theirs: tuple[int | None, ...]


class Compared(NamedTuple):
    """What the file says."""

    program: str
    hands: int
    decisions: int
    partings: tuple[Parting, ...]


def read_compared(project: Path) -> Compared:
    """The file. Raises `InputError` if it has other columns."""
    comment, header, *lines = read_text(project / SOURCE).splitlines()
    if header != HEADER:
        raise InputError(f"{SOURCE}: expected the columns {HEADER}, found {header}")
    whole, *rows = (line.split(",") for line in lines)
    program = comment.removeprefix("# ").partition(" by ")[0]
    return Compared(program, int(whole[1]), int(whole[2]), tuple(map(_parting, rows)))


def pokerkit_table(project: Path) -> str:
    """How much was compared, and a row for each class of decisions in which PokerKit says something else."""
    compared = read_compared(project)
    titles = ("class", "hands", "stacks", "so far", "regretlab", "PokerKit", "who is wrong", "why")
    lines = [
        f"{compared.program}, {compared.hands:,} hands, {compared.decisions:,} decisions:",
        "",
        f"| {' | '.join(titles)} |",
        "|---|--:|" + "---|" * (len(titles) - 2),
    ]
    for kind, hands, line, *answers in compared.partings:
        cells = (f"*{kind}*", f"{hands:,}", told_stacks(line), told(line), *map(_said, answers), *JUDGED[kind])
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def _parting(cells: Sequence[str]) -> Parting:
    kind, hands, _, *table, ours, theirs = cells
    blinds, antes, stacks, actions = (tuple(map(int, cell.split())) for cell in table)
    structure = Structure((Street(max(blinds[:2])),) * STREETS, blinds, antes)
    return Parting(kind, int(hands), Line(structure, stacks, actions), _answer(ours), _answer(theirs))


def _answer(cell: str) -> tuple[int | None, ...]:
    return tuple([None if word == "None" else int(word) for word in cell.split()])


def _said(answer: Sequence[int | None]) -> str:
    """What one of the two says, in words."""
    if not answer:
        return "betting is over"
    turn, call, low, high = answer
    raises = "may not raise" if low is None else f"may raise to {low}" + ("" if low == high else f" to {high}")
    return f"{NAMES[turn or 0]} may call {call}, {raises}"
