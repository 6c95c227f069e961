"""A match of Willow as one of its players sees it: pot, stacks, who does what, who wins.

Whose cards are face down is told at the showdown alone.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple, TextIO

from regretlab.betting.hand import pots_of
from regretlab.betting.node import Node
from regretlab.betting.round import NOBODY, options
from regretlab.play import LEAVE, Question, ask
from regretlab.willow.hand import NO_CARD, State
from regretlab.willow.match import Moment, Policy, Seating, View, seen, winners
from regretlab.willow.opponents import Solved
from regretlab.willow.ranking import RANKS, strength

YOU = "you"
PER_LINE = 5
"""Stacks of a full table take two lines."""
HELP = f"""  f folds, c calls; a number bets or raises to so much on this street, what you have bet there included
  a pair beats all else (AA, then QQ down to 22), then the larger difference (A is 1, J 11, Q 12), then the higher card
  {LEAVE} leaves the table; a hand that is not over does not count"""


class Names(NamedTuple):
    """What the players are called: one of them is you."""

    you: int

    def of(self, player: int) -> str:
        """The name of a player."""
        return YOU if player == self.you else f"player {player}"

    def does(self, player: int, verb: str) -> str:
        """The player with what he does, as `you fold` or `player 1 folds`."""
        return f"{self.of(player)} {verb}" if player == self.you else f"{self.of(player)} {verb}s"


def told(moments: Iterable[Moment], suits: int, hands: int, names: Names) -> Iterator[str]:
    """The lines for each moment, before what follows is chosen."""
    up = 0
    for moment in moments:
        seating, state = moment.seating, moment.state
        if moment.seat == NOBODY:
            up = 0
            yield from _begun(seating, hands, names)
        else:
            yield _done(moment, names)
        if len(state.up) > up:
            up = len(state.up)
            shown = [
                f"{names.of(player)} {RANKS[card // suits]}"
                for player, card in zip(seating.players, state.up, strict=False)
                if card != NO_CARD
            ]
            yield f"face up: {', '.join(shown)}"
        if moment.payoffs:
            yield from _ended(moment, suits, names)
        elif seating.players[state.node.turn] == names.you:
            yield from _status(seating, seen(state, state.node.turn, suits), names)


def _begun(seating: Seating, hands: int, names: Names) -> Iterator[str]:
    if seating.hand:
        yield ""
    of = f"hand {seating.hand + 1} of {hands}" if hands > 1 else "a hand"
    yield f"{of}: {names.does(seating.dealer, 'deal')}, everyone antes 1"
    stacks = [f"{names.of(player)} {stack}" for player, stack in zip(seating.players, seating.stacks, strict=True)]
    for first in range(0, len(stacks), PER_LINE):
        yield f"{'        ' if first else 'stacks: '}{', '.join(stacks[first : first + PER_LINE])}"


def _done(moment: Moment, names: Names) -> str:
    """What was done, as `player 1 raises to 8`."""
    verb, _, amount = moment.action.partition(" ")
    done = names.does(moment.seating.players[moment.seat], verb)
    all_in = not moment.state.node.hand.round.stacks[moment.seat]
    return f"{done}{' to' * (verb == 'raise')} {amount}".rstrip() + ", all in" * all_in


def _status(seating: Seating, state: State, names: Names) -> Iterator[str]:
    """The pot, and for each who has not folded his chips, and his cards as far as they are seen."""
    left, parts = state.node.hand.round.stacks, [f"pot {sum(state.node.paid)}"]
    for seat in state.node.playing:
        cards = [_card(state.down[seat]), *[_card(card) for card in state.up[seat : seat + 1]]]
        parts.append(f"{names.of(seating.players[seat])} {left[seat]} [{' '.join(cards)}]")
    for first in range(0, len(parts), PER_LINE):
        yield f"  {' | '.join(parts[first : first + PER_LINE])}"


def _card(rank: int) -> str:
    return "?" if rank == NO_CARD else RANKS[rank]


def _ended(moment: Moment, suits: int, names: Names) -> Iterator[str]:
    """What goes back, the cards of a showdown, who takes what, and who has lost all."""
    seating, state = moment.seating, moment.state
    node = state.node
    if node.hand.returned:
        seat, amount = node.hand.returned
        yield f"{amount} not called: back to {names.of(seating.players[seat])}"
    if len(node.playing) > 1:
        for seat in node.playing:
            hand = state.down[seat] // suits, state.up[seat] // suits
            yield f"{names.does(seating.players[seat], 'show')} {_hand(*hand)}"
        pots = pots_of(node.hand)
        if len(pots) > 1:
            shares = [
                f"{pot.amount} for {_several([names.of(seating.players[s]) for s in pot.eligible])}" for pot in pots
            ]
            yield f"pots: {'; '.join(shares)}"
    for seat, (paid, payoff) in enumerate(zip(node.paid, moment.payoffs, strict=True)):
        if payoff + paid:
            yield f"{names.does(seating.players[seat], 'take')} {payoff + paid}"
    for player, stack, payoff in zip(seating.players, seating.stacks, moment.payoffs, strict=True):
        if not stack + payoff:
            yield f"{names.of(player)} {'have' if player == names.you else 'has'} no chips left"


def _hand(down: int, up: int) -> str:
    """Two cards, and what they are."""
    pair, size, _ = strength(down, up)
    return f"{RANKS[down]} {RANKS[up]}: {'a pair' if pair else f'difference {size}'}"


def _several(names: Sequence[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def result(stacks: Sequence[int], played: int, hands: int, names: Names) -> str:
    """How a match stands after the hands that were played, of so many at most: who has won, or leads, or shares."""
    best = winners(stacks)
    held = ", ".join([f"{names.of(player)} {stack}" for player, stack in enumerate(stacks)])
    after = f"after {played:,} hand{'s' * (played > 1)}: {held}"
    if len(best) > 1:
        return f"{after}; a tie of {_several([names.of(player) for player in best])}"
    over = played == hands or stacks[best[0]] == sum(stacks)
    return f"{after}; {names.does(best[0], 'win' if over else 'lead')}"


def by_hand(source: TextIO, sink: TextIO) -> Policy:
    """Ask on `sink` what to do, as `play.ask` does."""

    def choose(view: View) -> int:
        node = view.state.node
        offers = list(_offers(node))
        expected = f"{_expected(len(offers), 'call' in node.actions)} (? for help)"
        return ask(Question("yours", f"{YOU}: {', '.join(offers)}", expected, HELP), _answers(node), source, sink)

    return choose


def _expected(offers: int, called: bool) -> str:
    """What may be typed for so many offers, the first of which is a fold, and the second a call if there is one."""
    return " or ".join([", ".join(["f", "c"][: 1 + called]), *["an amount"] * (offers > 1 + called)])


def _offers(node: Node) -> Iterator[str]:
    """What can be done, in short: `fold`, `call 4`, `raise to 9 or 10`."""
    now = node.hand.round
    sizes = [int(action.split()[1]) for action in node.actions if " " in action]
    yield "fold"
    if "call" in node.actions:
        yield f"call {(options(now).call or 0) - now.bets[node.turn]}"
    if sizes:
        yield f"{'raise to' if now.price else 'bet'} {_amounts(sizes)}"


def _amounts(sizes: Sequence[int]) -> str:
    """Numbers, ascending; three or more that follow each other as `1-10`."""
    if len(sizes) > 2 and sizes[-1] - sizes[0] == len(sizes) - 1:
        return f"{sizes[0]}-{sizes[-1]}"
    return " or ".join([", ".join(map(str, sizes[:-1])), str(sizes[-1])] if len(sizes) > 1 else map(str, sizes))


def _answers(node: Node) -> dict[str, int]:
    """What may be typed: names of actions, their first letters for fold and call, amounts alone for the others."""
    found: dict[str, int] = {}
    for number, action in enumerate(node.actions):
        found |= {action: number, action.split()[1] if " " in action else action[0]: number}
    return found


def remarking(solved: Solved, name: str, say: Callable[[str], None]) -> Policy:
    """Play as the table does, and say it the first time that it has no answer."""
    said = False

    def choose(view: View) -> int:
        nonlocal said
        if not said and not solved.knows(view):
            said = True
            say(f"{solved.table.path}: not in the table: {name} goes by simple rules here, and wherever else it is not")
        return solved(view)

    return choose
