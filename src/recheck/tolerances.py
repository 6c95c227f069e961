"""How much published and re-derived floats may differ, each with its reason in one sentence.

**What follows from published floats.** recheck derives it exactly, so that all the difference is the rounding of the program
that published it: u = 2**-53 per operation, in an order that is not known here. An expected payoff is the sum of one term per
outcome, m of them, each a payoff times one realization weight for each of n players, together the product of at most d
probabilities, as there are at most d decisions on the way to an end. These products round d + n + 1 times, the additions of a
term at most m times. At an infoset with at most a actions, probabilities are quotients by a sum, which rounds a + 1 times; and
recheck adds at most (a + 1) u to make them sum to 1. As the weights of all ways sum to 1, the magnitudes of the terms sum to at
most L, the largest payoff, and so do the payoffs after each decision. That makes, to first order in u,

    (m + n + 1 + d (2 a + 3)) u L =: E

for an expected payoff, and the same for a best response, which is the greatest of such sums. A gain is a difference of two and
nash_conv a sum of n gains, exploitability less: at most 2 n (E + 2 u L) in all, `measured` below.

**What follows from them operation by operation** is compared bit by bit besides: docs/bundle-format.md, "trajectory.csv", says in
which order values and gains are computed, so that no gain is too small for methods to be ranked by it (`recheck.replies.worth`).

**What is repeated from the first iteration** inherits all earlier roundings. For `cfr` and `cfr_alternating`, whose regrets are
summed over histories here, how these grow is measured, between this walk and a solver in sequence form, which adds in another
order, on three-rank Kuhn poker for 100,000 iterations of both variants: |published - derived| / max(1, |derived|). Tolerances are
15 to 30 times of what was measured, as a third order of additions may do worse. For other games they grow in proportion to the
above.

With some games the iteration itself is chaotic: rounding errors of 1e-16 grow to 1, in Kuhn poker with four ranks within 10,000
iterations, in battleship or with three players within a few, wherever two actions are worth the same. Two correct programs
that add in different orders then part. No tolerance mends that; such a run can only be certified, or repeated up to where it
parts.

**All other variants** are repeated by q, v and r = q - v in the order of additions of docs/variants.md. Where they consist of
operations that round correctly (`Rule.determined`), two programs come to the same bits however chaotic the iteration is, and
nothing else passes. The others, `ecfr` and `mmd`, have exponentials and logarithms, which may differ by an ulp or two, and what
these differ by grows as above. The largest difference that was measured between the two implementations over all columns and
both strategies, with the default parameters, after

                                              50       200     1,000 iterations
    Kuhn poker   cfr, cfr_alternating    7.0e-15   4.2e-14   1.2e-12
                 ecfr                    8.0e-16   4.2e-15   2.0e-14
                 mmd                     3.4e-15   2.3e-15   2.2e-15
                 the other 17                  0         0         0
    Leduc poker  cfr, cfr_alternating    1.9e-13   1.5e-10   2.1e-02
                 ecfr                    8.1e-15   3.6e-11   1.4e-01
                 mmd                     9.5e-15   1.0e-14   1.4e-14
                 the other 17                  0         0         0
    Goofspiel 3  cfr, cfr_alternating          0         0         0
                 ecfr                    5.6e-17   5.6e-17   5.6e-17
                 mmd                     6.0e-16   3.3e-15   2.2e-15
                 the other 17                  0         0         0

The horizon of the schedules is 1,000 there, and the tables are those of the games.
"""

from __future__ import annotations

from typing import NamedTuple

from recheck.game import Game

ROUNDING = 2.0**-53
"""Largest relative error of an operation on doubles."""

OF_KUHN = 4 * 56 * ROUNDING * 2.0
"""`measured` for two-player Kuhn poker with three ranks: 30 outcomes, 3 decisions, 2 actions, payoffs of up to 2."""

FULL_GROWN = 2000
"""Iterations up to which the tolerances of states grow in proportion."""

MEASURED = 100_000
"""Iterations that were measured; beyond them the tolerances of all that is repeated grow in proportion again."""

MOST_GROWTH = 100
"""So many times, and no more."""


class Tolerance(NamedTuple):
    """Largest |published - derived| / max(1, |derived|) that passes, and why."""

    size: float
    reason: str


