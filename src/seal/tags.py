"""bagit.txt and bag-info.txt: two files with one form each, which say what a bag is.

They are tag files of BagIt (RFC 8493), of which a bundle has no others; docs/bundle-format.md shows them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from seal.names import fault, is_visible
from seal.problem import Problem, shown

BAGIT, INFO = "bagit.txt", "bag-info.txt"
TAG_MANIFEST = "tagmanifest-sha256.txt"
"""Lists the other tag files. Its SHA-256 is the root hash of the bag."""
FORMAT = "1"
"""Version of the form that a bundle has."""
_DECLARATION = b"BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n"
_STUDY = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
_OXUM = re.compile(r"(0|[1-9][0-9]{0,17})\.(0|[1-9][0-9]{0,17})")
_KEYS = ("External-Identifier", "External-Description", "Bundle-Format", "Payload-Oxum")


@dataclass(frozen=True)
class Info:
    """What bag-info.txt says; None where that cannot be read."""

    study: str | None
    payload: tuple[int, int] | None
    """Bytes and files."""
    problems: tuple[Problem, ...]


def check_declaration(content: bytes) -> tuple[Problem, ...]:
    """bagit.txt is the same in every bag."""
    if content == _DECLARATION:
        return ()
    return (Problem("tag-malformed", BAGIT, _quoted(_DECLARATION), _quoted(content)),)


def parse_info(content: bytes) -> Info:
    """Read bag-info.txt strictly: these keys, in this order, each once, and no others."""
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        found = f"byte {content[error.start]:#04x} at offset {error.start}"
        return Info(None, None, (Problem("tag-malformed", INFO, "UTF-8", found),))
    *lines, rest = text.split("\n")
    values: dict[str, str] = {}
    problems = []
    for number, key in enumerate(_KEYS):
        line = lines[number] if number < len(lines) else None
        value = None if line is None or not line.startswith(f"{key}: ") else line[len(key) + 2 :]
        expected = _VALUES[key]
        if value is None:
            found = "the end of the file" if line is None else f"'{shown(line)}'"
            problems.append(Problem("tag-malformed", f"{INFO}:{number + 1}", f"'{key}: ' and {expected}", found))
        elif not _holds(key, value):
            problems.append(
                Problem("tag-malformed", f"{INFO}:{number + 1}", f"{expected} as {key}", f"'{shown(value)}'")
            )
        else:
            values[key] = value
    if len(lines) > len(_KEYS) or rest:
        number = min(len(lines), len(_KEYS)) + 1
        found = lines[len(_KEYS)] if len(lines) > len(_KEYS) else rest
        problems.append(Problem("tag-malformed", f"{INFO}:{number}", "LF and the end of the file", f"'{shown(found)}'"))
    match = _OXUM.fullmatch(values.get("Payload-Oxum", ""))
    payload = None if match is None else (int(match[1]), int(match[2]))
    return Info(values.get("External-Identifier"), payload, tuple(problems))


_VALUES = {
    "External-Identifier": "the name of a study",
    "External-Description": "a title",
    "Bundle-Format": FORMAT,
    "Payload-Oxum": "BYTES.FILES",
}


def _holds(key: str, value: str) -> bool:
    if key == "External-Identifier":
        return _STUDY.fullmatch(value) is not None and fault(value) is None
    if key == "External-Description":
        return bool(value) and value == value.strip() and is_visible(value)
    if key == "Bundle-Format":
        return value == FORMAT
    return _OXUM.fullmatch(value) is not None


def _quoted(content: bytes) -> str:
    return f"'{shown(content.decode('utf-8', 'backslashreplace'))}'"
