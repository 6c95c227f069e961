"""From rules to sequence form: one depth-first walk over all histories, then everything in its published order.

The walk touches every history once and keeps of a terminal only numbers: which sequences reach it, with what probability
of chance (numbered by its value) and to what payoffs (likewise). Fractions are made once per value, not per terminal.
"""

from array import array
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import gcd, lcm
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from regretlab.errors import InputError
from regretlab.rules import CHANCE, TERMINAL, Rules, unit_of
from regretlab.sequence_form.game import Alike, Game, Infoset, Outcomes
from regretlab.sequence_form.size import MOST_HISTORIES

EMPTY = 0
"""While walking, each player's sequences are numbered as they are met; this is the empty one."""


class Seen(NamedTuple):
    """An infoset while walking: its actions, the sequence that leads to it and that of its first action."""

    actions: tuple[str, ...]
    parent: int
    first: int
    depth: int


class Walk:
    """What a walk over all histories of a game finds."""

    def __init__(self, players: int) -> None:
        """Before the first history."""
        self.infosets: list[dict[str, Seen]] = [{} for _ in range(players)]
        self.others: list[dict[tuple[str, int], Seen]] = [{} for _ in range(players)]
        """Infosets of a name that was met before, after another sequence: by name and sequence."""
        self.depths = [[0] for _ in range(players)]
        """For each player and sequence the number of the player's decisions on it."""
        self.visits = [[0] for _ in range(players)]
        """For each player and first sequence of an infoset the number of the infoset's histories."""
        self.reaches: dict[Fraction, int] = {Fraction(1): 0}
        """The probabilities with which chance reaches terminals, numbered."""
        self.payoffs: dict[tuple[int | Fraction, ...], int] = {}
        """The payoffs of terminals, numbered."""
        self.terminals = array("q")
        """For each terminal in turn: the players' sequences, the number of its reach, the number of its payoffs."""
        self.histories = 0

    def meet(self, player: int, actions: tuple[str, ...], parent: int) -> Seen:
        """An infoset that was not met before."""
        depths = self.depths[player]
        seen = Seen(actions, parent, len(depths), depths[parent])
        depths.extend([seen.depth + 1] * len(actions))
        self.visits[player].extend([0] * len(actions))
        return seen

    def all(self, player: int) -> list[tuple[str, Seen]]:
        """The player's infosets with their names, in their order: by depth, by name, by the player's own past."""
        others = [(name, seen) for (name, _), seen in self.others[player].items()]
        found = [*self.infosets[player].items(), *others]
        taken = {
            seen.first + action: (name, action, seen.parent)
            for name, seen in found
            for action in range(len(seen.actions))
        }
        split = {name for name, _ in others}

        def past(seen: Seen) -> tuple[tuple[bytes, int], ...]:
            steps, sequence = [], seen.parent
            while sequence != EMPTY:
                name, action, sequence = taken[sequence]
                steps.append((name.encode(), action))
            return tuple(reversed(steps))

        return sorted(
            found, key=lambda item: (item[1].depth, item[0].encode(), past(item[1]) if item[0] in split else ())
        )


def compile_game(name: str, parameters: Mapping[str, Any], rules: Rules, imperfect_recall: bool = False) -> Game:
    """Compile the rules to sequence form.

    With `imperfect_recall` an infoset that is reached after several own sequences is split into one for each, called
    NAME~1, NAME~2 and so on, which are played alike. Raises `InputError` for such an infoset otherwise, if an infoset has two
    sets of actions, if the probabilities of a chance node do not sum to one, if nobody decides anything, or if there are
    more than `MOST_HISTORIES` histories.
    """
    walk = _walk(rules, imperfect_recall)
    found = [walk.all(player) for player in range(rules.players)]
    if not any(found):
        raise InputError(f"{name}: expected a game in which somebody decides, found no decision")
    numbers = [_number(walk.depths[player], found, player) for player in range(rules.players)]
    infosets, alike = _infosets(walk, found, numbers)
    return Game(
        rules=name,
        parameters=parameters,
        unit=unit_of(rules),
        players=rules.players,
        histories=walk.histories,
        terminals=len(walk.terminals) // (rules.players + 2),
        zero_sum=all(sum(payoffs) == 0 for payoffs in walk.payoffs),
        infosets=infosets,
        outcomes=_outcomes(walk, numbers),
        alike=alike,
    )


