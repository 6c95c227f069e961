"""What is no game: answers of rules that cannot be right, each with a message that shows where."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from regretlab.errors import InputError
from regretlab.rules import CHANCE, TERMINAL, Rules

LARGEST_PAYOFF = 10**100
"""Sums of regrets in floating point stay far from overflow."""


def check_unit(unit: object) -> None:
    """Raise `InputError` unless the unit is a text on one line."""
    if not (_is_text(unit) and str(unit).isprintable()):
        raise InputError(f"unit: expected a text on one line, found {unit!r}")


def check_turn(rules: Rules, state: Any, turn: object) -> None:
    """Raise `InputError` unless it is a player's turn, chance's, or nobody's at the end."""
    if type(turn) is not int or not (0 <= turn < rules.players or turn in (CHANCE, TERMINAL)):
        raise InputError(
            f"turn at {state!r}: expected a player from 0 to {rules.players - 1}, chance or the end, found {turn!r}"
        )


def check_infoset(player: int, name: object, actions: object) -> None:
    """Raise `InputError` unless the name is a text and the actions are a tuple of different ones."""
    if not _is_text(name):
        raise InputError(f"player {player}: expected the name of an infoset as a text, found {name!r}")
    if not (
        isinstance(actions, tuple) and actions and all(map(_is_text, actions)) and len(set(actions)) == len(actions)
    ):
        raise InputError(f"player {player}, infoset {name!r}: expected different actions in a tuple, found {actions!r}")


def check_chances(state: Any, actions: Sequence[str], chances: Sequence[Fraction]) -> None:
    """Raise `InputError` unless every action of chance has a name and a probability, exact, and these sum to one."""
    if not all(map(_is_text, actions)):
        raise InputError(f"chance at {state!r}: expected names of actions, found {actions!r}")
    exact = all(isinstance(chance, Fraction | int) for chance in chances)
    if not exact or len(chances) != len(actions) or sum(chances) != 1 or min(chances) < 0:
        found = ", ".join(map(repr if not exact else str, chances))
        raise InputError(
            f"chance at {state!r}: expected {len(actions)} probabilities from 0 to 1 in fractions that sum to 1, found {found}"
        )


def check_players(players: object) -> None:
    """Raise `InputError` unless there are players."""
    if type(players) is not int or players < 1:
        raise InputError(f"players: expected a whole number from 1, found {players!r}")


def check_payoffs(players: int, paid: Any) -> tuple[int | Fraction, ...]:
    """The payoffs as a tuple. Raises `InputError` unless each player has one, exact and none beyond 1e100."""
    exact = isinstance(paid, Sequence) and all(isinstance(payoff, Fraction) or type(payoff) is int for payoff in paid)
    if not exact or len(paid) != players or max(map(abs, paid)) > LARGEST_PAYOFF:
        raise InputError(f"payoffs: expected {players} whole numbers or fractions, none beyond 1e100, found {paid!r}")
    return tuple(paid)


def refusal(rules: Rules, player: int, name: str) -> InputError:
    """What is wrong with an infoset: two sets of actions, or two pasts; with the two histories that show it."""
    visits = _visits(rules, player, name)
    actions, past, history = next(visits)
    for other_actions, other_past, other in visits:
        if other_actions != actions:
            problem = f"expected the actions {actions} at all of its histories, found {other_actions}"
        elif other_past != past:
            problem = (
                "no perfect recall: the player knew or did something else before (imperfect_recall: true lets it run)"
            )
        else:
            continue
        return InputError(
            f"player {player}, infoset {name!r}: {problem}\n"
            f"  one history: {'; '.join(history) or 'the root'}\n  the other:   {'; '.join(other) or 'the root'}"
        )
    raise AssertionError(f"infoset {name!r} was refused, but nothing is wrong with it")


def _visits(
    rules: Rules, player: int, name: str
) -> Iterator[tuple[tuple[str, ...], tuple[tuple[str, str], ...], tuple[str, ...]]]:
    """Every history of an infoset, depth first: its actions, the player's infosets and actions before, all moves."""
    stack: list[tuple[Any, tuple[tuple[str, str], ...], tuple[str, ...]]] = [(rules.root(), (), ())]
    while stack:
        state, past, history = stack.pop()
        turn = rules.turn(state)
        if turn == TERMINAL:
            continue
        actions, mover = rules.actions(state), "chance" if turn == CHANCE else f"player {turn}"
        infoset = rules.infoset(state) if turn == player else None
        if infoset == name:
            yield actions, past, history
        for number in range(len(actions) - 1, -1, -1):
            step = () if infoset is None else ((infoset, actions[number]),)
            stack.append((rules.play(state, number), past + step, (*history, f"{mover}: {actions[number]}")))


def _is_text(name: object) -> bool:
    """Whether this is a text that can be written to a file, and is not empty."""
    if not (isinstance(name, str) and name):
        return False
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True
