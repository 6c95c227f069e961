"""Battleship, as pairs of fleets times sequences of shots.

G. Farina et al., "Correlation in extensive-form games: saddle-point formulation and benchmarks", NeurIPS 2019. Rules and
names: docs/games.md, "battleship".
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import permutations, product
from typing import NamedTuple

from recheck.rules.leaf import Leaf, Move
from recheck.rules.parameters import flag, whole, wholes

PARAMETERS = {
    "board_width": whole(1, 20),
    "board_height": whole(1, 20),
    "ship_sizes": wholes(1),
    "ship_values": wholes(0),
    "num_shots": whole(1, 100),
    "allow_repeated_shots": flag(),
    "loss_multiplier": whole(0, 10**6),
}

MOST_WAYS = 2_000
"""More than so many fleets, or ways to shoot, would make too many histories: their pairs are already millions."""

MOST_BEGUN = 100_000
"""So many fleets are begun at most."""

Cell = tuple[int, int]


class Ship(NamedTuple):
    """A placed ship: `h_r_c` or `v_r_c`, and its cells."""

    name: str
    cells: frozenset[Cell]


Fleet = tuple[Ship, ...]


class Fire(NamedTuple):
    """Shots at a fleet, in order: (name of the cell, result), and which ships are sunk at the end."""

    shots: tuple[tuple[Cell, str], ...]
    sunk: tuple[bool, ...]


class Shooting(NamedTuple):
    """All ways to shoot at a fleet, by number of shots: those that leave some ship, those whose last shot ends it."""

    alive: list[list[Fire]]
    ended: list[list[Fire]]


def leaves(
    board_width: int,
    board_height: int,
    ship_sizes: list[int],
    ship_values: list[int],
    num_shots: int,
    allow_repeated_shots: bool,
    loss_multiplier: int,
) -> Iterator[Leaf]:
    """Every pair of fleets, shot at in every way."""
    if len(ship_sizes) != len(ship_values):
        raise ValueError(f"ship_values: expected one for each of {len(ship_sizes)} ships, found {len(ship_values)}")
    board = [(r, c) for r in range(board_height) for c in range(board_width)]
    fleets = _fleets(board, ship_sizes)
    _refuse_too_many(len(fleets), len(board) - 1, num_shots, allow_repeated_shots)
    shootings = {fleet: _shooting(fleet, board, num_shots, allow_repeated_shots) for fleet in fleets}
    for pair in product(fleets, repeat=2):
        placed = _placements(fleets, pair)
        for fires in _exchanges(shootings[pair[1]], shootings[pair[0]], num_shots):
            won, lost = (sum(value for value, sunk in zip(ship_values, fire.sunk) if sunk) for fire in fires)
            moves = _shots(pair, fires, board, allow_repeated_shots)
            yield Leaf((*placed, *moves), (won - loss_multiplier * lost, lost - loss_multiplier * won))


def _refuse_too_many(fleets: int, cells: int, shots: int, repeated: bool) -> None:
    """Raise `ValueError` if there are no fleets, or more pairs of fleets or of ways to miss a cell than can be listed."""
    if not fleets:
        raise ValueError("ship_sizes: expected ships that find room on the board")
    ways = cells**shots if repeated else math.perm(cells, min(shots, cells))
    if max(fleets, ways) > MOST_WAYS:
        raise ValueError(f"expected {MOST_WAYS:,} fleets and ways to shoot at all cells but one at most")


def _fleets(board: Sequence[Cell], sizes: Sequence[int]) -> list[Fleet]:
    """All ways to place ships of these sizes, one after the other, without overlap; in the order of the rules."""
    fleets: list[Fleet] = [()]
    for size in sizes:
        ships = _ships(board, size)
        fleets = [
            (*fleet, ship) for fleet in fleets for ship in ships if all(not ship.cells & other.cells for other in fleet)
        ]
        if len(fleets) > MOST_BEGUN:
            break
    return fleets


def _ships(board: Sequence[Cell], size: int) -> list[Ship]:
    """All places of a ship: horizontal ones by row, then column of the top left cell; then vertical ones."""
    across = [Ship(f"h_{r}_{c}", frozenset((r, c + n) for n in range(size))) for r, c in board]
    down = [Ship(f"v_{r}_{c}", frozenset((r + n, c) for n in range(size))) for r, c in board]
    return [ship for ship in across + (down if size > 1 else []) if ship.cells <= frozenset(board)]


def _placements(fleets: Sequence[Fleet], pair: Sequence[Fleet]) -> list[Move]:
    """The moves that place both fleets, in turn: a ship may go where some whole fleet goes on from there."""
    moves: list[Move] = []
    for n in range(len(pair[0])):
        for player in (0, 1):
            before = pair[player][:n]
            possible = list(dict.fromkeys(fleet[n].name for fleet in fleets if fleet[:n] == before))
            name = f"T={len(moves)} " + "".join(f"/{ship.name}" for ship in before)
            action = pair[player][n].name
            moves.append(Move(player, name, possible.index(action), action))
    return moves


def _shooting(fleet: Fleet, board: Sequence[Cell], most: int, repeated: bool) -> Shooting:
    """All sequences of up to that many shots at a fleet, told apart by whether the last one ends it."""
    found = Shooting([[] for _ in range(most + 1)], [[] for _ in range(most + 1)])
    for count in range(most + 1):
        cells: Iterator[tuple[Cell, ...]] = product(board, repeat=count) if repeated else permutations(board, count)
        for shots in cells:
            if count and _all_sunk(fleet, shots[:-1]):
                continue
            fire = Fire(
                tuple((cell, _result(fleet, shots[: n + 1])) for n, cell in enumerate(shots)),
                tuple(ship.cells <= frozenset(shots) for ship in fleet),
            )
            (found.ended if all(fire.sunk) else found.alive)[count].append(fire)
    return found


def _all_sunk(fleet: Fleet, shots: Sequence[Cell]) -> bool:
    """Whether these shots hit every cell of the fleet."""
    return all(ship.cells <= frozenset(shots) for ship in fleet)


def _result(fleet: Fleet, shots: Sequence[Cell]) -> str:
    """What the last of these shots is told to have done: water, hit, or sunk."""
    for ship in fleet:
        if shots[-1] in ship.cells:
            return "S" if ship.cells <= frozenset(shots) else "H"
    return "W"


def _exchanges(of_0: Shooting, of_1: Shooting, most: int) -> Iterator[tuple[Fire, Fire]]:
    """How both shoot, player 0 first: one of them ends it with shot n, or nobody does and all shots are made."""
    for n in range(1, most + 1):
        yield from product(of_0.ended[n], of_1.alive[n - 1])
        yield from product(of_0.alive[n], of_1.ended[n])
    yield from product(of_0.alive[most], of_1.alive[most])


def _shots(pair: Sequence[Fleet], fires: Sequence[Fire], board: Sequence[Cell], repeated: bool) -> list[Move]:
    """The moves of an exchange, with the names that grow by a shot at a time."""
    known = ["".join(f"/{ship.name}" for ship in fleet) for fleet in pair]
    first = 2 * len(pair[0])
    moves = []
    for n in range(len(fires[0].shots) + len(fires[1].shots)):
        player = n % 2
        shots = fires[player].shots
        (row, column), result = shots[n // 2]
        position = row * (board[-1][1] + 1) + column
        if not repeated:
            position -= sum(cell < (row, column) for cell, _ in shots[: n // 2])
        moves.append(Move(player, f"T={first + n} {known[player]}", position, f"shot_{row}_{column}"))
        known[player] += f"/shot_{row}_{column}:{result}"
        known[1 - player] += f"/oppshot_{row}_{column}"
    return moves
