"""`regretlab adjudicate`: judge the hands of files, tell one in full and of many what there is to tell."""

import json
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, count
from pathlib import Path
from typing import Any, NamedTuple

from regretlab.betting.round import NOBODY
from regretlab.betting.rulebook import RuleBook
from regretlab.errors import InputError
from regretlab.files import write_text
from regretlab.hands import notation, notes, phh, text
from regretlab.hands.answers import answer
from regretlab.hands.replay import Replay, replay
from regretlab.hands.tell import as_json, lines

UNREADABLE = "unreadable"
ANOTHER_ANSWER = "another answer"
SVG = ".svg"
IS_WRONG, IS_NOT_COVERED = 1, 2
"""Exit codes."""
EVERY = 50
"""After how many hands progress is told."""


@dataclass(frozen=True)
class Wish:
    """What is to be judged, and how."""

    rules: RuleBook | None = None
    """Instead of those of each game."""
    chip: Fraction | None = None
    """The smallest chip, where that is not to be told from the amounts."""
    hand: str | None = None
    """Only the hand of that name."""
    remarks: bool = False
    """Of many hands, tell remarks too, not only what is wrong."""


class Drawing(NamedTuple):
    """Where pictures go, and what draws them: only who wants pictures waits for what draws."""

    path: Path
    draw: Callable[[Replay], str]


class Judged(NamedTuple):
    """A hand, and what came of it."""

    name: str
    played: Replay | None
    """None: it cannot be read."""
    problems: tuple[str, ...] = ()
    """Why it cannot be read; or where another answer is given than ours."""

    @property
    def verdict(self) -> str:
        """In a word or three."""
        if self.played is None:
            return UNREADABLE
        return ANOTHER_ANSWER if self.problems else self.played.verdict

    @property
    def code(self) -> int:
        """The exit code that it comes to."""
        if self.verdict == notes.NOT_COVERED:
            return IS_NOT_COVERED
        return IS_WRONG if self.played is None or self.problems or self.played.faulty else 0


def adjudicate(files: Sequence[Path], wish: Wish, as_lines: bool = False, drawing: Drawing | None = None) -> int:
    """Judge all hands, and print. The exit code: 1 if something is wrong with any of them, else 2 if one is not covered, else 0.

    Raises `InputError`, at the end, if files could not be read.
    """
    found: list[tuple[Path, Judged]] = []
    problems: list[str] = []
    for file in files:
        try:
            for judged in judge(file, wish):
                found.append((file, judged))
                if as_lines:
                    print(json.dumps(_object(judged), ensure_ascii=False))
        except InputError as error:
            problems.append(str(error))
            if as_lines:
                unread = Judged(file.stem, None, tuple(str(error).split("\n")))
                print(json.dumps(_object(unread), ensure_ascii=False))
    if wish.hand is not None and not found and not problems:
        problems.append(f"{files[0]}: expected a hand called '{wish.hand}', found none")
    if not as_lines:
        for line in _told([judged for _, judged in found], wish.remarks):
            print(line)
    if drawing is not None:
        try:
            _draw(found, drawing)
        except InputError as error:
            problems.append(str(error))
    if problems:
        raise InputError("\n".join(problems))
    codes = {judged.code for _, judged in found}
    return next((code for code in (IS_WRONG, IS_NOT_COVERED) if code in codes), 0)


def judge(file: Path, wish: Wish) -> Iterator[Judged]:
    """The hands of a file, one after the other. Raises `InputError` if it is no file of hands."""
    if file.suffix in notation.SUFFIXES:
        questions = notation.read_questions(file, wish.chip)
        for question in questions:
            if wish.hand in (None, question.case.id):
                found = answer(question, wish.rules)
                yield Judged(question.case.id, found.replay, found.problems)
    elif file.suffix in text.RECORDS:
        tables = phh.read_tables(file)
        for number, table in enumerate(tables, start=1):
            if wish.hand in (None, table.name):
                yield _judge(table, wish)
            _progress(file, number, len(tables))
    else:
        expected = ", ".join((*text.RECORDS, *notation.SUFFIXES))
        raise InputError(f"{file}: expected a file of hands, {expected}, found '{file.suffix}'")


