"""The stage and recheck, two programs of one page, write the same tables on odd records, to the letter, or both refuse them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from recheck_odd_hands import odd_records

from recheck.hands.verify import derive_tables
from recheck.ledger import Ledger
from regretlab.errors import InputError
from regretlab.stages.hands import adjudicate

BOOKS = (
    *(None, None, None, "any raise", "single raise", "completing", "limit", "tournament limit", "straddle raise"),
    "blind first",
)


def compare(folder: Path, texts: Iterable[str]) -> Counter[str]:
    """Verdicts on the records, by both."""
    seen: Counter[str] = Counter()
    source = folder / "hands/odd/odd.phhs"
    source.parent.mkdir(parents=True)
    for number, text in enumerate(texts):
        entry = {
            "folder": "odd",
            "file": "odd.phhs",
            "kind": "records",
            "rules": BOOKS[number % len(BOOKS)],
            "chip": None,
        }
        source.write_text(text)
        ledger = Ledger("hands/odd")
        derived = derive_tables(ledger, folder, entry)
        try:
            adjudicate(entry, source, folder / "made")
        except InputError as error:
            assert derived is None, (text, error)
            seen["refused"] += 1
            continue
        assert derived is not None, (text, ledger.problems)
        for name, header, _, rows in derived:
            due = "".join([",".join(cells) + "\n" for cells in (header, *rows())])
            assert (folder / "made" / name).read_text() == due, text
        seen[row_of(derived)[5]] += 1
    return seen


BEYOND_THE_CAP = """[1]
variant = 'FT'
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
small_bet = 2
big_bet = 4
starting_stacks = [100, 100, 100]
actions = ['p3 cbr 4', 'p1 cbr 6', 'p2 cbr 8', 'p3 cbr 10', 'p1 cbr 12', 'p2 cbr 14', 'p3 f', 'p1 cc']
"""
"""Three raises more than there may be."""


def row_of(derived: Any) -> tuple[str, ...]:
    """The only row of hands.csv."""
    return next(derived[0][3]())


@pytest.mark.usefixtures("unsynced")
def test_odd_records(tmp_path: Path) -> None:
    seen = compare(tmp_path, odd_records(1, 400))
    assert {"sound", "illegal action", "out of turn", "missing action", "cards", "end does not follow"} <= set(seen)
    assert seen["refused"] < 100


@pytest.mark.usefixtures("unsynced")
def test_raises_beyond_the_cap(tmp_path: Path) -> None:
    assert compare(tmp_path, [BEYOND_THE_CAP]) == {"illegal action": 1}
    made = (tmp_path / "made/hands.csv").read_text()
    assert made.count("the round has seen 4 bets and raises; all that there may be") == 3


@pytest.mark.heavy
@pytest.mark.usefixtures("unsynced")
def test_odd_records_at_length(tmp_path: Path) -> None:
    seen = compare(tmp_path, odd_records(2, 5000))
    assert {"after the end", "stops mid-hand", "end not decided"} <= set(seen)
    assert min(seen.values()) > 5
