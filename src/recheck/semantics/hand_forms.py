"""What the cells of tables on hands may look like: docs/hands.md, "Cells", and its tables of columns."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from recheck.hands.cards import CARD
from recheck.hands.money import NOT_KNOWN
from recheck.hands.question import IDENTIFIER
from recheck.hands.record import GAMES, NOT_COVERED
from recheck.hands.replay import KINDS, STREETS

AMOUNT = re.compile(r"(?:0|[1-9][0-9]{0,39})(?:\.[0-9]{1,40})?")
"""A file has amounts of no more than thirty digits on each side of the point, and what follows from them has hardly more."""

WHOLE = re.compile(r"0|[1-9][0-9]{0,18}")
PLAYER = re.compile(r"p[1-9][0-9]?")
SEAT = re.compile(r"[A-Z]+(?:\+[1-9])?")
RIGHTS = (
    *("no chips beyond a call", "nobody left to answer", "cap on raises", "right to raise", "short all-in"),
    "reopening",
)
SIZES = ("all-in", "opening", "completing", "minimum after a short all-in", "minimum raise")
ACTIONS = ("fold", "check", "call", "bet", "raise")
QUESTIONS = (("may_raise", "min_raise_to", "options", "pots"), ("may_raise", "options", "pots"), ("round", "pots"))
"""What is asked of a case, in this order."""

OPTIONS = re.compile(r"(?:fold\|)?(?:check|call)(?:\|raise)?")
Form = Callable[[str], bool]


def is_amount(text: str) -> bool:
    """Whole amounts have no point."""
    return AMOUNT.fullmatch(text) is not None and ("." not in text or bool(text.partition(".")[2].strip("0")))


def _is_stack(text: str) -> bool:
    """Whether it is an amount, or not known."""
    return text == NOT_KNOWN or is_amount(text)


def several(form: Form, between: str = "|") -> Form:
    """Whether a text is a list of such."""
    return lambda text: all(form(part) for part in text.split(between))


def _perhaps(form: Form) -> Form:
    """Whether a text is empty or such."""
    return lambda text: not text or form(text)


def one_of(*texts: str) -> Form:
    """Whether a text is one of these."""
    return lambda text: text in texts


def _matches(pattern: re.Pattern[str]) -> Form:
    return lambda text: pattern.fullmatch(text) is not None


def _is_remark(text: str) -> bool:
    kind, colon, sentence = text.partition(": ")
    return kind in KINDS and bool(colon) and bool(sentence)


MARK = one_of("0", "1")
FORMS: Mapping[str, Mapping[str, Form]] = {
    "hands.csv": {
        "hand": bool,
        "line": _matches(WHOLE),
        "variant": one_of(*GAMES, *NOT_COVERED),
        "players": _matches(WHOLE),
        "decisions": _matches(WHOLE),
        "verdict": one_of("sound", *KINDS),
        "remarks": _perhaps(several(_is_remark)),
        "board": _perhaps(several(_matches(CARD), " ")),
        "pots": _perhaps(several(is_amount)),
        "returned_to": _perhaps(_matches(PLAYER)),
        "returned": _perhaps(is_amount),
        "won": _perhaps(several(is_amount)),
        "stacks": _perhaps(several(_is_stack)),
        "rake": _perhaps(is_amount),
    },
    "decisions.csv": {
        "hand": bool,
        "decision": _matches(WHOLE),
        "street": one_of(*STREETS),
        "player": _matches(PLAYER),
        "stack": _is_stack,
        **dict.fromkeys(("bet", "price", "pot"), is_amount),
        "fold": MARK,
        "call": is_amount,
        "low": _perhaps(is_amount),
        "high": _perhaps(_is_stack),
        "may_raise": MARK,
        "rule": one_of(*RIGHTS),
        "low_rule": one_of("", *SIZES),
        "action": one_of(*ACTIONS),
        "amount": _perhaps(is_amount),
        "legal": MARK,
        "recorded": MARK,
    },
    "counts.csv": {
        "of": one_of("verdict", "remark"),
        "kind": one_of("sound", "all", *KINDS),
        "hands": _matches(WHOLE),
    },
    "answers.csv": {
        "case": _matches(IDENTIFIER),
        "hand": bool,
        "of": _perhaps(_matches(SEAT)),
        "question": one_of(*QUESTIONS[0], "round"),
        "answer": bool,
        "rule": one_of("", *RIGHTS, *SIZES),
        "reason": bool,
    },
}
"""Of each cell of each table."""
