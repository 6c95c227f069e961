"""The command `challenge`: bundles that several people built, compared file by file.

Exit codes: 0 all files match, 1 something differs that is promised bit for bit, 2 not decided, 3 wrong usage.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

from seal.agreement import Verdict, differences, exit_code, judge
from seal.bag import check_bag
from seal.bits import LOCK, Promise
from seal.builds import Build, read_build
from seal.container import opened
from seal.contrast import Difference, describe
from seal.output import Output
from seal.problem import MEANINGS, UNREADABLE, Problem, SealError, shown
from seal.program import UNDECIDED, Parser, explain, reason, run
from seal.saying import counted, matching

_SHOWN = 10
_OTHERS = 3
_WORDS = {0: "match", 1: "differ", UNDECIDED: "inconclusive"}
_MEANINGS = {
    0: "all files are the same",
    1: "something differs that is promised bit for bit",
    UNDECIDED: "nothing that is promised bit for bit is known to differ, but not all is the same, or could be compared",
}
_PROMISES: dict[Promise, str] = {
    "bit for bit": "promised bit for bit",
    "lock file and platform": "promised per lock file and platform",
    "list": "lists of other files",
    "material": "materials",
}


@dataclass(frozen=True)
class Refused:
    """A bundle that cannot be compared, for it is not sound by itself."""

    number: int
    name: str
    problems: tuple[Problem, ...]


@dataclass(frozen=True)
class _Found:
    """What came of all bundles; `reason` is why nothing did."""

    code: int
    builds: Sequence[Build] = ()
    refused: Sequence[Refused] = ()
    verdicts: Sequence[Verdict] = ()
    reason: str | None = None


def main(argv: Sequence[str] | None = None, prog: str = "seal challenge") -> int:
    """Compare the bundles and say what came of it."""
    return run(prog, partial(_main, _parser(prog), argv))


def _main(parser: argparse.ArgumentParser, argv: Sequence[str] | None) -> int:
    given = parser.parse_args(argv)
    _refuse_same(parser, given.paths)
    output = Output(given.json)
    refused = output.refusal(given.paths)
    if refused is not None:
        parser.error(f"--json: {refused}")
    output.try_out()
    with ExitStack() as stack:
        try:
            found = _challenge(stack, given.paths)
            # What differs is looked for only now, in files that may not be there any more.
            content, lines = _json(found), list(_lines(found, None if given.all else _SHOWN))
        except (Exception, KeyboardInterrupt) as error:
            explain(parser.prog, error)
            found = _Found(UNDECIDED, reason=reason(error))
            content, lines = _json(found), []
    output.deliver(content, lines)
    return found.code


def _parser(prog: str) -> argparse.ArgumentParser:
    parser = Parser(prog=prog, description="Compare bundles of one study that several people built, file by file.")
    parser.add_argument("paths", nargs="+", type=Path, metavar="BUNDLE", help="two or more: folder, .zip or .tar.gz")
    parser.add_argument("--json", metavar="FILE", help="write all that was found there; - is the output")
    parser.add_argument("--all", action="store_true", help=f"show all files, not only the first {_SHOWN}")
    return parser


def _refuse_same(parser: argparse.ArgumentParser, paths: Sequence[Path]) -> None:
    """Nothing is learned from comparing a bundle with itself."""
    if len(paths) < 2:
        parser.error("expected two bundles or more")
    seen: dict[Path, Path] = {}
    for path in paths:
        first = seen.setdefault(path.resolve(), path)
        if first is not path:
            parser.error(f"{path}: the same bundle as {first}")


def _challenge(stack: ExitStack, paths: Sequence[Path]) -> _Found:
    builds: list[Build] = []
    refused: list[Refused] = []
    for number, path in enumerate(paths, start=1):
        found = _open(stack, number, path)
        if isinstance(found, Refused):
            refused.append(found)
        else:
            builds.append(found)
    comparable = len(builds) > 1 and len({build.study for build in builds}) == 1
    verdicts = judge(builds) if comparable else ()
    code = exit_code(verdicts)
    if not code and (refused or not comparable):
        code = UNDECIDED
    return _Found(code, builds, refused, verdicts, None if comparable else _why_not(builds))


def _why_not(builds: Sequence[Build]) -> str:
    """Why nothing was compared."""
    if len(builds) < 2:
        return "expected two sound bundles or more"
    return "these are bundles of different studies"


def _open(stack: ExitStack, number: int, path: Path) -> Build | Refused:
    """The bundle, or why it is not to be compared."""
    try:
        bundle = stack.enter_context(opened(path))
        if bundle.problems:
            return Refused(number, str(path), tuple(bundle.problems))
        bag = check_bag(bundle.folder)
    except (OSError, SealError) as error:
        # The others can still be compared.
        return Refused(number, str(path), (_unreadable(path, error),))
    if bag.problems or bag.root is None:
        return Refused(number, str(path), tuple(bag.problems))
    return read_build(number, str(path), bundle.folder, bag.root, bag.hashes)


def _unreadable(path: Path, error: OSError | SealError) -> Problem:
    """What is found instead of something that could be read."""
    reason = f"{error.strerror or error}" if isinstance(error, OSError) else str(error)
    found = (
        reason if str(getattr(error, "filename", path)) == str(path) else f"{getattr(error, 'filename', '')}: {reason}"
    )
    return Problem(UNREADABLE, str(path), "a bundle that can be read", found)


def _lines(found: _Found, limit: int | None) -> Iterator[str]:
    """What is said to people."""
    builds, refused, verdicts = found.builds, found.refused, found.verdicts
    for build in builds:
        yield f"{build.number}: {shown(build.name, None)}: {build.study}, {build.root}"
    for bundle in refused:
        yield f"{bundle.number}: {shown(bundle.name, None)}: not compared, as it {_fault(bundle)}"
        yield from (f"    {problem}" for problem in bundle.problems[:_OTHERS])
        if len(bundle.problems) > _OTHERS:
            yield f"    and {counted(len(bundle.problems) - _OTHERS, 'problem')} more"
    if found.reason is not None:
        yield f"nothing was compared: {found.reason}"
        yield f"{_WORDS[found.code].upper()}: nothing was compared"
        return
    yield from _materials(builds)
    told = [verdict for verdict in verdicts if verdict.status != "match" and not verdict.follows]
    told.sort(key=lambda verdict: verdict.status == "inconclusive")
    for verdict in told[:limit]:
        yield from _verdict_lines(builds, verdict, limit)
    if limit is not None and len(told) > limit:
        yield f"and {counted(len(told) - limit, 'file')} more; --all shows them"
    yield from _follow_lines([verdict for verdict in verdicts if verdict.follows], limit)
    yield from _count_lines(verdicts)
    yield _verdict_line(found)


def _fault(bundle: Refused) -> str:
    unread = all(problem.kind == UNREADABLE for problem in bundle.problems)
    return "cannot be read" if unread and bundle.problems else "is not sound by itself"


def _materials(builds: Sequence[Build]) -> Iterator[str]:
    """Whether the builds were made from the same, without which their products need not match."""
    sources, locks = len({build.sources() for build in builds}), len({build.lock() for build in builds})
    if sources > 1:
        yield f"made from {sources} different lots of sources: where these differ, products need not match"
    else:
        yield "made from the same sources"
    yield f"made with {locks} different lock files, {LOCK}" if locks > 1 else "made with the same lock file"


def _verdict_lines(builds: Sequence[Build], verdict: Verdict, limit: int | None) -> Iterator[str]:
    yield f"{shown(verdict.path, None)}: {verdict.status} ({_PROMISES[verdict.promise]}; {verdict.reason}): {_groups(verdict)}"
    for first, second, between in islice(differences(builds, verdict), None if limit is None else _OTHERS):
        told = describe(between, (str(first), str(second))) if isinstance(between, Difference) else str(between)
        yield f"    {told}"
    if limit is not None and len(verdict.groups) - 1 > _OTHERS:
        yield f"    and {counted(len(verdict.groups) - 1 - _OTHERS, 'group')} more"


def _follow_lines(following: Sequence[Verdict], limit: int | None) -> Iterator[str]:
    """Files of which nothing differs but what they say of others: in one line, unless all is asked for."""
    if following and limit is None:
        for verdict in following:
            yield f"{shown(verdict.path, None)}: {verdict.status} ({verdict.reason}): {_groups(verdict)}"
    elif following:
        names = ", ".join(shown(verdict.path, None) for verdict in following[:_OTHERS])
        rest = f" and {len(following) - _OTHERS:,} more" if len(following) > _OTHERS else ""
        yield f"differ in nothing but what they say of other files: {names}{rest}"


def _count_lines(verdicts: Sequence[Verdict]) -> Iterator[str]:
    kinds = dict.fromkeys(verdict.promise for verdict in verdicts)
    for promise in sorted(kinds):
        of_kind = [verdict for verdict in verdicts if verdict.promise == promise]
        alike = sum(verdict.status == "match" for verdict in of_kind)
        yield f"{_PROMISES[promise]}: {alike:,} of {matching(len(of_kind))}"
    of_each = Counter("follow" if verdict.follows else verdict.status for verdict in verdicts)
    yield (
        f"{matching(of_each['match'])}, different: {of_each['differ']:,}, inconclusive: {of_each['inconclusive']:,},"
        f" following from these: {of_each['follow']:,}"
    )


def _verdict_line(found: _Found) -> str:
    """The last line: the word of the whole, and what it means."""
    refused = f"; {counted(len(found.refused), 'bundle')} not compared" if found.refused else ""
    return f"{_WORDS[found.code].upper()}: {_MEANINGS[found.code]}{refused}"


def _groups(verdict: Verdict) -> str:
    """Who agrees with whom: `1 3 | 2`, in the order of the command line."""
    told = " | ".join(" ".join(map(str, group)) for group in verdict.groups)
    return told + (f", not in {' '.join(map(str, verdict.absent))}" if verdict.absent else "")


def _json(found: _Found) -> str:
    """The same for programs: all files that do not match, with all that is known of them."""
    builds, verdicts = found.builds, found.verdicts
    content = {
        "verdict": _WORDS[found.code],
        "reason": found.reason,
        "bundles": [
            {"number": build.number, "bundle": build.name, "study": build.study, "root": build.root} for build in builds
        ],
        "refused": [
            {
                "number": bundle.number,
                "bundle": bundle.name,
                "problems": [_problem(problem) for problem in bundle.problems],
            }
            for bundle in found.refused
        ],
        "same_sources": len({build.sources() for build in builds}) == 1,
        "same_lock_file": len({build.lock() for build in builds}) == 1,
        "matching": sum(verdict.status == "match" for verdict in verdicts),
        "files": [_record(builds, verdict) for verdict in verdicts if verdict.status != "match"],
    }
    return json.dumps(content, indent=2, ensure_ascii=False) + "\n"


def _problem(problem: Problem) -> dict[str, str | None]:
    """With the keys that an audit has for it."""
    return {
        "code": problem.kind,
        "file": problem.path,
        "expected": problem.expected,
        "found": problem.found,
        "message": MEANINGS[problem.kind],
        "hint": problem.hint,
    }


def _record(builds: Sequence[Build], verdict: Verdict) -> dict[str, Any]:
    by_number = {build.number: build for build in builds}
    groups = [{"sha256": by_number[group[0]].hashes[verdict.path], "bundles": list(group)} for group in verdict.groups]
    between = [] if verdict.follows else list(differences(builds, verdict))
    return {
        "file": verdict.path,
        "status": verdict.status,
        "promise": verdict.promise,
        "reason": verdict.reason,
        "follows": verdict.follows,
        "groups": groups,
        "absent": list(verdict.absent),
        "differences": [{"bundles": [first, second], **asdict(found)} for first, second, found in between],
    }
