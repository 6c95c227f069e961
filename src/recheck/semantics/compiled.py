"""The compiled game as its files have it: counts, infosets, sequences and outcomes that fit together.

docs/bundle-format.md, "The compiled game". What the rules of the game would give is not looked at.
"""

from __future__ import annotations

import math
import re
from array import array
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from recheck.codes import CELL_FORM, CELL_RANGE, JSON_KEYS, SUM_WRONG, TABLE_ROWS
from recheck.comparing import compare_json
from recheck.game import Alike, Ends, Game, Outcome, Tree
from recheck.gamefile import INFOSETS_HEADER, outcomes_header
from recheck.histories import Histories
from recheck.information import Infoset
from recheck.ledger import LARGEST, Check, to_float
from recheck.names import written
from recheck.reading import Label
from recheck.semantics.bundle import Bundle, are_all, have_keys
from recheck.semantics.cells import ascend, down, in_range, read_any_rows
from recheck.source import unit_of
from recheck.tolerances import ROUNDING, Tolerance

KINDS: Mapping[str, type] = {
    "rules": str,
    "parameters": dict,
    "unit": str,
    "players": int,
    "histories": int,
    "terminals": int,
    "infosets": list,
    "sequences": list,
    "zero_sum": bool,
    "denominator": int,
    "alike": list,
}
ESCAPED = re.compile("%([0-9A-F]{2})")
OTHER_COUNT = "does not have as many as game.json counts"


class Compiled(NamedTuple):
    """A compiled game: its entry in study.json and its unit, and what is counted by infosets.csv.

    `game` has infosets, sequences, outcomes and what is played alike, but no histories. `labels` are those of the rows by
    player, infoset and action, `spans` where each infoset has its rows. `rounding` is how much expected payoffs may round.
    """

    entry: Mapping[str, Any]
    unit: str
    game: Game
    labels: list[Label]
    spans: list[tuple[int, int]]
    rounding: Tolerance

    @property
    def folder(self) -> str:
        """The game's folder."""
        return str(self.entry["folder"])


def read_compiled(bundle: Bundle, entry: Mapping[str, Any]) -> Compiled | None:
    """The compiled game of an entry of study.json; None, with problems, if its files are none, or are not of one game."""
    folder = entry["folder"]
    read = bundle.json("compiled game", f"{folder}/game.json", KINDS)
    if read is None or not _fits(*read, entry):
        return None
    infosets = _infosets(bundle, folder, read[1])
    if infosets is None:
        return None
    game = _without_outcomes(read[1], infosets)
    outcomes = _outcomes(bundle, folder, game)
    if outcomes is None:
        return None
    game = game._replace(outcomes=outcomes)
    labels: list[Label] = [(str(of.player), of.label, action) for of in infosets for action in of.action_labels]
    spans = []
    begin = 0
    for infoset in infosets:
        spans.append((begin, begin + len(infoset.actions)))
        begin += len(infoset.actions)
    return Compiled(entry, read[1]["unit"], game, labels, spans, _rounding(game))


def _fits(check: Check, content: Mapping[str, Any], entry: Mapping[str, Any]) -> bool:
    """Whether game.json is of the entry's game, with counts that can be."""
    for key in ("rules", "parameters"):
        compare_json(check, content[key], entry[key], key)
    unit = unit_of(entry["rules"])
    if unit is not None:
        check.same(content["unit"], unit, None, "unit", "is not what these rules pay")
    counted = [content["infosets"], content["sequences"]]
    for name in ("infosets", "sequences"):
        if not are_all(check, content[name], int, name):
            return False
        check.same(len(content[name]), content["players"], None, name, "does not have one number for each player")
    if not check.passed:
        return False
    least = {"players": 1, "terminals": 1, "denominator": 1, "histories": content["terminals"]}
    for name, number in least.items():
        if content[name] < number:
            check.problem("is too small", None, name, f"{number} or more", content[name], CELL_RANGE)
    for n, (infosets, sequences) in enumerate(zip(*counted)):
        if not 0 <= infosets <= sequences:
            check.problem("is too small", None, f"sequences[{n}]", f"{infosets} or more", sequences, CELL_RANGE)
    return check.passed and _are_alike(check, content, entry)


