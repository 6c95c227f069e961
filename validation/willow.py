"""Willow for two players, written once more from its rules (docs/willow.md): sizes, and values by a linear program.

No program that we know has the game, so this one shares nothing with the project but the rules as they are told to a player.
"""

from collections.abc import Iterator
from importlib.metadata import version
from itertools import product

from common import join, write_by
from sequence_form import SequenceForm

RANKS, SUITS, RAISES = 12, 3, 3
MENUS = (((1,), (2,)), ((10,), (20,)), ((1, 10), (2, 20)))


def strength(down: int, up: int) -> tuple[int, int, int]:
    """Of a hand; rank 0 is the ace."""
    if down == up:
        return 1, down or RANKS, 0
    return 0, abs(down - up), max(down, up)


def chance(*cards: int) -> float:
    """The probability that these ranks are dealt, one after the other."""
    found = 1.0
    for number, card in enumerate(cards):
        found *= (SUITS - cards[:number].count(card)) / (RANKS * SUITS - number)
    return found


Plans = tuple[int, int]
"""The last sequence of each player."""


def street(
    form: SequenceForm, names: list[str], plans: Plans, menu: tuple[int, ...], bets: tuple[int, ...] = ()
) -> Iterator[tuple[Plans, int, int | None, str]]:
    """All ways in which a street can go: the sequences, the last bet that both have put in, who folds, and what was done.

    `names` are those of the players' infosets so far, `bets` all bets and raises so far.
    """
    turn, bet = len(bets) % 2, bets[-1] if bets else 0
    said = "".join(f"/{each}" for each in bets)
    infoset = names[turn] + said
    yield form.after(plans, turn, infoset, "fold"), bets[-2] if len(bets) > 1 else 0, turn, said
    if bets:
        yield form.after(plans, turn, infoset, "call"), bet, None, said
    if len(bets) <= RAISES:
        for more in menu:
            if more > bet:
                yield from street(form, names, form.after(plans, turn, infoset, more), menu, (*bets, more))


def solve(menu1: tuple[int, ...], menu2: tuple[int, ...]) -> list[object]:
    """A row of the table."""
    form, terminals = SequenceForm(), 0
    for down in product(range(RANKS), repeat=2):
        for plans, first, folds, said in street(form, [f"{card}" for card in down], (0, 0), menu1):
            if folds is not None:
                terminals += 1
                form.end(plans, chance(*down) * (1 + first) * (2 * folds - 1))
                continue
            for ups in product(range(RANKS), repeat=2):
                reach = chance(*down, *ups)
                if not reach:
                    continue
                hands = [strength(*cards) for cards in zip(down, ups, strict=True)]
                shown = (hands[0] > hands[1]) - (hands[0] < hands[1])
                names = [f"{card}{said} {ups}" for card in down]
                for ends, second, quits, _ in street(form, names, plans, menu2):
                    terminals += 1
                    won = shown if quits is None else 2 * quits - 1
                    form.end(ends, reach * (1 + first + second) * won)
    infosets, sequences = (join(map(len, each)) for each in (form.parents, form.sequences))
    game = " ".join(f"{key}=[{';'.join(map(str, menu))}]" for key, menu in (("street1", menu1), ("street2", menu2)))
    return [f"willow {game}", terminals, infosets, sequences, repr(round(form.value(), 10))]


if __name__ == "__main__":
    header = ("game", "terminals", "infosets", "sequences", "value")
    write_by(f"SciPy {version('scipy')}", __file__, "willow.csv", header, [solve(*menus) for menus in MENUS])
