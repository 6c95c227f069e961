"""The tables on hands: cell by cell of a sound hand and of defects planted in it, all answers, and the files that are refused."""

import re

import pytest

from hands.records import SOUND, changed, replayed
from recheck.hands.entries import are_hands
from recheck.hands.verify import derive_tables
from recheck.ledger import Ledger
from regretlab.errors import InputError
from regretlab.files import csv_text, read_csv
from regretlab.hands.asked import asked
from regretlab.hands.plain import check_plain
from regretlab.hands.run import HandsRun
from regretlab.hands.tables import DecisionRow, HandRow, answer_rows, count_rows, decision_rows, hand_row
from regretlab.stages.hands import adjudicate, tables

RECORDS = {"folder": "x", "kind": "records", "rules": None, "chip": None}
QUESTIONS = {"folder": "x", "kind": "questions", "rules": None, "chip": None}


def test_the_row_of_a_sound_hand(tmp_path):
    assert hand_row(replayed(tmp_path, SOUND)) == HandRow(
        hand="hand",
        line=1,
        variant="NT",
        players=3,
        decisions=10,
        verdict="sound",
        remarks=(),
        board="2c 3c 4h 9s Ts",
        pots=("74",),
        returned_to="",
        returned="",
        won=("74", "0", "0"),
        stacks=("138", "98", "64"),
        rake="0",
    )


def test_amounts_have_the_decimals_of_the_smallest_chip(tmp_path):
    found = changed(("cbr 20", "cbr 20.50"), ("138, 98, 64", "138.5, 98, 63.5"))
    first, *_, last = decision_rows(replayed(tmp_path, found))
    assert first == DecisionRow(
        *("hand", 1, "preflop", "p3", "100", "0", "2", "3", 1, "2", "4", "100"),
        *(1, "right to raise", "minimum raise", "raise", "6", 1, 1),
    )
    assert last == DecisionRow(
        *("hand", 10, "river", "p3", "84", "0", "20.50", "54.50", 1, "20.50", "41", "84"),
        *(1, "right to raise", "minimum raise", "call", "20.50", 1, 1),
    )


UNSHOWN = ("    'p1 sm AhAd',\n    'p3 sm',\n]\nfinishing_stacks = [138, 98, 64]\n", "]\nspeed = 3\n")


@pytest.mark.parametrize(
    ("changes", "verdict", "remarks"),
    [
        (
            [("'p1 cc',\n    'p2 f'", "'p1 cbr 8', 'p2 f', 'p3 cc'"), ("[138, 98, 64]", "[140, 98, 62]")],
            "illegal action",
            [
                "illegal action: expected fold; call 6 or raise 10 to 100; since 6 to call and 4; the largest bet or raise so "
                "far; make 10 (minimum raise); found 'p1 cbr 8'"
            ],
        ),
        ([("[138, 98, 64]", "[137, 98, 64]")], "sound", ["rake: 1 of 74 are missing in the end"]),
        (
            [("[138, 98, 64]", "[138, 98, 65]")],
            "end does not follow",
            ["end does not follow: finishing_stacks: expected 64 for p3; found 65"],
        ),
        (
            [UNSHOWN],
            "end not decided",
            [
                "ignored field: 'speed' is none of PHH's",
                "end not recorded: neither finishing stacks nor winnings are given",
                "end not decided: nobody can tell who wins: the cards of p3 are not known",
            ],
        ),
        ([("p3 cc',\n    'd db Ts", "p3 f # 1, 2',\n    'd db Ts")], "after the end", None),
    ],
)
def test_what_is_wrong_is_one_sentence_each(tmp_path, changes, verdict, remarks):
    found = changed(*changes).replace("QhQd", "????" if UNSHOWN in changes else "QhQd")
    row = hand_row(replayed(tmp_path, found))
    assert row.verdict == verdict
    assert remarks is None or list(row.remarks) == remarks
    assert not any("," in remark for remark in row.remarks)