def _are_alike(check: Check, content: Mapping[str, Any], entry: Mapping[str, Any]) -> bool:
    """Whether the groups of infosets that are played alike are such, of rows that there are."""
    if content["alike"] and not entry["imperfect_recall"]:
        check.problem("has what only a game without perfect recall has", None, "alike", "[]")
        return False
    taken: set[int] = set()
    for n, group in enumerate(content["alike"]):
        where = f"alike[{n}]"
        if not have_keys(check, group, {"infosets": list, "histories": list}, where):
            return False
        for name in ("infosets", "histories"):
            if not are_all(check, group[name], int, f"{where}.{name}"):
                return False
        rows, histories = group["infosets"], group["histories"]
        if len(rows) < 2 or len(rows) != len(histories) or min(histories) < 1:
            check.problem("is no group with a number of histories for each infoset", None, where, code=JSON_KEYS)
        elif rows != sorted({*rows}) or rows[0] < 0 or rows[-1] >= sum(content["infosets"]) or taken & {*rows}:
            check.problem("has rows that are not there, or not once", None, f"{where}.infosets", code=CELL_RANGE)
        taken.update(rows)
    return check.passed


def _infosets(bundle: Bundle, folder: str, content: Mapping[str, Any]) -> tuple[Infoset, ...] | None:
    """The rows of infosets.csv; None, with problems, if they are not those that game.json counts, or cannot be."""
    table = read_any_rows(bundle, "infosets of the compiled game", f"{folder}/infosets.csv", INFOSETS_HEADER)
    if table is None:
        return None
    check = table.check
    check.same(len(table.rows), sum(content["infosets"]), None, "player", OTHER_COUNT)
    if not check.passed:
        return None
    players = [str(player) for player, count in enumerate(content["infosets"]) for _ in range(count)]
    parents = table.wholes("parent")
    for row, (text, due) in enumerate(zip(table.texts("player"), players), 1):
        if text != due:
            check.problem("is not the player that is due here", row, "player", due, text, TABLE_ROWS)
            break
    if parents is None or not check.passed:
        return None
    found: list[Infoset] = []
    earlier: list[int] = []
    for player, count in enumerate(content["infosets"]):
        empty = len(earlier)
        earlier.append(0)
        for n in range(len(found), len(found) + count):
            names = _names(check, n + 1, table.rows[n][1], table.rows[n][3])
            if names is None or not _leads_on(check, n + 1, parents[n], range(empty, len(earlier))):
                return None
            found.append(Infoset(player, names[0], tuple(names[1:]), earlier[parents[n]], parents[n], len(earlier)))
            earlier += [earlier[parents[n]] + 1] * len(found[-1].actions)
        check.same(len(earlier) - empty - 1, content["sequences"][player], None, "actions", OTHER_COUNT)
    return tuple(found) if check.passed and _in_order(check, found, content["alike"]) else None


def _leads_on(check: Check, row: int, parent: int, earlier: range) -> bool:
    """Whether a sequence is one of the player's own, from before."""
    if parent in earlier:
        return True
    expected = f"{earlier[0]} to {earlier[-1]}"
    check.problem("is no sequence of the player from before", row, "parent", expected, parent, CELL_RANGE)
    return False


def _in_order(check: Check, infosets: Sequence[Infoset], alike: Sequence[Mapping[str, Any]]) -> bool:
    """Whether infosets are in the published order, each name once, and those that are alike are numbered."""
    bases = {n: (infoset.name, 0) for n, infoset in enumerate(infosets)}
    for of_group, group in enumerate(alike):
        first = infosets[group["infosets"][0]]
        for number, n in enumerate(group["infosets"], 1):
            base, _, _ = infosets[n].name.rpartition("~")
            same = infosets[n].player == first.player and infosets[n].actions == first.actions
            if not same or infosets[n].name != f"{first.name.rpartition('~')[0]}~{number}":
                expected = f"a name that ends in ~{number}, and what the others of alike[{of_group}] have"
                check.problem("is not played alike with those", n + 1, "infoset", expected, infosets[n].label)
                return False
            bases[n] = (base, number)
    keys = [
        (infoset.player, infoset.earlier, base.encode("utf-8", "surrogatepass"), number)
        for infoset, (base, number) in zip(infosets, bases.values())
    ]
    check.numbers += len(keys)
    for n, (before, after) in enumerate(zip(keys, keys[1:]), 1):
        if not before < after:
            found = infosets[n].label
            check.problem("is not in the order of infosets", n + 1, "infoset", None, found, TABLE_ROWS)
            return False
    if len({(infoset.player, infoset.name) for infoset in infosets}) < len(infosets):
        check.problem("a name is there twice", None, "infoset", code=TABLE_ROWS)
        return False
    return True


