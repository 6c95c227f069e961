"""The published table of mutations: it is of those that there are, all of them caught, and two other programs see few."""

from pathlib import Path

import pytest

from audit.selftest.mutation import EXPECT, LEVELS
from audit.selftest.trial import MUTATIONS
from regretlab.docs_mutants import HEADER, SOURCE, counts_table, mutants, mutants_table
from regretlab.errors import InputError

PROJECT = Path(__file__).parents[2]
FOLDERS = ("files", "links", "names", "lists", "tags", "described", "forgeries")


@pytest.fixture(scope="module")
def rows():
    return mutants(PROJECT)


def test_table_is_of_all_mutations(rows):
    """Whoever adds a mutation, or says something else of one, runs validation/mutants.py again."""
    published = [(row["mutation"], row["group"], row["description"]) for row in rows]
    assert published == [(each.name, each.group, each.description) for each in MUTATIONS]


def test_all_that_were_tried_are_caught_as_they_should(rows):
    expected = {mutation.name: mutation for mutation in MUTATIONS}
    for row in rows:
        mutation = expected[row["mutation"]]
        if row["level"] == EXPECT or mutation.level == EXPECT:
            assert (row["level"], mutation.level, row["code"]) == (EXPECT, EXPECT, "root-unexpected"), row
        elif row["level"]:
            assert LEVELS.index(row["level"]) <= LEVELS.index(mutation.level), row
            assert not mutation.codes or row["code"] in mutation.codes, row
        else:
            assert (row["code"], row["bagit"], row["sha256sum"]) == ("", "", ""), row
    assert sum(not row["level"] for row in rows) <= 1


def test_others_were_asked_about_folders(rows):
    for row in rows:
        for name in ("bagit", "sha256sum"):
            asked = row["group"] in FOLDERS and row["level"] != ""
            assert row[name] in (("accepted", "refused", "crashes", "hangs") if asked else ("",)), row


def test_others_see_what_they_are_made_for(rows):
    by_name = {row["mutation"]: row for row in rows}
    for name in ("bit-flipped", "file-deleted", "file-emptied"):
        assert (by_name[name]["bagit"], by_name[name]["sha256sum"]) == ("refused", "refused")
    assert (by_name["file-added"]["bagit"], by_name["file-added"]["sha256sum"]) == ("refused", "accepted")
    assert (by_name["empty-folder-added"]["bagit"], by_name["empty-folder-added"]["sha256sum"]) == (
        "accepted",
        "accepted",
    )
    assert {row["bagit"] for row in rows if row["group"] == "forgeries" and row["level"]} == {"accepted"}


def test_tables_count(rows):
    cells = (
        ("a", "x", "A.", "hashes", "c", "accepted", "hangs"),
        ("b", "x", "B_", "", "", "", ""),
        ("d", "y", "D.", "expect", "e", "", ""),
    )
    few = [dict(zip(HEADER.split(","), row, strict=True)) for row in cells]
    assert counts_table(few).splitlines()[2:] == [
        "| x | 2 | 1 |  |  |  | 1 | 0 |",
        "| y | 1 |  |  |  | 1 |  |  |",
        "| all | 3 | 1 |  |  | 1 | 1 | 0 |",
    ]
    assert mutants_table(few).splitlines()[2:] == [
        "| x | `a` | A. | hashes: `c` | **accepted** | hangs |",
        r"| x | `b` | B\_ | not tried |  |  |",
        "| y | `d` | D. | expect: `e` |  |  |",
    ]


def test_another_header_is_told(tmp_path):
    target = tmp_path / SOURCE
    target.parent.mkdir(parents=True)
    target.write_text("# made by hand\nmutation,group\n")
    with pytest.raises(InputError, match=f"expected the columns {HEADER}, found mutation,group"):
        mutants(tmp_path)