def test_what_is_not_known_is_empty(tmp_path):
    found = changed(UNSHOWN).replace("QhQd", "????").replace("[100, 100, 100]", "[inf, 100, inf]")
    played = replayed(tmp_path, found)
    row = hand_row(played)
    assert (row.pots, row.won, row.stacks, row.rake) == (("74",), (), (), "")
    assert [rows.high for rows in decision_rows(played)][:3] == ["unknown", "unknown", "100"]
    stopped = hand_row(replayed(tmp_path, changed(("    'p3 cc',\n    'p1 sm AhAd',\n    'p3 sm',\n", ""))))
    assert stopped.verdict == "end does not follow"  # 34 behind the stacks that are recorded
    assert (stopped.pots, stopped.stacks, stopped.board) == ((), (), "2c 3c 4h 9s Ts")


_STREETS = ", ".join([f"'d db {cards}', 'p2 cc', 'p4 cc'" for cards in ("QsJsTs", "3h", "4c")])
ODD_CHIPS = f"""variant = 'NT'
antes = [0, 0, 0, 0]
blinds_or_straddles = [25, 50, 0, 0]
min_bet = 50
starting_stacks = [1000, 1000, 1000, 1000]
actions = ['d dh p1 AhKd', 'd dh p2 AdKc', 'd dh p3 2c3d', 'd dh p4 AcKh', 'p3 f', 'p4 cc', 'p1 f', 'p2 cc', {_STREETS}]
"""


@pytest.mark.parametrize(
    ("chip", "won"),
    [(None, ("0", "63", "0", "62")), ("25", ("0", "75", "0", "50")), ("0.50", ("0", "62.5", "0", "62.5"))],
)
def test_the_smallest_chip_of_a_study_is_what_is_shared(tmp_path, chip, won):
    """125 for two; recheck derives the same, to the letter."""
    source = tmp_path / "hands/x/odd.phh"
    source.parent.mkdir(parents=True)
    source.write_text(ODD_CHIPS, encoding="utf-8")
    entry = {**RECORDS, "file": "odd.phh", "chip": chip}
    made = tables(entry, source)
    assert made[0].rows[0].won == won
    adjudicate(entry, source, tmp_path / "made")
    derived = derive_tables(Ledger("hands/x"), tmp_path, entry)
    for name, header, _, rows in derived:
        due = "".join([",".join(cells) + "\n" for cells in (header, *rows())])
        assert (tmp_path / "made" / name).read_text(encoding="utf-8") == due


def test_amounts_that_are_no_whole_chips_of_a_study_are_refused(tmp_path):
    source = tmp_path / "odd.phh"
    source.write_text(ODD_CHIPS, encoding="utf-8")
    with pytest.raises(InputError, match="expected whole chips of 50, found 25"):
        tables({**RECORDS, "file": "odd.phh", "chip": "50"}, source)
    with pytest.raises(InputError, match="expected whole chips of 2, found 1"):
        tables({**QUESTIONS, "file": "some.yaml", "chip": "2"}, write(tmp_path, "id: a, blinds: [1, 2], actions: []"))


@pytest.mark.parametrize("chip", [25, "25", 0.05, "0.05", None])
def test_a_study_names_the_smallest_chip(chip):
    found = HandsRun(file="odd.phh", chip=chip).entry()
    assert found["chip"] == (None if chip is None else str(chip))


@pytest.mark.parametrize("chip", [0, "0.00", -1, "x", "1e3", True, float("nan")])
def test_what_is_no_smallest_chip_is_refused(chip):
    with pytest.raises(ValueError, match="chip"):
        HandsRun(file="odd.phh", chip=chip)
    ledger = Ledger("study")
    study = {"hands": [{"folder": "x", "file": "odd.phh", "kind": "records", "rules": None, "chip": chip}], "games": []}
    assert not are_hands(ledger.check("study", "study.json", 0.0, ""), study)


def test_hands_are_counted_by_verdict_and_by_remark(tmp_path):
    sound, raked = replayed(tmp_path, SOUND), replayed(tmp_path, changed(("[138, 98, 64]", "[137, 98, 64]")))
    wrong = replayed(tmp_path, changed(("[138, 98, 64]", "[138, 98, 65]")))
    assert [tuple(row) for row in count_rows([sound, raked, wrong, sound])] == [
        ("verdict", "sound", 3),
        ("verdict", "end does not follow", 1),
        ("verdict", "all", 4),
        ("remark", "rake", 1),
    ]


