"""What was certified, or what is wrong, as JSON. The keys: docs/certify.md. No clock, no host, no path."""

from __future__ import annotations

import json
from decimal import Context
from typing import Any

from recheck.certify.bounds import Bounds, Certified, Loss, profitable
from recheck.certify.outcome import DIGITS, Subject, decimal, game_value, measures, outward, played
from recheck.certify.policy import Adjusted, Policy
from recheck.game import Game
from recheck.ledger import exact_text

LISTED_LOSSES = 20
"""So many losses of a player are listed."""

CERTAIN = 50
"""Digits of bounds."""


def as_json(subject: Subject, certified: Certified | None, ascii_only: bool = False) -> str:
    """All that is known, with everything that is wrong; `ascii_only` is for terminals that have no other letters."""
    game, policy = subject.chosen.game, subject.policy
    content: dict[str, Any] = {
        "game": {
            "rules": subject.chosen.rules,
            "parameters": dict(subject.chosen.parameters),
            "unit": subject.chosen.unit,
            "players": game.players,
            "histories": game.histories,
            "infosets": len(game.infosets),
            "zero_sum": game.ends.zero_sum,
            "perfect_recall": not game.alike,
        },
        "strategy": {
            "file": subject.file,
            "sha256": subject.sha256,
            "rows": subject.rows,
            "ignored_columns": subject.ignored,
            "tolerance": exact_text(subject.tolerance),
            "adjusted": _adjusted(game, policy.adjusted),
            "filled_infosets": policy.filled,
        },
        "passed": certified is not None,
        "arithmetic": None if certified is None else "exact" if certified.exact else "bounded",
        "measures": None,
        "game_value": None,
        "losses": None,
        "problems": [fault._asdict() for fault in policy.faults],
    }
    if certified is not None:
        number = _exact if certified.exact else _bounds
        content["measures"] = {name: number(bounds) for name, bounds in measures(certified).items()}
        between = game_value(game, certified)
        content["game_value"] = None if between is None else _bounds(between)
        content["losses"] = [
            {**_loss(game, policy, player, loss), "loss": number(loss.amount)}
            for player, side in enumerate(certified.sides)
            for loss in profitable(side.losses)[:LISTED_LOSSES]
        ]
    return json.dumps(content, indent=2, ensure_ascii=ascii_only, allow_nan=False) + "\n"


def _adjusted(game: Game, adjusted: Adjusted) -> dict[str, Any]:
    """What was done to make probabilities sum to 1."""
    where = None if adjusted.where is None else game.infosets[adjusted.where]
    return {
        "infosets": adjusted.infosets,
        "largest": exact_text(adjusted.largest),
        "player": None if where is None else where.player,
        "infoset": None if where is None else where.label,
    }


def _exact(bounds: Bounds) -> dict[str, str]:
    """A number that is known."""
    number = bounds.lower
    return {"fraction": exact_text(number), "decimal": str(decimal(number, Context(prec=DIGITS)))}


def _bounds(bounds: Bounds) -> dict[str, str]:
    """Decimals between which a number is."""
    lower, upper = outward(bounds, CERTAIN)
    return {"lower": str(lower), "upper": str(upper)}


def _loss(game: Game, policy: Policy, player: int, loss: Loss) -> dict[str, Any]:
    """A loss as an object."""
    infoset = game.infosets[loss.infoset]
    return {
        "player": player,
        "infoset": infoset.label,
        "best_action": infoset.action_labels[loss.action],
        "played": exact_text(played(policy, loss.infoset, loss.action)),
    }
