"""What a variant of CFR is to the loop: a few pure functions, and facts.

In iteration t = 1, 2, ... the groups of players take turns (`updates`). Each player of a group gets

    g(q)   = counterfactual values of the own sequences against what the others are taken to play     opponents
    v(I)   = value of an infoset, from leaves to root; q(I,a) = g(I,a) + v of what follows             value
    r(I,a) = q(I,a) - v(I), the instantaneous regret

and then the rule gives cumulative regrets R, strategy sums S and the strategy σ that is played next. Most of the family
differs only in a few numbers per iteration, `Numbers`; the others bring functions of arrays, `Arrays`.

RM is regret matching (S. Hart and A. Mas-Colell, Econometrica 2000): the positive parts divided by their sum, uniform if
there are none.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import chain
from math import inf
from typing import Literal, NamedTuple, Protocol

import numpy as np

from regretlab.elementary import Floats, power
from regretlab.errors import InputError
from regretlab.parameters import Strategy
from regretlab.rows import Played, Stored, Values

Number = float | Floats


class AddRegret(NamedTuple):
    """How the cumulative regret takes in the instantaneous one: R ← max(floor, R·(positive or negative) + weight·r)."""

    positive: Number = 1.0
    negative: Number = 1.0
    weight: Number = 1.0
    floor: Number = -inf


class AddPolicy(NamedTuple):
    """How the strategy sum takes in the realization weights just played: S ← discount·S + weight·x."""

    discount: Number = 1.0
    weight: Number = 1.0


class Policy(NamedTuple):
    """What regret matching is applied to: discount·R + weight·r; weight is 1 where r predicts the next regret."""

    discount: Number = 1.0
    weight: Number = 0.0


class Step(NamedTuple):
    """All numbers of one iteration, in the order in which the kernel reads them."""

    add_regret: AddRegret
    add_policy: AddPolicy
    policy: Policy


ASKED_AGAIN = 3
"""So many iterations' answers of a rule are asked for twice."""

NOT_THE_SAME = "expected the same answer when asked again, found another: nothing may be drawn or remembered in a rule"

STEP_NAMES = tuple(f"{part}.{number}" for part, kind in Step.__annotations__.items() for number in kind._fields)
"""What the numbers are called, in this order."""


@dataclass(frozen=True)
class Numbers:
    """A rule that is a few numbers per iteration.

        R ← max(floor, R·(positive if R > 0 else negative) + weight·r)     add_regret(t)
        S ← discount·S + weight·x                                          add_policy(t)
        σ ← RM(discount·R + weight·r)                                      policy(t)

    The functions get many iterations at once, t as an array of floats, and return numbers or arrays of that length. They
    are read by one compiled kernel: such a variant needs no compiler.
    """

    add_regret: Callable[[Floats], AddRegret] = lambda t: AddRegret()
    add_policy: Callable[[Floats], AddPolicy] = lambda t: AddPolicy()
    policy: Callable[[Floats], Policy] = lambda t: Policy()

    def steps(self, t: Floats) -> Floats:
        """(T, 8) The numbers of the iterations `t` (T,), counted from 1; columns in the order of `Step`.

        Raises `InputError` if a function gives something else, or one of its numbers is not finite, but for a floor of -inf.
        """
        table = self._asked(t)
        if self._asked(t[:ASKED_AGAIN]).tobytes() != table[:ASKED_AGAIN].tobytes():
            raise InputError(f"iteration {t[0]:.0f}: {NOT_THE_SAME}")
        bad = ~np.isfinite(table)
        floor = AddRegret._fields.index("floor")
        bad[:, floor] &= table[:, floor] != -inf
        if bad.any():
            row, column = divmod(int(np.argmax(bad)), table.shape[1])
            found = f"{STEP_NAMES[column]}: expected finite numbers, found {table[row, column]}"
            raise InputError(f"iteration {t[row]:.0f}: {found}")
        return table

    def _asked(self, t: Floats) -> Floats:
        step = Step(self.add_regret(t), self.add_policy(t), self.policy(t))
        for name, kind, part in zip(Step._fields, Step.__annotations__.values(), step, strict=True):
            if not isinstance(part, kind):
                raise InputError(f"{name}: expected {kind.__name__}(...), found {part!r}")
        table = np.empty((len(t), sum(map(len, step))))
        for column, numbers in enumerate(number for part in step for number in part):
            try:
                table[:, column] = numbers
            except (TypeError, ValueError) as error:
                expected = f"a number, or one for each of {len(t)} iterations"
                raise InputError(f"{STEP_NAMES[column]}: expected {expected}, found {numbers!r}") from error
        return table


