"""What a player's part of a family says about *all* of the player's optimal strategies, stated and proven.

Along a family with one parameter, a player's realization weights form a segment if each is affine in one of them, the
pivot. Whether all optimal strategies lie on the line through it is two linear programs per sequence
(`regretlab.exact.optimal`; Koller, Megiddo and von Stengel 1996). Their answers are certificates, which can be checked
without solving anything.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from regretlab.errors import InputError
from regretlab.exact.family import Family
from regretlab.exact.optimal import Certificate, certify
from regretlab.exact.strategy import ONE, ZERO, realization_weights
from regretlab.sequence_form.game import Game


@dataclass(frozen=True)
class Equation:
    """x(sequence) = constant + slope · x(pivot), where the slope is 0 if there is no pivot."""

    sequence: int
    constant: Fraction
    slope: Fraction


@dataclass(frozen=True)
class Segment:
    """A player's realization weights along a family: an equation per sequence but the empty and the pivot.

    The pivot is the first sequence whose weight varies, None if none does; along the family it takes all values from
    `lower` to `upper`.
    """

    player: int
    pivot: int | None
    lower: Fraction
    upper: Fraction
    equations: tuple[Equation, ...]

    def is_maximal(self) -> bool:
        """Whether the segment ends where a realization weight would become negative."""
        if self.pivot is None:
            return True
        zeros = [(line.slope, -line.constant / line.slope) for line in self.equations if line.slope]
        least = max([ZERO, *(zero for slope, zero in zeros if slope > 0)])
        greatest = min([ONE, *(zero for slope, zero in zeros if slope < 0)])
        return self.lower <= least and greatest <= self.upper


@dataclass(frozen=True)
class Bound:
    """One of the two inequalities that make an equation, and its proof if there is one."""

    equation: Equation
    sense: str
    certificate: Certificate | None


def fit_segment(game: Game, family: Family, player: int) -> Segment:
    """The player's part of the family. Raises `InputError` unless all weights are affine in one of them.

    Weights are polynomials in the parameter, of a degree that the number of the player's infosets limits: what holds
    at more members than that holds all along the family.
    """
    degree = game.infoset_bounds[player + 1] - game.infoset_bounds[player]
    samples = [realization_weights(game, family.member(game, parameter)) for parameter in family.steps(degree + 1)]
    weights = {
        sequence: [sample[sequence] for sample in samples]
        for sequence in range(game.sequence_bounds[player] + 1, game.sequence_bounds[player + 1])
    }
    pivot = next((sequence for sequence, weight in weights.items() if len(set(weight)) > 1), None)
    along = [ZERO] * len(samples) if pivot is None else weights[pivot]
    equations = tuple(
        _equation(game, family, sequence, weight, along) for sequence, weight in weights.items() if sequence != pivot
    )
    return Segment(player, pivot, min(along), max(along), equations)


def prove_bounds(game: Game, value: Fraction, segment: Segment) -> Iterator[Bound]:
    """Both inequalities of each equation, upper first; `value` is the game's to player 0."""
    empty = game.sequence_bounds[segment.player]
    own_value = value if segment.player == 0 else -value
    for equation in segment.equations:
        for sense, sign in (("upper", ONE), ("lower", -ONE)):
            f = {equation.sequence: sign, empty: -sign * equation.constant}
            if segment.pivot is not None:
                f[segment.pivot] = -sign * equation.slope
            yield Bound(equation, sense, certify(game, segment.player, own_value, f))


def _equation(
    game: Game, family: Family, sequence: int, weight: Sequence[Fraction], along: Sequence[Fraction]
) -> Equation:
    """The affine function that takes the pivot's weights to those of the sequence."""
    other = next((number for number, pivot in enumerate(along) if pivot != along[0]), None)
    slope = ZERO if other is None else (weight[other] - weight[0]) / (along[other] - along[0])
    constant = weight[0] - slope * along[0]
    if any(constant + slope * pivot != own for pivot, own in zip(along, weight, strict=True)):
        infoset, action = next((infoset, action) for s, infoset, action in game.rows() if s == sequence)
        raise InputError(
            f"{family.name}: strategy.{infoset.player}.{infoset.name}.{action}: expected a realization "
            "weight that is affine in the first one of the player that varies, found another"
        )
    return Equation(sequence, constant, slope)
