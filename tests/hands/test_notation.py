"""Questions in the short notation: all cases of config/hands, and what is told of wrong answers and of what is no question."""

import re

import pytest

from regretlab.betting.rulebook import RULE_BOOKS
from regretlab.cli import main
from regretlab.errors import InputError
from regretlab.hands.answers import answer
from regretlab.hands.notation import read_questions
from regretlab.hands.record import UNKNOWN


def read(folder, text):
    path = folder / "some.yaml"
    path.write_text(text, encoding="utf-8")
    return read_questions(path)


def questions_of(folder, *cases):
    return read(folder, "cases:\n" + "".join(f"  - {{{case}}}\n" for case in cases))


def test_all_cases_have_the_answers_that_are_given(project):
    questions = read_questions(project / "config" / "hands" / "raise-rights.yaml")
    assert len(questions) == 22
    for question in questions:
        found = answer(question)
        assert found.problems == ()
        assert found.replay.notes == ()
        assert all(step.legal for step in found.replay.steps)
        given = question.case.model_fields_set - {"id", "blinds", "stacks", "actions", "ask", "note"}
        assert given  # each says something


def test_rule_books_that_differ_give_other_answers(project):
    """Which cases each rule book answers otherwise."""
    questions = read_questions(project / "config" / "hands" / "raise-rights.yaml")
    others = {
        name: [question.case.id for question in questions if answer(question, book).problems]
        for name, book in RULE_BOOKS.items()
    }
    assert others["standard"] == []
    assert others["single raise"] == ["S12"]
    assert others["any raise"] == ["S6", "Q7", "Q9", "Q11"]
    assert others["completing"] == ["S11", "Q8", "S12"]


def test_an_all_in_says_what_the_stack_was(tmp_path):
    (question,) = questions_of(tmp_path, "id: a, blinds: ['0.5', 1], actions: [UTG raise 3, HJ allin 2.25], ask: BTN")
    record = question.record
    assert record.names == ("SB", "BB", "UTG", "HJ", "CO", "BTN")
    assert record.stacks == (UNKNOWN, UNKNOWN, UNKNOWN, 225, UNKNOWN, UNKNOWN)
    assert (record.blinds, record.bets) == ((50, 100, 0, 0, 0, 0), (100,))
    played = answer(question).replay
    assert [played.record.names[step.seat] for step in played.steps] == ["UTG", "HJ", "CO"]  # CO has folded
    assert played.last is not None
    assert record.names[played.last.turn] == "BTN"


def test_tables_of_other_sizes(tmp_path):
    two, nine = questions_of(
        tmp_path,
        "id: a, players: 2, blinds: [1, 2], actions: [SB call], ask: BB, options: [check, raise]",
        "id: b, players: 9, blinds: [1, 2], actions: [UTG+1 raise 6], ask: LJ, min_raise_to: 10",
    )
    assert answer(two).problems == answer(nine).problems == ()


@pytest.mark.parametrize(
    ("case", "told"),
    [
        ("ask: UTG, min_raise_to: 5", "2:66: a: min_raise_to: expected 5, found 4"),
        ("ask: UTG, may_raise: false", "2:63: a: may_raise: expected false, found true"),
        ("ask: UTG, options: [call]", "2:61: a: options: expected call, found fold, call, raise"),
        ("ask: UTG, pots: [4]", "2:58: a: pots: expected 4, found 3"),
        ("ask: UTG, round: over", "2:59: a: round: expected over, found UTG to act"),
        (
            "ask: UTG, why: since I say so",
            "2:57: a: why: expected 'since I say so', found 'UTG has not acted in this round yet; ",
        ),
    ],
)
def test_other_answers_than_ours_are_told(tmp_path, case, told):
    (question,) = questions_of(tmp_path, f"id: a, blinds: [1, 2], actions: [], {case}")
    (problem,) = answer(question).problems
    assert problem.removeprefix(f"{tmp_path}/").startswith(f"some.yaml:{told}")


