"""Forgeries of what a run published: its trajectory, strategies, checkpoints and plans."""

from __future__ import annotations

import re
import struct

from audit.selftest.forgery import FORGERIES, first, forgery, more
from audit.selftest.forging import Forger, Table
from audit.selftest.mutation import Group, InapplicableError

group = Group(FORGERIES, "semantics")


def _trajectory(forger: Forger) -> tuple[Table, int]:
    """The trajectory of a run, and a row in its middle."""
    table = forger.table(f"{forger.run()}/trajectory.csv")
    return table, forger.between(table)


@forgery(group, "sum-wrong", "files-disagree")
def number_of_a_trajectory(forger: Forger) -> None:
    """The exploitability of one iteration is another."""
    table, row = _trajectory(forger)
    table.put(row, "exploitability", more(table.cell(row, "exploitability")))
    forger.write(table)


@forgery(group, "not-as-derived", "files-disagree", "parquet-differs")
def row_of_a_trajectory(forger: Forger) -> None:
    """Gain, nash_conv and exploitability of one iteration are others that fit together."""
    table, row = _trajectory(forger)
    _raise_gain(table, row)
    forger.write(table)


def _raise_gain(table: Table, row: int) -> None:
    """Let the first gain be larger, and what follows from it in the row."""
    gains = [column for column in table.header if re.fullmatch(r"gain_[0-9]+", column)]
    table.put(row, gains[0], more(table.cell(row, gains[0])))
    total = 0.0
    for gain in gains:
        total += float(table.cell(row, gain))
    table.put(row, "nash_conv", repr(total))
    table.put(row, "exploitability", repr(total / len(gains)))


@forgery(group, "files-disagree")
def value_of_a_trajectory(forger: Forger) -> None:
    """The value of the average strategy at one iteration is the next double, in the CSV file and in the Parquet file."""
    table, row = _trajectory(forger)
    column = "value" if "value" in table.header else "value_0"
    before = table.cell(row, column)
    # The bits of doubles count up away from zero.
    (bits,) = struct.unpack("<q", struct.pack("<d", float(before)))
    (after,) = struct.unpack("<d", struct.pack("<q", bits + 1))
    table.put(row, column, repr(after))
    forger.write(table)
    forger.change_double(f"{forger.run()}/trajectory.parquet", float(before), after)


@forgery(group, "parquet-differs")
def number_of_a_parquet_file(forger: Forger) -> None:
    """A number of a trajectory is another in the Parquet file alone."""
    table, row = _trajectory(forger)
    number = float(table.cell(row, "exploitability"))
    forger.change_double(f"{forger.run()}/trajectory.parquet", number, number / 2)


@forgery(group, "table-rows", "parquet-differs")
def iteration_left_out(forger: Forger) -> None:
    """An iteration is in no table and not in study.json, as if it had never been looked at."""
    table, row = _trajectory(forger)
    iteration = table.cell(row, "iteration")
    for file in forger.files(r"(?:[^/]+/[^/]+/(?:trajectory|frequencies|distance)|runs|methods)\.csv"):
        table = forger.table(file)
        table.rows = [cells for cells in table.rows if cells[table.column("iteration")] != iteration]
        forger.write(table)
    forger.change_json("study.json", lambda study: study["snapshots"].remove(int(iteration)))


@forgery(group, "table-rows")
def row_left_out(forger: Forger) -> None:
    """A row of a trajectory is gone."""
    table, row = _trajectory(forger)
    del table.rows[row]
    forger.write(table)


@forgery(group, "table-rows")
def rows_in_another_order(forger: Forger) -> None:
    """Two rows of a trajectory have changed places."""
    table, row = _trajectory(forger)
    table.rows[row - 1], table.rows[row] = table.rows[row], table.rows[row - 1]
    forger.write(table)


@forgery(group, "table-schema")
def column_of_another_name(forger: Forger) -> None:
    """The columns of exploitability and nash_conv have each other's name."""
    table, _ = _trajectory(forger)
    names = {"exploitability": "nash_conv", "nash_conv": "exploitability"}
    table.header = [names.get(name, name) for name in table.header]
    forger.write(table)


@forgery(group, "cell-form", "cell-range")
def not_a_number(forger: Forger) -> None:
    """A number is nan, with which every comparison fails and many a check passes."""
    table, row = _trajectory(forger)
    table.put(row, "exploitability", "nan")
    forger.write(table)


