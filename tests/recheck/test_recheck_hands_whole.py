"""A study of hands passes all levels, and what is changed in it is told by code, file, row and column."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from recheck_bundle import write_json
from recheck_dealt import ENTRIES, REAL, RIGHTS, write_hands
from recheck_spoil import ROWS, edit_cell

from recheck import codes, truth
from recheck.ledger import Ledger
from recheck.semantics import check_semantics
from recheck.semantics.tree import check_tree, due_files

HANDS, DECISIONS, COUNTS = f"{REAL}/hands.csv", f"{REAL}/decisions.csv", f"{REAL}/counts.csv"
ANSWERS, RECORD, QUESTIONS = f"{RIGHTS}/answers.csv", f"{REAL}/real.phhs", f"{RIGHTS}/raise-rights.yaml"
FIGURE = f"figures/{RIGHTS}/S6.svg"

pytestmark = pytest.mark.heavy  # Each change is looked for by a check of the whole study.

Change = Callable[[Path], None]


@pytest.fixture(scope="module")
def dealt(unsynced: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Real hands and questions, as regretlab writes them."""
    return write_hands(tmp_path_factory.mktemp("whole") / "dealt")


@pytest.fixture
def copy(dealt: Path, tmp_path: Path) -> Path:
    """A copy to be spoiled."""
    return Path(shutil.copytree(dealt, tmp_path / "dealt"))


def places(ledger: Ledger) -> set[tuple[str | None, str | None, int | None, str | None]]:
    assert all(problem.code in codes.MEANINGS for problem in ledger.problems)
    return {(problem.code, problem.file, problem.row, problem.column) for problem in ledger.problems}


def row_of(folder: Path, file: str, **where: str) -> int:
    """The number of the first row with these cells."""
    header, *rows = [line.split(",") for line in (folder / file).read_text().splitlines()]
    return 1 + next(n for n, cells in enumerate(rows) if where.items() <= dict(zip(header, cells, strict=True)).items())


def test_a_study_of_hands_passes(dealt: Path) -> None:
    """All files are there, agree, and are derived again; nothing of games is asked for."""
    ledger = check_semantics(dealt)
    assert (ledger.problems, ledger.level) == ([], "consistent")
    assert truth.subjects(dealt) == [RIGHTS, REAL, "claims"]
    for subject in truth.subjects(dealt):
        derived = truth.derive(dealt, subject)
        assert (derived.problems, truth.differences(dealt, subject, derived), derived.level) == ([], [], "derived")
    names = {check.name for check in ledger.checks}
    assert {"records", "questions", "timeline", "answers that the timelines give"} <= names


def test_reports_are_on_the_file_and_its_tables(dealt: Path) -> None:
    for subject, files in ((RIGHTS, [ANSWERS, QUESTIONS]), (REAL, [HANDS, DECISIONS, COUNTS, RECORD])):
        report = json.loads((dealt / f"verification/{subject}/python.json").read_text())
        assert set(report["files"]) == {"study.json", *files}
        compared = {check["file"]: check["numbers"] for check in report["checks"]}
        assert all(compared[file] for file in files)


