"""Fixtures: a little study made once, a copy of it to spoil, and recheck in this process."""

from __future__ import annotations

import functools
import json
import re
import shutil
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from recheck_bundle import write_study
from recheck_certifying import Told
from recheck_change import Change, mend, without
from recheck_prover import BOTH, GAME
from recheck_whole import write_little, write_motley

from recheck import codes
from recheck.__main__ import main
from recheck.game import Game
from recheck.plans import payoff_matrix
from recheck.semantics import check_semantics
from recheck.variants.known import made
from recheck.variants.rule import Rule
from recheck.walk import State, iterate


@functools.cache
def matrix() -> list[list[int]]:
    return payoff_matrix(GAME, BOTH)


@functools.cache
def states_of_kuhn(name: str, stops: frozenset[int]) -> list[State]:
    return list(iterate(GAME, made(name), set(stops)))


def states(game: Game, rule: Rule, stops: set[int]) -> Iterator[State]:
    """What is derived of three-rank Kuhn poker is the same for every spoiled copy."""
    name = next((name for name in ("cfr", "cfr_alternating") if rule == made(name)), None)
    known = name and game.infosets == GAME.infosets and game.outcomes == GAME.outcomes
    return iter(states_of_kuhn(name, frozenset(stops))) if known else iterate(game, rule, stops)


class Verified(NamedTuple):
    code: int
    report: dict[str, Any]
    printed: str

    def has(self, file: str, row: int | None, column: str | None) -> bool:
        """Whether a problem names this file, row and column (None: any)."""
        return any(
            p["file"] == file and row in (None, p["row"]) and column in (None, p["column"])
            for p in self.report["problems"]
        )

    @property
    def failed(self) -> set[str]:
        """The names of the checks that did not pass."""
        return {check["name"] for check in self.report["checks"] if not check["passed"]}

    @property
    def messages(self) -> set[tuple[int | None, str]]:
        """Row and message of each problem."""
        return {(p["row"], p["message"]) for p in self.report["problems"]}

    @property
    def places(self) -> Counter[tuple[int | None, str | None, str]]:
        """Row, column and tolerance, to two digits, of each problem; all must be differences of floats."""
        messages = [re.fullmatch(r"differs by \S+, more than (\S+)", p["message"]) for p in self.report["problems"]]
        assert all(messages), self.report["problems"]
        tolerances = [f"{float(match[1]):.2g}" for match in messages if match]
        return Counter((p["row"], p["column"], t) for p, t in zip(self.report["problems"], tolerances, strict=True))


@pytest.fixture(scope="session")
def pristine(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_study(tmp_path_factory.mktemp("recheck") / "little")


@pytest.fixture(scope="session")
def unsynced() -> Any:
    """Waiting for the disk is most of the time, and nothing here is to outlive the machine."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("regretlab.files.os.fsync", lambda descriptor: None)
        yield


@pytest.fixture(scope="session")
def whole(unsynced: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Kuhn poker with all that a bundle has."""
    return write_little(tmp_path_factory.mktemp("whole") / "little")


@pytest.fixture(scope="session")
def motley(unsynced: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All kinds of games and variants with all that a bundle has."""
    return write_motley(tmp_path_factory.mktemp("whole") / "motley")


@pytest.fixture
def study(pristine: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(pristine, tmp_path / "little"))


@pytest.fixture
def verify(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch):
    """Run a command on a study and read its report."""
    # Waiting for the disk is most of the time; test_recheck_report.py watches that it is done.
    monkeypatch.setattr("recheck.report.os.fsync", lambda descriptor: None)
    # What is derived from the rules alone is the same for every spoiled copy.
    monkeypatch.setattr("recheck.equilibria.payoff_matrix", lambda game, both: matrix())
    monkeypatch.setattr("recheck.run.iterate", states)

    def run(*arguments: object) -> Verified:
        report = tmp_path / "report.json"
        report.unlink(missing_ok=True)
        code = main([*map(str, arguments), "--report", str(report)])
        return Verified(code, json.loads(report.read_bytes()), capsys.readouterr().out)

    return run


@pytest.fixture
def run(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch):
    """Certify a table with this content; give what was told."""
    monkeypatch.setattr("recheck.report.os.fsync", lambda descriptor: None)

    def certified(of_game: object, content: str | bytes, *options: object) -> Told:
        path, report = tmp_path / "table.csv", tmp_path / "report.json"
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        report.unlink(missing_ok=True)
        try:
            code = main(["certify", str(of_game), str(path), "--json", str(report), *map(str, options)])
        except SystemExit as left:
            code = int(str(left.code))
        captured = capsys.readouterr()
        found = json.loads(report.read_bytes()) if report.exists() else {}
        return Told(code, captured.out, captured.err, found)

    return certified


@pytest.fixture(scope="session")
def copies(tmp_path_factory: pytest.TempPathFactory) -> dict[Path, Path]:
    """Copies of bundles to be spoiled, by the bundles; whoever spoils one mends it."""
    return {}


@pytest.fixture
def spoiled(
    request: pytest.FixtureRequest,
    copies: dict[Path, Path],
    tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
):
    """A copy of a bundle in which one thing is changed; all its problems but those of figures and, unless asked, of the page."""
    source: Path | None = None
    without(monkeypatch, "drawings")

    def copy(
        change: Change, of: str = "little", page: bool = False
    ) -> set[tuple[str | None, str | None, int | None, str | None]]:
        nonlocal source
        if not page:
            without(monkeypatch, "page")
        source = request.getfixturevalue("whole" if of == "little" else "motley")
        if source not in copies:
            copies[source] = Path(shutil.copytree(source, tmp_path_factory.mktemp("copy") / of))
        change(copies[source])
        ledger = check_semantics(copies[source])
        assert not ledger.passed
        assert all(problem.code in codes.MEANINGS for problem in ledger.problems)
        return {(p.code, p.file, p.row, p.column) for p in ledger.problems}

    yield copy
    if source is not None:
        mend(copies[source], source)
