"""The gate: what opens it, and each reason why it stays shut."""

import pytest

from regretlab.errors import InputError
from regretlab.files import read_json, sha256, write_csv, write_json, write_text
from regretlab.layout import trajectory_header
from regretlab.parquet import write_parquet, write_table
from regretlab.stages.claims import check_claims
from regretlab.stages.gate import judge_claims, judge_verification, write_verdict


@pytest.fixture
def reports(tmp_path):
    """A study with one verified file and the two reports on it, and with tables and the two reports on these."""
    parameters = {"players": 2, "suit_isomorphism": True}
    game = {"folder": "game", "rules": "willow", "parameters": parameters, "value": None, "equilibria": None}
    variants = [{"folder": "cfr", "games": ["game"]}]
    write_json(tmp_path / "study.json", {"games": [game], "variants": variants, "hands": [], "lessons": None})
    write_text(tmp_path / "game/cfr/strategy.csv", "player\n1\n")
    rows = [("antes, all", 1, 0.1), ("antes, all", 2, 1e-20)]
    write_csv(tmp_path / "runs.csv", ("unit", "iteration", "exploitability"), rows)
    write_table(tmp_path / "runs.parquet", ("unit", "iteration", "exploitability"), rows)
    run = reports_on(tmp_path, "game/cfr", "repeated", "game/cfr/strategy.csv")
    return [*run, *reports_on(tmp_path, "tables", "derived", "runs.csv")]


def reports_on(folder, subject, level, file):
    """The two reports of a verification that read one file and found nothing wrong."""
    paths = []
    for mode, optimize in (("python", 0), ("python-O", 1)):
        paths.append(folder / f"verification/{subject}/{mode}.json")
        write_json(
            paths[-1],
            {
                "subject": subject,
                "python_optimize": optimize,
                "level": level,
                "passed": True,
                "checks": [{"name": "trajectory", "numbers": 7}],
                "certificate": None,
                "problems": [],
                "files": {file: sha256(folder / file)},
            },
        )
    return paths


def judge(tmp_path, reports):
    """Pass the gate; returns the verdict's file."""
    verdict = tmp_path / "verdict/verification.json"
    write_verdict(verdict, "verification", tmp_path, reports, judge_verification(tmp_path, reports))
    return verdict


def change(path, **changes):
    """Change a report."""
    write_json(path, {**read_json(path), **changes})


def test_good_reports(tmp_path, reports):
    """The verdict names the reports with their hashes."""
    verdict = read_json(judge(tmp_path, reports))
    assert verdict["passed"] is True
    assert verdict["reports"] == {path.relative_to(tmp_path).as_posix(): sha256(path) for path in reports}
    assert list(verdict["levels"].items()) == [("game/cfr", "repeated"), ("tables", "derived")]
    assert (
        verdict["summary"] == "14 comparisons under python and again under python -O: game/cfr repeated, tables derived"
    )


def test_many_results_are_counted(tmp_path, reports):
    """A sentence with a name for each of a hundred runs is none; the levels have them."""
    for number in range(6):
        for path in list(reports[:2]):
            other = tmp_path / f"verification/game/v{number}/{path.name}"
            write_json(other, {**read_json(path), "subject": f"game/v{number}", "level": "certified"})
            reports.append(other)
    verdict = read_json(judge(tmp_path, reports))
    assert verdict["summary"] == (
        "56 comparisons under python and again under python -O: 1 result repeated, 1 result derived, 6 results certified"
    )
    assert len(verdict["levels"]) == 8


PROBLEM = {"file": "game/cfr/trajectory.csv", "row": 1, "column": "value", "message": "expected 2 found 3"}


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (
            {"passed": False, "problems": [PROBLEM]},
            r"(?s)where regrets are tied rounding decides.*trajectory.csv, 1, value: expected 2 found 3",
        ),
        ({"passed": False}, "python.json: not passed"),
        ({"passed": 1}, "python.json: not passed"),
        ({"level": None}, "python.json: expected a level of what has passed, found none"),
        ({"python_optimize": 1}, "expected one report of `python` and one of `python -O`"),
        ({"checks": [{"name": "trajectory", "numbers": 8}]}, "found different things"),
        ({"files": {"game/cfr/strategy.csv": "0" * 64}}, "changed since it was verified: expected 0000"),
        ({"files": {"game/cfr/none.csv": "0" * 64}}, "found no file"),
    ],
)
def test_bad_reports(tmp_path, reports, changes, message):
    """No verdict, and a message that says why; the reports stay."""
    change(reports[0], **changes)
    with pytest.raises(InputError, match=message):
        judge(tmp_path, reports)
    assert not (tmp_path / "verdict").exists()
    assert all(path.exists() for path in reports)


