"""Names of infosets and actions as tables have them.

docs/bundle-format.md, "Names in tables".
"""

from __future__ import annotations

import re
from collections.abc import Iterable

SPECIAL = re.compile('[\x00-\x1f\x7f%",|]')


def written(name: str) -> str:
    """The name with control characters and those that tables use for themselves as % and two hexadecimal digits."""
    return SPECIAL.sub(lambda match: f"%{ord(match[0]):02X}", name)


def column_of(label: Iterable[str]) -> str:
    """The header of a column for player, infoset and action as written, with `:` between them and none inside."""
    return ":".join([part.replace(":", "%3A") for part in label])
