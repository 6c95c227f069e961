"""Records of hands with odd things in them: real ones in which actions, cards and amounts were moved, left out or made up."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path

RECORDS = Path(__file__).parents[2] / "config/hands/real.phhs"
CARDS = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
JUDGED = re.compile(r"variant = ['\"](?:NT|NS|PO|FT|FO/8)['\"]")

Lines = dict[str, str]
Change = Callable[[random.Random, Lines, list[str]], None]


def odd_records(seed: int, count: int) -> Iterator[str]:
    """Texts of records, each of one hand."""
    chosen = random.Random(seed)
    hands = [part for part in re.split(r"(?m)^\[\d+\]\n", RECORDS.read_text())[1:] if JUDGED.search(part)]
    for _ in range(count):
        lines = dict(line.split(" = ", 1) for line in chosen.choice(hands).strip().split("\n"))
        actions = [one or other for one, other in re.findall(r"'([^']*)'|\"([^\"]*)\"", lines["actions"])]
        for change in chosen.choices(CHANGES, k=chosen.choice((1, 1, 1, 2, 3))):
            change(chosen, lines, actions)
        lines["actions"] = "[" + ", ".join(f"'{action}'" for action in actions) + "]"
        yield "[1]\n" + "".join(f"{field} = {value}\n" for field, value in lines.items())


def _place(chosen: random.Random, actions: list[str]) -> int:
    return chosen.randrange(len(actions) + 1)


def _bets(actions: list[str]) -> list[int]:
    return [n for n, action in enumerate(actions) if re.match(r"p\d+ (f|cc|cbr)", action)] or [0]


def _player(chosen: random.Random, lines: Lines) -> str:
    return f"p{chosen.randint(1, lines['starting_stacks'].count(',') + 1)}"


def _cards(chosen: random.Random, count: int) -> str:
    return "".join(chosen.sample(CARDS, count))


def _left_out(chosen: random.Random, lines: Lines, actions: list[str]) -> None:
    if actions:
        actions.pop(chosen.choice(_bets(actions)))


def _cut(chosen: random.Random, lines: Lines, actions: list[str]) -> None:
    del actions[_place(chosen, actions) :]


def _twice(chosen: random.Random, lines: Lines, actions: list[str]) -> None:
    if actions:
        n = chosen.randrange(len(actions))
        actions.insert(n, actions[n])


def _moved(chosen: random.Random, lines: Lines, actions: list[str]) -> None:
    if actions:
        actions.insert(_place(chosen, actions[1:]), actions.pop(chosen.randrange(len(actions))))


def _another(chosen: random.Random, lines: Lines, actions: list[str]) -> None:
    if actions:
        amount = chosen.choice((1, 2, 3, 5, 10, 20, 50, 100, 400, 400000))
        actions[chosen.choice(_bets(actions))] = (
            f"{_player(chosen, lines)} {chosen.choice(('f', 'cc', f'cbr {amount}'))}"
        )


def _amount(chosen: random.Random, lines: Lines, actions: list[str]) -> None:
    raises = [n for n, action in enumerate(actions) if " cbr " in action and "#" not in action]
    if raises:
        n = chosen.choice(raises)
        player, _, amount = actions[n].split()
        actions[n] = f"{player} cbr {max(float(amount) * chosen.choice((0.5, 0.9, 1.01, 1.5, 2, 3)), 0.01):.2f}"


def _board(chosen: random.Random, lines: Lines, actions: list[str]) -> None:
    actions.insert(_place(chosen, actions), f"d db {_cards(chosen, chosen.choice((1, 1, 3)))}")


def _dealt(chosen: random.Random, lines: Lines, actions: list[str]) -> None:
    hole = chosen.choice((_cards(chosen, 2), "????", f"{_cards(chosen, 1)}??"))
    actions.insert(_place(chosen, actions), f"d dh {_player(chosen, lines)} {hole}")


def _shown(chosen: random.Random, lines: Lines, actions: list[str]) -> None:
    shown = chosen.choice(("", " -", f" {_cards(chosen, 2)}", " ????", f" {_cards(chosen, 1)}??"))
    actions.insert(_place(chosen, actions), f"{_player(chosen, lines)} sm{shown}")


def _remarked(chosen: random.Random, lines: Lines, actions: list[str]) -> None:
    if actions:
        n = chosen.randrange(len(actions))
        actions[n] += chosen.choice((' # x, "y|z%', " # a", " #"))


def _one_of(field: str, *texts: str) -> Change:
    """One item of a list by seat is another."""

    def change(chosen: random.Random, lines: Lines, actions: list[str]) -> None:
        items = lines[field].strip("[]").split(", ") if field in lines else []
        if items:
            items[chosen.randrange(len(items))] = chosen.choice(texts)
            lines[field] = f"[{', '.join(items)}]"

    return change


def _field(field: str, *texts: str) -> Change:
    """A field is there, or another."""

    def change(chosen: random.Random, lines: Lines, actions: list[str]) -> None:
        lines[field] = chosen.choice(texts)

    return change


CHANGES: tuple[Change, ...] = (
    *(_left_out, _cut, _twice, _moved, _another, _amount, _board, _dealt, _shown, _remarked),
    _one_of("starting_stacks", "inf", "1", "3", "10", "25", "100", "400", "250000"),
    _one_of("antes", "0", "1", "0.5", "2"),
    _one_of("blinds_or_straddles", "0", "1", "0.5", "2"),
    _one_of("finishing_stacks", "0", "10", "100"),
    _one_of("winnings", "0", "1", "10"),
    _field("rake", "0", "1", "0.50"),
    _field("ante_trimming_status", "true", "false"),
    _field("colour", "'red'"),
)
"""What may happen to a record."""
