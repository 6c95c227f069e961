"""The table of claims in its form; where its numbers come from is not looked at here.

docs/bundle-format.md, "claims.csv".
"""

from __future__ import annotations

from recheck.codes import CELL_FORM, TABLE_ROWS, TABLE_SCHEMA
from recheck.reading import LARGEST_FILE, exact_number, read_text, rows_of
from recheck.semantics.bundle import Bundle
from recheck.semantics.cells import Table, are_one_of, down, same_texts

FILE = "claims.csv"
HEADER = ("claim", "what", "printed", "regenerated", "unrounded", "unit", "verdict", "source")
"""In this order; further columns say where a number is taken from."""

LIST = "list"
"""A further column: the list of claims that a row is of; other lists may have its name again."""

REPRODUCED, NOT_REPRODUCED = "reproduced", "not reproduced"


def check_claims(bundle: Bundle) -> int | None:
    """Check claims.csv; give how many claims there are, None if that cannot be read."""
    if FILE not in bundle.there:
        return None
    check = bundle.check("form of the claims", FILE)
    text = read_text(check, bundle.folder, LARGEST_FILE)
    if text is None:
        return None
    header = tuple(text.split("\n", 1)[0].split(","))
    if tuple(name for name in header if name in HEADER) != HEADER or len({*header}) != len(header):
        check.problem("wrong header", 0, None, ",".join(HEADER), ",".join(header), TABLE_SCHEMA)
        return None
    lines = rows_of(check, header, text)
    if lines is None or not check.passed:
        return None
    table = Table(check, header, [cells for _, cells in lines])
    _check_rows(bundle, table)
    return len(table.rows)


def _check_rows(bundle: Bundle, table: Table) -> None:
    """Each claim is there once, reproduced if and only if it was regenerated as it is printed."""
    check, claims = table.check, table.texts("claim")
    lists = table.texts(LIST) if LIST in table.header else [""] * len(claims)
    seen: set[tuple[str, str]] = set()
    for row, (name, claim) in enumerate(zip(lists, claims), 1):
        if (name, claim) in seen or not claim:
            check.problem("is not a name of its own", row, "claim", None, claim, TABLE_ROWS)
        seen.add((name, claim))
    if bool(claims) != bool(bundle.study["claims"]):
        expected = "claims of " + ", ".join(map(str, bundle.study["claims"])) if bundle.study["claims"] else "no rows"
        check.problem("are not the claims that study.json names", None, "claim", expected, f"{len(claims)} rows")
    for row, text in enumerate(table.texts("unrounded"), 1):
        number = exact_number(text)
        if number is not None and str(number) != text:
            check.problem("not in lowest terms", row, "unrounded", number, text, CELL_FORM)
    if are_one_of(check, table.texts("verdict"), (REPRODUCED, NOT_REPRODUCED), down("verdict")):
        pairs = zip(table.texts("printed"), table.texts("regenerated"))
        due = [REPRODUCED if printed == regenerated else NOT_REPRODUCED for printed, regenerated in pairs]
        same_texts(check, table.texts("verdict"), due, down("verdict"), "is not what printed and regenerated say")
    # The claims' numbers: recheck.claims.verify_claims(folder) derives each row again, in a ledger of its own.
