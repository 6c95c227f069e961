"""A record played again, action by action; what is not as it should be is noted, and nothing is put right in silence.

docs/hands.md, "The replay".
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from recheck.betting.hand import Hand, after, begun, state
from recheck.betting.rules import Chips
from recheck.hands.money import UNKNOWN
from recheck.hands.record import HIDDEN, Action, Played, Unjudged
from recheck.hands.sentences import Turn, may_do, turn_of, why_right, why_size
from recheck.names import written

KINDS = (
    *(
        "illegal action",
        "out of turn",
        "missing action",
        "after the end",
        "cards",
        "end does not follow",
        "not covered",
    ),
    *("stops mid-hand", "needless fold", "call named a raise", "unknown stacks", "end not recorded", "end not decided"),
    *("rake", "ignored field"),
)
FAULTS = KINDS[:7]
VERDICTS = (*FAULTS, "stops mid-hand", "end not decided")
"""The kinds of notes that are verdicts, the gravest first."""

SOUND = "sound"
STREETS = ("preflop", "flop", "turn", "river")
ON_STREET = ("before the flop", "on the flop", "on the turn", "on the river")


class Note(NamedTuple):
    """What is not as it should be, or is to be known."""

    kind: str
    sentence: str


class Decision(NamedTuple):
    """A decision: the turn, and what was done; `to` is the bet after it, None is a fold."""

    turn: Turn
    street: int
    pot: Chips
    action: str
    to: Chips | None
    legal: bool
    recorded: bool


class Replay(NamedTuple):
    """A record that was played again as far as it goes."""

    notes: list[Note]
    decisions: list[Decision]
    board: list[str]
    hand: Hand | None
    """None: the game is not judged."""
    cards: dict[int, tuple[str, ...]]
    mucked: set[int]
    ended: bool
    """It could not be played to its last action."""

    def note(self, kind: str, sentence: str) -> None:
        """Note something."""
        self.notes.append(Note(kind, sentence))


def verdict_of(notes: Sequence[Note]) -> str:
    """What is to be said of a hand with these notes."""
    kinds = {note.kind for note in notes}
    return next((kind for kind in VERDICTS if kind in kinds), SOUND)


def replayed(played: Played | Unjudged) -> Replay:
    """A record played again."""
    if isinstance(played, Unjudged):
        return Replay([Note("not covered", played.why)], [], [], None, {}, set(), True)
    player = _Player(played)
    player.begin()
    for number, action in enumerate(played.actions):
        if player.ended:
            break
        player.play(number, action)
    return Replay(player.notes, player.decisions, player.board, player.hand, player.cards, player.mucked, player.ended)


class _Player:
    """A hand that is being played again."""

    def __init__(self, played: Played) -> None:
        """Before the first action."""
        self.played = played
        self.hand = begun(played.table)
        self.notes: list[Note] = []
        self.decisions: list[Decision] = []
        self.board: list[str] = []
        self.boards = 0
        """How many times cards have come to the board."""
        self.told: set[int] = set()
        """The streets of which it was said that their cards are not there."""
        self.cards: dict[int, tuple[str, ...]] = {}
        self.mucked: set[int] = set()
        self.ended = False
        self.action = Action("", "")

    def note(self, kind: str, sentence: str) -> None:
        """Note what is wrong with the action."""
        self.notes.append(Note(kind, f"{sentence}; found '{written(self.action.text.replace(',', ';'))}'"))

    def end(self, kind: str, sentence: str) -> None:
        """Note what is wrong with the action, and end the replay."""
        self.note(kind, sentence)
        self.ended = True

    def begin(self) -> None:
        """What is to be known before the first action."""
        played = self.played
        unknown = [name for name, stack in zip(played.players, played.table.stacks) if stack >= UNKNOWN]
        if unknown:
            names = "all" if len(unknown) == len(played.players) else "; ".join(unknown)
            self.notes.append(Note("unknown stacks", f"those of {names} are not known: they are never all in"))
        for name in played.ignored:
            self.notes.append(Note("ignored field", f"'{written(name)}' is none of PHH's"))

    def play(self, number: int, action: Action) -> None:
        """Play an action, the one with that number."""
        self.action = action
        if action.is_bet:
            self.bet(number, int(action.seat or 0))
        elif action.kind == "board":
            self.to_board(number)
        elif action.kind == "hole":
            self.to_player(int(action.seat or 0))
        elif action.kind == "show":
            self.show(int(action.seat or 0))
        elif action.kind == "muck":
            self.mucked.add(int(action.seat or 0))
        else:
            self.end("illegal action", "expected an action of this game")

    def turn(self) -> Turn | None:
        """Whose turn it is."""
        return turn_of(self.hand, self.played.players, self.played.coin)

    def bet(self, number: int, seat: int) -> None:
        """A bet, call or fold."""
        first = self.turn()
        if first is None:
            self.end("after the end", "expected no more bets; since nobody is left to act")
            return
        if not self.pass_over_to(number, seat):
            self.end("out of turn", f"expected an action of {first.name}; who is in turn")
            return
        street = self.hand.street
        if street > self.boards and street not in self.told:
            self.told.add(street)
            self.note("cards", f"expected the cards of the street first; as it is {ON_STREET[street]}")
        turn = self.turn()
        if turn is not None:
            self.decide(turn)

    def decide(self, turn: Turn) -> None:
        """What the player in turn does."""
        kind, amount = self.action.kind, self.action.amount
        if kind == "fold":
            if not turn.ruling.fold:
                self.note("needless fold", "expected a check; which is free")
            self.do(turn, None)
            return
        if kind == "call" or amount is None:
            self.do(turn, turn.call)
            return
        if amount == turn.call > turn.bet:
            if amount < turn.all:
                self.note("call named a raise", "expected 'cc'; since that is what a call comes to")
            self.do(turn, amount)
            return
        if amount == turn.all and turn.ruling.right == "nobody left to answer":
            self.note("call named a raise", f"expected 'cc'; since {why_right(turn)}")
            self.do(turn, turn.call)
            return
        low, high = turn.ruling.low, turn.ruling.high
        legal = low is not None and high is not None and low <= amount <= high
        if not legal:
            self.note("illegal action", f"expected {may_do(turn)}; since {self.why_not(turn, amount)}")
        if legal or turn.account.price < amount <= turn.all:
            self.do(turn, amount, legal)
        else:
            self.ended = True

    def why_not(self, turn: Turn, amount: int) -> str:
        """Why a bet or raise to that amount is not legal."""
        ruling = turn.ruling
        if amount > turn.all:
            return f"{turn.name} has {turn.coin.written(turn.all)}"
        if ruling.high is None:
            return f"{why_right(turn)} ({ruling.right})"
        if amount > ruling.high:
            return f"it is {self.played.game.limit}"
        return f"{why_size(turn)} ({ruling.size})"

    def do(self, turn: Turn, to: Chips | None, legal: bool = True, recorded: bool = True) -> None:
        """Let the player in turn do this."""
        if to is None:
            action = "fold"
        elif to == turn.bet:
            action = "check"
        elif to > turn.account.price:
            action = "raise" if turn.account.price else "bet"
        else:
            action = "call"
        opening = self.hand.opening
        pot = opening.before + sum(turn.account.bets)
        self.decisions.append(Decision(turn, self.hand.street, pot, action, to, legal, recorded))
        self.hand = after(self.hand, to)

    def pass_over_to(self, number: int, seat: int) -> bool:
        """Pass over those who are in turn before a player; nothing is done, and False given, if that cannot be."""
        hand, passed = self.hand, 0
        while hand.ruling is not None and hand.street == self.hand.street and hand.ruling.seat != seat:
            if self.acts_later(number, hand.ruling.seat, hand.ruling.fold):
                return False
            hand = after(hand, None if hand.ruling.fold else hand.ruling.call)
            passed += 1
        if hand.ruling is None or hand.street != self.hand.street:
            return False
        for _ in range(passed):
            self.pass_over()
        return True

    def acts_later(self, number: int, seat: int, folds: bool) -> bool:
        """Whether somebody who would be passed over has an action from this one on that he could not have then."""
        for action in self.played.actions[number:]:
            if action.is_bet and action.seat == seat:
                return True
            if not folds and action.kind in ("raise", "board"):
                return False
        return False

    def pass_over(self) -> None:
        """Let who is in turn check, or fold if he may not, without a word in the record."""
        turn = self.turn()
        if turn is None:
            return
        taken = "fold" if turn.ruling.fold else "check"
        self.note("missing action", f"expected an action of {turn.name} first; who is taken to {taken}")
        self.do(turn, None if turn.ruling.fold else turn.call, recorded=False)

    def to_board(self, number: int) -> None:
        """Cards to the board."""
        if self.hand.ruling is None and len(state(self.hand).within) == 1:
            self.end("after the end", "expected no more cards; since all others have folded")
        late = self.late_for_board(number)
        if late is not None:
            self.end("missing action", f"expected an action of {self.played.players[late]} first")
        while late is None and self.hand.ruling is not None and self.hand.street <= self.boards:
            self.pass_over()
        if self.boards == len(STREETS) - 1:
            self.note("cards", "expected no more than a flop and two cards on the board")
            return
        due = 1 if self.boards else 3
        if len(self.action.cards) != due:
            self.note("cards", f"expected {due} card{'s' * (due > 1)} on the board")
        self.there_already(self.action.cards)
        self.board += self.action.cards
        self.boards += 1

    def late_for_board(self, number: int) -> int | None:
        """The first seat that would be taken to fold before the next street, and acts later; None: there is none."""
        hand = self.hand
        while hand.ruling is not None and hand.street <= self.boards:
            if hand.ruling.fold and self.acts_later(number, hand.ruling.seat, True):
                return hand.ruling.seat
            hand = after(hand, None if hand.ruling.fold else hand.ruling.call)
        return None

    def to_player(self, seat: int) -> None:
        """Cards to a player."""
        if seat in self.cards:
            self.note("cards", f"expected cards once for {self.played.players[seat]}")
        self.there_already(self.action.cards)
        self.cards[seat] = self.action.cards

    def show(self, seat: int) -> None:
        """A player shows cards, or those that were dealt to him."""
        self.mucked.discard(seat)
        had = self.cards.setdefault(seat, ())
        shown = self.action.cards
        if not shown:
            return
        before, now = _known(had), _known(shown)
        if len({*before, *now}) > max(len(had), len(shown)):
            self.note("cards", f"expected {''.join(had)}; as dealt")
            return
        self.there_already([card for card in now if card not in before])
        if len(now) >= len(before):
            self.cards[seat] = shown

    def there_already(self, cards: Iterable[str]) -> None:
        """Note the cards that are on the board or in a hand."""
        there = {*self.board, *[card for hand in self.cards.values() for card in hand]} - {HIDDEN}
        again = [card for card in cards if card in there]
        if again:
            self.note("cards", f"expected {'; '.join(again)} once in the hand")


def _known(cards: Sequence[str]) -> list[str]:
    """The cards that are known."""
    return [card for card in cards if card != HIDDEN]