def _names(check: Check, row: int, name: str, actions: str) -> list[str] | None:
    """The names of an infoset and of its actions; None, with a problem, if they are not written as names are."""
    texts = [name, *actions.split("|")]
    names = [ESCAPED.sub(lambda match: chr(int(match[1], 16)), text) for text in texts]
    for n, (text, read) in enumerate(zip(texts, names)):
        if written(read) != text or (n and not text):
            column = "actions" if n else "infoset"
            check.problem("is not a name as it is written", row, column, written(read), text, CELL_FORM)
            return None
    if len({*names[1:]}) != len(names) - 1:
        check.problem("has an action twice", row, "actions", None, actions, CELL_FORM)
        return None
    return names


def _without_outcomes(content: Mapping[str, Any], infosets: tuple[Infoset, ...]) -> Game:
    """The game with its infosets and sequences, and nothing else of it."""
    empty = [0]
    for player in range(content["players"]):
        own = [len(infoset.actions) for infoset in infosets if infoset.player == player]
        empty.append(empty[-1] + 1 + sum(own))
    nothing = array("i")
    return Game(
        content["players"],
        infosets,
        tuple([Alike(tuple(group["infosets"]), tuple(group["histories"])) for group in content["alike"]]),
        tuple(empty),
        [],
        content["denominator"],
        content["histories"],
        content["terminals"],
        Tree(nothing, (), nothing, nothing),
        Ends((), content["zero_sum"], Fraction(0)),
        Histories([], nothing, nothing, nothing, nothing, []),
    )


def _outcomes(bundle: Bundle, folder: str, game: Game) -> list[Outcome] | None:
    """The rows of outcomes.csv; None, with problems, if they cannot be those of the game."""
    header = outcomes_header(game.players)
    table = read_any_rows(bundle, "outcomes of the compiled game", f"{folder}/outcomes.csv", header)
    if table is None:
        return None
    check = table.check
    columns = [numbers for column in header if (numbers := table.wholes(column)) is not None]
    if len(columns) < len(header):
        return None
    for player in range(game.players):
        least, most = game.empty[player], game.empty[player + 1] - 1
        in_range(check, columns[player], least, most, down(header[player]))
    reached, paid = list(zip(*columns[: game.players])), list(zip(*columns[game.players :]))
    ascend(check, reached, down(header[0]), "is not in ascending order of the sequences")
    if not 1 <= len(table.rows) <= game.terminals:
        expected = f"1 to {game.terminals} rows, as many as there are ends at most"
        check.problem("has other outcomes than the game has ends", None, None, expected, len(table.rows), TABLE_ROWS)
    if math.gcd(game.denominator, *[payoff for payoffs in paid for payoff in payoffs]) != 1:
        check.problem("could be divided by less", None, header[-1], "a smaller denominator in game.json")
    if game.ends.zero_sum:
        for row, payoff in enumerate(paid, 1):
            if sum(payoff) != 0:
                check.problem("does not sum to zero", row, header[-1], -sum(payoff[:-1]), payoff[-1], SUM_WRONG)
                break
    return list(map(Outcome, reached, paid)) if check.passed else None


def _rounding(game: Game) -> Tolerance:
    """As recheck.tolerances has it for measures of published floats, by what is known here: as if all payoffs were got."""
    longest = [0] * game.players
    for infoset in game.infosets:
        longest[infoset.player] = max(longest[infoset.player], infoset.earlier + 1)
    most = max((len(infoset.actions) for infoset in game.infosets), default=1)
    operations = len(game.outcomes) + game.players + 3 + sum(longest) * (2 * most + 3)
    largest = max(sum([abs(of.payoffs[player]) for of in game.outcomes]) for player in range(game.players))
    size = 2 * game.players * operations * ROUNDING * to_float(Fraction(largest, game.denominator))
    together = f"{len(game.outcomes)} payoffs, which are {largest}/{game.denominator} together"
    reason = f"{2 * game.players} sums of {together}, round so much at most"
    return Tolerance(min(size, LARGEST), reason)