CELLS = [
    (HANDS, {"hand": "7"}, "verdict", "illegal action", codes.FILES_DISAGREE),
    (HANDS, {"hand": "7"}, "verdict", "good", codes.CELL_FORM),
    (HANDS, {"hand": "7"}, "won", "0|0|2300000|0|0", codes.SUM_WRONG),
    (HANDS, {"hand": "7"}, "rake", "1", codes.SUM_WRONG),
    (HANDS, {"hand": "7"}, "decisions", "12", codes.FILES_DISAGREE),
    (HANDS, {"hand": "7"}, "players", "6", codes.FILES_DISAGREE),
    (HANDS, {"hand": "7"}, "board", "3s 7h Ks 8s 3s", codes.CELL_RANGE),
    (HANDS, {"hand": "7"}, "board", "3s 7h Ks 8s 1h", codes.CELL_FORM),
    (HANDS, {"hand": "7"}, "line", "76", codes.TABLE_ROWS),
    (HANDS, {"hand": "7"}, "hand", "6", codes.TABLE_ROWS),
    (HANDS, {"hand": "7"}, "pots", "2900001", codes.SUM_WRONG),
    (HANDS, {"hand": "7"}, "stacks", "1|2|3|4", codes.FILES_DISAGREE),
    (HANDS, {"hand": "71"}, "returned", "30.35", codes.SUM_WRONG),
    (HANDS, {"hand": "71"}, "returned_to", "p7", codes.CELL_RANGE),
    (HANDS, {"hand": "71"}, "pots", "53.040", codes.CELL_FORM),
    (HANDS, {"hand": "71"}, "pots", "53.0", codes.CELL_FORM),
    (DECISIONS, {"hand": "71"}, "stack", "13.490", codes.CELL_FORM),
    (DECISIONS, {"hand": "7"}, "stack", "4600001", codes.SUM_WRONG),
    (DECISIONS, {"hand": "7"}, "pot", "300001", codes.SUM_WRONG),
    (DECISIONS, {"hand": "7"}, "price", "100000", codes.CELL_RANGE),
    (DECISIONS, {"hand": "7"}, "fold", "0", codes.CELL_RANGE),
    (DECISIONS, {"hand": "7"}, "call", "200001", codes.CELL_RANGE),
    (DECISIONS, {"hand": "7"}, "low", "", codes.CELL_RANGE),
    (DECISIONS, {"hand": "7"}, "low", "200000", codes.CELL_RANGE),
    (DECISIONS, {"hand": "7"}, "low_rule", "", codes.CELL_RANGE),
    (DECISIONS, {"hand": "7"}, "may_raise", "0", codes.CELL_RANGE),
    (DECISIONS, {"hand": "7"}, "rule", "opening", codes.CELL_FORM),
    (DECISIONS, {"hand": "7"}, "action", "call", codes.CELL_RANGE),
    (DECISIONS, {"hand": "7"}, "amount", "400001", codes.SUM_WRONG),
    (DECISIONS, {"hand": "7"}, "legal", "0", codes.FILES_DISAGREE),
    (DECISIONS, {"hand": "7"}, "recorded", "0", codes.FILES_DISAGREE),
    (DECISIONS, {"hand": "7"}, "decision", "2", codes.FILES_DISAGREE),
    (DECISIONS, {"hand": "7"}, "street", "river", codes.TABLE_ROWS),
    (DECISIONS, {"hand": "7"}, "hand", "8", codes.TABLE_ROWS),
    (COUNTS, {"kind": "sound"}, "hands", "119", codes.FILES_DISAGREE),
    (COUNTS, {"kind": "rake"}, "kind", "unknown stacks", codes.FILES_DISAGREE),
    (ANSWERS, {"case": "S6", "question": "may_raise"}, "answer", "true", codes.CELL_RANGE),
    (ANSWERS, {"case": "S6", "question": "options"}, "answer", "fold|call|raise", codes.CELL_RANGE),
    (ANSWERS, {"case": "S6", "question": "may_raise"}, "rule", "right to raise", codes.FILES_DISAGREE),
    (ANSWERS, {"case": "S6", "question": "may_raise"}, "rule", "opening", codes.CELL_RANGE),
    (ANSWERS, {"case": "S6", "question": "pots"}, "answer", "24", codes.FILES_DISAGREE),
    (ANSWERS, {"case": "S6", "question": "pots"}, "reason", "23 for BB and HJ", codes.FILES_DISAGREE),
    (ANSWERS, {"case": "S1", "question": "min_raise_to"}, "answer", "5", codes.FILES_DISAGREE),
    (ANSWERS, {"case": "S1", "question": "min_raise_to"}, "question", "options", codes.TABLE_ROWS),
    (ANSWERS, {"case": "S1", "question": "min_raise_to"}, "of", "HJ", codes.FILES_DISAGREE),
    (ANSWERS, {"case": "S1", "question": "min_raise_to"}, "case", "S2", codes.TABLE_ROWS),
    (ANSWERS, {"case": "S1", "question": "min_raise_to"}, "hand", "blinds 1/3", codes.FILES_DISAGREE),
    (ANSWERS, {"case": "S4", "question": "round"}, "answer", "open", codes.CELL_RANGE),
]


@pytest.mark.parametrize(("file", "where", "column", "cell", "code"), CELLS)
def test_a_cell_is_another(
    copy: Path, monkeypatch: pytest.MonkeyPatch, file: str, where: dict[str, str], column: str, cell: str, code: str
) -> None:
    """Told without what shows it again, and without any rule of poker but for questions."""
    monkeypatch.setattr("recheck.semantics.check.check_page", lambda *_: None)
    row = row_of(copy, file, **where)
    edit_cell(copy / file, row, column, lambda _: cell)
    found = places(check_semantics(copy))
    tables = {(each, of) for each, of, *_ in found if each != codes.REPORT_UNTRUE}
    assert code in {each for each, _ in tables}, found
    assert {of for _, of in tables} <= {file, HANDS, DECISIONS, COUNTS, "claims.csv"}
    subject = file.rpartition("/")[0]
    derived = truth.derive(copy, subject)
    assert not derived.passed
    assert any(problem.file == file for problem in derived.problems)


