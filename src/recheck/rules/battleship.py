"""Battleship, as pairs of fleets, each shot at in all ways.

G. Farina et al., "Correlation in extensive-form games: saddle-point formulation and benchmarks", NeurIPS 2019. Rules and
names: docs/games.md, "battleship".
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from recheck.histories import MOST_HISTORIES
from recheck.rules.leaf import Leaf, Move
from recheck.rules.parameters import flag, refuse_too_many, whole, wholes

PARAMETERS = {
    "board_width": whole(1, 20),
    "board_height": whole(1, 20),
    "ship_sizes": wholes(1, 20, range(1, 6)),
    "ship_values": wholes(0, 10**6, range(1, 6)),
    "num_shots": whole(1, 1000),
    "allow_repeated_shots": flag(),
    "loss_multiplier": whole(0, 10**6),
}

MOST_FLEETS = math.isqrt(MOST_HISTORIES)
"""More would make too many histories, since each may meet each."""

MOST_TRIES = 2_000_000
"""So many times a ship is put to a place while the fleets are searched for; docs/games.md, "Limits"."""

Cell = tuple[int, int]


class Ship(NamedTuple):
    """A placed ship: `h_r_c` or `v_r_c`, and its cells."""

    name: str
    cells: frozenset[Cell]


Fleet = tuple[Ship, ...]


class Fight(NamedTuple):
    """Where two fleets stand after some shots: by player, which cells it shot at, and all that it knows, as in names."""

    shots: int
    fired: tuple[frozenset[Cell], frozenset[Cell]]
    known: tuple[str, str]


class Shot(NamedTuple):
    """A shot that is still to come: after what, its position among those that are possible there, and at which cell."""

    before: Fight
    position: int
    cell: Cell


class Way(NamedTuple):
    """A way to shoot, to its end: how many shots are those of the way before, the moves after them, all cells shot at."""

    kept: int
    moves: list[Move]
    fired: tuple[frozenset[Cell], frozenset[Cell]]


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
    refuse_too_many(len(fleets) ** 2)
    placed = [_placements(fleets, player) for player in (0, 1)]

    def payoff(won: Sequence[bool], lost: Sequence[bool]) -> int:
        """The value of the other's ships that were sunk, less that of the own ones, times the multiplier."""
        values = [sum(value for value, sunk in zip(ship_values, which) if sunk) for which in (won, lost)]
        return values[0] - loss_multiplier * values[1]

    for pair in product(fleets, repeat=2):
        # Player 0 places a ship, then player 1, and so on.
        placing = [move for both in zip(placed[0][pair[0]], placed[1][pair[1]]) for move in both]
        for n, (kept, moves, fired) in enumerate(_ways(pair, board, num_shots, allow_repeated_shots)):
            sunk = [[ship.cells <= fired[1 - player] for ship in pair[player]] for player in (0, 1)]
            paid = (payoff(sunk[1], sunk[0]), payoff(sunk[0], sunk[1]))
            yield Leaf(tuple(moves), paid, len(placing) + kept) if n else Leaf((*placing, *moves), paid)


def _fleets(board: Sequence[Cell], sizes: Sequence[int]) -> list[Fleet]:
    """All ways to place ships of these sizes, one after the other, without overlap; in the order of the rules.

    Raises `ValueError` if there are none, too many, or so few that the search for them takes too long.
    """
    ships = {size: _ships(board, size) for size in sizes}
    found: list[Fleet] = []
    tries = 0
    begun: list[Fleet] = [()]
    while begun:
        fleet = begun.pop()
        if len(fleet) == len(sizes):
            found.append(fleet)
            if len(found) > MOST_FLEETS:
                break
            continue
        taken = frozenset(cell for ship in fleet for cell in ship.cells)
        possible = ships[sizes[len(fleet)]]
        tries += len(possible)
        if tries > MOST_TRIES:
            raise ValueError(f"ship_sizes: expected all fleets to be found within {MOST_TRIES:,} tries")
        begun += [(*fleet, ship) for ship in reversed(possible) if not ship.cells & taken]
    if not found:
        raise ValueError("ship_sizes: expected ships that find room on the board")
    return found


