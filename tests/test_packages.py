"""The packages: what imports what, what runs alone, and which sources Snakemake is told to watch."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from regretlab.sources import package_sources, sources


def lint_imports(folder: Path) -> subprocess.CompletedProcess[str]:
    """Run import-linter on a copy of the sources."""
    return subprocess.run(
        [Path(sys.executable).parent / "lint-imports", "--no-cache"],
        cwd=folder,
        env={"PYTHONPATH": str(folder / "src"), "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def copy(project, tmp_path):
    """A copy of the sources and of the contracts."""
    shutil.copytree(project / "src", tmp_path / "src", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copyfile(project / "pyproject.toml", tmp_path / "pyproject.toml")
    return tmp_path


@pytest.mark.parametrize(
    ("file", "line", "contract"),
    [
        ("recheck/walk.py", "import seal.names", "The three packages know nothing of each other"),
        ("seal/names.py", "import regretlab.files", "The three packages know nothing of each other"),
        ("recheck/walk.py", "import numpy", "recheck, seal and audit use the standard library only"),
        ("audit/__main__.py", "import yaml", "recheck, seal and audit use the standard library only"),
        ("seal/names.py", "import audit.verdict", "audit joins recheck and seal, and nobody knows it"),
        ("audit/verdict.py", "import regretlab.files", "audit knows nothing of what makes bundles"),
        ("regretlab/sequence_form/solver.py", "import regretlab.registry", "The loop knows no game and no variant"),
        ("regretlab/games/kuhn_poker.py", "import regretlab.sequence_form.game", "Games are rules and nothing else"),
        ("regretlab/variants/cfr.py", "import regretlab.sequence_form.solver", "Variants are update rules and nothing"),
        ("regretlab/variants/cfr.py", "import regretlab.variants.cfr_alternating", "No variant imports another"),
        ("regretlab/exact/linear.py", "import regretlab.stages.claims", "Nothing below the stages imports them"),
    ],
)
def test_each_boundary_is_watched(copy, file, line, contract):
    """An import across it breaks its contract."""
    path = copy / "src" / file
    path.write_text(path.read_text() + f"\n{line}\n")
    done = lint_imports(copy)
    assert done.returncode != 0
    broken = [shown for shown in done.stdout.splitlines() if shown.endswith("BROKEN")]
    assert any(shown.startswith(contract) for shown in broken), done.stdout


def test_boundaries_hold(copy):
    """As it stands, no contract is broken."""
    done = lint_imports(copy)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("package", ["recheck", "seal"])
@pytest.mark.parametrize("optimize", [(), ("-O",)])
def test_runs_where_nothing_else_can_be_imported(project, tmp_path, package, optimize):
    """Alone in a folder, with no site-packages and no environment: it starts, and knows its commands."""
    shutil.copytree(project / "src" / package, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__"))
    program = (
        f"import sys; sys.path.insert(0, {str(tmp_path)!r}); from {package}.__main__ import main\n"
        "import importlib.util as util\n"
        "print([name for name in ('regretlab', 'recheck', 'seal', 'numpy') if util.find_spec(name)])\n"
        "main(['--help'])\n"
    )
    done = subprocess.run(
        [sys.executable, *optimize, "-I", "-S", "-c", program], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(f"['{package}']\nusage: {package}")


def test_no_assert_in_what_must_hold_under_python_o(project):
    """recheck and seal raise."""
    for package in ("recheck", "seal"):
        for path in (project / "src" / package).rglob("*.py"):
            assert not [line for line in path.read_text().splitlines() if line.strip().startswith("assert")], path


def test_sources_are_what_a_module_imports():
    """Training depends on kernels and checkpoints, not on figures; the closed set has no file that is not there."""
    found = sources("regretlab.stages.train")
    assert {
        "src/regretlab/stages/train.py",
        "src/regretlab/sequence_form/kernels.py",
        "src/regretlab/variant.py",
        "src/regretlab/checkpoint.py",
        "src/regretlab/files.py",
        "src/regretlab/__init__.py",
    } <= set(found)
    assert not [path for path in found if "figures" in path or "claims" in path or path.endswith("cfr.py")]
    assert list(found) == sorted(found)


def test_sources_are_what_python_loads(project):
    """Python, asked to import a stage, loads no file of ours that is not among its sources."""
    for stage in ("train", "export", "equilibria", "distance", "claims", "gate", "report"):
        program = (
            f"import sys, regretlab.stages.{stage}\n"
            "print(*sorted(m.__file__ for n, m in sys.modules.items() if n.split('.')[0] == 'regretlab'), sep='\\n')"
        )
        loaded = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
        files = {Path(line).relative_to(project).as_posix() for line in loaded.splitlines()}
        assert files <= set(sources(f"regretlab.stages.{stage}")) | {"src/regretlab/stages/__init__.py"}, stage


def test_package_sources_are_all_files():
    """The page's template as well, but nothing that Python made."""
    found = package_sources("regretlab")
    assert "src/regretlab/stages/report.html" in found
    assert not [path for path in found if "__pycache__" in path]
