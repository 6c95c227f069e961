"""The text of a file of hands: UTF-8 without a byte order mark, and no more than can be read in a reasonable time."""

import codecs
from pathlib import Path

from regretlab.errors import InputError
from regretlab.files import read_bytes

LARGEST_RECORDS = 64 * 2**20
LARGEST_QUESTIONS = 4 * 2**20
"""In bytes; YAML takes longer."""
RECORDS = (".phh", ".phhs")


def hands_text(path: Path) -> str:
    """What stands in the file. Raises `InputError`, with the place of what is no such text."""
    content = read_bytes(path, LARGEST_RECORDS if path.suffix in RECORDS else LARGEST_QUESTIONS)
    if content.startswith(codecs.BOM_UTF8):
        raise InputError(f"{path}:1:1: expected UTF-8 text without a byte order mark, found one")
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        before = content[: error.start].decode("utf-8")
        line, column = before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1
        found = f"the byte 0x{content[error.start]:02X}"
        raise InputError(f"{path}:{line}:{column}: expected UTF-8 text, found {found}") from error
