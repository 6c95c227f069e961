"""Compiled kernels: never stale, never fused, and there even where nothing can be kept."""

import os
import shutil
import subprocess
import sys

import numba
import numpy as np
import pytest

from regretlab.compiled import OPTIONS, fingerprint
from regretlab.registry import load_variant
from regretlab.sequence_form import kernels
from regretlab.sequence_form.arrays import NO_HISTORIES, Tree
from regretlab.sequence_form.solver import Solver, worth

PROGRAM = """
import numpy as np
from regretlab.registry import load_rules
from regretlab.sequence_form.arrays import Tree
from regretlab.sequence_form.compile import compile_game
from regretlab.sequence_form.sampled_kernels import bring_up_to_date
tree = Tree.of(compile_game("kuhn_poker", {}, load_rules("kuhn_poker", {})))
R, S = np.zeros((2, len(tree.entry_bounds) - 1))
R[11:18] = 2, -1, 0, 1, 2, -1, 0
bring_up_to_date(tree, R, S, 1.0)
print(S[11:18].tolist())
"""
"""A small kernel, compiled in a fraction of the time that the loop takes. It shares out by a function of another file."""

SHARED = "[0.5, 0.0, 0.0, 0.3333333333333333, 0.6666666666666666, 0.5, 0.5]\n"
"""At three infosets; between the first and the others is the empty sequence of the second player."""


def run(source, cache) -> str:
    """What the program prints, with these sources and this cache."""
    # Python's own cache of bytecode does look at size and date only: without it, this is about the kernels'.
    places = {"PYTHONPATH": str(source), "XDG_CACHE_HOME": str(cache), "PYTHONDONTWRITEBYTECODE": "1"}
    environment = {**os.environ, **places}
    done = subprocess.run([sys.executable, "-c", PROGRAM], env=environment, capture_output=True, text=True, check=True)
    return done.stdout


@pytest.fixture
def source(project, tmp_path):
    """A copy of the sources."""
    shutil.copytree(project / "src/regretlab", tmp_path / "src/regretlab", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path / "src"


def change(source, old, new, file="sequence_form/kernels.py"):
    """One place of a source is another one; size and date are the old ones."""
    path = source / "regretlab" / file
    text, before = path.read_text(), path.stat()
    assert text.count(old) == 1
    path.write_text(text.replace(old, new))
    assert path.stat().st_size == before.st_size
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))


def test_no_stale_kernel(source, tmp_path):
    """A function changed in one letter, of another file than the kernel: compiled anew. Changed back: as before."""
    cache = tmp_path / "cache"
    assert run(source, cache) == SHARED
    assert len(list((cache / "regretlab/kernels").iterdir())) == 1
    change(source, "else 1.0 / actions", "else 2.0 / actions")
    assert run(source, cache) != SHARED
    change(source, "else 2.0 / actions", "else 1.0 / actions")
    assert run(source, cache) == SHARED


def test_without_the_fingerprint_kernels_would_be_stale(source, tmp_path):
    """A kernel is found in the cache though a function that it calls has changed: numba looks at the kernel's own file."""
    change(source, "digest.hexdigest()", "'0' * 64          ", "compiled.py")
    assert run(source, tmp_path / "cache") == SHARED
    change(source, "else 1.0 / actions", "else 2.0 / actions")
    assert run(source, tmp_path / "cache") == SHARED


def test_without_a_cache(project, tmp_path):
    """Where the cache folder cannot be made, kernels are compiled and not kept; the numbers are the same."""
    (tmp_path / "cache").write_text("in the way")
    assert run(project / "src", tmp_path / "cache") == SHARED


def test_fingerprint_is_of_the_contents():
    """A SHA-256, the same when asked again."""
    assert len(fingerprint()) == 64
    assert fingerprint() == fingerprint()


def test_no_fused_operations(kuhn):
    """The machine code of the loop has multiplications and additions, and none that are fused."""
    tree = Tree.of(kuhn)
    solver = Solver(tree, load_variant("cfr"))
    (iterate,) = solver.iterates([1])
    worth(tree, solver.average(iterate))
    for function in (kernels.advance, kernels.evaluate):
        uncached = numba.njit(**OPTIONS)(function.py_func)
        uncached.compile(function.signatures[0])
        code = "\n".join(uncached.inspect_asm().values())
        assert "mulsd" in code or "mulpd" in code or "fmul" in code
        assert "fmadd" not in code
        assert "fmla" not in code


def test_subtracting_large_numbers_is_not_reassociated():
    """(1 + 1e-16) - 1 is 0 in the order written; a reassociated sum would keep the small part."""
    weights = np.array([1.0, 1e-16, 1e-16])
    kernels.average(_one_infoset(3), np.array([0.0, *weights]), sigma := np.zeros(4))
    assert sigma[1] == 1.0


def _one_infoset(actions: int) -> Tree:
    """The tree of one player with one infoset."""
    u = np.uint32
    return Tree(
        infoset_bounds=np.array([0, 1], u),
        sequence_bounds=np.array([0, 1 + actions], u),
        parent=np.array([0], u),
        first=np.array([1], u),
        end=np.array([1 + actions], u),
        entry_bounds=np.zeros(actions + 2, u),
        payoff=np.zeros(0),
        others=np.zeros((0, 1), u),
        alike_bounds=np.zeros(1, u),
        alike=np.zeros(0, u),
        alike_weight=np.zeros(0),
        histories=NO_HISTORIES,
    )
