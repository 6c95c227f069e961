"""What several tests of Willow's tables need: hands with typed cards and actions, and a trained strategy table."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from regretlab.drawing import Draws
from regretlab.files import write_csv
from regretlab.games.willow import Willow
from regretlab.layout import STRATEGY_HEADER
from regretlab.registry import load_rules, load_variant
from regretlab.sequence_form.arrays import Tree
from regretlab.sequence_form.solver import Solver
from regretlab.willow import match
from regretlab.willow.hand import State, deal, receiver
from regretlab.willow.match import Moment, Policy, Seating, View, seen
from regretlab.willow.ranking import RANKS
from regretlab.willow.streets import first_node, whole

from small_games import compiled

SMALL = {"ranks": 3, "suits": 2, "street1": (1,), "street2": (2,)}
"""A game that is trained in no time."""


def rules_of(**parameters: Any) -> Willow:
    """The rules of a match: all bets, unless menus are given."""
    rules = load_rules("willow", {**whole(), **parameters})
    assert isinstance(rules, Willow)
    return rules


def cards_of(ranks: str, suits: int = 3) -> tuple[int, ...]:
    """Cards by number, each the lowest of its rank that is not dealt before."""
    return tuple([RANKS.index(rank) * suits + ranks[:place].count(rank) for place, rank in enumerate(ranks)])


def scripted(actions: Sequence[str]) -> Policy:
    """Whoever is in turn does what comes next."""
    left = iter(actions)
    return lambda view: view.actions.index(next(left))


def played(
    monkeypatch: pytest.MonkeyPatch, stacks: Sequence[int], on_top: str, actions: Sequence[str], **parameters: Any
) -> list[Moment]:
    """A hand with these cards on top of the deck and these actions, every one of which is played."""
    rules = rules_of(players=len(stacks), stacks=list(stacks), **parameters)
    monkeypatch.setattr(match, "deck", lambda rules, draws, hand, places: cards_of(on_top, rules.suits))
    policies = [scripted(actions)] * len(stacks)
    seating = Seating(0, tuple(range(len(stacks))), tuple(stacks))
    moments = list(match.play_hand(rules, seating, policies, Draws(0)))
    assert len(moments) == 1 + len(actions)
    return moments


def viewed(stacks: Sequence[int], on_top: str, *actions: str, number: float = 0.0, **parameters: Any) -> View:
    """What the next player sees after these cards and actions."""
    rules = rules_of(players=len(stacks), stacks=list(stacks), **parameters)
    cards = cards_of(on_top, rules.suits)
    state = State((), (), first_node(tuple(stacks), (rules.street1, rules.street2), rules.raises))
    for action in ("", *actions):
        if action:
            state = state._replace(node=state.node.after(state.node.actions.index(action)))
        while (seat := receiver(state)) >= 0:
            state = deal(state, seat, cards[len(state.dealt)])
    return View(rules, seen(state, state.node.turn, rules.suits), number)


def trained(path: Path, iterations: int = 50, **parameters: Any) -> Path:
    """The average strategy of CFR as a strategy table."""
    game = compiled("willow", **{**SMALL, **parameters})
    solver = Solver(Tree.of(game), load_variant("cfr"))
    (last,) = solver.iterates((iterations,))
    average = solver.average(last)
    rows = ((infoset.player, infoset.name, action, average[q]) for q, infoset, action in game.rows())
    write_csv(path, STRATEGY_HEADER, rows)
    return path


def ends(moments: Iterator[Moment]) -> list[Moment]:
    """The last moments of hands."""
    return [moment for moment in moments if moment.payoffs]
