"""The questions that a study asks: all of them have an answer, and a name that a figure can have."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from regretlab.betting.rulebook import RULE_BOOKS
from regretlab.errors import InputError
from regretlab.hands.answers import not_in_turn
from regretlab.hands.notation import Question, read_questions
from regretlab.hands.plain import check_plain
from regretlab.hands.replay import Replay, replay
from regretlab.hands.run import chip_of_entry

MOST_ACTIONS = 100
"""Of a question."""

NAME = re.compile("[A-Za-z0-9][A-Za-z0-9._-]*")


class Asked(NamedTuple):
    """A question, and its hand up to the one who is asked."""

    question: Question
    replay: Replay


def asked(entry: Mapping[str, Any], source: Path) -> list[Asked]:
    """The questions of the file `source`, whose entry in study.json is given.

    Raises `InputError` where the file is not plain, an action not legal, the one who is asked not in turn, or a name not free.
    """
    check_plain(source)
    questions, rules = read_questions(source, chip_of_entry(entry)), RULE_BOOKS.get(entry["rules"])
    found = [Asked(question, replay(question.record, rules, question.ask)) for question in questions]
    problems = [problem for one in found for problem in _problems(*one)]
    for name, count in Counter([question.case.id.lower() for question in questions]).items():
        if count > 1:
            problems.append(
                f"{source}: cases: expected different ids, also in lower case, found '{name}' {count} times"
            )
    if problems:
        raise InputError("\n".join(problems))
    return found


def _problems(question: Question, played: Replay) -> Iterator[str]:
    name = question.case.id
    if not NAME.fullmatch(name):
        yield f"{question.record.place_of('id')}: id: expected letters, digits, ., - and _, found '{name}'"
    if len(question.case.actions) > MOST_ACTIONS:
        place, found = question.record.place_of("actions"), len(question.case.actions)
        yield f"{place}: {name}: actions: expected at most {MOST_ACTIONS}, found {found:,}"
        return
    wrong = [str(note) for note in played.notes if note.fault]
    nobody = None if wrong else not_in_turn(question, played)
    yield from wrong if nobody is None else [nobody]
