"""Numbers that depend on nothing but where they are drawn: Philox4x32-10.

J. K. Salmon, M. A. Moraes, R. O. Dror, D. E. Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC 2011. Words have 32 bits,
the lowest first. What is counted, and what the key is: docs/variants.md, "Sampled variants".
"""

from __future__ import annotations

from collections.abc import Callable

Draw = Callable[[int, int, int], float]
"""From the iteration, the player who learns and the place: a number from [0, 1)."""

ROUNDS = 10
MULTIPLIERS = 0xD2511F53, 0xCD9E8D57
INCREMENTS = 0x9E3779B9, 0xBB67AE85
"""What is added to the key between two rounds."""

WORD = 2**32 - 1


def philox(counter: tuple[int, int, int, int], key: tuple[int, int]) -> tuple[int, int, int, int]:
    """The four words that belong to a counter and a key."""
    c0, c1, c2, c3 = counter
    k0, k1 = key
    for _ in range(ROUNDS):
        one, other = MULTIPLIERS[0] * c0, MULTIPLIERS[1] * c2
        c0, c1, c2, c3 = (other >> 32) ^ c1 ^ k0, other & WORD, (one >> 32) ^ c3 ^ k1, one & WORD
        k0, k1 = (k0 + INCREMENTS[0]) & WORD, (k1 + INCREMENTS[1]) & WORD
    return c0, c1, c2, c3


def drawing(seed: int) -> Draw:
    """The numbers of a seed, each made of the first 53 of the bits."""
    key = seed & WORD, seed >> 32

    def u(t: int, player: int, place: int) -> float:
        w0, w1, _, _ = philox((t, player, place, 0), key)
        return (w0 * 2**21 + (w1 >> 11)) / 2**53

    return u
