"""Hands of betting in any number, each from its number alone: tables, stacks and actions that are legal.

Stacks are often short, of a blind, of a raise or of none, since that is where rules are hard.
"""

from fractions import Fraction
from typing import Protocol

from regretlab.betting.hand import Structure
from regretlab.betting.round import FOLD, Options
from regretlab.betting.rulebook import ADDED_UP, BOOKS, BRING_IN, LAST_FULL, PRICE, RAISE, SINGLE, RuleBook
from regretlab.betting.street import FIXED_LIMIT, LIMITS, SPREAD_LIMIT, Chips, Street

WORD = (1 << 64) - 1
PARTS = (0, Fraction(1, 3), Fraction(1, 2), 1)
Table = tuple[Structure, tuple[int, ...]]
"""A structure and the stacks."""


class Numbers(Protocol):
    """Where choices come from."""

    def below(self, limit: int) -> int:
        """A number from 0 to `limit` - 1."""


class Draws:
    """Numbers by counter: the nth is a hash of seed, hand and n (splitmix64; Steele, Lea, Flood, OOPSLA 2014)."""

    def __init__(self, seed: int, hand: int) -> None:
        """Before the first of the numbers of a hand, of which there are up to 4,095."""
        self.state = (seed << 40) + (hand << 12)

    def below(self, limit: int) -> int:
        """The next, from 0 to `limit` - 1."""
        self.state += 1
        z = self.state * 0x9E3779B97F4A7C15 & WORD
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & WORD
        z = (z ^ z >> 27) * 0x94D049BB133111EB & WORD
        return (z ^ z >> 31) * limit >> 64


def no_limit(draws: Numbers) -> Table:
    """A table of no-limit poker with 2 to 9 players, in places with antes or a straddle."""
    players = 2 + draws.below(8)
    blind = 2 + draws.below(3)
    small = 1 + draws.below(blind)
    # Of two players, the dealer has the small blind and sits in the last seat.
    blinds = [blind, small] if players == 2 else [small, blind] + [0] * (players - 2)
    if players > 2 and not draws.below(8):
        blinds[2] = 2 * blind
    antes = ((0, 0, 0, 1)[draws.below(4)],) * players
    return Structure((Street(blind),) * 4, tuple(blinds), antes), _stacks(draws, players, blind)


def any_limit(draws: Numbers) -> Table:
    """A table of any kind: any limits, rule books, blinds and antes, and anybody first."""
    players = 2 + draws.below(6)
    blind = 1 + draws.below(4)
    blinds = [draws.below(3 * blind) * (draws.below(3) > 0) for _ in range(players)]
    antes = [draws.below(3) for _ in range(players)] if draws.below(2) else [draws.below(3)] * players
    structure = Structure(
        tuple([_street(draws, blind) for _ in range(1 + draws.below(3))]),
        tuple(blinds) if draws.below(2) else (0,) * players,
        tuple(antes),
        matched_antes=draws.below(2) > 0,
        first=None if draws.below(2) else draws.below(players),
    )
    return structure, _stacks(draws, players, blind)


def choice(draws: Numbers, may: Options) -> Chips:
    """An action that is allowed: calls more often than folds, the ends of a range more often than what is between them."""
    if may.low is not None and may.high is not None and not draws.below(2):
        way = draws.below(3)
        return (may.low, may.high, may.low + draws.below(int(may.high - may.low) + 1))[way]
    if may.call is not None and (not may.fold or draws.below(4)):
        return may.call
    return FOLD


def _stacks(draws: Numbers, players: int, blind: int) -> tuple[int, ...]:
    return tuple([1 + draws.below((4, 12, 40)[draws.below(3)] * blind) for _ in range(players)])


def _street(draws: Numbers, blind: int) -> Street:
    """A street of any limit and rule book, with bets around the blind."""
    limit = LIMITS[draws.below(len(LIMITS))]
    bet = blind + draws.below(blind + 1)
    return Street(
        bet,
        limit,
        most=bet + draws.below(5 * bet) if limit == SPREAD_LIMIT else None,
        step=1 + draws.below(bet) if limit != FIXED_LIMIT and not draws.below(4) else None,
        cap=draws.below(5) if not draws.below(3) else None,
        check=draws.below(4) > 0,
        rules=_book(draws),
    )


def _book(draws: Numbers) -> RuleBook:
    """A rule book that has a name, or any."""
    if draws.below(2):
        return BOOKS[draws.below(len(BOOKS))]
    return RuleBook(
        "any",
        full=PARTS[draws.below(len(PARTS))],
        reopening=(ADDED_UP, SINGLE)[draws.below(2)],
        base=(PRICE, LAST_FULL)[draws.below(2)],
        straddle=(BRING_IN, RAISE)[draws.below(2)],
        heads_up_capped=draws.below(2) > 0,
        blind_first=draws.below(2) > 0,
    )