@dataclass(frozen=True)
class Arrays:
    """A rule that is functions of arrays: each gets all infosets of one player and returns an array (Q,).

    They run as they are, without a compiler; what they give is looked at in every iteration.
    """

    add_regret: Callable[[Played], Floats] = lambda s: s.R + s.r
    """The new R."""
    add_policy: Callable[[Played], Floats] = lambda s: s.S + s.x
    """The new S."""
    policy: Callable[[Stored], Floats] = lambda s: s.match(s.R)
    """The next strategy, from the new R and S."""
    memory: Mapping[str, float] = field(default_factory=dict)
    """Names of what is kept besides, each with the number that it starts from."""
    remember: Callable[[Played, Floats], Mapping[str, Floats]] = lambda s, R: {}
    """The new memory, from what was played and the new R."""
    average: Callable[[Stored], Floats] = lambda s: s.match(s.S)
    """The average strategy."""
    start: Callable[[Stored], Floats] = lambda s: 1.0 / s.actions
    """The first strategy, from what is there before the first iteration: nothing, but for S if a strategy is given."""


class Passes(Protocol):
    """What a game can be asked, all arrays over its sequences."""

    def realize(self, sigma: Floats) -> Floats:
        """Realization weights of a strategy."""

    def best_responses(self, x: Floats) -> Floats:
        """A strategy of pure best responses of each player to the others' realization weights, the first action where tied."""

    def normalize(self, S: Floats) -> Floats:
        """The strategy that strategy sums stand for."""


@dataclass(frozen=True)
class Opponents:
    """What the others are taken to play when a player's counterfactual values are computed."""

    name: str
    weights: Callable[[Passes, Floats, Floats], Floats]
    """From the realization weights x being played and the strategy sums S before it: realization weights."""


CURRENT = Opponents("current strategy", lambda passes, x, S: x)
BEST_RESPONSE = Opponents("best response", lambda passes, x, S: passes.realize(passes.best_responses(x)))
AVERAGE = Opponents("average strategy", lambda passes, x, S: passes.realize(passes.normalize(S + x)))


def expected(s: Values) -> Floats:
    """v(I) = Σ σ(I,a) q(I,a): the value of going on as one plays."""
    return s.total(s.sigma * s.q)


@dataclass(frozen=True)
class Updates:
    """Which players are updated together; the groups take turns within one iteration."""

    name: str
    groups: Callable[[int], list[int]]
    """From the number of players n to the bounds of the groups: group k is players bounds[k] to bounds[k + 1] - 1."""


SIMULTANEOUS = Updates("simultaneous", lambda n: [0, n])
ALTERNATING = Updates("alternating", lambda n: list(range(n + 1)))

ALL = -1.0
"""All actions are followed."""


class Sampling(NamedTuple):
    """What a walk through the tree looks at, by whose turn it is: all actions, or one.

    A number is an exploration ε: the action is drawn uniformly with probability ε, otherwise by its own probability.
    """

    seed: int
    """What the numbers are drawn from, from 0 to 2⁶⁴ - 1."""
    chance: float = 0.0
    others: float = 0.0
    own: float = ALL
    """At the player whose regrets are updated."""

    def check(self) -> None:
        """Raise `ValueError` for a seed out of range, or what is no exploration."""
        if not 0 <= self.seed < 2**64:
            raise ValueError(f"seed: expected 0 to 2**64 - 1, found {self.seed}")
        for name in ("chance", "others", "own"):
            explore = getattr(self, name)
            if explore != ALL and not 0 <= explore <= 1:
                raise ValueError(f"{name}: expected ALL or an exploration from 0 to 1, found {explore}")
        if self.own == 0:
            raise ValueError("own: expected some exploration, without which actions are never tried, found 0")