def test_parquet_is_the_same_table(tmp_path, reports, kuhn):
    """The twin of the verified table is compared here; of another table it is refused."""
    folder = tmp_path / "game/cfr"
    header = trajectory_header(2)
    rows = [(1, *(0.1 * n for n in range(10))), (2, *(0.2 * n for n in range(10)))]
    write_csv(folder / "trajectory.csv", header, rows)
    for path in reports[:2]:
        change(path, files={"game/cfr/trajectory.csv": sha256(folder / "trajectory.csv")})
    write_parquet(folder / "trajectory.csv", folder / "trajectory.parquet", kuhn)
    judge(tmp_path, reports)
    write_csv(folder / "other.csv", header, [rows[0], (2, *(0.2000000000000001 * n for n in range(10)))])
    write_parquet(folder / "other.csv", folder / "trajectory.parquet", kuhn)
    with pytest.raises(InputError, match=r"trajectory\.parquet: expected the same table as in trajectory\.csv"):
        judge(tmp_path, reports)
    (folder / "trajectory.parquet").write_bytes(b"PAR1")
    with pytest.raises(InputError, match=r"trajectory\.parquet: expected a Parquet file"):
        judge(tmp_path, reports)
    (folder / "trajectory.parquet").unlink()
    with pytest.raises(InputError, match=r"trajectory\.parquet: expected the same table as in .*, found no file"):
        judge(tmp_path, reports)


