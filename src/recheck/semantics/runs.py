"""The files of a run: tables in their form, and the same numbers wherever two files have them.

docs/bundle-format.md, "trajectory.csv" to "checkpoints/{iteration}.csv", "distance.csv". What a strategy is worth is not derived.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from recheck import tolerances
from recheck.codes import CELL_RANGE, STUDY_WRONG, SUM_WRONG
from recheck.ledger import to_float
from recheck.names import column_of, written
from recheck.reading import LARGEST_FILE, Label, by_label, read_text, rows_of
from recheck.response import columns
from recheck.semantics.bundle import FORM, Bundle
from recheck.semantics.cells import (
    Table,
    across,
    are_one_of,
    down,
    floats_of,
    in_range,
    near,
    read_rows,
    same_texts,
    sum_to_one,
)
from recheck.semantics.compiled import Compiled
from recheck.semantics.twins import check_twin
from recheck.semantics.values import Solved
from recheck.semantics.worth import CURRENT, check_distance, check_plans, check_worth
from recheck.states import COLUMNS, LABELS, MOST_COLUMNS, NAME
from recheck.study import STUDY_FILE, checkpoints_of
from recheck.tables import Published
from recheck.tolerances import Tolerance
from recheck.variant import Entry, read_entry
from recheck.variants.rule import ANSWER_CURRENT
from recheck.walk import SUMS, average, currently, on_average

Strategy = list[float]
"""Probabilities in the order of the rows by player, infoset and action."""

STRATEGY = ("player", "infoset", "action", "probability")
UNKNOWN = Tolerance(
    0.0,
    "how the average strategy follows from the state only the rule itself says, which is not known here: strategy.csv is"
    " compared with frequencies.csv alone",
)
MOST_PLANS = 65_536
ONE = (0.0, 1.0)


class Saved(NamedTuple):
    """The strategies that a checkpoint stands for; None where that is not known."""

    average: Strategy | None = None
    current: Strategy | None = None


class Shown(NamedTuple):
    """What frequencies.csv shows: the texts of its last row, and the strategies by iteration; nothing if it cannot be read."""

    last: Sequence[str] | None = None
    strategies: Mapping[int, Strategy] = MappingProxyType({})


class Ran(NamedTuple):
    """A run: its entry in study.json and what that means, its game, and the columns of its trajectory."""

    entry: Mapping[str, Any]
    variant: Entry
    compiled: Compiled
    trajectory: Mapping[str, list[float]]

    @property
    def folder(self) -> str:
        """The run's folder below the study's."""
        return f"{self.compiled.folder}/{self.entry['folder']}"

    def published(self) -> Published:
        """What the tables of the whole study have of it."""
        prefix = "current_" if self.entry["answer"] == ANSWER_CURRENT else ""
        nash_conv, exploitability = (self.trajectory[f"{prefix}{name}"] for name in ("nash_conv", "exploitability"))
        names = (self.entry["folder"], self.entry["method"], self.entry["answer"])
        return Published(self.compiled.folder, written(self.compiled.unit), *names, nash_conv, exploitability)


def check_run(bundle: Bundle, compiled: Compiled, entry: Mapping[str, Any], solved: Solved) -> Ran | None:
    """Check all files of a run; None, with problems, if there is no trajectory that other files could be compared with."""
    check = bundle.check("variant of the run", STUDY_FILE, code=STUDY_WRONG)
    variant = read_entry(check, bundle.folder, entry, compiled.folder, bundle.study["iterations"])
    if variant is not None and variant.sampled and compiled.game.alike:
        message = "is sampled, which is for games with perfect recall: some infosets are played alike"
        check.problem(message, None, "rule", "perfect recall", compiled.folder)
    if bundle.study["pure_plans"] and compiled.game.players != 2:
        message = "is for two players, and asks for their plans"
        check.problem(message, None, "pure_plans", "false", f"{compiled.game.players} players of {compiled.folder}")
    if variant is None or not check.passed:
        return None
    trajectory = _trajectory(bundle, compiled, entry)
    folder = f"{compiled.folder}/{entry['folder']}"
    saved = {t: _state(bundle, compiled, variant, folder, t) for t in checkpoints_of(bundle.study, entry["answer"])}
    averages = {t: state.average for t, state in saved.items() if state.average is not None}
    currents = {t: state.current for t, state in saved.items() if state.current is not None}
    shown = _frequencies(bundle, compiled, folder, averages) if bundle.study["frequencies"] else Shown()
    final = _final(bundle, compiled, folder, shown.last, averages.get(bundle.study["iterations"]))
    averages.update({bundle.study["iterations"]: final} if final is not None else {})
    averages.update(shown.strategies)
    if trajectory is None:
        return None
    exponentials = variant.rule is not None and variant.rule.exponentials
    strategies = {"": averages, CURRENT: currents}
    check_worth(bundle, compiled, f"{folder}/trajectory.csv", trajectory, strategies, exponentials)
    ran = Ran(entry, variant, compiled, trajectory)
    _around_the_value(bundle, ran, solved)
    if bundle.study["pure_plans"]:
        _plans(bundle, ran, final)
    if f"{folder}/distance.csv" in bundle.there:
        _distance(bundle, compiled, folder, solved, shown.strategies)
    return ran


def _snapshots(bundle: Bundle) -> list[Label]:
    """The labels of tables with a row for each snapshot."""
    return [(str(t),) for t in bundle.study["snapshots"]]


def _trajectory(bundle: Bundle, compiled: Compiled, entry: Mapping[str, Any]) -> dict[str, list[float]] | None:
    """The columns of trajectory.csv; None, with problems, if they are none."""
    folder, players = f"{compiled.folder}/{entry['folder']}", compiled.game.players
    measures = columns(players)
    names = [f"{prefix}{name}" for prefix in ("", "current_") for name in measures]
    file = f"{folder}/trajectory.csv"
    table = read_rows(bundle, "form of the trajectory", file, ("iteration", *names), _snapshots(bundle))
    if table is None:
        return None
    found = {name: numbers for name in names if (numbers := table.floats(name)) is not None}
    if len(found) < len(names):
        return None
    check_twin(bundle, table.header, table.rows, f"{folder}/trajectory.parquet")
    least = bundle.check("gains are none below 0", file, compiled.rounding, CELL_RANGE)
    check = bundle.check("sums within each row", file, tolerances.SAME_BITS, SUM_WRONG)
    for prefix in ("", "current_"):
        gains = [found[f"{prefix}gain_{player}"] for player in range(players)]
        nash_conv, exploitability = found[f"{prefix}nash_conv"], found[f"{prefix}exploitability"]
        for name in (*(f"gain_{player}" for player in range(players)), "nash_conv", "exploitability"):
            in_range(least, found[f"{prefix}{name}"], -least.tolerance, None, down(f"{prefix}{name}"))
        near(check, nash_conv, [_added(row) for row in zip(*gains)], down(f"{prefix}nash_conv"))
        near(check, exploitability, [number / players for number in nash_conv], down(f"{prefix}exploitability"))
        if players > 2 and compiled.game.ends.zero_sum:
            _sum_to_zero(bundle, compiled, file, found, prefix)
    return found


def _sum_to_zero(bundle: Bundle, compiled: Compiled, file: str, found: Mapping[str, list[float]], prefix: str) -> None:
    """In a zero-sum game of more than two players, what all of them get sums to zero."""
    check = bundle.check("values of all players sum to 0", file, compiled.rounding, SUM_WRONG)
    *names, last = [f"{prefix}value_{player}" for player in range(compiled.game.players)]
    near(check, found[last], [-_added(row) for row in zip(*[found[name] for name in names])], down(last))


def _added(numbers: Sequence[float]) -> float:
    """The sum, one number after the other."""
    total = 0.0
    for number in numbers:
        total += number
    return total


def _frequencies(bundle: Bundle, compiled: Compiled, folder: str, saved: Mapping[int, Strategy]) -> Shown:
    """Check frequencies.csv, also against the checkpoints; give what it shows."""
    file = f"{folder}/frequencies.csv"
    names = [column_of(label) for label in compiled.labels]
    table = read_rows(bundle, "form of the frequencies", file, ("iteration", *names), _snapshots(bundle))
    if table is None:
        return Shown()
    strategies = {}
    check = bundle.check("average strategies at the checkpoints", file, tolerances.SAME_BITS)
    sums = bundle.check(
        "probabilities of every snapshot sum to 1", file, tolerances.normalized(compiled.game), SUM_WRONG
    )
    for row, (t, cells) in enumerate(zip(bundle.study["snapshots"], table.rows), 1):
        place = across(row, names)
        numbers = floats_of(table.check, cells[1:], place)
        if numbers is None:
            continue
        if in_range(table.check, numbers, *ONE, place):
            sum_to_one(sums, numbers, compiled.spans, place)
            strategies[t] = numbers
        if t in saved:
            near(check, numbers, saved[t], place)
    return Shown(table.rows[-1][1:], strategies) if table.check.passed else Shown()


def _final(
    bundle: Bundle, compiled: Compiled, folder: str, last: Sequence[str] | None, state: Strategy | None
) -> Strategy | None:
    """Check strategy.csv, also against the last row of frequencies.csv and the last checkpoint; give what it says."""
    file = f"{folder}/strategy.csv"
    table = read_rows(bundle, "form of the final average strategy", file, STRATEGY, compiled.labels)
    numbers = None if table is None else table.floats("probability")
    if table is None or numbers is None:
        return None
    place = down("probability")
    check = bundle.check("probabilities of an infoset sum to 1", file, tolerances.normalized(compiled.game), SUM_WRONG)
    if in_range(table.check, numbers, *ONE, place):
        sum_to_one(check, numbers, compiled.spans, place)
    if last is not None:
        check = bundle.check("final strategy against the last row of frequencies.csv", file)
        message = "is not what the last row of frequencies.csv has"
        same_texts(check, table.texts("probability"), last, place, message)
    if state is not None:
        check = bundle.check("final strategy against the last checkpoint", file, tolerances.SAME_BITS)
        near(check, numbers, state, place)
    return numbers


def _state(bundle: Bundle, compiled: Compiled, variant: Entry, folder: str, t: int) -> Saved:
    """Check a checkpoint; give the strategies that it stands for, as far as somebody but the rule knows."""
    file = f"{folder}/checkpoints/{t}.csv"
    table = _read_state(bundle, compiled, variant, file, t)
    if table is None:
        return Saved()
    names = table.header[len(LABELS) :]
    found = {name: numbers for name in names if (numbers := table.floats(name)) is not None}
    if len(found) < len(names):
        return Saved()
    in_range(table.check, found[SUMS], 0.0, None, down(SUMS))
    game = compiled.game
    tables = {name: [tuple(numbers[begin:end]) for begin, end in compiled.spans] for name, numbers in found.items()}
    if variant.rule is None:
        # A rule that is not known here may keep something besides that its average strategy is made with, or sample.
        if tuple(names) != COLUMNS or variant.sampled:
            bundle.check("average strategy by a rule of its own", file, UNKNOWN)
            return Saved()
        return Saved(_flat(average(game, tables[SUMS])))
    try:
        saved = Saved(_flat(on_average(game, variant.rule, t, tables)), _flat(currently(variant.rule, t, tables)))
        numbers = [*(saved.average or ()), *(saved.current or ())]
    except (ArithmeticError, ValueError):
        # Published numbers may be any: powers of them, and roots, need not exist.
        numbers = [math.nan]
    if not all(map(math.isfinite, numbers)):
        table.check.problem("no strategies follow from these numbers", None, SUMS)
        return Saved()
    return saved


def _flat(strategy: Sequence[Sequence[float]]) -> Strategy:
    """A strategy in the order of the rows."""
    return list(itertools.chain.from_iterable(strategy))


def _read_state(bundle: Bundle, compiled: Compiled, variant: Entry, file: str, t: int) -> Table | None:
    """The rows of a checkpoint; a rule that is not known here may have columns of its own, the last ones."""
    if file not in bundle.there:
        return None
    labels = [(str(t), *label) for label in compiled.labels]
    name = "form of the state after an iteration"
    if variant.rule is not None:
        return read_rows(bundle, name, file, (*LABELS, *COLUMNS, *variant.rule.columns), labels)
    check = bundle.check(name, file)
    text = read_text(check, bundle.folder, LARGEST_FILE)
    if text is None:
        return None
    header = tuple(text.split("\n", 1)[0].split(","))
    own = header[len(LABELS) + len(COLUMNS) :]
    known = (*LABELS, *COLUMNS)
    named = len(own) <= MOST_COLUMNS and all(map(NAME.fullmatch, own)) and len({*header}) == len(header)
    # What is no header of a checkpoint with columns of its own is told to be none.
    if header != (*known, *own) or not named:
        header = known
    lines = rows_of(check, header, text)
    if lines is None or not check.passed:
        return None
    if by_label(check, header, labels, lines) and check.passed:
        return Table(check, header, [cells for _, cells in lines])
    return None


def _around_the_value(bundle: Bundle, ran: Ran, solved: Solved) -> None:
    """The value of a zero-sum game is between what each player gets at least and at most, by gains, at every snapshot."""
    if solved.least is None or solved.most is None or ran.compiled.game.players != 2:
        return
    check = bundle.check(
        "the value of the game lies within the gains", f"{ran.folder}/trajectory.csv", ran.compiled.rounding
    )
    for prefix in ("", "current_"):
        value, mine, theirs = (ran.trajectory[f"{prefix}{name}"] for name in ("value", "gain_0", "gain_1"))
        check.numbers += 2 * len(value)
        for row, (v, gain_0, gain_1) in enumerate(zip(value, mine, theirs), 1):
            if v + gain_0 < solved.least - check.tolerance:
                message = "leaves player 0 less than the value of the game"
                check.problem(message, row, f"{prefix}gain_0", f"{solved.least - v!r} or more", repr(gain_0))
            if v - gain_1 > solved.most + check.tolerance:
                message = "leaves player 1 less than the value of the game"
                check.problem(message, row, f"{prefix}gain_1", f"{v - solved.most!r} or more", repr(gain_1))


def _plans(bundle: Bundle, ran: Ran, final: Strategy | None) -> None:
    """Check plans.csv: every plan in order, its value against the final strategy, marks by values, the greatest by the gain."""
    game, file = ran.compiled.game, f"{ran.folder}/plans.csv"
    labels: list[Label] = []
    counts = []
    for player in range(game.players):
        own = [infoset for _, infoset in game.of(player)]
        count = math.prod(len(infoset.actions) for infoset in own)
        if count > MOST_PLANS:
            found = f"{count:,} plans of player {player}"
            bundle.check("form of the plans", file, FORM).problem(
                "are too many", None, "plan", f"{MOST_PLANS:,}", found
            )
            return
        steps = [[f"{infoset.label}={action}" for action in infoset.action_labels] for infoset in own]
        labels += [(str(player), str(n), " ".join(plan)) for n, plan in enumerate(itertools.product(*steps))]
        counts.append(count)
    header = ("player", "plan", "actions", "value", "best")
    table = read_rows(bundle, "form of the plans", file, header, labels)
    values = None if table is None else table.floats("value")
    if table is None or values is None or not are_one_of(table.check, table.texts("best"), ("0", "1"), down("best")):
        return
    if final is not None:
        check_plans(bundle, ran.compiled, file, values, final)
    marks = bundle.check("best plans are those of the greatest value", file)
    gains = bundle.check("greatest value less the value is the gain", file, ran.compiled.rounding)
    begin = 0
    for player, count in enumerate(counts):
        own_values = values[begin : begin + count]
        greatest = max(own_values)
        due = ["1" if value == greatest else "0" for value in own_values]
        texts = table.texts("best")[begin : begin + count]
        same_texts(marks, texts, due, down("best", begin + 1), "is not the mark by the values")
        value, gain = ran.trajectory["value"][-1], ran.trajectory[f"gain_{player}"][-1]
        # What player 1 gets is published of zero-sum games alone, as what player 0 loses.
        if player == 0 or game.ends.zero_sum:
            of_player = value if player == 0 else -value
            gains.number(greatest, of_player + gain, begin + 1 + own_values.index(greatest), "value")
        begin += count


def _distance(
    bundle: Bundle, compiled: Compiled, folder: str, solved: Solved, strategies: Mapping[int, Strategy]
) -> None:
    """Check distance.csv: parameters of the family, distances from it."""
    table = read_rows(
        bundle, "form of the distance", f"{folder}/distance.csv", ("iteration", "alpha", "distance"), _snapshots(bundle)
    )
    if table is None:
        return
    alpha, distance = table.floats("alpha"), table.floats("distance")
    if alpha is not None and solved.family is not None:
        in_range(table.check, alpha, to_float(solved.family.lower), to_float(solved.family.upper), down("alpha"))
    if distance is not None:
        in_range(table.check, distance, 0.0, None, down("distance"))
    if alpha is not None and distance is not None and solved.family is not None:
        check_distance(bundle, compiled, table.check.file, solved.family, strategies, (alpha, distance))
