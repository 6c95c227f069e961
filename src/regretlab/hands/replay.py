"""A record, replayed: what each player could do before he acted, whether what he did is legal, and how the hand ended.

Nothing is put right in silence. What is illegal is told, and played as it is recorded where that makes sense; where not, the
replay ends. Actions that a record lacks are told, and taken to be checks where nothing was to pay and folds elsewhere.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from regretlab.betting.hand import Hand, play, start
from regretlab.betting.reason import NOBODY_LEFT, Reason, why_raise, why_smallest
from regretlab.betting.round import FOLD, NOBODY, Options, options
from regretlab.betting.rulebook import RuleBook
from regretlab.betting.street import Chips
from regretlab.hands import notes, record
from regretlab.hands.follow import follows_so_far
from regretlab.hands.notes import Note
from regretlab.hands.record import Action, Record
from regretlab.hands.showdown import End, end_of
from regretlab.hands.table import Table
from regretlab.hands.variants import VARIANTS, not_covered, structure_of

STREETS = ("before the flop", "on the flop", "on the turn", "on the river")


class Step(NamedTuple):
    """A decision: what there was before it, and what was done."""

    hand: Hand
    may: Options
    action: Chips
    """`FOLD`, or what the player has bet in the round after it."""
    source: Action | None
    """The record's action; None: the record lacks it."""
    legal: bool = True

    @property
    def seat(self) -> int:
        """Who acts."""
        return self.hand.turn

    @property
    def word(self) -> str:
        """What was done, in a word."""
        now = self.hand.round
        if self.action == FOLD:
            return "fold"
        if self.action == now.bets[now.turn]:
            return "check"
        return "call" if self.action <= now.price else "raise" if now.price else "bet"


@dataclass(frozen=True)
class Replay:
    """All that there is to say about a record."""

    record: Record
    steps: tuple[Step, ...] = ()
    notes: tuple[Note, ...] = ()
    last: Hand | None = None
    """The hand after the steps; none of a game that is not covered."""
    board: tuple[str, ...] = ()
    end: End | None = None
    """None: the record does not reach it."""

    @property
    def verdict(self) -> str:
        """The worst of the notes, or `sound`."""
        kinds = {note.kind for note in self.notes}
        worst = (*notes.FAULTS, notes.UNFINISHED, notes.UNDECIDED)
        return next((kind for kind in worst if kind in kinds), "sound")

    @property
    def faulty(self) -> bool:
        """Whether something is wrong, or nothing could be judged."""
        return any(note.fault for note in self.notes)

    def why_raise(self, hand: Hand) -> Reason:
        """Whether the player in turn may raise, and why."""
        return why_raise(hand.round, self.record.names, self.record.show)

    def why_smallest(self, hand: Hand) -> tuple[str, str]:
        """The rule and the reason for the smallest raise of a player in turn who may raise."""
        return why_smallest(hand.round, self.record.show)


def replay(found: Record, rules: RuleBook | None = None, ask: int | None = None) -> Replay:
    """Play a record to its end, or up to the decision of the seat that is asked for; `rules` instead of those of its game."""
    why = not_covered(found)
    if why is not None:
        where = found.place_of("variant" if VARIANTS[found.variant].not_covered else "blinds_or_straddles")
        return Replay(found, notes=(Note(notes.NOT_COVERED, where, why),))
    return _Replayer(found, rules).replay(ask)


