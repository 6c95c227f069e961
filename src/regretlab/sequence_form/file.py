"""game.json, infosets.csv and outcomes.csv: the compiled game as files (docs/bundle-format.md)."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from regretlab.errors import InputError
from regretlab.files import names_in_cell, read_cells, read_json, text_in_cell, write_csv, write_json
from regretlab.sequence_form.game import Alike, Game, Infoset, Outcomes

GAME_FILES = ("game.json", "infosets.csv", "outcomes.csv")
INFOSETS_HEADER = ("player", "infoset", "parent", "actions")


def write_game(folder: Path, game: Game) -> None:
    """Write the compiled game."""
    write_json(
        folder / "game.json",
        {
            "rules": game.rules,
            "parameters": dict(game.parameters),
            "unit": game.unit,
            "players": game.players,
            "histories": game.histories,
            "terminals": game.terminals,
            **_counts(game),
            "zero_sum": game.zero_sum,
            "denominator": game.outcomes.denominator,
            "alike": [{"infosets": list(group.infosets), "histories": list(group.histories)} for group in game.alike],
        },
    )
    write_csv(
        folder / "infosets.csv",
        INFOSETS_HEADER,
        ((infoset.player, infoset.name, infoset.parent, infoset.actions) for infoset in game.infosets),
    )
    table = np.concatenate([game.outcomes.sequences.astype(object), game.outcomes.payoffs.astype(object)], axis=1)
    write_csv(folder / "outcomes.csv", _outcomes_header(game.players), table.tolist())


def read_game(folder: Path) -> Game:
    """Read a compiled game. Raises `InputError` if the files do not hold one."""
    path = folder / "game.json"
    content: Any = read_json(path)
    try:
        players, outcomes_header = content["players"], _outcomes_header(content["players"])
        outcomes = _read_whole_numbers(folder / "outcomes.csv", outcomes_header)
        game = Game(
            rules=content["rules"],
            parameters=content["parameters"],
            unit=content["unit"],
            players=players,
            histories=content["histories"],
            terminals=content["terminals"],
            zero_sum=content["zero_sum"],
            infosets=tuple(
                Infoset(int(player), text_in_cell(name), names_in_cell(actions), int(parent))
                for player, name, parent, actions in read_cells(folder / "infosets.csv", INFOSETS_HEADER)[1:]
            ),
            outcomes=Outcomes(outcomes[:, :players].astype(np.uint32), outcomes[:, players:], content["denominator"]),
            alike=tuple(Alike(tuple(group["infosets"]), tuple(group["histories"])) for group in content["alike"]),
        )
        problem = next(_misfits(game, content), None)
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        raise InputError(f"{path}: expected a compiled game, found something else ({error!r})") from error
    if problem:
        raise InputError(f"{folder}: expected one game in {', '.join(GAME_FILES)}, found {problem}")
    return game


def _counts(game: Game) -> dict[str, list[int]]:
    """What game.json says of the sizes of the other tables."""
    return {
        "infosets": [end - start for start, end in pairwise(game.infoset_bounds)],
        "sequences": [end - start - 1 for start, end in pairwise(game.sequence_bounds)],
    }


def _misfits(game: Game, content: Mapping[str, Any]) -> Iterator[str]:
    """Where the tables are no game together; the kernels go by them without looking."""
    for key, found in _counts(game).items():
        if content[key] != found:
            yield f"{content[key]} {key} told and {found} listed"
    players = [infoset.player for infoset in game.infosets]
    if players != sorted(players) or not set(players) <= set(range(game.players)):
        yield "infosets that are not listed by player"
    for infoset, first in zip(game.infosets, game.first_sequences, strict=True):
        if not game.sequence_bounds[infoset.player] <= infoset.parent < first:
            yield f"infoset '{infoset.name}' of player {infoset.player} after sequence {infoset.parent}"
    sequences, bounds = game.outcomes.sequences, np.array(game.sequence_bounds)
    if not np.all((bounds[:-1] <= sequences) & (sequences < bounds[1:])):
        yield "outcomes after sequences that no infoset has"
    if not len(sequences) or np.any(np.diff(np.lexsort(sequences.T[::-1])) != 1):
        yield "no outcomes, or outcomes that are not listed by their sequences"
    if not (type(game.outcomes.denominator) is int and game.outcomes.denominator >= 1):
        yield f"the denominator {game.outcomes.denominator}"
    for group in game.alike:
        if not set(group.infosets) <= set(range(len(players))) or len(group.infosets) != len(group.histories):
            yield f"infosets {list(group.infosets)} alike"
        if len({(game.infosets[number].player, game.infosets[number].actions) for number in group.infosets}) != 1:
            yield f"infosets {list(group.infosets)} alike, of several players or with different actions"


def _outcomes_header(players: int) -> tuple[str, ...]:
    numbers = range(players)
    return (*(f"sequence_{player}" for player in numbers), *(f"payoff_{player}" for player in numbers))


def _read_whole_numbers(path: Path, header: Sequence[str]) -> NDArray[Any]:
    """A table of whole numbers: int64, or Python's integers if some would not fit."""
    lines = read_cells(path, header)[1:]
    # Python's int would take digits of all scripts, and underscores.
    if not set().union(*(set().union(*line) for line in lines)) <= set("-0123456789"):
        raise InputError(f"{path}: expected whole numbers, found something else")
    numbers = [list(map(int, line)) for line in lines]
    try:
        return np.array(numbers, dtype=np.int64).reshape(-1, len(header))
    except OverflowError:
        return np.array(numbers, dtype=object)
