"""Asks PokerKit what may be bet at every decision of many no-limit hands, and writes where regretlab says something else.

Cards are dealt, but nothing depends on them. A hand ends where the two part: what follows would not be the same hand. Of each
class of partings the smallest hands are made smaller until nothing more can be left out, and the smallest is written.
"""

import os
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

from pokerkit import Automation, Mode, NoLimitTexasHoldem, State

from regretlab.betting.hand import Hand, Structure, play, start
from regretlab.betting.round import FOLD, NOBODY, options
from regretlab.betting.sample import Draws, choice, no_limit
from regretlab.betting.smallest import Line, replayed, size, smallest

OUT = Path(__file__).parent / "data" / "pokerkit.csv"
HANDS, SEED, PART = 200_000, 30, 5_000
KEPT = 4
"""How many hands of a class are made smaller."""
AUTOMATIONS = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.CARD_BURNING,
    Automation.HOLE_DEALING,
    Automation.BOARD_DEALING,
)
HEADER = "class,hands,decisions,blinds,antes,stacks,actions,ours,theirs"


class Says(NamedTuple):
    """What may be done at a decision: amounts "to"."""

    turn: int
    call: int
    low: int | None
    high: int | None


class Found(NamedTuple):
    """What came of some hands: how many decisions were compared, how many hands part by class, the smallest of each."""

    decisions: int
    counts: Counter[str]
    hands: dict[str, list[Line]]


def main() -> None:
    """Compare all hands, in as many processes as there are processors, and write the table."""
    parts = range(0, HANDS, PART)
    decisions, counts, hands = 0, Counter[str](), dict[str, list[Line]]()
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for found in pool.map(compared, parts):
            decisions += found.decisions
            counts += found.counts
            for kind, some in found.hands.items():
                hands[kind] = sorted([*hands.get(kind, ()), *some], key=size)[:KEPT]
        made = f"# PokerKit {version('pokerkit')} by validation/{Path(__file__).name}"
        lines = [made, HEADER, f"all,{HANDS},{decisions},,,,,,"]
        for kind in sorted(counts):
            line = min(pool.map(made_smaller, hands[kind]), key=size)
            table = (line.structure.blinds, line.structure.antes, line.stacks, line.actions, *ends(line))
            lines.append(",".join([kind, *[str(counts[kind])] * 2, *(" ".join(map(str, part)) for part in table)]))
    OUT.write_text("\n".join(lines) + "\n", encoding="utf-8")


def compared(first: int) -> Found:
    """The hands from this number on."""
    decisions, counts, hands = 0, Counter[str](), dict[str, list[Line]]()
    for n in range(first, first + PART):
        draws = Draws(SEED, n)
        structure, stacks = no_limit(draws)
        hand, state, actions = start(structure, stacks), opened(structure, stacks), []
        while (kind := named(hand, state)) is None and hand.turn != NOBODY:
            action = choice(draws, options(hand.round))
            actions.append(action)
            acted(state, hand, action)
            hand = play(hand, action)
        decisions += len(actions) + (kind is not None)
        if kind is not None:
            line = Line(structure, stacks, tuple(actions))
            counts[kind] += 1
            hands[kind] = sorted([*hands.get(kind, ()), line], key=size)[:KEPT]
    return Found(decisions, counts, hands)


def opened(structure: Structure, stacks: tuple[int, ...]) -> State:
    """A hand of PokerKit's, before the first action. Of two players, it has the dealer's blind first."""
    blinds = structure.blinds[::-1] if len(stacks) == 2 else structure.blinds
    bet = structure.streets[0].bet
    return NoLimitTexasHoldem.create_state(
        AUTOMATIONS, True, structure.antes[0], blinds, bet, stacks, len(stacks), mode=Mode.CASH_GAME
    )


def acted(state: State, hand: Hand, action: int) -> None:
    """Let the player in turn do the same in PokerKit's hand."""
    if action == FOLD:
        state.fold()
    elif action == options(hand.round).call:
        state.check_or_call()
    else:
        state.complete_bet_or_raise_to(action)


def ours(hand: Hand) -> Says | None:
    """What regretlab says, None if there is no more betting."""
    if hand.turn == NOBODY:
        return None
    may = options(hand.round)
    return Says(hand.turn, may.call, may.low, may.high)


def theirs(state: State) -> Says | None:
    """What PokerKit says."""
    if state.actor_index is None:
        return None
    low, high = state.min_completion_betting_or_raising_to_amount, state.max_completion_betting_or_raising_to_amount
    return Says(state.actor_index, state.bets[state.actor_index] + state.checking_or_calling_amount, low, high)


def named(hand: Hand, state: State) -> str | None:
    """The class of a parting, None if both say the same."""
    one, other = ours(hand), theirs(state)
    if one == other:
        return None
    if one is None or other is None or one.turn != other.turn:
        return "a turn with nothing to decide" if one is None else "no turn"
    if max(hand.round.bets) < hand.round.price:
        return "a big blind that is short"
    if (one.call, one.low is None, other.low is None) == (other.call, True, False):
        return "one short all-in reopens"
    if (one.call, one.low is None, other.low is None) == (other.call, False, True):
        return "short all-ins do not add up"
    return "a straddle is a raise" if any(hand.structure.blinds[2:]) and not hand.street else "another amount"


def walked(line: Line) -> Iterator[tuple[Hand, State]]:
    """Both hands before each action of the line and after it."""
    steps, end = replayed(line)
    state = opened(line.structure, line.stacks)
    for hand, action in steps:
        yield hand, state
        acted(state, hand, action)
    yield end, state


def parting(line: Line) -> str | None:
    """The class of a line that parts at its end and not before; None if it does not, or PokerKit does not take the table."""
    antes, streets = line.structure.antes, line.structure.streets
    if len(set(antes)) > 1 or len(streets) != 4 or streets[0].bet != max(line.structure.blinds[:2]):
        return None
    try:
        found = [named(hand, state) for hand, state in walked(line)]
    except ValueError:
        return None
    return found[-1] if not any(found[:-1]) else None


def made_smaller(line: Line) -> Line:
    """A smallest line of the same class."""
    kind = parting(line)
    return smallest(line, lambda other: parting(other) == kind)


def ends(line: Line) -> tuple[tuple[int | None, ...], tuple[int | None, ...]]:
    """What both say at the end of a line, nothing if there is no more betting."""
    *_, (hand, state) = walked(line)
    return ours(hand) or (), theirs(state) or ()


if __name__ == "__main__":
    sys.exit(main())
