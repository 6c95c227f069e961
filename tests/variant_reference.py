"""Every rule once more, in exact fractions or decimals of 50 digits: plain Python, infoset by infoset, slow.

Written from the equations of docs/variants.md. `play` runs a rule on a compiled game, of which it uses the infosets and outcomes
only; it shares no code with the solver. Rules are functions of the iteration t and of one infoset, `Seen`, that give R, S and σ.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from decimal import Decimal, localcontext
from fractions import Fraction
from itertools import pairwise
from math import exp, inf, log
from typing import Any, NamedTuple

from regretlab.sequence_form.game import Game

Number = Any
"""`Fraction` or `Decimal`."""
Numbers = list[Number]

DIGITS = 50


@dataclass
class Seen:
    """One infoset in one iteration; lists have a number for each action."""

    R: Numbers
    S: Numbers
    r: Numbers
    r_before: Numbers
    sigma: Numbers
    x: Numbers
    reach: Number
    memory: dict[str, Number]


def dot(a: Numbers, b: Numbers) -> Number:
    return sum(x * y for x, y in zip(a, b, strict=True))


class Rule(NamedTuple):
    """An update rule; the others are `against` ("current", "average" or "best")."""

    update: Callable[[int, Seen], tuple[Numbers, Numbers, Numbers]]
    value: Callable[[Numbers, Numbers], Number] = dot
    alternating: bool = True
    against: str = "current"
    average: Callable[[Seen], Numbers] = lambda s: match(s.S)


class Reached(NamedTuple):
    """What is known after an iteration; each list is over all sequences, 0 for the empty ones."""

    t: int
    R: Numbers
    S: Numbers
    current: Numbers
    average: Numbers


def match(a: Numbers) -> Numbers:
    total = sum(max(number, 0) for number in a)
    return [max(number, 0) / total if total > 0 else (a[0] * 0 + 1) / len(a) for number in a]


def play(game: Game, rule: Rule, iterations: int, number: Callable[[Any], Number] = Decimal) -> Iterator[Reached]:
    """Run a rule; yields what is known after each iteration."""
    with localcontext() as context:
        context.prec = DIGITS
        found = list(_Play(game, rule, number).run(iterations))
    yield from found


@dataclass
class _Play:
    game: Game
    rule: Rule
    number: Callable[[Any], Number]
    infosets: list[tuple[int, int, list[int]]] = field(init=False)
    """Player, parent sequence, sequences of the actions; parents come first."""
    ends: list[tuple[tuple[int, ...], Numbers]] = field(init=False)

    def __post_init__(self) -> None:
        self.infosets = [
            (infoset.player, infoset.parent, list(range(first, first + len(infoset.actions))))
            for infoset, first in zip(self.game.infosets, self.game.first_sequences, strict=True)
        ]
        self.ends = [
            (end.sequences, [self.number(p.numerator) / p.denominator for p in end.payoffs])
            for end in self.game.outcomes
        ]

    def run(self, iterations: int) -> Iterator[Reached]:
        zero, count = self.number(0), self.game.sequence_bounds[-1]
        R, S, r, sigma = ([zero] * count for _ in range(4))
        memory: list[dict[str, Number]] = [{} for _ in self.infosets]
        for _, _, q in self.infosets:
            _put(sigma, q, [(zero + 1) / len(q)] * len(q))
        groups = range(self.game.players + 1) if self.rule.alternating else (0, self.game.players)
        for t in range(1, iterations + 1):
            for low, high in pairwise(groups):
                x, before = self.realize(sigma), list(r)
                others = self.others(x, S)
                for player in range(low, high):
                    self.regrets(player, others, sigma, r)
                for which, (player, parent, q) in enumerate(self.infosets):
                    if low <= player < high:
                        seen = Seen(*(_get(a, q) for a in (R, S, r, before, sigma, x)), x[parent], memory[which])
                        for array, new in zip((R, S, sigma), self.rule.update(t, seen), strict=True):
                            _put(array, q, new)
            average = [zero] * count
            for (_, _, q), kept in zip(self.infosets, memory, strict=True):
                _put(average, q, self.rule.average(Seen([], _get(S, q), [], [], [], [], zero, kept)))
            yield Reached(t, list(R), list(S), list(sigma), average)

    def realize(self, sigma: Numbers) -> Numbers:
        x = [self.number(1)] * len(sigma)
        for _, parent, q in self.infosets:
            _put(x, q, [x[parent] * p for p in _get(sigma, q)])
        return x

    def others(self, x: Numbers, S: Numbers) -> Numbers:
        if self.rule.against == "current":
            return x
        if self.rule.against == "average":
            sigma = [self.number(0)] * len(x)
            for _, _, q in self.infosets:
                _put(sigma, q, match([S[one] + x[one] for one in q]))
            return self.realize(sigma)
        return self.realize(self.best(x))

    def values(self, player: int, others: Numbers, choose: Callable[[list[int], Numbers], Number]) -> Numbers:
        """q of the player's sequences; `choose` gives the value of an infoset from its sequences and their q."""
        q = [self.number(0)] * len(others)
        for sequences, payoffs in self.ends:
            product = payoffs[player]
            for other, sequence in enumerate(sequences):
                if other != player:
                    product = product * others[sequence]
            q[sequences[player]] += product
        for owner, parent, actions in reversed(self.infosets):
            if owner == player:
                q[parent] += choose(actions, _get(q, actions))
        return q

    def regrets(self, player: int, others: Numbers, sigma: Numbers, r: Numbers) -> None:
        def choose(actions: list[int], q: Numbers) -> Number:
            v = self.rule.value(_get(sigma, actions), q)
            _put(r, actions, [number - v for number in q])
            return v

        self.values(player, others, choose)

    def best(self, x: Numbers) -> Numbers:
        sigma = [self.number(0)] * len(x)

        def choose(actions: list[int], q: Numbers) -> Number:
            sigma[actions[q.index(max(q))]] = self.number(1)
            return max(q)

        for player in range(self.game.players):
            self.values(player, x, choose)
        return sigma


