"""The gate: what opens it, and each reason why it stays shut."""

import pytest

from regretlab.errors import InputError
from regretlab.files import read_json, sha256, write_csv, write_json, write_text
from regretlab.layout import trajectory_header
from regretlab.parquet import write_parquet, write_table
from regretlab.stages.gate import judge_verification, write_verdict


@pytest.fixture
def reports(tmp_path):
    """A study with one verified file and the two reports on it, and with tables and the two reports on these."""
    game = {"folder": "game", "value": None, "equilibria": None}
    write_json(tmp_path / "study.json", {"games": [game], "variants": [{"folder": "cfr", "games": ["game"]}]})
    write_text(tmp_path / "game/cfr/strategy.csv", "player\n1\n")
    rows = [("antes, all", 1, 0.1), ("antes, all", 2, 1e-20)]
    write_csv(tmp_path / "runs.csv", ("unit", "iteration", "exploitability"), rows)
    write_table(tmp_path / "runs.parquet", ("unit", "iteration", "exploitability"), rows)
    paths = []
    for subject, level, file in (("game/cfr", "repeated", "game/cfr/strategy.csv"), ("tables", "derived", "runs.csv")):
        for mode, optimize in (("python", 0), ("python-O", 1)):
            path = tmp_path / f"verification/{subject}/{mode}.json"
            write_json(
                path,
                {
                    "subject": subject,
                    "python_optimize": optimize,
                    "level": level,
                    "passed": True,
                    "checks": [{"name": "trajectory", "numbers": 7}],
                    "certificate": None,
                    "problems": [],
                    "files": {file: sha256(tmp_path / file)},
                },
            )
            paths.append(path)
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
