"""The sentences of a page: words, names from the study, and numbers that say where they come from.

Convention: docs/bundle-format.md, "report.html". Letters that nobody sees, letters that look like others, and digits right
beside a number would let a sentence say another one; so what a word is made of is said here, and all else is none.
"""

from __future__ import annotations

import re
from collections.abc import Collection

WITH_ORIGIN = "\0"
"""Stands for what says where it comes from; a page has no such character."""

WORD, NUMBER, EQUALS = "word", "number", "="

LETTERS = "(?:-O|(?![IOlo'_-]+[.,;:)]*$)-?[A-Za-z](?:['_-]?[A-Za-z])*)"
"""A word, but for one that looks like a number; `python -O` is none."""

FORM = re.compile(rf"\(?(?:({LETTERS})|([{WITH_ORIGIN}01])|(=))([.,;:)]*)")
"""What stands between spaces: letters, a number or `=`, in parentheses and with points behind it."""

BETWEEN = re.compile("[ \n]+")


def named(names: Collection[str]) -> re.Pattern[str]:
    """Names, each as a whole, in a sentence."""
    known = "|".join(map(re.escape, sorted(filter(None, names), key=len, reverse=True)))
    return re.compile(rf"(?<![^\s(])(?:{known or '(?!)'})(?![^\s.,;:)])")


def fault_of(text: str, names: re.Pattern[str]) -> str | None:
    """The first part of a sentence that may not be there; None if all is words, names, and numbers with words between them.

    The digits 0 and 1 may stand behind a word: "player 0".
    """
    text = names.sub(WORD, text)
    before, kind = "", WORD
    for part in filter(None, BETWEEN.split(text)):
        match = FORM.fullmatch(part)
        if match is None:
            return str(part)
        last, kind = kind, WORD if match[1] else NUMBER if match[2] else EQUALS
        if not _may_follow(before, last, match[2] or "", kind):
            return f"{before} {part}"
        before = part
    return text[-1:] if kind == EQUALS else None


def _may_follow(before: str, last: str, number: str, kind: str) -> bool:
    """Whether a part of that kind may follow the last one; `number` is a digit, `WITH_ORIGIN`, or nothing."""
    sourced = number == WITH_ORIGIN
    if last == EQUALS:
        return sourced
    if last == WORD:
        return sourced or kind == WORD or bool(before)
    if kind == NUMBER:
        return sourced and WITH_ORIGIN in before and before.endswith((";", ":"))
    return kind == WORD or before == WITH_ORIGIN