def _get(array: Numbers, where: list[int]) -> Numbers:
    return [array[one] for one in where]


def _put(array: Numbers, where: list[int], numbers: Numbers) -> None:
    for one, number in zip(where, numbers, strict=True):
        array[one] = number


def number_of(parameter: float, like: Number) -> Number:
    """A parameter, exactly as the float that it is, of the kind of another number."""
    return type(like)(parameter)


def raised(base: Number, exponent: Number) -> Number:
    """A power: exact if the exponent is whole."""
    if exponent == int(exponent):
        return type(base)(1) if exponent == 0 else base ** int(exponent)
    return type(base)(0) if base == 0 else (base.ln() * type(base)(exponent)).exp()


def faded(u: Number, exponent: float, c: float = 1) -> Number:
    """uᵉ/(uᵉ + c)."""
    one = u * 0 + 1
    if exponent in (inf, -inf):
        return one if exponent > 0 else one * 0
    if u == 0 and exponent < 0:
        return one
    x = raised(u, exponent)
    return x / (x + number_of(c, x))


def summed(t: int, s: Seen, gamma: float) -> Numbers:
    """S times ((t - 1)/t)ᵞ plus x."""
    kept = raised((s.reach * 0 + t - 1) / t, gamma)
    return [a * kept + b for a, b in zip(s.S, s.x, strict=True)]


def added(s: Seen, weight: Number = 1) -> Numbers:
    return [a + weight * b for a, b in zip(s.R, s.r, strict=True)]


def clipped(a: Numbers) -> Numbers:
    return [max(number, number * 0) for number in a]


# The rules; parameters are named as in regretlab's, all have to be given.


def cfr(alternating: bool = False) -> Rule:
    def update(t: int, s: Seen) -> tuple[Numbers, Numbers, Numbers]:
        R = added(s)
        return R, summed(t, s, 0), match(R)

    return Rule(update, alternating=alternating)


def cfr_alternating() -> Rule:
    return cfr(alternating=True)


def cfr_br() -> Rule:
    return cfr()._replace(against="best")


def cfr_plus(gamma: float, delay: int) -> Rule:
    def update(t: int, s: Seen) -> tuple[Numbers, Numbers, Numbers]:
        R, weight = clipped(added(s)), raised(s.reach * 0 + t - delay, gamma) if t > delay else 0
        return R, [a + weight * b for a, b in zip(s.S, s.x, strict=True)], match(R)

    return Rule(update)


def linear_cfr() -> Rule:
    def update(t: int, s: Seen) -> tuple[Numbers, Numbers, Numbers]:
        R = added(s, t)
        return R, [a + t * b for a, b in zip(s.S, s.x, strict=True)], match(R)

    return Rule(update)


def dcfr(alpha: float, beta: float, gamma: float) -> Rule:
    return scheduled(lambda t: (alpha, beta, gamma))


def hs_dcfr(horizon: int, g: float) -> Rule:
    # The exponents are floats, computed as they are written.
    return scheduled(lambda t: (1 + 3 * t / horizon, -1 - 2 * t / horizon, g - 5 * t / horizon))


