"""A match of Willow: hands of 2 to 10 players with a whole deck, stacks that carry over, and a dealer button that moves.

All of it is a function of the rules, what the players do, the number of hands and a seed; each card is drawn by its place: seed,
hand, place in the deck. Players are numbered around the table, seats of a hand from the dealer's left. Player 0 acts first in the
first hand. Then the button moves one seat to the left after each hand, past those without chips, who have left the match.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from regretlab.betting.round import NOBODY
from regretlab.drawing import CHOOSING, DEALING, Draws, below
from regretlab.games.willow import Willow
from regretlab.parameters import check_range
from regretlab.willow.hand import NO_CARD, State, deal, payoffs, receiver
from regretlab.willow.streets import first_node

MOST_HANDS = 1_000_000


class View(NamedTuple):
    """What the player in turn sees, and a number of [0, 1) to choose by."""

    rules: Willow
    state: State
    """The hand with the cards that he sees, by rank; `NO_CARD` for all others."""
    number: float

    @property
    def actions(self) -> tuple[str, ...]:
        """What he may do: fold, then call or the smallest bet, then larger ones; two actions or more."""
        return self.state.node.actions


Policy = Callable[[View], int]
"""How a player plays: from what he sees to the number of the action."""


class Seating(NamedTuple):
    """Who plays a hand."""

    hand: int
    """Which hand of the match, from 0."""
    players: tuple[int, ...]
    """By seat."""
    stacks: tuple[int, ...]
    """By seat, before the ante."""

    @property
    def dealer(self) -> int:
        """The player with the button."""
        return self.players[-1]


class Moment(NamedTuple):
    """A hand after the first cards, or after an action and what was dealt then."""

    seating: Seating
    state: State
    """With all cards, by number: rank times suits, plus suit."""
    seat: int = NOBODY
    """Who has acted."""
    action: str = ""
    payoffs: tuple[int, ...] = ()
    """By seat what each has won in all; none as long as the hand goes on."""


def match(rules: Willow, policies: Sequence[Policy], hands: int, seed: int) -> Iterator[Moment]:
    """All moments of a match that ends after so many hands, or when one player has all chips.

    `policies` has one for each player. The stacks of `rules` are those before the first hand. Raises `ValueError` for a number of
    hands or a seed that is none.
    """
    check_range("hands", hands, 1, MOST_HANDS)
    return _match(rules, policies, hands, Draws(seed))


def _match(rules: Willow, policies: Sequence[Policy], hands: int, draws: Draws) -> Iterator[Moment]:
    stacks, dealer = rules.everyone, rules.players - 1
    for hand in range(hands):
        players = seats(stacks, dealer)
        seating = Seating(hand, players, tuple([stacks[player] for player in players]))
        for moment in play_hand(rules, seating, policies, draws):
            yield moment
            if moment.payoffs:
                stacks = stacks_after(stacks, moment)
        if sum(stack > 0 for stack in stacks) < 2:
            return
        dealer = seats(stacks, dealer)[0]


def play_hand(rules: Willow, seating: Seating, policies: Sequence[Policy], draws: Draws) -> Iterator[Moment]:
    """The moments of one hand, which depends on those before by its seating alone."""
    cards = deck(rules, draws, seating.hand, 2 * len(seating.players))
    state = _dealt(State((), (), first_node(seating.stacks, (rules.street1, rules.street2), rules.raises)), cards)
    seat, action, place = NOBODY, "", 0
    while state.node.turn != NOBODY:
        yield Moment(seating, state, seat, action)
        seat, node = state.node.turn, state.node
        number = draws.number(seating.hand, CHOOSING, place)
        chosen = policies[seating.players[seat]](View(rules, seen(state, seat, rules.suits), number))
        action, place = node.actions[chosen], place + 1
        state = _dealt(state._replace(node=node.after(chosen)), cards)
    yield Moment(seating, state, seat, action, tuple(map(int, payoffs(state, rules.suits))))


def deck(rules: Willow, draws: Draws, hand: int, places: int) -> tuple[int, ...]:
    """The first cards of the deck of a hand: at each place any card that is at none before (Fisher and Yates)."""
    cards = list(range(rules.ranks * rules.suits))
    for place in range(places):
        other = place + below(draws.number(hand, DEALING, place), len(cards) - place)
        cards[place], cards[other] = cards[other], cards[place]
    return tuple(cards[:places])


def seen(state: State, seat: int, suits: int) -> State:
    """The hand as the player at a seat sees it, cards by rank."""
    down = [NO_CARD] * len(state.down)
    down[seat] = state.down[seat] // suits
    return State(tuple(down), tuple([card // suits if card != NO_CARD else card for card in state.up]), state.node)


def seats(stacks: Sequence[int], dealer: int) -> tuple[int, ...]:
    """The players with chips, from the dealer's left on."""
    around = [(dealer + 1 + step) % len(stacks) for step in range(len(stacks))]
    return tuple([player for player in around if stacks[player]])


def stacks_after(stacks: Sequence[int], end: Moment) -> tuple[int, ...]:
    """The stack of each player after a hand, from those before it and its last moment."""
    gains = dict(zip(end.seating.players, end.payoffs, strict=True))
    return tuple([stack + gains.get(player, 0) for player, stack in enumerate(stacks)])


def winners(stacks: Sequence[int]) -> tuple[int, ...]:
    """Who has won: the players with the largest stack, several if they tie."""
    return tuple([player for player, stack in enumerate(stacks) if stack == max(stacks)])


def _dealt(state: State, cards: Sequence[int]) -> State:
    """The same hand after the cards that are due, from the top of the deck."""
    while (seat := receiver(state)) != NOBODY:
        state = deal(state, seat, cards[len(state.dealt)])
    return state
