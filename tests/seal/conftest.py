"""Fixtures: a project to seal, in this process and by processes of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from seal.__main__ import main

from sealing import FIGURE, SOURCE, STRATEGY, TRAJECTORY, Project, Ran


@pytest.fixture
def project(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Project:
    # Waiting for the disk is most of the time of these tests; test_seal_write.py watches that it is done.
    monkeypatch.setattr("seal.write.os.fsync", lambda descriptor: None)

    def run_main(*arguments: str) -> Ran:
        capsys.readouterr()
        code = main(arguments)
        said = capsys.readouterr()
        return Ran(code, said.out.splitlines(), said.err.splitlines())

    made = Project(tmp_path / "project", run_main)
    made.write(TRAJECTORY, b"iteration,value,gain_0\n1,0.5,0.25\n10,-0.125,0.0625\n100,0.1,0.0123\n")
    made.write(STRATEGY, b"player,infoset,action,probability\n0,0,pass,0.75\n0,0,bet,0.25\n")
    made.write(FIGURE, b"<svg/>\n")
    made.write("results/toy/study.json", b"{}\n")
    made.write("config/toy.yaml", b"name: toy\n")
    made.write("config/lock.txt", b"nothing\n")
    return made


@pytest.fixture
def python() -> Callable[..., subprocess.CompletedProcess[str]]:
    """Run `python -m seal` as a process of its own."""

    def run(
        *arguments: str, options: tuple[str, ...] = (), code: str | None = None, **environment: str
    ) -> subprocess.CompletedProcess[str]:
        program = ["-m", "seal"] if code is None else ["-c", code]
        return subprocess.run(
            [sys.executable, *options, *program, *arguments],
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
            env={**os.environ, "PYTHONPATH": str(SOURCE), **environment},
        )

    return run
