"""A little study, written with recheck's own functions: good for planting faults, no evidence of truth.

The truth comes from closed forms and printed figures; see test_recheck_truth.py and test_recheck_article.py.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from recheck_prover import BOTH, CELLS, FAMILY, GAME, THIRD, certificate

from recheck.certificates import Bound
from recheck.distance import nearest
from recheck.gamefile import compiled
from recheck.kuhn import ACTIONS, Game, kuhn
from recheck.members import deviations, members
from recheck.plans import exact_payoffs, line_values, payoff_matrix, plan_text, plan_values, plans
from recheck.plans import realization_weights as weights_of
from recheck.response import by_recursion
from recheck.walk import State, iterate

ITERATIONS = 200
SNAPSHOTS = [1, 2, 5, 10, 20, 50, 100, 200]
CHECKPOINTS = [1, 5, 50, 200]


def write_study(folder: Path, family: bool = True, ranks: int = 3) -> Path:
    """A study of both variants; give its folder."""
    content = {
        "name": "little",
        "title": "A little study",
        "iterations": ITERATIONS,
        "snapshots": SNAPSHOTS,
        "checkpoints": CHECKPOINTS,
        "games": [
            {
                "folder": "kuhn",
                "rules": "kuhn_poker",
                "parameters": {"players": 2, "ranks": ranks},
                "equilibria": "kuhn_1950" if family else None,
            }
        ],
        "variants": [{"folder": rule, "rule": rule, "parameters": {}} for rule in ("cfr", "cfr_alternating")],
        "verification": "repeated",
        "claims": [],
        "pure_plans": True,
        "frequencies": True,
    }
    write_json(folder / "study.json", content)
    write_json(folder / "kuhn/game.json", compiled(kuhn(ranks)))
    for rule in ("cfr", "cfr_alternating"):
        write_run(folder / "kuhn" / rule, kuhn(ranks), rule, family)
    if family:
        write_equilibria(folder / "kuhn/equilibria")
    return folder


def write_run(folder: Path, game: Game, rule: str, family: bool) -> None:
    cells = [(i, a) for of in game.infosets for i in of for a in (0, 1)]
    labels = [(i.player, i.name, ACTIONS[a]) for i, a in cells]
    states = {s.iteration: s for s in iterate(game, rule, set(SNAPSHOTS + CHECKPOINTS))}
    shown = [states[t] for t in SNAPSHOTS]
    measures = ["value", "gain_0", "gain_1", "nash_conv", "exploitability"]
    header = ["iteration", *measures, *(f"current_{m}" for m in measures)]
    rows: Iterable[Sequence[object]] = (
        (s.iteration, *by_recursion(game, s.average), *by_recursion(game, s.current)) for s in shown
    )
    write_csv(folder / "trajectory.csv", header, rows)
    header = ["iteration", *(":".join(map(str, label)) for label in labels)]
    rows = ((s.iteration, *(s.average[i.key][a] for i, a in cells)) for s in shown)
    write_csv(folder / "frequencies.csv", header, rows)
    final = states[ITERATIONS].average
    rows = [(*label, final[i.key][a]) for label, (i, a) in zip(labels, cells, strict=True)]
    write_csv(folder / "strategy.csv", ["player", "infoset", "action", "probability"], rows)
    write_csv(folder / "plans.csv", ["player", "plan", "actions", "value", "best"], plan_rows(game, final))
    if family:
        rows = ((s.iteration, *nearest(FAMILY, s.average)) for s in shown)
        write_csv(folder / "distance.csv", ["iteration", "alpha", "distance"], rows)
    header = ["iteration", "player", "infoset", "action"]
    header += ["cumulative_regret", "strategy_sum", "instantaneous_regret"]
    for t in CHECKPOINTS:
        write_csv(folder / f"checkpoints/{t}.csv", header, state_rows(states[t], cells))


def state_rows(state: State, cells: Sequence[tuple[Any, int]]) -> Iterator[Sequence[object]]:
    tables = (state.cumulative_regret, state.strategy_sum, state.instantaneous_regret)
    for i, a in cells:
        yield (state.iteration, i.player, i.name, ACTIONS[a], *(table[i.key][a] for table in tables))


def plan_rows(game: Game, final: Any) -> Iterator[Sequence[object]]:
    exact = {k: tuple(Fraction(repr(p)) / sum(map(Fraction, map(repr, v))) for p in v) for k, v in final.items()}
    for player in (0, 1):
        of = plans(game, player)
        truth = exact_payoffs(game, of, exact)
        values = plan_values(of, line_values(game, final, player, 1 / len(game.deals)))
        for n, chosen in enumerate(of.choices):
            best = int(truth[n] == max(truth))
            yield (player, n, plan_text(game, player, chosen), values[n], best)


def write_equilibria(folder: Path, count: int = 3) -> None:
    write_csv(
        folder / "family.csv",
        ["player", "infoset", "action", "constant", "slope"],
        ((i.player, i.name, ACTIONS[a], FAMILY.constant[i.key][a], FAMILY.slope[i.key][a]) for i, a in CELLS),
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
            *(d.alpha, d.infoset.player, d.infoset.name, "bet", FAMILY.member(d.alpha)[d.infoset.key][1]),
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
        low, high = (weights_of(GAME, player, end) for end in ends)
        pivot = pivots[player]
        for infoset, action in low:
            if (infoset, action) == pivot:
                continue
            slope = (high[infoset, action] - low[infoset, action]) * 3
            for sense, sign in (("upper", 1), ("lower", -1)):
                number = len(bounds)
                bound = Bound(
                    number + 1,
                    player,
                    (infoset, action),
                    pivot,
                    low[infoset, action],
                    slope,
                    sign,
                    Fraction(0),
                )
                weight, tau = certificate(bound)
                bounds.append(
                    (
                        number,
                        player,
                        infoset,
                        action,
                        *(pivot or ("", "")),
                        bound.constant,
                        slope,
                        sense,
                        weight,
                    )
                )
                certificates += [
                    (number, i.name, ACTIONS[a], tau[i.key][a]) for i, a in CELLS if i.player == 1 - player
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