class _Replayer:
    """A replay on its way."""

    def __init__(self, found: Record, rules: RuleBook | None) -> None:
        self.record = found
        self.hand = start(structure_of(found, rules), found.stacks)
        self.table = Table(found)
        self.steps: list[Step] = []
        self.undealt = 0
        """The last street of which it has been told that its cards are missing."""
        self.notes = list(_about(found))

    def replay(self, ask: int | None) -> Replay:
        actions, going = self.record.actions, True
        for number, action in enumerate(actions):
            if action.of_betting:
                going = self._bet(action, actions[number + 1 :])
            elif action.kind == record.OTHER:
                self._note(notes.ILLEGAL, action, "expected an action of this game")
                going = False
            else:
                if action.kind == record.BOARD:
                    going = self._deal(action, actions[number + 1 :])
                self.notes += self.table.take(action)
            if not going:
                break
        end = None
        if going and ask is not None:
            self._seek(ask)
        elif going and self.hand.turn != NOBODY:
            self._stopped()
        if going and self.hand.turn == NOBODY:
            end = end_of(self.record, self.hand, self.table)
            self.notes += [] if self.record.leaves_out else end.notes
        return Replay(self.record, tuple(self.steps), tuple(self.notes), self.hand, self.table.board, end)

    def _bet(self, action: Action, later: Sequence[Action]) -> bool:
        """Play an action; whether the replay can go on."""
        if self.hand.turn == NOBODY:
            self._note(notes.AFTER_END, action, "expected no more bets, since nobody is left to act")
            return False
        if action.seat != self.hand.turn and not self._pass_over(action, later):
            name = self.record.names[self.hand.turn]
            self._note(notes.OUT_OF_TURN, action, f"expected an action of {name}, who is in turn")
            return False
        if self.hand.street > max(self.table.deals, self.undealt):
            self.undealt = self.hand.street
            self._note(
                notes.CARDS, action, f"expected the cards of the street first, as it is {STREETS[self.hand.street]}"
            )
        may = options(self.hand.round)
        done, legal, playable = self._read(action, may)
        if legal and self.record.leaves_out:
            legal = self._in_its_word(Step(self.hand, may, done, action), action)
        if playable:
            self._play(may, done, action, legal)
        return playable

    def _read(self, action: Action, may: Options) -> tuple[Chips, bool, bool]:
        """What is done, whether that is legal, and whether it can be played on."""
        now = self.hand.round
        own = now.bets[now.turn] + now.stacks[now.turn]
        if action.kind == record.FOLD:
            if not may.fold:
                self._note(notes.NEEDLESS, action, "expected a check, which is free")
            return FOLD, True, True
        if action.amount is None:
            return (now.price if may.call is None else may.call), may.call is not None, True
        done = action.amount
        if action.kind == record.RAISE and done == may.call and done > now.bets[now.turn]:
            if done < own:
                self._named_raise(action, "that is what a call comes to")
            return done, True, True
        if action.kind == record.RAISE and done == own and may.call is not None:
            why = why_raise(now, self.record.names, self.record.show)
            if why.rule == NOBODY_LEFT:
                self._named_raise(action, why.sentence)
                return may.call, True, True
        legal = done == may.call if action.kind == record.CALL else may.allow(done) and done != may.call
        if not legal:
            self._note(notes.ILLEGAL, action, self._expected(may, done, own))
        return done, legal, legal or (action.kind == record.RAISE and now.price < done <= own)

    def _in_its_word(self, step: Step, action: Action) -> bool:
        """Whether an action of a question is called what it is; `allin` may be anything."""
        if action.text.split()[1] in (step.word, "allin"):
            return True
        self._note(notes.ILLEGAL, action, f"expected '{step.word}', since it is one")
        return False

    def _named_raise(self, action: Action, why: str) -> None:
        if not self.record.leaves_out:
            self._note(notes.NAMED_RAISE, action, f"expected 'cc', since {why}")

    def _expected(self, may: Options, done: Chips, own: Chips) -> str:
        """What was allowed, and why not more."""
        now, show = self.hand.round, self.record.show
        text = f"expected {described(self.record, self.hand, may)}"
        if done > own:
            return f"{text}, since {self.record.names[now.turn]} has {show(own)}"
        if may.low is None or may.high is None:
            why = why_raise(now, self.record.names, show)
            return f"{text}, since {why.sentence} ({why.rule})"
        if done > may.high:
            return f"{text}, since it is {now.street.limit}"
        rule, sentence = why_smallest(now, show)
        return f"{text}, since {sentence} ({rule})"

    def _pass_over(self, action: Action, later: Sequence[Action]) -> bool:
        """Let those pass who are before an action and are not recorded; False: they cannot be."""
        passed, hand = [], self.hand
        while hand.turn not in (NOBODY, action.seat) and hand.street == self.hand.street:
            step = self._passing(hand)
            if _acts_again(step, (action, *later)):
                return False
            passed.append(step)
            hand = play(hand, step.action)
        if hand.turn != action.seat or hand.street != self.hand.street:
            return False
        self._pass(passed, action)
        return True

    def _deal(self, action: Action, later: Sequence[Action]) -> bool:
        """Whether a street is over when the cards of the next are dealt, or can be taken to be."""
        street, passed, hand = self.table.deals + 1, [], self.hand
        if hand.turn == NOBODY and hand.round.playing.bit_count() == 1:
            self._note(notes.AFTER_END, action, "expected no more cards, since all others have folded")
            return False
        while hand.turn != NOBODY and hand.street < street:
            step = self._passing(hand)
            if step.action == FOLD and _acts_again(step, later):
                self._note(notes.MISSING, action, f"expected an action of {self.record.names[hand.turn]} first")
                return False
            passed.append(step)
            hand = play(hand, step.action)
        self._pass(passed, action)
        return True

    def _passing(self, hand: Hand) -> Step:
        may = options(hand.round)
        free = not may.fold and may.call is not None and not self.record.leaves_out
        return Step(hand, may, may.call if free and may.call is not None else FOLD, None)

    def _pass(self, passed: Sequence[Step], action: Action) -> None:
        for step in passed:
            if not self.record.leaves_out:
                taken = "fold" if step.action == FOLD else "check"
                name = self.record.names[step.seat]
                self._note(notes.MISSING, action, f"expected an action of {name} first, who is taken to {taken}")
            self._play(step.may, step.action, None)

    def _play(self, may: Options, done: Chips, source: Action | None, legal: bool = True) -> None:
        self.steps.append(Step(self.hand, may, done, source, legal))
        self.hand = play(self.hand, done)

    def _seek(self, seat: int) -> None:
        """Let all fold who are before the one who is asked for."""
        while self.hand.turn not in (NOBODY, seat):
            step = self._passing(self.hand)
            self._play(step.may, FOLD, None)

    def _stopped(self) -> None:
        found = self.record
        if not found.leaves_out:
            name, place = found.names[self.hand.turn], found.actions[-1].place if found.actions else found.place
            text = f"expected an action of {name} {STREETS[self.hand.street]}, found no more actions"
            self.notes += [Note(notes.UNFINISHED, place, text), *follows_so_far(found, self.hand.round.stacks)]

    def _note(self, kind: str, action: Action, text: str) -> None:
        self.notes.append(Note(kind, action.place, f"{text}, found '{action.text}'"))


