"""Battleship: hidden ships on two boards, shot at in turn.

G. Farina, C. K. Ling, F. Fang and T. Sandholm, "Correlation in extensive-form games: saddle-point formulation and
benchmarks", NeurIPS 2019. Rules, names and the order of actions are those of OpenSpiel's `battleship`.

The players place their ships in turn, unseen, then shoot in turn until both have made all their shots or one has lost all
ships. The shooter learns whether the shot hit water or a ship, or sank one. Everyone gets the value of the other's ships
sunk, less `loss_multiplier` times the value of the own ones.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import NamedTuple, TypeVar

from regretlab.parameters import check_range
from regretlab.rules import TERMINAL

WATER, HIT, SUNK = "W", "H", "S"

Cells = int
"""A set of cells: bit row * board_width + column."""

T = TypeVar("T")


class State(NamedTuple):
    """A game so far; pairs are by player."""

    moves: int
    """How many moves both have made."""
    turn: int
    fleets: tuple[tuple[Cells, ...], tuple[Cells, ...]]
    """The ships placed, whole, in the order of `ship_sizes`."""
    shots: tuple[Cells, Cells]
    """Where each player has shot."""
    seen: tuple[str, str]
    """What each player has seen, as the infosets show it."""


class Choices(NamedTuple):
    """The actions of a decision: their names, and the cells of the ship or the shot."""

    names: tuple[str, ...]
    cells: tuple[Cells, ...]


@dataclass(frozen=True)
class Battleship:
    """The rules; payoffs in the unit of the ships' values."""

    board_width: int = 2
    board_height: int = 2
    ship_sizes: tuple[int, ...] = (2,)
    ship_values: tuple[int, ...] = (2,)
    num_shots: int = 3
    allow_repeated_shots: bool = False
    loss_multiplier: int = 1

    players = 2

    def __post_init__(self) -> None:
        """Refuse boards without cells, ships that are none or do not fit, and games without shots."""
        check_range("board_width", self.board_width, 1, 20)
        check_range("board_height", self.board_height, 1, 20)
        check_range("num_shots", self.num_shots, 1, 1_000)
        check_range("loss_multiplier", self.loss_multiplier, 0, 1_000_000)
        check_range("number of ship_sizes", len(self.ship_sizes), 1, 5)
        if len(self.ship_values) != len(self.ship_sizes):
            raise ValueError(
                f"ship_values: expected {len(self.ship_sizes)}, one per ship, found {list(self.ship_values)}"
            )
        for size, value in zip(self.ship_sizes, self.ship_values, strict=True):
            check_range("ship_sizes", size, 1, 20)
            check_range("ship_values", value, 0, 1_000_000)
        if not _fit(self.board_width, self.board_height, self.ship_sizes, 0):
            raise ValueError(f"ship_sizes: expected ships that fit on the board, found {list(self.ship_sizes)}")

    def root(self) -> State:
        """Two empty boards."""
        return State(0, 0, ((), ()), (0, 0), ("", ""))

    def turn(self, state: State) -> int:
        """The players take turns, placing and shooting."""
        return state.turn

    def actions(self, state: State) -> tuple[str, ...]:
        """Where the next ship may lie, or where may be shot."""
        return self._choices(state).names

    def _choices(self, state: State) -> Choices:
        own = state.fleets[state.turn]
        if len(own) < len(self.ship_sizes):
            return _placements(self.board_width, self.board_height, self.ship_sizes[len(own) :], sum(own))
        return _shots(self.board_width, self.board_height, 0 if self.allow_repeated_shots else state.shots[state.turn])

    def chances(self, state: State) -> Sequence[Fraction]:  # noqa: ARG002
        """There is no chance."""
        return ()

    def play(self, state: State, action: int) -> State:
        """Place a ship, or shoot."""
        moves, player, fleets, shots, seen = state
        names, cells = self._choices(state)
        name, cell = names[action], cells[action]
        moves += 1
        if moves <= 2 * len(self.ship_sizes):
            fleets = _with(fleets, player, (*fleets[player], cell))
            return State(moves, 1 - player, fleets, shots, _with(seen, player, f"{seen[player]}/{name}"))
        fleet, fired = fleets[1 - player], shots[player] | cell
        result = WATER
        for ship in fleet:
            if ship & cell:
                result = HIT if ship & ~fired else SUNK
        own, other = f"{seen[player]}/{name}:{result}", f"{seen[1 - player]}/opp{name}"
        over = moves == 2 * (len(self.ship_sizes) + self.num_shots) or (result == SUNK and not sum(fleet) & ~fired)
        return State(
            moves,
            TERMINAL if over else 1 - player,
            fleets,
            _with(shots, player, fired),
            (own, other) if player == 0 else (other, own),
        )

    def position(self, state: State) -> tuple[int, tuple[int, ...], tuple[int, ...]]:
        """Of a fleet not placed yet the cells taken, of one placed the cells not yet hit of each ship that is left."""
        fleets, shots = state.fleets, state.shots
        return state.moves, self._left(fleets[0], shots[1]), self._left(fleets[1], shots[0])

    def _left(self, fleet: tuple[Cells, ...], fired: Cells) -> tuple[int, ...]:
        if len(fleet) < len(self.ship_sizes):
            return (sum(fleet),)
        return tuple(sorted((ship & ~fired).bit_count() for ship in fleet if ship & ~fired))

    def infoset(self, state: State) -> str:
        """Number of moves, own ships, all shots, for example `T=3 /h_0_0/oppshot_0_0`."""
        return f"T={state.moves} {state.seen[state.turn]}"

    def payoffs(self, state: State) -> Sequence[int]:
        """The value of what was sunk, less that of what was lost."""
        first, second = self._sunk(state, 0), self._sunk(state, 1)
        return first - self.loss_multiplier * second, second - self.loss_multiplier * first

    def _sunk(self, state: State, player: int) -> int:
        """The value of the ships that the player has sunk."""
        ships = zip(state.fleets[1 - player], self.ship_values, strict=True)
        unhit = ~state.shots[player]
        return sum([value for ship, value in ships if not ship & unhit])


