"""Kuhn poker: one card each, one bet.

H. W. Kuhn, "A simplified two-person poker", Contributions to the Theory of Games I, 1950. More players as in
N. A. Risk and D. Szafron, "Using counterfactual regret minimization to create competitive multiplayer poker agents",
AAMAS 2010. Names of actions and infosets, and the order of the deal, follow OpenSpiel's `kuhn_poker`.

Everyone antes 1 and gets one card of a deck with one card of each rank. In turn, each player passes or bets 1; once
somebody has bet, each of the others answers once, passing (folding) or betting (calling). The highest card among those
who bet takes the pot; if nobody did, the highest card of all.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from regretlab.parameters import check_range
from regretlab.rules import CHANCE, TERMINAL

PASS, BET = "p", "b"


class State(NamedTuple):
    """Cards dealt so far, by player, and the letters of the actions so far."""

    cards: tuple[int, ...]
    history: str


@dataclass(frozen=True)
class KuhnPoker:
    """The rules; payoffs in antes."""

    players: int = 2
    ranks: int = 3

    unit = "antes per hand"

    def __post_init__(self) -> None:
        """Refuse a table without players or a deck without cards for all."""
        check_range("players", self.players, 2, 10)
        check_range("ranks", self.ranks, self.players, 1_000)

    def root(self) -> State:
        """Before the deal."""
        return State((), "")

    def turn(self, state: State) -> int:
        """Deal, then one turn each, then one answer each to the first bet."""
        if len(state.cards) < self.players:
            return CHANCE
        first_bet = state.history.find(BET)
        last = self.players if first_bet < 0 else first_bet + self.players
        return TERMINAL if len(state.history) == last else len(state.history) % self.players

    def actions(self, state: State) -> tuple[str, ...]:
        """A card not dealt yet; then always the same two: pass means check or fold, bet means bet or call."""
        if len(state.cards) < self.players:
            return tuple(str(card) for card in range(self.ranks) if card not in state.cards)
        return ("pass", "bet")

    def chances(self, state: State) -> Sequence[Fraction]:
        """All cards left are equally likely."""
        left = self.ranks - len(state.cards)
        return [Fraction(1, left)] * left

    def play(self, state: State, action: int) -> State:
        """Deal the card to the next player, or append the action's letter."""
        if len(state.cards) < self.players:
            return State((*state.cards, int(self.actions(state)[action])), "")
        return State(state.cards, state.history + (PASS, BET)[action])

    def position(self, state: State) -> tuple[int, str]:
        """All cards play alike."""
        return len(state.cards), state.history

    def infoset(self, state: State) -> str:
        """Own card and public history, for example `0pb`."""
        return f"{state.cards[len(state.history) % self.players]}{state.history}"

    def payoffs(self, state: State) -> Sequence[int]:
        """Net gain of each player in antes."""
        paid = [1 + (BET in state.history[player :: self.players]) for player in range(self.players)]
        contenders = [player for player in range(self.players) if paid[player] == max(paid)]
        winner = max(contenders, key=lambda player: state.cards[player])
        return [sum(paid) * (player == winner) - paid[player] for player in range(self.players)]


RULES = KuhnPoker
