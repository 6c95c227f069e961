"""Verification of the compiled game: what the files say is compared with what the rules give, all of it.

Keys, columns, numbering of sequences and merging of terminals: docs/bundle-format.md, "The compiled game".
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import Any

from recheck import tolerances
from recheck.comparing import compare_json
from recheck.game import Game
from recheck.ledger import Check, Ledger
from recheck.reading import by_label, most_bytes, read_json, read_text, rows_of
from recheck.source import unit_of
from recheck.study import Study

MESSAGE = "is not what the rules give"


def check_game(ledger: Ledger, study: Study) -> None:
    """Compare game.json, infosets.csv and outcomes.csv with the game that was derived."""

    def opened(name: str, file: str) -> Check:
        return ledger.check(name, f"{study.game_folder}/{file}", *tolerances.EXACT)

    check = opened("compiled game", "game.json")
    content = read_json(check, study.folder)
    if content is not None:
        unit = unit_of(study.rules)
        if unit is None:
            unit = str(content.get("unit")) if isinstance(content, dict) else ""
        compare_json(check, content, sizes(study, unit), "")
    game = study.game
    check = opened("infosets of the compiled game", "infosets.csv")
    compare_rows(check, study, INFOSETS_HEADER, lambda: infoset_rows(game), 2)
    check = opened("outcomes of the compiled game", "outcomes.csv")
    compare_rows(check, study, outcomes_header(game.players), lambda: outcome_rows(game), game.players)


def sizes(study: Study, unit: str) -> dict[str, Any]:
    """The whole content of game.json, keys in published order; `unit` is what payoffs are counted in."""
    game = study.game
    of_players = [[infoset for _, infoset in game.of(player)] for player in range(game.players)]
    return {
        "rules": study.rules,
        "parameters": study.parameters,
        "unit": unit,
        "players": game.players,
        "histories": game.histories,
        "terminals": game.terminals,
        "infosets": [len(own) for own in of_players],
        "sequences": [sum(len(infoset.actions) for infoset in own) for own in of_players],
        "zero_sum": game.ends.zero_sum,
        "denominator": game.denominator,
        "alike": [{"infosets": list(group.infosets), "histories": list(group.histories)} for group in game.alike],
    }


INFOSETS_HEADER = ("player", "infoset", "parent", "actions")


def infoset_rows(game: Game) -> Iterator[tuple[str, ...]]:
    """All rows of infosets.csv."""
    for infoset in game.infosets:
        yield (str(infoset.player), infoset.label, str(infoset.parent), "|".join(infoset.action_labels))


def outcomes_header(players: int) -> tuple[str, ...]:
    """The columns of outcomes.csv."""
    return tuple(f"{what}_{player}" for what in ("sequence", "payoff") for player in range(players))


def outcome_rows(game: Game) -> Iterator[tuple[str, ...]]:
    """All rows of outcomes.csv."""
    for outcome in game.outcomes:
        yield tuple(map(str, outcome.sequences + outcome.payoffs))


def compare_rows(
    check: Check, study: Study, header: Sequence[str], rows: Callable[[], Iterator[tuple[str, ...]]], width: int
) -> None:
    """Compare a table with the rows that are due, as texts; the first `width` cells of a row are its label."""
    text = read_text(check, study.folder, most_bytes(header, sum([len(",".join(cells)) + 1 for cells in rows()])))
    if text is None:
        return
    # A table of millions of rows is taken apart only if something is wrong with it.
    same = _rows_if_same(text, header, rows())
    if same is not None:
        check.numbers += same * len(header)
        return
    lines = rows_of(check, header, text)
    if lines is None:
        return
    due = list(rows())
    found = by_label(check, header, [expected[:width] for expected in due], lines)
    for expected in due:
        row = found.get(expected[:width])
        if row is not None:
            check.numbers += width
            for column, cell in zip(header[width:], expected[width:]):
                check.same(row.cells[column], cell, row.number, column, MESSAGE)


def _rows_if_same(text: str, header: Sequence[str], rows: Iterator[tuple[str, ...]]) -> int | None:
    """How many rows a table has; None if it is not the header with these rows, to the letter."""
    position, count = 0, -1
    for cells in chain([header], rows):
        line = ",".join(cells) + "\n"
        if not text.startswith(line, position):
            return None
        position += len(line)
        count += 1
    return count if position == len(text) else None
