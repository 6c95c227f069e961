"""The page: each number against the table it names, and whatever is wrong, missing, moved or from elsewhere."""

from __future__ import annotations

import json
import re
import shutil
from fractions import Fraction
from pathlib import Path

import pytest
from recheck_spoil import edit_cell, edit_json

from recheck.ledger import Ledger
from recheck.markup import BEGIN, read_page
from recheck.origins import found_at, shows
from recheck.page import check_page
from recheck.places import NothingThereError, Places
from recheck.prose import WITH_ORIGIN, fault_of, named
from recheck.semantics.tree import files_below
from regretlab.origin import cell
from regretlab.stages.report import report

from small_page import write_large, write_small

FORM, NUMBERS, ORDER = "form of the page", "numbers of the page", "what the page shows"


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = write_large(tmp_path_factory.mktemp("page") / "large")
    report(folder)
    return folder


@pytest.fixture
def study(made: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(made, tmp_path / "large"))


def checked(folder: Path) -> Ledger:
    ledger = Ledger("semantics")
    check_page(ledger, folder, json.loads((folder / "study.json").read_text()), set(files_below(folder, ledger)))
    return ledger


def failed(ledger: Ledger) -> set[str]:
    return {check.name for check in ledger.checks if not check.passed}


def spoil(folder: Path, old: str, new: str) -> Ledger:
    """The page with one thing changed, once."""
    path = folder / "report.html"
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))
    return checked(folder)


@pytest.mark.parametrize("write", [write_small, write_large])
def test_pages_as_they_are_made(tmp_path: Path, write) -> None:
    folder = write(tmp_path)
    report(folder)
    ledger = checked(folder)
    assert ledger.all_problems() == []
    numbers = {check.name: check.numbers for check in ledger.checks}
    shown = (folder / "report.html").read_text().count("data-from=")
    assert numbers[NUMBERS] == shown > 50
    assert numbers[ORDER] > shown
    assert {"report.html", "study.json", "kuhn/cfr/trajectory.csv", "methods.csv", "claims.csv"} <= set(ledger.files)


def sourced(page: str) -> list[re.Match[str]]:
    return list(re.finditer(r'data-from="([^"]*)">(?:<a [^>]*>)?([^<]*)', page))


def test_every_shown_digit_counts(made: Path, study: Path) -> None:
    """The last digit of each number, one after the other."""
    page = (made / "report.html").read_text()
    shown = [match for match in sourced(page) if re.search("[0-9]", match[2].replace("&#39;", ""))]
    assert len(shown) > 150
    for match in shown:
        n = max(m.end() for m in re.finditer("[0-9]", match[2])) - 1 + match.start(2)
        (study / "report.html").write_text(f"{page[:n]}{(int(page[n]) + 1) % 10}{page[n + 1 :]}")
        ledger = checked(study)
        assert len(ledger.problems) == 1, ledger.problems
        problem = ledger.problems[0]
        assert (problem.row, failed(ledger)) == (page.count("\n", 0, match.start()) + 1, {NUMBERS})
        assert problem.column == match[1].replace("&#34;", '"')


def test_every_origin_counts(made: Path, study: Path) -> None:
    """Each of them, left out: the text is not sourced, and not what is due."""
    page = (made / "report.html").read_text()
    for match in sourced(page)[::3]:
        attribute = f' data-from="{match[1]}"'
        start = match.start() - 1
        (study / "report.html").write_text(page[:start] + page[start + len(attribute) :])
        assert failed(checked(study)) == {FORM, ORDER}


@pytest.mark.parametrize(
    ("file", "row", "column", "text"),
    [
        ("kuhn/cfr/trajectory.csv", 3, "exploitability", "0.0500006"),
        ("kuhn/cfr/trajectory.csv", 3, "value", "-0.0062500006"),
        ("methods.csv", 15, "low", "0.1"),
        ("ranking.csv", 1, "exploitability_10", "0.1"),
        ("ranking.csv", 1, "rank_10", "2"),
        ("claims.csv", 2, "regenerated", "0.6"),
        ("claims.csv", 2, "verdict", "not reproduced"),
    ],
)
def test_a_table_that_was_changed(study: Path, file: str, row: int, column: str, text: str) -> None:
    edit_cell(study / file, row, column, lambda _: text)
    ledger = checked(study)
    assert {(problem.file, (problem.column or "").split()[-1]) for problem in ledger.problems} == {
        ("report.html", column)
    }


