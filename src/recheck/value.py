"""Verification of the value of a two-player zero-sum game: what each player's published strategy is sure to get.

J. von Neumann, "Zur Theorie der Gesellschaftsspiele", 1928. Files: docs/bundle-format.md, "value/". Nothing is solved here: a
best response to each strategy, exact whatever the method, gives a bound of the value, and both bounds together prove it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

from recheck import tolerances
from recheck.context import are_probabilities, cells_of, strategy_of
from recheck.exact import Exact, realization_weights, summing_to_1
from recheck.ledger import Check, Ledger, exact_text, to_float
from recheck.reading import EXACT_CELL, FLOAT_CELL, Row, exact_of, float_of, read_json, read_table
from recheck.response import measure
from recheck.study import CERTIFIED, EXACT, PROVEN, STUDY_FILE, Study, studied

GAP = 1e-9
"""Largest distance of the bounds by linear program, relative to the largest difference of payoffs."""

KEYS = ("method", "value", "lower", "upper")


def verify_value(folder: Path, game_folder: str) -> Ledger:
    """Verify the value of one game; whatever is wrong is in the ledger's problems."""
    return studied(Ledger(f"{game_folder}/value"), folder, game_folder, None, _verify)


def _verify(ledger: Ledger, study: Study) -> None:
    """Verify both files of the value."""
    if study.value is None or study.game.players != 2 or not study.game.ends.zero_sum or study.game.alike:
        check = ledger.check("value asked for", STUDY_FILE, *tolerances.EXACT)
        check.problem("no value, or no two-player zero-sum game with perfect recall", None, "value")
        return
    claimed = _read_claims(ledger, study)
    strategy = _read_strategy(ledger, study)
    if claimed is None or strategy is None:
        return
    best = measure(study.game, strategy).best
    bounds = {"lower": -best[1], "upper": best[0]}
    if study.value == EXACT:
        ledger.level = PROVEN
        _check_exact(ledger, study, claimed, bounds)
    else:
        ledger.level = CERTIFIED
        _check_floats(ledger, study, claimed, bounds)


def _read_claims(ledger: Ledger, study: Study) -> dict[str, Any] | None:
    """The content of value.json; None with problems if it is not of the form that the method has."""
    check = ledger.check("method and form of the value", f"{study.game_folder}/value/value.json", *tolerances.EXACT)
    content = read_json(check, study.folder)
    if content is None:
        return None
    if not isinstance(content, dict) or tuple(content) != KEYS:
        check.problem("wrong keys", None, None, ", ".join(KEYS))
        return None
    check.same(content["method"], study.value, None, "method", "is not what study.json asks for")
    kind = str if study.value == EXACT else float
    for name in KEYS[1:]:
        check.same(type(content[name]).__name__, kind.__name__, None, name, "is of the wrong type")
        if kind is float and isinstance(content[name], float) and not math.isfinite(content[name]):
            check.problem("is not finite", None, name, None, content[name])
    return content if check.passed else None


def _read_strategy(ledger: Ledger, study: Study) -> Exact | None:
    """The strategies of strategy.csv, exactly; None with problems if they are none."""
    file = f"{study.game_folder}/value/strategy.csv"
    tolerance = tolerances.EXACT if study.value == EXACT else tolerances.normalized(study.game)
    check = ledger.check("both strategies", file, *tolerance)
    cells = cells_of(study.game)
    header = ("player", "infoset", "action", "probability")
    widest = EXACT_CELL if study.value == EXACT else FLOAT_CELL
    rows = read_table(check, study.folder, header, [cell.label for cell in cells], widest)
    read = exact_of if study.value == EXACT else _float_exactly
    found = (rows.get(cell.label) for cell in cells)
    strategy = strategy_of(study.game, [None if row is None else read(check, row, header[-1]) for row in found])
    places = [(n, header[-1]) for n in range(1, len(cells) + 1)]
    if strategy is None or not are_probabilities(check, cells, strategy, places):
        return None
    _check_uniform(
        ledger.check("uniform where the own strategy does not lead", file, *tolerances.EXACT), study, strategy
    )
    return strategy if study.value == EXACT else summing_to_1(strategy)


def _float_exactly(check: Check, row: Row, column: str) -> Fraction | None:
    """The float of a cell as the number that it is, None with a problem if it is none."""
    number = float_of(check, row, column)
    return None if number is None else Fraction(number)


def _check_uniform(check: Check, study: Study, strategy: Exact) -> None:
    """What a player would do where the player's own strategy never leads is of no account; it is published as uniform."""
    check.numbers = len(study.game.infosets)
    row = 0
    for player in range(study.game.players):
        weights = realization_weights(study.game, player, strategy)
        for n, infoset in study.game.of(player):
            even = Fraction(1, len(infoset.actions))
            due = even if study.value == EXACT else Fraction(float(even))
            for probability in strategy[n]:
                row += 1
                if weights[infoset.parent - study.game.empty[player]] == 0 and probability != due:
                    check.problem("is not uniform", row, "probability", due, probability)


def _check_exact(ledger: Ledger, study: Study, claimed: Mapping[str, str], bounds: Mapping[str, Fraction]) -> None:
    """The published bounds are those of the strategies, and both are the value."""
    file = f"{study.game_folder}/value/value.json"
    check = ledger.check("bounds by exact best responses", file, *tolerances.EXACT)
    for name, bound in bounds.items():
        check.same(claimed[name], exact_text(bound), None, name, "is not what best responses give")
    check = ledger.check("both bounds are the value", file, *tolerances.EXACT)
    check.exact(bounds["upper"], bounds["lower"], None, "upper")
    check.same(claimed["value"], exact_text(bounds["lower"]), None, "value", "is not both bounds")


def _check_floats(ledger: Ledger, study: Study, claimed: Mapping[str, float], bounds: Mapping[str, Fraction]) -> None:
    """The published bounds are those of the strategies, the value is between them, and they leave little room for it."""
    file = f"{study.game_folder}/value/value.json"
    rounding = tolerances.measured(study.game)
    check = ledger.check("bounds by exact best responses", file, *rounding)
    for name, bound in bounds.items():
        check.number(claimed[name], to_float(bound), None, name)
    check = ledger.check("the value is the mean of the bounds", file, *rounding)
    check.number(claimed["value"], to_float((bounds["lower"] + bounds["upper"]) / 2), None, "value")
    size = GAP * max(1.0, 2 * float(study.game.ends.largest))
    reason = f"{GAP:g} of the largest difference of payoffs, or of 1: what a linear program in floats can be asked for"
    check = ledger.check("the bounds are close", file, size, reason)
    gap = to_float(bounds["upper"] - bounds["lower"])
    check.within(gap, None, "upper", f"at most {size!r} above lower", f"{gap!r} above lower")
