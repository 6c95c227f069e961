"""How long certifying takes: the table at the end of docs/certify.md, in seconds of the processor.

    PYTHONPATH=src python benchmarks/certify.py

Strategies are random, from one seed; floats are written as Python writes them, fractions in lowest terms.
"""

import random
from collections.abc import Iterator
from fractions import Fraction
from time import process_time

from recheck.certify.bounds import certify
from recheck.certify.games import choose
from recheck.certify.policy import read_policy
from recheck.certify.table import read_table
from recheck.game import Game

MERGED = "suit_isomorphism=true"
FLOATS = "floats"
CASES = (
    ("leduc_poker", (), FLOATS, 2**52),
    ("leduc_poker", ("ranks=13", MERGED), FLOATS, 2**52),
    ("leduc_poker", ("players=3", "ranks=4", MERGED), FLOATS, 2**52),
    ("liars_dice", (), FLOATS, 2**52),
    ("liars_dice", (), "fractions of weights below 1,000", 1000),
    ("liars_dice", (), "fractions of weights below 2^52", 2**52),
    ("battleship", (), "fractions of weights below 2^52", 2**52),
    ("battleship", ("board_width=3",), FLOATS, 2**52),
)


def rows(game: Game, floats: bool, most: int) -> Iterator[str]:
    """The lines of a table with a random strategy."""
    source = random.Random(1)
    yield "player,infoset,action,probability"
    for infoset in game.infosets:
        weights = [source.randrange(1, most) for _ in infoset.actions]
        for action, weight in zip(infoset.action_labels, weights, strict=True):
            probability = repr(weight / sum(weights)) if floats else Fraction(weight, sum(weights))
            yield f"{infoset.player},{infoset.label},{action},{probability}"


def seconds(before: float) -> str:
    """What has passed since then."""
    return f"{process_time() - before:.1f}"


def main() -> None:
    """Print the rows of the table."""
    for name, settings, kind, most in CASES:
        start = process_time()
        game = choose(name, settings, False).game
        built = seconds(start)
        content = "\n".join(rows(game, kind == FLOATS, most)).encode()
        start = process_time()
        policy = read_policy(game, read_table(content))
        read = seconds(start)
        if policy.strategy is None:
            raise ValueError(f"{name}: {policy.faults[0]}")
        start = process_time()
        exact = certify(game, policy.strategy).exact
        title = " ".join([f"`{name}`", *(f"`{setting}`" for setting in settings)])
        cells = (title, f"{game.histories:,}", kind, built, read, seconds(start), "exact" if exact else "bounded")
        print(f"| {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