ENDLESS = [
    *[(HANDS, column) for column in ("line", "players", "decisions", "pots", "returned", "won", "stacks", "rake")],
    *[(DECISIONS, column) for column in ("decision", "stack", "bet", "price", "pot", "call", "low", "high", "amount")],
    (COUNTS, "hands"),
]


@pytest.mark.parametrize("cell", ["9" * 5_000, "0." + "9" * 5_000])
@pytest.mark.parametrize(("file", "column"), ENDLESS)
def test_numbers_without_end(copy: Path, file: str, column: str, cell: str) -> None:
    """More digits than Python converts are a problem with their cell, and not the end of the audit."""
    edit_cell(copy / file, 1, column, lambda _: cell)
    assert (codes.CELL_FORM, file, 1, column) in places(check_semantics(copy))


@pytest.mark.parametrize("kind", ROWS)
@pytest.mark.parametrize("file", [HANDS, DECISIONS, COUNTS, ANSWERS])
def test_rows_are_others(copy: Path, file: str, kind: str) -> None:
    (copy / file).write_bytes(ROWS[kind]((copy / file).read_bytes()))
    assert {of for _, of, *_ in places(check_semantics(copy))} & {HANDS, DECISIONS, COUNTS, ANSWERS}
    assert not truth.derive(copy, file.rpartition("/")[0]).passed


FORGED = [
    # The table is left as it is, the record tells another hand.
    (RECORD, "'p3 cbr 400000'", "'p3 cc'"),
    (RECORD, "starting_stacks = [4175000,", "starting_stacks = [4175001,"),
    (RECORD, "'d db 3s7hKs'", "'d db 3s7hKh'"),
    (RECORD, "finishing_stacks = [4075000, 5275000, 6100000,", "finishing_stacks = [4075000, 6275000, 5100000,"),
    (RECORD, "[7]\n", "[7a]\n"),
    (QUESTIONS, "UTG raise 5], ask: HJ, min_raise_to: 8", "UTG raise 6], ask: HJ, min_raise_to: 10"),
    (QUESTIONS, "id: S1, ", "id: S0, "),
]


@pytest.mark.parametrize(("file", "old", "new"), FORGED)
def test_the_file_says_otherwise(copy: Path, file: str, old: str, new: str) -> None:
    text = (copy / file).read_text()
    assert old in text
    (copy / file).write_text(text.replace(old, new, 1))
    derived = truth.derive(copy, file.rpartition("/")[0])
    assert not derived.passed
    assert {problem.file for problem in derived.problems} <= {HANDS, DECISIONS, COUNTS, ANSWERS}


STATED = [
    ("id: S1, ", "ask: UTG, min_raise_to: 4", "ask: UTG, min_raise_to: 5", "min_raise_to", "4", "5"),
    ("id: S1, ", "ask: UTG, min_raise_to: 4", "ask: UTG, min_raise_to: [4]", "min_raise_to", "4", "4"),
    ("id: S1, ", "ask: UTG, min_raise_to: 4", "ask: UTG, round: over", "round", "no such answer", "over"),
    ("id: S4, ", "pots: [19]", "pots: [19, 1]", "pots", "19", "19|1"),
    ("id: S4, ", "pots: [19]", "may_raise: true", "may_raise", "no such answer", "true"),
    ("id: S6, ", "may_raise: false", "may_raise: true", "may_raise", "false", "true"),
    ("id: S6, ", "options: [fold, call]}", "options: [call, fold]}", "options", "fold|call", "call|fold"),
    ("id: S6, ", "options: [fold, call]}", "min_raise_to: 14}", "min_raise_to", "no such answer", "14"),
]


@pytest.mark.parametrize(("case", "old", "new", "key", "expected", "found"), STATED)
def test_a_question_states_another_answer(
    copy: Path, case: str, old: str, new: str, key: str, expected: str, found: str
) -> None:
    """Both levels tell it by line, expected and found."""
    start, middle, end = (copy / QUESTIONS).read_text().partition(case)
    assert old in end
    (copy / QUESTIONS).write_text(start + middle + end.replace(old, new, 1))
    line = start.count("\n") + 1
    told = [
        (each.file, each.row, each.column, each.expected, each.found) for each in truth.derive(copy, RIGHTS).problems
    ]
    assert told == [(QUESTIONS, line, key, expected, found)]
    assert (codes.FILES_DISAGREE, QUESTIONS, line, key) in places(check_semantics(copy))


