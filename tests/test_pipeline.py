"""The pipeline on a miniature study: the same bytes everywhere, nothing done twice, and each gate shut when it should be."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from recheck import truth
from recheck.ledger import Ledger
from recheck.page import check_page
from recheck.semantics import check_semantics
from recheck.semantics.tree import due_files

pytestmark = pytest.mark.heavy

MINI = {
    "title": "A miniature study",
    "games": [{"rules": "kuhn_poker", "equilibria": "kuhn_poker"}],
    "variants": ["cfr", "cfr_alternating"],
    "iterations": 300,
    "snapshots": {"at": [1, 2, 5], "every": 50},
    "checkpoints": {"at": [1, 10, 300]},
    "frequencies": True,
    "pure_plans": True,
    "claims": ["mini"],
}
CLAIMS = {
    "source": "closed forms",
    "claims": [
        {
            "id": "uniform",
            "what": "exploitability of the uniform strategy",
            "printed": "0.458333333333",
            "unit": "antes per hand",
            "file": "kuhn_poker/cfr/trajectory.csv",
            "where": {"iteration": 1},
            "column": "exploitability",
        }
    ],
}


TAUGHT = {
    "title": "A study with lessons",
    "games": [
        {"rules": "willow", "folder": "one", "parameters": {"ranks": 4, "street1": [1], "street2": [2]}},
        {
            "rules": "willow",
            "folder": "two",
            "parameters": {"ranks": 4, "street1": [1, 4], "street2": [2, 8], "raises": 1},
        },
        "kuhn_poker",
    ],
    "variants": ["dcfr"],
    "lessons": "dcfr",
    "iterations": 100,
    "snapshots": {"at": [10]},
    "checkpoints": {"at": [10]},
    "verification": "certified",
    "claims": ["mini"],
}
OF_LESSONS = {
    "source": "the rules of Willow",
    "claims": [
        {
            "id": "aces",
            "what": "place of a pair of aces",
            "printed": "1",
            "unit": "places",
            "file": "one/lessons/ranking.csv",
            "where": {"hand": "AA"},
            "column": "place",
        }
    ],
}
LESSONS = ("bets", "ends", "ranking", "street1", "up")


def copy_of(project: Path, folder: Path, study=MINI, claims=CLAIMS) -> Path:
    """The project as it would be committed, in another folder, with the miniature study instead of its own."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=project,
        capture_output=True,
        check=True,
    ).stdout
    for name in listed.decode().split("\0"):
        if name and (project / name).is_file() and not name.startswith(("manifest/", "config/studies/")):
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(project / name, folder / name)
    (folder / "config/studies").mkdir()
    (folder / "config/studies/mini.yaml").write_text(yaml.safe_dump(study))
    (folder / "config/claims/mini.yaml").write_text(yaml.safe_dump(claims))
    (folder / "config/config.yaml").write_text("studies: [mini]\n")
    return folder


