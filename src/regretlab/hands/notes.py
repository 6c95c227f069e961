"""What there is to say about a record besides its actions: each in one line, with its place and its kind."""

from typing import Final, NamedTuple

from regretlab.hands.record import Place

ILLEGAL: Final = "illegal action"
OUT_OF_TURN: Final = "out of turn"
MISSING: Final = "missing action"
AFTER_END: Final = "after the end"
CARDS: Final = "cards"
END: Final = "end does not follow"
NOT_COVERED: Final = "not covered"

UNFINISHED: Final = "stops mid-hand"
NEEDLESS: Final = "needless fold"
NAMED_RAISE: Final = "call named a raise"
NO_STACKS: Final = "unknown stacks"
NO_END: Final = "end not recorded"
UNDECIDED: Final = "end not decided"
RAKE: Final = "rake"
IGNORED: Final = "ignored field"

ORDER = (
    *(ILLEGAL, OUT_OF_TURN, MISSING, AFTER_END, CARDS, END, NOT_COVERED),
    *(UNFINISHED, NEEDLESS, NAMED_RAISE, NO_STACKS, NO_END, UNDECIDED, RAKE, IGNORED),
)
FAULTS = ORDER[:7]
"""These make a record wrong, or nothing that could be judged. All others are remarks."""


class Note(NamedTuple):
    """One thing to say."""

    kind: str
    place: Place
    text: str

    @property
    def fault(self) -> bool:
        """Whether the record cannot stand as it is."""
        return self.kind in FAULTS

    def __str__(self) -> str:
        """Where, what kind, and what."""
        return f"{self.place}: {self.kind}: {self.text}"
