"""Lessons of small games of Willow by brute force: every deal is played in every way, and summed up as docs/lessons.md says.

Nothing is shared with recheck: the rules of docs/games.md are written once more, for two players, and all numbers are fractions.
"""

from __future__ import annotations

import csv
import itertools
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

from recheck_bundle import write_csv, write_json

RANKS = "A23456789TJQ"

TINY: dict[str, Any] = {
    **{"players": 2, "ranks": 4, "suits": 3, "suit_isomorphism": True, "stacks": [100]},
    **{"street1": [1], "street2": [2], "raises": 3},
}
"""Four ranks, one bet on each street."""
RAISED = {**TINY, "street1": [1, 4], "street2": [2, 8], "raises": 1}
SHORT = {**TINY, "ranks": 3, "suits": 2, "stacks": [4, 6], "street1": [1, 5], "street2": [2, 4]}
"""Stacks run out on both streets, and with them the betting."""

HEADERS = {
    "ranking": ["place", "hand", "class", "ways", "beats", "ties", "loses", "equity"],
    "street1": ["player", "before", "card", "action", "reach", "probability", "value"],
    "up": ["up_0", "up_1", "action", "reach", "probability", "equity", "value"],
    "bets": ["player", "action", "possible", "made", "bluffs", "folds", "pot", "added", "value"],
    "ends": ["street", "end", "reach", "gain"],
}

Row = tuple[Any, ...]
Chosen = Callable[[int, str, int], list[float]]
"""Probabilities by player, name of the infoset and number of actions."""


class Step(NamedTuple):
    """A decision: who, the street from 0, what was done on it and before, the action, its probability, pot and what it adds."""

    player: int
    street: int
    before: tuple[str, ...]
    action: str
    probability: Fraction
    pot: int
    adds: int


class Hand(NamedTuple):
    """A deal that is played to its end."""

    deal: tuple[int, int, int, int]
    chance: Fraction
    steps: tuple[Step, ...]
    end: tuple[int, str]
    payoff: int

    def reach(self, but: int | None = None) -> Fraction:
        """Chance times all probabilities, or all but one of them."""
        found = self.chance
        for n, step in enumerate(self.steps):
            found *= 1 if n == but else step.probability
        return found


def strength(first: int, second: int) -> tuple[int, ...]:
    """A hand as docs/willow.md orders it."""
    if first == second:
        return (1, 12 if first == 0 else first)
    return (0, abs(first - second), max(first, second))


def compared(deal: tuple[int, int, int, int]) -> int:
    """1 if player 0 has the better hand, -1 if the weaker one."""
    a, b, u, v = deal
    one, other = strength(a, u), strength(b, v)
    return (one > other) - (one < other)


def options(game: Mapping[str, Any], street: int, left: list[int], bets: list[int], player: int, wagers: int) -> list:
    """What can be done, with what has then been bet; `left` are the stacks before the street."""
    price, own, other = max(bets), left[player], left[1 - player]
    found: list[tuple[str, int | None]] = [("fold", None)]
    if price:
        found.append(("call", min(price, own)))
    if wagers <= game["raises"] and own > price and other > price:
        sizes = sorted({min(size, own) for size in game[f"street{street + 1}"] if min(size, own) > price})
        found += [(f"{'raise' if price else 'bet'} {size}", size) for size in sizes]
    return found


def hands(game: Mapping[str, Any], chosen: Chosen) -> Iterator[Hand]:
    """Every deal, played in every way."""
    deck = [rank for rank in range(game["ranks"]) for _ in range(game["suits"])]
    stacks = game["stacks"] * (3 - len(game["stacks"]))

    def play(deal, chance, street, paid, bets, player, wagers, said, steps) -> Iterator[Hand]:
        left = [stacks[n] - paid[n] for n in (0, 1)]
        for name, to in (found := options(game, street, left, bets, player, wagers)):
            infoset = RANKS[deal[player]] + said[0]
            if street:
                infoset += f"/[{RANKS[deal[2]]} {RANKS[deal[3]]}]{said[1]}"
            probabilities = chosen(player, infoset, len(found))
            probability = Fraction(probabilities[found.index((name, to))])
            adds = 0 if to is None else to - bets[player]
            step = Step(player, street, said, name, probability, sum(paid) + sum(bets), adds)
            longer = (*steps, step)
            if to is None:
                lost = paid[player] + bets[player]
                yield Hand(deal, chance, longer, (street + 1, f"player {player} folds"), lost if player else -lost)
            elif name == "call":
                matched = min(bets[1 - player], to)
                yield from go_on(
                    deal,
                    chance,
                    street + 1,
                    [each + matched for each in paid],
                    (*said[:-1], f"{said[-1]}/call"),
                    longer,
                )
            else:
                now = [to, bets[1]] if player == 0 else [bets[0], to]
                yield from play(
                    deal, chance, street, paid, now, 1 - player, wagers + 1, (*said[:-1], f"{said[-1]}/{name}"), longer
                )

    def go_on(deal, chance, street, paid, said, steps) -> Iterator[Hand]:
        if street == 2 or 0 in [stacks[n] - paid[n] for n in (0, 1)]:
            yield Hand(deal, chance, steps, (2, "showdown"), compared(deal) * paid[0])
        else:
            yield from play(deal, chance, street, paid, [0, 0], 0, 0, (*said, ""), steps)

    for deal in itertools.product(range(game["ranks"]), repeat=4):
        left, chance = list(deck), Fraction(1)
        for card in deal:
            chance *= Fraction(left.count(card), len(left))
            left = left if card not in left else left[: left.index(card)] + left[left.index(card) + 1 :]
        if chance:
            yield from go_on(deal, chance, 0, [1, 1], (), ())


