"""Stage `export`: tables that follow from a finished run: the Parquet twin, the final strategy, the value of every plan."""

import itertools
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from regretlab.checkpoint import read_checkpoint
from regretlab.errors import InputError
from regretlab.files import Cell, write_csv
from regretlab.layout import PLANS_HEADER, STRATEGY_HEADER, checkpoint_file
from regretlab.parquet import write_parquet
from regretlab.sequence_form import kernels
from regretlab.sequence_form.arrays import Floats, Tree
from regretlab.sequence_form.game import Game
from regretlab.sequence_form.solver import Solver
from regretlab.variant import Variant

MOST_PLANS = 65_536


def export(study: Mapping[str, Any], game: Game, variant: Variant, run: Path) -> None:
    """Write the Parquet twin and the final strategy of the run in the folder `run`."""
    write_parquet(run / "trajectory.csv", run / "trajectory.parquet", game)
    average = final_strategy(study, game, variant, run)
    write_csv(
        run / "strategy.csv",
        STRATEGY_HEADER,
        ((infoset.player, infoset.name, action, average[q]) for q, infoset, action in game.rows()),
    )


def export_plans(study: Mapping[str, Any], game: Game, variant: Variant, run: Path) -> None:
    """Write the value of every plan against the final average strategy of the run in the folder `run`.

    Raises `InputError` if there are not two players, or too many plans to be written out.
    """
    write_csv(run / "plans.csv", PLANS_HEADER, plan_rows(game, final_strategy(study, game, variant, run)))


def final_strategy(study: Mapping[str, Any], game: Game, variant: Variant, run: Path) -> Floats:
    """(Q,) The average strategy at the last checkpoint."""
    last = read_checkpoint(run / checkpoint_file(study["iterations"]), game, variant.memory)
    return Solver(Tree.of(game), variant).average(last)


def plan_rows(game: Game, sigma: Floats) -> Iterator[tuple[Cell, ...]]:
    """Each player's plans with their value against the other player's part of `sigma`: the rows of plans.csv."""
    tree = Tree.of(game)
    if game.players != 2:
        raise InputError(f"pure_plans: expected a game for two players, found {game.players}")
    g = np.empty_like(sigma)
    for player in range(game.players):
        kernels.gradient(tree, player, sigma, g)
        values = [(actions, _plan_value(game, player, actions, g)) for actions in _plans(game, player)]
        greatest = max(value for _, value in values)
        infosets = [infoset for infoset in game.infosets if infoset.player == player]
        for plan, (actions, value) in enumerate(values):
            written = " ".join(
                f"{infoset.name}={infoset.actions[action]}" for infoset, action in zip(infosets, actions, strict=True)
            )
            yield player, plan, written, value, int(value == greatest)


def _plans(game: Game, player: int) -> Iterator[tuple[int, ...]]:
    """All plans of a player in lexicographic order: the number of the action at each of the player's infosets."""
    choices = [len(infoset.actions) for infoset in game.infosets if infoset.player == player]
    number = int(np.prod(choices, dtype=object))
    if number > MOST_PLANS:
        raise InputError(f"pure_plans: expected at most {MOST_PLANS:,} plans per player, found {number:,}")
    return itertools.product(*map(range, choices))


def _plan_value(game: Game, player: int, actions: tuple[int, ...], g: Floats) -> float:
    """From leaves to root: the counterfactual value of each chosen sequence is added to that of its parent.

    The additions are those of a best response, so that the greatest value is the best response's to the last bit.
    """
    values = g.tolist()
    first = game.infoset_bounds[player]
    for index in reversed(range(len(actions))):
        infoset = first + index
        values[game.infosets[infoset].parent] += values[game.first_sequences[infoset] + actions[index]]
    value: float = values[game.sequence_bounds[player]]
    return value