@forgery(group, "cell-form")
def number_written_otherwise(forger: Forger) -> None:
    """The same number is written with a zero more."""
    table, row = _trajectory(forger)
    cell = table.cell(row, "nash_conv")
    if "e" in cell:
        raise InapplicableError("the number has an exponent")
    table.put(row, "nash_conv", cell + "0")
    forger.write(table)


@forgery(group, "cell-range", "sum-wrong")
def negative_gain(forger: Forger) -> None:
    """A player gains less than nothing from the best response."""
    table, row = _trajectory(forger)
    table.put(row, "gain_0", "-" + table.cell(row, "gain_0"))
    forger.write(table)


@forgery(group, "files-disagree", "not-as-derived", "report-untrue")
def two_runs_swapped(forger: Forger) -> None:
    """All files of two runs have changed places, so that each rule has the other's results."""
    first, second, between = (forger.bundle.place(forger.path(run)) for run in (forger.run(), forger.other_run(), "x"))
    first.rename(between)
    second.rename(first)
    between.rename(second)


@forgery(group, "files-disagree", "sum-wrong")
def strategy(forger: Forger) -> None:
    """Two actions of an infoset have each other's probability in the final strategy."""
    table = forger.table(f"{forger.run()}/strategy.csv")
    for row in range(1, len(table.rows)):
        same = table.rows[row - 1][:2] == table.rows[row][:2]
        first, second = table.cell(row - 1, "probability"), table.cell(row, "probability")
        if same and first != second:
            table.put(row - 1, "probability", second)
            table.put(row, "probability", first)
            return forger.write(table)
    raise InapplicableError("the strategy is uniform")


@forgery(group, "sum-wrong", "cell-range")
def probabilities_that_sum_to_more_than_one(forger: Forger) -> None:
    """The probabilities of an infoset sum to more than one."""
    table = forger.table(f"{forger.run()}/strategy.csv")
    table.put(0, "probability", "1.0" if table.cell(0, "probability") != "1.0" else "0.5")
    forger.write(table)


@forgery(group, "files-disagree")
def strategy_of_an_iteration(forger: Forger) -> None:
    """At one iteration two actions of an infoset have each other's frequency."""
    table = forger.table(f"{forger.run()}/frequencies.csv")
    row = forger.between(table)
    for column in range(2, len(table.header)):
        first, second = table.rows[row][column - 1 : column + 1]
        same = table.header[column - 1].rpartition(":")[0] == table.header[column].rpartition(":")[0]
        if same and abs(float(first) - float(second)) > 0.001:
            table.rows[row][column - 1 : column + 1] = [second, first]
            return forger.write(table)
    raise InapplicableError("the strategy is uniform")


@forgery(group, "not-as-derived", "files-disagree", level="truth")
def regret_of_a_checkpoint(forger: Forger) -> str:
    """A regret of a checkpoint is larger than it was."""
    run = forger.repeated_run()
    table = forger.table(f"{run}/checkpoints/{forger.study['checkpoints'][len(forger.study['checkpoints']) // 2]}.csv")
    table.put(0, "cumulative_regret", more(table.cell(0, "cumulative_regret"), 1.0))
    forger.write(table)
    return run


@forgery(group, "files-disagree")
def value_of_a_plan(forger: Forger) -> None:
    """A plan is worth more than it is, though not more than the best one."""
    file = forger.files(r"[^/]+/[^/]+/plans\.csv")[0]
    table = forger.table(file)
    row = min(range(len(table.rows)), key=lambda n: float(table.cell(n, "value")))
    table.put(row, "value", more(table.cell(row, "value")))
    forger.write(table)


@forgery(group, "files-disagree")
def best_plan(forger: Forger) -> None:
    """A plan that is not the best is said to be."""
    file = forger.files(r"[^/]+/[^/]+/plans\.csv")[0]
    table = forger.table(file)
    row = first(
        (n for n in range(len(table.rows)) if table.cell(n, "best") == "0"), f"every plan in {file} is a best one"
    )
    table.put(row, "best", "1")
    forger.write(table)


@forgery(group, "files-disagree")
def distance(forger: Forger) -> None:
    """The distance to the family of equilibria is smaller than it was at one iteration."""
    file = forger.files(r"[^/]+/[^/]+/distance\.csv")[0]
    table = forger.table(file)
    row = forger.between(table)
    table.put(row, "distance", repr(float(table.cell(row, "distance")) / 2))
    forger.write(table)
