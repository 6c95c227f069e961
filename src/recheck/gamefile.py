"""Verification of the compiled game: what the files say is compared with what the rules give, all of it.

Keys, columns, numbering of sequences and merging of terminals: docs/bundle-format.md, "The compiled game".
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from recheck import tolerances
from recheck.comparing import compare_json, compare_rows
from recheck.game import Game
from recheck.ledger import Check, Ledger
from recheck.reading import read_json
from recheck.source import unit_of
from recheck.study import Study


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
    compare_rows(check, study.folder, INFOSETS_HEADER, lambda: infoset_rows(game), 2)
    check = opened("outcomes of the compiled game", "outcomes.csv")
    compare_rows(check, study.folder, outcomes_header(game.players), lambda: outcome_rows(game), game.players)


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
