"""The value of a two-player zero-sum game, and proofs of what all optimal strategies have in common.

The linear programs of the sequence form: B. von Stengel, "Efficient computation of behavior strategies", and D. Koller,
N. Megiddo and B. von Stengel, "Efficient computation of equilibria for extensive two-person games", both Games and Economic
Behavior 1996.

Let player i have realization weights x, the opponent y. The greatest value of f(x) + u(x,y) over all x is, by duality, the
least p(root) such that at each sequence s of i, with I the infoset of s (the root for the empty sequence),

    p(I) ≥ f(s) + Σ u(s,t) y(t) + Σ p(J) over the infosets J that s leads to.

This is backward induction, with ≥ in place of the maximum.
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

    f(x) + w u(x,τ) ≤ w v for *every* x, where w ≥ 0 is the weight and τ the opponent's strategy. An optimal x has
    u(x,τ) ≥ v. (The strategy is given for both players; the player's own part is uniform.)
    """

    weight: Fraction
    strategy: tuple[Fraction, ...]


def solve_game(game: Game) -> Optimum:
    """Value and optimal strategies. Raises `InputError` unless the game has two players and zero sum."""
    if game.players != 2 or not game.zero_sum:
        raise InputError(f"{game.rules}: expected a two-player zero-sum game, found {_describe(game)}")
    program = _Program(game, 0)
    inequalities, equalities = program.constraints({})
    equalities.append(Constraint({program.column(program.opponent_root): ONE}, ONE))
    solution = solve(program.objective(ZERO), inequalities, equalities, program.free())
    # The multiplier of a sequence's inequality is, but for the sign, the player's optimal realization weight.
    own = [-multiplier for multiplier in solution.multipliers[: len(inequalities)]]
    return Optimum(solution.value, (*own, *solution.variables[: program.weights]))


def certify(game: Game, player: int, value: Fraction, f: Mapping[int, Fraction]) -> Certificate | None:
    """Prove f(x) ≤ 0 for every optimal x of the player; None if there is an optimal x with f(x) > 0.

    f is linear in the player's realization weights: Σ f(s) x(s), constants at the empty sequence; `value` is the game's to
    the player. With y = w τ, p(root) - w v is to be as small as possible; by duality the least is the greatest f(x).
    """
    program = _Program(game, player)
    solution = solve(program.objective(value), *program.constraints(f), program.free())
    if solution.value > 0:
        return None
    weights = [ZERO] * game.sequence_bounds[-1]
    weights[program.opponent_root : program.opponent_root + program.weights] = solution.variables[
        : program.weights
    ]
    return Certificate(weights[program.opponent_root], tuple(behavior_strategy(game, weights)))


@dataclass(frozen=True)
class _Program:
    """The variables y and p against one player, and what ties them together.

    Columns: y by sequence of the opponent, then p(root), then p(I) by infoset of the player.
    """

    game: Game
    player: int

    @property
    def opponent_root(self) -> int:
        """The opponent's empty sequence."""
        return self.game.sequence_bounds[1 - self.player]

    @property
    def weights(self) -> int:
        """Number of the y."""
        return self.game.sequence_bounds[2 - self.player] - self.opponent_root

    def column(self, sequence: int) -> int:
        """Column of y(sequence)."""
        return sequence - self.opponent_root

    def objective(self, value: Fraction) -> list[Fraction]:
        """p(root) - value · y(empty sequence)."""
        costs = [ZERO] * (self.weights + 1 + len(decisions(self.game, self.player)))
        costs[0], costs[self.weights] = -value, ONE
        return costs

    def free(self) -> range:
        """The p may have either sign."""
        return range(self.weights, self.weights + 1 + len(decisions(self.game, self.player)))

    def constraints(self, f: Mapping[int, Fraction]) -> tuple[list[Constraint], list[Constraint]]:
        """Inequalities: p(I) bounds what each sequence is worth. Equalities: y is a multiple of realization weights."""
        start, end = self.game.sequence_bounds[self.player : self.player + 2]
        rows: dict[int, dict[int, Fraction]] = {sequence: {} for sequence in range(start, end)}
        rows[start][self.weights] = -ONE
        for column, (infoset, sequences) in enumerate(
            decisions(self.game, self.player), start=self.weights + 1
        ):
            rows[infoset.parent][column] = ONE
            for sequence in sequences:
                rows[sequence][column] = -ONE
        for outcome in self.game.outcomes:
            own, other = outcome.sequences[self.player], outcome.sequences[1 - self.player]
            rows[own][self.column(other)] = outcome.payoffs[self.player]
        return (
            [Constraint(row, -f.get(sequence, ZERO)) for sequence, row in rows.items()],
            [
                Constraint(
                    {self.column(infoset.parent): -ONE}
                    | {self.column(sequence): ONE for sequence in sequences},
                    ZERO,
                )
                for infoset, sequences in decisions(self.game, 1 - self.player)
            ],
        )


def _describe(game: Game) -> str:
    return f"{game.players} players, {'zero sum' if game.zero_sum else 'not zero sum'}"
