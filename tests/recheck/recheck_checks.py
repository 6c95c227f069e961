"""The checks of the little study by name: how many numbers each compares, and what difference passes."""

from __future__ import annotations

EXACT, SAME_STRATEGY, NORMALIZED, AVERAGE, CURRENT = 0.0, 448 * 2.0**-53, 3 * 2.0**-53, 1e-11, 5e-9
OF_DISTANCE = 128 * 2.0**-53

GAME = "compiled game"
INFOSETS = "infosets of the compiled game"
OUTCOMES = "outcomes of the compiled game"
RECURSION = "measures of the average strategy, by recursion"
ALL_PLANS = "measures of the average strategy, by all plans"
CURRENT_RECURSION = "measures of the current strategy, by recursion"
CURRENT_ALL_PLANS = "measures of the current strategy, by all plans"
OF_FREQUENCIES = "measures of the published frequencies"
OF_STATES = "measures of the published states"
BITS = "measures in the order of operations, bit by bit"
CERTIFIED = "every row is certified"
SUMS = "sums within each row"
LAST_EXACT = "last row against exact arithmetic"
FREQUENCIES = "average strategy at every snapshot"
SNAPSHOT_SUMS = "probabilities of every snapshot sum to 1"
FINAL = "final average strategy"
FINAL_ROW = "final strategy against the last row of frequencies.csv"
FINAL_STATE = "final strategy against the last checkpoint"
NORMAL = "probabilities of an infoset sum to 1"
PLANS = "every plan against the final strategy"
PLANS_EXACT = "every plan against the published strategy"
BEST = "best plans"
DISTANCE = "distance to the family"
LISTED = "all sequences are bounded"
PROVEN = "certificates hold against every plan"
FILLED = "the family fills the bounds"

INFOSET_COLUMNS = ("player", "infoset", "parent", "actions")
OUTCOME_COLUMNS = ("sequence_0", "sequence_1", "payoff_0", "payoff_1")

OF_RUN = {
    GAME: (16, EXACT),
    INFOSETS: (12 * 4, EXACT),
    OUTCOMES: (30 * 4, EXACT),
    "regrets after iteration 1": (48, 5e-12),
    "regrets after iteration 5": (48, 2.5e-11),
    "regrets after iteration 50": (48, 2.5e-10),
    "regrets after iteration 200": (48, 1e-9),
    "strategy sums after iteration 1": (24, SAME_STRATEGY),
    "strategy sums after iteration 5": (24, SAME_STRATEGY),
    "strategy sums after iteration 50": (24, 2.5e-13),
    "strategy sums after iteration 200": (24, 1e-12),
    "checkpoint files": (4, EXACT),
    FREQUENCIES: (8 * 24, AVERAGE),
    SNAPSHOT_SUMS: (8 * 12, NORMALIZED),
    RECURSION: (8 * 5, AVERAGE),
    ALL_PLANS: (8 * 5, AVERAGE),
    CURRENT_RECURSION: (8 * 5, CURRENT),
    CURRENT_ALL_PLANS: (8 * 5, CURRENT),
    OF_FREQUENCIES: (8 * 5, SAME_STRATEGY),
    OF_STATES: (4 * 10, SAME_STRATEGY),
    BITS: (8 * 5 + 4 * 10, EXACT),
    SUMS: (8 * 4, EXACT),
    FINAL: (24, AVERAGE),
    FINAL_ROW: (24, EXACT),
    FINAL_STATE: (24, EXACT),
    NORMAL: (12, NORMALIZED),
    LAST_EXACT: (4, SAME_STRATEGY),
    "exact gains, by recursion and by all plans": (2, EXACT),
    PLANS: (128 * 2, AVERAGE),
    PLANS_EXACT: (128, SAME_STRATEGY),
    BEST: (128, EXACT),
    "family of equilibria": (24, EXACT),
    DISTANCE: (8 * 2, OF_DISTANCE),
}
"""Name -> numbers compared, tolerance; those of regrets and strategy sums grow with the iterations."""

OF_EQUILIBRIA = {
    "family": (24, EXACT),
    "summary": (20, EXACT),
    "pure profiles": (64 * 64 * 3, EXACT),
    "members": (3 * 4, EXACT),
    "deviations": (36 * 6, EXACT),
    # 46 bounds, each with a number and a pivot, and 24 sequences in two senses.
    LISTED: (46 * 2 + 48, EXACT),
    PROVEN: (46 * 64, EXACT),
    # 46 bounds at three members, and the range of one pivot.
    FILLED: (46 * 3 + 1, EXACT),
}


def of_trajectory(row: int, column: str) -> list[str]:
    """The names of the checks that compare this cell of trajectory.csv, each as often as it does."""
    current = column.startswith("current_")
    measure = column.removeprefix("current_")
    names = [CURRENT_RECURSION, CURRENT_ALL_PLANS] if current else [RECURSION, ALL_PLANS, OF_FREQUENCIES, BITS]
    if row in (1, 3, 6, 8):
        names += [OF_STATES, BITS]
    if measure in ("nash_conv", "exploitability"):
        names.append(SUMS)
    if row == 8 and not current and measure != "exploitability":
        names.append(LAST_EXACT)
    return names
