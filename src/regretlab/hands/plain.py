"""The plain part of TOML and of YAML that the hands of a study keep to (docs/hands.md): so little that a third program reads it.

What these lines say is not looked at here; files that are plain are then read by tomllib and PyYAML.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from regretlab.errors import InputError, shown
from regretlab.hands.text import RECORDS, hands_text

_PLAIN = r"[^\x00-\x1f\x7f]"
_QUOTED = r'"[^"\\\x00-\x1f\x7f]*"'
_SINGLE = rf"'[^'\\\x00-\x1f\x7f]*'|{_QUOTED}|true|false|(0|[1-9][0-9]*)(\.[0-9]+)?|inf"
_FIELD = "[A-Za-z0-9_-]+"
_TOML = re.compile(rf"(#{_PLAIN}*|\[{_FIELD}\]|{_FIELD} *= *({_SINGLE}|\[ *(({_SINGLE})( *, *({_SINGLE}))*)? *\]))?")

_WORDS = "[A-Za-z0-9][A-Za-z0-9.+_-]*( [A-Za-z0-9][A-Za-z0-9.+_-]*)*"
_SCALAR = f"({_QUOTED}|{_WORDS})"
_LIST = rf"\[ *({_SCALAR}( *, *{_SCALAR})*)? *\]"
_MAP = rf"\{{ *({_WORDS}: +{_SCALAR}( *, *{_WORDS}: +{_SCALAR})*)? *\}}"
_PAIR = f"[a-z_]+: +({_SCALAR}|{_LIST}|{_MAP})"
_CASE = re.compile(rf"  - \{{ *{_PAIR}( *, *{_PAIR})* *\}}")
_RULE = re.compile(f"  [A-Za-z0-9_]+: {_QUOTED}")
_ASIDE = re.compile(f" *(#{_PLAIN}*)?")
_OF_QUESTIONS = 'an empty line, a comment, rules:, KEY: "TEXT" below it, cases: or a case below it'


def check_plain(path: Path) -> None:
    """Raise `InputError` at the first line of a file of hands that a study may not have."""
    lines = hands_text(path).split("\n")
    wrong = _of_records(lines, path.suffix == ".phhs") if path.suffix in RECORDS else _of_questions(lines)
    for number, expected in wrong:
        raise InputError(f"{path}:{number}:1: expected {expected}, found '{shown(lines[number - 1])}'")


def _culprit(text: str) -> str | None:
    """What was expected instead of something that is often there and not plain, if this has it."""
    bare = re.sub(f"{_QUOTED}|'[^']*'", "", text)
    if text.endswith("\r"):
        return "a line that ends with LF alone"
    if re.search(r"[=:,\[] *[-+][0-9.]", bare):
        return "a number without a sign"
    if re.fullmatch(rf"{_FIELD} *= *\[[^\]]*", bare):
        return "a list on one line"
    return None


def _of_records(lines: list[str], in_tables: bool) -> Iterator[tuple[int, str]]:
    """The number of each line that is not plain TOML, with what was expected."""
    table = not in_tables
    for number, line in enumerate(lines, start=1):
        if not _TOML.fullmatch(line):
            yield number, _culprit(line) or "an empty line, a comment, a [NAME] or FIELD = VALUE on one line"
        elif line.startswith("["):
            table = True
            if not in_tables:
                yield number, "one hand, without a [NAME]"
        elif line and not line.startswith("#") and not table:
            yield number, "a [NAME] before the first field"


def _of_questions(lines: list[str]) -> Iterator[tuple[int, str]]:
    """The same for YAML."""
    part, case, begin = "", "", 0
    for number, line in enumerate([*lines, "end:"], start=1):
        goes_on = part == "cases" and line.startswith(" ") and not re.match("  - | *(#|$)", line)
        if goes_on and case:
            case += f" {line.strip(' ')}"
            continue
        if case and not _CASE.fullmatch(case):
            yield begin, _culprit(lines[begin - 1]) or _culprit(case) or "a case, - {KEY: VALUE, ...}"
        case = ""
        if line in ("rules:", "cases:", "end:"):
            part = line[:-1]
        elif part == "cases" and line.startswith("  - "):
            case, begin = line.rstrip(" "), number
        elif not (_ASIDE.fullmatch(line) or (part == "rules" and _RULE.fullmatch(line))):
            yield number, _culprit(line) or _OF_QUESTIONS
