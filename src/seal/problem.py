"""What can be wrong: a problem is a record of a finding, an error is what stops a command.

The kinds go beyond those of BagIt checkers (RFC 8493), which let pass unsafe names, malformed lines and what archives can hide.
A kind never changes its meaning; docs/bundle-format.md has a sentence on each.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Kind = Literal[
    "file-missing",
    "file-unexpected",
    "file-altered",
    "file-empty",
    "file-renamed",
    "file-swapped",
    "folder-unexpected",
    "not-regular",
    "name-unsafe",
    "name-collision",
    "list-missing",
    "list-malformed",
    "list-unsorted",
    "list-inconsistent",
    "description-untrue",
    "checker-differs",
    "table-malformed",
    "tag-malformed",
    "archive-malformed",
    "archive-unsafe",
    "archive-duplicate",
    "archive-mismatch",
    "archive-too-large",
    "archive-trailing",
    "unreadable",
    "changed-while-read",
    "root-unexpected",
    "signature-invalid",
    "signers-malformed",
]

MEANINGS: Mapping[Kind, str] = {
    "file-missing": "a file that is listed, or that every bundle has, is not there",
    "file-unexpected": "a file is there, or is in manifest-sha256.txt, that should not be",
    "file-altered": "a file has another SHA-256 than the one listed",
    "file-empty": "a file is empty, and the file that is listed is not",
    "file-renamed": "a file is missing, and one that is not listed has its content",
    "file-swapped": "a file has the content of another, which has its content",
    "folder-unexpected": "a folder has no files in it",
    "not-regular": "in the place of a file, or on the way to it, is a link, a device, a named pipe, a socket or a folder",
    "name-unsafe": "a name in a folder or a list does not mean the same on every system",
    "name-collision": "two names mean the same on some system, or one is a file and a folder",
    "list-missing": "one of the two manifests, or of the three lists of the study, is not there",
    "list-malformed": "a line of a list has another form than it must have, is there twice, or the list is too long",
    "list-unsorted": "a line of a list should come before the one above it",
    "list-inconsistent": "two lists say different things, or a list says what is not so: cells, sizes, the study's name",
    "description-untrue": "ro-crate-metadata.json or datapackage.json is no strict JSON, or says what is not so of the files",
    "checker-differs": "recheck.pyz is not what is made of the sources in the bundle",
    "table-malformed": "a line of a CSV file is too long to be cut into cells",
    "tag-malformed": "bagit.txt or bag-info.txt has another form than it must have",
    "archive-malformed": "an archive, or a header in it, has another form than the one that is written",
    "archive-unsafe": "a member of an archive is no plain file below the bundle's folder, has an unsafe name, or is encrypted",
    "archive-duplicate": "two members of an archive have one name",
    "archive-mismatch": "two places of an archive say different things of a member, or its bytes are not those declared",
    "archive-too-large": "more comes out of an archive than the limits allow",
    "archive-trailing": "bytes of an archive belong to nothing: before, between, in the padding of or after its members",
    "unreadable": "a file or folder cannot be read",
    "changed-while-read": "a file, or the archive, was changed while it was read",
    "root-unexpected": "the root hash is not the one that was expected (told by the audit)",
    "signature-invalid": "the signature is none, or not one of this tag manifest by a key of the person named",
    "signers-malformed": "a line of the file of signers cannot be understood; file is the name that was given, and the line",
}
"""Each with one sentence."""

UNREADABLE: Kind = "unreadable"
"""The only kind by which nothing is proven: there may be nothing wrong with what cannot be read."""

SHOWN_LENGTH = 100
"""So many letters of a text are shown, if nothing else is said."""


@dataclass(frozen=True)
class Problem:
    """One finding. `path` is a file, from the root, or a list and the number of its line, `LIST:LINE`.

    `hint` is what may have brought it about, and what to do then; it proves nothing.
    """

    kind: Kind
    path: str
    expected: str
    found: str
    hint: str | None = None

    def __str__(self) -> str:
        """The finding in one line."""
        hint = "" if self.hint is None else f" ({self.hint})"
        return f"{self.kind}: {shown(self.path, None)}: expected {self.expected}, found {self.found}{hint}"


@dataclass(frozen=True)
class Outcome:
    """How a command ended: 0 all is well, 1 it is not; and the lines that say so."""

    code: int
    lines: tuple[str, ...]


class SealError(Exception):
    """What a command cannot work with. The message names the file and the reason."""


def failed(problems: tuple[Problem, ...]) -> Outcome:
    """The outcome of a command that found problems."""
    return Outcome(1, tuple(map(str, problems)))


def shown(text: str, length: int | None = SHOWN_LENGTH) -> str:
    """Text fit for one line of a terminal: what cannot be printed is escaped, what is long is cut."""
    # Of a text without end no more is looked at than is shown.
    start = text if length is None else text[: length + 1]
    safe = "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in start)
    return safe if length is None or len(safe) <= length else safe[:length] + "..."
