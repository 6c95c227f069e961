"""Hands of betting in any number, each from its number alone: tables, stacks and a line of actions that are legal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from regretlab.betting.hand import Hand, Structure, play, start
from regretlab.betting.round import FOLD, NOBODY, Options, options
from regretlab.betting.rulebook import RULE_BOOKS, STANDARD, RuleBook
from regretlab.betting.street import FIXED_LIMIT, NO_LIMIT, POT_LIMIT, SPREAD_LIMIT, Chips, Street

WORD = (1 << 64) - 1


class Draws:
    """Numbers by counter: the nth is a hash of seed, hand and n (splitmix64; Steele, Lea, Flood, OOPSLA 2014)."""

    def __init__(self, seed: int, hand: int) -> None:
        self.state = (seed << 40) + (hand << 12)

    def below(self, limit: int) -> int:
        """A number from 0 to `limit` - 1."""
        self.state += 1
        z = self.state * 0x9E3779B97F4A7C15 & WORD
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & WORD
        z = (z ^ z >> 27) * 0x94D049BB133111EB & WORD
        return (z ^ z >> 31) * limit >> 64


def kinds(draws: Draws, blind: int, count: int) -> tuple[Street, ...]:
    """Streets of any limit and rule book, with bets around the blind."""
    found = []
    for _ in range(count):
        limit = (NO_LIMIT, POT_LIMIT, FIXED_LIMIT, SPREAD_LIMIT)[draws.below(4)]
        bet = blind + draws.below(blind + 1)
        found.append(
            Street(
                bet,
                limit,
                most=bet + draws.below(5 * bet) if limit == SPREAD_LIMIT else None,
                step=1 + draws.below(2 * bet) if limit != FIXED_LIMIT and not draws.below(4) else None,
                cap=draws.below(5) if not draws.below(3) else None,
                check=draws.below(4) > 0,
                rules=BOOKS[draws.below(len(BOOKS))],
            )
        )
    return tuple(found)


BOOKS = (*RULE_BOOKS.values(), RuleBook("straddles raise", full=Fraction(1, 3), straddle="raise", heads_up_capped=False))


def no_limit(draws: Draws) -> tuple[Structure, tuple[int, ...]]:
    """A table of no-limit poker with 2 to 9 players and stacks that are often short: of a blind, of a raise, or of none."""
    players = 2 + draws.below(8)
    blind = 2 + draws.below(3)
    blinds = (1 + draws.below(blind), blind, *(0,) * (players - 2))
    ante = (0, 0, 0, 1)[draws.below(4)]
    stacks = tuple([1 + draws.below((4, 12, 40)[draws.below(3)] * blind) for _ in range(players)])
    return Structure((Street(blind),) * 4, blinds, (ante,) * players), stacks


def any_limit(draws: Draws) -> tuple[Structure, tuple[int, ...]]:
    """A table of any kind: streets by `kinds`, straddles, antes that are matched or not, anybody first."""
    players = 2 + draws.below(6)
    blind = 1 + draws.below(4)
    blinds = [0] * players
    for seat in range(players):
        if draws.below(3):
            blinds[seat] = draws.below(3 * blind)
    antes = tuple([draws.below(3) for _ in range(players)] if draws.below(2) else [draws.below(3)] * players)
    structure = Structure(
        kinds(draws, blind, 1 + draws.below(3)),
        tuple(blinds) if draws.below(2) else (0,) * players,
        antes,
        matched_antes=draws.below(2) > 0,
        first=None if draws.below(2) else draws.below(players),
    )
    return structure, tuple([1 + draws.below((4, 12, 40)[draws.below(3)] * blind) for _ in range(players)])


def choice(draws: Draws, may: Options) -> Chips:
    """An action that is allowed: calls more often than folds, the ends of a range more often than what is between them."""
    if may.low is not None and may.high is not None and not draws.below(2):
        way = draws.below(3)
        if way < 2:
            return (may.low, may.high)[way]
        return may.low + draws.below(int(may.high - may.low) + 1)
    if may.call is not None and (not may.fold or draws.below(4)):
        return may.call
    if may.fold:
        return FOLD
    raise AssertionError(f"nothing is allowed: {may}")