def _with(pair: tuple[T, T], player: int, item: T) -> tuple[T, T]:
    return (item, pair[1]) if player == 0 else (pair[0], item)


@cache
def _ships(width: int, height: int, size: int) -> Choices:
    """All places of a ship: horizontal ones by row and column, then vertical ones."""
    horizontal = [("h", row, column) for row in range(height) for column in range(width - size + 1)]
    vertical = [("v", row, column) for row in range(height - size + 1) for column in range(width) if size > 1]
    places = horizontal + vertical
    return Choices(
        tuple(f"{direction}_{row}_{column}" for direction, row, column in places),
        tuple(
            sum(1 << row * width + column + step * (1 if direction == "h" else width) for step in range(size))
            for direction, row, column in places
        ),
    )


def _fit(width: int, height: int, sizes: tuple[int, ...], taken: Cells) -> bool:
    """Whether ships of these sizes find room on the cells not taken."""
    if not sizes or sum(sizes) > width * height - taken.bit_count():
        return not sizes
    places = _ships(width, height, sizes[0]).cells
    return any(not ship & taken and _fit(width, height, sizes[1:], taken | ship) for ship in places)


@cache
def _placements(width: int, height: int, sizes: tuple[int, ...], taken: Cells) -> Choices:
    """Where the first ship may lie: on no cell taken, and so that the others still find room."""
    allowed = [
        (name, ship)
        for name, ship in zip(*_ships(width, height, sizes[0]), strict=True)
        if not ship & taken and _fit(width, height, sizes[1:], taken | ship)
    ]
    return Choices(tuple(name for name, _ in allowed), tuple(ship for _, ship in allowed))


@cache
def _shots(width: int, height: int, taken: Cells) -> Choices:
    """The cells not taken, row by row."""
    if not taken:
        board = range(width * height)
        return Choices(
            tuple("shot_{}_{}".format(*divmod(cell, width)) for cell in board), tuple(1 << cell for cell in board)
        )
    left = [(name, cell) for name, cell in zip(*_shots(width, height, 0), strict=True) if not cell & taken]
    return Choices(tuple(name for name, _ in left), tuple(cell for _, cell in left))


RULES = Battleship
