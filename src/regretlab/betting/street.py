"""A street: all that decides how its betting round goes, as data."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Final, Literal

from regretlab.betting.rulebook import STANDARD, RuleBook

Chips = int | Fraction
"""Amounts are exact. A stack that is not known, and never runs out, is `math.inf`."""

NO_LIMIT: Final = "no limit"
POT_LIMIT: Final = "pot limit"
FIXED_LIMIT: Final = "fixed limit"
SPREAD_LIMIT: Final = "spread limit"
Limit = Literal["no limit", "pot limit", "fixed limit", "spread limit"]
LIMITS: tuple[Limit, ...] = (NO_LIMIT, POT_LIMIT, FIXED_LIMIT, SPREAD_LIMIT)


@dataclass(frozen=True)
class Street:
    """One betting round. All bets and raises are named by what the player has bet in the round with them, "to" so much."""

    bet: Chips
    """The smallest bet; in fixed limit, the only one."""
    limit: Limit = NO_LIMIT
    most: Chips | None = None
    """Spread limit: what a player may bet in the round at most, with all raises."""
    step: Chips | None = None
    """What a raise adds at least, if that is less than a bet. None: in fixed limit a bet, otherwise as the largest so far."""
    cap: int | None = None
    """How many bets and raises there may be. Blinds are one in all. None: any number."""
    check: bool = True
    """Whether a player may check while nothing is bet. Otherwise he bets or folds."""
    rules: RuleBook = STANDARD

    def __post_init__(self) -> None:
        """Refuse what no round can be played by."""
        if self.limit not in LIMITS:
            raise ValueError(f"limit: expected {', '.join(LIMITS)}, found '{self.limit}'")
        if not self.bet > 0:
            raise ValueError(f"bet: expected more than 0, found {self.bet}")
        if (self.most is None) == (self.limit == SPREAD_LIMIT):
            raise ValueError(f"most: expected with spread limit and with no other, found {self.most}")
        if self.most is not None and self.most < self.bet:
            raise ValueError(f"most: expected {self.bet} or more, found {self.most}")
        if self.step is not None and not (0 < self.step <= self.bet and self.limit != FIXED_LIMIT):
            raise ValueError(
                f"step: expected more than 0, up to {self.bet}, and none with fixed limit, found {self.step}"
            )
        if self.cap is not None and self.cap < 0:
            raise ValueError(f"cap: expected 0 or more, found {self.cap}")

    @cached_property
    def same_step(self) -> Chips | None:
        """What every raise adds at least, if that does not depend on those before."""
        return self.bet if self.limit == FIXED_LIMIT else self.step