def write(folder, *cases):
    path = folder / "some.yaml"
    path.write_text("cases:\n" + "".join(f"  - {{{case}}}\n" for case in cases), encoding="utf-8")
    return path


def test_the_answers_to_a_question(tmp_path):
    path = write(
        tmp_path,
        'id: a, players: 3, blinds: ["0.5", 1], stacks: {BTN: 9}, actions: [BTN raise 3, SB allin 3.5], ask: BB',
        "id: b, blinds: [1, 2], actions: [UTG allin 5, BB call]",
    )
    rows = [list(row) for one in asked(QUESTIONS, path) for row in answer_rows(*one)]
    told = "3 players; blinds 0.5/1; BTN has 9; BTN raise 3; SB allin 3.5"
    never = "BB has not acted in this round yet"
    smallest = "the all-in to 3.5 and 2; the largest full bet or raise so far; make 5.5"
    over = "blinds 1/2; UTG allin 5; BB call"
    assert rows == [
        ["a", told, "BB", "may_raise", "true", "right to raise", never],
        ["a", told, "BB", "min_raise_to", "5.5", "minimum after a short all-in", smallest],
        ["a", told, "BB", "options", ("fold", "call", "raise"), "", "fold; call 3.5 or raise 5.5 or more"],
        ["a", told, "BB", "pots", ("7.5",), "", "7.5 for SB and BB and BTN"],
        ["b", over, "", "round", "over", "", "nobody is to act"],
        ["b", over, "", "pots", ("11",), "", "11 for BB and UTG"],
    ]


S12 = (
    "id: S12, blinds: [1, 2], actions: [UTG raise 6, HJ allin 9, CO allin 11, BTN fold, SB fold, BB call 11], "
    "ask: UTG, may_raise: true"
)


def test_a_rule_book_of_the_study_decides(project, tmp_path):
    """A short all-in that gives no right by the usual book gives it by another."""
    path = project / "config/hands/raise-rights.yaml"
    (case,) = re.findall(r"  - \{id: S6, .*?\}\n", path.read_text(encoding="utf-8"), re.DOTALL)
    asked_alone = tmp_path / "some.yaml"
    asked_alone.write_text("cases:\n" + re.sub(r", may_raise: .*\}", "}", case), encoding="utf-8")
    (usual,), (other,) = (
        [row for row in table.rows if row[0] == "S6" and row[3] == "may_raise"]
        for rules in (None, "any raise")
        for table in tables({**QUESTIONS, "rules": rules}, asked_alone)
    )
    assert (usual[4:6], other[4:6]) == (("false", "short all-in"), ("true", "right to raise"))


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ("min_raise_to: 12", "min_raise_to: expected 12, found 11"),
        ("may_raise: false", "may_raise: expected false, found true"),
        ("options: [fold, call]", "options: expected fold, call, found fold, call, raise"),
        ("pots: [17]", "pots: expected 17, found 16"),
        ("round: over", "round: expected over, found CO to act"),
        ("why: a full raise", "why: expected 'a full raise', found 'CO has not acted in this round yet; the all-in"),
    ],
)
def test_answers_that_are_given_are_those_that_follow(tmp_path, given, told):
    """Else nothing is written, whatever follows."""
    case = "id: a, blinds: [1, 2], actions: [UTG raise 6, HJ allin 7], ask: CO"
    right = "min_raise_to: 11, may_raise: true, options: [fold, call, raise], pots: [16], why: has not acted"
    adjudicate(QUESTIONS, write(tmp_path, f"{case}, {right}"), tmp_path / "made")
    path = write(tmp_path, case.replace("a,", "b,", 1), f"{case}, {given}")
    with pytest.raises(InputError) as error:
        adjudicate(QUESTIONS, path, tmp_path / "other")
    place, found = str(error.value).split(": a: ")
    assert place.startswith(f"{path}:3:")
    assert found.startswith(told)
    assert not (tmp_path / "other").exists()
    with pytest.raises(InputError, match="may_raise: expected true, found false"):
        adjudicate({**QUESTIONS, "rules": "single raise"}, write(tmp_path, S12), tmp_path / "other")