def _judge(table: phh.Table, wish: Wish) -> Judged:
    try:
        record = phh.read_record(table, wish.chip)
    except InputError as error:
        return Judged(table.name, None, tuple(str(error).split("\n")))
    return Judged(table.name, replay(record, wish.rules))


def _told(found: Sequence[Judged], remarks: bool) -> Iterator[str]:
    if len(found) == 1 and found[0].played is not None:
        yield from lines(found[0].played, found[0].verdict, found[0].problems)
        return
    for judged in found:
        yield from judged.problems
        if judged.played is not None:
            yield from (str(note) for note in judged.played.notes if note.fault or remarks)
            if judged.played.record.leaves_out:
                yield f"{judged.name}: {_in_short(judged.played)}"
    if found:
        yield from _summary(found)


def _in_short(played: Replay) -> str:
    hand = played.last
    if hand is None or hand.turn == NOBODY:
        return "nobody is to act"
    reason = played.why_raise(hand)
    return (
        f"{played.record.names[hand.turn]} may {'' if reason.yes else 'not '}raise: {reason.sentence} ({reason.rule})"
    )


def _summary(found: Sequence[Judged]) -> Iterator[str]:
    """How many hands of each verdict, and how many of which there is something to remark."""
    verdicts = Counter([judged.verdict for judged in found])
    kinds = Counter([kind for judged in found if judged.played for kind in {note.kind for note in judged.played.notes}])
    order = ("sound", ANOTHER_ANSWER, UNREADABLE, *notes.ORDER)
    yield f"{'verdict':20} {'hands':>8}"
    yield from (f"{verdict:20} {verdicts[verdict]:8,}" for verdict in order if verdicts[verdict])
    yield f"{'all':20} {len(found):8,}"
    remarks = [kind for kind in notes.ORDER if kind not in notes.FAULTS and kinds[kind]]
    if remarks:
        yield f"{'remark':20} {'hands':>8}"
        yield from (f"{kind:20} {kinds[kind]:8,}" for kind in remarks)


def _object(judged: Judged) -> dict[str, Any]:
    if judged.played is None:
        return {"hand": judged.name, "verdict": judged.verdict, "problems": list(judged.problems)}
    return {**as_json(judged.played), "verdict": judged.verdict, "problems": list(judged.problems)}


def _draw(found: Sequence[tuple[Path, Judged]], drawing: Drawing) -> None:
    """One hand as the file of that name, if it ends in .svg; else each as a file of that folder.

    Raises `InputError` if a file is wanted for several hands, or what is there is of the other kind.
    """
    is_file = drawing.path.suffix.lower() == SVG
    drawn = [(f"{file.stem}-{judged.name}", judged.played) for file, judged in found if judged.played is not None]
    pictures = [(name, drawing.draw(played)) for name, played in drawn if played.last is not None]
    if is_file and len(pictures) > 1:
        expected = f"a folder, whose name does not end in {SVG}, or one hand (--hand)"
        raise InputError(f"--svg: expected {expected}, found {drawing.path} for {len(pictures):,} hands")
    if drawing.path.exists() and drawing.path.is_dir() == is_file:
        wanted, there = ("file", "folder") if is_file else ("folder", "file")
        raise InputError(f"--svg: {drawing.path}: expected a {wanted} there or none, found a {there}")
    for name, (_, picture) in zip(_file_names([name for name, _ in pictures]), pictures, strict=True):
        write_text(drawing.path if is_file else drawing.path / name, picture)


def _file_names(names: Sequence[str]) -> Iterator[str]:
    """Names of files, all different, also in lower case: where two are alike, the later one gets a number."""
    taken: set[str] = set()
    for name in names:
        safe = re.sub(r"[^\w.-]", "_", name)
        numbered = chain([safe], (f"{safe}-{number}" for number in count(2)))
        free = next(one for one in numbered if one.casefold() not in taken)
        taken.add(free.casefold())
        yield f"{free}{SVG}"


def _progress(file: Path, number: int, of: int) -> None:
    if sys.stderr.isatty() and of > EVERY and (number % EVERY == 0 or number == of):
        end = "\n" if number == of else ""
        print(f"\r{file}: {number:,} of {of:,} hands", end=end, file=sys.stderr, flush=True)
