"""The variants once more, on a table of payoffs, in decimals of 50 digits, straight from the cards of docs/variants.md.

Nothing is shared with recheck: one infoset per player, so that x is σ and π is 1. For a few iterations only.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal, localcontext
from typing import Any, NamedTuple

Row = list[Decimal]
SIMULTANEOUS = ("cfr", "cfr_br", "mmd", "xfp")
ZERO, ONE = Decimal(0), Decimal(1)


class Side(NamedTuple):
    """What a player knows after an iteration."""

    R: Row
    S: Row
    r: Row
    sigma: Row
    memory: Mapping[str, Row]


def play(name: str, parameters: Mapping[str, Any], table: Sequence[Sequence[int]], last: int) -> Iterator[list[Side]]:
    """Both players after each iteration; `table` has the payoffs of player 0."""
    with localcontext() as context:
        context.prec = 50
        p = {key: Decimal(value) if not isinstance(value, list) else value for key, value in parameters.items()}
        payoffs = [
            [[Decimal(each) for each in row] for row in table],
            [[-Decimal(row[column]) for row in table] for column in range(len(table[0]))],
        ]
        sides = [start(len(of_player)) for of_player in payoffs]
        for t in range(1, last + 1):
            for group in ((0, 1),) if name in SIMULTANEOUS else ((0,), (1,)):
                before = list(sides)
                for player in group:
                    other = taken_to_play(name, payoffs, before, 1 - player)
                    q = [dot(row, other) for row in payoffs[player]]
                    sides[player] = update(name, p, Decimal(t), before[player], q)
            yield list(sides)


def start(actions: int) -> Side:
    none = [ZERO] * actions
    memory = {"squared_changes_of_r": none, "squared_changes_of_R": none, "weight_sum": none}
    return Side(none, none, none, [ONE / actions] * actions, memory)


def taken_to_play(name: str, payoffs: Sequence[Any], sides: Sequence[Side], player: int) -> Row:
    side = sides[player]
    if name == "cfr_br":
        q = [dot(row, sides[1 - player].sigma) for row in payoffs[player]]
        return first(q)
    if name == "xfp":
        return share([S + x for S, x in zip(side.S, side.sigma, strict=True)])
    return side.sigma


def update(name: str, p: Mapping[str, Any], t: Decimal, side: Side, q: Row) -> Side:
    """The card of the variant; letters as there."""
    r = [each - value(name, p, side.sigma, q) for each in q]
    R = regrets(name, p, t, side, r)
    memory = remembered(side, r, R)
    return Side(R, sums(name, p, t, side, r), r, next_strategy(name, p, t, R, r, memory), memory)


def value(name: str, p: Mapping[str, Any], sigma: Row, q: Row) -> Decimal:
    if name == "mmd":
        alpha, eta = p["alpha"], p["eta"]
        terms = [s * (eta * each).exp() for s, each in zip(sigma, q, strict=True)]
        return (alpha + 1 / eta) * sum(term ** (1 / (1 + eta * alpha)) for term in terms).ln()
    if name == "xfp":
        return max(q)
    return dot(sigma, q) - (p["tau"] / 2 * dot(sigma, sigma) if name == "regularized_cfr" else 0)


def regrets(name: str, p: Mapping[str, Any], t: Decimal, side: Side, r: Row) -> Row:
    n, sigma = len(r), side.sigma
    left, weights, added = [ONE] * n, [ONE] * n, r
    if name in ("dcfr", "hs_dcfr", "ddcfr"):
        alpha, beta, _ = exponents(name, p, t)
        left = [kept(t - 1, alpha if each > 0 else beta) for each in side.R]
    if name in ("dcfr_plus", "pdcfr_plus"):
        left = [kept(t - 1, p["alpha"], p.get("c", ONE))] * n
    if name == "autocfr4":
        f = kept(t, Decimal("1.5"))
        left = [f if each >= 0 else f * sum(other >= 0 for other in side.R) / n for each in side.R]
    if name == "linear_cfr":
        weights = [t] * n
    if name == "ecfr":
        weights = exponentials(r)
    if name == "regularized_cfr":
        u = [each - p["tau"] * s for each, s in zip(r, sigma, strict=True)]
        added = [each - dot(sigma, u) for each in u]
    if name == "xfp":
        return r
    if name == "mmd":
        pull, eta = p["eta"] * p["alpha"], p["eta"]
        return [(s.ln() + eta * each) / (1 + pull) for s, each in zip(sigma, r, strict=True)]
    R = [a * b + c * d for a, b, c, d in zip(side.R, left, weights, added, strict=True)]
    if name.endswith("plus") or name == "regularized_cfr":
        R = [max(each, ZERO) for each in R]
    return [p["start"]] * n if name == "stable_pcfr_plus" and max(R) <= p["start"] else R


def sums(name: str, p: Mapping[str, Any], t: Decimal, side: Side, r: Row) -> Row:
    weights, gamma = [ONE] * len(r), ZERO
    if name in ("dcfr", "hs_dcfr", "ddcfr"):
        gamma = exponents(name, p, t)[2]
    elif name == "hs_pcfr_plus":
        gamma = p["g"] - 5 * t / p["horizon"]
    elif name == "cfr_plus":
        weights = [(t - p["delay"]) ** p["gamma"] if t > p["delay"] else ZERO] * len(r)
    elif name.endswith("plus"):
        gamma = p["gamma"]
    elif name in ("linear_cfr", "autocfr4"):
        weights, gamma = [t] * len(r), Decimal(2) if name == "autocfr4" else ZERO
    elif name == "ecfr":
        weights = exponentials(r)
    left = power((t - 1) / t, gamma)
    return [a * left + b * c for a, b, c in zip(side.S, weights, side.sigma, strict=True)]


def remembered(side: Side, r: Row, R: Row) -> dict[str, Row]:
    """Of all variants that keep something, whether or not this is one of them."""
    more = {
        "squared_changes_of_r": [sum((a - b) ** 2 for a, b in zip(r, side.r, strict=True))] * len(r),
        "squared_changes_of_R": [sum((a - b) ** 2 for a, b in zip(R, side.R, strict=True))] * len(r),
        "weight_sum": exponentials(r),
    }
    return {key: [a + b for a, b in zip(side.memory[key], row, strict=True)] for key, row in more.items()}


def exponentials(r: Row) -> Row:
    mean = sum(r) / len(r)
    return [(each - mean).exp() for each in r]


def next_strategy(name: str, p: Mapping[str, Any], t: Decimal, R: Row, r: Row, memory: Mapping[str, Row]) -> Row:
    if name == "mmd":
        return share([each.exp() for each in R])
    if name == "xfp":
        return first(R)
    prediction, left = ZERO, ONE
    if "pcfr_plus" in name or name == "pdcfr_plus":
        prediction = p.get("prediction", ONE)
    if name == "sapcfr_plus":
        prediction = 1 / (1 + p["alpha"])
    if name == "pdcfr_plus":
        left = kept(t, p["alpha"])
    if name == "apcfr_plus":
        of_r, of_R = memory["squared_changes_of_r"][0], memory["squared_changes_of_R"][0]
        prediction = 1 / (1 + (min((of_r / of_R).sqrt(), p["alpha_max"]) if of_R else p["alpha_max"]))
    if name == "stable_pcfr_plus" and max(R) <= p["start"]:
        return [ONE / len(R)] * len(R)
    theta = [max(left * R_ + prediction * r_, ZERO) for R_, r_ in zip(R, r, strict=True)]
    if name == "smooth_pcfr_plus":
        theta = [each + max(1 - sum(theta), ZERO) / len(theta) for each in theta]
    return share(theta)


def average(name: str, side: Side) -> Row:
    if name == "ecfr":
        return share([S / W for S, W in zip(side.S, side.memory["weight_sum"], strict=True)])
    return share(side.S)


def exponents(name: str, p: Mapping[str, Any], t: Decimal) -> Sequence[Decimal]:
    if name == "hs_dcfr":
        return 1 + 3 * t / p["horizon"], -1 - 2 * t / p["horizon"], p["g"] - 5 * t / p["horizon"]
    if name == "ddcfr":
        return [Decimal(number) for number in p["table"][int(t) - 1]]
    return p["alpha"], p["beta"], p["gamma"]


def power(u: Decimal, exponent: Decimal) -> Decimal:
    return ONE if exponent == 0 else u**exponent


def kept(u: Decimal, exponent: Decimal, c: Decimal = ONE) -> Decimal:
    if exponent.is_infinite():
        return ONE if exponent > 0 else ZERO
    if u == 0 and exponent < 0:
        return ONE
    return power(u, exponent) / (power(u, exponent) + c)


def share(weights: Row) -> Row:
    total = sum(weights, ZERO)
    return [weight / total if total > 0 else ONE / len(weights) for weight in weights]


def first(q: Row) -> Row:
    return [ONE if n == q.index(max(q)) else ZERO for n in range(len(q))]


def dot(a: Sequence[Decimal], b: Sequence[Decimal]) -> Decimal:
    return sum((x * y for x, y in zip(a, b, strict=True)), ZERO)
