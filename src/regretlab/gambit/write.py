"""Writes any game as Gambit's `.efg`, so that Gambit, OpenSpiel and others can read it.

Everything is in an order of its own: nodes depth first, the actions in the order of the rules; infosets of each player, nodes of
chance and outcomes (one for all terminals with the same payoffs) are numbered from 1 as they first appear. Infosets and actions
have our names as labels, written so that Gambit takes them (`regretlab.gambit.labels`); reading undoes it. Every description is
written out in full wherever it is due, for OpenSpiel needs that. Gambit itself writes the same game with the same bytes.
OpenSpiel reads no fraction of more than 31 bits above or below the line.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from regretlab.errors import InputError
from regretlab.gambit.labels import label
from regretlab.rules import CHANCE, TERMINAL, Rules

COMMENT = "Written by regretlab. In labels, %XX is a byte, in hexadecimal, of a character that labels cannot have."


def write_efg(rules: Rules, title: str) -> str:
    """The game as the text of an `.efg` file. Raises `InputError` if names are missing or not distinct."""
    return "".join(efg_lines(rules, title))


def efg_lines(rules: Rules, title: str) -> Iterator[str]:
    """The same, node by node."""
    players = " ".join(f'"Player {player}"' for player in range(rules.players))
    yield f'EFG 2 R "{label(title)}" {{ {players} }}\n"{COMMENT}"\n\n'
    nodes = _Nodes()
    pending = [rules.root()]
    while pending:
        state = pending.pop()
        turn = rules.turn(state)
        if turn == TERMINAL:
            yield nodes.terminal(tuple(rules.payoffs(state)))
            continue
        actions = tuple(rules.actions(state))
        if turn == CHANCE:
            yield nodes.chance(actions, rules.chances(state))
        else:
            yield nodes.decision(turn, rules.infoset(state), actions)
        pending.extend([rules.play(state, action) for action in reversed(range(len(actions)))])


class _Nodes:
    """Lines of the file; knows what has a number already."""

    def __init__(self) -> None:
        self.events = 0
        self.infosets: dict[int, dict[str, tuple[tuple[str, ...], str]]] = {}
        """By player and name: the actions, and the line of each of its nodes."""
        self.outcomes: dict[tuple[int | Fraction, ...], str] = {}
        """By payoffs: the line of each terminal."""

    def chance(self, actions: tuple[str, ...], chances: Sequence[Fraction]) -> str:
        self.events += 1
        labels = _distinct_labels(actions, "actions of a node of chance")
        words = [f'"{action}" {chance}' for action, chance in zip(labels, chances, strict=True)]
        return f'c "" {self.events} "" {{ {" ".join(words)} }} 0\n'

    def decision(self, player: int, name: str, actions: tuple[str, ...]) -> str:
        infosets = self.infosets.setdefault(player, {})
        if name not in infosets:
            if not name:
                raise InputError(f"infosets of player {player}: expected names, found an empty one")
            labels = _distinct_labels(actions, f"actions of infoset '{name}' of player {player}")
            words = " ".join(f'"{action}"' for action in labels)
            line = f'p "" {player + 1} {len(infosets) + 1} "{label(name)}" {{ {words} }} 0\n'
            infosets[name] = (actions, line)
        known, line = infosets[name]
        if actions != known:
            raise InputError(
                f"infoset '{name}' of player {player}: expected the actions {', '.join(known)} everywhere, "
                f"found {', '.join(actions)}"
            )
        return line

    def terminal(self, payoffs: tuple[int | Fraction, ...]) -> str:
        if payoffs not in self.outcomes:
            number = len(self.outcomes) + 1
            self.outcomes[payoffs] = f't "" {number} "{number}" {{ {", ".join(map(str, payoffs))} }}\n'
        return self.outcomes[payoffs]


def _distinct_labels(names: Sequence[str], whose: str) -> list[str]:
    if not all(names) or len(set(names)) < len(names):
        raise InputError(f"{whose}: expected names that differ, none empty, found {', '.join(map(repr, names))}")
    return list(map(label, names))
