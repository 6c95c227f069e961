"""Stage `equilibria`: which strategies of a two-player zero-sum game are optimal, proven in exact fractions.

For a published family of strategies (`regretlab.exact.family`) it writes the files of equilibria/,
docs/bundle-format.md.
"""

import math
import sys
import time
from collections.abc import Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from regretlab.errors import InputError
from regretlab.exact.family import Family
from regretlab.exact.optimal import solve_game
from regretlab.exact.response import best_response_value, gains, gradient, nash_conv_slopes, payoff
from regretlab.exact.segment import Bound, Segment, fit_segment, prove_bounds
from regretlab.exact.strategy import plans, play_plan, realization_weights
from regretlab.files import Cell, write_csv, write_json
from regretlab.sequence_form.game import Game

MOST_PURE_PROFILES = 1_000_000
SECONDS_BETWEEN_LINES = 3.0

FAMILY_HEADER = ("player", "infoset", "action", "constant", "slope")
BOUNDS_HEADER = (
    *("certificate", "player", "infoset", "action", "pivot_infoset", "pivot_action"),
    *("constant", "slope", "sense", "weight"),
)
CERTIFICATES_HEADER = ("certificate", "infoset", "action", "probability")

Item = TypeVar("Item")
Row = tuple[Cell, ...]


class Member(NamedTuple):
    """A row of members.csv."""

    alpha: Fraction
    value: Fraction
    gain_0: Fraction
    gain_1: Fraction
    nash_conv: Fraction


class Deviation(NamedTuple):
    """A row of deviations.csv; a slope is empty where the probability cannot move that way."""

    alpha: Fraction
    player: int
    infoset: str
    action: str
    probability: Fraction
    own_reach: Fraction
    slope_up: Fraction | str
    slope_down: Fraction | str
    strict: int


class PureProfile(NamedTuple):
    """A row of pure_profiles.csv."""

    plan_0: int
    plan_1: int
    gain_0: Fraction
    gain_1: Fraction
    nash_conv: Fraction


def run(game: Game, family: Family, folder: Path) -> None:
    """Write all files of equilibria/ to the folder.

    What cannot be proven of the family is left out of bounds.csv, and summary.json says so. Raises `InputError` if the
    game is not a two-player zero-sum game, if the family states another value than the game's, or if its realization
    weights do not depend linearly on one of them.
    """
    value = solve_game(game).value
    if value != family.value:
        raise InputError(f"{family.name}: value: expected {value}, the game's, found {family.value}")
    segments = [fit_segment(game, family, player) for player in (0, 1)]
    bounds = [list(_watch(prove_bounds(game, value, segment), "bounds")) for segment in segments]
    members = list(_watch(member_rows(game, family), "members"))
    deviations = list(_watch(deviation_rows(game, family), "deviations"))
    profiles = list(_watch(pure_profile_rows(game), "pure profiles"))
    bound_rows, certificate_rows = proof_rows(game, segments, bounds)

    write_csv(folder / "family.csv", FAMILY_HEADER, family_rows(game, family))
    write_csv(folder / "members.csv", Member._fields, members)
    write_csv(folder / "deviations.csv", Deviation._fields, deviations)
    write_csv(folder / "bounds.csv", BOUNDS_HEADER, bound_rows)
    write_csv(folder / "certificates.csv", CERTIFICATES_HEADER, certificate_rows)
    write_csv(folder / "pure_profiles.csv", PureProfile._fields, profiles)
    write_json(
        folder / "summary.json",
        {
            "family": family.name,
            "parameter": family.parameter,
            "lower": str(family.lower),
            "upper": str(family.upper),
            "value": str(value),
            **summarize_members(members, deviations),
            **summarize_proofs(segments, bounds),
            **summarize_profiles(profiles),
        },
    )


def summarize_members(members: Sequence[Member], deviations: Sequence[Deviation]) -> dict[str, Any]:
    """What summary.json says of members.csv and deviations.csv."""
    return {
        "members": len(members),
        "members_in_equilibrium": sum(row.nash_conv == 0 for row in members),
        "deviations": len(deviations),
        "strict_deviations": sum(row.strict for row in deviations),
        "exceptions": [
            {"alpha": str(row.alpha), "player": row.player, "infoset": row.infoset}
            for row in deviations
            if not row.strict
        ],
    }


def summarize_proofs(segments: Sequence[Segment], bounds: Sequence[Sequence[Bound]]) -> dict[str, Any]:
    """What summary.json says of bounds.csv."""
    proven = [all(bound.certificate for bound in own_bounds) for own_bounds in bounds]
    return {
        "unique": [segment.pivot is None and all_proven for segment, all_proven in zip(segments, proven, strict=True)],
        "complete": all(proven) and all(segment.is_maximal() for segment in segments),
    }


