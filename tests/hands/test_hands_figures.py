"""Figures of questions: one for each case, named by it."""

from regretlab.figures.hands import draw_hands
from regretlab.stages.hands import adjudicate

ENTRY = {"folder": "rights", "file": "raise-rights.yaml", "kind": "questions", "rules": None, "chip": None}


def test_each_case_has_its_figure(project, tmp_path):
    adjudicate(ENTRY, project / "config/hands/raise-rights.yaml", tmp_path / "hands/rights")
    draw_hands(tmp_path, ENTRY)
    drawn = {path.name: path.read_text() for path in (tmp_path / "figures/hands/rights").iterdir()}
    cases = (tmp_path / "hands/rights/answers.csv").read_text().splitlines()[1:]
    assert set(drawn) == {f"{row.split(',')[0]}.svg" for row in cases}
    assert len(drawn) == 22
    assert "UTG has matched 6 and faces 8, 2 more: less than a full raise, which is 4 or more" in drawn["S6.svg"]
