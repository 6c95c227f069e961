"""The PokerKit half: plays hands in its own environment, asked in lines of JSON. Only its betting is timed, no dealing."""

import json
import sys
from importlib.metadata import version
from time import process_time
from typing import Any

from pokerkit import Automation, Mode, NoLimitTexasHoldem

AUTOMATIONS = (Automation.ANTE_POSTING, Automation.BET_COLLECTION, Automation.BLIND_OR_STRADDLE_POSTING)
"""No showdown: hands end with the betting."""
FOLD = -1


def play(hand: dict[str, Any]) -> tuple[float, list[Any]]:
    """Processor seconds for all decisions of a hand; and who could do what at each."""
    blinds = tuple(hand["blinds"])
    state = NoLimitTexasHoldem.create_state(
        AUTOMATIONS, True, 0, blinds, max(blinds), hand["stacks"], len(hand["stacks"]), mode=Mode.CASH_GAME
    )
    seconds, seen = 0.0, []
    start = process_time()
    for action in hand["actions"]:
        if state.actor_index is None:
            seconds += process_time() - start
            while state.actor_index is None:
                deal(state)
            start = process_time()
        found = (
            state.actor_index,
            state.checking_or_calling_amount,
            state.min_completion_betting_or_raising_to_amount,
            state.max_completion_betting_or_raising_to_amount,
        )
        if action == FOLD:
            state.fold()
        elif action == state.bets[found[0]] + found[1]:
            state.check_or_call()
        else:
            state.complete_bet_or_raise_to(action)
        seen.append(found)
    return seconds + process_time() - start, seen


def deal(state: Any) -> None:
    """What has to be dealt next; nobody knows the cards."""
    if state.can_burn_card():
        state.burn_card("??")
    elif state.can_deal_hole():
        state.deal_hole("????")
    else:
        state.deal_board("??" * state.board_dealing_count)


def main() -> None:
    """Answer until the input ends."""
    for line in sys.stdin:
        request = json.loads(line)
        if request["what"] == "versions":
            answer: dict[str, Any] = {"PokerKit": version("pokerkit")}
        else:
            played = [play(hand) for hand in request["hands"]]
            answer = {"seconds": sum(seconds for seconds, _ in played), "seen": [seen for _, seen in played]}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