def test_a_question_states_its_answer_in_other_digits(copy: Path) -> None:
    text = (copy / QUESTIONS).read_text()
    (copy / QUESTIONS).write_text(
        text.replace("pots: [16, 2]", 'pots: ["16.0", "02"]').replace("may_raise: true", "why: a")
    )
    assert truth.derive(copy, RIGHTS).passed


UNREAD = [
    (RECORD, "'p3 cbr 400000'", "'p3 raises'"),
    (RECORD, "variant = 'FO/8'", "variant = 'XX'"),
    (RECORD, "antes = [0, 0, 0, 0, 0]\nblinds_or_straddles = [100000,", "antes = [0]\nblinds_or_straddles = [100000,"),
    (QUESTIONS, "{id: S1, ", "{id: yes, "),
    (QUESTIONS, "UTG raise 4], ask: HJ", "UTG raise 3], ask: HJ"),
    (QUESTIONS, "ask: UTG", "ask: UTH"),
]


@pytest.mark.parametrize(("file", "old", "new"), UNREAD)
def test_a_file_that_cannot_be_understood(copy: Path, file: str, old: str, new: str) -> None:
    text = (copy / file).read_text()
    assert old in text
    (copy / file).write_text(text.replace(old, new, 1))
    derived = truth.derive(copy, file.rpartition("/")[0])
    (problem,) = derived.problems
    assert (problem.file, problem.row) == (file, text.count("\n", 0, text.index(old)) + 1)
    assert derived.level is None


DRAWN = [
    (">raise 6<", ">raise 7<"),
    (">● 12+<", ">● 12–20<"),
    ("may not raise: UTG", "may raise: UTG"),
    ("May UTG raise? No.", "May UTG raise? Yes, to 12."),
    ('fill="#8f3e00" text-anchor="middle">raise 6', 'fill="#ffffff" text-anchor="middle">raise 6'),
    ('height="8.5" fill="#ececec"', 'height="18.5" fill="#ececec"'),
    ("<g>\n", '<g opacity="0">\n'),
    ("</svg>\n", '<rect x="0" y="0" width="900" height="900" fill="#ffffff"/>\n</svg>\n'),
    ("</svg>\n", "</svg>"),
    ('<text x="12" y="342"', '<text x="12.02" y="342"'),
    ("stack unknown", "stack 100"),
    ('viewBox="0 0 ', 'viewBox="9 0 '),
    # Coordinates stay what they are; where they stand, what they are called and how many there are does not.
    ('<text x="12" y="342"', '<text y="342" x="12"'),
    ('<text x="12" y="342"', '<text x="12"'),
    ('<text x="12" y="342"', '<text x="12" y=""'),
    ('<text x="12" y="342"', '<text x="12" y1="342"'),
    ("raise? No.</text>", 'raise? No. x="9"</text>'),
    ("<title>S6", '<title> x="9"S6'),
    ("may not raise: UTG", 'may not raise: width="9" UTG'),
]


@pytest.mark.parametrize(("old", "new"), DRAWN)
def test_a_timeline_says_otherwise(copy: Path, old: str, new: str) -> None:
    text = (copy / FIGURE).read_text()
    assert old in text
    (copy / FIGURE).write_text(text.replace(old, new, 1))
    found = places(check_semantics(copy))
    assert {(code, file) for code, file, *_ in found} == {(codes.FILES_DISAGREE, FIGURE)}


def test_figures_that_are_not_due(copy: Path) -> None:
    (copy / FIGURE).rename(copy / FIGURE.replace("S6", "S60"))
    found = {(code, file) for code, file, *_ in places(check_semantics(copy))}
    assert (codes.FILE_NOT_DUE, "figures") in found and (codes.FILE_MISSING, "figures") in found
    (copy / FIGURE.replace(".svg", ".png")).write_bytes(b"")
    assert (codes.FILE_NOT_DUE, FIGURE.replace(".svg", ".png")) in {
        (code, file) for code, file, *_ in places(check_semantics(copy))
    }


