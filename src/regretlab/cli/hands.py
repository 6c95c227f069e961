"""The command for poker hands that somebody has played."""

import argparse
from pathlib import Path
from typing import Any

from regretlab.cli.adding import Add, Arguments

EXIT_CODES = (
    "exit codes: 0 nothing is wrong; 1 something is wrong with a hand, or a file cannot be read; 2 nothing is wrong, but a game "
    "is not covered; 3 wrong usage"
)


def add_commands(add: Add) -> None:
    """Let `add` have it."""
    text = "Judge poker hands action by action: who may raise, to how much, and why."
    hands = add("adjudicate", _adjudicate, text, epilog=EXIT_CODES)
    hands.add_argument("files", type=Path, nargs="+", metavar="HAND", help="PHH, .phh or .phhs; or questions, .yaml")
    hands.add_argument("--hand", metavar="NAME", help="only the hand of that name, in full")
    hands.add_argument("--rules", type=_rule_book, metavar="NAME", help="a rule book instead of the game's own")
    hands.add_argument(
        "--chip", type=_chip, metavar="AMOUNT", help="the smallest chip; by default the last decimal given"
    )
    hands.add_argument("--remarks", action="store_true", help="of many hands, tell remarks too, not only what is wrong")
    hands.add_argument("--json", action="store_true", help="a JSON object for each hand, a line each")
    hands.add_argument(
        "--svg",
        type=_picture,
        metavar="PATH",
        help="draw into a folder; one hand into a file *.svg",
    )


def _adjudicate(arguments: Arguments) -> int:
    from regretlab.hands.adjudicate import Drawing, Wish, adjudicate

    drawing = None
    if arguments.svg is not None:
        from regretlab.hands.timeline import timeline

        drawing = Drawing(arguments.svg, timeline)
    wish = Wish(arguments.rules, arguments.chip, arguments.hand, arguments.remarks)
    return adjudicate(arguments.files, wish, arguments.json, drawing)


def _rule_book(name: str) -> Any:
    from regretlab.betting.rulebook import RULE_BOOKS

    book = RULE_BOOKS.get(name.replace("-", " "))
    if book is None:
        raise argparse.ArgumentTypeError(f"expected one of {', '.join(RULE_BOOKS)}, found '{name}'")
    return book


def _picture(text: str) -> Path:
    if not text:
        raise argparse.ArgumentTypeError("expected a folder or a file *.svg, found ''")
    return Path(text)


def _chip(text: str) -> Any:
    from regretlab.hands.amounts import chip_of

    try:
        return chip_of(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from error
