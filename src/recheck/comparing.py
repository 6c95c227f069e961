"""Comparison of whole JSON contents.

What is compared: docs/bundle-format.md, "game.json" and "equilibria/".
"""

from __future__ import annotations

from typing import Any

from recheck.ledger import Check


def compare_json(check: Check, found: Any, expected: Any, path: str) -> None:
    """Compare JSON contents, types and orders of keys included; a problem's column is the path of the key."""
    if type(found) is not type(expected):
        check.problem("is of another type", None, path, type(expected).__name__, type(found).__name__)
    elif isinstance(expected, dict):
        if list(found) != list(expected):
            check.problem("has other keys", None, path, ", ".join(expected), ", ".join(found))
        for name in expected:
            if name in found:
                compare_json(check, found[name], expected[name], f"{path}.{name}" if path else name)
    elif isinstance(expected, list):
        check.same(len(found), len(expected), None, path, "has another length")
        for n, (one, other) in enumerate(zip(found, expected)):
            compare_json(check, one, other, f"{path}[{n}]")
    else:
        check.same(found, expected, None, path, "is not what the rules give")
