"""Checkpoints: the solver's complete state as a table (docs/bundle-format.md)."""

import math
from collections.abc import Iterable
from pathlib import Path

import numpy as np

from regretlab.errors import InputError
from regretlab.files import read_csv, write_csv
from regretlab.sequence_form.arrays import State
from regretlab.sequence_form.game import Game
from regretlab.sequence_form.solver import Iterate

KEYS = ("iteration", "player", "infoset", "action")
HEADER = (*KEYS, *State._fields)


def write_checkpoint(path: Path, game: Game, iterate: Iterate) -> None:
    """Write the state after an iteration."""
    arrays = (*iterate.state, *iterate.memory.values())
    write_csv(
        path,
        (*HEADER, *iterate.memory),
        (
            (iterate.iteration, infoset.player, infoset.name, action, *(array[q] for array in arrays))
            for q, infoset, action in game.rows()
        ),
    )


def read_checkpoint(path: Path, game: Game, memory: Iterable[str] = ()) -> Iterate:
    """Read a state to go on from; `memory` names what the variant keeps besides.

    Raises `InputError` with file and line if the table is not a whole state of this game.
    """
    remembered = {name: np.zeros(game.sequence_bounds[-1]) for name in memory}
    table = read_csv(path, (*HEADER, *remembered))
    expected = list(game.rows())
    if len(table) != len(expected):
        raise InputError(f"{path}: expected {len(expected)} rows, found {len(table)}")
    iteration = _iteration(path, table[0]["iteration"])
    state = State(*(np.zeros(game.sequence_bounds[-1]) for _ in State._fields))
    for line, (row, (q, infoset, action)) in enumerate(zip(table, expected, strict=True), start=2):
        keys = (str(iteration), str(infoset.player), infoset.name, action)
        found = tuple(row[key] for key in KEYS)
        if found != keys:
            raise InputError(f"{path}: line {line}: expected {','.join(keys)}, found {','.join(found)}")
        for name, array in {**state._asdict(), **remembered}.items():
            array[q] = _number(path, line, name, row[name])
        if state.strategy_sum[q] < 0:
            raise InputError(f"{path}: line {line}: strategy_sum: expected 0 or more, found {row['strategy_sum']}")
    return Iterate(iteration, state, remembered)


def _iteration(path: Path, text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) < 1:
        raise InputError(f"{path}: line 2: iteration: expected a whole number from 1, found '{text}'")
    return int(text)


def _number(path: Path, line: int, column: str, text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise InputError(f"{path}: line {line}: {column}: expected a finite number, found '{text}'")
    return number
