"""Whole bundles: a little study, and one of all kinds of games and variants, with reports, verdicts, tables, figures and page."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace

from recheck_bundle import write_json, write_study
from recheck_drawn import draw
from recheck_entries import entry_of
from recheck_made import GAMES, write_made

from recheck import truth
from recheck.report import as_json
from recheck.semantics.tree import MODES
from regretlab.parquet import write_parquet
from regretlab.registry import load_rules
from regretlab.sequence_form.compile import compile_game
from regretlab.stages.claims import check_claims
from regretlab.stages.gate import CLAIMS_TABLE, judge_claims, judge_verification, write_verdict
from regretlab.stages.rank import rank
from regretlab.stages.report import report as write_page
from regretlab.stages.value import solve_value

CLAIMS = """\
source: a paper
claims:
  - {id: one, what: a value, printed: "-1/18", unit: antes per hand, file: kuhn/value/value.json, key: [value]}
  - {id: two, what: a line, printed: "alpha + 1/3", unit: probability, file: kuhn/equilibria/family.csv,
     where: {player: 0, infoset: 1pb, action: bet}, linear_in: alpha}
  - {id: three, what: a number, printed: "0.0173", unit: antes per hand, file: kuhn/cfr/trajectory.csv,
     where: {iteration: 200}, column: exploitability}
"""
CHOSEN = ("three", "forgetful", "dice2", "tree", "own")
OWN_RULE = '''
"""CFR once more, as a rule of a user's own."""

from regretlab.variant import ALTERNATING, AddPolicy, Numbers, Variant


def variant(seed: int = 1, source: str = "notes.csv") -> Variant:
    return Variant(
        title="CFR of my own",
        updates=ALTERNATING,
        reference="none",
        guarantee="none is known",
        averaging="uniform",
        rule=Numbers(add_policy=lambda t: AddPolicy(weight=1.0)),
    )
'''


def write_little(folder: Path) -> Path:
    """Kuhn poker with its family of equilibria and its exact value; give the study's folder."""
    write_study(folder)
    content = json.loads((folder / "study.json").read_text())
    game = content["games"][0]
    content["games"][0] = {key: game[key] for key in game if key != "verification"} | {"verification": None}
    content["games"][0]["value"] = "exact"
    content["claims"] = ["paper"]
    write_json(folder / "study.json", content)
    rules = load_rules("kuhn_poker", game["parameters"])
    solve_value(compile_game("kuhn_poker", game["parameters"], rules, False), "exact", folder / "kuhn/value")
    paper = folder.parent / "paper.yaml"
    paper.write_text(CLAIMS)
    complete(folder, [paper])
    paper.unlink()
    return folder


def write_motley(folder: Path) -> Path:
    """Three players, imperfect recall, games from files, seeds, sweeps, current strategies, a rule of one's own."""
    chosen = {name: (GAMES[name][0], GAMES[name][1], GAMES[name][2]) for name in CHOSEN}
    chosen["tree"] = (*chosen["tree"][:2], "linear program")
    rule = folder.parent / "mine.py"
    rule.write_text(OWN_RULE)
    perfect = [name for name in CHOSEN if name != "forgetful"]
    mine = entry_of("cfr_alternating", ["dice2"])
    variants = [
        entry_of("cfr", list(CHOSEN)),
        *(
            {**entry_of("external_sampling", perfect, f"es-seed{n}", seed=n), "method": "es", "sweep": "es"}
            for n in (1, 2)
        ),
        *({**entry_of("mmd", ["dice2"], f"mmd-eta{eta:g}", eta=eta), "sweep": "mmd"} for eta in (0.1, 1.0)),
        entry_of("ecfr", ["forgetful"]),
        entry_of("ddcfr", ["own"]),
        {
            **mine,
            "folder": "mine",
            "method": "mine",
            "rule": str(rule),
            "parameters": {"seed": 1, "source": "notes.csv"},
        },
    ]
    write_made(folder, chosen, variants=variants, name=folder.name, run_figures=True, verification="certified")
    rule.replace(folder / "dice2/mine/mine.py")
    complete(folder)
    return folder


def complete(folder: Path, claims: Sequence[Path] = ()) -> None:
    """Add all that is missing of a bundle to compiled games and runs, in the order in which the stages do."""
    study = json.loads((folder / "study.json").read_text())
    for game in study["games"]:
        compiled = json.loads((folder / game["folder"] / "game.json").read_text())
        for source in (folder / game["folder"]).glob("*/trajectory.csv"):
            facts = SimpleNamespace(players=compiled["players"], unit=compiled["unit"])
            write_parquet(source, source.with_suffix(".parquet"), facts)
    rank(folder)
    *others, last = truth.subjects(folder)
    reports = write_reports(folder, others)
    write_verdict(
        folder / "verdict/verification.json", "verification", folder, reports, judge_verification(folder, reports)
    )
    table = folder / CLAIMS_TABLE
    check_claims(claims, folder, table)
    reports = write_reports(folder, [last])
    verdict = judge_claims(folder, reports, claims)
    write_verdict(folder / "verdict/claims.json", "claims", folder, [table, *reports], verdict)
    draw(folder)
    write_page(folder)


def write_reports(folder: Path, subjects: Sequence[str]) -> list[Path]:
    """The reports on these, as both interpreters would write them."""
    reports = []
    for subject in subjects:
        ledger = truth.derive(folder, subject)
        for optimize, mode in enumerate(MODES):
            reports.append(folder / f"verification/{subject}/{mode}.json")
            reports[-1].parent.mkdir(parents=True, exist_ok=True)
            reports[-1].write_text(as_json(ledger, optimize))
    return reports
