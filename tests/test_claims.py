"""Claims: how a printed figure is compared, and that a wrong digit is seen."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from regretlab.claims import Claim, ClaimsFile
from regretlab.decimals import write_like, write_short
from regretlab.errors import InputError
from regretlab.files import read_csv, write_csv, write_json
from regretlab.stages.claims import check_claims, regenerate
from regretlab.stages.gate import judge_claims

FACTS = {"id": "x", "what": "a figure", "unit": "antes per hand"}


@pytest.fixture
def results(tmp_path):
    """A folder with a table, a formula table and a document."""
    write_csv(
        tmp_path / "t.csv",
        ("iteration", "value", "small", "large"),
        [(1, 0.125, 0.25, 3.0), (2, -0.05555722, 0.0, 7.0), (3, 0.5, 0.0004999, 1.0)],
    )
    write_csv(
        tmp_path / "f.csv",
        ("action", "constant", "slope"),
        [("bet", Fraction(1, 3), 1), ("pass", Fraction(2, 3), -1), ("", "bet|1", 0)],
    )
    write_json(tmp_path / "verdict/verification.json", {"levels": {"game/known": "repeated", "game/mine": "certified"}})
    write_json(tmp_path / "d.json", {"value": "-1/18", "unique": [False, True], "list": [1, 2, 5], "word": "some"})
    return tmp_path


@pytest.mark.parametrize(
    ("printed", "value", "written"),
    [
        ("0.007269", Fraction("0.0072691064"), "0.007269"),
        ("0.007270", Fraction("0.0072691064"), "0.007269"),
        ("+0.125000000", Fraction(1, 8), "+0.125000000"),
        ("-0.055557220", Fraction("-0.05555721950"), "-0.055557220"),
        ("395.6", Fraction("395.576"), "395.6"),
        ("64", Fraction(64), "64"),
        ("-1/18", Fraction(-1, 18), "-1/18"),
        ("1/3", Fraction(333333333, 1000000000), "333333333/1000000000"),
        ("2.708333e-01", Fraction(65, 240), "2.708333e-01"),
        ("9.376166e-04", Fraction("0.00093761664699"), "9.376166e-04"),
        ("1.0e+00", Fraction("2.5e-5"), "2.5e-05"),
        ("1e+00", Fraction("2.5e-5"), "2e-05"),
        ("1e+00", Fraction("3.5e-5"), "4e-05"),
        ("1.00e-02", Fraction("-999.9"), "-1.00e+03"),
        ("+1.00e-02", Fraction(0), "+0.00e+00"),
        ("1.5e-01", Fraction("1e-310"), "1.0e-310"),
        ("0.5", Fraction(1, 4), "0.2"),
        ("0.5", Fraction(3, 4), "0.8"),
        ("0.00", Fraction(-1, 1000), "0.00"),
        ("+0.00", Fraction(-1, 100), "-0.01"),
        ("repeated", Fraction(1, 4), "1/4"),
    ],
)
def test_written_like_printed(printed, value, written):
    """Sign, digits and notation of the printed figure; ties to even; no negative zero."""
    assert write_like(printed, value) == written


@given(value=st.floats(allow_nan=False, allow_infinity=False))
def test_short_decimals_are_those_of_c(value):
    """Two significant digits, as `%g` has them; of floats, whose exact values have no ties but those that both round to even."""
    value += 0.0
    assert write_short(Fraction(value)) == f"{value:.2g}"
    assert write_like("0.00e+00", Fraction(value)) == f"{value:.2e}"


@given(value=st.fractions(-1000, 1000), digits=st.integers(0, 12))
def test_rounding_is_to_the_nearest(value, digits):
    """The written decimal is never further away than half a unit of its last digit."""
    printed = "0." + "0" * digits if digits else "0"
    assert abs(Fraction(write_like(printed, value)) - value) <= Fraction(1, 2 * 10**digits)


@pytest.mark.parametrize(
    ("claim", "regenerated"),
    [
        ({"printed": "0.125", "file": "t.csv", "where": {"iteration": 1}, "column": "value"}, "0.125"),
        ({"printed": "0.000001664", "file": "t.csv", "where": {"iteration": 2}, "column": "value", "minus": "-1/18",
          "absolute": True}, "0.000001664"),
        ({"printed": "12.0", "file": "t.csv", "where": {"iteration": 1}, "column": "large", "over": "small"}, "12.0"),
        ({"printed": "50.0", "file": "t.csv", "where": {"iteration": 3}, "column": "value", "times": 100}, "50.0"),
        ({"printed": "3", "file": "t.csv", "count": True}, "3"),
        ({"printed": "1", "file": "f.csv", "where": {"action": "bet"}, "count": True}, "1"),
        ({"printed": "alpha + 1/3", "file": "f.csv", "where": {"action": "bet"}, "linear_in": "alpha"}, "alpha + 1/3"),
        ({"printed": "2/3 - alpha", "file": "f.csv", "where": {"action": "pass"}, "linear_in": "alpha"}, "2/3 - alpha"),
        ({"printed": "-1/18", "file": "d.json", "key": ["value"]}, "-1/18"),
        ({"printed": "true", "file": "d.json", "key": ["unique", 1]}, "true"),
        ({"printed": "1 2 5", "file": "d.json", "key": ["list"]}, "1 2 5"),
        ({"printed": "some", "file": "d.json", "key": ["word"]}, "some"),
        ({"printed": "pass", "file": "f.csv", "where": {"slope": 1}, "column": "action"}, "bet"),
        ({"printed": "bet|1", "file": "f.csv", "where": {"slope": 0}, "column": "constant"}, "bet|1"),
    ],
)  # fmt: skip
def test_every_kind_of_claim(results, claim, regenerated):
    """Cells, differences, ratios, percents, counts, formulas, entries of documents."""
    assert regenerate(Claim(**FACTS, **claim), results)[1] == regenerated


@pytest.mark.parametrize(
    ("claim", "message"),
    [
        ({"file": "t.csv", "where": {"iteration": 4}, "column": "value"}, "expected one row with {'iteration': 4}; found 0"),
        ({"file": "t.csv", "column": "value"}, "found 3"),
        ({"file": "t.csv", "where": {"iteration": 1}, "column": "valeu"}, "expected a column 'valeu'"),
        ({"file": "t.csv", "where": {"iteration": 2}, "column": "value", "over": "small"}, "found 0"),
        ({"file": "f.csv", "where": {"action": "bet"}, "column": "action", "times": 2}, "expected a number; found 'bet'"),
        ({"file": "f.csv", "where": {"action": ""}, "column": "action"}, "expected a number; found ''"),
        ({"file": "none.csv", "count": True}, "cannot be read"),
        ({"file": "d.json", "key": ["valeu"]}, "found nothing at 'valeu'"),
        ({"file": "d.json", "key": ["list", 3]}, "found nothing at '3'"),
        ({"file": "d.json", "key": ["list", "1"]}, "found nothing at '1'"),
        ({"file": "d.json", "key": ["word", 1]}, "found nothing at '1'"),
    ],
)  # fmt: skip
def test_what_cannot_be_found_is_not_reproduced(results, claim, message):
    """A claim about nothing is not reproduced, and the table says why."""
    exact, regenerated = regenerate(Claim(**FACTS, printed="0.1", **claim), results)
    assert exact == "-"
    assert message in regenerated


CLAIMS = """\
source: a paper
claims:
  - {id: good, what: a figure, printed: "0.125", unit: antes per hand, file: t.csv, where: {iteration: 1}, column: value}
  - {id: other, what: another figure, printed: "0.500", unit: antes per hand, file: t.csv, where: {iteration: 3}, column: value}
