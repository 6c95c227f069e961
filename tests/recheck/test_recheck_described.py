"""What a bundle says of its study besides: title and values of parameters follow from study.json, and every other is told."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from recheck_bundle import write_json

from recheck import codes
from recheck.semantics import check_descriptions

INFO, CRATE, STUDY = "bag-info.txt", "data/ro-crate-metadata.json", "data/results/little/study.json"
REAL, ASKED = "data/config/hands/real.phhs", "data/config/hands/cases.yaml"
CONTENT: dict[str, Any] = {
    "name": "little",
    "title": "A study  of\tgames ",
    "iterations": 100,
    "verification": "repeated",
    "games": [
        {"folder": "kuhn", "rules": "kuhn_poker", "parameters": {"players": 2, "ranks": 3}},
        {"folder": "own", "rules": "config/games/own.efg", "parameters": {}},
        {"folder": "leduc", "rules": "leduc_poker", "parameters": {"suit_isomorphism": True, "bets": [2, 4]}},
    ],
    "variants": [
        {"folder": "dcfr", "rule": "dcfr", "parameters": {"alpha": 1.5, "beta": "-inf", "gamma": 1e-05}},
        {"folder": "cfr", "rule": "cfr", "parameters": {}},
    ],
    "hands": [
        {"folder": "real", "file": "real.phhs", "kind": "records", "rules": "any raise", "chip": "0.25"},
        {"folder": "asked", "file": "cases.yaml", "kind": "questions", "rules": None, "chip": "25"},
    ],
}
VALUES = [
    ("iterations", 1, "iterations", 100),
    ("verification", 1, "verification", "repeated"),
    ("games", 1, "kuhn", "kuhn_poker players=2 ranks=3"),
    ("games", 2, "own", "config/games/own.efg"),
    ("games", 3, "leduc", "leduc_poker suit_isomorphism=true bets=[2,4]"),
    ("variants", 1, "dcfr", "dcfr alpha=1.5 beta=-inf gamma=1e-05"),
    ("variants", 2, "cfr", "cfr"),
    ("hands", 1, "real", "real.phhs rules=any raise chip=0.25"),
    ("hands", 2, "asked", "cases.yaml chip=25"),
]
OTHERS = [{"@id": "./", "@type": "Dataset"}, {"@id": "#parameter/games", "@type": "FormalParameter"}]


def entity(key: str, number: int, name: str, value: object) -> dict[str, Any]:
    called = {"@id": f"#value/{key}/{number}", "@type": "PropertyValue", "name": name, "value": value}
    return {**called, "exampleOfWork": {"@id": f"#parameter/{key}"}}


@pytest.fixture
def base(tmp_path: Path) -> Path:
    (tmp_path / "data/results/little").mkdir(parents=True)
    write_json(tmp_path / STUDY, CONTENT)
    (tmp_path / INFO).write_text("External-Identifier: little\nExternal-Description: A study of games\n")
    for folder, file in (("real", "real.phhs"), ("asked", "cases.yaml")):
        for path in (f"data/results/little/hands/{folder}/{file}", f"data/config/hands/{file}"):
            (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / path).write_text(f"of {folder}\n")
    graph = [*OTHERS, *(entity(*value) for value in VALUES)]
    (tmp_path / CRATE).write_text(json.dumps({"@context": [], "@graph": graph}))
    return tmp_path


def problems(base: Path) -> list[tuple[str | None, ...]]:
    return [(p.code, p.file, p.column, p.expected, p.found) for p in check_descriptions(base, "little").problems]


def test_what_follows_is_accepted(base: Path) -> None:
    ledger = check_descriptions(base, "little")
    assert ledger.problems == []
    assert {check.file: check.numbers for check in ledger.checks} == {
        STUDY: 0,
        INFO: 1,
        CRATE: 4 * len(VALUES),
        REAL: 0,
        ASKED: 0,
    }
    assert set(ledger.files) == {STUDY, INFO, CRATE, REAL, ASKED}


def test_a_study_without_games_has_no_iterations(base: Path) -> None:
    write_json(base / STUDY, {**CONTENT, "games": [], "variants": []})
    of_hands = [entity(*value) for value in VALUES if value[0] == "hands"]
    (base / CRATE).write_text(json.dumps({"@context": [], "@graph": [*OTHERS, *of_hands]}))
    assert problems(base) == []
    (base / CRATE).write_text(json.dumps({"@context": [], "@graph": [*OTHERS, *of_hands[:1]]}))
    told = (codes.FILES_DISAGREE, CRATE, "#value/hands/2", "cases.yaml chip=25", None)
    assert problems(base) == [told]


def test_hands_are_those_of_the_materials(base: Path) -> None:
    (base / REAL).write_text("of others\n")
    (base / ASKED).unlink()
    assert [(code, file) for code, file, *_ in problems(base)] == [
        (codes.FILES_DISAGREE, REAL),
        (codes.FILE_MISSING, ASKED),
    ]


@pytest.mark.parametrize("title", ["A study of game", "a study of games", "A study  of games"])
def test_another_title_is_told(base: Path, title: str) -> None:
    (base / INFO).write_text(f"External-Identifier: little\nExternal-Description: {title}\n")
    told = (codes.FILES_DISAGREE, INFO, "External-Description", "A study of games", title)
    assert problems(base) == [told]


def test_no_title_is_told(base: Path) -> None:
    (base / INFO).write_text("External-Identifier: little\n")
    assert [(code, column) for code, _, column, _, _ in problems(base)] == [
        (codes.FILES_DISAGREE, "External-Description")
    ]


Change = Callable[[dict[str, dict[str, Any]]], object]
CHANGES: dict[str, tuple[Change, str]] = {
    "iterations": (lambda of: of["#value/iterations/1"].update(value=101), "#value/iterations/1 value"),
    "a number as text": (lambda of: of["#value/iterations/1"].update(value="100"), "#value/iterations/1 value"),
    "another level": (lambda of: of["#value/verification/1"].update(value="certified"), "#value/verification/1 value"),
    "another parameter": (
        lambda of: of["#value/games/1"].update(value="kuhn_poker players=2 ranks=4"),
        "#value/games/1 value",
    ),
    "another rule": (lambda of: of["#value/variants/2"].update(value="cfr_plus"), "#value/variants/2 value"),
    "another folder": (lambda of: of["#value/variants/2"].update(name="dcfr"), "#value/variants/2 name"),
    "another kind": (
        lambda of: of["#value/games/2"].update(exampleOfWork={"@id": "#parameter/variants"}),
        "#value/games/2 exampleOfWork",
    ),
    "none": (lambda of: of.pop("#value/variants/2"), "#value/variants/2"),
    "no longer a value": (lambda of: of["#value/games/3"].update({"@type": "Thing"}), "#value/games/3 @type"),
    "one more": (lambda of: of.update({"x": entity("variants", 3, "cfr", "cfr")}), "#value/variants/3"),
    "one more in a list": (
        lambda of: of.update({"x": {**entity("games", 9, "x", "x"), "@type": ["PropertyValue", "Thing"]}}),
        "#value/games/9",
    ),
    "one more by an address": (
        lambda of: of.update(
            {"x": {**entity("x", 1, "x", "x"), "@id": "#x", "@type": "http://schema.org/PropertyValue"}}
        ),
        "#x",
    ),
    "one more by an address in a list": (
        lambda of: of.update(
            {"x": {**entity("x", 1, "x", "x"), "@id": "#x", "@type": ["Thing", "schema:PropertyValue"]}}
        ),
        "#x",
    ),
    "one more by its name": (
        lambda of: of.update({"x": {**entity("games", 9, "x", "x"), "@type": "Thing"}}),
        "#value/games/9",
    ),
}


@pytest.mark.parametrize("name", CHANGES)
def test_another_value_is_told(base: Path, name: str) -> None:
    change, column = CHANGES[name]
    content = json.loads((base / CRATE).read_text())
    entities = {one["@id"]: one for one in content["@graph"]}
    change(entities)
    (base / CRATE).write_text(json.dumps({**content, "@graph": list(entities.values())}))
    assert [told[:3] for told in problems(base)] == [(codes.FILES_DISAGREE, CRATE, column)]


NONE = ["", "[]", "{}", '{"@graph": 1}', '{"@graph": [1]}', '{"@graph": [{"@type": "PropertyValue"}]}', "[" * 100_000]


@pytest.mark.parametrize("text", NONE)
def test_what_is_no_crate_is_told(base: Path, text: str) -> None:
    (base / CRATE).write_text(text)
    assert [told[:2] for told in problems(base)] == [(codes.JSON_FORM, CRATE)]


@pytest.mark.parametrize("file", [INFO, CRATE, STUDY])
def test_what_is_not_there_is_told(base: Path, file: str) -> None:
    (base / file).unlink()
    assert [told[:2] for told in problems(base)] == [(codes.FILE_UNREADABLE, file)]
