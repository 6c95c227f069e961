"""The figures of a run as tables: for the terminal, and as RESULTS.md."""

from collections.abc import Mapping, Sequence
from statistics import median
from typing import Any

Row = tuple[str, str, str, str, str]
HEADER: Row = ("", "best", "median", "ratio of bests", "median ratio of pairs")
OPENSPIEL = "OpenSpiel"
SHA256SUM = "sha256sum"
COLD, CACHED = "regretlab, no kernels cached", "regretlab, kernels cached"


def rows(results: Mapping[str, Any]) -> list[Row]:
    """All figures; ratios say how many times as long OpenSpiel takes, in alternating batches of one run."""
    found: list[Row] = []
    for compared in results["iteration"]:
        found += _compared(f"{compared['game']}, one iteration", compared["seconds"])
    for compared in results["sampled"]:
        found += _compared(f"{compared['game']}, one sampled iteration", compared["seconds"])
    study = results["study"]
    what = f"{study['study']}: {study['iterations']:,} iterations, {study['evaluations']:,} evaluations"
    found += _compared(what, study["seconds"])
    if results["recheck"]:
        found.append(_alone("recheck of one variant of that study", results["recheck"]))
    hashing = results["hashing"]
    found += _compared(f"hashes of a bundle of {hashing['bytes'] / 2**30:.0f} GiB", hashing["seconds"], SHA256SUM)
    if results["kuhn_bundle"]:
        found.append(_alone("hashes of the bundle of that study", results["kuhn_bundle"]))
    found += [_alone(f"start to first iterate: {who}", seconds) for who, seconds in results["start"].items()]
    return found


def break_even(results: Mapping[str, Any], start: str) -> str:
    """Iterations of Kuhn poker after which regretlab, started so, is ahead of OpenSpiel; two digits."""
    seconds = results["iteration"][0]["seconds"]
    behind = median(results["start"][start]) - median(results["start"][OPENSPIEL])
    exact = behind / (median(seconds[OPENSPIEL]) - median(seconds["cfr_alternating"]))
    return f"{float(f'{exact:.2g}'):,.0f}"


def table(results: Mapping[str, Any]) -> str:
    """Columns for the terminal."""
    lines = [HEADER, *rows(results)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(HEADER))]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if column == 0 else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    )


def markdown(results: Mapping[str, Any]) -> str:
    """RESULTS.md."""
    facts, versions = results["machine"], results["versions"]
    core = "not pinned" if facts["pinned_to_core"] is None else "pinned to one core"
    apart = max(compared["nash_conv_apart"] for compared in (*results["iteration"], results["study"]))
    ahead = {start: break_even(results, start) for start in (CACHED, COLD)}
    lines = [
        "# Speed against OpenSpiel",
        "",
        "Written by `benchmarks/run`; what the figures mean is in [README.md](README.md).",
        "Every single batch is in `results.json`.",
        "",
        f"{facts['date']}, {facts['processor']}, {facts['cores']} cores, {core}, {facts['system']}; "
        f"load average {_load(results['load_before'])} before and {_load(results['load_after'])} after.",
        "; ".join(f"{name} {version}" for name, version in versions.items()) + ".",
        "",
        *(_line(row) for row in (HEADER, ("---", "---:", "---:", "---:", "---:"), *rows(results))),
        "",
        "- Both sides did the same work: after the same number of iterations, nash_conv of OpenSpiel and of",
        f"  `cfr_alternating` was never further apart than {apart:.1e}.",
        "- Sampled runs from ten seeds each: our mean nash_conv was at most "
        f"{_factor(results['sampled']):.2f} times that of OpenSpiel.",
        f"- Of OpenSpiel's time per iteration, {duration(results['loop_overhead'])} is the call from Python.",
        "- Starts included, regretlab is ahead of OpenSpiel on two-player Kuhn poker after about",
        f"  {ahead[CACHED]} iterations with kernels cached, {ahead[COLD]} without.",
    ]
    memory = results["hashing"]["memory"]
    lines.append(
        f"- The audit's memory does not grow with a bundle: {memory['large'] / 1e6:.1f} MB for that of "
        f"{results['hashing']['bytes'] / 2**30:.0f} GiB, {memory['small'] / 1e6:.1f} MB for one of a 64th of that."
    )
    if not results["recheck"]:
        lines.append("- recheck was not timed: the study's results were not built.")
    return "\n".join(lines) + "\n"


def duration(seconds: float) -> str:
    """Three significant digits and a unit."""
    for size, unit in ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs")):
        if seconds >= size:
            return f"{_three(seconds / size)} {unit}"
    return f"{_three(seconds / 1e-9)} ns"


def _compared(what: str, seconds: Mapping[str, Sequence[float]], peer: str = OPENSPIEL) -> list[Row]:
    theirs = seconds[peer]
    found: list[Row] = [(f"{what}: {peer}", duration(min(theirs)), duration(median(theirs)), "", "")]
    for who, mine in seconds.items():
        if who != peer:
            pairs = median(a / b for a, b in zip(theirs, mine, strict=True))
            best = min(theirs) / min(mine)
            found.append((f"{what}: {who}", duration(min(mine)), duration(median(mine)), _three(best), _three(pairs)))
    return found


def _factor(sampled: Sequence[Mapping[str, Any]]) -> float:
    """The greatest ratio of our mean nash_conv to that of OpenSpiel."""
    ratios = []
    for means in (run["mean_nash_conv"] for run in sampled):
        (mine,) = (mean for who, mean in means.items() if who != OPENSPIEL)
        ratios.append(mine / means[OPENSPIEL])
    return max(ratios)


def _alone(what: str, seconds: Sequence[float]) -> Row:
    return (what, duration(min(seconds)), duration(median(seconds)), "", "")


def _three(number: float) -> str:
    return f"{number:,.0f}" if number >= 100 else f"{number:#.3g}"


def _load(load: float | None) -> str:
    return "unknown" if load is None else f"{load:.2f}"


def _line(row: Row) -> str:
    return "| " + " | ".join(row) + " |"
