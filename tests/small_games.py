"""Small games for tests, and a second way to their payoffs: a walk over the rules."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from math import lcm
from pathlib import Path
from typing import Any

import numpy as np

from regretlab.registry import load_rules, rules_parameters
from regretlab.rules import CHANCE, TERMINAL, Rules
from regretlab.sequence_form.arrays import Tree
from regretlab.sequence_form.compile import compile_game
from regretlab.sequence_form.game import Game, Infoset, Outcomes
from regretlab.sequence_form.histories import lay_out

KUHN_FAMILY = Path(__file__).parent.parent / "config" / "equilibria" / "kuhn_poker.yaml"

Behavior = Mapping[str, Sequence[Fraction]]
"""Probabilities of the actions by name of the infoset (in Kuhn poker no two players share a name)."""


def compiled(name: str, **parameters: Any) -> Game:
    return _compiled(name, tuple(parameters.items()))


@cache
def _compiled(name: str, parameters: tuple[tuple[str, Any], ...]) -> Game:
    rules = load_rules(name, dict(parameters))
    return compile_game(name, rules_parameters(rules), rules)


def with_histories(game: Game) -> Tree:
    """The game laid out with its histories, by the rules that it was compiled from."""
    return Tree.of(game, lay_out(load_rules(game.rules, game.parameters), game))


def kuhn(ranks: int = 3) -> Game:
    return compiled("kuhn_poker", ranks=ranks)


def matrix_game(matrix: Sequence[Sequence[int | Fraction]], actions: Sequence[str] = "abcdefgh") -> Game:
    """A game of one simultaneous move; the matrix has the payoffs of player 0, who chooses the row."""
    rows, columns = len(matrix), len(matrix[0])
    whole = lcm(*(Fraction(entry).denominator for entries in matrix for entry in entries))
    return Game(
        rules="matrix",
        parameters={},
        unit="payoff per play",
        players=2,
        histories=1 + rows + rows * columns,
        terminals=rows * columns,
        zero_sum=True,
        infosets=(
            Infoset(0, "row", tuple(actions[:rows]), 0),
            Infoset(1, "column", tuple(actions[:columns]), rows + 1),
        ),
        outcomes=Outcomes(
            sequences=np.array([(1 + row, rows + 2 + column) for row in range(rows) for column in range(columns)]),
            payoffs=np.array([(int(entry * whole), -int(entry * whole)) for entries in matrix for entry in entries]),
            denominator=whole,
        ),
    )


def behavior(game: Game, strategy: Sequence[Fraction]) -> dict[str, list[Fraction]]:
    """A vector over sequences, by infoset."""
    result: dict[str, list[Fraction]] = {}
    for sequence, infoset, _ in game.rows():
        result.setdefault(infoset.name, []).append(strategy[sequence])
    return result


def all_plans(game: Game, player: int) -> Iterator[dict[str, list[Fraction]]]:
    infosets = [infoset for infoset in game.infosets if infoset.player == player]
    for choices in product(*(range(len(infoset.actions)) for infoset in infosets)):
        yield {
            infoset.name: [Fraction(action == choice) for action in range(len(infoset.actions))]
            for infoset, choice in zip(infosets, choices, strict=True)
        }


def walk_value(rules: Rules, strategy: Behavior, state: Any = None) -> Fraction:
    """Expected payoff of player 0, by the rules, history by history."""
    state = rules.root() if state is None else state
    turn = rules.turn(state)
    if turn == TERMINAL:
        return Fraction(rules.payoffs(state)[0])
    if turn == CHANCE:
        probabilities: Sequence[Fraction] = rules.chances(state)
    else:
        probabilities = strategy[rules.infoset(state)]
    return sum(
        (p * walk_value(rules, strategy, rules.play(state, a)) for a, p in enumerate(probabilities) if p),
        Fraction(0),
    )


def edited_family(path: Path, *changes: tuple[str, str]) -> Path:
    """Kuhn's family with other text, and 4 members instead of 301."""
    text = KUHN_FAMILY.read_text()
    for old, new in (("members: 301", "members: 4"), *changes):
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    path.write_text(text)
    return path
