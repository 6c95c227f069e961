"""The verdict on a bundle: what was found on each level, and every problem by a code that keeps its meaning.

Keys and words are those of docs/bundle-format.md, "The audit".
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from seal.saying import counted

HASHES, SEMANTICS, TRUTH = "hashes", "semantics", "truth"
LEVELS = (HASHES, SEMANTICS, TRUTH)
"""In the order in which they are asked; each means something only if those before it passed."""

PASS, FAIL, UNDECIDED, NOT_ASKED = "pass", "fail", "undecided", "not asked"
EXIT_CODES = {PASS: 0, FAIL: 1, UNDECIDED: 2}
USAGE = 3

SELF_CONSISTENT = "self-consistent only"
NOT_AUTHENTIC = "not authentic"
AUTHENTIC = "authentic: "
"""What comes behind it is why."""

PRINTED, ALIKE = 20, 5
"""So many problems are printed, and of more than these so many of each code; the JSON has all of them."""


class Problem(NamedTuple):
    """One thing that is wrong; row 1 is the first line after the header; what does not apply is None."""

    code: str
    level: str
    file: str | None
    row: int | None
    column: str | None
    expected: str | None
    found: str | None
    message: str
    hint: str | None = None


class Level(NamedTuple):
    """What came of one level: its verdict, how much was checked, and in words what that means."""

    level: str
    verdict: str
    checked: int
    reason: str


class Verdict(NamedTuple):
    """All that an audit says. `bundle` and `root` are None if the bundle cannot even be read so far.

    `refuted` says in words why the bundle is not the one that was expected, whatever the levels say; None if nothing says so.
    `established` is what says that it is: of the tag manifest alone, while files are not all as it lists them, or not all read.
    """

    bundle: str | None
    root: str | None
    authenticity: str
    levels: Sequence[Level]
    problems: Sequence[Problem]
    refuted: str | None = None
    established: Sequence[str] = ()

    @property
    def verdict(self) -> str:
        """The whole in one word: one failure is enough, and so is one level that could not be decided."""
        found = [level.verdict for level in self.levels]
        if FAIL in found or self.refuted is not None:
            return FAIL
        return UNDECIDED if UNDECIDED in found else PASS


def as_json(verdict: Verdict) -> str:
    """The verdict for programs: no clock, no host, no path but those in the bundle and those that were given."""
    content = {
        "bundle": verdict.bundle,
        "root": verdict.root,
        "verdict": verdict.verdict,
        "authenticity": verdict.authenticity,
        "established": list(verdict.established),
        "levels": [level._asdict() for level in verdict.levels],
        "problems": [problem._asdict() for problem in verdict.problems],
    }
    return json.dumps(content, indent=2, ensure_ascii=True, allow_nan=False) + "\n"


def as_text(verdict: Verdict) -> str:
    """The verdict for people, in printable ASCII."""
    lines = [f"audit of {verdict.bundle or 'what was given'}"]
    if verdict.root is not None:
        lines.append(f"  root hash  {verdict.root}")
    if verdict.refuted is not None:
        lines.append(f"  authentic  NO         {verdict.refuted}")
    elif verdict.authenticity.startswith(AUTHENTIC):
        lines.append(f"  authentic  YES        {verdict.authenticity[len(AUTHENTIC) :]}")
    elif verdict.authenticity == UNDECIDED and verdict.established:
        lines.append(f"  authentic  UNDECIDED  {_established(verdict)}")
    for level in verdict.levels:
        lines.append(f"  {level.level:<9}  {level.verdict.upper():<9}  {level.reason}")
    lines += _problem_lines(verdict.problems)
    lines.append(f"{verdict.verdict.upper()}: {_meaning(verdict)}")
    return "".join(f"{_printable(line)}\n" for line in lines)


def _problem_lines(problems: Sequence[Problem]) -> list[str]:
    """All problems if they are few; else the first of each code, and how many more there are.

    What a code of the level hashes means is said once; messages of the others are on the one problem.
    """
    seen: Counter[str] = Counter()
    shown: list[str] = []
    left: Counter[str] = Counter()
    for problem in problems:
        seen[problem.code] += 1
        if len(problems) <= PRINTED or (len(shown) < PRINTED and seen[problem.code] <= ALIKE):
            shown.append(f"  problem: {describe(problem, problem.level != HASHES or seen[problem.code] == 1)}")
        else:
            left[problem.code] += 1
    if left:
        counts = ", ".join(f"{count:,} {code}" for code, count in left.items())
        shown.append(f"  ... and {counted(sum(left.values()), 'more problem')}: {counts}; --json has all of them")
    return shown


def describe(problem: Problem, meaning: bool = True) -> str:
    """One problem in one line: code, file, row, column, if `meaning` what is wrong, expected, found and hint."""
    place = [problem.file] if problem.file else []
    place += [f"row {problem.row}"] if problem.row is not None else []
    place += [f"column {problem.column}"] if problem.column is not None else []
    told = [problem.message] if meaning else []
    told += [f"expected {problem.expected}"] if problem.expected is not None else []
    told += [f"found {problem.found}"] if problem.found is not None else []
    told += [f"hint: {problem.hint}"] if problem.hint is not None else []
    return " ".join([f"{problem.code}:", *([", ".join(place) + ":"] if place else []), "; ".join(told)])


def _meaning(verdict: Verdict) -> str:
    """The last line: what the verdict does and does not say."""
    if verdict.verdict == FAIL:
        because = "" if verdict.refuted is None else f": {verdict.refuted}"
        return f"{counted(len(verdict.problems), 'problem')}; {verdict.authenticity}{because}"
    if verdict.verdict == UNDECIDED:
        if verdict.authenticity != UNDECIDED:
            return f"not all could be decided; {verdict.authenticity}"
        return "not all could be decided" + (f"; {_established(verdict)}" if verdict.established else "")
    passed = " and ".join(level.level for level in verdict.levels if level.verdict == PASS)
    if verdict.authenticity == SELF_CONSISTENT:
        return f"{passed}; {SELF_CONSISTENT}: a forger can rewrite all lists; --expect or --signature tells who published it"
    return f"{passed}; {verdict.authenticity}"


def _established(verdict: Verdict) -> str:
    """What is known of who published a bundle that could not be read as a whole."""
    return f"{' and '.join(verdict.established)}, but not all that it stands for could be read"


def _printable(text: str) -> str:
    return "".join(letter if " " <= letter <= "~" else ascii(letter)[1:-1] for letter in text)