def test_who_is_asked_has_to_be_to_act(tmp_path):
    (question,) = questions_of(
        tmp_path, "id: a, blinds: [1, 2], actions: [UTG fold, HJ raise 6], ask: UTG, may_raise: true"
    )
    (problem,) = answer(question).problems
    assert problem.endswith("some.yaml:2:67: a: ask: expected one who is to act, found 'UTG'")


@pytest.mark.parametrize(
    ("actions", "told"),
    [
        ("UTG check", "expected 'call', since it is one, found 'UTG check'"),
        (
            "UTG fold, HJ fold, CO fold, BTN fold, SB call, BB call",
            "expected 'check', since it is one, found 'BB call'",
        ),
        ("UTG bet 6", "expected 'raise', since it is one, found 'UTG bet 6'"),
        ("UTG raise 2", "expected 'call', since it is one, found 'UTG raise 2'"),
    ],
)
def test_an_action_in_another_word_is_illegal_in_the_words_of_the_notation(tmp_path, actions, told, capsys):
    (found,) = questions_of(tmp_path, f"id: a, blinds: [1, 2], actions: [{actions}]")
    played = answer(found).replay
    assert [(note.kind, note.text) for note in played.notes] == [("illegal action", told)]
    assert main(["adjudicate", str(found.record.place.file)]) == 1
    assert "cc" not in capsys.readouterr().out.replace(str(tmp_path), "")


def test_an_all_in_over_nobody_who_could_answer_is_a_call(tmp_path):
    stacks = "players: 2, blinds: [1, 2], stacks: {SB: 20, BB: 30}"
    (found,) = questions_of(tmp_path, f"id: a, {stacks}, actions: [SB allin 20, BB allin 30], pots: [40], round: over")
    played = answer(found)
    assert (played.problems, played.replay.verdict, played.replay.notes) == ((), "sound", ())
    (found,) = questions_of(tmp_path, f"id: a, {stacks}, actions: [SB allin 20, BB raise 30]")
    assert answer(found).replay.verdict == "illegal action"


@pytest.mark.parametrize(
    ("actions", "kind"),
    [
        ("[UTG raise 3]", "illegal action: expected fold, call 2 or raise 4 or more, since 2 to call and 2,"),
        ("[UTG raise 6, HJ raise 9]", "illegal action: expected fold, call 6 or raise 10 or more,"),
        ("[UTG raise 6, HJ call 5]", "illegal action: expected fold, call 6 or raise 10 or more,"),
        ("[CO raise 6, HJ call 6]", "out of turn: expected an action of UTG, who is in turn, found 'CO raise 6'"),
        ("[UTG raise 6, UTG fold]", "out of turn: expected an action of HJ, who is in turn, found 'UTG fold'"),
        ("[UTG fold, HJ fold, CO fold, BTN fold, SB fold, BB check]", "after the end: expected no more bets,"),
    ],
)
def test_illegal_actions_are_told(tmp_path, actions, kind):
    (question,) = questions_of(tmp_path, f"id: a, blinds: [1, 2], actions: {actions}")
    played = answer(question).replay
    assert played.faulty
    assert str(played.notes[0]).removeprefix(f"{tmp_path}/some.yaml:2:").split(": ", 1)[1].startswith(kind)


def test_a_bet_over_the_stack_is_told(tmp_path):
    (question,) = questions_of(tmp_path, "id: a, blinds: [1, 2], stacks: {UTG: 5}, actions: [UTG raise 6]")
    (note,) = answer(question).replay.notes
    assert note.text == "expected fold, call 2 or raise 4 to 5, since UTG has 5, found 'UTG raise 6'"


