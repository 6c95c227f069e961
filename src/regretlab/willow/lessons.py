"""What a solution of Willow for two teaches: five tables, whose columns and formulas are those of docs/lessons.md.

All sums are exact but for one rounding (math.fsum), so that their order does not matter.
"""

from collections.abc import Iterable, Iterator
from itertools import chain, combinations_with_replacement, product
from math import comb, fsum

import numpy as np
from numpy.typing import NDArray

from regretlab.files import Cell
from regretlab.games.willow import Willow
from regretlab.willow.places import PLAYERS, Deals, Place, hand_order
from regretlab.willow.ranking import RANKS, strength

Row = tuple[Cell, ...]

RANKING = ("place", "hand", "class", "ways", "beats", "ties", "loses", "equity")
STREET_1 = ("player", "before", "card", "action", "reach", "probability", "value")
UP = ("up_0", "up_1", "action", "reach", "probability", "equity", "value")
BETS = ("player", "action", "possible", "made", "bluffs", "folds", "pot", "added", "value")
ENDS = ("street", "end", "reach", "gain")

EVEN = 0.5 - 1e-9
"""With less equity a bet is a bluff."""
ORDER = ("fold", "call", "bet", "raise")


def ranking_rows(rules: Willow) -> Iterator[Row]:
    """All hands, the strongest first; what each beats of the other cards of the deck."""
    hands = {
        (low, high): strength(low, high)
        for low, high in combinations_with_replacement(range(rules.ranks), 2)
        if low < high or rules.suits > 1
    }
    left = [rules.suits] * rules.ranks
    for place, hand in enumerate(sorted(hands, key=hands.__getitem__, reverse=True), start=1):
        low, high = hand
        others = left.copy()
        for card in hand:
            others[card] -= 1
        ways = {other: _ways(others, other) for other in hands}
        beats = sum([number for other, number in ways.items() if hands[other] < hands[hand]])
        ties = sum([number for other, number in ways.items() if hands[other] == hands[hand]])
        loses = sum([number for other, number in ways.items() if hands[other] > hands[hand]])
        of = str(high - low) if low < high else "pair"
        equity = (beats + ties / 2) / (beats + ties + loses)
        yield place, RANKS[high] + RANKS[low], of, _ways(left, hand), beats, ties, loses, equity


def _ways(left: list[int], hand: tuple[int, int]) -> int:
    """How many sets of two of the cards left, so many of each rank, are the hand."""
    low, high = hand
    return comb(left[low], 2) if low == high else left[low] * left[high]


def street_1_rows(rules: Willow, first: Place) -> Iterator[Row]:
    """What to do on the first street, by card, and what each action is worth."""
    for node, reach, _, probabilities, following in first.walk():
        if node.street or not following:
            continue
        for card in range(rules.ranks):
            own = _with_card(reach, node.turn, card)
            for action, part, after in zip(node.actions, probabilities, following, strict=True):
                value = _mean(own, _with_card(_to(node.turn, after.value), node.turn, card))
                probability = _with_card(part, node.turn, card).item()
                yield node.turn, node.said[0], RANKS[card], action, _sum([own]), probability, value


def up_rows(rules: Willow, first: Place) -> Iterator[Row]:
    """What the cards face up change, when the second street begins."""
    begun = [
        after
        for place in first.walk()
        for after in place.following
        if place.node.street < after.node.street and after.following
    ]
    equity = _equity(rules, 0)
    actions = sorted({action for place in begun for action in place.node.actions}, key=_by_size)
    for u, v in product(range(rules.ranks), repeat=2):
        if u == v and rules.suits == 1:
            continue
        reach = _sum([place.reach[:, :, u, v] for place in begun])
        equities = [place.reach[:, :, u, v] * equity[:, :, u, v] for place in begun]
        values = [place.reach[:, :, u, v] * place.value[:, :, u, v] for place in begun]
        for action in actions:
            done = [after.reach[:, :, u, v] for place in begun for after in _after(place, action)]
            means = [_quotient(_sum(numbers), reach) for numbers in (done, equities, values)]
            yield RANKS[u], RANKS[v], action, reach, *means