def test_the_hands_of_the_project(project, tmp_path):
    """What is written is what is counted, with a row for each decision and an answer to whatever a case says."""
    adjudicate(RECORDS, project / "config/hands/real.phhs", tmp_path)
    hands, decisions, counts = (read_csv(tmp_path / f"{name}.csv") for name in ("hands", "decisions", "counts"))
    assert len(hands) == 144
    assert sum(int(row["decisions"]) for row in hands) == len(decisions) > 1_500
    assert {row["legal"] + row["recorded"] for row in decisions} == {"11"}
    assert [tuple(row.values()) for row in counts] == [
        ("verdict", "sound", "120"),
        ("verdict", "not covered", "11"),
        ("verdict", "stops mid-hand", "1"),
        ("verdict", "end not decided", "12"),
        ("verdict", "all", "144"),
        ("remark", "stops mid-hand", "1"),
        ("remark", "unknown stacks", "5"),
        ("remark", "end not recorded", "67"),
        ("remark", "end not decided", "12"),
        ("remark", "rake", "26"),
    ]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["counts.csv", "decisions.csv", "hands.csv", "real.phhs"]
    assert (tmp_path / "real.phhs").read_bytes() == (project / "config/hands/real.phhs").read_bytes()


def test_no_cell_needs_quotes(project):
    """Whatever is in an action: a comma becomes a semicolon, and what tables use for themselves is as in URLs."""
    for name, entry in (("real.phhs", RECORDS), ("raise-rights.yaml", QUESTIONS)):
        for table in tables(entry, project / "config/hands" / name):
            lines = csv_text(table.header, table.rows).splitlines()
            assert {line.count(",") for line in lines} == {len(table.header) - 1}
            assert not any('"' in line for line in lines)


@pytest.mark.parametrize(
    ("name", "text", "line", "told"),
    [
        ("a.phh", "variant = 'NT'\nantes = [\n0, 0]\n", 2, "expected a list on one line, found 'antes = ['"),
        ("a.phh", "blinds = [1, 2, -2]\n", 1, "expected a number without a sign, found 'blinds = [1, 2, -2]'"),
        ("a.phh", "actions = ['p1 -1', '-2', 'a\\'b']\n", 1, "expected an empty line, a comment,"),
        ("a.phhs", "[1]\nmin_bet = +2\n", 2, "expected a number without a sign, found 'min_bet = +2'"),
        ("a.phh", 'variant = "N\\u0054"\n', 1, "expected an empty line, a comment,"),
        ("a.phh", "min_bet = 1_000\n", 1, "expected an empty line, a comment,"),
        ("a.phh", "a.b = 1\n", 1, "expected an empty line, a comment,"),
        ("a.phh", "min_bet = 2 # chips\n", 1, "expected an empty line, a comment,"),
        ("a.phh", "# so\r\n", 1, "expected a line that ends with LF alone, found '# so\\r'"),
        (
            "a.phh",
            f"_x = {'9' * 100}e\n",
            1,
            f"expected an empty line, a comment, a [NAME] or FIELD = VALUE on one line, found '_x = {'9' * 52}...'",
        ),
        ("a.phh", "\ufeffmin_bet = 2\n", 1, "expected UTF-8 text without a byte order mark, found one"),
        ("a.yaml", "\ufeffcases:\n", 1, "expected UTF-8 text without a byte order mark, found one"),
        ("a.yaml", "cases:\r\n  - {id: a}\r\n", 1, "expected a line that ends with LF alone, found 'cases:\\r'"),
        (
            "a.yaml",
            "cases:\n  - {id: a,\n    ask: BB}\r\n",
            2,
            "expected a line that ends with LF alone, found '  - {id: a,'",
        ),
        ("a.yaml", "cases:\n  - {id: a, blinds: [1, -2]}\n", 2, "expected a number without a sign, found '  - {id"),
        ("a.yaml", "cases:\n  - {id: a, min_raise_to: -2}\n", 2, "expected a number without a sign, found '  - {id"),
        ("a.yaml", 'cases:\n  - {id: a, note: "b: -2", c}\n', 2, "expected a case, - {KEY: VALUE, ...}, found"),
        ("a.phh", "[1]\nmin_bet = 2\n", 1, "expected one hand, without a [NAME], found '[1]'"),
        ("a.phhs", "# so\nmin_bet = 2\n", 2, "expected a [NAME] before the first field, found 'min_bet = 2'"),
        ("a.yaml", "cases:\n  - id: a\n", 2, "expected a case, - {KEY: VALUE, ...}, found '  - id: a'"),
        ("a.yaml", "cases:\n  - {id: a, why: 'no'}\n", 2, "expected a case, - {KEY: VALUE, ...}, found"),
        ("a.yaml", "cases:\n  - {id: a,\n     ask: &b UTG}\n", 2, "expected a case, - {KEY: VALUE, ...}, found"),
        (
            "a.yaml",
            "cases: []\n",
            1,
            'expected an empty line, a comment, rules:, KEY: "TEXT" below it, cases: or a case',
        ),
        ("a.yaml", "rules:\n  a: |\n    b\n", 2, "expected an empty line, a comment, rules:"),
    ],
)
def test_files_that_are_not_plain_are_refused(tmp_path, name, text, line, told):
    path = tmp_path / name
    path.write_bytes(text.encode())
    with pytest.raises(InputError) as error:
        check_plain(path)
    assert str(error.value).startswith(f"{path}:{line}:1: {told}")


