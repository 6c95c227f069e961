"""A little study, written with recheck's own functions: good for planting faults, no evidence of truth.

The truth comes from closed forms, printed figures and another implementation of the rules; see test_recheck_truth.py,
test_recheck_article.py and test_recheck_rules.py.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from recheck_games import entry
from recheck_prover import BOTH, CELLS, FAMILY, GAME, THIRD, certificate

from recheck.certificates import Bound, named_weights
from recheck.context import Cell, cells_of
from recheck.distance import nearest
from recheck.exact import Exact, Strategy, exactly
from recheck.game import Game, build
from recheck.gamefile import INFOSETS_HEADER, infoset_rows, outcome_rows, outcomes_header, sizes
from recheck.members import deviations, members
from recheck.names import column_of
from recheck.plans import exact_payoffs, payoff_matrix, plan_text, plans
from recheck.replies import worth
from recheck.response import columns, measure
from recheck.rules.known import GAMES, list_leaves
from recheck.study import Study
from recheck.variants.known import made
from recheck.variants.rule import Rule
from recheck.walk import State, iterate

ITERATIONS = 200
SNAPSHOTS = [1, 2, 5, 10, 20, 50, 100, 200]
CHECKPOINTS = [1, 5, 50, 200]
VARIANTS = ("cfr", "cfr_alternating")


def write_study(folder: Path, family: bool = True, ranks: int = 3) -> Path:
    """A study of Kuhn poker and both variants; give its folder."""
    kuhn = {**entry("kuhn_poker", ranks=ranks), "folder": "kuhn"}
    if family:
        write_equilibria(folder / "kuhn/equilibria")
        kuhn["equilibria"] = "kuhn_1950"
    return write_bundle(folder, kuhn)


def study_content(games: Sequence[Mapping[str, Any]], **changes: Any) -> dict[str, Any]:
    """What study.json says of a study of these games and both variants; `changes` are other values."""
    return {
        "name": "little",
        "title": "A little study",
        "iterations": ITERATIONS,
        "snapshots": SNAPSHOTS,
        "checkpoints": CHECKPOINTS,
        "games": games,
        "variants": [variant_entry(rule, [game["folder"] for game in games]) for rule in VARIANTS],
        "hands": [],
        "lessons": None,
        "verification": "repeated",
        "repeat": None,
        "claims": [],
        "pure_plans": True,
        "frequencies": True,
        "run_figures": True,
        "batch": False,
        **changes,
    }


SAMPLED = ("chance_sampling", "external_sampling", "outcome_sampling")
"""They are for games with perfect recall."""


def variant_entry(rule: str, games: Sequence[str], answer: str = "average", **parameters: object) -> dict[str, Any]:
    """A variant as study.json has it, in the folder of its own name."""
    entry = {"folder": rule, "method": rule, "rule": rule, "parameters": parameters, "games": games, "answer": answer}
    return {**entry, "sampled": rule in SAMPLED, "sweep": None}


def write_bundle(folder: Path, of_game: Mapping[str, Any], game: Game | None = None, **changes: Any) -> Path:
    """A study of one game and both variants; `changes` are other values of study.json, other variants too. Give its folder."""
    content = study_content([of_game], **changes)
    write_json(folder / "study.json", content)
    if game is None:
        game = build(list_leaves(of_game["rules"], of_game["parameters"]), of_game["imperfect_recall"])
    write_game(folder, of_game, game)
    for variant in content["variants"]:
        rule = made(variant["rule"], **variant["parameters"])
        write_run(folder / of_game["folder"] / variant["folder"], game, rule, content)
    return folder


def write_game(folder: Path, of_game: Mapping[str, Any], game: Game) -> None:
    """game.json, infosets.csv and outcomes.csv."""
    names = ("rules", "parameters", "value")
    known = {name: of_game[name] for name in names} | {"game": game, "game_folder": of_game["folder"]}
    study = Study(**{**dict.fromkeys(Study._fields), **known})
    write_json(folder / of_game["folder"] / "game.json", sizes(study, GAMES[of_game["rules"]].unit))
    write_csv(folder / of_game["folder"] / "infosets.csv", INFOSETS_HEADER, infoset_rows(game))
    write_csv(folder / of_game["folder"] / "outcomes.csv", outcomes_header(game.players), outcome_rows(game))


def write_run(folder: Path, game: Game, rule: Rule, study: Mapping[str, Any]) -> None:
    cells = cells_of(game)
    states = {s.iteration: s for s in iterate(game, rule, {*study["snapshots"], *study["checkpoints"]})}
    shown = [states[t] for t in study["snapshots"]]
    measures = columns(game.players)
    header = ["iteration", *measures, *(f"current_{m}" for m in measures)]
    rows: Iterable[Sequence[object]] = (
        (s.iteration, *(number for of in (s.average, s.current) for number in worth(game, of))) for s in shown
    )
    write_csv(folder / "trajectory.csv", header, rows)
    (folder / "trajectory.parquet").write_bytes(b"PAR1PAR1")
    if study["frequencies"]:
        header = ["iteration", *(column_of(cell.label) for cell in cells)]
        rows = ((s.iteration, *(s.average[c.infoset][c.action] for c in cells)) for s in shown)
        write_csv(folder / "frequencies.csv", header, rows)
    final = states[study["iterations"]].average
    write_strategy(folder / "strategy.csv", game, final)
    if study["pure_plans"]:
        write_csv(folder / "plans.csv", ["player", "plan", "actions", "value", "best"], plan_rows(game, final))
    if study["games"][0]["equilibria"] is not None:
        rows = ((s.iteration, *nearest(FAMILY, s.average)) for s in shown)
        write_csv(folder / "distance.csv", ["iteration", "alpha", "distance"], rows)
    header = ["iteration", "player", "infoset", "action"]
    header += ["cumulative_regret", "strategy_sum", "instantaneous_regret"]
    for t in study["checkpoints"]:
        write_csv(folder / f"checkpoints/{t}.csv", header, state_rows(states[t], cells))


def write_strategy(path: Path, game: Game, strategy: Strategy | Exact) -> None:
    rows = ((*cell.label, strategy[cell.infoset][cell.action]) for cell in cells_of(game))
    write_csv(path, ["player", "infoset", "action", "probability"], rows)


def state_rows(state: State, cells: Sequence[Cell]) -> Iterator[Sequence[object]]:
    for cell in cells:
        numbers = (table[cell.infoset][cell.action] for table in state.columns.values())
        yield (state.iteration, *cell.label, *numbers)


def plan_rows(game: Game, final: Strategy) -> Iterator[Sequence[object]]:
    for of in plans(game) or []:
        truth = exact_payoffs(game, of, exactly(final))
        greatest = max(truth)
        for n, chosen in enumerate(of.choices):
            yield (of.player, n, plan_text(game, of.player, chosen), float(truth[n]), int(truth[n] == greatest))


def write_value(folder: Path, game: Game, method: str, strategy: Strategy | Exact) -> None:
    """value/, with the bounds that these strategies give."""
    exact = [tuple(map(Fraction, p)) for p in strategy] if method == "exact" else exactly(strategy)
    best = measure(game, exact).best
    bounds = {"value": (best[0] - best[1]) / 2, "lower": -best[1], "upper": best[0]}
    shown = {name: str(number) if method == "exact" else float(number) for name, number in bounds.items()}
    write_json(folder / "value.json", {"method": method, **shown})
    write_strategy(folder / "strategy.csv", game, strategy)


def write_equilibria(folder: Path, count: int = 3) -> None:
    write_csv(
        folder / "family.csv",
        ["player", "infoset", "action", "constant", "slope"],
        ((*c.label, FAMILY.constant[c.infoset][c.action], FAMILY.slope[c.infoset][c.action]) for c in CELLS),
    )
    made = members(GAME, BOTH, FAMILY, count)
    rows: Iterable[Sequence[object]] = (
        (m.alpha, m.value, m.best[0] - m.value, m.best[1] + m.value, m.nash_conv) for m in made
    )
    write_csv(folder / "members.csv", ["alpha", "value", "gain_0", "gain_1", "nash_conv"], rows)
    moved = deviations(GAME, BOTH, made)
    header = ["alpha", "player", "infoset", "action", "probability"]
    header += ["own_reach", "slope_up", "slope_down", "strict"]
    rows = (
        (
            *(d.alpha, GAME.infosets[d.infoset].player, GAME.infosets[d.infoset].name, "bet"),
            FAMILY.member(d.alpha)[d.infoset][1],
            *(d.own_reach, d.slope_up, d.slope_down, int(d.strict)),
        )
        for d in moved
    )
    write_csv(folder / "deviations.csv", header, rows)
    write_bounds(folder)
    matrix = payoff_matrix(GAME, BOTH)
    best = [max(column) for column in zip(*matrix, strict=True)]
    gains = [
        (n, m, Fraction(best[m] - matrix[n][m], 6), Fraction(matrix[n][m] - min(matrix[n]), 6))
        for n in range(64)
        for m in range(64)
    ]
    rows = [(n, m, g, h, g + h) for n, m, g, h in gains]
    write_csv(folder / "pure_profiles.csv", ["plan_0", "plan_1", "gain_0", "gain_1", "nash_conv"], rows)
    summary = {
        "family": "kuhn_1950",
        "parameter": "alpha",
        "lower": "0",
        "upper": "1/3",
        "value": "-1/18",
        "members": count,
        "members_in_equilibrium": count,
        "deviations": 12 * count,
        # At alpha = 1/3 player 0 always bets a king, so that nothing follows from answers after checking it.
        "strict_deviations": 12 * count - 1,
        "exceptions": [{"alpha": "1/3", "player": 0, "infoset": "2pb"}],
        "unique": [False, True],
        "complete": True,
        "pure_profiles": 4096,
        "pure_equilibria": 0,
        "smallest_pure_nash_conv": "1/3",
    }
    write_json(folder / "summary.json", summary)


def write_bounds(folder: Path) -> None:
    pivots = (("0", "bet"), None)
    ends = (FAMILY.member(Fraction(0)), FAMILY.member(THIRD))
    bounds, certificates = [], []
    for player in (0, 1):
        low, high = (named_weights(GAME, player, end) for end in ends)
        pivot = pivots[player]
        for infoset, action in low:
            if (infoset, action) == pivot:
                continue
            constant = low[infoset, action]
            slope = (high[infoset, action] - constant) * 3
            for sense, sign in (("upper", 1), ("lower", -1)):
                number = len(bounds)
                bound = Bound(number + 1, player, (infoset, action), pivot, constant, slope, sign, Fraction(0))
                weight, tau = certificate(bound)
                named = (number, player, infoset, action, *(pivot or ("", "")))
                bounds.append((*named, constant, slope, sense, weight))
                certificates += [
                    (number, *c.label[1:], tau[c.infoset][c.action]) for c in CELLS if c.label[0] == str(1 - player)
                ]
    header = ["certificate", "player", "infoset", "action", "pivot_infoset", "pivot_action"]
    write_csv(folder / "bounds.csv", [*header, "constant", "slope", "sense", "weight"], bounds)
    write_csv(folder / "certificates.csv", ["certificate", "infoset", "action", "probability"], certificates)


def write_json(path: Path, content: object) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes((json.dumps(content, indent=2, ensure_ascii=False) + "\n").encode())


def write_csv(path: Path, header: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = [",".join(header)] + [",".join("" if v is None else str(v) for v in row) for row in rows]
    path.write_bytes(("\n".join(lines) + "\n").encode())
