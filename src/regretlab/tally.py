"""What the players of many plays have won: sums, means and their standard errors."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import sqrt


class Tally:
    """The plays so far, by player: how many, the sum of what was won, and the sum of squares; all exact."""

    def __init__(self, players: int) -> None:
        """Before the first play."""
        self.plays = [0] * players
        self.won: list[int | Fraction] = [0] * players
        self.squares: list[int | Fraction] = [0] * players

    def add(self, payoffs: Mapping[int, int | Fraction]) -> None:
        """Count a play, by those players who were in it."""
        for player, payoff in payoffs.items():
            self.plays[player] += 1
            self.won[player] += payoff
            self.squares[player] += payoff * payoff

    def lines(self, names: Iterable[str], unit: str) -> list[str]:
        """A table with a row for each player; `unit` is that of payoffs, as `antes per hand`."""
        rows = [("player", f"{unit.rpartition('per ')[2]}s", "won", unit, "standard error")]
        rows += [(name, *self._row(player)) for player, name in enumerate(names)]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        return ["  ".join([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])]) for row in rows]

    def _row(self, player: int) -> tuple[str, str, str, str]:
        number, total = self.plays[player], self.won[player]
        if not number:
            return "0", "0", "-", "-"
        error = "-"
        if number > 1:
            variance = (self.squares[player] - Fraction(total) ** 2 / number) / (number - 1)
            error = f"{sqrt(variance / number):.4f}"
        sum_text = f"{int(total):,}" if total == int(total) else f"{float(total):,.2f}"
        return f"{number:,}", sum_text, f"{float(Fraction(total) / number):.4f}", error
