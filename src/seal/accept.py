"""Publishes the hashes of rebuilt products: the only command that writes them.

As `--accept` does in snapshot tests: nothing becomes the reference by itself.
"""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from pathlib import Path

from seal.check import check_entries
from seal.compare import changes, refuse_same
from seal.lists import MATERIALS, NAMES, PRODUCTS, Lists, check_products, read_lists
from seal.manifest import Entry, parse_list
from seal.problem import Outcome, failed
from seal.write import write_files

_WORDS = {"only rebuilt": "new", "only published": "removed", "different": "changed"}


def accept(root: Path, rebuilt_folder: Path, published_folder: Path) -> Outcome:
    """Copy the rebuilt lists into `published_folder`, once all their files are found to match."""
    refuse_same(published_folder, rebuilt_folder)
    rebuilt = read_lists(rebuilt_folder)
    problems = (*check_products(root, rebuilt), *check_entries(root, rebuilt.materials))
    if problems:
        return failed(problems)
    products = changes(_published(published_folder, PRODUCTS), rebuilt.products)
    materials = changes(_published(published_folder, MATERIALS), rebuilt.materials)
    _publish(rebuilt, published_folder)
    counted = Counter(change for _, change in products)
    counts = ", ".join(f"{counted[change]} {word}" for change, word in _WORDS.items())
    return Outcome(
        0,
        (
            *(f"{_WORDS[change]} product {path}" for path, change in products),
            *(f"{_WORDS[change]} material {path}" for path, change in materials),
            f"{published_folder}: {len(rebuilt.products)} products published: {counts}",
        ),
    )


def _published(folder: Path, name: str) -> tuple[Entry, ...]:
    """What was published so far; a list that cannot be read counts as far as it can."""
    try:
        content = (folder / name).read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        return ()
    return parse_list(content, name).entries


def _publish(lists: Lists, folder: Path) -> None:
    """Write the bytes that were checked, not those that may be in the files by now."""
    created = [place for place in (folder, *folder.parents) if not place.exists()]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        write_files({folder / name: lists.contents[name] for name in NAMES})
    except OSError:
        for place in created:
            with suppress(OSError):
                place.rmdir()
        raise
