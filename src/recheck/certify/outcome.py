"""What was certified: the measures by name, their decimals, and best responses as a table.

Numbers are exact, or bounds that are rounded outward.
"""

from __future__ import annotations

from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from fractions import Fraction
from typing import NamedTuple

from recheck.certify.bounds import Bounds, Certified
from recheck.certify.games import Chosen
from recheck.certify.policy import Policy
from recheck.game import Game

DIGITS = 18


class Subject(NamedTuple):
    """What is certified: the game, the table's name and SHA-256, and what was read from it."""

    chosen: Chosen
    file: str
    sha256: str
    rows: int
    ignored: list[str]
    tolerance: Fraction
    policy: Policy


def measures(certified: Certified) -> dict[str, Bounds]:
    """All numbers that are certified, by name."""
    sides = certified.sides
    found = {f"value_{n}": side.value for n, side in enumerate(sides)}
    found.update({f"best_response_{n}": side.best for n, side in enumerate(sides)})
    found.update({f"gain_{n}": side.gain for n, side in enumerate(sides)})
    return {**found, "nash_conv": certified.nash_conv, "exploitability": certified.exploitability}


def game_value(game: Game, certified: Certified) -> Bounds | None:
    """Between which numbers the value of a two-player zero-sum game to player 0 is, whatever the strategy; else None.

    Each player's best response bounds what the other can hold out for.
    """
    if game.players != 2 or not game.ends.zero_sum or game.alike:
        return None
    return Bounds(-certified.sides[1].best.upper, certified.sides[0].best.upper)


def played(policy: Policy, infoset: int, action: int) -> Fraction:
    """The probability with which the strategy plays an action."""
    return Fraction(0) if policy.strategy is None else policy.strategy[infoset][action]


def decimal(number: Fraction, context: Context) -> Decimal:
    """The number in decimals, rounded as the context says."""
    return context.divide(Decimal(number.numerator), Decimal(number.denominator))


def outward(bounds: Bounds, digits: int) -> tuple[Decimal, Decimal]:
    """Decimals of so many digits between which a number is."""
    down, up = Context(prec=digits, rounding=ROUND_FLOOR), Context(prec=digits, rounding=ROUND_CEILING)
    return decimal(bounds.lower, down), decimal(bounds.upper, up)


def shown(bounds: Bounds) -> str:
    """A number in decimals: as many digits, up to 18, as are certain; if none are, both bounds."""
    for digits in range(DIGITS, 0, -1):
        context = Context(prec=digits)
        lower, upper = decimal(bounds.lower, context), decimal(bounds.upper, context)
        if lower == upper:
            return str(lower)
    least, most = outward(bounds, 3)
    return f"{least} to {most}"


def responses(game: Game, certified: Certified) -> str:
    """The best response of each player to the others' strategies, as a strategy table."""
    lines = ["player,infoset,action,probability"]
    for player, side in enumerate(certified.sides):
        for n, infoset in game.of(player):
            for action, label in enumerate(infoset.action_labels):
                lines.append(f"{player},{infoset.label},{label},{int(side.response[n] == action)}")
    return "\n".join(lines) + "\n"
