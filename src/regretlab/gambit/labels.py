"""Names in Gambit's files: how any text becomes a label, and which names the labels of a file give.

Gambit (since version 17) refuses labels with control characters, with white space at either end and with two white spaces
in a row; quotation marks confuse OpenSpiel's reader, and backslashes Gambit's own. In the labels that we write such
characters are written like in URLs: each byte of their UTF-8 as `%` and two upper-case hexadecimal digits.
"""

import re
from collections.abc import Sequence

_SPECIAL = re.compile(
    r"""[%"\\]                                                           # the marks of this encoding and of the format
      | [\x00-\x1f\x7f-\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]  # control characters, all white space but ...
      | ^[ ] | [ ]\Z | (?<=[ ])[ ]                                       # ... spaces between other characters""",
    re.VERBOSE,
)
_BYTES = re.compile("(?:%[0-9A-F]{2})+")


def label(name: str) -> str:
    """The name as a label, without its quotation marks."""
    return _SPECIAL.sub(_encoded, name)


def name(label: str) -> str:
    """The name that a label stands for; what does not decode to UTF-8 stands for itself."""
    return _BYTES.sub(_decoded, label) if "%" in label else label


def distinct_names(labels: Sequence[str], numbers: Sequence[str]) -> tuple[str, ...]:
    """The names that the labels stand for if there is one everywhere and they differ, otherwise the numbers."""
    names = tuple(map(name, labels))
    return names if all(names) and len(set(names)) == len(names) else tuple(numbers)


def _encoded(match: re.Match[str]) -> str:
    return "".join(f"%{byte:02X}" for byte in match[0].encode())


def _decoded(match: re.Match[str]) -> str:
    try:
        return bytes.fromhex(match[0].replace("%", "")).decode()
    except UnicodeDecodeError:
        return match[0]