def scheduled(exponents: Callable[[int], tuple[float, float, float]]) -> Rule:
    """DCFR with exponents by iteration."""

    def update(t: int, s: Seen) -> tuple[Numbers, Numbers, Numbers]:
        alpha, beta, gamma = exponents(t)
        u = s.reach * 0 + t - 1
        R = [a * faded(u, alpha if a > 0 else beta) + b for a, b in zip(s.R, s.r, strict=True)]
        return R, summed(t, s, gamma), match(R)

    return Rule(update)


def dcfr_plus(alpha: float, gamma: float, c: float) -> Rule:
    def update(t: int, s: Seen) -> tuple[Numbers, Numbers, Numbers]:
        fade = faded(s.reach * 0 + t - 1, alpha, c)
        R = clipped([a * fade + b for a, b in zip(s.R, s.r, strict=True)])
        return R, summed(t, s, gamma), match(R)

    return Rule(update)


def pdcfr_plus(alpha: float, gamma: float) -> Rule:
    def update(t: int, s: Seen) -> tuple[Numbers, Numbers, Numbers]:
        u = s.reach * 0 + t - 1
        R = clipped([a * faded(u, alpha) + b for a, b in zip(s.R, s.r, strict=True)])
        return R, summed(t, s, gamma), match([a * faded(u + 1, alpha) + b for a, b in zip(R, s.r, strict=True)])

    return Rule(update)


def predictive(gamma: Callable[[int], float], weight: Callable[[Seen, Numbers], Number]) -> Rule:
    """PCFR+; the weight of the prediction from the infoset and the new R."""

    def update(t: int, s: Seen) -> tuple[Numbers, Numbers, Numbers]:
        R = clipped(added(s))
        p = weight(s, R)
        return R, summed(t, s, gamma(t)), match([a + p * b for a, b in zip(R, s.r, strict=True)])

    return Rule(update)


def pcfr_plus(gamma: float, prediction: float) -> Rule:
    return predictive(lambda t: gamma, lambda s, R: number_of(prediction, s.reach))


def sapcfr_plus(alpha: float, gamma: float) -> Rule:
    return predictive(lambda t: gamma, lambda s, R: 1 / (1 + number_of(alpha, s.reach)))


def hs_pcfr_plus(horizon: int, g: float) -> Rule:
    return predictive(lambda t: g - 5 * t / horizon, lambda s, R: 1)


def apcfr_plus(alpha_max: float, gamma: float) -> Rule:
    def weight(s: Seen, R: Numbers) -> Number:
        for name, new, old in (("of_r", s.r, s.r_before), ("of_R", R, s.R)):
            s.memory[name] = s.memory.get(name, 0) + sum((a - b) ** 2 for a, b in zip(new, old, strict=True))
        most = number_of(alpha_max, s.reach)
        alpha = min((s.memory["of_r"] / s.memory["of_R"]).sqrt(), most) if s.memory["of_R"] else most
        return 1 / (1 + alpha)

    return predictive(lambda t: gamma, weight)


def autocfr4() -> Rule:
    def update(t: int, s: Seen) -> tuple[Numbers, Numbers, Numbers]:
        f = faded(s.reach * 0 + t, 1.5)
        h = f * sum(a >= 0 for a in s.R) / len(s.R)
        R = [a * (f if a >= 0 else h) + b for a, b in zip(s.R, s.r, strict=True)]
        S = [a * (s.reach * 0 + t - 1) ** 2 / t**2 + t * b for a, b in zip(s.S, s.sigma, strict=True)]
        return R, S, match(R)

    return Rule(update)


def smooth_pcfr_plus(gamma: float) -> Rule:
    def update(t: int, s: Seen) -> tuple[Numbers, Numbers, Numbers]:
        R = clipped(added(s))
        theta = clipped([a + b for a, b in zip(R, s.r, strict=True)])
        if sum(theta) < 1:
            theta = [a + (1 - sum(theta)) / len(theta) for a in theta]
        return R, summed(t, s, gamma), [a / sum(theta) for a in theta]

    return Rule(update)


def stable_pcfr_plus(start: float, gamma: float) -> Rule:
    def update(t: int, s: Seen) -> tuple[Numbers, Numbers, Numbers]:
        R = clipped(added(s))
        if max(R) <= number_of(start, s.reach):
            R = [number_of(start, s.reach)] * len(R)
            return R, summed(t, s, gamma), match(R)
        return R, summed(t, s, gamma), match([a + b for a, b in zip(R, s.r, strict=True)])

    return Rule(update)


