"""Hand records in PHH, the Poker Hand History format: TOML, one hand in a `.phh`, many as tables in a `.phhs`.

J. Kim, "Recording and describing poker hands", 2024; github.com/uoftcprg/phh-std. With two players PHH lists antes and blinds in
reverse: the dealer, who sits last, has the small blind. Fields that mean nothing here are ignored, as the format asks.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

from regretlab.betting.hand import MOST_PLAYERS
from regretlab.betting.street import Chips
from regretlab.errors import InputError, shown
from regretlab.hands.amounts import Amount, fault_of, in_chips, number, smallest_chip
from regretlab.hands.phh_actions import read_action
from regretlab.hands.record import UNKNOWN, Action, Place, Record
from regretlab.hands.text import hands_text
from regretlab.hands.toml_places import places
from regretlab.hands.variants import VARIANTS, Variant

INFINITE = Decimal("inf")
_TABLE = re.compile(r"^[ \t]*\[[^\[\],]+\][ \t]*(?:#.*)?$", re.MULTILINE)
BY_SEAT = ("antes", "blinds_or_straddles", "starting_stacks", "finishing_stacks", "winnings")
SINGLE = ("min_bet", "small_bet", "big_bet", "bring_in", "rake")
FOR_PEOPLE = (
    *("author", "event", "url", "venue", "address", "city", "region", "postal_code", "country", "time", "time_zone"),
    *("time_zone_abbreviation", "day", "month", "year", "hand", "level", "seats", "seat_count", "table", "currency"),
    *("currency_symbol", "time_limit", "time_banks"),
)
KNOWN = {"variant", "ante_trimming_status", "actions", "players", *BY_SEAT, *SINGLE, *FOR_PEOPLE}


class Table(NamedTuple):
    """The table of a hand as TOML has it, and where things stand in it."""

    name: str
    content: Mapping[str, Any]
    place: Place
    places: Mapping[str, Place]
    """Of its keys, and `key[n]` for the elements of its arrays."""


def read_tables(path: Path) -> list[Table]:
    """The hands of a file, each still to be read. Raises `InputError` where it is no such file."""
    text = hands_text(path)
    try:
        content = tomllib.loads(text, parse_float=number)
    except tomllib.TOMLDecodeError as error:
        raise InputError(_not_toml(path, text, str(error))) from error
    except (ValueError, RecursionError) as error:
        raise InputError(f"{path}:1:1: expected TOML, found a number too long or lists too deep") from error
    start = Place(str(path), 1, 1)
    found = {key: Place(str(path), *place) for key, place in places(text).items()}
    if path.suffix != ".phhs":
        return [Table(path.stem, content, start, _below((), found))]
    tables = []
    if not content:
        raise InputError(f"{start}: expected tables [1], [2] and so on, a hand each, found none")
    by_table: dict[str | int, dict[tuple[str | int, ...], Place]] = {}
    for key, place in found.items():
        by_table.setdefault(key[0], {})[key] = place
    for name, value in content.items():
        place = found.get((name,), start)
        if not isinstance(value, dict):
            raise InputError(f"{place}: expected tables [1], [2] and so on, a hand each, found '{shown(name)}'")
        tables.append(Table(name, value, place, _below((name,), by_table.get(name, {}))))
    return tables


def read_record(table: Table, chip: Fraction | None = None) -> Record:
    """The record of a hand; `chip` is the smallest there is, by default the last decimal that any amount is written with.

    Raises `InputError` with all that is wrong with it, a line each.
    """
    return _Reader(table).record(chip)


class _Reader:
    """What is in the table of a hand so far, and what is wrong with it."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.problems: list[str] = []

    def record(self, chip: Fraction | None) -> Record:
        content = self.table.content
        variant = self._variant()
        players = self._players(variant) if variant else 0
        if not variant or not players:
            raise InputError("\n".join(self.problems))
        amounts = {key: list(self._amounts_by_seat(key, players, variant)) for key in BY_SEAT}
        singles = {key: self._single(key, variant) for key in SINGLE}
        trimming = content.get("ante_trimming_status", False)
        if not isinstance(trimming, bool):
            self._wrong("ante_trimming_status", "true or false", trimming)
        actions = list(self._actions(players, variant))
        everything = [
            *(amount for of_key in amounts.values() for amount in of_key if amount.value != INFINITE),
            *(amount for amount in singles.values() if amount),
            *(amount for _, amount in actions if amount),
        ]
        chip = chip or smallest_chip([amount.value for amount in everything])
        for amount in everything:
            try:
                in_chips(amount, chip)
            except ValueError as error:
                self.problems.append(str(error))
        names = self._names(players)
        if self.problems:
            raise InputError("\n".join(self.problems))
        by_seat = {key: tuple([_chips(amount, chip) for amount in of_key]) for key, of_key in amounts.items()}
        whole: dict[str, Any] = {**by_seat, **{key: _chips(one, chip) for key, one in singles.items() if one}}
        forced = -1 if players == 2 else 1
        return Record(
            name=self.table.name,
            place=self.table.place,
            variant=content["variant"],
            names=tuple([f"p{seat + 1}" for seat in range(players)]),
            chip=chip,
            antes=whole["antes"][::forced],
            blinds=(whole["blinds_or_straddles"] or (0,) * players)[::forced],
            stacks=whole["starting_stacks"],
            bets=tuple([whole[key] for key in variant.amounts]),
            actions=tuple(
                [replace(action, amount=in_chips(amount, chip)) if amount else action for action, amount in actions]
            ),
            matched_antes=trimming,
            players=names,
            finishing_stacks=whole["finishing_stacks"] if "finishing_stacks" in content else None,
            winnings=whole["winnings"] if "winnings" in content else None,
            rake=whole.get("rake"),
            places=self.table.places,
            unknown=tuple([key for key in content if key not in KNOWN and not key.startswith("_")]),
        )

    def _variant(self) -> Variant | None:
        code = self.table.content.get("variant")
        if code is None:
            self._missing("variant", "the code of a game")
        elif not isinstance(code, str) or code not in VARIANTS:
            self._wrong("variant", f"one of {', '.join(VARIANTS)}", code)
        else:
            return VARIANTS[code]
        return None

    def _players(self, variant: Variant) -> int:
        """How many there are, by their stacks; 0 if there cannot be as many."""
        found = len(self._list("starting_stacks") or ())
        most = (len(variant.deck) - variant.board) // variant.hole
        if self.problems:
            return 0
        if found > most:
            each = f"since each gets {variant.hole} of {len(variant.deck)} cards"
            self._wrong("starting_stacks", f"those of at most {most} players, {each}", found)
        elif not 2 <= found <= MOST_PLAYERS:
            self._wrong("starting_stacks", f"those of 2 to {MOST_PLAYERS} players", found)
        else:
            return found
        return 0

    def _names(self, players: int) -> tuple[str, ...]:
        names = self._list("players", players, required=False) or []
        for seat, name in enumerate(names):
            if not isinstance(name, str):
                self._wrong("players", "a text", name, seat)
        return tuple(names)

    def _list(self, key: str, length: int | None = None, required: bool = True) -> list[Any] | None:
        """A list, of a value for each player if their number is given."""
        content = self.table.content.get(key)
        if content is None:
            if required:
                self._missing(key, "a list")
        elif not isinstance(content, list):
            self._wrong(key, "a list", content)
        elif length is not None and len(content) != length:
            self._wrong(key, f"{length} values, one for each player", len(content))
        else:
            return content
        return None

    def _amounts_by_seat(self, key: str, players: int, variant: Variant) -> Iterator[Amount]:
        required = key in ("antes", "starting_stacks") or (key == "blinds_or_straddles" and not variant.bring_in)
        stacks = key == "starting_stacks"
        for seat, value in enumerate(self._list(key, players, required) or ()):
            if stacks and value == INFINITE:
                yield Amount("", INFINITE)
            else:
                yield from self._amount(key, value, stacks, seat)

    def _single(self, key: str, variant: Variant) -> Amount | None:
        value = self.table.content.get(key)
        if value is not None:
            return next(self._amount(key, value, key != "rake"), None)
        if key in variant.amounts or (key == "bring_in" and variant.bring_in):
            self._missing(key, "an amount")
        return None

    def _amount(self, key: str, value: object, above_zero: bool, seat: int | None = None) -> Iterator[Amount]:
        """One amount; nothing after a problem."""
        numeric = isinstance(value, int | Decimal) and not isinstance(value, bool)
        exact = Decimal(value) if numeric and isinstance(value, int | Decimal) else Decimal("nan")
        fault = fault_of(exact, above_zero)
        if fault:
            self._wrong(key, fault, value, seat)
        else:
            yield Amount(f"{self._place(key, seat)}: {key}", exact)

    def _actions(self, players: int, variant: Variant) -> Iterator[tuple[Action, Amount | None]]:
        for number_, text in enumerate(self._list("actions") or ()):
            place = self._place("actions", number_)
            if not isinstance(text, str):
                self._wrong("actions", "a text", text, number_)
                continue
            try:
                read = read_action(text, place, players, variant)
            except ValueError as error:
                self.problems.append(f"{place}: {error}, found '{shown(text)}'")
                continue
            if read is not None:
                action, value = read
                yield action, None if value is None else Amount(f"{place}: '{text}'", value)

    def _place(self, key: str, number: int | None = None) -> Place:
        key_place = self.table.places.get(key, self.table.place)
        return key_place if number is None else self.table.places.get(f"{key}[{number}]", key_place)

    def _wrong(self, key: str, expected: str, found: object, number: int | None = None) -> None:
        which = key if number is None else f"{key}[{number}]"
        told = shown(str(found).lower() if isinstance(found, bool) else str(found))
        told = f"'{told}'" if isinstance(found, str) else told
        self.problems.append(f"{self._place(key, number)}: {which}: expected {expected}, found {told}")

    def _missing(self, key: str, expected: str) -> None:
        self.problems.append(f"{self.table.place}: {key}: expected {expected}, but not given")