@pytest.mark.parametrize(
    ("file", "key", "content", "column"),
    [
        ("kuhn/game.json", "histories", 4, "kuhn/game.json histories"),
        ("kuhn/game.json", "infosets", [1, 2], "sum kuhn/game.json infosets"),
        ("kuhn/value/value.json", "value", "-1/19", "kuhn/value/value.json value"),
        ("three/value/value.json", "lower", 0.1249, "three/value/value.json lower"),
        ("kuhn/equilibria/summary.json", "members", 1302, "kuhn/equilibria/summary.json members"),
        ("verification/kuhn/cfr/python.json", "certificate", {"nash_conv": {"fraction": "1/2", "decimal": "0.002"}},
         "verification/kuhn/cfr/python.json certificate|nash_conv|decimal"),
        ("verdict/claims.json", "summary", "1,235 of claims", "verdict/claims.json summary"),
    ],
)  # fmt: skip
def test_a_document_that_was_changed(study: Path, file: str, key: str, content: object, column: str) -> None:
    edit_json(study / file, key, content)
    assert [problem.column for problem in checked(study).problems] == [column]


T = "kuhn/cfr/trajectory.csv"


@pytest.mark.parametrize(
    ("old", "new", "names"),
    [
        # Fewer digits, more digits, another notation, of the right number.
        (">0.050000<", ">0.05<", {ORDER}),
        (">0.050000<", ">0.0500000<", {ORDER}),
        (">0.050000<", ">5.00000e-02<", {ORDER}),
        (">0.050000<", ">1/20<", {ORDER}),
        (">12,345<", ">12345<", {ORDER}),
        (">12,345<", ">1,2345<", {NUMBERS}),
        (">50%<", ">0.50<", {ORDER}),
        (">1.4e-17<", ">1e-17<", {ORDER}),
        # The number of another place, or of none.
        (f"{T} iteration=10 exploitability", f"{T} iteration=5 exploitability", {NUMBERS, ORDER}),
        (f"{T} iteration=10 exploitability", f"{T} iteration=11 exploitability", {NUMBERS, ORDER}),
        (f"{T} iteration=10 exploitability", f"{T} iteration=10 explitability", {NUMBERS, ORDER}),
        (f"{T} iteration=10 exploitability", f"../large/{T} iteration=10 exploitability", {NUMBERS, ORDER}),
        (f"{T} iteration=10 exploitability", f"{T} exploitability", {NUMBERS, ORDER}),
        (f"{T} iteration=10 exploitability", "", {NUMBERS, ORDER}),
        (f"{T} iteration=10 exploitability", f"greatest {T} iteration=10 exploitability", {ORDER}),
        ("study.json iterations", "study.json iterations|0", {NUMBERS, ORDER}),
        ("count study.json snapshots", "count study.json iterations", {NUMBERS, ORDER}),
        ("count study.json snapshots", "sum study.json title", {NUMBERS, ORDER}),
        # Headings, headers, figures, cells.
        ("<h3>kuhn: cfr</h3>", "<h3>kuhn: last</h3>", {ORDER}),
        ("<h1>Toys", "<h1>Boys", {ORDER}),
        ("of the average strategy</th>", "of a strategy</th>", {ORDER}),
        ('<th class="number">numbers</th>', "", {FORM, ORDER}),
        ('<th class="number">numbers</th>', '<td class="number">numbers</td>', {FORM, ORDER}),
        ("<tr><th>figure", "<tr><th>a</th></tr><tr><th>figure", {FORM, ORDER}),
        ("figures/kuhn/cfr/tree.svg", "figures/kuhn/cfr/value.svg", {ORDER}),
        ("figures/kuhn/cfr/tree.svg", "figures/kuhn/cfr/tree2.svg", {FORM, ORDER}),
        ("figures/kuhn/cfr/tree.svg", "kuhn/cfr/trajectory.csv", {FORM, ORDER}),
        ("figures/kuhn/cfr/tree.svg", "figures/../figures/kuhn/cfr/tree.svg", {FORM, ORDER}),
        ("figures/kuhn/cfr/tree.svg", "https://example.org/tree.svg", {FORM, ORDER}),
        ('<td class="number"></td>', '<td class="number">0.5</td>', {FORM, ORDER}),
        ('<td class="number"></td>', "", {FORM, ORDER}),
        ('<td class="number"></td>', '<td class="number" data-from="study.json iterations">1000</td>', {ORDER}),
        # What may not be on the page.
        ("</body>", "<script>1</script></body>", {FORM}),
        ("</body>", "<p onclick=\"x()\">1</p></body>", {FORM}),
        ("</body>", "<iframe></iframe></body>", {FORM}),
        ("</body>", "<!-- 1 --></body>", {FORM}),
        ("</body>", "<p>0.123</p></body>", {FORM}),
        ("</body>", "<p>1/3</p></body>", {FORM}),
        ("</body>", "<p><code>12,345</code></p></body>", {FORM}),
        ("</body>", "0.5</body>", {FORM}),
        ("</body>", "<p><span>x</span></p></body>", {FORM, ORDER}),
        ("</body>", '<p><a href="https://example.org">x</a></p></body>', {FORM, ORDER}),
        ("</body>", '<p><a href="//example.org">x</a></p></body>', {FORM, ORDER}),
        ("</body>", '<p><a href="none.csv">x</a></p></body>', {FORM, ORDER}),
        ("</body>", "</body><body></body>", {FORM}),
        ("</body>", "<h1>x</h1></body>", {FORM, ORDER}),
        ("</body>", "</p></body>", {FORM}),
        ("</html>", "", {FORM}),
        ("</html>\n", "</html>\n<html></html>", {FORM}),
        ("<!DOCTYPE html>\n", "", {FORM}),
        ("img {", "@import 'x'; img {", {FORM}),
        ("img {", "td::before { CONTENT: '9'; } img {", {FORM}),
        ("img {", "tr:nth-of-type(3) { display: none; } img {", {FORM}),
        ('charset="utf-8"', 'charset="iso-2022-jp"', {FORM}),
        ('<meta charset="utf-8">\n', "", {FORM}),
        ("</body>", "<p>\u202e12</p></body>", {FORM}),
        ("</body>", "<p>\uff10\uff0e\uff15</p></body>", {FORM}),
        ("</body>", "<p>\u0660\u066b\u0665</p></body>", {FORM}),
        # Letters beside a number, and numbers in letters.
        ("<p>Study", "<p>Study 2", {FORM}),
        ("<span data-from=", "99<span data-from=", {FORM}),
        ("<span data-from=", "-<span data-from=", {FORM}),
        ("<span data-from=", "x<code></code><span data-from=", {FORM}),
        ("</span>", "</span>000", {FORM}),
        ("</span>", "</span>e-12", {FORM}),
        ("</span>", "</span>.5", {FORM}),
        ("</span>", "</span>\u0338", {FORM}),
        ("</body>", "<p>It is 7.</p></body>", {FORM}),
        ("</body>", "<p>It is .7</p></body>", {FORM}),
        ("</body>", "<p>It is 0.\u034f7</p></body>", {FORM}),
        ("</body>", "<p>It is 1.\u31645</p></body>", {FORM}),
        ("</body>", "<p>It is 3\u20444</p></body>", {FORM}),
        ("</body>", "<p>It is 1\u00bd</p></body>", {FORM}),
        ("</body>", "<p>It is \u00bd</p></body>", {FORM}),
        ("</body>", "<p>It is 1<code>.5</code></p></body>", {FORM}),
        ("</body>", "<p>It is lO</p></body>", {FORM}),
        ("</body>", "<p>It is\u2003so</p></body>", {FORM}),
        ("</body>", "<p>Player 0 is not player 1 (nor is toy), exactly.</p></body>", set()),
        ("</body>", "<details><summary>Figures</summary></details></body>", {ORDER}),
        ("</body>", "<details></details></body>", {FORM}),
        ("<figure>", "<details><figure>", {FORM}),
        ("<title>", "<title>Not the ", {ORDER}),
        ("<summary>Figures of ", "<summary>Pictures of ", {ORDER}),
        ('alt="', 'alt="not ', {ORDER}),
        (' alt="tree"', "", {ORDER}),
        (">0.050000<", ">0.05<wbr>0000<", {FORM}),
        ("</body>", "<p>So<wbr> it is</p></body>", {FORM}),
        ("img {", "td::before { content: '9'; } img {", {FORM}),
        ("img {", "img { background: url(x); } img {", {FORM}),
        ('<td class="number"', '<td class="nothing"', {FORM}),
        ('<td class="number"', "<td class=number", {FORM, ORDER}),
        ('<td class="number"', '<td class="number" class="number"', {FORM}),
        ('<td class="number"', '<td style="x"', {FORM}),
        ("</body>", "<!DOCTYPE html>\n</body>", {FORM}),
        ("<title>", "<TITLE>", {FORM, ORDER}),
        ("&amp;", "&nbsp;", {FORM, ORDER}),
        ("&amp;", "&", {FORM, ORDER}),
        ("<code>python</code>", '<code data-from="study.json title">x</code>', {FORM, NUMBERS, ORDER}),
        (">0.050000<", f'><span data-from="{T} iteration=10 exploitability">0.050000</span><', {FORM, NUMBERS, ORDER}),
    ],
)  # fmt: skip
def test_pages_that_are_not_as_they_should_be(study: Path, old: str, new: str, names: set[str]) -> None:
    assert failed(spoil(study, old, new)) == names


