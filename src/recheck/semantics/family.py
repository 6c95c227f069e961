"""A family of equilibria and the tables about it: exact numbers that add up, and a summary that counts them.

docs/bundle-format.md, "equilibria/". That the family is one of equilibria, and the only one, is proven elsewhere.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from recheck.bounds import COLUMNS, SENSES
from recheck.codes import CELL_FORM, CELL_RANGE, FILES_DISAGREE, SUM_WRONG, TABLE_ROWS
from recheck.exact import realization_weights
from recheck.family import Family, with_range
from recheck.ledger import Check, to_float
from recheck.reading import EXACT_CELL, Label, exact_number
from recheck.semantics.bundle import Bundle, are_all, have_keys
from recheck.semantics.cells import (
    Table,
    are_one_of,
    are_sums,
    down,
    exacts_of,
    in_range,
    read_any_rows,
    read_rows,
    same_texts,
    sum_to,
)
from recheck.semantics.compiled import Compiled
from recheck.semantics.values import Solved

KINDS: Mapping[str, type] = {
    "family": str,
    "parameter": str,
    "lower": str,
    "upper": str,
    "value": str,
    "members": int,
    "members_in_equilibrium": int,
    "deviations": int,
    "strict_deviations": int,
    "exceptions": list,
    "unique": list,
    "complete": bool,
    "pure_profiles": int,
    "pure_equilibria": int,
    "smallest_pure_nash_conv": str,
}
EXCEPTION: Mapping[str, type] = {"alpha": str, "player": int, "infoset": str}
ZERO, ONE = Fraction(0), Fraction(1)
MOST_MEMBERS, MOST_PAIRS = 10**5, 1_000_000
DEVIATION = ("probability", "own_reach", "slope_up", "slope_down", "strict")
NO_SUM = "is not the sum of both gains"


class Summary(NamedTuple):
    """The content of summary.json, with its exact numbers read, and the check of it."""

    check: Check
    content: Mapping[str, Any]
    exact: Mapping[str, Fraction]

    def same(self, found: object, name: str, message: str) -> None:
        """The summary says what a table gives."""
        self.check.same(self.content[name], found, None, name, message)


def check_family(bundle: Bundle, compiled: Compiled) -> Solved:
    """Check all files of equilibria/; give the range of the parameter and the value, as far as they can be read."""
    if not _has_few_plans(bundle, compiled):
        return Solved()
    summary = _summary(bundle, compiled)
    family = _family(bundle, compiled)
    if summary is None:
        return Solved()
    if family is not None:
        for name in ("lower", "upper"):
            summary.same(str(getattr(family, name)), name, "is not where the range of the family ends")
    alphas = _members(bundle, compiled, summary)
    if alphas is not None and family is not None:
        _deviations(bundle, compiled, summary, alphas, family)
    _pure(bundle, compiled, summary)
    bounds = _bounds(bundle, compiled, family)
    if bounds is not None:
        _certificates(bundle, compiled, bounds)
    value = to_float(summary.exact["value"])
    return Solved(value, value, family)


def _has_few_plans(bundle: Bundle, compiled: Compiled) -> bool:
    """Whether statements on all pairs of plans can be made on a game."""
    game = compiled.game
    check = bundle.check("games that have a family of equilibria", f"{compiled.folder}/game.json")
    check.numbers = 1
    if game.players != 2 or not game.ends.zero_sum or game.alike:
        check.problem("is no two-player zero-sum game with perfect recall, and study.json names a family for it")
    elif math.prod(_counts(compiled)) > MOST_PAIRS:
        check.problem(
            "has too many pairs of plans", None, "infosets", f"{MOST_PAIRS:,}", f"{math.prod(_counts(compiled)):,}"
        )
    return check.passed


def _counts(compiled: Compiled) -> list[int]:
    """How many plans both players have."""
    game = compiled.game
    return [math.prod(len(infoset.actions) for _, infoset in game.of(player)) for player in (0, 1)]


def _summary(bundle: Bundle, compiled: Compiled) -> Summary | None:
    """The summary; None, with problems, if it is not in its form."""
    read = bundle.json("summary", f"{compiled.folder}/equilibria/summary.json", KINDS)
    if read is None:
        return None
    check, content = read
    check.same(content["family"], compiled.entry["equilibria"], None, "family", "is not what study.json names")
    exact: dict[str, Fraction] = {}
    for name in ("lower", "upper", "value", "smallest_pure_nash_conv"):
        number = exact_number(content[name])
        if number is None or str(number) != content[name]:
            check.problem("not an exact number in lowest terms", None, name, number, content[name], CELL_FORM)
            return None
        exact[name] = number
    return Summary(check, content, exact) if _is_summary(check, content, exact, compiled.game.players) else None


def _is_summary(check: Check, content: Mapping[str, Any], exact: Mapping[str, Fraction], players: int) -> bool:
    """Whether what a summary says can be."""
    passed = True
    if not 2 <= content["members"] <= MOST_MEMBERS:
        expected = f"2 to {MOST_MEMBERS}"
        check.problem("is not a number of members", None, "members", expected, content["members"], CELL_RANGE)
        passed = False
    if exact["lower"] >= exact["upper"]:
        check.problem("is not above lower", None, "upper", None, exact["upper"], CELL_RANGE)
        passed = False
    if len(content["unique"]) != players:
        check.problem("does not say it of each player", None, "unique", players, len(content["unique"]))
        passed = False
    passed &= are_all(check, content["unique"], bool, "unique")
    for n, item in enumerate(content["exceptions"]):
        passed &= have_keys(check, item, EXCEPTION, f"exceptions[{n}]")
    return passed


def _read(
    bundle: Bundle, compiled: Compiled, name: str, file: str, header: Sequence[str], labels: Sequence[Label]
) -> Table | None:
    """A table of exact numbers."""
    return read_rows(bundle, name, f"{compiled.folder}/equilibria/{file}", header, labels, EXACT_CELL)


def _family(bundle: Bundle, compiled: Compiled) -> Family | None:
    """The family of family.csv: probabilities that sum to 1 whatever the parameter, and a range where none is negative."""
    header = ("player", "infoset", "action", "constant", "slope")
    table = _read(bundle, compiled, "form of the family", "family.csv", header, compiled.labels)
    if table is None:
        return None
    constant, slope = table.exacts("constant"), table.exacts("slope")
    if constant is None or slope is None:
        return None
    passed = sum_to(table.check, constant, compiled.spans, down("constant"), ONE)
    passed &= sum_to(table.check, slope, compiled.spans, down("slope"), ZERO)
    of_infosets = [[tuple(numbers[begin:end]) for begin, end in compiled.spans] for numbers in (constant, slope)]
    return with_range(table.check, *of_infosets) if passed else None


def _members(bundle: Bundle, compiled: Compiled, summary: Summary) -> list[Fraction] | None:
    """Check members.csv: equal steps from end to end, gains that add up; give the values of alpha."""
    count, lower, upper = summary.content["members"], summary.exact["lower"], summary.exact["upper"]
    alphas = [lower + (upper - lower) * Fraction(n, count - 1) for n in range(count)]
    header = ("alpha", "value", "gain_0", "gain_1", "nash_conv")
    table = _read(bundle, compiled, "form of the members", "members.csv", header, [(str(alpha),) for alpha in alphas])
    if table is None:
        return None
    found = {name: numbers for name in header[1:] if (numbers := table.exacts(name)) is not None}
    if len(found) == len(header) - 1:
        _gains(table, found)
        even = [n for n, number in enumerate(found["nash_conv"]) if number == 0]
        summary.same(len(even), "members_in_equilibrium", "is not how many rows of members.csv have nash_conv 0")
        for n in even:
            if found["value"][n] != summary.exact["value"]:
                message = "is not the value of the game, and this is an equilibrium"
                table.check.problem(message, n + 1, "value", summary.exact["value"], found["value"][n])
    return alphas


def _gains(table: Table, found: Mapping[str, list[Fraction]]) -> None:
    """Gains are none below 0, and nash_conv is their sum."""
    for name in ("gain_0", "gain_1"):
        in_range(table.check, found[name], ZERO, None, down(name))
    are_sums(table.check, (found["gain_0"], found["gain_1"]), found["nash_conv"], down("nash_conv"), NO_SUM)


def _deviations(
    bundle: Bundle,
    compiled: Compiled,
    summary: Summary,
    alphas: Sequence[Fraction],
    family: Family,
) -> None:
    """Check deviations.csv: probabilities and own reach by the family, empty slopes where there is no room, marks, counts."""
    game = compiled.game
    moved = [(n, begin + 1) for n, (begin, end) in enumerate(compiled.spans) if end - begin == 2]
    labels: list[Label] = []
    for alpha in alphas:
        for _, second in moved:
            labels.append((str(alpha), *compiled.labels[second]))
    header = ("alpha", "player", "infoset", "action", *DEVIATION)
    table = _read(bundle, compiled, "form of the deviations", "deviations.csv", header, labels)
    if table is None:
        return
    check = table.check
    due, reaches = [], []
    for alpha in alphas:
        weights = [ONE] * game.empty[-1]
        member = family.member(alpha)
        for infoset, probabilities in zip(game.infosets, member):
            for sequence, probability in enumerate(probabilities, infoset.first):
                weights[sequence] = weights[infoset.parent] * probability
        due += [member[n][1] for n, _ in moved]
        reaches += [weights[game.infosets[n].parent] for n, _ in moved]
    for name, numbers in (("probability", due), ("own_reach", reaches)):
        found = table.exacts(name)
        if found is not None:
            message = "is not what the family gives"
            same_texts(check, list(map(str, found)), list(map(str, numbers)), down(name), message)
    slopes = [_slopes(table, name, [p == end for p in due]) for name, end in (("slope_up", 1), ("slope_down", 0))]
    texts = table.texts("strict")
    if not are_one_of(check, texts, ("0", "1"), down("strict")) or None in slopes:
        return
    both = zip(*[of for of in slopes if of is not None])
    strict = [all(slope > 0 for slope in of if slope is not None) for of in both]
    same_texts(check, texts, ["1" if of else "0" for of in strict], down("strict"), "is not the mark by the slopes")
    summary.same(len(labels), "deviations", "is not how many rows deviations.csv has")
    summary.same(texts.count("1"), "strict_deviations", "is not how many rows of deviations.csv are strict")
    exceptions = [
        {"alpha": label[0], "player": int(label[1]), "infoset": game.infosets[moved[n % len(moved)][0]].name}
        for n, label in enumerate(labels)
        if texts[n] == "0"
    ]
    summary.same(exceptions, "exceptions", "are not the rows of deviations.csv that are not strict")


def _slopes(table: Table, column: str, without: Sequence[bool]) -> list[Fraction | None] | None:
    """The slopes of a column, None where there is no room to move; None, with problems, if they cannot be read."""
    texts = table.texts(column)
    for row, (text, no_room) in enumerate(zip(texts, without), 1):
        if (text == "") != no_room:
            expected = "nothing, as there is no room to move" if no_room else "an exact number"
            table.check.problem("is not what belongs here", row, column, expected, text, CELL_FORM)
            return None
    numbered = [n for n, no_room in enumerate(without) if not no_room]
    numbers = exacts_of(table.check, [texts[n] for n in numbered], lambda n: (numbered[n] + 1, column))
    if numbers is None:
        return None
    found: list[Fraction | None] = [None] * len(texts)
    for n, number in zip(numbered, numbers):
        found[n] = number
    return found


def _pure(bundle: Bundle, compiled: Compiled, summary: Summary) -> None:
    """Check pure_profiles.csv: all pairs of plans, gains that add up, counts."""
    mine, theirs = _counts(compiled)
    labels = [(str(n), str(m)) for n in range(mine) for m in range(theirs)]
    header = ("plan_0", "plan_1", "gain_0", "gain_1", "nash_conv")
    table = _read(bundle, compiled, "form of the pure profiles", "pure_profiles.csv", header, labels)
    if table is None:
        return
    found = {name: numbers for name in header[2:] if (numbers := table.exacts(name)) is not None}
    if len(found) < 3:
        return
    _gains(table, found)
    summary.same(len(labels), "pure_profiles", "is not how many rows pure_profiles.csv has")
    summary.same(found["nash_conv"].count(ZERO), "pure_equilibria", "is not how many pure profiles have nash_conv 0")
    least = str(min(found["nash_conv"]))
    summary.same(least, "smallest_pure_nash_conv", "is not the smallest nash_conv of pure_profiles.csv")


def _bounds(bundle: Bundle, compiled: Compiled, family: Family | None) -> list[int] | None:
    """Check bounds.csv: numbered, each about sequences of a player and met by the family; give the player of each certificate."""
    file = f"{compiled.folder}/equilibria/bounds.csv"
    table = read_any_rows(bundle, "form of the bounds", file, COLUMNS)
    if table is None:
        return None
    check = table.check
    for row, text in enumerate(table.texts("certificate"), 1):
        if text != str(row - 1):
            check.problem("is not the next number", row, "certificate", row - 1, text, TABLE_ROWS)
            break
    for column in ("constant", "slope"):
        table.exacts(column)
    weights = table.exacts("weight")
    if weights is not None:
        in_range(check, weights, ZERO, None, down("weight"))
    are_one_of(check, table.texts("sense"), tuple(SENSES), down("sense"))
    sequences = set(compiled.labels)
    seen = set()
    for row, (_, player, infoset, action, pivot_infoset, pivot_action, _, slope, sense, _) in enumerate(table.rows, 1):
        if (player, infoset, action) not in sequences:
            found = " ".join((player, infoset, action))
            check.problem("is no sequence of the game", row, "player, infoset, action", None, found, TABLE_ROWS)
        elif (player, infoset, action, sense) in seen:
            check.problem("is bounded already", row, "sense", None, sense, TABLE_ROWS)
        if (pivot_infoset, pivot_action) != ("", "") and (player, pivot_infoset, pivot_action) not in sequences:
            found = f"{pivot_infoset} {pivot_action}"
            check.problem("is no sequence of the player", row, "pivot_infoset", None, found, TABLE_ROWS)
        if pivot_infoset == "" and slope != "0":
            check.problem("is not 0 although there is no pivot", row, "slope", 0, slope, FILES_DISAGREE)
        seen.add((player, infoset, action, sense))
    if check.passed and family is not None:
        _met(check, compiled, table, family)
    return [int(player) for player in table.texts("player")] if check.passed else None


def _met(check: Check, compiled: Compiled, table: Table, family: Family) -> None:
    """Whether both ends of a family have the realization weights that the bounds say, with no room between."""
    game = compiled.game
    ends: list[dict[tuple[str, ...], Fraction]] = []
    for alpha in (family.lower, family.upper):
        member = family.member(alpha)
        weights = [weight for player in (0, 1) for weight in realization_weights(game, player, member)[1:]]
        ends.append(dict(zip(compiled.labels, weights)))
    for row, (_, player, infoset, action, *pivot, constant, slope, _, _) in enumerate(table.rows, 1):
        check.numbers += 1
        for weights_of in ends:
            at_pivot = weights_of.get((player, *pivot), ZERO)
            due = Fraction(constant) + Fraction(slope) * at_pivot
            if weights_of[player, infoset, action] != due:
                message = "do not give the realization weight that the family has"
                check.problem(message, row, "constant, slope", weights_of[player, infoset, action], due)
                return


def _certificates(bundle: Bundle, compiled: Compiled, players: Sequence[int]) -> None:
    """Check certificates.csv: a strategy of the other player for each bound."""
    others = {player: [label for label in compiled.labels if label[0] != str(player)] for player in (0, 1)}
    labels = [(str(n), *label[1:]) for n, player in enumerate(players) for label in others[player]]
    header = ("certificate", "infoset", "action", "probability")
    table = _read(bundle, compiled, "form of the certificates", "certificates.csv", header, labels)
    numbers = None if table is None else table.exacts("probability")
    if table is None or numbers is None:
        return
    in_range(table.check, numbers, ZERO, ONE, down("probability"))
    check = bundle.check("probabilities of certificates sum to 1", table.check.file, code=SUM_WRONG)
    spans = []
    begin = 0
    for player in players:
        for infoset in compiled.game.infosets:
            if infoset.player != player:
                spans.append((begin, begin + len(infoset.actions)))
                begin += len(infoset.actions)
    sum_to(check, numbers, spans, down("probability"), ONE)
