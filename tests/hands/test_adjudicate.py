"""`regretlab adjudicate`, as people type it; and the pictures that it draws."""

import json
import re
import xml.etree.ElementTree as ET
from itertools import combinations

import pytest

from hands.records import SOUND, changed, replayed
from recheck.drawings.timeline import due_lines
from recheck.hands.answers import read_questions as read_whole_cases
from recheck.hands.flow import read_cases
from regretlab.cli import main
from regretlab.figures.style import GREY, VERMILLION
from regretlab.hands.answers import answer
from regretlab.hands.notation import read_questions
from regretlab.hands.tell import lines
from regretlab.hands.timeline import ILLEGAL, INKS, LEGEND, PALE, PASSED_OVER, TINTS, question, timeline

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def hand(tmp_path):
    path = tmp_path / "hand.phh"
    path.write_text(SOUND, encoding="utf-8")
    return path


def test_one_hand_is_told_in_full(hand, capsys):
    assert main(["adjudicate", str(hand)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[:8] == [
        f"hand ({hand}:1:1): no-limit hold'em, 3 players",
        "  p1 SB      100, blind 1",
        "  p2 BB      100, blind 2",
        "  p3 BTN     100",
        "before the flop",
        "  p3, stack 100, 2 more to call, pot 3: fold, call 2 or raise 4 to 100",
        "      may raise: p3 has not acted in this round yet (right to raise)",
        "      at least 4: 2 to call and 2, the largest bet or raise so far, make 4 (minimum raise)",
    ]
    assert lines[-4:] == [
        "the end 2c 3c 4h 9s Ts",
        "  pot of 74: p1 74",
        "  stacks: p1 138, p2 98, p3 64",
        "verdict: sound",
    ]
    assert sum("-> " in line for line in lines) == 10


def test_a_question_ends_with_what_is_asked(project, capsys):
    assert main(["adjudicate", str(project / "config/hands/raise-rights.yaml"), "--hand", "S6"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[-3:] == [
        "  UTG, stack unknown, 2 more to call, pot 23: fold or call 8",
        "      may not raise: UTG has matched 6 and faces 8, 2 more: less than a full raise, which is 4 or more (short all-in)",
        "verdict: sound",
    ]


def test_of_many_hands_what_is_wrong_and_a_table_are_told(tmp_path, capsys):
    path = tmp_path / "some.phhs"
    illegal, unreadable = (
        SOUND.replace("p3 cbr 6", "p3 cbr 3").replace("finish", "_finish"),
        SOUND.replace("p2 f", "p2 x"),
    )
    rake = SOUND.replace("[138,", "[137,")
    path.write_text(
        "\n".join(f"[{n}]\n{text}" for n, text in enumerate((SOUND, illegal, unreadable, rake))), encoding="utf-8"
    )
    assert main(["adjudicate", str(path)]) == 1
    found = capsys.readouterr()
    assert found.err == ""
    lines = found.out.splitlines()
    assert [line.split(": ")[0].removeprefix(f"{path}:") for line in lines[:2]] == ["39:5", "69:5"]
    assert [line.split() for line in lines[2:]] == [
        ["verdict", "hands"],
        ["sound", "2"],
        ["unreadable", "1"],
        ["illegal", "action", "1"],
        ["all", "4"],
        ["remark", "hands"],
        ["end", "not", "recorded", "1"],
        ["rake", "1"],
    ]
    assert main(["adjudicate", str(path), "--remarks"]) == 1
    assert "rake: 1 of 74 are missing in the end" in capsys.readouterr().out
    assert main(["adjudicate", str(path), "--hand", "3"]) == 0
    assert "  rake: 1\n" in capsys.readouterr().out


def test_progress_is_told_on_a_terminal(tmp_path, capsys, monkeypatch):
    path = tmp_path / "some.phhs"
    path.write_text("\n".join(f"[{n}]\n{SOUND}" for n in range(120)), encoding="utf-8")
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    assert main(["adjudicate", str(path)]) == 0
    found = capsys.readouterr()
    assert re.findall(r"(\d+) of 120 hands", found.err) == ["50", "100", "120"]
    assert found.out.split() == ["verdict", "hands", "sound", "120", "all", "120"]


def test_another_answer_is_told(tmp_path, project, capsys):
    text = (project / "config/hands/raise-rights.yaml").read_text(encoding="utf-8")
    path = tmp_path / "others.yaml"
    path.write_text(text.replace("ask: HJ, min_raise_to: 8", "ask: HJ, min_raise_to: 9"), encoding="utf-8")
    assert main(["adjudicate", str(path)]) == 1
    out = capsys.readouterr().out
    assert "Q1: min_raise_to: expected 9, found 8\n" in out
    assert "another answer              1\n" in out
    assert main(["adjudicate", str(project / "config/hands/raise-rights.yaml"), "--rules", "single-raise"]) == 1
    assert "S12: may_raise: expected true, found false\n" in capsys.readouterr().out


def told_of(folder, capsys, text, name="some.phh", *more):
    """What is told of a file of one hand, without its place, and the exit code."""
    path = folder / name
    path.write_text(text, encoding="utf-8")
    code = main(["adjudicate", str(path), *more])
    return code, capsys.readouterr().out.replace(f"{path}:", "").splitlines()


def test_one_question_with_another_answer_has_the_verdict_of_the_list(tmp_path, capsys):
    case = "id: a, players: 2, blinds: [1, 2], actions: [SB fold], ask: BB, may_raise: true"
    code, lines = told_of(tmp_path, capsys, f"cases:\n  - {{{case}}}\n", "some.yaml", "--hand", "a")
    assert (code, lines[-6:]) == (
        1,
        [
            "the end",
            "  1 go back to BB, since nobody called",
            "  pot of 2: BB 2",
            "  stacks: BB unknown, SB unknown",
            "2:66: a: ask: expected one who is to act, found 'BB'",
            "verdict: another answer",
        ],
    )


@pytest.mark.parametrize(
    ("actions", "heading", "decision"),
    [
        ("", "before the flop", "  p3, stack 100, 2 more to call, pot 3: fold, call 2 or raise 4 to 100"),
        (
            "'p3 cc', 'p1 cc', 'p2 cc', 'd db 2c3c4h'",
            "on the flop 2c 3c 4h",
            "  p1, stack 98, pot 6: check or bet 2 to 98",
        ),
        (
            "'p1 cc', 'p3 cc'",
            "before the flop",
            "  p3, stack 100, 2 more to call, pot 3: fold, call 2 or raise 4 to 100",
        ),
        ("'p3 cbr 101'", "before the flop", "  p3, stack 100, 2 more to call, pot 3: fold, call 2 or raise 4 to 100"),
    ],
)
def test_the_decision_that_is_due_is_told_below_its_street(tmp_path, capsys, actions, heading, decision):
    """Where nobody has acted on it, where it was another player's turn, and where he has not so much."""
    text = SOUND[: SOUND.index("    'p3 cbr 6'")] + f"{actions}]\n"
    _, lines = told_of(tmp_path, capsys, text)
    assert lines.count(heading) == 1
    assert lines[lines.index(heading) + 1] == decision


def test_of_a_game_that_is_not_covered_the_verdict_is_told(tmp_path, capsys):
    code, lines = told_of(tmp_path, capsys, SOUND.replace("[1, 2, 0]", "[1, 0, 2]"))
    assert (code, lines[-1]) == (2, "verdict: not covered")


def test_json_has_a_line_for_each_hand(tmp_path, hand, capsys):
    bad = tmp_path / "bad.phh"
    bad.write_text(SOUND.replace("p2 f", "p2 x"), encoding="utf-8")
    assert main(["adjudicate", "--json", str(hand), str(bad)]) == 1
    first, second = map(json.loads, capsys.readouterr().out.splitlines())
    assert (first["verdict"], first["chip"], first["stacks"]) == ("sound", "1", [100, 100, 100])
    assert first["actions"][0] == {
        "street": 0,
        "player": "p3",
        "stacks": [99, 98, 100],
        "bets": [1, 2, 0],
        "pots": [{"amount": 3, "eligible": ["p1", "p2"]}],
        "options": {"fold": True, "call": 2, "low": 4, "high": 100},
        "may_raise": {"yes": True, "rule": "right to raise", "sentence": "p3 has not acted in this round yet"},
        "at_least": {"rule": "minimum raise", "sentence": "2 to call and 2, the largest bet or raise so far, make 4"},
        "done": 6,
        "legal": True,
        "recorded": {"text": "p3 cbr 6", "file": str(hand), "line": 10, "column": 5},
    }
    assert first["end"]["awards"] == [{"pot": 74, "half": None, "shares": {"p1": 74}, "hand": None}]
    assert (second["verdict"], len(second["problems"])) == ("unreadable", 1)


def test_a_file_that_cannot_be_read_has_its_line_of_json(tmp_path, hand, capsys):
    broken = tmp_path / "broken.phhs"
    broken.write_text(f"[1]\n{SOUND}[2]\nvariant NT\n", encoding="utf-8")
    assert main(["adjudicate", "--json", str(broken), str(hand)]) == 1
    found = capsys.readouterr()
    first, second = map(json.loads, found.out.splitlines())
    assert (first["hand"], first["verdict"], second["verdict"]) == ("broken", "unreadable", "sound")
    assert found.err == f"regretlab: {first['problems'][0]}\n"


def test_the_exit_code_tells_what_is_wrong_from_what_is_not_covered(tmp_path, hand, capsys):
    draw = tmp_path / "draw.phh"
    draw.write_text(changed(("'NT'", "'N2L1D'"), ("2c3c4h", "??????")), encoding="utf-8")
    wrong = tmp_path / "wrong.phh"
    wrong.write_text(changed(("[138,", "[139,")), encoding="utf-8")
    unread = tmp_path / "unread.phh"
    unread.write_text(changed(("p2 f", "p2 x")), encoding="utf-8")
    for files, code in (([hand], 0), ([draw, hand], 2), ([wrong], 1), ([draw, wrong], 1), ([unread, draw], 1)):
        assert main(["adjudicate", *map(str, files)]) == code
    assert "not covered" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["none.phh"], "none.phh: cannot be read: No such file or directory"),
        (["hand.txt"], "hand.txt: expected a file of hands, .phh, .phhs, .yaml, .yml, found '.txt'"),
        (["."], ".: expected a file of hands"),
        (["hand.phh", "--hand", "5"], "hand.phh: expected a hand called '5', found none"),
        (["broken.phh"], "broken.phh:1:5: expected TOML: "),
    ],
)
def test_what_cannot_be_read_is_told(tmp_path, hand, capsys, monkeypatch, arguments, told):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "hand.txt").write_text("")
    (tmp_path / "broken.phh").write_text("a = ")
    assert main(["adjudicate", *arguments]) == 1
    assert capsys.readouterr().err.startswith(f"regretlab: {told}")


