"""Stage `claims`: every figure printed somewhere, next to the one regenerated here.

A claim says where its number stands among the results and how the printed figure follows from it; it is reproduced if the
regenerated number, written with the printed digits, is the printed text.
"""

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass, fields
from fractions import Fraction
from pathlib import Path
from typing import Any

from regretlab.claims import Claim, ClaimsFile
from regretlab.decimals import write_like
from regretlab.errors import InputError
from regretlab.files import read_csv, read_json, write_csv


@dataclass(frozen=True)
class Row:
    """A row of claims.csv."""

    claim: str
    what: str
    printed: str
    regenerated: str
    unrounded: str
    unit: str
    verdict: str
    source: str
    list: str
    file: str
    where: tuple[str, ...]
    column: str
    key: tuple[str, ...]
    count: str
    linear_in: str
    minus: str
    absolute: str
    over: str
    times: str


HEADER = tuple(field.name for field in fields(Row))
REPRODUCED, NOT_REPRODUCED = "reproduced", "not reproduced"


def check_claims(files: Sequence[Path], study: Path, output: Path) -> None:
    """Compare the claims of all `files` with the results in the folder `study`; write the table `output`."""
    rows = list(claim_rows(files, study))
    write_csv(output, HEADER, map(astuple, rows))
    for row in rows:
        print(f"claims: {row.verdict}: {row.what}: printed {row.printed}, regenerated {row.regenerated}")
    reproduced = sum(row.verdict == REPRODUCED for row in rows)
    print(f"claims: {reproduced} of {len(rows)} reproduced", file=sys.stderr)


def claim_rows(files: Sequence[Path], study: Path) -> Iterator[Row]:
    """The rows of claims.csv. What the second implementation did not verify reproduces nothing."""
    levels = read_json(study / "verdict" / "verification.json")["levels"]
    for path in files:
        document = ClaimsFile.read(path)
        for claim in document.claims:
            unrounded, regenerated = regenerate(claim, study)
            if not _is_verified(claim, levels):
                unrounded, regenerated = "-", "not verified"
            yield _row(path.stem, document.source, claim, regenerated, unrounded)


def _row(name: str, source: str, claim: Claim, regenerated: str, unrounded: str) -> Row:
    """The row of a claim in the list of that name; empty is what the claim says nothing of."""
    return Row(
        claim=claim.id,
        what=claim.what,
        printed=claim.printed,
        regenerated=regenerated,
        unrounded=unrounded,
        unit=claim.unit,
        verdict=REPRODUCED if regenerated == claim.printed else NOT_REPRODUCED,
        source=source,
        list=name,
        file=claim.file,
        where=tuple(f"{column}={value}" for column, value in claim.where.items()),
        column=claim.column or "",
        key=tuple(map(str, claim.key)),
        count="1" if claim.count else "",
        linear_in=claim.linear_in or "",
        minus=claim.minus or "",
        absolute="1" if claim.absolute else "",
        over=claim.over or "",
        times=str(claim.times) if claim.times != 1 else "",
    )


def _is_verified(claim: Claim, levels: Mapping[str, str]) -> bool:
    """Whether the number is one that a run of that level has verified (docs/bundle-format.md, "verification")."""
    level = levels.get("/".join(claim.file.split("/")[:2]))
    is_current = any((column or "").startswith("current_") for column in (claim.column, claim.over))
    return level in (None, "repeated", "proven") or not (is_current or "/checkpoints/" in claim.file)


def regenerate(claim: Claim, study: Path) -> tuple[str, str]:
    """The exact number, and the same written as the claim is printed; if there is none, a hyphen and why."""
    try:
        value = _value(claim, study / claim.file)
    except InputError as error:
        return "-", " ".join(str(error).replace(",", ";").replace('"', "'").split())
    if isinstance(value, str):
        return value, value
    return str(value), write_like(claim.printed, value)


def _value(claim: Claim, path: Path) -> Fraction | str:
    """The number that the claim is about; text where it is not a number."""
    if claim.key:
        return _number_or_text(_look_up(path, claim.key))
    rows = [
        row for row in read_csv(path) if all(row.get(column) == str(value) for column, value in claim.where.items())
    ]
    if claim.count:
        return Fraction(len(rows))
    if len(rows) != 1:
        raise InputError(f"{path}: expected one row with {claim.where}, found {len(rows)}")
    if claim.linear_in is not None:
        constant, slope = _cell(path, rows[0], "constant"), _cell(path, rows[0], "slope")
        return _linear(constant, slope, claim.linear_in)
    if _is_plain(claim):
        text = _text_of(path, rows[0], claim.column or "")
        return _number_or_text(text) if text else _cell(path, rows[0], claim.column or "")
    value = _cell(path, rows[0], claim.column or "") - Fraction(claim.minus or 0)
    value = abs(value) if claim.absolute else value
    divisor = _cell(path, rows[0], claim.over) if claim.over else Fraction(1)
    if divisor == 0:
        raise InputError(f"{path}: {claim.over}: expected a number to divide by, found 0")
    return value / divisor * claim.times


def _is_plain(claim: Claim) -> bool:
    """Whether the figure is a cell as it stands, which may then be a text."""
    return claim.minus is None and not claim.absolute and claim.over is None and claim.times == 1


def _look_up(path: Path, keys: Sequence[str | int]) -> Any:
    value = read_json(path)
    for key in keys:
        there = key in value if isinstance(value, dict) else isinstance(value, list) and key in range(len(value))
        if not there:
            raise InputError(f"{path}: expected the key {keys}, found nothing at '{key}'")
        value = value[key]
    return value


def _number_or_text(value: Any) -> Fraction | str:
    """A JSON value: numbers and texts of numbers as such, lists as their items with spaces between."""
    if isinstance(value, list):
        return " ".join(map(_text, value))
    try:
        return Fraction(_text(value))
    except ValueError:
        return _text(value)


def _text(value: Any) -> str:
    """A single JSON value as JSON has it, a text without its quotes."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _cell(path: Path, row: dict[str, str], column: str) -> Fraction:
    """A cell as the exact rational that its text is."""
    text = _text_of(path, row, column)
    try:
        return Fraction(text)
    except ValueError as error:
        raise InputError(f"{path}: {column}: expected a number, found '{text}'") from error


def _text_of(path: Path, row: dict[str, str], column: str) -> str:
    if column not in row:
        raise InputError(f"{path}: expected a column '{column}', found {' '.join(row)}")
    return row[column]


def _linear(constant: Fraction, slope: Fraction, parameter: str) -> str:
    """`constant + slope * parameter` as people write it: `alpha + 1/3`, `3*alpha`, `1 - alpha`, `0`."""
    if slope == 0:
        return str(constant)
    term = parameter if abs(slope) == 1 else f"{abs(slope)}*{parameter}"
    if slope < 0:
        return f"{constant} - {term}" if constant else f"-{term}"
    return f"{term} + {constant}" if constant > 0 else f"{term} - {-constant}" if constant < 0 else term
