"""Hands of betting, drawn by hypothesis: tables with short stacks, and lines of legal actions."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from hypothesis import strategies as st

from regretlab.betting.hand import Hand, Structure, play
from regretlab.betting.round import FOLD, NOBODY, Options, options
from regretlab.betting.rulebook import RULE_BOOKS
from regretlab.betting.street import FIXED_LIMIT, NO_LIMIT, POT_LIMIT, SPREAD_LIMIT, Chips, Street

STREETS = 3


@st.composite
def streets(draw: st.DrawFn, blind: int) -> Street:
    """A street of any kind."""
    limit = draw(st.sampled_from((NO_LIMIT, POT_LIMIT, FIXED_LIMIT, SPREAD_LIMIT)))
    bet = draw(st.integers(blind, 2 * blind))
    return Street(
        bet,
        limit,
        most=draw(st.integers(bet, 6 * bet)) if limit == SPREAD_LIMIT else None,
        step=None if limit == FIXED_LIMIT else draw(st.sampled_from((None, None, 1))),
        cap=draw(st.none() | st.integers(1, 4)),
        check=draw(st.sampled_from((True, True, False))),
        rules=draw(st.sampled_from(list(RULE_BOOKS.values()))),
    )


@st.composite
def tables(draw: st.DrawFn) -> tuple[Structure, tuple[int, ...]]:
    """A structure, and the stacks: often less than a blind or a raise."""
    players = draw(st.integers(2, 9))
    blind = draw(st.integers(1, 4))
    blinds = [0] * players
    for seat, size in enumerate((draw(st.integers(0, blind)), blind)):
        blinds[seat] = size
    if players > 2 and draw(st.booleans()):
        blinds[2] = 2 * blind
    return (
        Structure(
            tuple(draw(streets(blind)) for _ in range(STREETS)),
            tuple(blinds),
            (draw(st.integers(0, 2)),) * players,
            matched_antes=draw(st.booleans()),
        ),
        tuple(draw(st.integers(1, 40)) for _ in range(players)),
    )


def actions(draw: st.DrawFn, may: Options) -> Chips:
    """Any action that is allowed: the ends of the range more often than what is between them."""
    found: list[Any] = [FOLD] if may.fold else []
    if may.call is not None:
        found += [may.call, may.call]
    if may.low is not None and may.high is not None:
        found += [may.low, may.high, draw(st.integers(int(may.low), int(may.high)))]
    return draw(st.sampled_from(found))


def to_the_end(draw: st.DrawFn, hand: Hand, seen: Callable[[Hand, Options, Chips], object] = lambda *_: None) -> Hand:
    """The hand when its betting is over; `seen` gets each state, what was allowed, and what was done."""
    while hand.turn != NOBODY:
        may = options(hand.round)
        action = actions(draw, may)
        seen(hand, may, action)
        hand = play(hand, action)
    return hand


def scaled(structure: Structure, factor: Fraction) -> Structure:
    """The same structure in other units."""
    return Structure(
        tuple(
            Street(
                street.bet * factor,
                street.limit,
                None if street.most is None else street.most * factor,
                None if street.step is None else street.step * factor,
                street.cap,
                street.check,
                street.rules,
            )
            for street in structure.streets
        ),
        tuple(blind * factor for blind in structure.blinds),
        tuple(ante * factor for ante in structure.antes),
        structure.matched_antes,
    )
