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
from regretlab.registry import load_rules, load_variant
from regretlab.sequence_form.arrays import NO_HISTORIES, Tree
from regretlab.sequence_form.compile import compile_game
from regretlab.sequence_form.solver import Solver, worth
tree = Tree.of(compile_game("kuhn_poker", {}, load_rules("kuhn_poker", {})))
solver = Solver(tree, load_variant("cfr"))
(iterate,) = solver.iterates([100])
print(worth(tree, solver.average(iterate)).exploitability)
"""


def run(source, cache) -> str:
    """What the program prints, with these sources and this cache."""
    # Python's own cache of bytecode does look at size and date only: without it, this is about the kernels'.
    places = {"PYTHONPATH": str(source), "XDG_CACHE_HOME": str(cache), "PYTHONDONTWRITEBYTECODE": "1"}
    environment = {**os.environ, **places}
    done = subprocess.run([sys.executable, "-c", PROGRAM], env=environment, capture_output=True, text=True, check=True)
    return done.stdout


@pytest.mark.slow
def test_no_stale_kernel(project, tmp_path):
    """A source changed in one letter, with its old size and date: compiled anew. Changed back: as before."""
    source, cache = tmp_path / "src", tmp_path / "cache"
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(project / "src/regretlab", source / "regretlab", ignore=ignored)
    path = source / "regretlab/sequence_form/kernels.py"
    text, before = path.read_text(), path.stat()
    first = run(source, cache)
    assert first == "0.0256747358469481\n"
    assert len(list((cache / "regretlab/kernels").iterdir())) == 1

    def change(new):
        path.write_text(new)
        os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))

    change(text.replace("return max(0.0,", "return max(0.5,"))
    assert path.stat().st_size == before.st_size
    assert run(source, cache) != first
    change(text)
    assert run(source, cache) == first


@pytest.mark.slow
def test_without_a_cache(project, tmp_path):
    """Where the cache folder cannot be made, kernels are compiled and not kept; the numbers are the same."""
    (tmp_path / "cache").write_text("in the way")
    assert run(project / "src", tmp_path / "cache") == "0.0256747358469481\n"


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
