"""The smallest hand of its kind: from any hand, by leaving out and making smaller what does not matter."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from typing import NamedTuple

from regretlab.betting.hand import Hand, Structure, play, start
from regretlab.betting.round import FOLD, NOBODY, options
from regretlab.betting.street import Chips


class Line(NamedTuple):
    """A table, and what its players do in turn."""

    structure: Structure
    stacks: tuple[Chips, ...]
    actions: tuple[Chips, ...]


class Step(NamedTuple):
    """A hand before an action, and the action."""

    hand: Hand
    action: Chips


def replayed(line: Line) -> tuple[list[Step], Hand] | None:
    """The steps of the line, and the hand after them; None if a stack, a blind or an action is none that there may be."""
    steps: list[Step] = []
    try:
        hand = start(line.structure, line.stacks)
    except ValueError:
        return None
    for action in line.actions:
        if hand.turn == NOBODY or not options(hand.round).allow(action):
            return None
        steps.append(Step(hand, action))
        hand = play(hand, action)
    return steps, hand


def smallest(line: Line, holds: Callable[[Line], bool]) -> Line:
    """The line that is left when nothing can be made smaller without `holds` ceasing to.

    Smaller is: fewer players, then fewer actions, then fewer chips, in stacks first. `line` itself must hold.
    """
    found = True
    while found:
        found = False
        for other in _smaller(line):
            if size(other) < size(line) and replayed(other) is not None and holds(other):
                line, found = other, True
                break
    return line


def size(line: Line) -> tuple[Chips, ...]:
    """What is compared: players, actions, and chips of stacks, forced bets and actions."""
    structure = line.structure
    forced = sum(structure.blinds) + sum(structure.antes) + sum(street.bet for street in structure.streets)
    return len(line.stacks), len(line.actions), sum(line.stacks), forced, sum(line.actions)


def _smaller(line: Line) -> Iterator[Line]:
    """Lines that may be smaller, those with more left out first."""
    played = replayed(line)
    if played is None:
        return
    steps, _ = played
    yield from _later(line, steps)
    for seat in range(len(line.stacks)):
        if len(line.stacks) > 2:
            yield _without(line, steps, seat)
    for n, step in enumerate(steps):
        yield line._replace(actions=line.actions[:n] + line.actions[n + 1 :])
        for action in _instead(step):
            yield line._replace(actions=(*line.actions[:n], action, *line.actions[n + 1 :]))
    yield from _poorer(line)


def _later(line: Line, steps: Sequence[Step]) -> Iterator[Line]:
    """The same from the second street on, those alone who are in it."""
    later = [step for step in steps if step.hand.street]
    if later:
        now = later[0].hand.round
        seats = [seat for seat, stack in enumerate(now.stacks) if stack and now.playing >> seat & 1]
        nothing = (0,) * len(seats)
        structure = replace(
            line.structure, streets=line.structure.streets[1:], blinds=nothing, antes=nothing, first=None
        )
        yield Line(structure, tuple([now.stacks[seat] for seat in seats]), tuple([step.action for step in later]))


def _without(line: Line, steps: Sequence[Step], seat: int) -> Line:
    """The same without a player and what he does."""
    structure = line.structure

    def others(amounts: tuple[Chips, ...]) -> tuple[Chips, ...]:
        return amounts[:seat] + amounts[seat + 1 :]

    return Line(
        replace(structure, blinds=others(structure.blinds), antes=others(structure.antes), first=None),
        others(line.stacks),
        tuple([step.action for step in steps if step.hand.turn != seat]),
    )


def _instead(step: Step) -> Iterator[Chips]:
    """Other actions in the place of one, smaller ones."""
    may = options(step.hand.round)
    for action in (FOLD, may.call, may.low):
        if action is not None and action < step.action:
            yield action
    if step.action > 0:
        yield step.action - 1


def _poorer(line: Line) -> Iterator[Line]:
    """The same with fewer chips somewhere."""
    structure, stacks = line.structure, line.stacks
    if any(structure.antes):
        yield line._replace(structure=replace(structure, antes=(0,) * len(stacks)))
    for blind in sorted({0, *structure.blinds}):
        yield line._replace(structure=replace(structure, blinds=tuple([min(own, blind) for own in structure.blinds])))
    if structure.streets[0].bet > 1:
        streets = tuple([replace(street, bet=street.bet - 1) for street in structure.streets])
        yield line._replace(structure=replace(structure, streets=streets))
        blinds = tuple([min(own, streets[0].bet) for own in structure.blinds])
        yield line._replace(structure=replace(structure, streets=streets, blinds=blinds))
    for seat, stack in enumerate(stacks):
        for less in (stack // 2, stack - 1):
            yield line._replace(stacks=(*stacks[:seat], less, *stacks[seat + 1 :]))
    yield from _poorer_together(line)


def _poorer_together(line: Line) -> Iterator[Line]:
    """The same with a chip less in two to four places, stacks and actions, that depend on each other."""
    players = len(line.stacks)
    numbers = (*line.stacks, *line.actions)
    places = [place for place, number in enumerate(numbers) if number > 0]
    for count in (2, 3, 4):
        for chosen in combinations(places, count):
            less = [number - (place in chosen) for place, number in enumerate(numbers)]
            yield line._replace(stacks=tuple(less[:players]), actions=tuple(less[players:]))