def _walk(rules: Rules, imperfect_recall: bool) -> Walk:
    walk, players = Walk(rules.players), rules.players
    turn, actions_of, infoset, play, payoffs = rules.turn, rules.actions, rules.infoset, rules.play, rules.payoffs
    reaches = list(walk.reaches)
    stack: list[tuple[Any, tuple[int, ...], int]] = [(rules.root(), (EMPTY,) * players, 0)]
    while stack:
        state, keys, reach = stack.pop()
        walk.histories += 1
        if walk.histories > MOST_HISTORIES:
            raise InputError(f"expected a game of at most {MOST_HISTORIES:,} histories, found more")
        player = turn(state)
        if player == TERMINAL:
            paid = tuple(payoffs(state))
            walk.terminals.extend((*keys, reach, walk.payoffs.setdefault(paid, len(walk.payoffs))))
        elif player == CHANCE:
            chances = rules.chances(state)
            if sum(chances) != 1 or min(chances) < 0:
                raise InputError(f"chance at {state!r}: expected probabilities that sum to 1, found {_texts(chances)}")
            for action in range(len(chances) - 1, -1, -1):
                following = reaches[reach] * chances[action]
                number = walk.reaches.setdefault(following, len(reaches))
                if number == len(reaches):
                    reaches.append(following)
                stack.append((play(state, action), keys, number))
        else:
            name, actions, parent = infoset(state), actions_of(state), keys[player]
            known = walk.infosets[player]
            seen = known.get(name) or known.setdefault(name, walk.meet(player, actions, parent))
            if seen.actions is not actions and seen.actions != actions:
                raise _refusal(rules, player, name)
            if seen.parent != parent:
                if not imperfect_recall:
                    raise _refusal(rules, player, name)
                others, key = walk.others[player], (name, parent)
                seen = others.get(key) or others.setdefault(key, walk.meet(player, actions, parent))
            walk.visits[player][seen.first] += 1
            before, after, first = keys[:player], keys[player + 1 :], seen.first
            for action in range(len(actions) - 1, -1, -1):
                stack.append((play(state, action), (*before, first + action, *after), reach))
    return walk


def _number(depths: list[int], found: list[list[tuple[str, Seen]]], player: int) -> NDArray[np.uint32]:
    """The published number of every sequence of a player, by its number while walking."""
    sizes = [1 + sum(len(seen.actions) for _, seen in infosets) for infosets in found]
    numbers = np.zeros(len(depths), dtype=np.uint32)
    numbers[EMPTY] = following = sum(sizes[:player])
    for _, seen in found[player]:
        count = len(seen.actions)
        numbers[seen.first : seen.first + count] = range(following + 1, following + 1 + count)
        following += count
    return numbers


def _infosets(
    walk: Walk, found: list[list[tuple[str, Seen]]], numbers: list[NDArray[np.uint32]]
) -> tuple[tuple[Infoset, ...], tuple[Alike, ...]]:
    """All infosets in their order, and those of them that are played alike."""
    infosets: list[Infoset] = []
    alike: dict[tuple[int, str], list[tuple[int, int]]] = {}
    for player, of_player in enumerate(found):
        split = {name for name, _ in walk.others[player]}
        for name, seen in of_player:
            called = name
            if name in split:
                group = alike.setdefault((player, name), [])
                group.append((len(infosets), walk.visits[player][seen.first]))
                called = f"{name}~{len(group)}"
            infosets.append(Infoset(player, called, seen.actions, int(numbers[player][seen.parent])))
    return tuple(infosets), tuple(Alike(*zip(*group, strict=True)) for group in alike.values())


def _outcomes(walk: Walk, numbers: list[NDArray[np.uint32]]) -> Outcomes:
    """Merge the terminals that the same sequences reach, and sort them."""
    players = len(numbers)
    terminals = np.frombuffer(walk.terminals, dtype=np.int64).reshape(-1, players + 2)
    sequences = np.stack([numbers[player][terminals[:, player]] for player in range(players)], axis=1)
    order = np.lexsort(sequences.T[::-1])
    sequences = sequences[order]
    starts = np.flatnonzero(np.any(sequences[1:] != sequences[:-1], axis=1)) + 1
    starts = np.concatenate([np.zeros(1, dtype=np.int64), starts])
    payoffs, denominator = _whole_payoffs(walk, terminals[order, players:])
    payoffs = np.add.reduceat(payoffs, starts, axis=0)
    common = gcd(denominator, *np.unique(payoffs).tolist())
    return Outcomes(sequences[starts], payoffs // common, denominator // common)


def _whole_payoffs(walk: Walk, pairs: NDArray[np.int64]) -> tuple[NDArray[Any], int]:
    """Probability times payoffs for each pair of their numbers, times a common denominator, and that denominator."""
    reaches, payoffs = list(walk.reaches), list(walk.payoffs)
    kinds, kind = np.unique(pairs @ np.array([len(payoffs), 1]), return_inverse=True)
    weighted = [
        [reaches[number // len(payoffs)] * payoff for payoff in payoffs[number % len(payoffs)]]
        for number in kinds.tolist()
    ]
    denominator = lcm(*(payoff.denominator for row in weighted for payoff in row))
    whole = [[int(payoff * denominator) for payoff in row] for row in weighted]
    greatest = max(abs(payoff) for row in whole for payoff in row)
    small = greatest * len(pairs) < 2**63
    return np.array(whole, dtype=np.int64 if small else object)[kind], denominator


def _refusal(rules: Rules, player: int, name: str) -> InputError:
    """What is wrong with an infoset: two sets of actions, or two pasts; with the two histories that show it."""
    visits = _visits(rules, player, name)
    actions, past, history = next(visits)
    for other_actions, other_past, other in visits:
        if other_actions != actions:
            problem = f"expected the actions {actions} at all of its histories, found {other_actions}"
        elif other_past != past:
            problem = "no perfect recall: the player knew or did something else before"
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


def _texts(numbers: Sequence[Fraction]) -> str:
    return ", ".join(map(str, numbers))
