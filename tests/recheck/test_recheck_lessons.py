"""Lessons: what is published of them is derived or refused, each part by the check that is meant."""

from __future__ import annotations

import csv
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from recheck_bundle import study_content, variant_entry
from recheck_games import entry
from recheck_lessons import RAISED, SHORT, TINY, tables, uneven, write_taught
from recheck_spoil import edit_cell, edit_json, moved

from recheck.lessons.deals import Cards

GAMES = {"tiny": TINY, "raised": RAISED, "short": SHORT}


def study_of(game: dict[str, Any], **changes: Any) -> dict[str, Any]:
    return study_content(
        [entry("willow", **game)], **{"variants": [variant_entry("dcfr", ["game"])], "lessons": "dcfr", **changes}
    )


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("lessons")
    return {name: write_taught(folder / name, game, study_of(game)) for name, game in GAMES.items()}


@pytest.fixture
def raised(made: dict[str, Path], tmp_path: Path) -> Path:
    return Path(shutil.copytree(made["raised"], tmp_path / "raised"))


@pytest.mark.parametrize("name", GAMES)
def test_lessons_by_brute_force_are_derived(made: dict[str, Path], verify, name: str) -> None:
    found = verify("lessons", made[name], "game")
    assert (found.code, found.report["problems"]) == (0, [])
    assert (found.report["level"], found.report["subject"]) == ("derived", "game/lessons")
    tables = [f"game/lessons/{table}.csv" for table in ("bets", "ends", "ranking", "street1", "up")]
    assert list(found.report["files"]) == ["game/dcfr/strategy.csv", *tables, "study.json"]
    for check in found.report["checks"]:
        assert check["numbers"], check
        assert check["largest_difference"] < 1e-14


def test_the_tables_are_about_something(made: dict[str, Path]) -> None:
    """Cells that are empty, bluffs, folds and a game whose second street is not always played."""
    rows = tables(RAISED, uneven)
    assert [row for row in rows["street1"] if row[-1] is None]
    assert [row for row in rows["bets"] if row[4] and row[5]]
    assert {row[:2] for row in rows["bets"]} == {(0, "bet 2"), (0, "bet 8"), (0, "raise 8"), (1, "raise 8")} - {
        (0, "raise 8")
    }
    short = tables(SHORT, uneven)
    assert {row[1] for row in short["bets"] if row[0] == 0} == {"bet 2"}
    assert sum(row[2] for row in short["ends"]) == 1


def test_the_order_of_all_hands_is_that_of_the_rules() -> None:
    """As rules of the game list it: pairs from AA down, then by difference, then by the higher rank, A counting 1."""
    expected = ["AA", *(rank * 2 for rank in "QJT98765432"), "QA", "Q2", "JA", "Q3", "J2", "TA"]
    rows = list(Cards(12, 3).ranking())
    hands = [row[1] for row in rows]
    assert hands[: len(expected)] == expected
    twos = ["QT", "J9", "T8", "97", "86", "75", "64", "53", "42", "3A"]
    ones = ["QJ", "JT", "T9", "98", "87", "76", "65", "54", "43", "32", "2A"]
    assert hands[-21:] == twos + ones
    assert len(rows) == 78
    # AA: 3 sets; it beats all 561 sets of the other 34 cards, of which none is another AA.
    assert rows[0] == ("1", "AA", "pair", "3", "561", "0", "0", "1.0")
    # 2A: 9 sets; of the sets of 34 cards 2 x 2 are 2A too, all others are stronger.
    assert rows[-1] == ("78", "2A", "1", "9", "0", "4", "557", repr(2 / 561))


OF_RANKING, OF_STRATEGY = "order of all hands", "strategy that lessons are drawn from"
SUMS, VALUES, PROBABILITIES = (
    "probabilities of an infoset sum to 1",
    "values by the strategy",
    "probabilities by the strategy",
)
FAULTS: list[tuple[str, int, str, Callable[[str], str], set[str]]] = [
    ("ranking", 3, "hand", lambda _: "QA", {OF_RANKING}),
    ("ranking", 3, "ways", lambda text: str(int(text) + 1), {OF_RANKING}),
    ("ranking", 3, "equity", moved(1e-15), {OF_RANKING}),
    ("street1", 2, "reach", moved(1e-9), {PROBABILITIES}),
    ("street1", 2, "probability", moved(1e-9), {PROBABILITIES}),
    ("street1", 2, "value", moved(1e-9), {VALUES}),
    ("street1", 2, "value", lambda _: "", {VALUES}),
    ("street1", 2, "value", lambda _: "nan", {VALUES}),
    ("street1", 2, "value", lambda _: "1e999", {VALUES}),
    ("street1", 2, "value", lambda text: f"{text}0", {VALUES}),
    ("street1", 2, "action", lambda _: "bet 5", {PROBABILITIES}),
    ("street1", 2, "player", lambda _: "1", {PROBABILITIES}),
    ("up", 1, "reach", moved(1e-9), {PROBABILITIES}),
    ("up", 1, "equity", moved(1e-9), {PROBABILITIES}),
    ("up", 1, "value", moved(1e-9), {VALUES}),
    ("bets", 1, "possible", moved(1e-9), {PROBABILITIES}),
    ("bets", 1, "bluffs", moved(1e-9), {PROBABILITIES}),
    ("bets", 1, "folds", moved(1e-9), {PROBABILITIES}),
    ("bets", 1, "pot", moved(1e-9), {VALUES}),
    ("bets", 1, "added", moved(1e-9), {VALUES}),
    ("bets", 1, "value", moved(1e-9), {VALUES}),
    ("ends", 5, "reach", moved(1e-9), {PROBABILITIES}),
    ("ends", 5, "gain", moved(1e-9), {VALUES}),
    ("ends", 5, "end", lambda _: "show", {PROBABILITIES}),
]


