"""Reads Gambit's `.nfg`, version 1: a table of payoffs, either written out or by way of a list of outcomes.

Formats: https://gambitproject.readthedocs.io/en/latest/formats.nfgpay.html and formats.nfgout.html. In the table the strategy
of the first player changes fastest. As a game tree all players choose in turn, none of them seeing what others chose.
"""

from array import array
from collections.abc import Sequence
from fractions import Fraction
from math import prod
from pathlib import Path
from typing import NamedTuple

from regretlab.gambit.labels import distinct_names
from regretlab.gambit.parts import Payoffs, expect_end, read_payoffs, read_prologue, read_strings, skip_comment
from regretlab.gambit.tokens import Tokens
from regretlab.rules import TERMINAL


class Table(NamedTuple):
    """Rules (`regretlab.rules.Rules`) of a game in strategic form; a state is the strategies chosen so far."""

    strategies: tuple[tuple[str, ...], ...]
    """By player: their names."""
    cells: Sequence[int]
    """Which of the outcomes, the first player's strategy changing fastest."""
    outcomes: tuple[Payoffs, ...]

    @property
    def players(self) -> int:
        """Number of players."""
        return len(self.strategies)

    def root(self) -> tuple[int, ...]:
        """Nobody has chosen."""
        return ()

    def turn(self, state: tuple[int, ...]) -> int:
        """One after the other."""
        return len(state) if len(state) < len(self.strategies) else TERMINAL

    def actions(self, state: tuple[int, ...]) -> tuple[str, ...]:
        """The player's strategies."""
        return self.strategies[len(state)]

    def chances(self, state: tuple[int, ...]) -> Sequence[Fraction]:
        """Nothing is left to chance."""
        raise ValueError(f"expected a state of chance, found {state}")

    def play(self, state: tuple[int, ...], action: int) -> tuple[int, ...]:
        """Choose a strategy."""
        return (*state, action)

    def position(self, state: tuple[int, ...]) -> int:
        """All choices are followed by as many others."""
        return len(state)

    def infoset(self, state: tuple[int, ...]) -> str:
        """Nothing is seen: the player's number."""
        return str(len(state))

    def payoffs(self, state: tuple[int, ...]) -> Payoffs:
        """Look up the cell."""
        cell = 0
        for choice, strategies in zip(reversed(state), reversed(self.strategies), strict=True):
            cell = cell * len(strategies) + choice
        return self.outcomes[self.cells[cell]]


def read_nfg(path: Path) -> Table:
    """The rules of the game in the file. Raises `InputError` that names the line and column of what is wrong with it."""
    tokens = Tokens(path)
    players = read_prologue(tokens, "NFG", "1")
    tokens.mark("{")
    labels = _labels(tokens, players) if tokens.text == "{" else None
    sizes = list(map(len, labels)) if labels else [_size(tokens, player) for player in range(1, players + 1)]
    tokens.mark("}", f" after the strategies of {players} players")
    skip_comment(tokens)
    cells, outcomes = (_read_outcomes if tokens.text == "{" else _read_payoffs)(tokens, players, prod(sizes))
    expect_end(tokens, "cell of the table")
    numbers = [tuple(map(str, range(1, size + 1))) for size in sizes]
    return Table(tuple(map(distinct_names, labels or numbers, numbers)), cells, outcomes)


def _labels(tokens: Tokens, players: int) -> list[tuple[str, ...]]:
    """Take the lists of the players' strategies."""
    labels = []
    for player in range(1, players + 1):
        tokens.mark("{", f" before the strategies of player {player} of {players}")
        labels.append(read_strings(tokens, "the label of a strategy"))
        tokens.mark("}")
    return labels


def _size(tokens: Tokens, player: int) -> int:
    return tokens.integer(f"the number of strategies of player {player}", 1)


def _read_outcomes(tokens: Tokens, players: int, size: int) -> tuple[Sequence[int], tuple[Payoffs, ...]]:
    """Take a list of outcomes, then the number of one for each cell; 0 stands for no payoffs."""
    outcomes: list[Payoffs] = [(0,) * players]
    tokens.mark("{")
    while tokens.text == "{":
        tokens.advance()
        tokens.string("the name of an outcome")
        outcomes.append(read_payoffs(tokens, players))
    tokens.mark("}", " after the last outcome")
    cells = array("q")
    for cell in range(1, size + 1):
        cells.append(tokens.integer(f"the number of the outcome in cell {cell:,} of {size:,}", 0, len(outcomes) - 1))
    return cells, tuple(outcomes)


def _read_payoffs(tokens: Tokens, players: int, size: int) -> tuple[Sequence[int], tuple[Payoffs, ...]]:
    """Take the payoffs of all players for each cell."""
    outcomes: dict[Payoffs, int] = {}
    cells = array("q")
    for cell in range(1, size + 1):
        payoffs = tuple(
            tokens.number(f"the payoff of player {player} in cell {cell:,} of {size:,}")
            for player in range(1, players + 1)
        )
        cells.append(outcomes.setdefault(payoffs, len(outcomes)))
    return cells, tuple(outcomes)
