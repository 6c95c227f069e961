"""A game in strategic form from a Gambit file, version 1.

Gambit's documentation, "The strategic game (.nfg) file format": payoffs with the first player's strategy running fastest.
Which names the game gets from it: docs/games.md, "Games from files".
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from recheck.histories import MOST_HISTORIES
from recheck.rules.gambit import Reader, named
from recheck.rules.leaf import Leaf, Move
from recheck.rules.parameters import refuse_too_many


def leaves(content: str) -> Iterator[Leaf]:
    """All profiles of strategies; each player has one infoset and does not see the others."""
    reader = Reader(content)
    for word in ("NFG", "1"):
        reader.expect("word", word)
    reader.expect("word", "D" if reader.is_next("word", "D") else "R")
    reader.expect("text")
    players = len(reader.texts())
    strategies = _strategies(reader, players)
    reader.optional_text()
    refuse_too_many(math.prod(map(len, strategies)))
    ranges = [range(len(names)) for names in strategies]
    # The first player's strategy runs fastest: the last of the product's factors.
    profiles = [tuple(reversed(chosen)) for chosen in product(*reversed(ranges))]
    payoffs = _payoffs(reader, players, len(profiles))
    if not reader.at_end():
        raise ValueError(f"line {reader.line()}: expected the end, found more")
    for chosen, numbers in zip(profiles, payoffs):
        path = tuple(Move(player, str(player), n, strategies[player][n]) for player, n in enumerate(chosen))
        yield Leaf(path, numbers)


def _strategies(reader: Reader, players: int) -> list[list[str]]:
    """The names of each player's strategies: labels in braces, or how many there are."""
    line = reader.line()
    reader.expect("brace", "{")
    found = []
    while not reader.is_next("brace", "}"):
        found.append(reader.texts() if reader.is_next("brace", "{") else [""] * reader.whole(MOST_HISTORIES))
    reader.expect("brace", "}")
    if len(found) != players or not all(found):
        raise ValueError(f"line {line}: expected strategies of {players} players, found those of {len(found)}")
    return [named(labels) for labels in found]


def _payoffs(reader: Reader, players: int, profiles: int) -> list[tuple[Fraction, ...]]:
    """The payoffs of each profile: written out, or as numbers of outcomes that are listed first."""
    if not reader.is_next("brace", "{"):
        return [tuple(reader.number() for _ in range(players)) for _ in range(profiles)]
    outcomes = [(Fraction(0),) * players]
    reader.expect("brace", "{")
    while not reader.is_next("brace", "}"):
        reader.expect("brace", "{")
        reader.optional_text()
        outcomes.append(tuple(reader.number() for _ in range(players)))
        reader.expect("brace", "}")
    reader.expect("brace", "}")
    found = []
    for _ in range(profiles):
        line, number = reader.line(), reader.whole()
        if number >= len(outcomes):
            raise ValueError(f"line {line}: expected an outcome up to {len(outcomes) - 1}, found {number}")
        found.append(outcomes[number])
    return found
