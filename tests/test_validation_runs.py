"""Our CFR against OpenSpiel's in validation/data: trajectories of Kuhn poker and their average strategies.

Each comparison is given wrong numbers and the wrong order of updates, too.
"""

from collections.abc import Sequence
from fractions import Fraction
from math import prod
from typing import Any

import numpy as np
import pytest

from regretlab.registry import load_variant
from regretlab.sequence_form.solver import Iterate, Solver, worth

from named_games import game_of, tree_of
from openspiel_numbers import Numbers, differing, floats, read

TWO, THREE = "kuhn_poker players=2 ranks=3", "kuhn_poker players=3 ranks=4"
VARIANTS = {"alternating": "cfr_alternating", "simultaneous": "cfr"}

ROUNDING = 1e-16
"""A cumulative regret that is smaller, but not zero, is what rounding left of a tie."""


def published_run(game: str, updates: str) -> Numbers:
    run: dict[tuple[Any, ...], list[float]] = {}
    for row in (*read("trajectories.csv"), *read("averages.csv")):
        if (row["game"], row["updates"]) == (game, updates):
            where = (row["solver"], int(row["iteration"]))
            if "nash_conv" in row:
                run[*where, "nash_conv"] = [float(row["nash_conv"])]
            else:
                run[*where, row["player"], row["infoset"]] = floats(row["probabilities"])
    return run


def measured_run(game: str, found: Sequence[Iterate], published: Numbers) -> Numbers:
    """The same numbers of our iterates, under the keys of the published ones."""
    solver = Solver(tree_of(game), load_variant("cfr"))
    averages = {iterate.iteration: solver.average(iterate) for iterate in found}
    first = {(str(infoset.player), infoset.name, action): q for q, infoset, action in game_of(game).rows()}
    run: dict[tuple[Any, ...], Sequence[float]] = {}
    for key in published:
        sigma = averages[key[1]]
        if key[2] == "nash_conv":
            run[key] = [worth(tree_of(game), sigma).nash_conv]
        else:
            run[key] = [float(sigma[first[*key[2:], action]]) for action in ("pass", "bet")]
    return run


def stops_of(published: Numbers) -> list[int]:
    return sorted({key[1] for key in published})


def our_run(game: str, variant: str, published: Numbers) -> Numbers:
    found = list(Solver(tree_of(game), load_variant(variant)).iterates(stops_of(published)))
    return measured_run(game, found, published)


AGREEING = [(TWO, "alternating"), (TWO, "simultaneous"), (THREE, "alternating")]


@pytest.mark.parametrize(("game", "updates"), AGREEING)
def test_trajectory(game: str, updates: str) -> None:
    published = published_run(game, updates)
    assert {solver for solver, *_ in published} == (
        {"pyspiel.CFRSolver", "cfr.CFRSolver"} if updates == "alternating" else {"cfr._CFRSolver"}
    )
    assert differing(our_run(game, VARIANTS[updates], published), published) == []


@pytest.mark.parametrize(("game", "updates"), AGREEING)
def test_the_other_order_of_updates_is_told(game: str, updates: str) -> None:
    published = published_run(game, updates)
    (other,) = set(VARIANTS.values()) - {VARIANTS[updates]}
    told = differing(our_run(game, other, published), published)
    assert {key[:3] for key in published if key[1] > 1 and key[2] == "nash_conv"} <= {key[:3] for key in told}


@pytest.mark.parametrize(("game", "updates"), AGREEING)
def test_a_wrong_figure_is_told(game: str, updates: str) -> None:
    published = published_run(game, updates)
    ours = our_run(game, VARIANTS[updates], published)
    for key, numbers in published.items():
        wrong = {**published, key: [*numbers[:-1], numbers[-1] + 1e-11]}
        assert differing(ours, wrong) == [key]


# With three players updated at once, the first iteration meets a tie: two actions worth exactly the same.
# OpenSpiel's order of additions gives regrets of 0, ours 7e-18, which regret matching takes for a preference.


def untied(game: str, stops: Sequence[int]) -> tuple[list[Iterate], list[tuple[int, str, str]]]:
    """Our iterates without the rounding of ties; the iteration, infoset and action of what was removed."""
    solver, iterate = Solver(tree_of(game), load_variant("cfr")), None
    found, removed = [], []
    for t in range(1, stops[-1] + 1):
        iterate = next(solver.iterates([t], iterate))
        regret = iterate.state.cumulative_regret
        rounding = (regret != 0.0) & (abs(regret) < ROUNDING)
        removed += [(t, infoset.name, action) for q, infoset, action in game_of(game).rows() if rounding[q]]
        iterate = Iterate(t, iterate.state._replace(cumulative_regret=np.where(rounding, 0.0, regret)))
        found.append(iterate)
    return found, removed


def test_three_players_at_once_agree_but_for_one_tie() -> None:
    published = published_run(THREE, "simultaneous")
    found, removed = untied(THREE, stops_of(published))
    assert removed == [(1, "0pp", "pass")]
    assert differing(measured_run(THREE, found, published), published) == []


def test_without_the_tie_removed_they_part_at_once() -> None:
    published = published_run(THREE, "simultaneous")
    told = differing(our_run(THREE, "cfr", published), published)
    assert [key[1] for key in told if key[2] == "nash_conv"] == [2, 5, 10, 20, 50]


def test_it_is_a_tie() -> None:
    game = game_of(THREE)
    weight = {0: Fraction(1)} | dict.fromkeys(game.sequence_bounds, Fraction(1))
    for q, infoset, _ in game.rows():
        weight[q] = weight[infoset.parent] / len(infoset.actions)
    own = {action: q for q, infoset, action in game.rows() if (infoset.player, infoset.name) == (2, "0pp")}
    value = {
        action: sum(
            outcome.payoffs[2] * prod(weight[other] for other in outcome.sequences[:2])
            for outcome in game.outcomes
            if outcome.sequences[2] == q
        )
        for action, q in own.items()
    }
    assert value["pass"] == value["bet"] != 0
