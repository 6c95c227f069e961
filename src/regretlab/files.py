"""Writing and reading of published files: whole or not at all, the same bytes everywhere."""

import hashlib
import json
import os
import re
import tempfile
from collections.abc import Iterable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from regretlab.errors import InputError

Cell = int | float | str | Fraction | tuple[str, ...]
"""What a table holds: numbers, texts and lists of names."""


def write_bytes(path: Path, content: bytes) -> None:
    """Let `path` appear with this content, whole: written beside, synced, renamed. Creates the folder.

    Raises `InputError` where the file system refuses; then nothing is left behind.
    """
    temporary: str | None = None
    if path.exists() and not path.is_file():
        raise InputError(f"{path}: cannot be written: expected a regular file there or none, found something else")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        Path(temporary).chmod(0o666 & ~_umask())
        Path(temporary).replace(path)
    except OSError as error:
        if temporary is not None:
            Path(temporary).unlink(missing_ok=True)
        raise InputError(f"{path}: cannot be written: {error.strerror or error}") from error


def write_text(path: Path, text: str) -> None:
    """Write UTF-8 text."""
    write_bytes(path, text.encode("utf-8"))


def write_json(path: Path, value: Any) -> None:
    """Write JSON, indented by two spaces, keys in the order given."""
    write_text(path, json.dumps(value, indent=2, ensure_ascii=False, allow_nan=False) + "\n")


def write_csv(path: Path, header: Sequence[str], rows: Iterable[Sequence[Cell]]) -> None:
    """Write a table: floats as shortest round-trip decimals, fractions in lowest terms, texts without quotes.

    What in a text would need quotes is written as %XX, as in URLs (docs/bundle-format.md, "Names in tables"). The header
    is given as it is to stand in the file.
    """
    write_text(path, csv_text(header, rows))


def csv_text(header: Sequence[str], rows: Iterable[Sequence[Cell]]) -> str:
    """The text of a table, as `write_csv` writes it."""
    lines = [",".join(header)]
    lines.extend(",".join(map(_cell, row)) for row in rows)
    return "\n".join(lines) + "\n"


def read_csv(path: Path, header: Sequence[str] | None = None) -> list[dict[str, str]]:
    """Read a table as text, one dictionary per row; if `header` is given, the file must have exactly that one."""
    columns, *lines = read_cells(path, header)
    return [dict(zip(columns, map(text_in_cell, line), strict=True)) for line in lines]


def read_cells(path: Path, header: Sequence[str] | None = None) -> list[list[str]]:
    """Read a table as it stands in the file, header first; if `header` is given, the file must have exactly that one."""
    lines = [line.split(",") for line in read_text(path).removesuffix("\n").split("\n")]
    if lines[0] == [""] or (header is not None and lines[0] != list(header)):
        expected = "a header" if header is None else ",".join(header)
        raise InputError(f"{path}: line 1: expected {expected}, found {','.join(lines[0]) or 'nothing'}")
    for number, line in enumerate(lines, start=1):
        if len(line) != len(lines[0]):
            raise InputError(f"{path}: line {number}: expected {len(lines[0])} fields, found {len(line)}")
    return lines


def read_json(path: Path) -> Any:
    """Read JSON. Raises `InputError` that names file and line."""
    try:
        return json.loads(read_text(path))
    except json.JSONDecodeError as error:
        raise InputError(f"{path}: line {error.lineno}: expected JSON, {error.msg}") from error


def read_text(path: Path, largest: int | None = None) -> str:
    """Read UTF-8 text. Raises `InputError` if there is no such file, or it is too large or something else."""
    content = read_bytes(path, largest)
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: expected UTF-8 text, found other bytes at offset {error.start}") from error


def read_bytes(path: Path, largest: int | None = None) -> bytes:
    """Read a file. Raises `InputError` if there is none, or more in it than so many bytes, of which no more are read."""
    try:
        size, content = path.stat().st_size, b""
        if largest is None or size <= largest:
            with path.open("rb") as stream:
                content = stream.read(-1 if largest is None else largest + 1)
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror or error}") from error
    size = max(size, len(content))
    if largest is not None and size > largest:
        raise InputError(f"{path}: expected a file of at most {largest:,} bytes, found {size:,}")
    return content


def check_writable(folder: Path) -> None:
    """Raise `InputError` if files could not be written into this folder, or it could not be made."""
    existing = next(path for path in (folder, *folder.absolute().parents) if path.exists())
    if not existing.is_dir():
        raise InputError(f"{folder}: cannot be written: expected a folder, found a file")
    if not os.access(existing, os.W_OK | os.X_OK):
        raise InputError(f"{folder}: cannot be written: no permission to write into {existing}")


def sha256(path: Path) -> str:
    """SHA-256 of a file, in hexadecimal."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def text_in_cell(cell: str) -> str:
    """The text that was written into a cell."""
    return _ESCAPE.sub(lambda match: chr(int(match[1], 16)), cell) if "%" in cell else cell


def column_of(*names: str) -> str:
    """The name of a column that is made of names: these with colons between them and none inside."""
    return ":".join(_escaped(name, _RESERVED_IN_PART) for name in names)


def word_of(name: str) -> str:
    """A name as a word among others: nothing in it separates words, or parts of a word."""
    return _escaped(name, _RESERVED_IN_WORD)


def names_in_cell(cell: str) -> tuple[str, ...]:
    """The names that were written into a cell."""
    return tuple(map(text_in_cell, cell.split("|")))


_RESERVED = re.compile(r'[\x00-\x1f\x7f%",|]')
_RESERVED_IN_PART = re.compile(r'[\x00-\x1f\x7f%",|:]')
_RESERVED_IN_WORD = re.compile(r'[\x00-\x20\x7f%",|;=]')
_ESCAPE = re.compile(r"%([0-9A-F]{2})")


def _cell(value: Cell) -> str:
    if isinstance(value, str):
        return _escaped(value)
    if isinstance(value, tuple):
        return "|".join(map(_escaped, value))
    return repr(float(value)) if isinstance(value, float) else str(value)


def _escaped(text: str, reserved: re.Pattern[str] = _RESERVED) -> str:
    return reserved.sub(lambda match: f"%{ord(match[0]):02X}", text)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