def _chips(amount: Amount, chip: Fraction) -> Chips:
    return UNKNOWN if amount.value == INFINITE else in_chips(amount, chip)


def _below(head: tuple[str, ...], found: Mapping[tuple[str | int, ...], Place]) -> dict[str, Place]:
    """Places by key, and by `key[n]`, of what is directly in a table."""
    below = {}
    for path, place in found.items():
        rest = path[len(head) :]
        if path[: len(head)] == head and rest and isinstance(rest[0], str):
            below[rest[0] if len(rest) == 1 else f"{rest[0]}[{rest[1]}]"] = place
    return below


def _not_toml(path: Path, text: str, message: str) -> str:
    """tomllib's message in our form; what ends too soon ends at the end of the file."""
    match = re.search(r" \(at (?:line (\d+), column (\d+)|end of document)\)$", message)
    line, column = text.count("\n") + 1, len(text) - (text.rfind("\n") + 1) + 1
    if match and match[1]:
        line, column = int(match[1]), int(match[2])
    what = message[: match.start()] if match else message
    tables = len(_TABLE.findall("".join(text.splitlines(keepends=True)[: line - 1]))) if path.suffix == ".phhs" else 0
    before = f" ({tables:,} tables stand before it; none is judged)" if tables else ""
    return f"{path}:{line}:{column}: expected TOML: {what[:1].lower()}{what[1:]}{before}"
