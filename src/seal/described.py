"""What descriptions of a bundle for other programs say of its files, read strictly (RFC 8259), and what speaks against them.

The descriptions are an RO-Crate and a Data Package; docs/bundle-format.md, "Level hashes", has what of them is looked at.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NoReturn

from seal.problem import Problem, shown

# Versions of Python have limits of their own, each another: what is deeper is refused by all of them.
_DEEPEST = 100


@dataclass(frozen=True)
class Facts:
    """The files below data as the manifest lists them, by path from there; sizes of those that are as listed."""

    hashes: Mapping[str, str]
    sizes: Mapping[str, int]


def parse_description(content: bytes, place: str) -> dict[str, Any] | Problem:
    """The JSON object in a description: no key twice, no numbers that JSON does not have, no nesting without end."""
    deeper = untrue(place, f"JSON with at most {_DEEPEST} objects and lists in each other", "deeper nesting")
    try:
        found = json.loads(content.decode("utf-8"), object_pairs_hook=_object, parse_constant=_refuse)
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
    """A value as it stands in JSON, in one line; nothing if there is none."""
    return "none" if value is None else shown(json.dumps(value, ensure_ascii=False))


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        key = next(key for key, count in Counter(key for key, _ in pairs).items() if count > 1)
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