def test_files_that_are_plain(tmp_path):
    for name, text in (
        ("a.phhs", '# so\n\n[a-1]\nantes = [0, 0.5,inf]\n_x="p1\'s"\nb = true\nc = []\n'),
        (
            "a.yaml",
            '# so\nrules:\n  a: "b, c"\n  # so\ncases:\n\n  - {id: a, stacks: {BB: "1.5"},\n     actions: [],\n     note: "x"}\n',
        ),
    ):
        (tmp_path / name).write_text(text)
        check_plain(tmp_path / name)


@pytest.mark.parametrize(
    ("case", "told"),
    [
        (
            "id: a b, blinds: [1, 2], actions: [], ask: UTG",
            "2:10: id: expected letters, digits, ., - and _, found 'a b'",
        ),
        ("id: a, blinds: [1, 2], actions: [UTG fold], ask: UTG", "a: ask: expected one who is to act, found 'UTG'"),
        (
            "id: a, blinds: [1, 2], actions: [UTG raise 2], ask: HJ",
            "expected 'call', since it is one, found 'UTG raise 2'",
        ),
        ("id: a, blinds: [1, 2], actions: [UTG check], ask: HJ", "expected 'call', since it is one, found 'UTG check'"),
        (
            "id: a, blinds: [1, 2], actions: [UTG bet 6], ask: HJ",
            "expected 'raise', since it is one, found 'UTG bet 6'",
        ),
        (
            "id: a, blinds: [1, 2], actions: [UTG raise 3], ask: HJ",
            "illegal action: expected fold, call 2 or raise 4 or more",
        ),
        (
            f"id: a, blinds: [1, 2], actions: [{', '.join(['UTG call'] * 101)}]",
            "a: actions: expected at most 100, found 101",
        ),
    ],
)
def test_questions_without_an_answer_are_refused(tmp_path, case, told):
    with pytest.raises(InputError) as error:
        asked(QUESTIONS, write(tmp_path, case))
    assert told in str(error.value)


def test_cases_have_different_names(tmp_path):
    path = write(tmp_path, "id: a, blinds: [1, 2], actions: []", "id: A, blinds: [1, 2], actions: []")
    with pytest.raises(InputError, match="cases: expected different ids, also in lower case, found 'a' 2 times"):
        asked(QUESTIONS, path)


def test_all_records_that_cannot_be_read_are_told(tmp_path):
    path = tmp_path / "some.phhs"
    path.write_text("[1]\nvariant = 'XX'\n[2]\nvariant = 'NT'\n")
    with pytest.raises(InputError) as error:
        adjudicate(RECORDS, path, tmp_path / "out")
    assert [line.split(": ")[1] for line in str(error.value).splitlines()] == ["variant", "starting_stacks"]
    assert not (tmp_path / "out").exists()
