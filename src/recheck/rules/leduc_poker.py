"""Leduc poker, as a table of betting lines times a list of deals.

F. Southey et al., "Bayes' bluff: opponent modelling in poker", UAI 2005. Rules and names: docs/games.md, "leduc_poker".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import permutations, product
from typing import NamedTuple

from recheck.rules.leaf import Chance, Leaf, Move, Number, Step
from recheck.rules.parameters import flag, whole, wholes

PARAMETERS = {
    "players": whole(2, 10),
    "ranks": whole(1, 1000),
    "suit_isomorphism": flag(),
    "raises": whole(1, 100),
    "bets": wholes(1, 10**6, range(2, 3)),
}
SUITS = 2
ANTE = 1
STACK = 100
FOLD, CALL, RAISE = 0, 1, 2
ACTIONS = ("fold", "call", "raise")

Line = tuple[tuple[int, int], ...]
"""A round of betting: (player, action) in turn."""


class Seat(NamedTuple):
    """One decision of a hand, cards left open in `infoset`: a text with a place for the own and the public card."""

    player: int
    infoset: str
    position: int
    action: str
    public: bool


class Hand(NamedTuple):
    """How the betting of a hand runs: decisions of both rounds, what each player put in, who has not folded."""

    rounds: tuple[list[Seat], list[Seat]]
    paid: list[int]
    staying: list[int]


def leaves(players: int, ranks: int, suit_isomorphism: bool, raises: int, bets: list[int]) -> Iterator[Leaf]:
    """Every hand of betting with every deal that it needs."""
    if ranks * SUITS <= players:
        raise ValueError(f"ranks: expected cards for {players} players and the table, found {ranks * SUITS}")
    for hand in hands(players, raises, bets):
        tables: list[dict[tuple[int, ...], Move]] = [{} for seats in hand.rounds for _ in seats]
        first, second = hand.rounds
        for chances, cards in deals(players + bool(second), ranks, suit_isomorphism):
            moves = [_move(seat, cards, table) for seat, table in zip(first + second, tables)]
            path: tuple[Step, ...] = (
                *chances[:players],
                *moves[: len(first)],
                *chances[players:],
                *moves[len(first) :],
            )
            yield Leaf(path, payoffs(hand, cards if suit_isomorphism else [card // SUITS for card in cards]))


def hands(players: int, raises: int, bets: Sequence[int]) -> Iterator[Hand]:
    """All ways in which the betting of a hand can run."""
    everyone = tuple(range(players))
    for line in betting(everyone, raises):
        folded = {player for player, action in line if action == FOLD}
        staying = tuple(player for player in everyone if player not in folded)
        for other in betting(staying, raises) if len(staying) > 1 else [()]:
            yield _hand(players, (line, other), raises, bets)


def betting(staying: tuple[int, ...], raises: int) -> Iterator[Line]:
    """All lines of a round among those who have not folded, in the order in which they act."""
    return _answers(staying, staying, False, raises)


def _answers(staying: tuple[int, ...], due: tuple[int, ...], facing: bool, raises: int) -> Iterator[Line]:
    """All lines from where each of `due` is to answer in turn, until one of them raises, and on from there."""
    answers = (FOLD, CALL) if facing else (CALL,)
    for given in product(answers, repeat=len(due)):
        yield tuple(zip(due, given))
    if raises == 0:
        return
    for n, raiser in enumerate(due):
        for given in product(answers, repeat=n):
            before = tuple(zip(due, given))
            left = tuple(player for player in staying if (player, FOLD) not in before)
            seat = left.index(raiser)
            for after in _answers(left, left[seat + 1 :] + left[:seat], True, raises - 1):
                yield (*before, (raiser, RAISE), *after)


def _hand(players: int, lines: Sequence[Line], raises: int, bets: Sequence[int]) -> Hand:
    """A hand of betting with the names of its infosets and what is put in."""
    paid = [ANTE] * players
    rounds: tuple[list[Seat], list[Seat]] = ([], [])
    folded = set()
    said: list[list[int]] = [[], []]
    for n, line in enumerate(lines):
        raised = 0
        for player, action in line:
            highest = max(paid)
            possible = [FOLD] * (paid[player] < highest) + [CALL] + [RAISE] * (raised < raises)
            name = _infoset(player, n, paid, said)
            rounds[n].append(Seat(player, name, possible.index(action), ACTIONS[action], n == 1))
            said[n].append(action)
            if action == FOLD:
                folded.add(player)
            else:
                raised += action == RAISE
                paid[player] = highest + bets[n] * (action == RAISE)
    return Hand(rounds, paid, [player for player in range(players) if player not in folded])


def _infoset(player: int, n: int, paid: Sequence[int], said: Sequence[Sequence[int]]) -> str:
    """The name of an infoset in betting round n, with %d for each card."""
    money = " ".join(str(STACK - own) for own in paid)
    lists = "".join(f"[Round{k}: {' '.join(map(str, actions))}]" for k, actions in enumerate(said, 1))
    return (
        f"[Observer: {player}][Private: %d][Round {n + 1}][Player: {player}][Pot: {sum(paid)}][Money: {money}]"
        f"{'[Public: %d]' if n else ''}{lists}"
    )


def _move(seat: Seat, cards: Sequence[int], known: dict[tuple[int, ...], Move]) -> Move:
    """The decision with the cards filled in; `known` has those that were made before."""
    seen = (cards[seat.player], cards[-1]) if seat.public else (cards[seat.player],)
    if seen not in known:
        known[seen] = Move(seat.player, seat.infoset % seen, seat.position, seat.action)
    return known[seen]


def deals(count: int, ranks: int, merged: bool) -> Iterator[tuple[list[Chance], list[int]]]:
    """All ways to deal that many cards one by one; cards of a rank are one if `merged`."""
    if not merged:
        deck = ranks * SUITS
        for cards in permutations(range(deck), count):
            yield [Chance(str(card), Fraction(1, deck - n)) for n, card in enumerate(cards)], list(cards)
        return
    for cards in _merged((), count, ranks):
        left = [SUITS - cards[:n].count(card) for n, card in enumerate(cards)]
        deck = ranks * SUITS
        yield [Chance(str(c), Fraction(k, deck - n)) for n, (c, k) in enumerate(zip(cards, left))], list(cards)


def _merged(dealt: tuple[int, ...], count: int, ranks: int) -> Iterator[tuple[int, ...]]:
    """All ways to go on dealing ranks until there are that many; of each there are two cards."""
    if len(dealt) == count:
        yield dealt
        return
    for card in range(ranks):
        if dealt.count(card) < SUITS:
            yield from _merged((*dealt, card), count, ranks)


def payoffs(hand: Hand, ranks: Sequence[int]) -> tuple[Number, ...]:
    """Net antes: the last one who stays takes all, or the best hand; equal hands share. The last rank is the public one."""
    players = len(hand.paid)
    strength = [(ranks[player] == ranks[-1], ranks[player]) for player in hand.staying]
    winners = [player for player, own in zip(hand.staying, strength) if own == max(strength)]
    if len(hand.staying) == 1:
        winners = hand.staying
    share = Fraction(sum(hand.paid), len(winners))
    return tuple((share if player in winners else 0) - hand.paid[player] for player in range(players))
