"""The pipeline on a study of hands, without a game: a whole bundle that agrees with itself and is true, and a gate that shuts."""

import json
import os
import re
import shutil

import pytest

from recheck import truth
from recheck.semantics import check_semantics

from test_pipeline import assert_shut, contents, copy_of, rebuild_on, snakemake

pytestmark = pytest.mark.heavy

STUDY = {
    "title": "Hands",
    "hands": [{"file": "real.phhs"}, {"file": "raise-rights.yaml", "folder": "any", "rules": "any raise"}],
    "claims": ["mini"],
}
ANSWER = {"unit": "answer", "file": "hands/any/answers.csv", "where": {"case": "S6", "question": "may_raise"}}
CLAIMS = {
    "source": "a house that plays by any raise",
    "claims": [{"id": "right", "what": "whether UTG may raise in S6", "printed": "true", "column": "answer", **ANSWER}],
}
GIVEN = re.compile(r", (min_raise_to|may_raise|options|pots|round|why): .*}$", re.MULTILINE)


@pytest.fixture(scope="module")
def built(project, tmp_path_factory):
    """A copy of the project in which the study of hands has been built."""
    folder = copy_of(project, tmp_path_factory.mktemp("hands"), study=STUDY, claims=CLAIMS)
    questions = folder / "config/hands/raise-rights.yaml"
    # The answers that are given there are by another rule book.
    questions.write_text(re.sub(GIVEN, "}", questions.read_text()))
    done = snakemake(folder)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


@pytest.fixture
def copy(built, tmp_path):
    """A copy of the built copy, to do harm to."""
    shutil.copytree(built, tmp_path / "copy", symlinks=True)
    return tmp_path / "copy"


def test_what_a_study_of_hands_has(built):
    """Tables, reports and timelines of hands, and nothing of games; the license goes with the hands."""
    results = built / "results/mini"
    parts = {name.split("/")[0] for name in contents(results)}
    assert parts == {
        "study.json",
        "hands",
        "verification",
        "verdict",
        "claims.csv",
        "figures",
        "report.html",
        "manifest",
    }
    assert {name for name in contents(results / "hands") if name.endswith(".csv")} == {
        *("real/hands.csv", "real/decisions.csv", "real/counts.csv", "any/answers.csv"),
    }
    assert len(contents(results / "figures/hands/any")) == 22
    levels = json.loads((results / "verdict/verification.json").read_text())["levels"]
    assert levels == {"hands/real": "derived", "hands/any": "derived"}
    materials = (results / "manifest/materials.sha256").read_text()
    assert all(f"  config/hands/{name}\n" in materials for name in ("real.phhs", "raise-rights.yaml", "README.md"))
    assert not (results / "figures/hands/real").exists()


def test_it_agrees_with_itself_and_is_true(built):
    """What the pipeline makes is in the published form to the last cell; derived again, it gives the published reports."""
    folder = built / "results/mini"
    assert check_semantics(folder).problems == []
    for subject, ledger in truth.derive_all(folder):
        assert truth.problems_of(ledger) + truth.differences(folder, subject, ledger) == []


@pytest.mark.parametrize(
    ("file", "old", "new", "told"),
    [
        ("any/answers.csv", "S6,(.*),true,", r"S6,\1,false,", r"hands/any/answers\.csv, \d+, answer"),
        ("real/hands.csv", r"\|9500000,0\n", "|9500001,0\n", r"hands/real/hands\.csv, 7, stacks"),
        ("real/decisions.csv", r"\n7,1,(.*),raise,", r"\n7,1,\1,call,", r"hands/real/decisions\.csv, 1, action"),
    ],
)
def test_a_wrong_cell_shuts_the_gate(copy, file, old, new, told):
    """An answer, a chip, a word."""
    path = copy / "results/mini/hands" / file
    before = path.stat()
    changed, count = re.subn(old, new, path.read_text(), count=1)
    assert count == 1
    path.write_text(changed)
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    done = rebuild_on(copy, "verify_hands")
    assert_shut(copy, done)
    assert re.search(told, done.stdout + done.stderr)