@pytest.mark.parametrize(
    "arguments", [["--rules", "mine"], ["--chip", "0"], ["--chip", "-1"], ["--chip", "nan"], ["--svg", ""]]
)
def test_options_that_are_none(hand, capsys, arguments):
    with pytest.raises(SystemExit) as ended:
        main(["adjudicate", str(hand), *arguments])
    assert ended.value.code == 3
    assert "expected" in capsys.readouterr().err


def test_files_that_can_be_read_are_told_all_the_same(tmp_path, hand, capsys):
    assert main(["adjudicate", str(tmp_path / "none.phh"), str(hand)]) == 1
    found = capsys.readouterr()
    assert "verdict: sound" in found.out
    assert found.err.startswith(f"regretlab: {tmp_path}/none.phh: cannot be read")


def test_pictures_are_files(tmp_path, hand, project, capsys):
    assert main(["adjudicate", str(hand), "--svg", str(tmp_path / "one.svg")]) == 0
    assert main(["adjudicate", str(project / "config/hands/raise-rights.yaml"), "--svg", str(tmp_path / "all")]) == 0
    assert len(list((tmp_path / "all").iterdir())) == 22
    assert (tmp_path / "all" / "raise-rights-Q11.svg").is_file()
    assert (tmp_path / "one.svg").read_text(encoding="utf-8") == timeline(replayed(tmp_path, SOUND))


