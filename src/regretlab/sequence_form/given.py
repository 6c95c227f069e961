"""Where a variant that is given a strategy begins: with that as its strategy sums, by the names of the game."""

import numpy as np

from regretlab.errors import InputError
from regretlab.sequence_form.arrays import State
from regretlab.sequence_form.game import Game
from regretlab.sequence_form.solver import Iterate
from regretlab.variant import Variant


def beginning(game: Game, variant: Variant) -> Iterate | None:
    """What goes before the first iteration; None if that is nothing.

    Raises `InputError` unless the strategy has a probability for each action of the game, and no others, and the same ones at
    infosets that are played alike.
    """
    if variant.given is None:
        return None
    rows = list(game.rows())
    state = State(*(np.zeros(game.sequence_bounds[-1]) for _ in State._fields))
    sigma = variant.given.over([(infoset.player, infoset.name, action) for _, infoset, action in rows])
    state.strategy_sum[[q for q, _, _ in rows]] = sigma
    for group in game.alike:
        infosets = [game.infosets[number] for number in group.infosets]
        firsts = [game.first_sequences[number] for number in group.infosets]
        played = [state.strategy_sum[first : first + len(infosets[0].actions)].tolist() for first in firsts]
        for infoset, found in zip(infosets, played, strict=True):
            if found != played[0]:
                raise InputError(
                    f"{variant.given.path}: player {infoset.player}, infoset {infoset.name!r}: expected {played[0]}, as at "
                    f"{infosets[0].name!r}, since these are played alike, found {found}"
                )
    return Iterate(0, state)
