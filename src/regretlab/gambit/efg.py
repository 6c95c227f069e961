"""Reads Gambit's `.efg`, version 2: a game tree, node by node, each before those that follow it.

Format: https://gambitproject.readthedocs.io/en/latest/formats.efg.html. What a file says about an infoset or an outcome need
stand there only once; where it stands again it must be the same. Outcomes on the way to a terminal are paid as well.
"""

from array import array
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

from regretlab.errors import shown
from regretlab.gambit.labels import distinct_names
from regretlab.gambit.parts import Payoffs, expect_end, read_payoffs, read_prologue, read_strings, skip_comment
from regretlab.gambit.tokens import Tokens
from regretlab.gambit.tree import Tree
from regretlab.rules import CHANCE, TERMINAL


class Move(NamedTuple):
    """What nodes of one infoset have in common; of nodes of chance, with probabilities."""

    turn: int
    number: int
    label: str
    actions: tuple[str, ...]
    probabilities: tuple[Fraction, ...]


class Outcome(NamedTuple):
    """Payoffs that have a name."""

    label: str
    payoffs: Payoffs


def read_efg(path: Path) -> Tree:
    """The rules of the game in the file. Raises `InputError` that names the line and column of what is wrong with it."""
    tokens = Tokens(path)
    players = read_prologue(tokens, "EFG", "2")
    skip_comment(tokens)
    return _Reader(tokens, players).read()


class _Reader:
    """Reads the nodes; a stack of what is still to come takes the place of recursion, so that a tree can be of any depth."""

    def __init__(self, tokens: Tokens, players: int) -> None:
        self.tokens = tokens
        self.players = players
        self.moves: dict[tuple[int, int], int] = {}
        """Turn and number in the file to the place in `described`."""
        self.described: list[Move] = []
        self.outcomes: dict[int, Outcome] = {}

    def read(self) -> Tree:
        turns, numbers, first, children = array("i"), array("q"), array("q"), array("q", [0])
        nothing = (0,) * self.players
        paid_lists: dict[Payoffs, int] = {}
        pending: list[tuple[int, Payoffs | None]] = [(0, None)]
        while pending:
            turn, move = self._node(len(pending))
            place, paid = pending.pop()
            paid = _sum(paid, self._outcome())
            children[place] = len(turns)
            turns.append(turn)
            first.append(len(children))
            if turn == TERMINAL:
                numbers.append(paid_lists.setdefault(paid or nothing, len(paid_lists)))
            else:
                numbers.append(move)
                last = len(children) + len(self.described[move].actions)
                pending.extend([(place, paid) for place in reversed(range(len(children), last))])
                children.extend([0] * (last - len(children)))
        expect_end(self.tokens, "node")
        return self._named(Tree(self.players, turns, numbers, first, children, (), (), (), tuple(paid_lists)))

    def _named(self, tree: Tree) -> Tree:
        infosets = [""] * len(self.described)
        by_turn: dict[int, list[int]] = {}
        for index, move in enumerate(self.described):
            by_turn.setdefault(move.turn, []).append(index)
        for own in by_turn.values():
            moves = [self.described[index] for index in own]
            names = distinct_names([move.label for move in moves], [str(move.number) for move in moves])
            for index, name in zip(own, names, strict=True):
                infosets[index] = name
        return tree._replace(
            infosets=tuple(infosets),
            choices=tuple(distinct_names(move.actions, _positions(move)) for move in self.described),
            probabilities=tuple(move.probabilities for move in self.described),
        )

    def _node(self, missing: int) -> tuple[int, int]:
        """Take a node up to its outcome: whose turn it is and, unless it is terminal, which move it is."""
        tokens = self.tokens
        kind = tokens.text
        if kind not in ("c", "p", "t"):
            tokens.fail(f"a node (c, p or t; at least {missing} still to come)")
        tokens.advance()
        tokens.string("the label of a node")
        if kind == "t":
            return TERMINAL, 0
        turn = CHANCE if kind == "c" else tokens.integer("the number of a player", 1, self.players) - 1
        return turn, self._move(turn)

    def _move(self, turn: int) -> int:
        """Take number and, if they are there, label and actions of an infoset: its place among all."""
        tokens = self.tokens
        number = tokens.integer("the number of an infoset", 1)
        index = self.moves.get((turn, number))
        who = f"infoset {number} of {'chance' if turn == CHANCE else f'player {turn + 1}'}"
        if tokens.kind != "string":
            if index is None:
                tokens.fail(f"label and actions of {who}, of which this is the first node")
            return index
        word = tokens.word
        label = tokens.string("a label")
        tokens.mark("{")
        if turn == CHANCE:
            actions, probabilities = self._chances()
        else:
            actions, probabilities = read_strings(tokens, "the label of an action"), ()
        tokens.mark("}")
        move = Move(turn, number, label, actions, probabilities)
        if index is None:
            index = self.moves[turn, number] = len(self.described)
            self.described.append(move)
        elif move != self.described[index]:
            tokens.fail(f"{who} as before, {_written(self.described[index])}", _written(move), word)
        return index

    def _chances(self) -> tuple[tuple[str, ...], tuple[Fraction, ...]]:
        """Take actions of chance and their probabilities."""
        tokens = self.tokens
        word = tokens.word
        actions: list[str] = []
        probabilities: list[Fraction] = []
        while not actions or tokens.kind == "string":
            actions.append(tokens.string("the label of an action"))
            if tokens.text.startswith("-"):
                tokens.fail("a probability")
            probabilities.append(Fraction(tokens.number("a probability")))
        if sum(probabilities) != 1:
            tokens.fail("probabilities that sum to exactly 1", f"a sum of {sum(probabilities)}", word)
        return tuple(actions), tuple(probabilities)

    def _outcome(self) -> Payoffs | None:
        """Take the number of an outcome and, if they are there, name and payoffs: its payoffs, if it is one."""
        tokens = self.tokens
        number = tokens.integer("the number of an outcome", 0)
        known = self.outcomes.get(number)
        if tokens.kind != "string":
            if number and known is None:
                tokens.fail(f"name and payoffs of outcome {number}, which has not been before")
            return known and known.payoffs
        word = tokens.word
        if number == 0:
            tokens.fail("nothing about outcome 0, which stands for no payoffs")
        label = tokens.string("a name")
        tokens.mark("{")
        outcome = Outcome(label, read_payoffs(tokens, self.players))
        if known is not None and outcome != known:
            tokens.fail(f"outcome {number} as before, {_written(known)}", _written(outcome), word)
        self.outcomes[number] = outcome
        return outcome.payoffs


def _positions(move: Move) -> list[str]:
    return [str(position) for position, _ in enumerate(move.actions, start=1)]


def _sum(paid: Payoffs | None, payoffs: Payoffs | None) -> Payoffs | None:
    if paid is None or payoffs is None:
        return paid or payoffs
    return tuple(a + b for a, b in zip(paid, payoffs, strict=True))


def _written(what: Move | Outcome) -> str:
    """Nearly as in the file, for messages."""
    if isinstance(what, Outcome):
        return shown(f'"{what.label}" {{ {", ".join(map(str, what.payoffs))} }}')
    words = [f'"{action}"' for action in what.actions]
    if what.probabilities:
        words = [f"{word} {probability}" for word, probability in zip(words, what.probabilities, strict=True)]
    return shown(f'"{what.label}" {{ {" ".join(words)} }}')