def ecfr() -> Rule:
    def update(t: int, s: Seen) -> tuple[Numbers, Numbers, Numbers]:
        w = [(a - sum(s.r) / len(s.r)).exp() for a in s.r]
        R = [a + b * c for a, b, c in zip(s.R, w, s.r, strict=True)]
        S = [a + b * c for a, b, c in zip(s.S, w, s.x, strict=True)]
        s.memory["W"] = [a + b * s.reach for a, b in zip(s.memory.get("W", [0] * len(w)), w, strict=True)]
        return R, S, match(R)

    return Rule(update, average=lambda s: match([a / b if b else a for a, b in zip(s.S, s.memory["W"], strict=True)]))


def mmd(alpha: float, eta: float) -> Rule:
    def numbers(like: Number) -> tuple[Number, Number]:
        return number_of(alpha, like), number_of(eta, like)

    def value(sigma: Numbers, q: Numbers) -> Number:
        a, e = numbers(sigma[0])
        terms = [(p * (e * b).exp()).ln() / (1 + e * a) for p, b in zip(sigma, q, strict=True)]
        return (a + 1 / e) * sum(term.exp() for term in terms).ln()

    def update(t: int, s: Seen) -> tuple[Numbers, Numbers, Numbers]:
        a, e = numbers(s.reach)
        R = [(p.ln() + e * b) / (1 + e * a) for p, b in zip(s.sigma, s.r, strict=True)]
        weights = [number.exp() for number in R]
        return R, summed(t, s, 0), [weight / sum(weights) for weight in weights]

    return Rule(update, value, alternating=False)


def regularized_cfr(tau: float) -> Rule:
    def value(sigma: Numbers, q: Numbers) -> Number:
        return dot(sigma, q) - number_of(tau, sigma[0]) / 2 * dot(sigma, sigma)

    def update(t: int, s: Seen) -> tuple[Numbers, Numbers, Numbers]:
        # r is q less the value, a constant that drops out of the difference
        u = [b - number_of(tau, p) * p for b, p in zip(s.r, s.sigma, strict=True)]
        R = clipped([a + b - dot(s.sigma, u) for a, b in zip(s.R, u, strict=True)])
        return R, summed(t, s, 0), match(R)

    return Rule(update, value)


def xfp() -> Rule:
    def update(t: int, s: Seen) -> tuple[Numbers, Numbers, Numbers]:
        best = [s.reach * 0 + (action == s.r.index(max(s.r))) for action in range(len(s.r))]
        return list(s.r), summed(t, s, 0), best

    return Rule(update, lambda sigma, q: max(q), alternating=False, against="average")


RATIONAL = {"cfr", "cfr_alternating", "cfr_br", "cfr_plus", "linear_cfr", "pcfr_plus", "sapcfr_plus", "xfp"}
"""What stays rational with the parameters that they have by default: these go in fractions, the others in decimals."""


def kind_of(name: str) -> Callable[[Any], Number]:
    return Fraction if name in RATIONAL else Decimal


def responses(game: Game, sigma: Numbers, respond: Callable[[Numbers], tuple[Numbers, Number]]) -> Numbers:
    """What every player answers to the others' strategies; `respond` gives an infoset's strategy and value from its q."""
    walk, answers = _Play(game, cfr(), float), [0.0] * len(sigma)

    def choose(actions: list[int], q: Numbers) -> Number:
        chosen, value = respond(q)
        _put(answers, actions, chosen)
        return value

    others = walk.realize([float(number) for number in sigma])
    for player in range(game.players):
        walk.values(player, others, choose)
    return answers


def soft_response(q: Numbers, alpha: float) -> tuple[Numbers, Number]:
    """The strategy with the greatest value plus α times its entropy, and that value."""
    greatest = max(q)
    weights = [exp((number - greatest) / alpha) for number in q]
    total = sum(weights)
    return [weight / total for weight in weights], greatest + alpha * log(total)


def near_response(q: Numbers, tau: float) -> tuple[Numbers, Number]:
    """The strategy with the greatest value less τ/2 ‖σ‖², and that value: q/τ projected to the simplex."""
    scaled = sorted((number / tau for number in q), reverse=True)
    shifts = [(sum(scaled[: count + 1]) - 1) / (count + 1) for count in range(len(q))]
    shift = [one for one, number in zip(shifts, scaled, strict=True) if number > one][-1]
    sigma = [max(number / tau - shift, 0.0) for number in q]
    return sigma, dot(sigma, q) - tau / 2 * dot(sigma, sigma)
