"""The value of a game and its optimal strategies, as value/ has them.

docs/bundle-format.md, "value/". That the strategies are sure to get so much is not derived here.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from recheck import tolerances
from recheck.codes import CELL_FORM, CELL_RANGE, FILES_DISAGREE, SUM_WRONG
from recheck.family import Family
from recheck.ledger import Check, to_float
from recheck.reading import EXACT_CELL, FLOAT_CELL, exact_number
from recheck.semantics.bundle import Bundle
from recheck.semantics.cells import down, in_range, read_rows, sum_to, sum_to_one
from recheck.semantics.compiled import Compiled
from recheck.study import EXACT
from recheck.value import KEYS


class Solved(NamedTuple):
    """What is published of a game's value to player 0, what it is at least and at most; and of a family of its equilibria."""

    least: float | None = None
    most: float | None = None
    family: Family | None = None


def check_value(bundle: Bundle, compiled: Compiled) -> Solved:
    """Check both files of value/; give the bounds of the value, as far as they can be read."""
    folder = f"{compiled.folder}/value"
    exact = compiled.entry["value"] == EXACT
    if compiled.game.players != 2 or not compiled.game.ends.zero_sum or compiled.game.alike:
        check = bundle.check("games that have a value", f"{compiled.folder}/game.json")
        check.problem("is no two-player zero-sum game with perfect recall, and study.json asks for its value")
        return Solved()
    _check_strategies(bundle, compiled, f"{folder}/strategy.csv", exact)
    kinds = {"method": str, **dict.fromkeys(KEYS[1:], str if exact else float)}
    read = bundle.json("form of the value", f"{folder}/value.json", kinds)
    if read is None:
        return Solved()
    check, content = read
    check.same(content["method"], compiled.entry["value"], None, "method", "is not what study.json asks for")
    numbers = [_number(check, name, content[name]) for name in KEYS[1:]]
    value, lower, upper = numbers
    if value is None or lower is None or upper is None:
        return Solved()
    check.numbers += 3
    if exact:
        for name, bound in (("lower", lower), ("upper", upper)):
            if bound != value:
                check.problem("is not the value", None, name, value, bound, FILES_DISAGREE)
    else:
        mean = bundle.check("the value is the mean of the bounds", check.file, tolerances.SAME_BITS, SUM_WRONG)
        mean.number(float(value), to_float((lower + upper) / 2), None, "value")
        if lower - upper > compiled.rounding.size:
            check.problem("is above upper", None, "lower", f"{float(upper)!r} or less", float(lower), CELL_RANGE)
    return Solved(to_float(lower), to_float(upper)) if check.passed else Solved()


def _number(check: Check, name: str, value: str | float) -> Fraction | None:
    """A number of value.json; None, with a problem, if it is not written as it should be."""
    if isinstance(value, float):
        return Fraction(value)
    number = exact_number(value)
    if number is None or str(number) != value:
        check.problem("not an exact number in lowest terms", None, name, number, value, CELL_FORM)
    return number


def _check_strategies(bundle: Bundle, compiled: Compiled, file: str, exact: bool) -> None:
    """Check strategy.csv: probabilities, uniform where the player's own ones do not lead."""
    widest = EXACT_CELL if exact else FLOAT_CELL
    header = ("player", "infoset", "action", "probability")
    table = read_rows(bundle, "form of both strategies", file, header, compiled.labels, widest)
    if table is None:
        return
    place = down("probability")
    tolerance = tolerances.EXACT if exact else tolerances.normalized(compiled.game)
    check = bundle.check("probabilities of an infoset sum to 1", file, tolerance, SUM_WRONG)
    numbers: Sequence[Fraction | float] | None
    if exact:
        exacts = numbers = table.exacts("probability")
        if exacts is not None and in_range(table.check, exacts, Fraction(0), Fraction(1), place):
            sum_to(check, exacts, compiled.spans, place, Fraction(1))
    else:
        floats = numbers = table.floats("probability")
        if floats is not None and in_range(table.check, floats, 0.0, 1.0, place):
            sum_to_one(check, floats, compiled.spans, place)
    if numbers is not None and table.check.passed:
        check = bundle.check("uniform where the own strategy does not lead", file, code=CELL_RANGE)
        _check_uniform(check, compiled, numbers, exact)


def _check_uniform(check: Check, compiled: Compiled, numbers: Sequence[Fraction | float], exact: bool) -> None:
    """Where a player's own strategy never leads, it is uniform."""
    game = compiled.game
    led = [True] * game.empty[-1]
    check.numbers += len(compiled.spans)
    for infoset, (begin, end) in zip(game.infosets, compiled.spans):
        comes = led[infoset.parent]
        even = Fraction(1, end - begin)
        due = even if exact else float(even)
        for n, probability in enumerate(numbers[begin:end]):
            led[infoset.first + n] = comes and probability != 0
            if not comes and probability != due:
                check.problem("is not uniform", begin + n + 1, "probability", due, probability)
