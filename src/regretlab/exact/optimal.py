"""The value of a two-player zero-sum game, and proofs of what all optimal strategies have in common.

The linear programs of the sequence form: B. von Stengel, "Efficient computation of behavior strategies", and D.
Koller, N. Megiddo and B. von Stengel, "Efficient computation of equilibria for extensive two-person games", both Games
and Economic Behavior 1996.

Let x be realization weights of a player, y those of the opponent, f linear. The greatest f(x) + u(x,y) over all x is,
by duality, the least p(root) such that for each sequence s of the player

    p(I) ≥ f(s) + Σ u(s,t) y(t) + Σ p(J),

where I is the infoset of s, the root for the empty sequence, and the J are the infosets whose parent is s. This is
backward induction with ≥ in place of the maximum. It stays linear when y is unknown as well.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from regretlab.errors import InputError
from regretlab.exact.linear_program import Constraint, solve
from regretlab.exact.strategy import ONE, ZERO, behavior_strategy, decisions
from regretlab.sequence_form.game import Game


@dataclass(frozen=True)
class Optimum:
    """The value to player 0, and realization weights that are optimal for each of the players."""

    value: Fraction
    weights: tuple[Fraction, ...]


@dataclass(frozen=True)
class Certificate:
    """Proves f(x) ≤ 0 for every optimal x of a player, in a game of value v to that player.

    f(x) + w u(x,τ) ≤ w v for *every* x, where w ≥ 0 is the weight and τ the opponent's strategy, while an optimal x
    has u(x,τ) ≥ v. (The player's own part of `strategy` means nothing; it is uniform.)
    """

    weight: Fraction
    strategy: tuple[Fraction, ...]


def solve_game(game: Game) -> Optimum:
    """Value and optimal strategies. Raises `InputError` unless the game has two players and zero sum."""
    if game.players != 2 or not game.zero_sum:
        found = f"{game.players} players, {'zero sum' if game.zero_sum else 'not zero sum'}"
        raise InputError(f"{game.rules}: expected a two-player zero-sum game, found {found}")
    program = _Program(game, 0)
    y_is_not_scaled = Constraint({program.y(program.opponent_root): ONE}, ONE)
    inequalities = program.responses({})
    solution = solve(program.objective(ZERO), inequalities, [*program.realizations(), y_is_not_scaled], program.free)
    # The multiplier of a sequence's inequality is, but for the sign, the player's optimal realization weight.
    own = (-multiplier for multiplier in solution.multipliers[: len(inequalities)])
    return Optimum(solution.value, (*own, *solution.variables[: program.free.start]))


def certify(game: Game, player: int, value: Fraction, f: Mapping[int, Fraction]) -> Certificate | None:
    """Prove f(x) ≤ 0 for every optimal x of the player; None if an optimal x has f(x) > 0.

    f(x) = Σ f(s) x(s), with constants at the empty sequence; `value` is the game's to the player. Sought are y = w τ
    that make p(root) - w v as small as possible; by duality that is the greatest f(x) of an optimal x.
    """
    program = _Program(game, player)
    solution = solve(program.objective(value), program.responses(f), program.realizations(), program.free)
    if solution.value > 0:
        return None
    scaled = [ZERO] * game.sequence_bounds[-1]
    for column in range(program.free.start):
        scaled[program.opponent_root + column] = solution.variables[column]
    return Certificate(scaled[program.opponent_root], tuple(behavior_strategy(game, scaled)))


@dataclass(frozen=True)
class _Program:
    """The variables y and p against a player. Columns: y by sequence, then p(root), then p by infoset."""

    game: Game
    player: int

    @property
    def opponent_root(self) -> int:
        """The opponent's empty sequence."""
        return self.game.sequence_bounds[1 - self.player]

    @property
    def free(self) -> range:
        """Columns of p(root) and the other p; they may have either sign."""
        root = self.y(self.game.sequence_bounds[2 - self.player])
        return range(root, root + 1 + len(decisions(self.game, self.player)))

    def y(self, sequence: int) -> int:
        """Column of y(sequence)."""
        return sequence - self.opponent_root

    def objective(self, value: Fraction) -> list[Fraction]:
        """p(root) - value · y(empty sequence)."""
        costs = [ZERO] * self.free.stop
        costs[self.y(self.opponent_root)], costs[self.free.start] = -value, ONE
        return costs

    def responses(self, f: Mapping[int, Fraction]) -> list[Constraint]:
        """What p has to be at least: one inequality per sequence of the player, in order."""
        root, *columns = self.free
        start, stop = self.game.sequence_bounds[self.player : self.player + 2]
        rows: list[dict[int, Fraction]] = [{} for _ in range(start, stop)]
        rows[0][root] = -ONE
        for column, (infoset, sequences) in zip(columns, decisions(self.game, self.player), strict=True):
            rows[infoset.parent - start][column] = ONE
            for sequence in sequences:
                rows[sequence - start][column] = -ONE
        for outcome in self.game.outcomes:
            own, other = outcome.sequences[self.player], outcome.sequences[1 - self.player]
            rows[own - start][self.y(other)] = outcome.payoffs[self.player]
        return [Constraint(row, -f.get(sequence, ZERO)) for sequence, row in enumerate(rows, start)]

    def realizations(self) -> list[Constraint]:
        """y is a multiple of realization weights: those of an infoset's actions sum to that of its parent."""
        return [
            Constraint({self.y(infoset.parent): -ONE} | dict.fromkeys(map(self.y, sequences), ONE), ZERO)
            for infoset, sequences in decisions(self.game, 1 - self.player)
        ]