def summarize_profiles(profiles: Sequence[PureProfile]) -> dict[str, Any]:
    """What summary.json says of pure_profiles.csv."""
    return {
        "pure_profiles": len(profiles),
        "pure_equilibria": sum(row.nash_conv == 0 for row in profiles),
        "smallest_pure_nash_conv": str(min(row.nash_conv for row in profiles)),
    }


def family_rows(game: Game, family: Family) -> Iterator[Row]:
    """The family as a table."""
    for (_, infoset, action), probability in zip(game.rows(), family.probabilities, strict=True):
        yield infoset.player, infoset.name, action, probability.constant, probability.slope


def member_rows(game: Game, family: Family) -> Iterator[Member]:
    """Value and gains of each member of the grid."""
    for alpha in family.grid():
        weights = realization_weights(game, family.member(game, alpha))
        gain_0, gain_1 = gains(game, weights)
        yield Member(alpha, payoff(game, 0, weights), gain_0, gain_1, gain_0 + gain_1)


def deviation_rows(game: Game, family: Family) -> Iterator[Deviation]:
    """For each member of the grid, the slopes of nash_conv at every infoset with two actions."""
    for alpha in family.grid():
        strategy = family.member(game, alpha)
        weights = realization_weights(game, strategy)
        for number, (infoset, first) in enumerate(zip(game.infosets, game.first_sequences, strict=True)):
            if len(infoset.actions) == 2:
                probability = strategy[first + 1]
                up, down = nash_conv_slopes(game, strategy, number)
                slopes = ([up] if probability < 1 else []) + ([down] if probability > 0 else [])
                yield Deviation(
                    alpha,
                    infoset.player,
                    infoset.name,
                    infoset.actions[1],
                    probability,
                    weights[infoset.parent],
                    up if probability < 1 else "",
                    down if probability > 0 else "",
                    int(all(slope > 0 for slope in slopes)),
                )


def pure_profile_rows(game: Game) -> Iterator[PureProfile]:
    """Gains of every pair of plans. Raises `InputError` if there are too many to be written out."""
    number = math.prod(len(infoset.actions) for infoset in game.infosets)
    if number > MOST_PURE_PROFILES:
        raise InputError(f"{game.rules}: expected at most {MOST_PURE_PROFILES:,} pairs of plans, found {number:,}")
    own = [[realization_weights(game, play_plan(game, i, plan)) for plan in plans(game, i)] for i in (0, 1)]
    # Against each plan of the opponent: the best payoff, and the payoff of each own sequence.
    facing = [[gradient(game, i, weights) for weights in own[1 - i]] for i in (0, 1)]
    best = [[best_response_value(game, i, payoffs) for payoffs in facing[i]] for i in (0, 1)]
    for plan_0, weights in enumerate(own[0]):
        played = [sequence for sequence in range(game.sequence_bounds[0], game.sequence_bounds[1]) if weights[sequence]]
        for plan_1, payoffs in enumerate(facing[0]):
            value = sum((payoffs[sequence] for sequence in played), Fraction(0))
            gain_0, gain_1 = best[0][plan_1] - value, best[1][plan_0] + value
            yield PureProfile(plan_0, plan_1, gain_0, gain_1, gain_0 + gain_1)


def proof_rows(
    game: Game, segments: Sequence[Segment], bounds: Sequence[Sequence[Bound]]
) -> tuple[list[Row], list[Row]]:
    """bounds.csv and certificates.csv: the inequalities that have a proof, and the proofs."""
    names = {sequence: (infoset.name, action) for sequence, infoset, action in game.rows()}
    bound_rows: list[Row] = []
    certificate_rows: list[Row] = []
    for segment, own_bounds in zip(segments, bounds, strict=True):
        player, pivot = segment.player, ("", "") if segment.pivot is None else names[segment.pivot]
        for bound in own_bounds:
            if bound.certificate is None:
                continue
            number, equation, proof = len(bound_rows), bound.equation, bound.certificate
            named = (number, player, *names[equation.sequence], *pivot)
            bound_rows.append((*named, equation.constant, equation.slope, bound.sense, proof.weight))
            certificate_rows.extend(
                (number, infoset.name, action, proof.strategy[sequence])
                for sequence, infoset, action in game.rows()
                if infoset.player != player
            )
    return bound_rows, certificate_rows


def _watch(items: Iterator[Item], what: str) -> Iterator[Item]:
    """Pass the items on; where they take long, say every few seconds on stderr how many there are."""
    due = time.monotonic() + SECONDS_BETWEEN_LINES
    for number, item in enumerate(items, start=1):
        if time.monotonic() >= due:
            print(f"equilibria: {what}: {number} rows so far", file=sys.stderr)
            due = time.monotonic() + SECONDS_BETWEEN_LINES
        yield item