def test_pictures_have_names_of_their_own(tmp_path, capsys):
    """Names that are alike, also in lower case, or but for what a file name does not have, are numbered."""
    folder = tmp_path / "pictures"
    files = [
        tmp_path / "aa/x.phh",
        tmp_path / "bb/x.phh",
        tmp_path / "ä.phh",
        tmp_path / "ö.phh",
        tmp_path / "some.phhs",
    ]
    for file in files:
        file.parent.mkdir(exist_ok=True)
        file.write_text(SOUND, encoding="utf-8")
    names = ("A b", "A_b", "a_B", "A_b-2")
    files[-1].write_text("".join([f'["{name}"]\n{SOUND}' for name in names]), encoding="utf-8")
    assert main(["adjudicate", *map(str, files), "--svg", str(folder)]) == 0
    assert sorted(path.name for path in folder.iterdir()) == sorted(
        (
            "x-x.svg",
            "x-x-2.svg",
            "ä-ä.svg",
            "ö-ö.svg",
            "some-A_b.svg",
            "some-A_b-2.svg",
            "some-a_B-3.svg",
            "some-A_b-2-2.svg",
        )
    )
    assert "A_b-2: no-limit" in (folder / "some-A_b-2-2.svg").read_text(encoding="utf-8")


def test_a_picture_of_several_hands_needs_a_folder(tmp_path, hand, project, capsys):
    many, place = str(project / "config/hands/raise-rights.yaml"), tmp_path / "one.svg"
    assert main(["adjudicate", many, "--svg", str(place)]) == 1
    said = capsys.readouterr()
    expected = "expected a folder, whose name does not end in .svg, or one hand (--hand)"
    assert said.err == f"regretlab: --svg: {expected}, found {place} for 22 hands\n"
    assert said.out.splitlines()[-1].split() == ["all", "22"]
    assert not place.exists()
    assert main(["adjudicate", many, "--hand", "Q11", "--svg", str(place)]) == 0
    assert place.is_file()