@pytest.mark.parametrize(("table", "row", "column", "change", "failed"), FAULTS)
def test_a_cell_that_is_wrong(
    raised: Path, verify, table: str, row: int, column: str, change: Callable[[str], str], failed: set[str]
) -> None:
    edit_cell(raised / f"game/lessons/{table}.csv", row, column, change)
    found = verify("lessons", raised, "game")
    assert (found.code, found.failed) == (1, failed)
    assert found.has(f"game/lessons/{table}.csv", row, column)
    problem = found.report["problems"][0]
    assert problem["found"] is not None


@pytest.mark.parametrize("table", ["ranking", "street1", "up", "bets", "ends"])
def test_rows_and_columns_that_are_not_due(raised: Path, verify, table: str) -> None:
    path = raised / f"game/lessons/{table}.csv"
    text = path.read_text()
    lines = text.splitlines()
    for changed in (
        [lines[0], lines[2], lines[1], *lines[3:]],
        lines[:-1],
        [*lines, lines[-1]],
        [lines[0] + ",more", *[line + ",1" for line in lines[1:]]],
        [lines[0].replace(",", ",x", 1), *lines[1:]],
        [*lines[:-1], lines[-1] + ",1"],
    ):
        path.write_text("\n".join(changed) + "\n")
        found = verify("lessons", raised, "game")
        assert found.code == 1
        assert {problem["file"] for problem in found.report["problems"]} == {f"game/lessons/{table}.csv"}
    path.write_bytes(text.encode() + b"\xff")
    assert verify("lessons", raised, "game").code == 1
    path.unlink()
    found = verify("lessons", raised, "game")
    assert [(p["file"], p["message"]) for p in found.report["problems"]] == [
        (f"game/lessons/{table}.csv", "cannot be read")
    ]


def test_a_cell_where_play_never_comes_is_empty(raised: Path, verify) -> None:
    path = raised / "game/lessons/street1.csv"
    with path.open() as stream:
        row = next(n for n, cells in enumerate(csv.DictReader(stream), 1) if not cells["value"])
    edit_cell(path, row, "value", lambda _: "0.0")
    found = verify("lessons", raised, "game")
    assert found.messages == {(row, "is not empty, though play never comes here")}


@pytest.mark.parametrize(
    ("change", "failed"),
    [
        (lambda _: "-0.5", {OF_STRATEGY}),
        (lambda _: "nan", {OF_STRATEGY}),
        (lambda _: "", {OF_STRATEGY}),
        (lambda text: repr(float(text) / 2 + 0.125), {SUMS}),
    ],
)
def test_a_strategy_that_is_none(raised: Path, verify, change: Callable[[str], str], failed: set[str]) -> None:
    edit_cell(raised / "game/dcfr/strategy.csv", 4, "probability", change)
    found = verify("lessons", raised, "game")
    assert (found.code, found.failed) == (1, failed)
    assert found.has("game/dcfr/strategy.csv", None, "probability")


def test_a_strategy_of_other_numbers(raised: Path, verify) -> None:
    """It is one, but the tables are not drawn from it."""
    path = raised / "game/dcfr/strategy.csv"
    lines = path.read_text().splitlines()
    n = next(n for n, line in enumerate(lines[1:-1], 1) if line.endswith(",fold,1.0") and lines[n + 1].endswith(",0.0"))
    lines[n], lines[n + 1] = lines[n][:-3] + "0.0", lines[n + 1][:-3] + "1.0"
    path.write_text("\n".join(lines) + "\n")
    found = verify("lessons", raised, "game")
    assert found.code == 1
    assert found.failed <= {VALUES, PROBABILITIES}


@pytest.mark.parametrize(
    ("lessons", "game"),
    [
        ("cfr", TINY),
        (1, TINY),
        (["dcfr"], TINY),
        ("dcfr", {**TINY, "players": 3}),
        ("dcfr", {**TINY, "suit_isomorphism": False}),
    ],
)
def test_lessons_of_nothing_are_refused(tmp_path: Path, verify, lessons: object, game: dict[str, Any]) -> None:
    study = write_taught(tmp_path / "study", TINY, study_of(game, lessons=lessons))
    found = verify("lessons", study, "game")
    assert (found.code, found.failed) == (2, {"study"})
    assert found.has("study.json", None, "lessons")


@pytest.mark.parametrize(
    ("game", "column"),
    [
        ({**TINY, "ranks": 13}, "ranks"),
        ({**TINY, "ranks": "4"}, "ranks"),
        ({**TINY, "ranks": 2, "suits": 1}, "parameters"),
        ({**TINY, "stacks": [1, 2, 3]}, "parameters"),
        ({**TINY, "street2": [2, 1]}, "street2"),
        ({**TINY, "ranks": 12, "street1": [*range(1, 11)], "street2": [*range(2, 21)], "raises": 19}, "parameters"),
    ],
)
def test_parameters_of_no_game(raised: Path, verify, game: dict[str, Any], column: str) -> None:
    edit_json(raised / "study.json", "games", [entry("willow", **game)])
    found = verify("lessons", raised, "game")
    assert (found.code, found.failed) == (2, {"lessons asked for"})
    assert found.has("study.json", None, column)


def test_no_lessons_of_that_game(raised: Path, verify) -> None:
    found = verify("lessons", raised, "other")
    assert found.code == 2
    edit_json(raised / "study.json", "lessons", None)
    found = verify("lessons", raised, "game")
    assert (found.code, found.messages) == (2, {(None, "no lessons are drawn from this game")})
