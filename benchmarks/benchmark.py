"""Time regretlab against OpenSpiel, both in one run on one core, batch by batch in turn.

Every comparison first makes sure that both sides have done the same work. Nothing here fails for being slow.
"""

import argparse
from math import exp, log
from pathlib import Path
from statistics import fmean
from typing import Any

import hashing
import machine
import ours
from peer import Peer
from report import CACHED, COLD, OPENSPIEL, markdown, table

from regretlab.files import write_json, write_text

HERE = Path(__file__).parent
WORKER = HERE / "openspiel_worker.py"
ITERATIONS = {"kuhn_poker(players=2)": 100_000, "kuhn_poker(players=3)": 2_000}
"""By game: iterations of both programs."""
PROCESSES, BATCHES = 5, 10
"""OpenSpiel's time depends on the process by up to a quarter: each of several runs all iterations, in batches."""
REPETITIONS = 5
AGREEMENT = 1e-9
"""How far nash_conv may be apart after the same number of iterations of the same algorithm."""
SAMPLED = {
    ("ExternalSamplingMCCFRSolver", "external_sampling"): {
        "kuhn_poker(players=2)": 10_000,
        "leduc_poker": 10_000,
        "liars_dice": 2_000,
    },
    ("OutcomeSamplingMCCFRSolver", "outcome_sampling"): {
        "kuhn_poker(players=2)": 10_000,
        "leduc_poker": 10_000,
        "liars_dice": 10_000,
    },
}
"""By solver, ours and game: iterations of both programs."""
FACTOR = 1.5
"""By how much OpenSpiel's mean nash_conv of sampled runs may be less than ours after the same number of iterations."""


def main() -> None:
    """Measure everything; write the files; print the table."""
    options = _options()
    core = machine.pin()
    results: dict[str, Any] = {"machine": machine.facts(core), "load_before": machine.load()}
    with Peer(options.peer, WORKER) as peer:
        results["versions"] = {**machine.versions(), **peer.ask("versions")}
        results["loop_overhead"] = peer.ask("loop", n=1_000_000)["seconds"] / 1_000_000
    results["iteration"] = [compare_iterations(options.peer, *game) for game in ITERATIONS.items()]
    with Peer(options.peer, WORKER) as peer:
        results["sampled"] = [
            compare_sampled(peer, *pair, game, total)
            for pair, games in SAMPLED.items()
            for game, total in games.items()
        ]
        results["study"] = compare_study(peer)
    results["recheck"] = ours.recheck(REPETITIONS)
    results["start"] = {
        COLD: ours.cold_starts(REPETITIONS),
        CACHED: ours.warm_starts(REPETITIONS),
        OPENSPIEL: machine.commands([options.peer, HERE / "start_openspiel.py"], REPETITIONS),
    }
    results["hashing"] = hashing.hashing(REPETITIONS)
    results["kuhn_bundle"] = hashing.kuhn(REPETITIONS)
    results["load_after"] = machine.load()
    write_json(options.output / "results.json", results)
    write_text(options.output / "RESULTS.md", markdown(results))
    print(table(results))


def compare_iterations(python: Path, name: str, total: int) -> dict[str, Any]:
    """Processor seconds per iteration: batches of OpenSpiel's C++ CFR, next to each `total` of ours.

    Each process of OpenSpiel goes through the same iterations as ours once; ours repeats them in every pair, so
    that the halves of a pair are close together and noise hits both alike.
    """
    size = total // BATCHES
    game = ours.load(name)
    nash_conv = ours.nash_convs(game, "cfr_alternating", range(size, total + 1, size))
    for variant in ours.VARIANTS:
        ours.iterate(game, variant, total)
    seconds: dict[str, list[float]] = {OPENSPIEL: [], **{variant: [] for variant in ours.VARIANTS}}
    apart = 0.0
    for _ in range(PROCESSES):
        with Peer(python, WORKER) as peer:
            peer.ask("load", game=name)
            for expected in nash_conv:
                answer = peer.ask("iterate", n=size)
                seconds[OPENSPIEL].append(answer["seconds"] / size)
                apart = max(apart, abs(answer["nash_conv"] - expected))
                for variant in ours.VARIANTS:
                    seconds[variant].append(ours.iterate(game, variant, total)[0] / total)
    _agree(f"{name}, {total:,} iterations", apart)
    return {"game": name, "iterations": total, "nash_conv_apart": apart, "seconds": seconds}


def compare_sampled(peer: Peer, solver: str, variant: str, name: str, total: int) -> dict[str, Any]:
    """Processor seconds per iteration of Monte Carlo CFR, each time from another seed.

    The runs are of one method, not of one sequence of numbers, and OpenSpiel averages what it samples, where we average
    everything: ours have to be as good as its, by their mean nash_conv.
    """
    game = ours.load(name)
    ours.iterate(game, variant, total)
    seconds: dict[str, list[float]] = {OPENSPIEL: [], variant: []}
    logs: dict[str, list[float]] = {OPENSPIEL: [], variant: []}
    for seed in range(1, BATCHES + 1):
        peer.ask("load", game=name, solver=solver, seed=seed)
        answer = peer.ask("iterate", n=total)
        spent, nash_conv = ours.iterate(game, variant, total, seed=seed)
        for who, found, worth in ((OPENSPIEL, answer["seconds"], answer["nash_conv"]), (variant, spent, nash_conv)):
            seconds[who].append(found / total)
            logs[who].append(log(worth))
    means = {who: exp(fmean(found)) for who, found in logs.items()}
    if not means[variant] <= FACTOR * means[OPENSPIEL]:
        raise SystemExit(f"benchmarks: {name}, {variant}: not the same work: mean nash_conv {means}")
    return {"game": name, "iterations": total, "mean_nash_conv": means, "seconds": seconds}


def compare_study(peer: Peer) -> dict[str, Any]:
    """Seconds for all iterations of a study and all evaluations of its average and current strategy."""
    study, name = ours.study()
    game = ours.load(name)
    peer.ask("load", game=name)
    ours.train(study, game)
    seconds: dict[str, list[float]] = {OPENSPIEL: [], "regretlab": []}
    apart = 0.0
    for _ in range(REPETITIONS):
        answer = peer.ask("study", snapshots=study["snapshots"])
        seconds[OPENSPIEL].append(answer["seconds"])
        spent, nash_conv = ours.train(study, game)
        seconds["regretlab"].append(spent)
        apart = max(apart, *(abs(a - b) for a, b in zip(answer["nash_conv"], nash_conv, strict=True)))
    _agree(f"{study['name']}, {len(study['snapshots']):,} evaluations", apart)
    return {
        "study": study["name"],
        "iterations": study["iterations"],
        "evaluations": len(study["snapshots"]),
        "nash_conv_apart": apart,
        "seconds": seconds,
    }


def _agree(what: str, apart: float) -> None:
    if not apart <= AGREEMENT:
        raise SystemExit(f"benchmarks: {what}: not the same work: nash_conv differs by {apart}")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--peer", type=Path, required=True, help="the Python that has OpenSpiel")
    parser.add_argument("--output", type=Path, default=HERE, help="folder of results.json and RESULTS.md")
    return parser.parse_args()


if __name__ == "__main__":
    main()
