r"""What bagit and sha256sum say of the damage that the audit's self-test does to a bundle; writes data/mutants.csv.

By hand, in the environment of the validators (make .venv/validators.stamp), with the sources on the path:

    PYTHONPATH=src .venv/validators/bin/python validation/mutants.py \
        bundles/kuhn-100k bundles/last-iterates bundles/games bundles/raise-rights bundles/real-hands bundles/willow

A mutation that the first bundle has no files for is tried on the next one.
"""

import csv
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path

from audit.selftest.mutation import EXPECT, LEVELS, InapplicableError, Mutation
from audit.selftest.trial import MUTATIONS, NOT_TRIED, Bench

TARGET = Path(__file__).parent / "data" / "mutants.csv"
HEADER = ("mutation", "group", "description", "level", "code", "bagit", "sha256sum")
SECONDS = 20
"""Who reads a pipe waits for ever."""

BAGIT = ([sys.executable, "-m", "bagit", "--validate", "."],)
SHA256SUM = tuple(
    ["sha256sum", "--check", "--strict", "--quiet", name] for name in ("manifest-sha256.txt", "tagmanifest-sha256.txt")
)


def main() -> int:
    sources = [Path(argument) for argument in sys.argv[1:]]
    with tempfile.TemporaryDirectory() as folder:
        benches = [Bench(source, Path(tempfile.mkdtemp(dir=folder))) for source in sources]
        for bench in benches:
            for commands in (BAGIT, SHA256SUM):
                assert said(commands, bench.bundle.folder) == "accepted", (bench.bundle.source, commands)
        rows = []
        for mutation in MUTATIONS:
            rows.append(row(benches, mutation))
            print(*rows[-1], sep="  ", flush=True)
    coreutils = subprocess.run(["sha256sum", "--version"], capture_output=True, text=True, check=True).stdout.split(
        "\n"
    )
    with TARGET.open("w", newline="\n") as stream:
        stream.write(f"# bagit {version('bagit')}, {coreutils[0]} by validation/mutants.py\n")
        csv.writer(stream, lineterminator="\n", quoting=csv.QUOTE_NONE).writerows([HEADER, *rows])
    return 0


def row(benches: Sequence[Bench], mutation: Mutation) -> tuple[str, ...]:
    """What all say of one mutation; nothing, if it could be made in none of the bundles."""
    described = (mutation.name, mutation.group, mutation.description.replace("%", "%25").replace(",", "%2C"))
    for bench in benches:
        trial = bench.attempt(mutation, LEVELS[-1])
        if trial.outcome != NOT_TRIED:
            expected = [(at, code) for at, code in trial.found if not mutation.codes or code in mutation.codes]
            level, code = (expected or trial.found or [("", trial.outcome)])[0]
            level = EXPECT if mutation.level == EXPECT else level
            return (*described, level, code, others(bench, mutation, BAGIT), others(bench, mutation, SHA256SUM))
    return (*described, "", "", "", "")


def others(bench: Bench, mutation: Mutation, commands: Sequence[Sequence[str]]) -> str:
    """What another program says of it, if it is one for folders."""
    if mutation.group in ("zip", "tar.gz"):
        return ""
    try:
        mutation.apply(bench.bundle)
        return said(commands, bench.bundle.folder)
    except InapplicableError:
        return ""
    finally:
        bench.bundle.restore()


def said(commands: Sequence[Sequence[str]], folder: Path) -> str:
    """`accepted`, `refused`, or that the program crashes or hangs."""
    for command in commands:
        try:
            ran = subprocess.run(
                command,
                cwd=folder,
                env={**os.environ, "PYTHONPATH": ""},
                capture_output=True,
                timeout=SECONDS,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return "hangs"
        if b"Traceback" in ran.stderr:
            return "crashes"
        if ran.returncode:
            return "refused"
    return "accepted"


if __name__ == "__main__":
    sys.exit(main())
