"""The walk over all histories of a game.

It touches every history once and keeps of a terminal only numbers: which sequences reach it, with what probability of chance
(numbered by its value) and to what payoffs (likewise). Fractions are made once per value, not per terminal.
"""

from array import array
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from regretlab.errors import InputError
from regretlab.rules import CHANCE, TERMINAL, Rules
from regretlab.sequence_form.refusal import check_chances, check_infoset, check_payoffs, check_turn, refusal
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

    def meet(self, player: int, name: str, actions: tuple[str, ...], parent: int) -> Seen:
        """An infoset that was not met before."""
        check_infoset(player, name, actions)
        depths = self.depths[player]
        seen = Seen(actions, parent, len(depths), depths[parent])
        depths.extend([seen.depth + 1] * len(actions))
        self.visits[player].extend([0] * len(actions))
        return seen

    def pay(self, paid: Sequence[int | Fraction]) -> int:
        """The number of what a terminal pays."""
        try:
            return self.payoffs[tuple(paid)]
        except (KeyError, TypeError):
            return self.payoffs.setdefault(check_payoffs(len(self.infosets), paid), len(self.payoffs))

    def ordered(self, player: int) -> list[tuple[str, Seen]]:
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


def walk_histories(rules: Rules, imperfect_recall: bool) -> Walk:
    """Walk over all histories, depth first.

    Raises `InputError` if a player forgets, unless `imperfect_recall`; if an infoset has two sets of actions, the
    probabilities of a chance node do not sum to one, or an answer of the rules is of another kind than `Rules` says; or
    if there are more than `MOST_HISTORIES` histories.
    """
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
            walk.terminals.extend((*keys, reach, walk.pay(payoffs(state))))
        elif player == CHANCE:
            chances = rules.chances(state)
            check_chances(state, actions_of(state), chances)
            for action in range(len(chances) - 1, -1, -1):
                following = reaches[reach] * chances[action]
                number = walk.reaches.setdefault(following, len(reaches))
                if number == len(reaches):
                    reaches.append(following)
                stack.append((play(state, action), keys, number))
        elif player.__class__ is not int or not 0 <= player < players:
            check_turn(rules, state, player)
        else:
            name, actions, parent = infoset(state), actions_of(state), keys[player]
            known = walk.infosets[player]
            seen = known.get(name) or known.setdefault(name, walk.meet(player, name, actions, parent))
            if seen.actions is not actions and seen.actions != actions:
                raise refusal(rules, player, name)
            if seen.parent != parent:
                if not imperfect_recall:
                    raise refusal(rules, player, name)
                others, key = walk.others[player], (name, parent)
                seen = others.get(key) or others.setdefault(key, walk.meet(player, name, actions, parent))
            walk.visits[player][seen.first] += 1
            before, after, first = keys[:player], keys[player + 1 :], seen.first
            for action in range(len(actions) - 1, -1, -1):
                stack.append((play(state, action), (*before, first + action, *after), reach))
    return walk
