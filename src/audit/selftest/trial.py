"""One mutation tried: made in a copy of the bundle, judged, and put right again."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from audit.selftest import (
    descriptions,
    files,
    forged_games,
    forged_hands,
    forged_lessons,
    forged_parquet,
    forged_runs,
    forged_texts,
    forged_views,
    links,
    lists,
    names,
    tags,
    tars,
    zips,
)
from audit.selftest.bundle_copy import TAG_MANIFEST, BundleCopy
from audit.selftest.forgery import FORGERIES
from audit.selftest.judge import Found, judge
from audit.selftest.mutation import EXPECT, LEVELS, InapplicableError, Mutation
from audit.selftest.tar_form import gzipped, tar_bytes, tar_members
from audit.selftest.zip_form import zip_bytes, zip_member
from seal.problem import SealError

_GROUPS = (
    *(files, links, names, lists, tags, descriptions),
    *(forged_runs, forged_parquet, forged_games, forged_hands, forged_lessons, forged_texts, forged_views),
    *(zips, tars),
)
MUTATIONS: tuple[Mutation, ...] = tuple(mutation for module in _GROUPS for mutation in module.group.mutations)
"""All there are, in the order in which they are tried."""

_ARCHIVES = {zips.group.name: ".zip", tars.group.name: ".tar.gz"}
CAUGHT, MISSED, OTHERWISE, NOT_TRIED = "caught", "missed", "otherwise", "not tried"
_ROOT = (LEVELS[0], "root-unexpected")


@dataclass(frozen=True)
class Trial:
    """What came of a mutation: `caught`, `missed`, `otherwise` (caught, but not as it should be) or `not tried`."""

    mutation: Mutation
    outcome: str
    found: Found
    reason: str = ""


def untouched(source: Path, folder: Path, level: str) -> Iterator[tuple[str, Found]]:
    """What the audit says of the bundle in the folder `source` and of archives of it: who accepts nothing catches everything.

    At the level of truth the subjects of forgeries are derived from the untouched bundle, too, when it is their turn.
    """
    before = judge(source, LEVELS[0])
    yield "folder", before or judge(source, LEVELS[min(LEVELS.index(level), 1)])
    if not before:
        bench = Bench(source, Path(tempfile.mkdtemp(dir=folder)))
        yield "copy", judge(bench.bundle.folder, LEVELS[0], bench.root)
        yield ".zip", bench.judge_archive(".zip", zip_bytes(bench.zip))
        yield ".tar.gz", bench.judge_archive(".tar.gz", gzipped(tar_bytes(bench.tar)))


class Bench:
    """A bundle in all its forms, in a folder of our own."""

    def __init__(self, source: Path, folder: Path) -> None:
        """Copy the sound bundle in the folder `source`. Archives are held in memory: they are as large as it is."""
        self.folder = folder
        (folder / "work").mkdir()
        self.bundle = BundleCopy(source, folder / "work" / "bundle")
        self.root = self.bundle.sha256(TAG_MANIFEST)
        contents = {f"{self.bundle.study}/{path}".encode(): self.bundle.read(path) for path in self.bundle.files}
        ordered = sorted(contents)
        self.zip = [zip_member(name, contents[name]) for name in ordered]
        self.tar = [member for name in ordered for member in tar_members(name, contents[name])]
        self._accepted: dict[str | None, bool] = {}

    def attempt(self, mutation: Mutation, level: str) -> Trial:
        """Make the mutation, judge it as far as it needs, and put everything right."""
        needed = LEVELS[0] if mutation.level == EXPECT else mutation.level
        if LEVELS.index(needed) > LEVELS.index(level):
            return Trial(mutation, NOT_TRIED, [], f"is for the level {needed}")
        try:
            if mutation.group == FORGERIES:
                return self._attempt_forgery(mutation, level)
            if mutation.group in _ARCHIVES:
                members = self.zip if mutation.group == zips.group.name else self.tar
                return _trial(mutation, self.judge_archive(_ARCHIVES[mutation.group], mutation.apply(members)))
            mutation.apply(self.bundle)
            return _trial(mutation, judge(self.bundle.folder, LEVELS[0]))
        except InapplicableError as reason:
            return Trial(mutation, NOT_TRIED, [], str(reason))
        except SealError as error:
            raise SealError(f"{mutation.name}: {error}") from error
        except (LookupError, TypeError, ValueError, StopIteration, ArithmeticError) as error:
            # A fault of the mutation's own, which must not pass for a bundle that it does not apply to.
            raise RuntimeError(f"{mutation.name}: {type(error).__name__}: {error}") from error
        finally:
            self.bundle.restore()

    def _attempt_forgery(self, mutation: Mutation, level: str) -> Trial:
        """Whoever has the root hash from elsewhere sees every forgery at once; others see those that cannot be true."""
        subject = mutation.apply(self.bundle)
        only_known = mutation.level == EXPECT
        # That nothing else gives it away is looked at by the level that sees the whole bundle in seconds.
        needed = LEVELS[min(LEVELS.index(level), 1)] if only_known else mutation.level
        found = judge(self.bundle.folder, needed, subject=subject)
        known = judge(self.bundle.folder, LEVELS[0], self.root)
        self.bundle.restore()
        if known != [_ROOT]:
            return Trial(mutation, MISSED, found, "the root hash fits, or the forgery is none")
        if only_known:
            reason = "only by a root hash from elsewhere"
            return Trial(mutation, OTHERWISE if found else CAUGHT, [*found, *known], reason)
        if any(at == LEVELS[-1] for at, _ in found) and not self._accepts(subject):
            return Trial(mutation, OTHERWISE, found, "the untouched bundle is not accepted at this level either")
        return _trial(mutation, found)

    def judge_archive(self, ends: str, content: bytes) -> Found:
        """What the audit says of an archive of these bytes."""
        target = self.folder / f"archive{ends}"
        target.write_bytes(content)
        return judge(target, LEVELS[0])

    def _accepts(self, subject: str | None) -> bool:
        """Whether the untouched bundle is found to be true in this."""
        if subject not in self._accepted:
            self._accepted[subject] = not judge(self.bundle.folder, LEVELS[-1], self.root, subject)
        return self._accepted[subject]


def _trial(mutation: Mutation, found: Found) -> Trial:
    if not found:
        return Trial(mutation, MISSED, found)
    allowed = LEVELS[: LEVELS.index(mutation.level) + 1]
    due = any(level in allowed and (not mutation.codes or code in mutation.codes) for level, code in found)
    return Trial(mutation, CAUGHT if due else OTHERWISE, found)