def test_rows_that_are_missing_or_moved(made: Path, study: Path) -> None:
    page = (made / "report.html").read_text()
    rows = re.findall(r"<tr><td.*</tr>\n", page)
    assert len(rows) >= 40
    for one, two in zip(rows[::4], rows[1::4], strict=False):
        for changed in (
            page.replace(one, "", 1),
            page.replace(one, one + one, 1),
            page.replace(one + two, two + one, 1),
        ):
            if changed != page:
                (study / "report.html").write_text(changed)
                assert failed(checked(study)) == {ORDER}


def test_the_place_where_the_page_goes_wrong(study: Path) -> None:
    path = study / "report.html"
    lines = path.read_text().split("\n")
    n = next(n for n, line in enumerate(lines) if f"{T} iteration=10 iteration" in line)
    path.write_text("\n".join(lines[:n] + lines[n + 1 :]))
    (problem,) = checked(study).problems
    assert (problem.file, problem.row) == ("report.html", n + 1)
    assert problem.expected == f"value {T} iteration=10 iteration"
    assert problem.found == f"value {T} iteration=1000 iteration"


def test_what_study_json_calls_for(study: Path) -> None:
    """A run more than the page has, a snapshot less, a level that hides the current strategy."""
    content = json.loads((study / "study.json").read_text())
    for key, change in (("snapshots", [1, 5, 1000]), ("title", "Other toys"), ("variants", content["variants"][:-1])):
        edit_json(study / "study.json", key, change)
        assert ORDER in failed(checked(study))
        edit_json(study / "study.json", key, content[key])
    assert checked(study).passed
    edit_json(study / "verification/kuhn/cfr/python.json", "level", "repeated to 10")
    assert ORDER in failed(checked(study))