@pytest.mark.parametrize(("name", "wanted", "there"), [("one.svg", "file", "folder"), ("pictures", "folder", "file")])
def test_a_picture_takes_no_other_place(tmp_path, hand, capsys, name, wanted, there):
    place = tmp_path / name
    place.mkdir() if there == "folder" else place.write_text("x")
    assert main(["adjudicate", str(hand), "--svg", str(place)]) == 1
    assert capsys.readouterr().err == f"regretlab: --svg: {place}: expected a {wanted} there or none, found a {there}\n"


def texts(picture):
    return [element.text for element in ET.fromstring(picture).iter(f"{SVG}text")]


def test_a_picture_has_all_actions_and_reasons(tmp_path):
    played = replayed(tmp_path, SOUND)
    picture = timeline(played)
    assert picture == timeline(played)
    found = texts(picture)
    words = ["raise 6", "call 6", "fold", "check", "bet 10", "call 10", "check", "check", "bet 20", "call 20"]
    assert [text for text in found if text and text.split()[0] in ("raise", "call", "fold", "check", "bet")] == words
    assert [text for text in found if text and text.startswith("●")][:3] == ["● 4–100", "● 10–100", "● 10–100"]
    titles = [element.text for element in ET.fromstring(picture).iter(f"{SVG}title")]
    assert len(titles) == 1 + len(played.steps)
    assert all("raise: " in (title or "") for title in titles[1:])
    assert "on the river  2c  3c  4h  9s  Ts" in found
    assert "stacks: p1 138, p2 98, p3 64" in found


def test_a_picture_has_question_and_answer(project, tmp_path):
    """Who is asked, what all others have bet, and the answer; none where the betting is over."""
    questions = {asked.case.id: asked for asked in read_questions(project / "config/hands/raise-rights.yaml")}
    pictures = {name: timeline(answer(asked).replay) for name, asked in questions.items()}
    found = texts(pictures["Q9"])
    assert [text for text in found if text and text.startswith("May ")] == ["May SB raise? No."]
    assert (found.count("?"), found.count("6 all in"), found.count("7 all in"), found.count("blinds")) == (1, 1, 1, 1)
    assert "May UTG raise? Yes, to 15 or more." in texts(pictures["S12"])
    assert not any(text and text.startswith("May ") for text in texts(pictures["S5"]))
    limit = changed(("variant = 'NT'", "variant = 'FT'"), ("min_bet = 2", "small_bet = 2\nbig_bet = 4"))
    stopped = limit[: limit.index("    'p1 cc',\n    'p3 cbr 10'")].replace("p3 cbr 6", "p3 cbr 4") + "]\n"
    assert question(replayed(tmp_path, stopped)) == "May p1 bet? Yes, 2."


