"""One play of a game, told line by line: who moves, what is known, what can be done, what is done, what it pays.

The choices are made by a function from what is to be chosen to the number of the action: by numbers that are drawn, by a strategy
table, or by hand. All is told, or what one player sees.
"""

import json
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate
from random import Random
from typing import NamedTuple, TextIO

from regretlab.drawing import Draw, fallen
from regretlab.errors import InputError, shown
from regretlab.parameters import Strategy
from regretlab.registry import rules_parameters
from regretlab.rules import CHANCE, TERMINAL, Rules

Payoffs = Sequence[int | Fraction]
"""By player."""
UNSEEN = -3
"""The seat of a play that nobody sees."""
LEAVE, HELP = "q", "?"
"""Answers that choose nothing."""


class Choice(NamedTuple):
    """What is to be chosen: by whom, among which actions; chance's probabilities, None for a player; what he knows."""

    player: int
    actions: tuple[str, ...]
    chances: Sequence[Fraction] | None
    infoset: str = ""

    @property
    def chooser(self) -> str:
        """Who chooses, in words."""
        return "chance" if self.player == CHANCE else f"player {self.player}"


Choose = Callable[[Choice], int]
"""From what is to be chosen to the number of the action."""


class LeftError(Exception):
    """Whoever chooses by hand wants to leave."""


def play(rules: Rules, choose: Choose, seat: int | None = None) -> Generator[str, None, Payoffs]:
    """The lines of one play, each before the next choice is made; returns the payoffs.

    With a `seat` these are the lines for its player: what he himself knows and does, and the payoffs.
    """
    state = rules.root()
    while (player := rules.turn(state)) != TERMINAL:
        told = seat is None or player == seat
        if player == CHANCE:
            choice = Choice(player, rules.actions(state), rules.chances(state))
        else:
            choice = Choice(player, rules.actions(state), None, rules.infoset(state))
        if told:
            yield from _offered(choice)
        chosen = choose(choice)
        if told:
            yield f"  -> {chosen}: {choice.actions[chosen]}"
        state = rules.play(state, chosen)
    payoffs = rules.payoffs(state)
    yield "payoffs"
    yield from (f"  player {player}: {payoff}" for player, payoff in enumerate(payoffs))
    return payoffs


def _offered(choice: Choice) -> Iterator[str]:
    yield choice.chooser
    if choice.chances is None:
        yield from (f'  "{line}"' for line in choice.infoset.split("\n"))
    for number, action in enumerate(choice.actions):
        yield f"  {number}: {action}" + ("" if choice.chances is None else f" (probability {choice.chances[number]})")


def transcript(name: str, rules: Rules, seed: int) -> Iterator[str]:
    """A play at random with what is needed to play it again: name of the game, parameters, seed."""
    yield f"game: {name}"
    yield f"parameters: {json.dumps(rules_parameters(rules))}"
    yield f"seed: {seed}"
    yield ""
    yield from play(rules, at_random(seed))


def at_random(seed: int) -> Choose:
    """Choices by the numbers of a seed in their order; it chooses the same on every machine."""
    return drawn(Random(seed).random)


def drawn(draw: Draw) -> Choose:
    """Chance by its probabilities, players all actions alike."""

    def choose(choice: Choice) -> int:
        weights = choice.chances or [Fraction(1, len(choice.actions))] * len(choice.actions)
        return fallen(draw(), list(accumulate(weights)))

    return choose


def by_table(table: Strategy, draw: Draw) -> Choose:
    """By the probabilities of a strategy table. Raises `InputError` where it has not the infoset with its actions."""

    def choose(choice: Choice) -> int:
        if set(table.actions(choice.player, choice.infoset)) != set(choice.actions):
            where = f"player {choice.player}, infoset {shown(choice.infoset)!r}"
            expected = f"the actions {', '.join(choice.actions)}"
            found = ", ".join(table.actions(choice.player, choice.infoset)) or "none"
            raise InputError(f"{table.path}: {where}: expected {expected}, found {found}: is it a table of this game?")
        number = fallen(draw(), table.bounds(choice.player, choice.infoset))
        return choice.actions.index(table.actions(choice.player, choice.infoset)[number])

    return choose


def by_hand(source: TextIO, sink: TextIO) -> Choose:
    """Ask on `sink` for an action, by its number or name, as often as `source` answers with something else.

    Raises `InputError` at the end of the source, and `LeftError` for a `q`.
    """

    def choose(choice: Choice) -> int:
        actions = choice.actions
        by_name = {action: number for number, action in reversed(list(enumerate(actions)))}
        answers = {**by_name, **{str(number): number for number in range(len(actions))}}
        helping = f"the number of an action, or its name; {LEAVE} to leave"
        prompt = f"{choice.chooser}, 0 to {len(actions) - 1}"
        return ask(Question(choice.chooser, prompt, "the number of an action", helping), answers, source, sink)

    return choose


class Question(NamedTuple):
    """Who is asked, in which words, what is expected, and what is to be known about answers."""

    chooser: str
    prompt: str
    expected: str
    help: str


def ask(question: Question, answers: Mapping[str, int], source: TextIO, sink: TextIO) -> int:
    """The number of the answer, as `by_hand` asks for it."""
    while True:
        print(f"{question.prompt}? ", end="", file=sink, flush=True)
        answer = source.readline()
        if not answer:
            print(file=sink)
            raise InputError(f"standard input: expected a choice of {question.chooser}, found the end")
        answer = " ".join(answer.split())
        for typed in (answer, answer.lower()):
            if typed in answers:
                return answers[typed]
            if typed == LEAVE:
                raise LeftError
        told = question.help if answer == HELP else f"expected {question.expected}, found '{shown(answer)}'"
        print(told, file=sink)


def divided(chance: Choose, players: Choose) -> Choose:
    """Chance's choices are made in one way, the players' in another."""
    return lambda choice: (chance if choice.player == CHANCE else players)(choice)


def seated(seat: int, own: Choose, others: Choose) -> Choose:
    """The choices of one player are made in one way, those of all others in another."""
    return lambda choice: (own if choice.player == seat else others)(choice)
