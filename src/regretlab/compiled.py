"""Compiled kernels, and a cache of them that cannot be stale.

numba keeps compiled code per source file, and looks whether that file has changed; it does not see that a kernel calls a function
of another file that has. So the cache folder is named after a fingerprint of all of this package's sources: change one letter
anywhere and every kernel is compiled anew.

The arithmetic is plain IEEE 754 in the order written: `fastmath` is off, so nothing is reassociated and nothing is contracted to
a fused multiply-add, and results are the same bits on every machine.
"""

import hashlib
import os
from pathlib import Path
from typing import Any

import numba
from numba import config

PACKAGE = Path(__file__).parent
OPTIONS: dict[str, Any] = {"fastmath": False, "error_model": "numpy"}


def fingerprint() -> str:
    """SHA-256 over the names and contents of all sources of this package."""
    digest = hashlib.sha256()
    for source in sorted(PACKAGE.rglob("*.py")):
        content = source.read_bytes()
        digest.update(f"{source.relative_to(PACKAGE).as_posix()} {len(content)}\n".encode())
        digest.update(content)
    return digest.hexdigest()


def kernel(function: Any) -> Any:
    """Compile `function` on first use; keep the machine code if the cache folder can be written."""
    return numba.njit(cache=_CACHED, **OPTIONS)(function)


def inlined(function: Any) -> Any:
    """Part of a kernel of the same file: compiled into each caller, at no cost of a call."""
    return numba.njit(inline="always", **OPTIONS)(function)


def _open_cache() -> bool:
    """Point numba to the folder of these sources; false if it cannot be written."""
    home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    folder = home / "regretlab" / "kernels" / fingerprint()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    config.CACHE_DIR = str(folder)  # type: ignore[attr-defined]
    return os.access(folder, os.W_OK)


_CACHED = _open_cache()
