"""Rules that look at a part of the tree: external, outcome and chance sampling. M. Lanctot et al., NIPS 2009."""

from __future__ import annotations

from recheck.variants.rule import ALL, Rule, Sampling


def external_sampling(seed: int) -> Rule:
    """R + r, S + x, with one action of chance and of the others, and all of one's own."""
    return Rule(sampling=Sampling(seed))


def outcome_sampling(explore: float, seed: int) -> Rule:
    """The same with one action of everybody's; one's own is at random with a probability of `explore`."""
    return Rule(sampling=Sampling(seed, own=explore))


def chance_sampling(seed: int) -> Rule:
    """The same with one action of chance, and all of the players'."""
    return Rule(sampling=Sampling(seed, others=ALL))
