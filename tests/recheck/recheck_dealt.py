"""A study of hands with all that a bundle has: real hands, and questions with their timelines, written by regretlab."""

from __future__ import annotations

from pathlib import Path

from recheck_bundle import study_content, write_json
from recheck_whole import write_reports

from recheck import truth
from regretlab.figures.hands import draw_hands
from regretlab.stages.claims import check_claims
from regretlab.stages.gate import CLAIMS_TABLE, judge_claims, judge_verification, write_verdict
from regretlab.stages.hands import adjudicate
from regretlab.stages.report import report as write_page

CONFIG = Path(__file__).parents[2] / "config"
REAL, RIGHTS = "hands/real", "hands/raise-rights"
ENTRIES = [
    {"folder": "raise-rights", "file": "raise-rights.yaml", "kind": "questions", "rules": None, "chip": None},
    {"folder": "real", "file": "real.phhs", "kind": "records", "rules": None, "chip": None},
]
NO_RUNS = {
    **{"iterations": 0, "snapshots": [], "checkpoints": [], "variants": []},
    **{"pure_plans": False, "frequencies": False},
}
CLAIMS = """\
source: a book
claims:
  - {id: all, what: hands, printed: "144", unit: hands, file: hands/real/hands.csv, where: {}, count: true}
  - {id: raise, what: a right, printed: "false", unit: answer, file: hands/raise-rights/answers.csv,
     where: {case: S6, question: may_raise}, column: answer}
"""


def write_hands(folder: Path) -> Path:
    """Both files of hands; give the study's folder."""
    write_json(folder / "study.json", study_content([], name=folder.name, hands=ENTRIES, claims=["book"], **NO_RUNS))
    for entry in ENTRIES:
        adjudicate(entry, CONFIG / "hands" / entry["file"], folder / "hands" / entry["folder"])
    write_rest(folder)
    return folder


def write_rest(folder: Path) -> None:
    """All that follows from the tables, in the order in which the stages write it."""
    *others, last = truth.subjects(folder)
    reports = write_reports(folder, others)
    verdict = judge_verification(folder, reports)
    write_verdict(folder / "verdict/verification.json", "verification", folder, reports, verdict)
    book = folder.parent / "book.yaml"
    book.write_text(CLAIMS)
    check_claims([book], folder, folder / CLAIMS_TABLE)
    reports = write_reports(folder, [last])
    verdict = judge_claims(folder, reports, [book])
    write_verdict(folder / "verdict/claims.json", "claims", folder, [folder / CLAIMS_TABLE, *reports], verdict)
    book.unlink()
    draw_hands(folder, ENTRIES[0])
    write_page(folder)
