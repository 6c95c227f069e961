"""From rules to sequence form: one depth-first walk over all histories, then everything in its published order."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple

from regretlab.errors import InputError
from regretlab.rules import CHANCE, TERMINAL, Rules
from regretlab.sequence_form.game import Game, Infoset, Outcome


class Key(NamedTuple):
    """A sequence while walking: the player's latest infoset and action, or `EMPTY`."""

    infoset: str
    action: int


EMPTY = Key("", -1)


class Seen(NamedTuple):
    """An infoset while walking."""

    actions: tuple[str, ...]
    parent: Key
    depth: int


@dataclass
class Walk:
    """What the walk has collected: per player the infosets by name; the payoffs by the players' sequences."""

    infosets: list[dict[str, Seen]]
    payoffs: dict[tuple[Key, ...], list[Fraction]] = field(default_factory=dict)
    histories: int = 0
    terminals: int = 0
    zero_sum: bool = True


def compile_game(name: str, parameters: Mapping[str, Any], rules: Rules) -> Game:
    """Compile the rules to sequence form.

    Raises `InputError` if a player would not have perfect recall, if an infoset has two sets of actions, or if the
    probabilities of a chance node do not sum to one.
    """
    walk = Walk([{} for _ in range(rules.players)])
    _visit(rules, rules.root(), walk, (EMPTY,) * rules.players, (0,) * rules.players, Fraction(1))
    order = [sorted(seen, key=lambda infoset: (seen[infoset].depth, infoset.encode())) for seen in walk.infosets]
    number = _number(walk, order)
    return Game(
        rules=name,
        parameters=parameters,
        players=rules.players,
        histories=walk.histories,
        terminals=walk.terminals,
        zero_sum=walk.zero_sum,
        infosets=tuple(
            Infoset(player, infoset, seen[infoset].actions, number[player, seen[infoset].parent])
            for player, seen in enumerate(walk.infosets)
            for infoset in order[player]
        ),
        outcomes=tuple(
            sorted(
                (
                    Outcome(tuple(number[player, key] for player, key in enumerate(keys)), tuple(payoffs))
                    for keys, payoffs in walk.payoffs.items()
                ),
                key=lambda outcome: outcome.sequences,
            )
        ),
    )


def _visit(
    rules: Rules, state: Any, walk: Walk, keys: tuple[Key, ...], depths: tuple[int, ...], chance: Fraction
) -> None:
    """Walk the histories below `state`, which the players' sequences `keys` and the probability `chance` reach."""
    walk.histories += 1
    player = rules.turn(state)
    if player == TERMINAL:
        _collect(walk, keys, [chance * payoff for payoff in rules.payoffs(state)])
    elif player == CHANCE:
        branches = rules.chances(state)
        if sum(probability for _, probability in branches) != 1:
            raise InputError(f"chance probabilities at {state!r}: expected a sum of 1, found {branches}")
        for following, probability in branches:
            _visit(rules, following, walk, keys, depths, chance * probability)
    else:
        infoset, actions = rules.infoset(state), rules.actions(state)
        _check_recall(walk.infosets[player], player, infoset, Seen(actions, keys[player], depths[player]))
        deeper = (*depths[:player], depths[player] + 1, *depths[player + 1 :])
        for action in range(len(actions)):
            extended = (*keys[:player], Key(infoset, action), *keys[player + 1 :])
            _visit(rules, rules.play(state, action), walk, extended, deeper, chance)


def _collect(walk: Walk, keys: tuple[Key, ...], payoffs: list[Fraction]) -> None:
    walk.terminals += 1
    walk.zero_sum = walk.zero_sum and sum(payoffs) == 0
    before = walk.payoffs.setdefault(keys, [Fraction(0)] * len(payoffs))
    walk.payoffs[keys] = [old + new for old, new in zip(before, payoffs, strict=True)]


def _check_recall(infosets: dict[str, Seen], player: int, infoset: str, found: Seen) -> None:
    """Every history of an infoset must offer the same actions and come from the same own sequence."""
    first = infosets.setdefault(infoset, found)
    if first.actions != found.actions:
        raise InputError(
            f"player {player}, infoset '{infoset}': expected the actions {first.actions} at all of its histories, "
            f"found {found.actions}"
        )
    if first.parent != found.parent:
        raise InputError(
            f"player {player}, infoset '{infoset}': no perfect recall: it is reached after "
            f"{_describe(first.parent)} and after {_describe(found.parent)}"
        )


def _describe(key: Key) -> str:
    return "no own action" if key == EMPTY else f"action {key.action} at '{key.infoset}'"


def _number(walk: Walk, order: list[list[str]]) -> dict[tuple[int, Key], int]:
    """Number the sequences: per player the empty one, then infoset by infoset, action by action."""
    number: dict[tuple[int, Key], int] = {}
    for player, seen in enumerate(walk.infosets):
        number[player, EMPTY] = len(number)
        for infoset in order[player]:
            for action in range(len(seen[infoset].actions)):
                number[player, Key(infoset, action)] = len(number)
    return number
