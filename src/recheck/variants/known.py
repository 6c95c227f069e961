"""The variants by name, with their parameters and the ranges of these.

A new variant is a function in a module of this folder and a line here. Parameters: docs/variants.md.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from recheck.variants import (
    autocfr4,
    discounted,
    exponential,
    fictitious,
    fixed,
    magnetic,
    plain,
    plus,
    predictive,
    regularized,
    sampling,
)
from recheck.variants.rule import Given, Rule, Tabulated

LARGEST_WHOLE = 2**1023
"""Larger ones are no floats."""

INFINITIES = {"inf": math.inf, "-inf": -math.inf}
"""How they are written, as JSON has none."""


class Setting(NamedTuple):
    """What is expected of a parameter's value, in words, whether a value is that, and what it means to the rule."""

    expected: str
    allows: Callable[[Any], bool]
    meant: Callable[[Any], Any]


def number(least: float = -math.inf, most: float = math.inf) -> Setting:
    """A number in a range, its ends included."""
    return Setting(f"a number from {least:g} to {most:g}", lambda value: _is_number(value, least, most), _number)


def count(least: int, most: float = math.inf) -> Setting:
    """A whole number from `least` upwards, or up to `most`."""
    expected = f"a whole number from {least}" + ("" if math.isinf(most) else f" to {most}")
    return Setting(expected, lambda value: type(value) is int and least <= value <= most, int)


def path_of_table() -> Setting:
    """The path of a table, of numbers or of a strategy, which means what the table holds."""
    return Setting("the path of a table", lambda value: isinstance(value, str), _as_it_is)


def _as_it_is(table: Tabulated | Given) -> Tabulated | Given:
    """What is in the place of the path when a rule is made."""
    return table


def _is_number(value: Any, least: float, most: float) -> bool:
    """Whether a value is a number in a range, as study.json has them; true and false are none."""
    if type(value) is int and abs(value) >= LARGEST_WHOLE:
        return False
    if type(value) in (int, float) or (isinstance(value, str) and value in INFINITIES):
        return least <= _number(value) <= most
    return False


def _number(value: Any) -> float:
    """The number that a value of study.json stands for."""
    return INFINITIES[value] if isinstance(value, str) else float(value)


class Maker(NamedTuple):
    """What parameters a variant has, and the function of them that makes its rule."""

    make: Callable[..., Rule]
    parameters: Mapping[str, Setting]


GAMMA = number(0, 100)
HORIZON, G = count(1), number(5, 100)
SEED = count(0, 2**64 - 1)
STRATEGY = path_of_table()

VARIANTS: dict[str, Maker] = {
    "apcfr_plus": Maker(predictive.apcfr_plus, {"alpha_max": number(0), "gamma": GAMMA}),
    "autocfr4": Maker(autocfr4.autocfr4, {}),
    "cfr": Maker(plain.cfr, {}),
    "cfr_alternating": Maker(plain.cfr_alternating, {}),
    "cfr_br": Maker(plain.cfr_br, {}),
    "cfr_plus": Maker(plus.cfr_plus, {"gamma": GAMMA, "delay": count(0)}),
    "chance_sampling": Maker(sampling.chance_sampling, {"seed": SEED}),
    "dcfr": Maker(discounted.dcfr, {"alpha": number(), "beta": number(), "gamma": GAMMA}),
    "dcfr_plus": Maker(discounted.dcfr_plus, {"alpha": number(), "gamma": GAMMA, "c": number(0, 1e6)}),
    "ddcfr": Maker(discounted.ddcfr, {"table": path_of_table()}),
    "ecfr": Maker(exponential.ecfr, {}),
    "external_sampling": Maker(sampling.external_sampling, {"seed": SEED}),
    "fixed": Maker(fixed.fixed, {"table": STRATEGY}),
    "hs_dcfr": Maker(discounted.hs_dcfr, {"horizon": HORIZON, "g": G}),
    "hs_pcfr_plus": Maker(predictive.hs_pcfr_plus, {"horizon": HORIZON, "g": G}),
    "linear_cfr": Maker(plain.linear_cfr, {}),
    "mmd": Maker(magnetic.mmd, {"alpha": number(0, 1e6), "eta": number(1e-9, 1e6)}),
    "outcome_sampling": Maker(sampling.outcome_sampling, {"explore": number(0.001, 1), "seed": SEED}),
    "pcfr_plus": Maker(predictive.pcfr_plus, {"gamma": GAMMA, "prediction": number(0, 100)}),
    "pdcfr_plus": Maker(predictive.pdcfr_plus, {"alpha": number(), "gamma": GAMMA}),
    "regularized_cfr": Maker(regularized.regularized_cfr, {"tau": number(0, 1e6)}),
    "sapcfr_plus": Maker(predictive.sapcfr_plus, {"alpha": number(0), "gamma": GAMMA}),
    "smooth_pcfr_plus": Maker(predictive.smooth_pcfr_plus, {"gamma": GAMMA}),
    "stable_pcfr_plus": Maker(predictive.stable_pcfr_plus, {"start": number(1e-12, 1e12), "gamma": GAMMA}),
    "xfp": Maker(fictitious.xfp, {}),
}


def made(name: str, **parameters: Any) -> Rule:
    """The rule of a known variant, from its parameters as study.json has them; of a table, from what it holds."""
    maker = VARIANTS[name]
    return maker.make(**{key: maker.parameters[key].meant(value) for key, value in parameters.items()})