def described(found: Record, hand: Hand, may: Options) -> str:
    """What a player may do, in words: "fold, call 6 or raise 10 to 100"."""
    now, show = hand.round, found.show
    parts = ["fold"] if may.fold else []
    if may.call is not None:
        parts.append("check" if may.call == now.bets[now.turn] else f"call {show(may.call)}")
    if may.low is not None and may.high is not None:
        verb = "raise" if now.price else "bet"
        high = "" if may.high == may.low else " or more" if may.high == record.UNKNOWN else f" to {show(may.high)}"
        parts.append(f"{verb} {show(may.low)}{high}")
    return " or ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)


def _acts_again(step: Step, actions: Sequence[Action]) -> bool:
    """Whether somebody who is to be passed over acts later: after a fold at all, after a check before there is a bet."""
    for action in actions:
        if action.of_betting and action.seat == step.seat:
            return True
        if step.action != FOLD and action.kind in (record.RAISE, record.BOARD):
            return False
    return False


def _about(found: Record) -> Iterator[Note]:
    """What there is to say before the first action."""
    unknown = [name for name, stack in zip(found.names, found.stacks, strict=True) if stack == record.UNKNOWN]
    if unknown and not found.leaves_out:
        whose = "all" if len(unknown) == len(found.names) else ", ".join(unknown)
        text = f"those of {whose} are not known: they are never all in"
        yield Note(notes.NO_STACKS, found.place_of("starting_stacks"), text)
    for key in found.unknown:
        yield Note(notes.IGNORED, found.place_of(key), f"'{key}' is none of PHH's")
