"""Lists the files of a bundle whose other files are there: its manifest and its tag manifest, as `bagit.py` does (RFC 8493).

Checking is another command: this one hashes what it finds, if it is what a bundle may have.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

from seal.manifest import Entry, format_list, make_entries
from seal.problem import Outcome, Problem, SealError, failed
from seal.promises import MANIFEST, PAYLOAD, TAGS
from seal.read import Listing, list_files
from seal.saying import counted
from seal.tags import TAG_MANIFEST
from seal.world import unexpected_folders
from seal.write import write_files


def make_bag(folder: Path) -> Outcome:
    """Write both manifests; those that are there already are replaced."""
    made = (MANIFEST, TAG_MANIFEST)
    payload = make_entries(folder, [PAYLOAD], ())
    others = make_entries(folder, [name for name in TAGS if name not in made], ())
    places = list_files(folder, [""])
    problems = (*payload.problems, *others.problems, *places.problems, *_strangers(places))
    if problems:
        return failed(tuple(dict.fromkeys(problems)))
    if not payload.entries:
        raise SealError(f"{folder / PAYLOAD}: there are no files to list")
    manifest = format_list(payload.entries)
    tags = format_list((*others.entries, Entry(MANIFEST, hashlib.sha256(manifest).hexdigest())))
    write_files({folder / MANIFEST: manifest, folder / TAG_MANIFEST: tags})
    root = hashlib.sha256(tags).hexdigest()
    return Outcome(0, (f"{folder}: {counted(len(payload.entries), 'file')} below {PAYLOAD}, root {root}",))


def _strangers(places: Listing) -> Iterator[Problem]:
    """What no bundle has."""
    yield from unexpected_folders(places)
    for path in places.files:
        if not path.startswith(f"{PAYLOAD}/") and path not in (*TAGS, TAG_MANIFEST):
            yield Problem("file-unexpected", path, f"no files but those of {PAYLOAD} and " + " ".join(TAGS), "another")
