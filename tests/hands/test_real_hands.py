"""The real hands of config/hands: all that are covered replay, legally and to the recorded end; known defects are found."""

from collections import Counter

import pytest

from regretlab.hands import notes
from regretlab.hands.phh import read_record, read_tables
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
