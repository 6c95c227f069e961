"""What a record of PHH says of a hand: docs/hands.md, "What is read of PHH"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import NamedTuple

from recheck.betting.rules import BOOKS, Book, Chips, Street, Table
from recheck.hands.cards import CARD, NUMBERS, SHORT_DECK, SIX, Showdown
from recheck.hands.money import Coin, smallest
from recheck.hands.phh import NUMBER, Record
from recheck.hands.unread import UnreadError

STREETS = 4
LISTS = ("antes", "blinds_or_straddles", "starting_stacks", "finishing_stacks", "winnings")
SINGLES = ("min_bet", "small_bet", "big_bet", "bring_in", "rake")
PEOPLES = (
    *("author", "event", "url", "venue", "address", "city", "region", "postal_code", "country", "time", "time_zone"),
    *("time_zone_abbreviation", "day", "month", "year", "hand", "level", "seats", "seat_count", "table", "players"),
    *("currency", "currency_symbol", "time_limit", "time_banks", "bring_in"),
)
KNOWN = {"variant", *LISTS, *SINGLES, "ante_trimming_status", "actions", *PEOPLES}


class Game(NamedTuple):
    """A kind of poker that is judged."""

    title: str
    limit: str
    book: str
    short: bool
    """36 cards, from six to ace."""
    showdown: Showdown


GAMES = {
    "NT": Game("no-limit hold'em", "no limit", "standard", False, Showdown()),
    "NS": Game("no-limit short-deck hold'em", "no limit", "standard", True, Showdown(order=SHORT_DECK)),
    "PO": Game("pot-limit Omaha", "pot limit", "standard", False, Showdown(omaha=True)),
    "FT": Game("fixed-limit hold'em", "fixed limit", "limit", False, Showdown()),
    "FO/8": Game("fixed-limit Omaha eight or better", "fixed limit", "limit", False, Showdown(omaha=True, low=True)),
}
CAP = 4

STUD = "the betting of stud games begins with a bring-in and goes by the cards that lie open"
DRAW = "in draw games there is no board; and cards are exchanged between the betting rounds"
POSTS = "there are posts beside the blinds; and nobody knows from the record who begins"
NOT_COVERED = {
    "F7S": f"fixed-limit seven-card stud: {STUD}",
    "F7S/8": f"fixed-limit seven-card stud eight or better: {STUD}",
    "FR": f"fixed-limit razz: {STUD}",
    "N2L1D": f"no-limit deuce-to-seven single draw: {DRAW}",
    "F2L3D": f"fixed-limit deuce-to-seven triple draw: {DRAW}",
    "FB": f"fixed-limit badugi: {DRAW}",
}

ACTION = re.compile(
    r"d dh p(?P<dealt>[1-9][0-9]?) (?P<hole>(?:[2-9TJQKA?][cdhs?])+)"
    r"|d db (?P<board>(?:[2-9TJQKA?][cdhs?])+)"
    r"|p(?P<seat>[1-9][0-9]?) (?:(?P<plain>f|cc|pb|sd|sm)"
    rf"|cbr (?P<amount>{NUMBER})|sd (?:[2-9TJQKA?][cdhs?])+|sm (?P<shown>-|(?:[2-9TJQKA?][cdhs?])+))"
)
HIDDEN = "??"


class Action(NamedTuple):
    """One action of a record, as it stands there.

    `kind` is `hole`, `board`, `fold`, `call`, `raise`, `show`, `muck` or `stud`; what does not apply to it is None or empty.
    """

    text: str
    kind: str
    seat: int | None = None
    amount: int | None = None
    cards: tuple[str, ...] = ()

    @property
    def is_bet(self) -> bool:
        """Whether it is a bet, call or fold."""
        return self.kind in ("fold", "call", "raise")


class Played(NamedTuple):
    """A hand as a record has it; lists are by seat, amounts in chips. `finishing`, `winnings` and `rake` may not be there."""

    name: str
    line: int
    variant: str
    game: Game
    coin: Coin
    table: Table
    players: tuple[str, ...]
    actions: tuple[Action, ...]
    finishing: tuple[int, ...] | None
    winnings: tuple[int, ...] | None
    rake: int | None
    ignored: tuple[str, ...]


class Unjudged(NamedTuple):
    """A hand that is not judged, and why."""

    name: str
    line: int
    variant: str
    players: int
    why: str


def read_hand(record: Record, book: str | None, chip: str | None) -> Played | Unjudged:
    """The hand of a record, by this rule book or else by that of its game. Raises `UnreadError` if it cannot be understood."""
    variant = _text(record, "variant")
    lists = {name: _amounts(record, name) for name in LISTS if name in record.values}
    count = len(lists.get("starting_stacks", ()))
    if not 2 <= count <= 99:
        raise UnreadError("has no stacks of players", _line(record, "starting_stacks"), "2 or more", count)
    for name, amounts in lists.items():
        if len(amounts) != count:
            raise UnreadError("is not a list by seat", record.lines[name], f"{count} amounts", len(amounts))
    if variant in NOT_COVERED:
        _whole(record, lists, chip)
        return Unjudged(record.name, record.line, variant, count, NOT_COVERED[variant])
    if variant not in GAMES:
        due = ", ".join([*GAMES, *NOT_COVERED])
        raise UnreadError("is no variant that is known", record.lines["variant"], due, variant)
    played = _judged(record, variant, lists, book, _whole(record, lists, chip))
    if _has_posts(played.table.blinds):
        return Unjudged(record.name, record.line, variant, count, f"{played.game.title}: {POSTS}")
    return played


def _whole(record: Record, lists: dict[str, list[Decimal]], chip: str | None) -> Coin:
    """The smallest chip. Raises `UnreadError` for an amount that is no whole number of it."""
    singles = [value for name in SINGLES if isinstance(value := record.values.get(name), Decimal)]
    matches = [ACTION.fullmatch(text.partition("#")[0].strip(" ")) for text in _texts(record, "actions")]
    bets = [Decimal(match["amount"]) for match in matches if match is not None and match["amount"] is not None]
    amounts = [*[amount for amounts in lists.values() for amount in amounts], *singles, *bets]
    coin = smallest(amounts, chip)
    for amount in amounts:
        if not coin.has(amount):
            raise UnreadError(
                "has an amount that is no whole number of the smallest chip", record.line, coin.worth, amount
            )
    return coin


def _has_posts(blinds: Sequence[Chips]) -> bool:
    """Whether several have posted, and not the first seats alone."""
    count = sum([size > 0 for size in blinds])
    return count > 1 and any(blinds[count:])


def _judged(record: Record, variant: str, lists: dict[str, list[Decimal]], book: str | None, coin: Coin) -> Played:
    """The hand of a record of a game that is judged."""
    game = GAMES[variant]
    texts, line = _texts(record, "actions"), _line(record, "actions")
    matches = [_match(text, line) for text in texts]
    singles = {name: _amount(record, name) for name in SINGLES if name in record.values}
    chips = {name: tuple([coin.chips(amount) for amount in amounts]) for name, amounts in lists.items()}
    for name in LISTS:
        if name != "starting_stacks" and any(not amount.is_finite() for amount in lists.get(name, ())):
            raise UnreadError("is no list of amounts", record.lines[name], "numbers", "inf")
    if min(chips["starting_stacks"]) <= 0:
        raise UnreadError("is a stack of nothing", record.lines["starting_stacks"], "amounts above 0", 0)
    if any(match["amount"] is not None and not Decimal(match["amount"]) for match in matches):
        raise UnreadError("is a bet of nothing", line, "amounts above 0", "cbr 0")
    count = len(chips["starting_stacks"])
    if "antes" not in chips:
        raise UnreadError("is not there", record.line, "antes")
    needed = ("small_bet", "small_bet", "big_bet", "big_bet") if game.limit == "fixed limit" else ("min_bet",) * STREETS
    for name in needed:
        if not singles.get(name):
            raise UnreadError("is not there, or 0", _line(record, name), name)
    fixed = game.limit == "fixed limit"
    streets = [
        Street(coin.chips(singles[name]), game.limit, cap=CAP if fixed else None, book=_book(game, book))
        for name in needed
    ]
    table = Table(
        tuple(streets),
        chips["starting_stacks"],
        _from_left(chips.get("blinds_or_straddles", (0,) * count)),
        _from_left(chips["antes"]),
        _truth(record, "ante_trimming_status"),
    )
    return Played(
        record.name,
        record.line,
        variant,
        game,
        coin,
        table,
        tuple([f"p{n}" for n in range(1, count + 1)]),
        tuple(_actions(matches, texts, game, count, coin, line)),
        chips.get("finishing_stacks"),
        chips.get("winnings"),
        coin.chips(singles["rake"]) if "rake" in singles else None,
        tuple([name for name in record.values if name not in KNOWN and not name.startswith("_")]),
    )


def _book(game: Game, book: str | None) -> Book:
    """The rule book that a hand is judged by."""
    return BOOKS[game.book if book is None else book]


def _from_left(amounts: tuple[int, ...]) -> tuple[int, ...]:
    """What is paid before the cards by seat: of two players, the first named is the second seat's, the dealer's."""
    return amounts[::-1] if len(amounts) == 2 else amounts


def _match(text: str, line: int) -> re.Match[str]:
    """An action without the comment behind it."""
    match = ACTION.fullmatch(text.partition("#")[0].strip(" "))
    if match is None:
        raise UnreadError("is no action", line, "d dh, d db, f, cc, cbr, sm, pb or sd", text)
    return match


def _actions(
    matches: Sequence[re.Match[str]], texts: Sequence[str], game: Game, players: int, coin: Coin, line: int
) -> Iterator[Action]:
    """The actions of a record."""
    for match, text in zip(matches, texts):
        named = match["seat"] or match["dealt"]
        if named is not None and int(named) > players:
            raise UnreadError("is an action of nobody", line, f"p1 to p{players}", text)
        seat = None if named is None else int(named) - 1
        cards = _cards(match["hole"] or match["board"] or (match["shown"] or "").strip("-"), game, text, line)
        due = (1, 3) if match["board"] is not None else (4 if game.showdown.omaha else 2,)
        if cards and len(cards) not in due:
            raise UnreadError("has another number of cards", line, " or ".join(map(str, due)), text)
        if match["hole"] is not None:
            yield Action(text, "hole", seat, None, cards)
        elif match["board"] is not None:
            yield Action(text, "board", None, None, cards)
        elif match["amount"] is not None:
            yield Action(text, "raise", seat, coin.chips(Decimal(match["amount"])))
        elif match["shown"] is not None:
            yield Action(text, "show", seat, None, cards)
        else:
            yield Action(text, {"f": "fold", "cc": "call", "sm": "muck"}.get(match["plain"], "stud"), seat)


def _cards(text: str, game: Game, action: str, line: int) -> tuple[str, ...]:
    """Cards in a row, each one of the deck or hidden."""
    cards = tuple([text[n : n + 2] for n in range(0, len(text), 2)])
    for card in cards:
        known = CARD.fullmatch(card) is not None and not (game.short and NUMBERS[card[0]] < SIX)
        if card != HIDDEN and not known:
            raise UnreadError("has a card that the deck does not have", line, None, f"{card} in {action}")
        if card != HIDDEN and cards.count(card) > 1:
            raise UnreadError("has a card twice", line, None, f"{card} in {action}")
    return cards


def _line(record: Record, name: str) -> int:
    """The line of a key, or of the hand if it is not there."""
    return record.lines.get(name, record.line)


def _text(record: Record, name: str) -> str:
    value = record.values.get(name)
    if not isinstance(value, str):
        raise UnreadError("is no text" if name in record.values else "is not there", _line(record, name), name)
    return value


def _texts(record: Record, name: str) -> list[str]:
    value = record.values.get(name)
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise UnreadError("is no list of texts", _line(record, name), name)
    return [str(item) for item in value]


def _amount(record: Record, name: str) -> Decimal:
    value = record.values[name]
    if not isinstance(value, Decimal) or not value.is_finite():
        raise UnreadError("is no amount", record.lines[name], f"{name} = a number", value)
    return value


def _amounts(record: Record, name: str) -> list[Decimal]:
    value = record.values[name]
    if not isinstance(value, list):
        raise UnreadError("is no list by seat", record.lines[name], f"{name} = [...]", value)
    found = [item for item in value if isinstance(item, Decimal)]
    if len(found) != len(value):
        raise UnreadError("is no list of amounts", record.lines[name], "numbers", value)
    return found


def _truth(record: Record, name: str) -> bool:
    value = record.values.get(name, False)
    if not isinstance(value, bool):
        raise UnreadError("is no truth", record.lines[name], "true or false", value)
    return value
