"""The cards of a hand as far as a record knows them: dealt, on the board, shown and mucked."""

from collections.abc import Iterator

from regretlab.hands.notes import CARDS, Note
from regretlab.hands.phh_actions import DEALT
from regretlab.hands.record import BOARD, HOLE, UNKNOWN_CARD, Action, Record

SHOWN_BY_STREET = (0, 3, 4, 5)
"""How many cards lie on the board."""


class Table:
    """The cards so far; `take` reads on, and gives what is wrong."""

    def __init__(self, record: Record) -> None:
        """Nothing is dealt yet."""
        self._record = record
        self.board: tuple[str, ...] = ()
        self.deals = 0
        """How often cards have come to the board."""
        self.hole: dict[int, tuple[str, ...]] = {}
        """By seat, dealt or shown."""
        self.mucked: set[int] = set()

    def known(self, seat: int) -> tuple[str, ...] | None:
        """The player's cards, if all are known."""
        cards = self.hole.get(seat)
        return None if cards is None or UNKNOWN_CARD in cards else cards

    def take(self, action: Action) -> Iterator[Note]:
        """Deal, show or muck."""
        if action.kind == BOARD:
            yield from self._board(action)
        elif action.kind == HOLE:
            if action.seat in self.hole:
                yield self._wrong(action, f"expected cards once for {self._record.names[action.seat]}")
            yield from self._new(action, action.cards)
            self.hole[action.seat] = action.cards
        elif action.cards:
            yield from self._shown(action)
        else:
            self.mucked.add(action.seat)

    def _board(self, action: Action) -> Iterator[Note]:
        if self.deals == len(DEALT):
            yield self._wrong(action, "expected no more than a flop and two cards on the board")
            return
        expected = DEALT[self.deals]
        if len(action.cards) != expected:
            yield self._wrong(action, f"expected {expected} card{'s' * (expected > 1)} on the board")
        yield from self._new(action, action.cards)
        self.deals += 1
        self.board += action.cards

    def _shown(self, action: Action) -> Iterator[Note]:
        self.mucked.discard(action.seat)
        before = self.hole.get(action.seat, ())
        known = {card for card in before if card != UNKNOWN_CARD}
        shown = {card for card in action.cards if card != UNKNOWN_CARD}
        if len(known | shown) > max(len(before), len(action.cards)):
            yield self._wrong(action, f"expected {''.join(before)}, as dealt")
        else:
            yield from self._new(action, tuple([card for card in action.cards if card in shown - known]))
            if len(shown) >= len(known):
                self.hole[action.seat] = action.cards

    def _new(self, action: Action, cards: tuple[str, ...]) -> Iterator[Note]:
        seen = {*self.board, *(card for hand in self.hole.values() for card in hand)} - {UNKNOWN_CARD}
        twice = [card for card in cards if card in seen]
        if twice:
            yield self._wrong(action, f"expected {', '.join(twice)} once in the hand")

    def _wrong(self, action: Action, text: str) -> Note:
        return Note(CARDS, action.place, f"{text}, found '{action.text}'")
