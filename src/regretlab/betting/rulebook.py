"""What rule books disagree about, as named options, and who plays by which; docs/raise-rights.md has an example of each.

Sources: TDA is the Poker Tournament Directors Association, "Poker TDA rules", 2022 (rules 43, 47, 48 and 54; RP-11 on big blind
antes); Robert's is R. Ciaffone, "Robert's Rules of Poker", version 11 ("Betting and raising", rules 3 to 6; "No limit and pot
limit", rules 2 to 5); WSOP is the World Series of Poker, "Live action rules", 2024 (rule 11).
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal

ADDED_UP: Final = "added up"
SINGLE: Final = "single"
PRICE: Final = "price"
LAST_FULL: Final = "last full"
BRING_IN: Final = "bring-in"
RAISE: Final = "raise"


@dataclass(frozen=True)
class RuleBook:
    """One choice for each question that rule books answer differently."""

    name: str
    full: int | Fraction = 1
    """How much of a full bet or raise an all-in wager must add to give a raise to those who have acted, and to count as one."""
    reopening: Literal["added up", "single"] = ADDED_UP
    """Whether it is all that came since a player last acted, or the largest wager among it, that must be so much."""
    base: Literal["price", "last full"] = PRICE
    """After an all-in wager that is less: whether a raise is on top of it, or completes it, on top of the last full wager."""
    straddle: Literal["bring-in", "raise"] = BRING_IN
    """Whether the largest forced bet is the size of the first raise, or what it adds to the forced bet before."""
    heads_up_capped: bool = True
    """Whether a cap on raises holds where only two players with chips are left before it is reached."""
    blind_first: bool = False
    """Whether a player who cannot pay both pays his blind before his ante."""


STANDARD = RuleBook("standard")
"""No limit and pot limit by TDA, rules 43 and 47 A, and by Robert's, rules 2 to 5."""

LIMIT = RuleBook("limit", full=Fraction(1, 2), base=LAST_FULL, heads_up_capped=False)
"""Fixed limit by Robert's, rules 3 to 6: half a bet is a bet, less may be completed, and two players raise without end."""

TOURNAMENT_LIMIT = RuleBook("tournament limit", full=Fraction(1, 2), base=LAST_FULL)
"""The same where a cap holds for two players, too: TDA, rules 47 B and 48, while there are more than two in the event."""

SINGLE_RAISE = RuleBook("single raise", reopening=SINGLE)
"""No limit where each all-in is judged by itself: earlier editions of Robert's, no limit, rule 3."""

ANY_RAISE = RuleBook("any raise", full=0)
"""No limit where every all-in that adds anything is a raise. A rule of houses; no rule book that we know has it."""

COMPLETING = RuleBook("completing", base=LAST_FULL)
"""No limit where a raise after a short all-in is on top of the last full bet, not of the all-in. Robert's, rule 4, forbids it."""

STRADDLE_RAISE = RuleBook("straddle raise", straddle=RAISE)
"""No limit where a straddle is a raise of the big blind: WSOP, rule 11. By Robert's, rule 2, it is the larger blind."""

BLIND_FIRST = RuleBook("blind first", blind_first=True)
"""No limit where a blind is paid before an ante, as with a big blind ante: TDA, recommended procedure RP-11."""

BOOKS = (STANDARD, LIMIT, TOURNAMENT_LIMIT, SINGLE_RAISE, ANY_RAISE, COMPLETING, STRADDLE_RAISE, BLIND_FIRST)
RULE_BOOKS = {book.name: book for book in BOOKS}