def tables(game: Mapping[str, Any], chosen: Chosen) -> dict[str, list[Row]]:
    """All rows of the five tables, with fractions; None is an empty cell."""
    played = list(hands(game, chosen))
    return {
        "ranking": ranking(game),
        "street1": street_1(game, played),
        "up": up(game, played),
        "bets": bets(played),
        "ends": ends(played),
    }


def ranking(game: Mapping[str, Any]) -> list[Row]:
    deck = [(rank, suit) for rank in range(game["ranks"]) for suit in range(game["suits"])]
    sets: dict[tuple[int, int], list] = {}
    for one, other in itertools.combinations(deck, 2):
        sets.setdefault((other[0], one[0]), []).append((one, other))
    rows = []
    for hand in sorted(sets, key=lambda hand: strength(*hand), reverse=True):
        mine = sets[hand][0]
        others = [
            strength(a[0], b[0]) for a, b in itertools.combinations([card for card in deck if card not in mine], 2)
        ]
        own = strength(*hand)
        beats, ties, loses = (
            sum(test) for test in zip(*[(own > other, own == other, own < other) for other in others], strict=True)
        )
        kind = "pair" if hand[0] == hand[1] else hand[0] - hand[1]
        name = RANKS[hand[0]] + RANKS[hand[1]]
        rows.append(
            (
                len(rows) + 1,
                name,
                kind,
                len(sets[hand]),
                beats,
                ties,
                loses,
                Fraction(2 * beats + ties, 2 * len(others)),
            )
        )
    return rows


def mean(total: Fraction, of: Fraction) -> Fraction | None:
    return total / of if of else None


def street_1(game: Mapping[str, Any], played: list[Hand]) -> list[Row]:
    found: dict[tuple, list[Fraction]] = {}
    for hand in played:
        for n, step in enumerate(hand.steps):
            if step.street == 0:
                node = (step.player, step.before[0], RANKS[hand.deal[step.player]])
                sums = found.setdefault((*node, step.action), [Fraction(0), Fraction(0), step.probability])
                sums[0] += hand.reach(but=n)
                sums[1] += hand.reach(but=n) * (-hand.payoff if step.player else hand.payoff)
    rows = [(*label, reach, probability, mean(won, reach)) for label, (reach, won, probability) in found.items()]

    def place(row: Row) -> tuple:
        # The actions in their order at each step of the way, then the card, then the action.
        return ([order(word) for word in row[1].split("/")[1:]], RANKS.index(row[2]), order(row[3]))

    return sorted(rows, key=place)


def order(action: str) -> tuple[int, int]:
    kind, _, size = action.partition(" ")
    return ["fold", "call", "bet", "raise"].index(kind), int(size or 0)


def up(game: Mapping[str, Any], played: list[Hand]) -> list[Row]:
    sums: dict[tuple[int, int], list[Fraction]] = {}
    after: dict[tuple[int, int, str], Fraction] = {}
    for hand in played:
        begins = [step for step in hand.steps if step.street == 1 and not step.before[1]]
        if begins:
            pair = hand.deal[2:]
            found = sums.setdefault(pair, [Fraction(0)] * 3)
            reach = hand.reach()
            for n, part in enumerate((1, Fraction(compared(hand.deal) + 1, 2), hand.payoff)):
                found[n] += reach * part
            key = (*pair, begins[0].action)
            after[key] = after.get(key, Fraction(0)) + reach
    actions = sorted({key[2] for key in after}, key=order)
    return [
        (
            RANKS[u],
            RANKS[v],
            action,
            reach,
            mean(after.get((u, v, action), Fraction(0)), reach),
            mean(equity, reach),
            mean(won, reach),
        )
        for (u, v), (reach, equity, won) in sorted(sums.items())
        for action in actions
    ]


