"""The poker games that records are of, by their codes in PHH: what of a hand is judged, and what is not and why."""

from dataclasses import dataclass
from typing import Final, Literal

from regretlab.betting.hand import Structure
from regretlab.betting.rulebook import LIMIT, STANDARD, RuleBook
from regretlab.betting.street import FIXED_LIMIT, NO_LIMIT, POT_LIMIT, Street
from regretlab.hands.cards import FULL_DECK, SHORT_DECK
from regretlab.hands.record import Record

STUD: Final = "the betting of stud games begins with a bring-in and goes by the cards that lie open"
DRAW: Final = "in draw games there is no board, and cards are exchanged between the betting rounds"
POSTS: Final = "there are posts beside the blinds, and nobody knows from the record who begins"
CAP: Final = 4
"""Fixed limit: a bet and three raises on a street, unless two players are left (TDA, rule 47; Robert's, limit, rule 2)."""


@dataclass(frozen=True)
class Variant:
    """One game."""

    title: str
    limit: Literal["no limit", "pot limit", "fixed limit"]
    hole: int
    """How many cards a player has at the end."""
    deck: tuple[str, ...] = FULL_DECK
    not_covered: str | None = None
    """Why hands of it are not judged."""
    omaha: bool = False
    """Whether exactly two of a player's cards count."""
    low: bool = False
    """Whether half of a pot is for the best low hand, eight or better."""

    @property
    def amounts(self) -> tuple[str, ...]:
        """The fields that say how much is bet, besides blinds and antes."""
        return ("small_bet", "big_bet") if self.limit == FIXED_LIMIT else ("min_bet",)

    @property
    def bring_in(self) -> bool:
        """Whether a bring-in takes the place of blinds."""
        return self.not_covered == STUD

    @property
    def board(self) -> int:
        """How many cards lie on the board at the end."""
        return 0 if self.not_covered else 5


VARIANTS = {
    "NT": Variant("no-limit hold'em", NO_LIMIT, 2),
    "FT": Variant("fixed-limit hold'em", FIXED_LIMIT, 2),
    "NS": Variant("no-limit short-deck hold'em", NO_LIMIT, 2, SHORT_DECK),
    "PO": Variant("pot-limit Omaha", POT_LIMIT, 4, omaha=True),
    "FO/8": Variant("fixed-limit Omaha eight or better", FIXED_LIMIT, 4, omaha=True, low=True),
    "F7S": Variant("fixed-limit seven-card stud", FIXED_LIMIT, 7, not_covered=STUD),
    "F7S/8": Variant("fixed-limit seven-card stud eight or better", FIXED_LIMIT, 7, not_covered=STUD),
    "FR": Variant("fixed-limit razz", FIXED_LIMIT, 7, not_covered=STUD),
    "N2L1D": Variant("no-limit deuce-to-seven single draw", NO_LIMIT, 5, not_covered=DRAW),
    "F2L3D": Variant("fixed-limit deuce-to-seven triple draw", FIXED_LIMIT, 5, not_covered=DRAW),
    "FB": Variant("fixed-limit badugi", FIXED_LIMIT, 4, not_covered=DRAW),
}


def not_covered(record: Record) -> str | None:
    """Why a hand is not judged, if it is not: for its game, or for posts after which nobody knows who begins."""
    variant = VARIANTS[record.variant]
    posted = [seat for seat, blind in enumerate(record.blinds) if blind]
    posts = POSTS if len(posted) > 1 and posted != list(range(len(posted))) else None
    why = variant.not_covered or posts
    return why and f"{variant.title}: {why}"


def structure_of(record: Record, rules: RuleBook | None = None) -> Structure:
    """Blinds, antes and streets of a record of a game that is covered; by default with the rule book of its kind."""
    limit = VARIANTS[record.variant].limit
    small, big = record.bets[0], record.bets[-1]
    if limit == FIXED_LIMIT:
        book = rules or LIMIT
        streets = [Street(bet, FIXED_LIMIT, cap=CAP, rules=book) for bet in (small, small, big, big)]
    else:
        streets = [Street(small, limit, rules=rules or STANDARD)] * 4
    return Structure(tuple(streets[: record.streets]), record.blinds, record.antes, record.matched_antes)