def snakemake(folder: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run snakemake in a copy of the project, on the copy's own sources."""
    python = Path(sys.executable).parent
    base = {"PATH": f"{python}{os.pathsep}{os.environ['PATH']}", "HOME": os.environ.get("HOME", "/")}
    return subprocess.run(
        [sys.executable, "-m", "snakemake", "--cores", "2", *arguments],
        cwd=folder,
        env={**base, "PYTHONPATH": str(folder / "src"), **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def announced(folder: Path, *targets: str) -> list[str]:
    """The outputs of each job that a dry run announces."""
    shown = snakemake(folder, "--dry-run", "--quiet", "host", "--", *targets).stdout
    return [line for line in shown.splitlines() if "output: " in line]


def making(jobs: list[str], name: str) -> list[str]:
    """The outputs of the jobs that have `name` among them."""
    return [outputs for outputs in jobs if name in outputs]


def contents(folder: Path) -> dict[str, bytes]:
    """All published files below a folder."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != ".snakemake_timestamp"
    }


@pytest.fixture(scope="module")
def built(project, tmp_path_factory):
    """A copy in which the miniature study has been built."""
    folder = copy_of(project, tmp_path_factory.mktemp("built"))
    done = snakemake(folder)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


@pytest.fixture
def copy(built, tmp_path):
    """A copy of the built copy, to do harm to."""
    shutil.copytree(built, tmp_path / "copy", symlinks=True)
    return tmp_path / "copy"


def test_same_bytes_elsewhere(built, project, tmp_path):
    """Another folder, hash seed, time zone, locale, umask, home and number of cores: all published bytes agree."""
    folder = copy_of(project, tmp_path / "elsewhere é ü")
    before = os.umask(0o077)
    try:
        done = snakemake(
            folder,
            "--cores",
            "1",
            PYTHONHASHSEED="4711",
            TZ="Asia/Kolkata",
            LC_ALL="C",
            HOME=str(tmp_path),
            XDG_CACHE_HOME=str(tmp_path / "cache"),
        )
    finally:
        os.umask(before)
    assert done.returncode == 0, done.stdout + done.stderr
    assert contents(folder / "results") == contents(built / "results")
    assert contents(folder / "bundles") == contents(built / "bundles")


def test_second_run_does_nothing(built):
    """Also by the study's name."""
    for target in ([], ["mini"]):
        done = snakemake(built, *target)
        assert done.returncode == 0
        assert "Nothing to be done" in done.stdout + done.stderr


def test_sealed_lists_are_checked_by_coreutils(built):
    """sha256sum reads both lists, and every published file is in one of them."""
    for name in ("products", "materials"):
        path = built / f"results/mini/manifest/{name}.sha256"
        done = subprocess.run(["sha256sum", "--check", "--strict", "--quiet", path], cwd=built, check=False)
        assert done.returncode == 0
    listed = {
        line.split("  ")[1] for line in (built / "results/mini/manifest/products.sha256").read_text().splitlines()
    }
    published = {f"results/mini/{name}" for name in contents(built / "results/mini")}
    assert {name for name in published if "/manifest/" not in name} == listed


def test_claims_and_page_are_derived_again(built):
    """There are two sealed reports on the claims; and every number of the page is that of the tables."""
    results = built / "results/mini"
    products = (results / "manifest/products.sha256").read_text()
    verdict = json.loads((results / "verdict/claims.json").read_text())
    reports = [f"verification/claims/{mode}.json" for mode in ("python", "python-O")]
    assert all(f"  results/mini/{report}\n" in products for report in reports)
    assert list(verdict["reports"]) == ["claims.csv", *reports]
    assert verdict["levels"] == {"claims": "derived"}
    ledger = Ledger("page")
    study = json.loads((results / "study.json").read_text())
    check_page(ledger, results, study, due_files(study).must)
    assert ledger.all_problems() == []


def test_wrong_number_in_claims_shuts_the_gate(copy):
    """One digit of what is regenerated, put in after the stage: the second implementation tells it."""
    path = copy / "results/mini/claims.csv"
    before = path.stat()
    path.write_text(path.read_text().replace("0.458333333333,0.458333333333", "0.458333333334,0.458333333334"))
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    done = rebuild_on(copy, "verify_claims")
    assert_shut(copy, done)
    assert "is not what comes of the claims and the results" in done.stdout + done.stderr
    report = (copy / "results/mini/verification/claims/python.json").read_text()
    assert '"passed": false' in report
    assert '"column": "regenerated"' in report


def test_study_agrees_with_itself_and_is_true(built):
    """What the pipeline makes is in the published form to the last cell; derived again, it gives the published reports."""
    folder = built / "results/mini"
    assert check_semantics(folder).problems == []
    for subject, ledger in truth.derive_all(folder):
        assert truth.problems_of(ledger) + truth.differences(folder, subject, ledger) == []


def test_changed_variant_trains_alone(copy):
    """A change in one variant's file: that variant trains again, the other does not."""
    path = copy / "src/regretlab/variants/cfr_alternating.py"
    path.write_text(path.read_text() + "\n# a comment\n")
    (trained,) = making(announced(copy), "trajectory.csv")
    assert "results/mini/kuhn_poker/cfr_alternating/trajectory.csv" in trained


@pytest.mark.parametrize(
    ("source", "made"),
    [
        ("variant.py", "trajectory.csv"),
        ("sequence_form/kernels.py", "trajectory.csv"),
        ("sequence_form/kernels.py", "plans.csv"),
        ("files.py", "game.json"),
        ("exact/segment.py", "summary.json"),
        ("parquet.py", "trajectory.parquet"),
        ("figures/style.py", "figures/kuhn_poker"),
        ("stages/report.html", "report.html"),
        ("cli/stages.py", "trajectory.csv"),
    ],
)
def test_changed_source_is_followed(copy, source, made):
    """A change of a module makes anew what it had made, also if the study's title changes at the same time."""
    path = copy / "src/regretlab" / source
    path.write_text(path.read_text() + "\n")
    assert making(announced(copy), made)
    (copy / "config/studies/mini.yaml").write_text(yaml.safe_dump({**MINI, "title": "Another title"}))
    assert making(announced(copy), made)


def test_title_trains_nothing(copy):
    """The study's title is in study.json, and in nothing that takes long."""
    (copy / "config/studies/mini.yaml").write_text(yaml.safe_dump({**MINI, "title": "Another title"}))
    jobs = announced(copy)
    assert making(jobs, "study.json")
    assert not making(jobs, "trajectory.csv")


def test_verification_waits_for_all_that_it_reads(project, tmp_path):
    """Asked for one report alone, Snakemake makes the family of equilibria too: the distance is measured from it."""
    folder = copy_of(project, tmp_path)
    report = "results/mini/verification/kuhn_poker/{}/python.json"
    assert making(announced(folder, report.format("cfr")), "equilibria/family.csv")
    assert making(announced(folder, report.format("equilibria")), "equilibria/deviations.csv")
    jobs = announced(folder, "results/mini/verification/tables/python.json")
    assert making(jobs, "methods.csv")
    assert len(making(jobs, "trajectory.csv")) == 2


def test_stray_file_is_told(copy):
    """A file that nobody declared is not part of the bundle: the comparison names it and fails."""
    (copy / "results/mini/kuhn_poker/cfr/extra.csv").write_text("x\n1\n")
    done = snakemake(copy, "--forcerun", "compare")
    assert done.returncode != 0
    assert "results/mini/kuhn_poker/cfr/extra.csv" in done.stdout + done.stderr


def test_a_draft_of_another_study(copy):
    """It stops nothing but itself; the lock is taken off without more ado."""
    (copy / "config/studies/draft.yaml").write_text("title: A draft\n")
    (copy / "config/studies/my study.yaml").write_text("title: A study\n")
    done = snakemake(copy, "--dry-run")
    assert done.returncode == 0
    assert "my study.yaml: expected a file name of lower-case letters" in done.stdout + done.stderr
    assert "draft.yaml: iterations: expected, but not given" in done.stdout + done.stderr
    asked = snakemake(copy, "--dry-run", "draft")
    assert asked.returncode == 1
    assert "draft.yaml: iterations: expected, but not given" in asked.stdout + asked.stderr
    python = [sys.executable, "-m", "snakemake", "--unlock"]
    environment = {"PATH": os.environ["PATH"], "HOME": os.environ.get("HOME", "/"), "PYTHONPATH": str(copy / "src")}
    assert subprocess.run(python, cwd=copy, env=environment, capture_output=True, check=False).returncode == 0


def test_variant_of_the_guide(copy):
    """The example of CONTRIBUTING.md, copied as it stands, and a word in the study: nothing else trains again, and the
    new run gets trajectory, certificate, figures, and a place in the report and in the manifest."""
    guide = (copy / "CONTRIBUTING.md").read_text()
    place = re.search(r"`(config/variants/\w+\.py)`", guide)[1]
    (copy / place).parent.mkdir()
    (copy / place).write_text(blocks(guide, "python")[0])
    variants = yaml.safe_load(blocks(guide, "yaml")[0])["variants"]
    study = {**MINI, "variants": [*MINI["variants"], *variants[1:]]}
    (copy / "config/studies/mini.yaml").write_text(yaml.safe_dump(study))
    names = [f"{Path(place).stem}-prediction{value}" for value in ("0.5", "1")]
    (trained,) = making(announced(copy), "trajectory.csv")
    assert trained.count("trajectory.csv") == len(names)
    assert all(f"results/mini/kuhn_poker/{name}/trajectory.csv" in trained for name in names)

    done = snakemake(copy)
    assert done.returncode == 0, done.stdout + done.stderr
    levels = json.loads((copy / "results/mini/verdict/verification.json").read_text())["levels"]
    assert levels == {
        "kuhn_poker/cfr": "repeated",
        "kuhn_poker/cfr_alternating": "repeated",
        **{f"kuhn_poker/{name}": "certified" for name in names},
        "kuhn_poker/equilibria": "proven",
        "tables": "derived",
    }
    report = (copy / "results/mini/report.html").read_text()
    assert report.count("This run was certified, not repeated") == 2
    products = (copy / "results/mini/manifest/products.sha256").read_text()
    ranking = (copy / "results/mini/ranking.csv").read_text()
    for name in names:
        assert f"figures/kuhn_poker/{name}/exploitability.svg" in report
        assert f"results/mini/kuhn_poker/{name}/trajectory.csv\n" in products
        assert f"results/mini/kuhn_poker/{name}/{Path(place).name}\n" in products
        assert f"kuhn_poker,{name},average," in ranking
    materials = (copy / "results/mini/manifest/materials.sha256").read_text()
    assert f"{place}\n" in materials


def blocks(page: str, language: str) -> list[str]:
    """The blocks of code of a page."""
    return re.findall(rf"```{language}\n(.*?)```", page, re.DOTALL)


def test_game_of_the_guide(copy):
    """The rules and the study of docs/add-a-game.md as they stand: a whole bundle, the value proven; then a file of Gambit's."""
    guide = (copy / "docs/add-a-game.md").read_text()
    place = re.search(r"`(config/games/\w+\.py)`", guide)[1]
    (copy / place).write_text(blocks(guide, "python")[0])
    study = blocks(guide, "yaml")[0]
    (copy / re.search(r"`(config/studies/[a-z-]+\.yaml)`", guide)[1]).write_text(study)
    done = snakemake(copy, "von-neumann")
    assert done.returncode == 0, done.stdout + done.stderr
    results = copy / "results/von-neumann"
    assert json.loads((results / "von_neumann_poker/value/value.json").read_text())["value"] == "1/12"
    assert json.loads((results / "verdict/verification.json").read_text())["levels"] == {
        "von_neumann_poker/cfr": "certified",
        "von_neumann_poker/cfr_alternating": "certified",
        "von_neumann_poker/value": "proven",
        "tables": "derived",
    }
    assert (
        "not derived from von_neumann_poker.py"
        in (results / "verification/von_neumann_poker/cfr/python.json").read_text()
    )
    products = (results / "manifest/products.sha256").read_text()
    assert "results/von-neumann/von_neumann_poker/von_neumann_poker.py\n" in products
    assert "results/von-neumann/von_neumann_poker/game.efg\n" in products
    assert json.loads((results / "von_neumann_poker/game.json").read_text())["unit"] == "antes per hand"
    assert f"  {place}\n" in (results / "manifest/materials.sha256").read_text()


def rebuild_on(folder: Path, *force: str) -> subprocess.CompletedProcess[str]:
    """Build again from the verification on, as after a change that Snakemake does not look for."""
    for name in ("figures", "manifest", "report.html"):
        path = folder / "results/mini" / name
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    return snakemake(folder, "--forcerun", *force)


def assert_shut(folder: Path, done: subprocess.CompletedProcess[str]) -> None:
    """The build failed; no figure, no report, no manifest."""
    assert done.returncode != 0
    for name in ("figures", "manifest", "report.html"):
        assert not (folder / "results/mini" / name).exists() or not contents(folder / "results/mini" / name)


def test_wrong_number_shuts_the_gate(copy):
    """One digit of the trajectory: verification fails, and the report that says so stays."""
    path = copy / "results/mini/kuhn_poker/cfr/trajectory.csv"
    before = path.stat()
    lines = path.read_text().splitlines()
    cells = lines[4].split(",")
    cells[2] = cells[2][:6] + str((int(cells[2][6]) + 1) % 10) + cells[2][7:]
    path.write_text("\n".join([*lines[:4], ",".join(cells), *lines[5:]]) + "\n")
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    done = rebuild_on(copy, "verify")
    assert_shut(copy, done)
    assert "kuhn_poker/cfr/trajectory.csv, 4, gain_0" in done.stdout + done.stderr
    assert '"passed": false' in (copy / "results/mini/verification/kuhn_poker/cfr/python.json").read_text()


def test_wrong_numbers_in_tables_shut_the_gate(copy):
    """One digit of each table that is made from the trajectories: seen like one of theirs."""
    for name in ("runs.csv", "methods.csv", "ranking.csv"):
        path = copy / "results/mini" / name
        before = path.stat()
        lines = path.read_text().splitlines()
        place = re.search(r"0\.\d\d", lines[2]).end() - 1
        lines[2] = lines[2][:place] + str((int(lines[2][place]) + 1) % 10) + lines[2][place + 1 :]
        path.write_text("\n".join(lines) + "\n")
        os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    done = rebuild_on(copy, "verify_tables")
    assert_shut(copy, done)
    for place in ("runs.csv, 2, nash_conv", "methods.csv, 2, exploitability", "ranking.csv, 2, exploitability_100"):
        assert f"verification/tables/python.json: {place}" in done.stdout + done.stderr
    assert '"passed": false' in (copy / "results/mini/verification/tables/python.json").read_text()


def test_lessons(project, tmp_path):
    """Of each game of Willow, and no other; in the lists; made once. One digit of one table shuts the gate."""
    folder = copy_of(project, tmp_path, TAUGHT, OF_LESSONS)
    target = "results/mini/manifest/products.sha256"
    done = snakemake(folder, target)
    assert done.returncode == 0, done.stdout + done.stderr
    listed = [line.split("  ")[1] for line in (folder / target).read_text().splitlines()]
    reports = [f"verification/{game}/lessons/{mode}.json" for game in ("one", "two") for mode in ("python", "python-O")]
    tables = [f"{game}/lessons/{name}.csv" for game in ("one", "two") for name in LESSONS]
    due = sorted(f"results/mini/{name}" for name in [*reports, *tables])
    assert sorted(name for name in listed if "/lessons/" in name) == due
    again = snakemake(folder, target)
    assert "Nothing to be done" in again.stdout + again.stderr
    path = folder / "results/mini/two/lessons/up.csv"
    before = path.stat()
    lines = path.read_text().splitlines()
    place = re.search(r"0\.\d\d\d", lines[3]).end() - 1
    lines[3] = lines[3][:place] + str((int(lines[3][place]) + 1) % 10) + lines[3][place + 1 :]
    path.write_text("\n".join(lines) + "\n")
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    done = rebuild_on(folder, "verify_lessons")
    assert_shut(folder, done)
    assert "verification/two/lessons/python.json: two/lessons/up.csv, 3, reach" in done.stdout + done.stderr


def test_wrong_claim_shuts_the_gate(copy):
    """One digit of a claim: not reproduced, and the table that says so stays."""
    wrong = {**CLAIMS, "claims": [{**CLAIMS["claims"][0], "printed": "0.458333333334"}]}
    (copy / "config/claims/mini.yaml").write_text(yaml.safe_dump(wrong))
    done = rebuild_on(copy, "claims")
    assert_shut(copy, done)
    assert "printed 0.458333333334, not reproduced: 0.458333333333" in done.stdout + done.stderr
    assert "not reproduced" in (copy / "results/mini/claims.csv").read_text()


def test_published_hashes_that_differ(copy):
    """Against other published hashes the rebuild fails, and names file, row and column."""
    published = copy / "manifest/mini"
    shutil.copytree(copy / "results/mini/manifest", published)
    (published / "comparison.txt").unlink()
    assert snakemake(copy).returncode == 0
    name = "results/mini/kuhn_poker/cfr/strategy.csv"
    lists = published / "products.sha256"
    lists.write_text("".join(
        f"{'0' * 64}  {name}\n" if line.endswith(name) else f"{line}\n" for line in lists.read_text().splitlines()
    ))  # fmt: skip
    cells = (published / "cells.txt").read_text().splitlines()
    row = cells.index(next(line for line in cells if line.startswith(name))) + 4
    cells[row] = cells[row][:12] + ("0000" if cells[row][12:] != "0000" else "1111")
    (published / "cells.txt").write_text("\n".join(cells) + "\n")
    done = snakemake(copy)
    assert done.returncode != 0
    assert f"{name}: row 3" in done.stdout + done.stderr
    assert "column probability" in done.stdout + done.stderr
    assert (copy / "logs/mini/compare.log").read_text()


def test_mistyped_key_stops_before_any_job(project, tmp_path):
    """File and key, and nothing has been made."""
    folder = copy_of(project, tmp_path, study={**MINI, "iteratons": 5})
    done = snakemake(folder)
    assert done.returncode != 0
    assert "config/studies/mini.yaml: iteratons: unknown key" in done.stdout + done.stderr
    assert not (folder / "results").exists()


def test_results_that_cannot_be_written(project, tmp_path):
    """A file where the folder should be: a clear message, and the file is left as it was."""
    folder = copy_of(project, tmp_path)
    (folder / "results").write_text("in the way")
    done = snakemake(folder)
    assert done.returncode != 0
    assert "results: cannot be written: expected a folder, found a file" in done.stdout + done.stderr
    assert "Traceback" not in done.stdout + done.stderr
    assert (folder / "results").read_text() == "in the way"
