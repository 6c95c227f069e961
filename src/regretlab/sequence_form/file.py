"""game.json: the compiled game as a file (docs/bundle-format.md)."""

from fractions import Fraction
from pathlib import Path
from typing import Any

from regretlab.errors import InputError
from regretlab.files import read_json, write_json
from regretlab.sequence_form.game import Game, Infoset, Outcome


def write_game(path: Path, game: Game) -> None:
    """Write the compiled game."""
    write_json(
        path,
        {
            "rules": game.rules,
            "parameters": dict(game.parameters),
            "players": game.players,
            "histories": game.histories,
            "terminals": game.terminals,
            "zero_sum": game.zero_sum,
            "infosets": [
                {
                    "player": infoset.player,
                    "infoset": infoset.name,
                    "actions": list(infoset.actions),
                    "parent": infoset.parent,
                }
                for infoset in game.infosets
            ],
            "outcomes": [
                {"sequences": list(outcome.sequences), "payoffs": [str(payoff) for payoff in outcome.payoffs]}
                for outcome in game.outcomes
            ],
        },
    )


def read_game(path: Path) -> Game:
    """Read a compiled game. Raises `InputError` if the file does not hold one."""
    content: Any = read_json(path)
    try:
        return Game(
            rules=content["rules"],
            parameters=content["parameters"],
            players=content["players"],
            histories=content["histories"],
            terminals=content["terminals"],
            zero_sum=content["zero_sum"],
            infosets=tuple(
                Infoset(item["player"], item["infoset"], tuple(item["actions"]), item["parent"])
                for item in content["infosets"]
            ),
            outcomes=tuple(
                Outcome(tuple(item["sequences"]), tuple(map(Fraction, item["payoffs"]))) for item in content["outcomes"]
            ),
        )
    except (KeyError, TypeError, ValueError) as error:
        raise InputError(f"{path}: expected a compiled game, found something else ({error!r})") from error
