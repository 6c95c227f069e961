"""JSON that people can read although it is large: what fits on a line stands on one."""

import json
from collections.abc import Iterator
from typing import Any

WIDTH = 120


def compact_json(value: Any) -> str:
    """The text: indented by two spaces, keys in the order given, short lists and objects on one line."""
    return "".join(_pieces(value, "")) + "\n"


def _pieces(value: Any, indent: str) -> Iterator[str]:
    line = _line(value)
    if len(indent) + len(line) <= WIDTH or not isinstance(value, dict | list) or not value:
        yield line
        return
    inner = indent + "  "
    opening, closing = ("{", "}") if isinstance(value, dict) else ("[", "]")
    items = (
        [(f"{_line(key)}: ", item) for key, item in value.items()]
        if isinstance(value, dict)
        else [("", item) for item in value]
    )
    for number, (key, item) in enumerate(items):
        yield f"{',' if number else opening}\n{inner}{key}"
        yield from _pieces(item, inner)
    yield f"\n{indent}{closing}"


def _line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)
