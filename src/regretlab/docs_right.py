"""What docs/raise-rights.md takes from the study `no-limit`: a game by two rule books, what it is worth and how it is played."""

from fractions import Fraction
from pathlib import Path

from regretlab.decimals import write_like
from regretlab.files import read_csv, read_json

BOOKS = {"standard": "leduc-standard", "any raise": "leduc-any-raise"}
"""By rule book the folder of the game."""
SHOWN = "pcfr_plus"
"""The variant whose average strategy is shown."""
CARDS = ("lowest", "middle", "highest")
SEATS = "ABC"


def worths_table(folder: Path) -> str:
    """What the final average strategies of each variant are worth to each player, by both rule books, and their nash_conv."""
    lines = [
        f"| rule book | histories | variant | {' | '.join(SEATS)} | nash_conv |",
        f"|---|--:|---|{'--:|' * (len(SEATS) + 1)}",
    ]
    for book, game in BOOKS.items():
        histories = read_json(folder / game / "game.json")["histories"]
        for variant in [entry["folder"] for entry in read_json(folder / "study.json")["variants"]]:
            row = _last(folder / game / variant / "trajectory.csv")
            worths = [write_like("+0.000", Fraction(row[f"value_{seat}"])) for seat in range(len(SEATS))]
            numbers = [*worths, write_like("0.00000", Fraction(row["nash_conv"]))]
            lines.append(f"| *{book}* | {histories:,} | `{variant}` | {' | '.join(numbers)} |")
    return "\n".join(lines)


def choices_table(folder: Path, seat: int, said: str) -> str:
    """How often a player chooses what in the first round, in percent, with each card and by both rule books.

    `said` is what was done before, with a slash before each action.
    """
    lines: list[str] = []
    for book, game in BOOKS.items():
        row = _last(folder / game / SHOWN / "frequencies.csv")
        for number, card in enumerate(CARDS):
            spot = f"{seat}:{number}{said}:"
            shares = {key.removeprefix(spot): Fraction(row[key]) for key in row if key.startswith(spot)}
            if not lines:
                lines += [
                    f"| rule book | card of {SEATS[seat]} | {' | '.join(shares)} |",
                    f"|---|---|{'--:|' * len(shares)}",
                ]
            told = [f"{write_like('0', 100 * share)} %" for share in shares.values()]
            lines.append(f"| *{book}* | {card} | {' | '.join(told)} |")
    return "\n".join(lines)


def _last(path: Path) -> dict[str, str]:
    """The last row of a table."""
    return read_csv(path)[-1]
