"""What a variant is to the walk: what happens at one infoset of a player who has just played an iteration.

The words of docs/variants.md: q are counterfactual values of the actions, v that of the infoset, r = q - v; R, S and σ are
`regrets`, `sums` and `strategy`, x the player's own realization weights. All are lists with a number for each action of the
infoset; a rule gets them and returns new ones. Iterations t count from 1.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from recheck.variants.matching import added, regret_matching

Row = Sequence[float]

CURRENT, BEST_RESPONSE, AVERAGE = "current strategy", "best response", "average strategy"
"""What the others are taken to play."""

ANSWER_AVERAGE, ANSWER_CURRENT = "average", "current"
"""Which strategy a method is about."""


ALL = None
"""Of a sampled rule: all actions are followed."""


class Known(NamedTuple):
    """What is remembered at an infoset between iterations: R, S, the latest r, and by name what the rule keeps besides."""

    regrets: Row
    sums: Row
    latest: Row
    kept: Mapping[str, Row]


class Played(NamedTuple):
    """What was played at an infoset, and came of it: σ, x, the realization weight that leads there, and r."""

    strategy: Row
    weights: Row
    reach: float
    gaps: Row


def add_gaps(_: int, known: Known, played: Played) -> list[float]:
    """R + r."""
    return [regret + gap for regret, gap in zip(known.regrets, played.gaps)]


def add_gaps_above_0(_: int, known: Known, played: Played) -> list[float]:
    """[R + r]⁺."""
    return [max(regret + gap, 0.0) for regret, gap in zip(known.regrets, played.gaps)]


def add_weights(_: int, known: Known, played: Played) -> list[float]:
    """S + x."""
    return [total + weight for total, weight in zip(known.sums, played.weights)]


def match(_: int, known: Known) -> tuple[float, ...]:
    """RM(R)."""
    return regret_matching(known.regrets)


def keep_nothing(_: int, _known: Known, _played: Played, _regrets: Row) -> dict[str, Row]:
    """Nothing besides R and S."""
    return {}


def own_sums(sums: Row, _: Mapping[str, Row]) -> Row:
    """S."""
    return sums


def expected(values: Row, _known: Known, strategy: Row) -> float:
    """Σ σ q."""
    return added([p * q for p, q in zip(strategy, values)])


class Sampling(NamedTuple):
    """How a rule looks at a part of the tree: what numbers are drawn from, and by whose turn it is whether ALL is followed.

    Otherwise one action is drawn: at random with the probability given, else by its own.
    """

    seed: int
    chance: float | None = 0.0
    others: float | None = 0.0
    own: float | None = ALL


class Given(NamedTuple):
    """A strategy from a file: by player, infoset and action, as tables have them, the row and the probability."""

    file: str
    rows: Mapping[tuple[str, ...], tuple[int, float]]


class Rule(NamedTuple):
    """A variant with its parameters; as it stands, CFR with alternating updates.

    After an iteration `regrets` gives R and `sums` S from what was known before, `keep` what is kept besides under the names of
    `columns`, from the new R; then `choose` gives the next σ from what is known then. `worth` is v of q, what was known
    before, and σ. `averaged` gives
    the weights of the average strategy. With `by_histories`, r is summed over the histories of an infoset, against current
    strategies and for the expected v; otherwise it follows from q and v. A rule with `sampling` has alternating updates against
    current strategies, and S + x, where x has all that was played since the infoset was last come to. The first σ is uniform, or
    the strategy that is `given`.
    """

    simultaneous: bool = False
    against: str = CURRENT
    worth: Callable[[Row, Known, Row], float] = expected
    by_histories: bool = False
    determined: bool = True
    exponentials: bool = False
    regrets: Callable[[int, Known, Played], Row] = add_gaps
    sums: Callable[[int, Known, Played], Row] = add_weights
    choose: Callable[[int, Known], tuple[float, ...]] = match
    columns: tuple[str, ...] = ()
    keep: Callable[[int, Known, Played, Row], Mapping[str, Row]] = keep_nothing
    averaged: Callable[[Row, Mapping[str, Row]], Row] = own_sums
    answer: str = ANSWER_AVERAGE
    last: int | None = None
    delay: int = 0
    sampling: Sampling | None = None
    given: Given | None = None

    @property
    def by_library(self) -> bool:
        """Whether it has exponentials or logarithms, which the library of mathematics rounds as it likes."""
        return not self.determined and not self.by_histories


def learned(rule: Rule, t: int, known: Known, played: Played) -> Known:
    """What is known at an infoset after iteration t."""
    regrets = rule.regrets(t, known, played)
    return Known(regrets, rule.sums(t, known, played), played.gaps, rule.keep(t, known, played, regrets))


class Tabulated(NamedTuple):
    """Numbers by iteration: those of the columns hold up to `ends`, the iterations at which their rows end."""

    ends: Sequence[int]
    columns: Mapping[str, Row]
