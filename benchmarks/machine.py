"""The machine: what it is, how busy it is, one core of it, and the time that commands take."""

import os
import platform
import subprocess
from collections.abc import Sequence
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from time import perf_counter

from regretlab.compiled import fingerprint


def pin() -> int | None:
    """Keep this process and its children on one core; None where the system does not offer that."""
    if not hasattr(os, "sched_setaffinity"):
        return None
    core = max(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {core})
    return core


def facts(core: int | None) -> dict[str, str | int | None]:
    """What a reader needs to know to compare these figures with others."""
    return {
        "date": datetime.now(UTC).date().isoformat(),
        "processor": _processor(),
        "cores": os.cpu_count(),
        "pinned_to_core": core,
        "system": f"{platform.system()} {platform.machine()}",
    }


def versions() -> dict[str, str]:
    """Our side's versions."""
    return {
        "regretlab": f"{version('regretlab')}, sources {fingerprint()[:12]}",
        "Python": platform.python_version(),
        "numpy": version("numpy"),
        "numba": version("numba"),
    }


def load() -> float | None:
    """Processes that wanted to run, on average over the last minute."""
    return os.getloadavg()[0] if hasattr(os, "getloadavg") else None


def commands(command: Sequence[str | Path], times: int, **environment: str) -> list[float]:
    """Seconds of so many runs of a command, start of the process included; one that fails is the end."""
    seconds = []
    for _ in range(times):
        start = perf_counter()
        done = subprocess.run(command, capture_output=True, env={**os.environ, **environment}, check=False)
        seconds.append(perf_counter() - start)
        if done.returncode != 0:
            output = (done.stdout + done.stderr).decode(errors="replace")
            raise SystemExit(f"benchmarks: {' '.join(map(str, command))}: exit code {done.returncode}\n{output}")
    return seconds


def _processor() -> str:
    """The model's name, as Linux gives it; elsewhere as Python does."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text(encoding="utf-8").splitlines() if info.is_file() else []
    names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor()
