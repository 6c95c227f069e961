"""Random numbers by their place: each is a function of a counter and a seed, so there is no state, and no order of drawing.

Philox4x32-10: J. Salmon, M. Moraes, R. Dror, D. Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC 2011, section 4.3. Words
have 32 bits and are kept in unsigned numbers of 64.
"""

import numpy as np

from regretlab.compiled import inlined

Word = np.uint64
Words = tuple[Word, Word, Word, Word]

ROUNDS = 10
MULTIPLIERS = Word(0xD2511F53), Word(0xCD9E8D57)
WEYL = Word(0x9E3779B9), Word(0xBB67AE85)
"""What the key grows by from round to round: the golden ratio and √3 - 1, times 2³²."""
LOW, HALF = Word(0xFFFFFFFF), Word(32)
KEPT, DROPPED = Word(21), Word(11)
LEAST = 2.0**-53


@inlined
def philox(counter: Words, key_0: Word, key_1: Word) -> Words:
    """The four words of a counter."""
    c0, c1, c2, c3 = counter
    for _ in range(ROUNDS):
        product_0, product_1 = MULTIPLIERS[0] * c0, MULTIPLIERS[1] * c2
        c0, c1 = (product_1 >> HALF) ^ c1 ^ key_0, product_1 & LOW
        c2, c3 = (product_0 >> HALF) ^ c3 ^ key_1, product_0 & LOW
        key_0, key_1 = (key_0 + WEYL[0]) & LOW, (key_1 + WEYL[1]) & LOW
    return c0, c1, c2, c3


@inlined
def fraction(counter: Words, key_0: Word, key_1: Word) -> float:
    """A number from [0, 1), a multiple of 2⁻⁵³, made of the first two words of a counter."""
    words = philox(counter, key_0, key_1)
    u: float = ((words[0] << KEPT) | (words[1] >> DROPPED)) * LEAST
    return u
