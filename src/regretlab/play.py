"""One play of a game, told line by line: who moves, what is known, what can be done, what is done, what it pays.

The choices are made by a function from what is to be chosen to the number of the action: at random from a seed, or by hand.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from random import Random
from typing import NamedTuple, TextIO

from regretlab.errors import InputError
from regretlab.registry import rules_parameters
from regretlab.rules import CHANCE, TERMINAL, Rules


class Choice(NamedTuple):
    """What is to be chosen: by whom, among which actions; chance's probabilities, None for a player."""

    player: int
    actions: tuple[str, ...]
    chances: Sequence[Fraction] | None

    @property
    def chooser(self) -> str:
        """Who chooses, in words."""
        return "chance" if self.player == CHANCE else f"player {self.player}"


Choose = Callable[[Choice], int]
"""From what is to be chosen to the number of the action."""


def play(rules: Rules, choose: Choose) -> Iterator[str]:
    """The lines of one play, each before the next choice is made."""
    state = rules.root()
    while (player := rules.turn(state)) != TERMINAL:
        chances = rules.chances(state) if player == CHANCE else None
        choice = Choice(player, rules.actions(state), chances)
        yield choice.chooser
        if chances is None:
            yield from (f'  "{line}"' for line in rules.infoset(state).split("\n"))
        for number, action in enumerate(choice.actions):
            yield f"  {number}: {action}" + ("" if chances is None else f" (probability {chances[number]})")
        chosen = choose(choice)
        yield f"  -> {chosen}: {choice.actions[chosen]}"
        state = rules.play(state, chosen)
    yield "payoffs"
    yield from (f"  player {player}: {payoff}" for player, payoff in enumerate(rules.payoffs(state)))


def transcript(name: str, rules: Rules, seed: int) -> Iterator[str]:
    """A play at random with what is needed to play it again: name of the game, parameters, seed."""
    yield f"game: {name}"
    yield f"parameters: {json.dumps(rules_parameters(rules))}"
    yield f"seed: {seed}"
    yield ""
    yield from play(rules, at_random(seed))


def at_random(seed: int) -> Choose:
    """Chance by its probabilities, players all actions alike; the same seed chooses the same on every machine."""
    draw = Random(seed).random

    def choose(choice: Choice) -> int:
        weights = choice.chances or [Fraction(1, len(choice.actions))] * len(choice.actions)
        left = Fraction(draw())
        for number, weight in enumerate(weights):
            left -= weight
            if left < 0:
                return number
        raise AssertionError(f"{choice} has probabilities that do not sum to 1")

    return choose


def by_hand(source: TextIO, sink: TextIO) -> Choose:
    """Ask on `sink` for the number of an action, as often as `source` answers with something else.

    Raises `InputError` at the end of the source.
    """

    def choose(choice: Choice) -> int:
        while True:
            print(f"{choice.chooser}, 0 to {len(choice.actions) - 1}? ", end="", file=sink, flush=True)
            answer = source.readline()
            if not answer:
                raise InputError(f"standard input: expected a choice of {choice.chooser}, found the end")
            if answer.strip() in map(str, range(len(choice.actions))):
                return int(answer)
            print(f"expected the number of an action, found '{answer.strip()}'", file=sink)

    return choose


def divided(chance: Choose, players: Choose) -> Choose:
    """Chance's choices are made in one way, the players' in another."""
    return lambda choice: (chance if choice.player == CHANCE else players)(choice)