OPTIONS_OF_S6 = r"hands/raise-rights/answers.csv case=S6\|question=options"
OF_S6_AGAIN = rf'<td data-from="{OPTIONS_OF_S6} case">S6</td>\1'.replace(r"\|", "|")
PAGE = [
    (r'(hands/raise-rights/answers.csv case=S6\|question=may_raise answer">)false<', r"\1true<"),
    (r'(hands/real/counts.csv of=verdict\|kind=sound hands">)120<', r"\1121<"),
    (r"<tr><td data-from=\"hands/real/hands.csv hand=111 hand\">.*</tr>\n", ""),
    (r"<h2>Hands: real</h2>", "<h2>Hands: unreal</h2>"),
    (r'<figure><img src="figures/hands/raise-rights/S6.svg" alt="S6: May UTG raise\? No."></figure>\n', ""),
    (r'(alt="S6: May UTG raise\? )No', r"\1Yes"),
    (r'(alt="S12: May UTG raise\? Yes, to )15', r"\g<1>16"),
    (r'(alt="S4: )The', r"\1May UTG raise? The"),
    (r"(<figure>.*Q2.svg.*\n)((?:.*\n)*?)(<figure>.*Q11.svg.*\n)", r"\3\2\1"),
    (rf'<td></td>(<td></td><td data-from="{OPTIONS_OF_S6} of">)', OF_S6_AGAIN),
]


@pytest.mark.parametrize(("old", "new"), PAGE)
def test_the_page_shows_otherwise(copy: Path, old: str, new: str) -> None:
    page = (copy / "report.html").read_text()
    changed = re.sub(old, new, page, count=1)
    assert changed != page
    (copy / "report.html").write_text(changed)
    found = {(code, file) for code, file, *_ in places(check_semantics(copy))}
    assert (codes.FILES_DISAGREE, "report.html") in found
    assert {file for _, file in found} == {"report.html"}


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("folder", "real"),
        ("folder", "Rights"),
        ("file", "other.yaml"),
        ("file", "../raise-rights.yaml"),
        ("file", "answers.csv"),
        ("kind", "records"),
        ("rules", "my own"),
        ("rules", "any raise"),
    ],
)
def test_study_json_says_otherwise(copy: Path, key: str, value: str) -> None:
    study = json.loads((copy / "study.json").read_text())
    study["hands"][0][key] = value
    write_json(copy / "study.json", study)
    assert not check_semantics(copy).passed
    assert not truth.derive(copy, RIGHTS).passed


WITH_RUNS = {
    **{"iterations": 1, "snapshots": [1], "checkpoints": [1], "variants": [{}], "hands": []},
    **{"verification": "certified", "repeat": 1, "pure_plans": True, "frequencies": True},
    **{"run_figures": False, "batch": True},
}


@pytest.mark.parametrize(("key", "value"), WITH_RUNS.items())
def test_a_study_without_games_says_nothing_of_runs(copy: Path, key: str, value: object) -> None:
    study = json.loads((copy / "study.json").read_text())
    study[key] = value
    write_json(copy / "study.json", study)
    found = places(check_semantics(copy))
    assert {(code, file) for code, file, *_ in found} == {(codes.STUDY_WRONG, "study.json")}


def test_files_of_a_study_of_hands() -> None:
    study = {"games": [], "variants": [], "hands": ENTRIES}
    due = due_files(study).must
    assert {HANDS, DECISIONS, COUNTS, RECORD, ANSWERS, QUESTIONS, f"verification/{REAL}/python-O.json"} <= due
    assert not {"runs.csv", "ranking.csv", "figures/games.svg", "verification/tables/python.json"} & due


def test_a_file_that_is_not_there(copy: Path) -> None:
    (copy / COUNTS).unlink()
    ledger = Ledger("semantics")
    check_tree(ledger, copy, json.loads((copy / "study.json").read_text()))
    assert [(problem.code, problem.file) for problem in ledger.problems] == [(codes.FILE_MISSING, COUNTS)]
    assert (codes.FILE_MISSING, COUNTS) in {(code, file) for code, file, *_ in places(check_semantics(copy))}


def test_the_command(copy: Path, verify) -> None:
    """The report is the published one; hands that study.json does not have are no folder of it."""
    found = verify("hands", copy, "real")
    assert (found.code, found.report) == (0, json.loads((copy / f"verification/{REAL}/python.json").read_text()))
    assert "PASSED (derived)" in found.printed
    assert verify("hands", copy, "unreal").has("study.json", None, "hands")
    (copy / RECORD).unlink()
    found = verify("hands", copy, "real")
    assert (found.code, found.report["level"]) == (2, None)
    assert found.has(RECORD, None, None)
