"""Games by name and parameters in one line, as `leduc_poker ranks=5 bets=[1;2]`; each is compiled once."""

import re
from functools import cache
from typing import Any

import numpy as np

from regretlab.registry import load_rules, rules_parameters
from regretlab.rules import TERMINAL, Rules
from regretlab.sequence_form.arrays import Floats, Tree
from regretlab.sequence_form.game import Game
from regretlab.sequence_form.solver import Worth, worth
from regretlab.yaml_model import parse_settings

from small_games import compiled


def rules_of(game: str) -> Rules:
    name, *pairs = re.split(r" (?=[a-z_0-9]+=)", game.replace(";", ","))
    return load_rules(name, parse_settings(pairs))


def game_of(game: str) -> Game:
    parameters = rules_parameters(rules_of(game))
    return compiled(game.split(maxsplit=1)[0], **{key: _hashable(value) for key, value in parameters.items()})


def _hashable(value: Any) -> Any:
    return tuple(map(_hashable, value)) if isinstance(value, list) else value


@cache
def tree_of(game: str) -> Tree:
    return Tree.of(game_of(game))


def uniform(game: str) -> Floats:
    """(Q,) All actions alike."""
    found = game_of(game)
    sigma = np.zeros(found.sequence_bounds[-1])
    for first, infoset in zip(found.first_sequences, found.infosets, strict=True):
        sigma[first : first + len(infoset.actions)] = 1.0 / len(infoset.actions)
    return sigma


def worth_of_uniform(game: str) -> Worth:
    return worth(tree_of(game), uniform(game))


def terminals(rules: Rules) -> list[Any]:
    """All terminal states, depth first."""
    found, stack = [], [rules.root()]
    while stack:
        state = stack.pop()
        if rules.turn(state) == TERMINAL:
            found.append(state)
        else:
            stack.extend(rules.play(state, action) for action in reversed(range(len(rules.actions(state)))))
    return found