def bets(played: list[Hand]) -> list[Row]:
    equities = equities_of(played)
    found: dict[tuple[int, str], dict[str, Fraction]] = {}
    possible: dict[tuple[int, tuple[str, ...]], set[str]] = {}
    for hand in played:
        for step in hand.steps:
            if step.street == 1:
                possible.setdefault((step.player, step.before), set()).add(step.action)
    for hand in played:
        reach = hand.reach()
        for n, step in enumerate(hand.steps):
            if step.street == 0:
                continue
            for action in possible[step.player, step.before]:
                if " " in action:
                    row = found.setdefault((step.player, action), dict.fromkeys(HEADERS["bets"][2:], Fraction(0)))
                    row["possible"] += reach
            if " " in step.action:
                row = found[step.player, step.action]
                row["made"] += reach
                equity = equities[seen(hand, step)]
                row["bluffs"] += reach if equity is not None and equity < Fraction(1, 2) - Fraction(1, 10**9) else 0
                row["folds"] += reach if hand.steps[n + 1].action == "fold" else 0
                row["pot"] += reach * step.pot
                row["added"] += reach * step.adds
                row["value"] += reach * (-hand.payoff if step.player else hand.payoff)
    rows = []
    for player, action in sorted(found, key=lambda label: (label[0], order(label[1]))):
        row = found[player, action]
        made = row["made"]
        parts = [row["bluffs"], row["folds"]] if made else [None, None]
        means = [mean(row[name], made) for name in ("pot", "added", "value")]
        rows.append((player, action, row["possible"], made, *parts, *means))
    return rows


def seen(hand: Hand, step: Step) -> tuple:
    """What a player sees when he decides on the second street."""
    return step.player, step.before, hand.deal[step.player], hand.deal[2:]


def equities_of(played: list[Hand]) -> dict[tuple, Fraction | None]:
    """The equity of a hand against the opponent's first cards by reach at a node, by what the player sees."""
    sums: dict[tuple, list[Fraction]] = {}
    for hand in played:
        for step in hand.steps:
            if step.street == 1:
                found = sums.setdefault(seen(hand, step), [Fraction(0), Fraction(0)])
                reach = hand.reach()
                better = -compared(hand.deal) if step.player else compared(hand.deal)
                found[0] += reach
                found[1] += reach * Fraction(better + 1, 2)
    return {key: mean(won, reach) for key, (reach, won) in sums.items()}


def ends(played: list[Hand]) -> list[Row]:
    every = [(street, f"player {player} folds") for street in (1, 2) for player in (0, 1)]
    return [
        (
            *end,
            sum((hand.reach() for hand in played if hand.end == end), Fraction(0)),
            sum((hand.reach() * hand.payoff for hand in played if hand.end == end), Fraction(0)),
        )
        for end in (*every, (2, "showdown"))
    ]


def infosets(game: Mapping[str, Any]) -> dict[tuple[int, str], tuple[int, list[str]]]:
    """The player's own earlier decisions, and the actions, of each infoset."""
    found: dict[tuple[int, str], tuple[int, list[str]]] = {}
    for hand in hands(game, lambda player, name, count: [1.0] * count):
        for n, step in enumerate(hand.steps):
            name = RANKS[hand.deal[step.player]] + step.before[0]
            if step.street:
                name += f"/[{RANKS[hand.deal[2]]} {RANKS[hand.deal[3]]}]{step.before[1]}"
            earlier = len([one for one in hand.steps[:n] if one.player == step.player])
            actions = found.setdefault((step.player, name), (earlier, []))[1]
            if step.action not in actions:
                actions.append(step.action)
    return {key: (earlier, sorted(actions, key=order)) for key, (earlier, actions) in found.items()}


def uneven(player: int, name: str, count: int) -> list[float]:
    """Some probabilities, quarters, of which some are 0."""
    mixed = sum((n + 1) * ord(letter) for n, letter in enumerate(name)) + player
    cuts = sorted((mixed // 5**n) % 5 for n in range(count - 1))
    return [(high - low) / 4 for low, high in itertools.pairwise([0, *cuts, 4])]


def table_rows(game: Mapping[str, Any], chosen: Chosen) -> list[Row]:
    """The rows of strategy.csv."""
    known = infosets(game)
    ordered = sorted(known, key=lambda key: (key[0], known[key][0], key[1].encode()))
    return [
        (player, name, action, probability)
        for player, name in ordered
        for action, probability in zip(
            known[player, name][1], chosen(player, name, len(known[player, name][1])), strict=True
        )
    ]


def of_file(path: Path) -> Chosen:
    """The strategy of a table."""
    found: dict[tuple[str, str], list[float]] = {}
    with path.open() as stream:
        for row in csv.DictReader(stream):
            found.setdefault((row["player"], row["infoset"]), []).append(float(row["probability"]))
    return lambda player, name, _: found[str(player), name]


def write_lessons(folder: Path, game: Mapping[str, Any], chosen: Chosen) -> None:
    """The five tables, as they are published."""
    for name, rows in tables(game, chosen).items():
        shown = [[float(cell) if isinstance(cell, Fraction) else cell for cell in row] for row in rows]
        write_csv(folder / f"{name}.csv", HEADERS[name], shown)


def write_taught(folder: Path, game: Mapping[str, Any], study: Mapping[str, Any], chosen: Chosen = uneven) -> Path:
    """What `recheck lessons` reads of a study, with a strategy of one's own; give the study's folder."""
    write_json(folder / "study.json", study)
    write_csv(
        folder / "game/dcfr/strategy.csv", ["player", "infoset", "action", "probability"], table_rows(game, chosen)
    )
    write_lessons(folder / "game/lessons", game, chosen)
    return folder