def _ships(board: Sequence[Cell], size: int) -> list[Ship]:
    """All places of a ship: horizontal ones by row, then column of the top left cell; then vertical ones."""
    across = [Ship(f"h_{r}_{c}", frozenset((r, c + n) for n in range(size))) for r, c in board]
    down = [Ship(f"v_{r}_{c}", frozenset((r + n, c) for n in range(size))) for r, c in board]
    cells = frozenset(board)
    return [ship for ship in across + (down if size > 1 else []) if ship.cells <= cells]


def _placements(fleets: Sequence[Fleet], player: int) -> dict[Fleet, list[Move]]:
    """The moves of a player that place each fleet: a ship may go where some whole fleet goes on from there."""
    possible: dict[Fleet, dict[str, int]] = {}
    for fleet in fleets:
        for n, ship in enumerate(fleet):
            names = possible.setdefault(fleet[:n], {})
            names.setdefault(ship.name, len(names))
    return {
        fleet: [
            Move(
                player,
                f"T={2 * n + player} " + "".join(f"/{before.name}" for before in fleet[:n]),
                possible[fleet[:n]][ship.name],
                ship.name,
            )
            for n, ship in enumerate(fleet)
        ]
        for fleet in fleets
    }


def _ways(pair: Sequence[Fleet], board: Sequence[Cell], most: int, repeated: bool) -> Iterator[Way]:
    """All ways to shoot, until both have made their shots or somebody has lost all ships; each shot is gone into at once."""
    afloat = [frozenset(cell for ship in fleet for cell in ship.cells) for fleet in pair]
    names = ["".join(f"/{ship.name}" for ship in fleet) for fleet in pair]
    start = Fight(0, (frozenset(), frozenset()), (names[0], names[1]))
    waiting = _possible(start, board, repeated)
    moves: list[Move] = []
    while waiting:
        shot = waiting.pop()
        before, fight = shot.before, _after(shot, pair)
        player, (row, column) = before.shots % 2, shot.cell
        name = f"T={2 * len(pair[0]) + before.shots} {before.known[player]}"
        moves.append(Move(player, name, shot.position, f"shot_{row}_{column}"))
        if fight.shots == 2 * most or afloat[1 - player] <= fight.fired[player]:
            yield Way(fight.shots - len(moves), moves, fight.fired)
            moves = []
        else:
            waiting += _possible(fight, board, repeated)


def _possible(fight: Fight, board: Sequence[Cell], repeated: bool) -> list[Shot]:
    """The shots of the player whose turn it is, the last one first."""
    fired = fight.fired[fight.shots % 2]
    cells = [cell for cell in board if repeated or cell not in fired]
    return [Shot(fight, position, cell) for position, cell in enumerate(cells)][::-1]


def _after(shot: Shot, pair: Sequence[Fleet]) -> Fight:
    """Where the fleets stand after a shot: the shooter learns what it did, the other one where it went."""
    (shots, fired, known), (row, column) = shot.before, shot.cell
    shooter = shots % 2
    now = fired[shooter] | {shot.cell}
    own = f"{known[shooter]}/shot_{row}_{column}:{_result(pair[1 - shooter], now, shot.cell)}"
    others = f"{known[1 - shooter]}/oppshot_{row}_{column}"
    return Fight(
        shots + 1, (fired[0], now) if shooter else (now, fired[1]), (others, own) if shooter else (own, others)
    )


def _result(fleet: Fleet, fired: frozenset[Cell], cell: Cell) -> str:
    """What a shot at a cell is told to have done, the last of those fired: water, hit, or sunk."""
    for ship in fleet:
        if cell in ship.cells:
            return "S" if ship.cells <= fired else "H"
    return "W"
