"""Time the betting engine against PokerKit: who acts, what he may do, whether he does that, over hands of no-limit hold'em.

`betting.py --peer PYTHON`, the Python of an environment that has PokerKit. Both play the same hands on one core, batch by batch
in turn; before a time counts, they have to agree on every decision. Nothing here fails for being slow.
"""

import argparse
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import Any

import machine
from peer import Peer
from report import duration

from regretlab.betting.hand import Structure, play, start
from regretlab.betting.reason import why_raise, why_smallest
from regretlab.betting.round import FOLD, NOBODY, options
from regretlab.betting.street import Chips, Street
from regretlab.files import write_json

HERE = Path(__file__).parent
WORKER = HERE / "pokerkit_worker.py"
BLINDS = (1, 2, 0, 0, 0, 0)
STACK = 1_000
"""Nobody gets all in: there the two have different rules (docs/raise-rights.md)."""
HANDS, BATCHES = 200, 10
STRUCTURE = Structure((Street(2),) * 4, BLINDS, (0,) * len(BLINDS))
NAMES = ("SB", "BB", "UTG", "HJ", "CO", "BTN")


def main() -> None:
    """Measure, write betting.json, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--peer", type=Path, required=True, help="the Python that has PokerKit")
    parser.add_argument("--output", type=Path, default=HERE, help="folder of betting.json")
    given = parser.parse_args()
    core = machine.pin()
    results: dict[str, Any] = {"machine": machine.facts(core), "load_before": machine.load()}
    batches = [[hand(Random(batch * HANDS + number)) for number in range(HANDS)] for batch in range(BATCHES)]
    actions = [sum([len(one["actions"]) for one in batch]) for batch in batches]
    seconds: dict[str, list[float]] = {"PokerKit": [], "regretlab": [], "regretlab, with reasons": []}
    with Peer(given.peer, WORKER) as peer:
        results["versions"] = {**machine.versions(), **peer.ask("versions")}
        peer.ask("hands", hands=batches[0])
        for batch, count in zip(batches, actions, strict=True):
            answer = peer.ask("hands", hands=batch)
            if answer["seen"] != [seen(one["actions"]) for one in batch]:
                raise SystemExit("benchmarks: betting: not the same work: decisions differ")
            seconds["PokerKit"].append(answer["seconds"] / count)
            seconds["regretlab"].append(timed(batch, reasons=False) / count)
            seconds["regretlab, with reasons"].append(timed(batch, reasons=True) / count)
    results |= {"hands": HANDS * BATCHES, "decisions": sum(actions), "seconds": seconds, "load_after": machine.load()}
    write_json(given.output / "betting.json", results)
    ours = seconds["regretlab"]
    for who, found in seconds.items():
        ratio = median([other / own for other, own in zip(found, ours, strict=True)])
        print(
            f"{who:24} best {duration(min(found)):>8}  median {duration(median(found)):>8} a decision  {ratio:6.1f} times ours"
        )
    print(f"20 decisions of ours: {duration(20 * median(ours))}")


def hand(chance: Random) -> dict[str, Any]:
    """A hand in which nobody gets all in; mostly calls, so that there are many decisions."""
    now = start(STRUCTURE, (STACK,) * len(BLINDS))
    actions: list[Chips] = []
    while now.turn != NOBODY:
        may = options(now.round)
        draw = chance.random()
        small = may.low is not None and may.low + 20 < STACK / 8
        if draw < 0.15 and may.fold:
            action: Chips = FOLD
        elif draw < 0.35 and small and may.low is not None:
            action = may.low + chance.randrange(20)
        else:
            action = FOLD if may.call is None else may.call
        actions.append(action)
        now = play(now, action)
    return {"blinds": BLINDS, "stacks": [STACK] * len(BLINDS), "actions": actions}


def seen(actions: list[Chips]) -> list[Any]:
    """By decision: who acts, what a call costs, and the range of raises."""
    now, found = start(STRUCTURE, (STACK,) * len(BLINDS)), []
    for action in actions:
        may = options(now.round)
        due = 0 if may.call is None else may.call - now.round.bets[now.turn]
        found.append([now.turn, due, may.low, may.high])
        now = play(now, action)
    return found


def timed(batch: list[dict[str, Any]], reasons: bool) -> float:
    """Processor seconds for all decisions of hands, with or without the sentences that say why."""
    seconds = 0.0
    for one in batch:
        now = start(STRUCTURE, (STACK,) * len(BLINDS))
        begin = process_time()
        for action in one["actions"]:
            may = options(now.round)
            if not may.allow(action):
                raise SystemExit(f"benchmarks: betting: not the same work: {action} is not allowed")
            if reasons:
                why_raise(now.round, NAMES)
                if may.low is not None:
                    why_smallest(now.round)
            now = play(now, action)
        seconds += process_time() - begin
    return seconds


if __name__ == "__main__":
    main()
