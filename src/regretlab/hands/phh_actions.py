"""One action of a hand in PHH: `d dh p1 Kh7c`, `d db 2s5hJc`, `p3 cbr 6`, `p4 cc`, `p5 f`, `p3 sm Kh7c`; after `#`, a comment."""

import re
from decimal import Decimal

from regretlab.hands.amounts import fault_of, number
from regretlab.hands.cards import FULL_DECK
from regretlab.hands.record import BOARD, CALL, FOLD, HOLE, OTHER, RAISE, SHOW, UNKNOWN_CARD, Action, Kind, Place
from regretlab.hands.variants import Variant

WORDS: dict[str, Kind] = {"f": FOLD, "cc": CALL, "cbr": RAISE, "sm": SHOW, "pb": OTHER, "sd": OTHER}
DEALT = (3, 1, 1)
"""How many cards come to the board at a time."""


def read_action(text: str, place: Place, players: int, variant: Variant) -> tuple[Action, Decimal | None] | None:
    """The action, without its amount, and the amount; None: a comment. Raises `ValueError` that says what was expected."""
    words = text.split("#", 1)[0].split()
    if not words:
        return None
    if words[0] == "d":
        return _dealt(words[1:], text, place, players, variant), None
    seat, (word, *rest) = _seat(words[0], players), words[1:] or [""]
    kind = WORDS.get(word)
    if kind is None:
        raise ValueError(f"expected one of {', '.join(WORDS)} after '{words[0]}'")
    if kind == RAISE:
        if len(rest) != 1:
            raise ValueError("expected one amount after 'cbr'")
        return Action(text, place, kind, seat), _amount(rest[0])
    if kind == SHOW:
        return Action(text, place, kind, seat, cards=_shown(rest, variant)), None
    if rest and word != "sd":
        raise ValueError(f"expected nothing after '{word}'")
    return Action(text, place, kind, seat), None


def _dealt(words: list[str], text: str, place: Place, players: int, variant: Variant) -> Action:
    if len(words) == 2 and words[0] == "db":
        cards = _cards(words[1], variant)
        if len(cards) not in DEALT:
            raise ValueError("expected the three cards of a flop, or one card")
        return Action(text, place, BOARD, cards=cards)
    if len(words) == 3 and words[0] == "dh":
        seat, cards = _seat(words[1], players), _cards(words[2], variant)
        if not variant.not_covered and len(cards) != variant.hole:
            raise ValueError(f"expected {variant.hole} cards")
        return Action(text, place, HOLE, seat, cards=cards)
    raise ValueError("expected 'd dh pN CARDS' or 'd db CARDS'")


def _shown(words: list[str], variant: Variant) -> tuple[str, ...]:
    """The cards of a show; `-` are those that were dealt, given here as unknown; none: a muck."""
    if len(words) > 1:
        raise ValueError("expected cards without spaces after 'sm', or nothing")
    if words == ["-"]:
        return (UNKNOWN_CARD,) * variant.hole
    cards = _cards(words[0], variant) if words else ()
    if words and not variant.not_covered and len(cards) != variant.hole:
        raise ValueError(f"expected {variant.hole} cards")
    return cards


def _seat(word: str, players: int) -> int:
    if not re.fullmatch("p[1-9][0-9]{0,2}", word):
        raise ValueError("expected 'd' or a player, p1, p2 and so on, first")
    if int(word[1:]) > players:
        raise ValueError(f"expected a player from p1 to p{players}")
    return int(word[1:]) - 1


def _amount(word: str) -> Decimal:
    found = number(word) if re.fullmatch(r"[-+]?[0-9]*\.?[0-9]*", word) else Decimal("nan")
    fault = fault_of(found, above_zero=True)
    if fault:
        raise ValueError(f"expected {fault}")
    return found


def _cards(word: str, variant: Variant) -> tuple[str, ...]:
    cards = tuple([word[start : start + 2] for start in range(0, len(word), 2)])
    for card in cards:
        if card != UNKNOWN_CARD and card not in variant.deck:
            deck = "one of a deck without 2 to 5" if card in FULL_DECK else "one like 'Kh' or '??'"
            raise ValueError(f"expected cards, {deck}, found '{card}'")
    known = [card for card in cards if card != UNKNOWN_CARD]
    if len(known) > len(set(known)):
        raise ValueError("expected each card once")
    return cards
