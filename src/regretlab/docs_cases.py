"""What docs/raise-rights.md takes from the worked cases: of each what was done, the answer with its reason, and a picture."""

from collections.abc import Iterator
from pathlib import Path

from regretlab.betting.round import NOBODY
from regretlab.hands.answers import Answer, answer
from regretlab.hands.middle import pots_so_far
from regretlab.hands.notation import read_questions
from regretlab.hands.replay import Replay
from regretlab.hands.tell import done
from regretlab.hands.timeline import question, timeline

CASES = Path("config/hands/raise-rights.yaml")
FIGURES = Path("figures/raise-rights")
"""Where the pictures are, from the page."""


def worked_cases(project: Path) -> list[Answer]:
    """All cases, answered. Raises `InputError` if they cannot be read, `ValueError` if one has another answer than ours."""
    found = [answer(asked) for asked in read_questions(project / CASES)]
    problems = [problem for case in found for problem in case.problems]
    if problems:
        raise ValueError("\n".join(problems))
    return found


def pictures(cases: list[Answer]) -> dict[Path, bytes]:
    """The timeline of each, by its path from the page."""
    return {_picture(case): timeline(case.replay).encode() for case in cases}


def cases_text(cases: list[Answer]) -> str:
    """A heading with the rules that decide, what was done, the answer, and the picture, for each."""
    return "\n\n".join(["\n\n".join(_told(case)) for case in cases])


def _told(case: Answer) -> Iterator[str]:
    played, name = case.replay, case.replay.record.name
    rules, sentence = _ruling(played)
    case_note = case.question.case.note
    posted = f"Blinds {' and '.join(map(str, case.question.case.blinds))}{f' ({case_note})' if case_note else ''}."
    steps = [f"{played.record.names[step.seat]} {done(played, step)}" for step in played.steps if step.source]
    yield f"### {name}: {', '.join(rules)}"
    yield " ".join([posted, *([", ".join(steps) + "."] if steps else []), sentence])
    yield f"![Timeline of {name}. {question(played) or 'The round is over.'}]({_picture(case).as_posix()})"


def _ruling(played: Replay) -> tuple[list[str], str]:
    """The rules that decide, and the answer in words."""
    hand, record = played.last, played.record
    if hand is None or hand.turn == NOBODY:
        pots = [] if hand is None else pots_so_far(hand)
        told = [
            f"{record.show(pot.amount)} for {', '.join([record.names[seat] for seat in pot.eligible])}" for pot in pots
        ]
        return ["pots"], f"**The round is over.** Pots: {'; '.join(told)}."
    why = played.why_raise(hand)
    parts = [(why.rule, why.sentence), *([played.why_smallest(hand)] if why.yes else [])]
    reasons = "; ".join([f"{sentence} (*{rule}*)" for rule, sentence in parts])
    return [rule for rule, _ in parts], f"**{question(played)}** {reasons[0].upper()}{reasons[1:]}."


def _picture(case: Answer) -> Path:
    return FIGURES / f"{case.replay.record.name}.svg"