EXACT = Tolerance(0.0, "texts, counts and exact numbers are equal or not")

REGRETS = Tolerance(
    1e-8,
    "100,000 additions in another order moved regrets by up to 3.8e-10 (measured): those of up to 2e4 round"
    " by up to 2e-12 each time, and strategies pass on what they inherit",
)

STRATEGY_SUMS = Tolerance(
    1e-11,
    "100,000 additions in another order moved the sums by up to 6.1e-13 (measured): the errors of single"
    " strategies nearly cancel",
)

CURRENT = Tolerance(
    5e-9,
    "the current strategy inherits the rounding of the regrets that it is made of: its measures moved by up"
    " to 3.0e-10 (measured)",
)

AVERAGE = Tolerance(
    1e-11,
    "100,000 additions in another order moved the average strategy by up to 3.8e-13, its measures by less (measured)",
)

SAME_BITS = Tolerance(
    0.0,
    "all operations and their order are fixed, and each rounds once: the same bits",
)


def normalized(game: Game) -> Tolerance:
    """The tolerance for sums of the probabilities of an infoset, each a quotient by the rounded sum of all."""
    return quotients(_most_actions(game))


def quotients(most: int) -> Tolerance:
    """The same where an infoset has so many actions at most."""
    reason = f"up to {most} quotients by their sum: this rounds as often, and so does each of them"
    return Tolerance((most + 1) * ROUNDING, reason)


def measured(game: Game) -> Tolerance:
    """The tolerance for measures of published floats, as derived above."""
    operations = len(game.outcomes) + game.players + 1 + game.longest() * (2 * _most_actions(game) + 3)
    size = 2 * game.players * (operations + 2) * ROUNDING * float(game.ends.largest)
    return Tolerance(
        size,
        f"the published number may be wrong by {2 * game.players} sums of payoffs of up to {float(game.ends.largest):g},"
        f" each of which rounds at most {operations + 2} times by 1.1e-16; this one is exact",
    )


def distances(rows: int) -> Tolerance:
    """The tolerance for the distance of a published strategy of so many probabilities, and for the nearest member's parameter."""
    size = 4 * (rows + 8) * ROUNDING
    return Tolerance(size, f"sums of {rows} terms of about 1, each of which rounds a few times; these are exact")


def of_state(of_game: Tolerance, exponentials: bool) -> Tolerance:
    """The tolerance for measures of strategies that follow from published regrets and sums."""
    if not exponentials:
        return of_game
    reason = (
        f"{of_game.reason}; the current strategy is made of exponentials besides, which may differ by an ulp or two"
    )
    return Tolerance(2 * of_game.size, reason)


def _most_actions(game: Game) -> int:
    """The most actions at an infoset."""
    return max((len(infoset.actions) for infoset in game.infosets), default=1)


class Repeated(NamedTuple):
    """Tolerances for what is derived of a game from the first iteration on; `determined` as of the rule."""

    of_game: Tolerance
    determined: bool = False

    def after(self, iterations: int, tolerance: Tolerance) -> Tolerance:
        """What is allowed after that many iterations, in proportion to them.

        Early on, errors have had less time to grow, and beyond the measured iterations they have more. Measured for regrets:
        7e-15 after 50, 2e-14 after 100, 1e-12 after 1,000, 7e-11 after 10,000, 2.9e-8 after 1,000,000 iterations.
        """
        if self.determined:
            return SAME_BITS
        grown = min(1.0, iterations / FULL_GROWN) if iterations < MEASURED else min(iterations / MEASURED, MOST_GROWTH)
        harder = max(1.0, self.of_game.size / OF_KUHN)
        return Tolerance(max(self.of_game.size, tolerance.size * grown * harder), tolerance.reason)

    def strategies(self, iterations: int) -> Tolerance:
        """What is allowed for average strategies in a run of that many iterations."""
        return SAME_BITS if self.determined else self.beyond(iterations, AVERAGE)

    def beyond(self, iterations: int, tolerance: Tolerance) -> Tolerance:
        """What is allowed for measures in a run of that many iterations: as measured, or more if it is longer than what was."""
        return self.of_game if self.determined else self.after(max(iterations, MEASURED), tolerance)
