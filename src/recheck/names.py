"""Names of infosets and actions as tables have them.

docs/bundle-format.md, "Names in tables".
"""

from __future__ import annotations

import re
from collections.abc import Iterable

ESCAPED = re.compile("%([0-9A-F]{2})")
SPECIAL = re.compile('[\x00-\x1f\x7f%",|]')


def written(name: str) -> str:
    """The name with control characters and those that tables use for themselves as % and two hexadecimal digits."""
    return SPECIAL.sub(lambda match: f"%{ord(match[0]):02X}", name)


def read_name(cell: str) -> str:
    """The name that was written into a cell."""
    return ESCAPED.sub(lambda match: chr(int(match[1], 16)), cell) if "%" in cell else cell


def column_of(label: Iterable[str]) -> str:
    """The header of a column for player, infoset and action as written, with `:` between them and none inside."""
    return ":".join([part.replace(":", "%3A") for part in label])