@dataclass(frozen=True)
class Variant:
    """One update rule."""

    title: str
    updates: Updates
    reference: str
    guarantee: str
    averaging: str
    """How the iterations are weighted in the average strategy, in words."""
    rule: Numbers | Arrays
    opponents: Opponents = CURRENT
    value: Callable[[Values], Floats] = expected
    answer: Literal["average", "current"] = "average"
    """Which strategy the method is about."""
    scale_free: bool = True
    """Whether the strategies stay the same when all payoffs are multiplied by a number."""
    horizon: int | None = None
    """The last iteration that the rule is for."""
    delay: int = 0
    """So many iterations at the beginning do not count in the average."""
    given: Strategy | None = None
    """What S is before the first iteration, for rules of arrays: a strategy, by the names of one game. Otherwise it is 0."""
    sampling: Sampling | None = None
    """What is looked at in each update, if not all of the game. The rule is then one of numbers without discounts and
    predictions, applied where the walk came to."""

    def __post_init__(self) -> None:
        """Refuse an answer that is none, memory that has no name for a column, and what cannot be sampled."""
        if self.answer not in ("average", "current"):
            raise ValueError(f"answer: expected average or current, found {self.answer!r}")
        for name in self.memory:
            if not (isinstance(name, str) and name.isascii() and name.isidentifier()):
                raise ValueError(f"memory: expected names of letters, digits and _, found {name!r}")
        if self.given is not None and isinstance(self.rule, Numbers):
            raise ValueError("given: expected a rule of arrays")
        if self.sampling is not None:
            if self.compiled is None or self.updates is not ALTERNATING:
                raise ValueError("sampling: expected a rule of numbers, alternating, against current strategies")
            self.sampling.check()
            found = discounted(self.compiled.steps(np.array([1.0, 2.0])))
            if found is not None:
                raise ValueError(found[1])

    @property
    def compiled(self) -> Numbers | None:
        """The rule, if the compiled loop runs it."""
        ordinary = self.opponents is CURRENT and self.value is expected
        return self.rule if isinstance(self.rule, Numbers) and ordinary else None

    @property
    def memory(self) -> Mapping[str, float]:
        """Names of what the rule keeps besides regrets and strategy sums, each with the number that it starts from."""
        return self.arrays.memory

    @property
    def arrays(self) -> Arrays:
        """The rule as functions of arrays."""
        return self.rule if isinstance(self.rule, Arrays) else _as_arrays(self.rule)


def discounted(steps: Floats) -> tuple[int, str] | None:
    """The first of some iterations' numbers (T, 8) that cannot be sampled: which, and why not. None if all can.

    Discounts and predictions would have to be applied where no walk came to.
    """
    may_be_any = ("add_regret.weight", "add_regret.floor", "add_policy.weight")
    for column, (name, number) in enumerate(zip(STEP_NAMES, chain(AddRegret(), AddPolicy(), Policy()), strict=True)):
        other = np.flatnonzero(steps[:, column] != number)
        if name not in may_be_any and len(other):
            found = steps[other[0], column]
            return int(other[0]), f"sampling: expected neither discounts nor predictions, found {name} {found}"
    return None


def _as_arrays(rule: Numbers) -> Arrays:
    """The same rule, number by number with the same operations as in the compiled loop."""

    def add_regret(s: Played) -> Floats:
        c = rule.add_regret(np.array([s.t]))
        return np.maximum(c.floor, s.R * np.where(s.R > 0.0, c.positive, c.negative) + c.weight * s.r)

    def add_policy(s: Played) -> Floats:
        c = rule.add_policy(np.array([s.t]))
        return c.discount * s.S + c.weight * s.x

    def policy(s: Stored) -> Floats:
        c = rule.policy(np.array([s.t]))
        return s.match(c.discount * s.R + c.weight * s.r)

    return Arrays(add_regret, add_policy, policy)


def discount(u: Number, exponent: Number, c: float = 1.0) -> Floats:
    """uᵉ / (uᵉ + c); 1 and 0 for the exponents inf and -inf."""
    infinite = np.isinf(exponent)
    x = power(u, np.where(infinite, 0.0, exponent))
    # Where u = 0 and the exponent is below 0, x is infinite and the quotient 1.
    finite = np.where(np.isinf(x), 1.0, x)
    return np.where(infinite, np.greater(exponent, 0.0), np.where(np.isinf(x), 1.0, finite / (finite + c)))
