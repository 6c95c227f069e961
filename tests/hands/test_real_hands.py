"""The real hands of config/hands: all that are covered replay, legally and to the recorded end; known defects are found."""

from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pytest

from regretlab.hands import notes
from regretlab.hands.phh import read_record, read_tables
from regretlab.hands.record import RAISE, UNKNOWN
from regretlab.hands.replay import replay

COVERED = {"NT": 121, "FT": 3, "PO": 4, "FO/8": 4, "NS": 1}
REMARKS = {"rake": 26, "end not recorded": 67, "end not decided": 12, "unknown stacks": 5, "stops mid-hand": 1}


@pytest.fixture(scope="module")
def hands(project):
    """All replays, by the name of the file that each was in."""
    tables = read_tables(project / "config" / "hands" / "real.phhs")
    return {table.content["_source"].removesuffix(".phh"): replay(read_record(table)) for table in tables}


def of_kind(hands, kind):
    return {name for name, played in hands.items() if any(note.kind == kind for note in played.notes)}


def test_all_that_are_covered_are_legal_and_follow(hands):
    assert len(hands) == 144
    assert list(hands) == sorted(hands)
    covered = {name: played for name, played in hands.items() if played.verdict != notes.NOT_COVERED}
    assert Counter(played.record.variant for played in covered.values()) == COVERED
    assert [str(note) for played in covered.values() for note in played.notes if note.fault] == []
    assert all(step.legal and step.source for played in covered.values() for step in played.steps)
    assert Counter(note.kind for played in covered.values() for note in played.notes) == REMARKS


def test_ends_are_those_recorded(hands):
    """Stacks wherever they are recorded; winnings, too, but for the rake."""
    stacks = winnings = decided = 0
    for played in hands.values():
        record, end = played.record, played.end
        if end is None:
            continue
        if record.finishing_stacks is not None:
            stacks += 1
            assert end.stacks == record.finishing_stacks
            assert end.rake == 0
        elif record.winnings is not None and any(record.winnings):
            winnings += 1
            assert sum(record.winnings) + end.rake == sum(pot.amount for pot in end.pots)
        decided += bool(end.awards)
    assert (stacks, winnings, decided) == (36, 29, 120)


def test_known_defects_are_found(hands):
    assert of_kind(hands, notes.UNFINISHED) == {"nt-siteD-003"}
    assert of_kind(hands, notes.NO_STACKS) == {name for name in hands if name.startswith("nt-siteD")}
    assert of_kind(hands, notes.NOT_COVERED) == {
        name for name in hands if name.startswith(("f2l3d", "f7s", "fr", "n2l1d"))
    }
    cut = hands["nt-siteA-011"]
    assert [note.kind for note in cut.notes] == [notes.NO_END]
    assert cut.end is not None
    assert cut.end.stacks is not None
    assert cut.record.show(cut.end.stacks[6]) == "3.25"  # what the cards say that it was cut before
    assert {name.split("-")[1] for name in of_kind(hands, notes.RAKE)} == {"siteA", "siteB", "siteC"}


def test_a_straight_in_the_short_deck(hands):
    end = hands["ns-siteG-001"].end
    assert end is not None
    assert [(award.pot.amount, award.shares, award.hand and award.hand.name) for award in end.awards] == [
        (623_000, ((2, 623_000),), "a straight")
    ]


def wrong(record, **changes):
    """Whether a record with changes is told to be wrong, or to stop too early."""
    played = replay(replace(record, **changes))
    return played.faulty or played.verdict == notes.UNFINISHED


def test_every_action_that_is_left_out_or_out_of_order_is_told(hands):
    planted = 0
    for played in hands.values():
        actions = played.record.actions
        if played.last is None or played.verdict == notes.UNFINISHED:
            continue
        betting = [index for index, action in enumerate(actions) if action.of_betting]
        for index in betting:
            planted += 1
            assert wrong(played.record, actions=(*actions[:index], *actions[index + 1 :])), actions[index].place
        for index, after in pairwise(betting):
            if after == index + 1:
                planted += 1
                swapped = (*actions[:index], actions[after], actions[index], *actions[after + 1 :])
                assert wrong(played.record, actions=swapped), actions[index].place
    assert planted > 2_000


def test_every_chip_too_many_is_told(hands):
    planted = 0
    for played in hands.values():
        for key in ("finishing_stacks", "winnings"):
            told = getattr(played.record, key)
            if played.end is None or told is None or not any(told) or (key == "winnings" and played.end.rake):
                continue
            for seat in range(len(told)):
                planted += 1
                assert wrong(played.record, **{key: (*told[:seat], told[seat] + 1, *told[seat + 1 :])})
    assert planted > 200


def test_every_raise_that_is_too_small_or_larger_than_the_stack_is_told(hands):
    planted = 0
    for played in hands.values():
        actions = played.record.actions
        for step in played.steps:
            now, source = step.hand.round, step.source
            if source is None or source.kind != RAISE or step.may.low is None:
                continue
            all_in = now.bets[now.turn] + now.stacks[now.turn]
            index = actions.index(source)
            for amount in (step.may.low - 1, all_in + 1):
                if amount in (step.may.call, UNKNOWN):
                    continue
                planted += 1
                other = replace(source, amount=amount)
                found = replay(replace(played.record, actions=(*actions[:index], other, *actions[index + 1 :])))
                assert next(note.kind for note in found.notes if note.place == source.place) == notes.ILLEGAL
    assert planted > 500