@pytest.mark.parametrize("file", ["report.html", T, "methods.csv", "claims.csv", "ranking.csv", "kuhn/game.json",
                                  "verification/kuhn/last/python.json", "kuhn/value/strategy.csv"])  # fmt: skip
def test_missing_files(study: Path, file: str) -> None:
    (study / file).unlink()
    ledger = checked(study)
    assert not ledger.passed
    assert any(file in f"{problem.file} {problem.found}" for problem in ledger.problems)


def test_a_figure_more(study: Path) -> None:
    (study / "figures/kuhn/cfr/other.svg").write_text("<svg/>\n")
    assert failed(checked(study)) == {ORDER}


@pytest.mark.parametrize(
    "data", [b"", b"\xff", b"<!DOCTYPE html>\n", b"<!DOCTYPE html>\r\n<html></html>\n", b"</html>", b"\n"]
)
def test_bytes(study: Path, data: bytes) -> None:
    (study / "report.html").write_bytes(data)
    assert not checked(study).passed


@pytest.mark.parametrize(
    ("text", "found", "whether"),
    [
        ("0.05", "0.05", True), ("0.1", "0.05", False), ("0.0", "0.05", True), ("0", "0.4", True), ("1,234", 1234, True),
        ("1,234", 1234.5, False), ("-1,234", -1234, True), ("1/3", "1/3", True), ("0.33", "1/3", True), ("2/6", "1/3", False),
        ("97%", "0.96875", True), ("96%", "0.96875", False), ("true", True, True), ("1", True, False), ("[2,4]", [2, 4], True),
        ("2", Fraction(2), True), ("word", "word", True), ("word", "ward", False), ("", "0.5", False), ("%", "0.5", False),
        ("1e-05", 1e-05, True), ("-0.0", "-0.01", False), ("0.0", "-0.01", True), ("+0.5", "0.5", True), (" 0.5", "0.5", False),
    ],
)  # fmt: skip
def test_rounded_as_shown(text: str, found: object, whether: bool) -> None:
    assert shows(text, found) is whether