"""


@pytest.fixture
def claims(results):
    """A file of two claims that hold, and the table of them."""
    path, table = results / "claims.yaml", results / "claims.csv"
    path.write_text(CLAIMS)
    check_claims([path], results, table)
    return path, table


def test_wrong_digit_fails_the_gate(results, claims):
    """One digit planted: the table says so, and there is no verdict."""
    path, table = claims
    path.write_text(CLAIMS.replace("0.500", "0.501"))
    check_claims([path], results, table)
    assert [row["verdict"] for row in read_csv(table)] == ["reproduced", "not reproduced"]
    with pytest.raises(InputError, match=r"other: another figure: printed 0\.501, not reproduced: 0\.500"):
        judge_claims(results, [], [path])


@pytest.mark.parametrize("row", [0, 1])
def test_each_row_counts(results, claims, row):
    """The first as well as the last."""
    path, table = claims
    lines = table.read_text().splitlines()
    lines[row + 1] = lines[row + 1].replace("reproduced", "not reproduced")
    table.write_text("\n".join(lines) + "\n")
    with pytest.raises(InputError, match="claims not reproduced"):
        judge_claims(results, [], [path])


@pytest.mark.parametrize("change", [lambda lines: lines[:1], lambda lines: [lines[0], lines[2], lines[1]],
                                    lambda lines: [line.replace("a paper", "a book") for line in lines]])  # fmt: skip
def test_table_that_is_not_of_the_claims(results, claims, change):
    """A table that was emptied, reordered or edited is not what the claims come to."""
    path, table = claims
    table.write_text("\n".join(change(table.read_text().splitlines())) + "\n")
    with pytest.raises(InputError, match=r"claims\.csv: is not what comes of the claims and the results"):
        judge_claims(results, [], [path])


@pytest.mark.parametrize(
    ("run", "column", "verdict"),
    [
        ("known", "current_value", "reproduced"),
        ("mine", "current_value", "not reproduced"),
        ("mine", "value", "reproduced"),
    ],
)
def test_what_is_not_verified_reproduces_nothing(results, run, column, verdict):
    """The current strategy of a run that was only certified is no ground for a claim."""
    write_csv(results / f"game/{run}/trajectory.csv", ("iteration", "value", "current_value"), [(1, 0.5, 0.5)])
    path = results / "claims.yaml"
    path.write_text(
        "source: a paper\nclaims:\n  - {id: x, what: x, printed: '0.5', unit: x, "
        f"file: game/{run}/trajectory.csv, where: {{iteration: 1}}, column: {column}}}\n"
    )
    check_claims([path], results, results / "claims.csv")
    assert [row["verdict"] for row in read_csv(results / "claims.csv")] == [verdict]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("column: value}", "colum: value}", r"claims\[0\].colum: unknown key"),
        (", column: value}", "}", r"claims\[0\]: expected exactly one of column, key, count, linear_in"),
        ("column: value}", "column: value, count: true}", "expected exactly one of column"),
        ("column: value}", "count: true, times: 100}", "expected no minus, absolute, over, times but with a column"),
        ("column: value}", "key: [value]}", "expected no where with a key"),
        ("{iteration: 1}", "{a=b: 1}", r"claims\[0\].where.a=b"),
        ("where: {iteration: 1}, column: value}", "key: [-1]}", r"claims\[0\].key\[0\]"),
        ("id: other", "id: good", "expected different ids, found 'good' 2 times"),
        ("what: a figure", "what: 'a figure, large'", r"claims\[0\].what: "),
        ('"0.125"', "0.125", r"claims\[0\].printed: expected a text, found 0.125"),
    ],
)
def test_bad_claims_files(tmp_path, old, new, message):
    """A mistake in a file of claims is named with its key."""
    path = tmp_path / "claims.yaml"
    path.write_text(CLAIMS.replace(old, new))
    with pytest.raises(InputError, match=message):
        ClaimsFile.read(path)


def test_the_table_says_where_each_number_comes_from(results):
    """Under the keys of the claim; what would need quotes is written as names are."""
    write_csv(results / "n.csv", ("name", "a%2Cb"), [("x|y, z=%", 7)])
    path, table = results / "own.yaml", results / "claims.csv"
    path.write_text(
        "source: a paper\nclaims:\n"
        "  - {id: 1st, what: a, printed: '0.7', unit: u, file: n.csv, where: {name: 'x|y, z=%'}, column: 'a%2Cb',"
        " minus: 1/18, absolute: true, over: 'a%2Cb', times: 100}\n"
        "  - {id: 2nd, what: b, printed: '1', unit: u, file: t.csv, count: true}\n"
        "  - {id: 3rd, what: c, printed: '1', unit: u, file: f.csv, where: {action: bet, slope: 1}, linear_in: p}\n"
        "  - {id: 4th, what: d, printed: '1', unit: u, file: d.json, key: [unique, 1]}\n"
    )
    check_claims([path], results, table)
    header, *rows = [line.split(",") for line in table.read_text().splitlines()]
    assert header[7:] == ["source", "list", "file", "where", "column", "key", "count", "linear_in",
                          "minus", "absolute", "over", "times"]  # fmt: skip
    assert [",".join(row[7:]) for row in rows] == [
        "a paper,own,n.csv,name=x%7Cy%2C z=%25,a%252Cb,,,,1/18,1,a%252Cb,100",
        "a paper,own,t.csv,,,,1,,,,,",
        "a paper,own,f.csv,action=bet|slope=1,,,,p,,,,",
        "a paper,own,d.json,,,unique|1,,,,,,",
    ]
    assert rows[0][3:5] == ["99.2", "6250/63"]


def test_claims_of_the_article(project):
    """The article's table of six iterations and three columns is there, digit for digit."""
    claims = {claim.id: claim.printed for claim in ClaimsFile.read(project / "config/claims/kuhn-article.yaml").claims}
    assert claims["average-100000"] == "0.000676"
    assert claims["value-1000"] == "-0.055557220"
    assert sum(name.startswith(("average-", "current-", "value-1", "value-2")) for name in claims) == 18
