"""The guide docs/certify.md: each command that it shows is run as it stands, and says what the page says that it says."""

from __future__ import annotations

import csv
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from recheck_bundle import write_game
from recheck_games import entry, kuhn

PROJECT = Path(__file__).parents[2]
PAGE = (PROJECT / "docs/certify.md").read_text()

OPENSPIEL = "python validation/openspiel_policy.py kuhn_poker openspiel.csv --iterations 50"
"""Needs OpenSpiel; what it writes is validation/data/policies/kuhn_poker_2.csv, by the same solver and iterations."""


class Block(NamedTuple):
    kind: str
    text: str


BLOCKS = [Block(*found) for found in re.findall(r"^```([^\n]+)\n(.*?)\n```$", PAGE, re.MULTILINE | re.DOTALL)]


def commands() -> Iterator[tuple[str, str]]:
    """Each command with what is printed below it."""
    for kind, text in BLOCKS:
        if kind == "console":
            for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
                command, _, printed = part.partition("\n")
                yield command, printed


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which the page's commands can be run: its own tables, and what of the project they name."""
    folder = tmp_path_factory.mktemp("page")
    shutil.copytree(PROJECT / "config/games", folder / "config/games")
    shutil.copytree(PROJECT / "validation/data/policies", folder / "validation/data/policies")
    shutil.copyfile(PROJECT / "validation/data/policies/kuhn_poker_2.csv", folder / "openspiel.csv")
    write_game(folder / "results/kuhn-100k", {**entry("kuhn_poker"), "folder": "kuhn_poker"}, kuhn())
    for kind, text in BLOCKS:
        if kind.startswith("csv "):
            (folder / kind.split()[1]).write_text(text + "\n")
        elif kind == "python" and text.startswith("import csv"):
            subprocess.run([sys.executable, "-S", "-c", text], cwd=folder, check=True)
    return folder


def test_there_is_nothing_else_on_the_page() -> None:
    """Blocks are commands that are run, tables and programs that are written and run, and two that need other programs."""
    others = [b for b in BLOCKS if b.kind != "console" and not b.kind.startswith("csv ")]
    assert [b.text for b in others if b.kind == "sh"] == [OPENSPIEL]
    assert [b.text.split("\n")[0] for b in others if b.kind == "python"] == [
        "import csv",
        'found = environment.get_strategy(graph.current_strategy(), "linear-avg-iterate")[0].to_dict()',
    ]
    assert {b.kind for b in others} == {"sh", "python"}


def test_the_commands_say_what_the_page_says(place: Path) -> None:
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    environment = {"PATH": path, "PYTHONPATH": str(PROJECT / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
    found = []
    for command, printed in commands():
        done = subprocess.run(
            ["bash", "-c", command], cwd=place, env=environment, capture_output=True, text=True, check=False
        )
        assert done.stderr == "", command
        assert done.stdout.rstrip("\n") == printed.rstrip("\n"), command
        found.append(command)
    assert len(found) > 7
    report = json.loads((place / "kuhn.json").read_bytes())
    shown = re.search(r"## `--json FILE`(.*?)\n## ", PAGE, re.DOTALL)
    assert shown is not None
    assert re.findall(r"^\| `(\w+)`", shown[1], re.MULTILINE) == list(report)
    for key in ("game", "strategy"):
        assert [name for name in report[key] if f"`{name}`" not in shown[1]] == []


def test_the_page_says_what_openspiel_says() -> None:
    lines = (PROJECT / "validation/data/policies.csv").read_text().splitlines()[1:]
    row = next(csv.DictReader(lines))
    assert (row["game"], row["solver"], row["iterations"]) == (
        "kuhn_poker players=2 ranks=3",
        "pyspiel.CFRSolver",
        "50",
    )
    assert f"`value_0 {row['values'].split()[0]}` and `nash_conv {row['nash_conv']}`" in PAGE


def test_all_codes_are_on_the_page() -> None:
    listed = re.findall(r"`([a-z]+(?:-[a-z]+)+)`", PAGE.split("| code | what |")[1].split("\nExit codes")[0])
    sources = "".join(path.read_text() for path in sorted((PROJECT / "src/recheck/certify").glob("*.py")))
    used = re.findall(r'(?:Fault\(|_wrong\(|Fault\(\n\s+)"([a-z]+(?:-[a-z]+)+)"', sources)
    assert sorted(set(used)) == sorted(listed)
    assert len(listed) == 13