def contrast(one, other):
    """Of two colors, as WCAG 2.1 defines it, 1 to 21."""

    def luminance(color):
        parts = [int(color[place : place + 2], 16) / 255 for place in (1, 3, 5)]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    lower, higher = sorted([luminance(one), luminance(other)])
    return (higher + 0.05) / (lower + 0.05)


def test_a_pot_is_between_several_or_for_one(tmp_path):
    """Of 4, 10 and 10, and blinds, 15 are for both who are left and 12 for one; recheck draws the same, line by line."""
    path = tmp_path / "some.yaml"
    actions = "HJ allin 4, CO raise 10, BTN raise 30, SB fold, BB fold, CO fold"
    path.write_text(f"cases:\n  - {{id: a, blinds: [1, 2], actions: [{actions}]}}\n", encoding="utf-8")
    (asked,) = read_questions(path)
    played = answer(asked).replay
    assert [line.strip() for line in lines(played)][-4:-1] == [
        "20 go back to BTN, since nobody called",
        "pot of 15: between HJ and BTN",
        "pot of 12: for BTN",
    ]
    (case,) = read_whole_cases(read_cases(path.read_text(encoding="utf-8")), None)
    assert timeline(played).splitlines() == due_lines(case)
    assert any(", 28 more to call, pot" in line or ", 6 more to call, pot" in line for line in due_lines(case))


def test_words_can_be_read_on_their_bars():
    """As WCAG asks of small text, 4.5, on the bar, and where it is low, on white."""
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast(VERMILLION, TINTS[VERMILLION]) < 4.5
    for color, ink in INKS.items():
        assert contrast(ink, TINTS.get(color, PALE)) >= 4.5
        assert contrast(ink, "#ffffff") >= 4.5
    assert contrast(GREY, PALE) >= 4.5


def test_a_picture_tells_what_is_wrong(tmp_path):
    """Nothing of a file gets into a picture as markup."""
    played = replayed(tmp_path, changed(("'p1 cc',\n    'p2 f'", "'p1 cbr 8 # <b>&',\n    'p2 f',\n    'p3 cc'")))
    found = texts(timeline(played))
    assert any(text and text.startswith("illegal action: expected fold, call 6 or raise 10 to 100") for text in found)
    assert any(text and "<b>&" in text for text in found)
    assert 'stroke-width="2"' in timeline(played)
    assert found[-1] == f"{LEGEND}{ILLEGAL}"


def test_the_legend_has_what_there_is(tmp_path, project):
    """Frames are told where there are some; those of questions, which leave folds out, have none."""
    left_out = replayed(tmp_path, changed(("    'p2 f',\n", "")))
    assert (texts(timeline(left_out))[-1], "stroke-dasharray" in timeline(left_out)) == (f"{LEGEND}{PASSED_OVER}", True)
    assert (texts(timeline(replayed(tmp_path, SOUND)))[-1], "frame" in LEGEND) == (LEGEND, False)
    for asked in read_questions(project / "config/hands/raise-rights.yaml"):
        assert texts(timeline(answer(asked).replay))[-1] == LEGEND


def test_drawing_leaves_no_text_outside_or_on_another(project, tmp_path, capsys):
    """By the estimate that texts are placed with."""
    assert main(["adjudicate", str(project / "config/hands/real.phhs"), "--svg", str(tmp_path)]) == 2
    pictures = sorted(tmp_path.iterdir())
    assert len(pictures) == 133
    for path in pictures:
        root = ET.parse(path).getroot()
        width, height = float(root.attrib["width"]), float(root.attrib["height"])
        boxes = []
        for element in root.iter(f"{SVG}text"):
            wide = len(element.text or "") * float(element.attrib["font-size"]) * 0.61
            x, y = float(element.attrib["x"]), float(element.attrib["y"])
            left = {"middle": x - wide / 2, "end": x - wide}.get(element.attrib.get("text-anchor", ""), x)
            assert left >= 0, (path.name, element.text)
            assert left + wide <= width, (path.name, element.text)
            assert 0 <= y <= height, (path.name, element.text)
            boxes.append((left, left + wide, y - float(element.attrib["font-size"]) * 0.7, y, element.text))
        for one, other in combinations([box for box in boxes if box[4]], 2):
            apart = one[1] <= other[0] or other[1] <= one[0] or one[3] <= other[2] or other[3] <= one[2]
            assert apart, (path.name, one, other)
