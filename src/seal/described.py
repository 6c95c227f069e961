"""What descriptions of a bundle for other programs say of its files, read strictly (RFC 8259), and what speaks against them.

The descriptions are an RO-Crate and a Data Package; docs/bundle-format.md, "Level hashes", has what of them is looked at.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any, NoReturn

from seal.limits import LONGEST_WIDE
from seal.problem import SHOWN_LENGTH, Problem, shown
from seal.read import CHUNK

# Versions of Python have limits of their own, each another: what is deeper, or longer, is refused by all of them.
_DEEPEST = 100
_MOST_DIGITS = 100
# With these begin, in UTF-8, the letters beyond U+FFFF.
_WIDE = re.compile(b"[\xf0-\xf4]")


@dataclass(frozen=True)
class Facts:
    """The files below data as the manifest lists them, by path from there; sizes of those that are as listed."""

    hashes: Mapping[str, str]
    sizes: Mapping[str, int]


def parse_description(content: bytes, place: str, most: int) -> dict[str, Any] | Problem:
    """The JSON object in a description: no key twice, no numbers that JSON does not have, none deep, at most so many values.

    They are counted before anything is made of them: a value takes far more memory than its text.
    """
    if len(content) > LONGEST_WIDE and _WIDE.search(content):
        return untrue(place, f"at most {LONGEST_WIDE:,} bytes if there are letters beyond U+FFFF", f"{len(content):,}")
    count = _count_values(content)
    if count > most:
        return untrue(place, f"at most {most:,} values", f"{count:,}")
    deeper = untrue(place, f"JSON with at most {_DEEPEST} objects and lists in each other", "deeper nesting")
    try:
        found = json.loads(
            content.decode("utf-8"), object_pairs_hook=_object, parse_constant=_refuse, parse_int=_whole_number
        )
    except RecursionError:
        return deeper
    except ValueError as error:
        return untrue(place, "strict JSON", shown(str(error)))
    if _is_deep(found):
        return deeper
    return found if isinstance(found, dict) else untrue(place, "a JSON object", quoted(found))


def differing_names(place: str, where: str, due: Collection[str], found: Iterable[str]) -> Iterator[Problem]:
    """Names that are missing, not due, or there more than once; `where` says of what."""
    counts = Counter(iter(found))
    for name in due:
        if name not in counts:
            yield untrue(place, f"'{shown(name)}' {where}", "none")
    for name, count in counts.items():
        if name not in due:
            yield untrue(place, f"no '{shown(name)}' {where}", "one")
        elif count > 1:
            yield untrue(place, f"'{shown(name)}' once {where}", f"{count} times")


def untrue(place: str, expected: str, found: str) -> Problem:
    """A description says what is not so."""
    return Problem("description-untrue", place, expected, found)


def quoted(value: object) -> str:
    """A value as it stands in JSON, in one line, or the beginning of it; nothing if there is none."""
    # A piece is a letter or more. The value may be the whole of a description: no more of it is written than is shown.
    pieces = islice(json.JSONEncoder(ensure_ascii=False).iterencode(value), SHOWN_LENGTH + 1)
    return "none" if value is None else shown("".join(pieces))


def _count_values(content: bytes) -> int:
    """How many values there may be: each begins with, or comes after, a `{`, `[` or `,` outside of texts."""
    # What is escaped ends no text.
    plain = content.replace(b"\\\\", b"").replace(b'\\"', b"")
    count = within = 0
    for start in range(0, len(plain), CHUNK):
        parts = plain[start : start + CHUNK].split(b'"')
        outside = b"".join(parts[within::2])
        count += sum(map(outside.count, (b"{", b"[", b",")))
        within = (within + len(parts) - 1) % 2
    return count


def _whole_number(digits: str) -> int:
    """Longer numbers are none that a description has, and take time without end."""
    if len(digits) > _MOST_DIGITS:
        raise ValueError(f"a number of {len(digits):,} digits")
    return int(digits)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        # Each key is taken away once. To count them would take as much memory again.
        key = next(key for key, _ in pairs if found.pop(key, pairs) is pairs)
        raise ValueError(f"the key '{key}' twice in an object")
    return found


def _is_deep(value: Any) -> bool:
    """Whether more objects and lists are in each other than are allowed; one level after the other, without recursion."""
    level = [value] if isinstance(value, (dict, list)) else []
    for _ in range(_DEEPEST):
        inner = (item for outer in level for item in (outer.values() if isinstance(outer, dict) else outer))
        level = [item for item in inner if isinstance(item, (dict, list))]
    return bool(level)


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"the number {constant}")
