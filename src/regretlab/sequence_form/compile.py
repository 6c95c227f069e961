"""From rules to sequence form: a walk over all histories, then everything in its published order."""

from collections import Counter
from collections.abc import Mapping
from math import gcd, lcm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from regretlab.errors import InputError
from regretlab.rules import Rules, unit_of
from regretlab.sequence_form.game import Alike, Game, Infoset, Outcomes
from regretlab.sequence_form.refusal import check_players, check_unit
from regretlab.sequence_form.size import check_size
from regretlab.sequence_form.walk import EMPTY, Seen, Walk, walk_histories


def compile_game(name: str, parameters: Mapping[str, Any], rules: Rules, imperfect_recall: bool = False) -> Game:
    """Compile the rules to sequence form.

    With `imperfect_recall` an infoset that is reached after several own sequences is split into one for each, called
    NAME~1, NAME~2 and so on, which are played alike. Raises `InputError` for such an infoset otherwise, for a game that would
    be too large (`check_size`), and for anything that is no game (`walk_histories`).
    """
    try:
        check_players(rules.players)
        check_unit(unit_of(rules))
        check_size(rules)
        walk = walk_histories(rules, imperfect_recall)
    except InputError as error:
        raise InputError(f"{name}: {error}") from error
    found = [walk.ordered(player) for player in range(rules.players)]
    if not any(found):
        raise InputError(f"{name}: expected a game in which somebody decides, found no decision")
    numbers = [_number(walk.depths[player], found, player) for player in range(rules.players)]
    infosets, alike = _infosets(walk, found, numbers)
    called = Counter((infoset.player, infoset.name) for infoset in infosets)
    for (player, infoset), count in called.items():
        if count > 1:
            raise InputError(f"{name}: player {player}: expected different names of infosets, found {infoset!r} twice")
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
