"""Where PokerKit rules in another way (validation/data/pokerkit.csv), both of our dealers say what the file says of us."""

import pytest

from betting.two_dealers import engine_says, second_says, second_table
from recheck.betting.hand import adjudicated
from regretlab.betting.round import FOLD
from regretlab.betting.smallest import replayed
from regretlab.docs_pokerkit import JUDGED, SOURCE, Compared, Parting, pokerkit_table, read_compared
from regretlab.errors import InputError

HANDS = 200_000


@pytest.fixture(scope="module")
def compared(project) -> Compared:
    return read_compared(project)


def test_as_many_hands_as_the_page_says(compared):
    assert compared.hands >= HANDS
    assert compared.decisions > 5 * HANDS
    assert [parting.kind for parting in compared.partings] == sorted(JUDGED)
    assert all(0 < parting.hands < HANDS for parting in compared.partings)


def test_both_dealers_say_what_the_file_says(compared):
    for parting in compared.partings:
        assert said(parting) == (parting.ours, parting.ours) != (parting.theirs, parting.theirs), parting.kind


def test_another_answer_in_the_file_is_seen(compared):
    for parting in compared.partings:
        assert said(parting._replace(ours=parting.theirs)) != (parting.theirs, parting.theirs)


def said(parting: Parting):
    """Turn, call and range of raises by the engine and by recheck, nothing where betting is over."""
    line = parting.line
    second = adjudicated(
        second_table(line.structure, line.stacks), [None if action == FOLD else action for action in line.actions]
    )
    found = []
    for says in (engine_says(replayed(line)[1]), second_says(second)):
        found.append((says.turn, *says.options[1:]) if says.options else ())
    return tuple(found)


def test_a_file_with_other_columns_is_refused(tmp_path):
    path = tmp_path / SOURCE
    path.parent.mkdir(parents=True)
    path.write_text("# PokerKit 1, 1 hands, 1 decisions\nclass,hands\n")
    with pytest.raises(InputError, match="expected the columns class,hands,decisions,"):
        pokerkit_table(tmp_path)
