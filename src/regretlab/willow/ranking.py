"""The order of Willow's hands, of two cards each: a pair, otherwise the larger difference, then the higher rank."""

RANKS = "A23456789TJQ"
"""By number, from 0. An ace is the highest of pairs, and otherwise counts 1."""
ACE = RANKS.index("A")


def strength(first: int, second: int) -> tuple[bool, int, int]:
    """How strong two ranks are: whether a pair; its rank, or the difference; the higher rank."""
    if first == second:
        return True, first if first != ACE else len(RANKS), first
    return False, abs(first - second), max(first, second)