@pytest.mark.parametrize("missing", range(4))
def test_missing_report(tmp_path, reports, missing):
    """One interpreter is not enough, and what there is no report on at all is not forgotten."""
    subject = ("game/cfr", "tables")[missing // 2]
    message = f"{subject}: expected one report of `python` and one of `python -O`"
    with pytest.raises(InputError, match=message):
        judge(tmp_path, reports[:missing] + reports[missing + 1 :])
    with pytest.raises(InputError, match=message):
        judge(tmp_path, [path for path in reports if f"verification/{subject}/" not in path.as_posix()])


@pytest.mark.parametrize("part", ["value", "equilibria"])
def test_missing_reports_on_a_game(tmp_path, reports, part):
    """What the study asks for must have been verified."""
    study = read_json(tmp_path / "study.json")
    study["games"][0][part] = "exact"
    write_json(tmp_path / "study.json", study)
    with pytest.raises(InputError, match=f"game/{part}: expected one report of `python` and one of `python -O`"):
        judge(tmp_path, reports)


def test_missing_reports_on_lessons(tmp_path, reports):
    """So must lessons, on each game that they are drawn from, and no other."""
    study = read_json(tmp_path / "study.json")
    other = {**study["games"][0], "folder": "three", "parameters": {"players": 3, "suit_isomorphism": True}}
    runs = [{"folder": "cfr", "games": ["game", "three"]}]
    write_json(
        tmp_path / "study.json", {**study, "games": [*study["games"], other], "variants": runs, "lessons": "cfr"}
    )
    run = reports_on(tmp_path, "three/cfr", "repeated", "game/cfr/strategy.csv")
    with pytest.raises(
        InputError, match="game/lessons: expected one report of `python` and one of `python -O`"
    ) as error:
        judge(tmp_path, [*reports, *run])
    assert "three" not in str(error.value)
    write_text(tmp_path / "game/lessons/ends.csv", "street\n1\n")
    lessons = reports_on(tmp_path, "game/lessons", "derived", "game/lessons/ends.csv")
    assert read_json(judge(tmp_path, [*reports, *run, *lessons]))["levels"]["game/lessons"] == "derived"
    write_text(tmp_path / "game/lessons/ends.csv", "street\n2\n")
    with pytest.raises(InputError, match=r"game/lessons/ends\.csv: changed since it was verified"):
        judge(tmp_path, [*reports, *run, *lessons])


def test_missing_reports_on_hands(tmp_path, reports):
    """So must hands; and a study without games has no tables of runs."""
    study = {"games": [], "variants": [], "hands": [{"folder": "real"}], "lessons": None}
    write_json(tmp_path / "study.json", study)
    with pytest.raises(InputError, match="hands/real: expected one report of `python` and one of `python -O`"):
        judge(tmp_path, [])
    write_text(tmp_path / "hands/real/hands.csv", "hand\n1\n")
    on_hands = reports_on(tmp_path, "hands/real", "derived", "hands/real/hands.csv")
    assert read_json(judge(tmp_path, on_hands))["levels"] == {"hands/real": "derived"}
    write_text(tmp_path / "hands/real/hands.csv", "hand\n2\n")
    with pytest.raises(InputError, match=r"hands/real/hands\.csv: changed since it was verified"):
        judge(tmp_path, on_hands)


def test_tables_that_were_not_derived(tmp_path, reports):
    """The report on the tables shuts the gate like any other."""
    problem = {"file": "methods.csv", "row": 3, "column": "low", "message": "is not what the runs give"}
    for path in reports[2:]:
        change(path, passed=False, level=None, problems=[problem])
    with pytest.raises(InputError, match=r"tables/python\.json: methods\.csv, 3, low: is not what the runs give"):
        judge(tmp_path, reports)


@pytest.mark.parametrize("rows", [[("antes, all", 1, 0.1)], [("antes, all", 1, 0.1), ("antes, all", 2, 1.1e-20)]])
def test_parquet_of_all_runs_is_the_same_table(tmp_path, reports, rows):
    """Texts, whole numbers and floats."""
    write_table(tmp_path / "runs.parquet", ("unit", "iteration", "exploitability"), rows)
    with pytest.raises(InputError, match=r"runs\.parquet: expected the same table as in runs\.csv"):
        judge(tmp_path, reports)
    (tmp_path / "runs.parquet").unlink()
    with pytest.raises(InputError, match=r"runs\.parquet: expected the same table as in runs\.csv, found no file"):
        judge(tmp_path, reports)


def test_file_changed_after_verification(tmp_path, reports):
    """A number edited between verification and gate is seen."""
    write_text(tmp_path / "game/cfr/strategy.csv", "player\n2\n")
    with pytest.raises(InputError, match="changed since it was verified"):
        judge(tmp_path, reports)


CLAIM = "{id: x, what: a figure, printed: '7', unit: u, file: numbers.csv, column: number}"


@pytest.fixture
def claimed(tmp_path):
    """A claim that holds, the table of it, and the two reports on that; the file of claims and the reports."""
    path = tmp_path / "list.yaml"
    path.write_text(f"source: a paper\nclaims:\n  - {CLAIM}\n")
    write_csv(tmp_path / "numbers.csv", ("number",), [(7,)])
    write_json(tmp_path / "verdict/verification.json", {"levels": {}})
    check_claims([path], tmp_path, tmp_path / "claims.csv")
    return path, reports_on(tmp_path, "claims", "derived", "claims.csv")


def test_good_claims(tmp_path, claimed):
    """All reproduced, and derived twice: a verdict. None are made: a verdict as well."""
    path, reports = claimed
    verdict = judge_claims(tmp_path, reports, [path])
    assert (verdict.levels, verdict.summary) == ({"claims": "derived"}, "all 1 claims were reproduced")
    check_claims([], tmp_path, tmp_path / "claims.csv")
    reports = reports_on(tmp_path, "claims", "derived", "claims.csv")
    assert judge_claims(tmp_path, reports, []).summary == "no claims are made"


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (
            {"passed": False, "problems": [{**PROBLEM, "file": "claims.csv"}]},
            r"claims\.csv, 1, value: expected 2 found 3",
        ),
        ({"passed": False}, r"claims/python\.json: not passed"),
        ({"level": None}, "expected a level of what has passed, found none"),
        ({"python_optimize": 1}, "claims: expected one report of `python` and one of `python -O`"),
        ({"checks": [{"name": "figures", "numbers": 8}]}, "claims: `python` and `python -O` found different things"),
        ({"files": {"claims.csv": "0" * 64}}, r"claims\.csv: changed since it was verified: expected 0000"),
        ({"files": {"none.csv": "0" * 64}}, "found no file"),
        ({"subject": "tables"}, "claims: expected one report of `python` and one of `python -O`"),
    ],
)
def test_claims_that_were_not_derived_again(tmp_path, claimed, changes, message):
    """The second implementation's report shuts the gate, although all claims are reproduced."""
    path, reports = claimed
    change(reports[0], **changes)
    with pytest.raises(InputError, match=rf"(?s)verification of the claims failed:.*{message}"):
        judge_claims(tmp_path, reports, [path])


@pytest.mark.parametrize("missing", range(2))
def test_missing_report_on_claims(tmp_path, claimed, missing):
    """One interpreter is not enough."""
    path, reports = claimed
    with pytest.raises(InputError, match="claims: expected one report of `python` and one of `python -O`"):
        judge_claims(tmp_path, reports[missing : missing + 1], [path])


def test_number_changed_after_the_claims_were_derived(tmp_path, claimed):
    """What a claim rests on is looked at again, in the table and in the reports."""
    path, reports = claimed
    for report in reports:
        change(report, files={"numbers.csv": sha256(tmp_path / "numbers.csv")})
    write_text(tmp_path / "numbers.csv", "number\n7.0\n")
    with pytest.raises(InputError, match=r"numbers\.csv: changed since it was verified"):
        judge_claims(tmp_path, reports, [path])
