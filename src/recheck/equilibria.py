"""Verification of the equilibria: everything in the folder is proven again, in exact fractions.

Files: docs/bundle-format.md, "equilibria/". What follows from all of them is compared with summary.json at
the end.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

from recheck import tolerances
from recheck.bounds import Proof, check_bounds
from recheck.comparing import compare_json
from recheck.family import Family, read_family
from recheck.game import Game
from recheck.ledger import Check, Ledger
from recheck.members import Deviation, Member, check_deviations, check_members, deviations, members
from recheck.plans import Plans, payoff_matrix, plans
from recheck.reading import EXACT_CELL, exact_of, read_json, read_table
from recheck.study import PROVEN, STUDY_FILE, Study, studied

MOST_PAIRS = 1_000_000
"""So many pairs of plans are compared at most; docs/bundle-format.md, "pure_profiles.csv"."""

MOST_MEMBERS = 10**5


class Pure(NamedTuple):
    """All pairs of plans: how many, how many with nash_conv 0, and the smallest nash_conv."""

    profiles: int
    equilibria: int
    smallest: Fraction


def verify_equilibria(folder: Path, game_folder: str) -> Ledger:
    """Verify the family of equilibria of one game; whatever is wrong is in the ledger's problems."""
    return studied(Ledger(f"{game_folder}/equilibria"), folder, game_folder, None, _verify)


def _verify(ledger: Ledger, study: Study) -> None:
    """Verify all files of the family."""
    both = plans(study.game)
    if study.family is None or not _fit(study.game, both) or both is None:
        check = ledger.check("family named", STUDY_FILE, *tolerances.EXACT)
        message = "no family of equilibria, or no two-player zero-sum game with perfect recall and few plans"
        check.problem(message, None, "equilibria")
        return

    def opened(name: str, file: str) -> Check:
        return ledger.check(name, f"{study.game_folder}/equilibria/{file}", *tolerances.EXACT)

    family = read_family(opened("family", "family.csv"), study)
    summary = opened("summary", "summary.json")
    content = read_json(summary, study.folder)
    pure = _check_pure(opened("pure profiles", "pure_profiles.csv"), study, both)
    count = _count_of_members(summary, content)
    if family is None or count is None:
        return
    derived = members(study.game, both, family, count)
    check_members(opened("members", "members.csv"), study, derived)
    moved = deviations(study.game, both, derived)
    check_deviations(opened("deviations", "deviations.csv"), study, moved, family)
    proof = check_bounds(ledger, study, both, family, derived)
    facts = {"family": study.family, **_summary(study.game, family, derived, moved, proof, pure)}
    compare_json(summary, content, facts, "")
    ledger.level = PROVEN


def _fit(game: Game, both: Sequence[Plans] | None) -> bool:
    """Whether all these statements can be made on a game, and all its pairs of plans be compared."""
    if both is None or game.players != 2 or not game.ends.zero_sum or game.alike:
        return False
    return len(both[0].choices) * len(both[1].choices) <= MOST_PAIRS


def _count_of_members(check: Check, content: Any) -> int | None:
    """How many members the summary announces: the step of alpha follows from it."""
    count = content.get("members") if isinstance(content, dict) else None
    if type(count) is int and 2 <= count <= MOST_MEMBERS:
        return count
    check.problem("is not a number of members", None, "members", f"2 to {MOST_MEMBERS}", count)
    return None


def _check_pure(check: Check, study: Study, both: Sequence[Plans]) -> Pure:
    """Compare pure_profiles.csv with the whole matrix of payoffs, in integers until the last division."""
    matrix = payoff_matrix(study.game, both)
    best_0 = [max(column) for column in zip(*matrix)]
    best_1 = [-min(row) for row in matrix]
    labels = [(str(n), str(m)) for n in range(len(matrix)) for m in range(len(matrix[0]))]
    columns = ("gain_0", "gain_1", "nash_conv")
    rows = read_table(check, study.folder, ("plan_0", "plan_1", *columns), labels, EXACT_CELL)
    smallest, equilibria = None, 0
    for label in labels:
        n, m = int(label[0]), int(label[1])
        gains = (best_0[m] - matrix[n][m], best_1[n] + matrix[n][m])
        nash_conv = gains[0] + gains[1]
        smallest = nash_conv if smallest is None else min(smallest, nash_conv)
        equilibria += nash_conv == 0
        if label not in rows:
            continue
        for column, number in zip(columns, (*gains, nash_conv)):
            published = exact_of(check, rows[label], column)
            if published is not None:
                check.exact(published, Fraction(number, study.game.denominator), rows[label].number, column)
    return Pure(len(labels), equilibria, Fraction(smallest or 0, study.game.denominator))


def _summary(
    game: Game, family: Family, derived: Sequence[Member], moved: Sequence[Deviation], proof: Proof, pure: Pure
) -> dict[str, Any]:
    """What summary.json has to say besides the family's name, from derived facts only."""
    values = {member.value for member in derived if member.nash_conv == 0}
    return {
        "parameter": "alpha",
        "lower": str(family.lower),
        "upper": str(family.upper),
        "value": str(values.pop()) if len(values) == 1 else None,
        "members": len(derived),
        "members_in_equilibrium": len([member for member in derived if member.nash_conv == 0]),
        "deviations": len(moved),
        "strict_deviations": len([d for d in moved if d.strict]),
        "exceptions": [
            {"alpha": str(d.alpha), "player": infoset.player, "infoset": infoset.name}
            for d, infoset in ((d, game.infosets[d.infoset]) for d in moved if not d.strict)
        ],
        "unique": proof.unique,
        "complete": proof.complete,
        "pure_profiles": pure.profiles,
        "pure_equilibria": pure.equilibria,
        "smallest_pure_nash_conv": str(pure.smallest),
    }