def test_names_of_any_kind(tmp_path: Path) -> None:
    """What regretlab writes as an origin, recheck finds."""
    (tmp_path / "t.csv").write_text("n;=%25,v\na%2C%7C = b;,0.5\n")
    places = Places(Ledger("x"), tmp_path)
    assert found_at(places, cell("t.csv", "v", **{"n;=%25": "a,| = b;"})) == "0.5"
    for origin in (
        "",
        "t.csv",
        "t.csv v v",
        "t.csv  v",
        "count t.csv n=a v",
        "sum t.csv",
        "sum ",
        "t.json x",
        "greatest t.csv v",
    ):
        with pytest.raises(NothingThereError):
            found_at(places, origin)


@pytest.mark.parametrize(
    ("sentence", "fault"),
    [
        ("All # of # members have nash_conv 0, exactly.", None), ("alpha = #, eta = #", None), ("#; #.", None),
        ("a nash_conv of exactly\n# = # (antes per hand).", None), ("Rules #:\n# histories", None), ("Study a-1: # x", None),
        ("repeated to 50, and more", None), ("(2 per hand)", None), ("", None),
        ("1,#", "1,#"), ("#1", "#1"), ("# #", "# #"), ("1 #", " 1"), ("at 1 #", "1 #"), ("# 0", "# 0"), ("# = 0", "= 0"),
        ("#, #", "#, #"), ("x = y", "= y"), ("x =", "="), ("= #", " ="), ("x - #", "-"), ("x 2", "2"), ("a-2 x", "a-2"),
        ("repeated to 500", "500"),
        ("3 / 4", "3"), ("x \u00b2", "\u00b2"), ("x\u00a0y", "x\u00a0y"), ("I", "I"), ("x lO.", "lO."),
        ("l'OOO_OOO cases", "l'OOO_OOO"), ("x O-O", "O-O"), ("(IO-I_OO),", "(IO-I_OO),"), ("x -IO", "-IO"), ("lo", "lo"),
        ("under python -O: all", None), ("(Oil, lot, Idle)", None),
    ],
)  # fmt: skip
def test_what_a_sentence_is_made_of(sentence: str, fault: str | None) -> None:
    """`#` stands for a number that says where it comes from."""
    found = fault_of(sentence.replace("#", WITH_ORIGIN), named(["a-1", "repeated to 50", "2 per hand", ""]))
    assert (found and found.replace(WITH_ORIGIN, "#")) == fault


def test_a_page_of_many_elements() -> None:
    """Nothing in it is of a depth or size that matters."""
    ledger = Ledger("x")
    rows = "<tr><td></td></tr>\n" * 50_000
    page = f"{BEGIN}</head>\n<body>\n<table><tr><th>a</th></tr>\n{rows}</table></body>\n</html>\n"
    assert len(read_page(ledger.check("x", "report.html", 0.0, ""), page)) == 100_001
    assert ledger.all_problems() == []