def bets_rows(rules: Willow, first: Place) -> Iterator[Row]:
    """Who bets how much on the second street, how often it is a bluff, and what it wins."""
    second = [place for place in first.walk() if place.node.street and place.following]
    for player in range(PLAYERS):
        own = [place for place in second if place.node.turn == player]
        weak = [_is_weak(rules, place) for place in own]
        actions = {action for place in own for action in place.node.actions if action.startswith(("bet", "raise"))}
        for action in sorted(actions, key=_by_size):
            made = [
                (place, bluff, after) for place, bluff in zip(own, weak, strict=True) for after in _after(place, action)
            ]
            all_made = _sum([after.reach for _, _, after in made])
            pots = [after.reach * float(sum(place.node.paid)) for place, _, after in made]
            added = [after.reach * float(after.node.paid[player] - place.node.paid[player]) for place, _, after in made]
            values = [after.reach * _to(player, after.value) for _, _, after in made]
            parts = (
                [after.reach * bluff for _, bluff, after in made],
                [folded.reach for _, _, after in made for folded in _after(after, "fold")],
            )
            yield (
                player,
                action,
                _sum([place.reach for place, _, _ in made]),
                all_made,
                *[_sum(numbers) if all_made else "" for numbers in parts],
                *[_quotient(_sum(numbers), all_made) for numbers in (pots, added, values)],
            )


def ends_rows(first: Place) -> Iterator[Row]:
    """How hands end, and who gains by it."""
    ends = [place for place in first.walk() if not place.following]
    for street, end, playing in (
        *[(street, f"player {player} folds", (1 - player,)) for street in (0, 1) for player in range(PLAYERS)],
        (None, "showdown", (0, 1)),
    ):
        those = [e for e in ends if e.node.playing == playing and street in (None, e.node.street)]
        reach, gain = _sum([e.reach for e in those]), _sum([e.reach * e.value for e in those])
        yield 2 if street is None else street + 1, end, reach, gain


def _is_weak(rules: Willow, place: Place) -> NDArray[np.bool_]:
    """By own first card and cards face up, whether the player in turn has less than half against the opponent's cards."""
    opponent = 1 - place.node.turn
    equity = _equity(rules, place.node.turn)
    shape = np.delete(place.reach.shape, opponent)
    all_reach, won = np.zeros(shape), np.zeros(shape)
    for card in range(rules.ranks):
        reach = place.reach.take(card, opponent)
        all_reach += reach
        won += reach * equity.take(card, opponent)
    share = np.divide(won, all_reach, out=np.ones(shape), where=all_reach > 0)
    return np.expand_dims(share < EVEN, opponent)


def _equity(rules: Willow, player: int) -> Deals:
    """1, 1/2 or 0 for each deal, as the player's hand is the better one, equal or the worse one."""
    return (1 + _to(player, hand_order(rules).astype(np.float64))) / 2


def _to(player: int, of_first: Deals) -> Deals:
    """What player 0 has, as the player's, who has the opposite if he is player 1."""
    return -of_first if player else of_first


def _with_card(numbers: Deals, player: int, card: int) -> Deals:
    """Those of the deals with this first card of the player."""
    return numbers.take([card], player)


def _after(place: Place, action: str) -> list[Place]:
    """What follows the action, if it is possible there."""
    names = place.node.actions
    return [place.following[names.index(action)]] if action in names else []


def _by_size(action: str) -> tuple[int, int]:
    """The order of actions: fold, call, bets and raises, each ascending."""
    name, _, amount = action.partition(" ")
    return ORDER.index(name), int(amount or 0)


def _mean(weights: Deals, numbers: Deals) -> Cell:
    return _quotient(_sum([weights * numbers]), _sum([weights]))


def _quotient(number: float, of: float) -> Cell:
    """Empty where it is of nothing."""
    return number / of if of else ""


def _sum(arrays: Iterable[Deals]) -> float:
    return fsum(chain.from_iterable([array.ravel().tolist() for array in arrays]))
