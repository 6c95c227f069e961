"""The end of a hand: pots, who wins them, and whether the record says the same. docs/hands.md, "The end"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from recheck.betting.hand import Hand, State, state
from recheck.betting.pots import Pot
from recheck.betting.rules import Chips
from recheck.hands.cards import read_cards
from recheck.hands.money import UNKNOWN
from recheck.hands.record import HIDDEN, Played
from recheck.hands.replay import ON_STREET, Replay
from recheck.hands.showdown import awarded

WHOLE_BOARD = 5


class Ending(NamedTuple):
    """What lies where in the end; lists are by seat. What is not known is None."""

    state: State
    won: list[Chips] | None
    rake: Chips | None


class Recorded(NamedTuple):
    """What a record says that each has won, and the field that says so."""

    field: str
    won: list[Chips]


def ended(played: Played, replay: Replay) -> Ending | None:
    """The end of a hand, with notes on it; None if the replay did not come to it."""
    hand = replay.hand
    if hand is None or replay.ended:
        return None
    if hand.ruling is not None:
        _note_stop(played, replay, hand)
        return None
    now = state(hand)
    contested = [_without(pot, replay.mucked) for pot in now.pots]
    why = _undecided(played, replay, contested)
    due = None if why else _by_cards(played, replay, contested)
    says = _recorded(played, now)
    if says is None:
        told = (
            "all winnings are 0" if played.winnings is not None else "neither finishing stacks nor winnings are given"
        )
        replay.note("end not recorded", told)
        if why:
            replay.note("end not decided", f"nobody can tell who wins: {why}")
        return Ending(now, due, played.rake)
    if not _follows(played, replay, now, contested, due, says):
        return Ending(now, due, None)
    whole = sum([pot.chips for pot in now.pots])
    rake = whole - sum(says.won)
    if rake:
        written = played.coin.written
        replay.note("rake", f"{written(rake)} of {written(whole)} are missing in the end")
    return Ending(now, says.won, rake)


def _note_stop(played: Played, replay: Replay, hand: Hand) -> None:
    """Somebody is in turn after the last action."""
    if hand.ruling is None:
        return
    name, written = played.players[hand.ruling.seat], played.coin.written
    replay.note("stops mid-hand", f"expected an action of {name} {ON_STREET[hand.street]}; found no more actions")
    for player, stack, given in zip(played.players, state(hand).stacks, played.finishing or ()):
        if stack < UNKNOWN // 2 and stack != given:
            sentence = f"finishing_stacks: expected {written(stack)} for {player} so far; found {written(given)}"
            replay.note("end does not follow", sentence)


def _without(pot: Pot, mucked: set[int]) -> Pot:
    """A pot with those who have not mucked, unless it is for one alone."""
    if len(pot.seats) == 1:
        return pot
    return pot._replace(seats=tuple([seat for seat in pot.seats if seat not in mucked]))


def _undecided(played: Played, replay: Replay, contested: Sequence[Pot]) -> str | None:
    """Why the cards do not decide the first pot that they do not decide."""
    for pot in contested:
        if not pot.seats:
            return "all have mucked"
        if len(pot.seats) == 1:
            continue
        hidden = [
            played.players[seat] for seat in pot.seats if not replay.cards.get(seat) or HIDDEN in replay.cards[seat]
        ]
        if hidden:
            return f"the cards of {' and '.join(hidden)} are not known"
        if len(replay.board) != WHOLE_BOARD:
            return f"the board has {len(replay.board)} cards"
        if HIDDEN in replay.board:
            return "a card of the board is not known"
        cards = [*replay.board, *[card for seat in pot.seats for card in replay.cards[seat]]]
        if len(set(cards)) != len(cards):
            return "a card is there twice"
    return None


def _by_cards(played: Played, replay: Replay, contested: Sequence[Pot]) -> list[Chips]:
    """What each wins by the cards."""
    seats = {seat for pot in contested if len(pot.seats) > 1 for seat in pot.seats}
    hands = {seat: read_cards("".join(replay.cards[seat])) or [] for seat in seats}
    board = read_cards("".join(replay.board)) or []
    won = awarded(contested, played.game.showdown, hands, board)
    return [won.get(seat, 0) for seat in range(len(played.players))]


def _recorded(played: Played, now: State) -> Recorded | None:
    """What the record says that each has won; None if it does not tell."""
    if played.finishing is not None and max(played.table.stacks) < UNKNOWN:
        won = [given - stack for given, stack in zip(played.finishing, now.stacks)]
        return Recorded("finishing_stacks", won)
    if played.winnings is not None and any(played.winnings):
        return Recorded("winnings", list(played.winnings))
    return None


def _follows(
    played: Played, replay: Replay, now: State, contested: Sequence[Pot], due: list[Chips] | None, says: Recorded
) -> bool:
    """Whether what the record says can be so; notes if not."""
    written, field = played.coin.written, says.field
    before = len(replay.notes)

    def wrong(sentence: str) -> None:
        replay.note("end does not follow", sentence)

    for seat, (name, won) in enumerate(zip(played.players, says.won)):
        most = sum([pot.chips for pot in contested if seat in pot.seats]) if due is None else due[seat]
        if not 0 <= won <= most:
            stack = now.stacks[seat] if field == "finishing_stacks" else 0
            expected = ("at most " if most else "") + written(most + stack)
            wrong(f"{field}: expected {expected} for {name}; found {written(won + stack)}")
    winnings = list(played.winnings or ())
    if field == "finishing_stacks" and any(winnings) and winnings != says.won:
        expected, found = ("; ".join(map(written, amounts)) for amounts in (says.won, winnings))
        wrong(f"winnings: expected {expected}; found {found}")
    whole, total = sum([pot.chips for pot in now.pots]), sum(says.won)
    if due is None and total > whole:
        wrong(f"{field}: expected {written(whole)} in the pots; found {written(total)}")
    if played.rake is not None and played.rake != whole - total:
        wrong(f"rake: expected {written(whole - total)}; which is what is missing; found {written(played.rake)}")
    return len(replay.notes) == before