@pytest.mark.parametrize(
    ("case", "told"),
    [
        (
            "blinds: [1, 2], actions: [UTX fold]",
            "2:39: a: actions: expected a seat, one of SB, BB, UTG, HJ, CO, BTN, found 'UTX'",
        ),
        ("blinds: [1, 2], actions: [], ask: UTG+1", "2:47: a: ask: expected a seat, one of SB, BB,"),
        ("blinds: [1, 2], stacks: {X: 3}, actions: []", "2:41: a: stacks: expected a seat, one of SB, BB,"),
        ("blinds: [1, 2], actions: [UTG folds]", "2:39: a: actions: expected a seat, one of fold, check,"),
        ("blinds: [1, 2], actions: [UTG]", "2:39: a: actions: expected a seat, one of fold, check,"),
        ("blinds: [1, 2], actions: ['']", "2:39: a: actions: expected a seat, one of fold, check,"),
        ("blinds: [1, 2], actions: [UTG raise 6 7]", "2:39: a: actions: expected a seat, one of fold, check,"),
        (
            "blinds: [1, 2], actions: [UTG raise]",
            "2:39: a: actions: expected an amount after 'raise', found 'UTG raise'",
        ),
        (
            "blinds: [1, 2], actions: [UTG fold 6]",
            "2:39: a: actions: expected nothing after 'fold', found 'UTG fold 6'",
        ),
        (
            "blinds: [1, 2], actions: [UTG raise -6]",
            "2:39: a: actions: expected an amount above 0, found 'UTG raise -6'",
        ),
        (
            "blinds: [1, 2], actions: [UTG raise six]",
            "2:39: a: actions: expected an amount above 0, found 'UTG raise six'",
        ),
        (
            "blinds: [1, -2], actions: []",
            "2:25: cases[0].blinds[1]: expected an amount of 0 or more, decimals in quotes, found -2",
        ),
        (
            "blinds: [0.5, 2], actions: []",
            "2:22: cases[0].blinds[0]: expected an amount of 0 or more, decimals in quotes, found 0.5",
        ),
        ("blinds: [1, 0], actions: []", "2:25: blinds: expected a big blind above 0, found 0"),
        ("blinds: [1], actions: []", "2:21: cases[0].blinds: "),
        ("blinds: [1, 2], actions: [], asks: UTG", "2:48: cases[0].asks: unknown key"),
        ("blinds: [1, 2]", "2:5: cases[0].actions: expected, but not given"),
        ("blinds: [1, 2], players: 11, actions: []", "2:38: cases[0].players: "),
        ("blinds: [1, 2], players: 5.5, actions: []", "2:38: cases[0].players: expected a whole number, found 5.5"),
        (
            "blinds: [1, 2], stacks: {UTG: 9}, actions: [UTG allin 8]",
            "2:57: a: expected all of the stack, 9, found 'UTG allin 8'",
        ),
    ],
)
def test_what_is_no_question_is_told_with_line_and_column(tmp_path, case, told):
    with pytest.raises(InputError) as error:
        questions_of(tmp_path, f"id: a, {case}")
    assert str(error.value).removeprefix(f"{tmp_path}/some.yaml:").startswith(told)


@pytest.mark.parametrize("text", ["cases: [", "- 1", "cases: &a [*a]", "", "cases:\n  - {id: a, id: b}\n", "cases: []"])
def test_what_is_no_file_of_questions_is_told(tmp_path, text):
    with pytest.raises(InputError, match=r"some\.yaml"):
        read(tmp_path, text)


@pytest.mark.parametrize(
    "text", ["a" * 10**5, "cases: " + "a" * 10**5, f"cases:\n  - {{{'a' * 10**3}: 1}}\n", f"{'x' * 10**3}: 1\n" * 2]
)
def test_what_was_found_is_told_in_short(tmp_path, text):
    with pytest.raises(InputError) as error:
        read(tmp_path, text)
    assert all(len(line) < 250 + len(str(tmp_path)) for line in str(error.value).split("\n"))


def test_a_file_has_a_largest_size(tmp_path, monkeypatch):
    monkeypatch.setattr("regretlab.hands.text.LARGEST_QUESTIONS", 8)
    told = f"{tmp_path}/some.yaml: expected a file of at most 8 bytes, found 9"
    with pytest.raises(InputError, match=f"^{re.escape(told)}$"):
        read(tmp_path, "cases: []")


def test_reasons_name_amounts_as_the_file_does(tmp_path):
    given = "1.75 to call and 1.25, the largest bet or raise so far, make 3"
    (question,) = questions_of(
        tmp_path,
        f"id: a, blinds: ['0.25', '0.50'], actions: [UTG raise 1.75], ask: HJ, why: '{given}', min_raise_to: 3",
    )
    assert answer(question).problems == ()
