"""Publishes the hashes of rebuilt products: the only command that writes them.

As `--accept` does in snapshot tests: nothing becomes the reference by itself.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from contextlib import suppress
from pathlib import Path

from seal.check import check_entries
from seal.compare import changes, refuse_same
from seal.lists import BUNDLE, MATERIALS, PRODUCTS, Lists, check_products, read_lists
from seal.manifest import Entry, parse_list
from seal.problem import Outcome, SealError, failed
from seal.saying import counted
from seal.sign import SIGNATURE, sign
from seal.write import write_files

_WORDS = {"only rebuilt": "new", "only published": "removed", "different": "changed"}


def accept(root: Path, rebuilt_folder: Path, published_folder: Path, key: Path | None = None) -> Outcome:
    """Copy the rebuilt lists into `published_folder`, once all their files are found to match.

    With a key, the bundle is signed; without one, a signature of another bundle is not left there.
    """
    refuse_same(published_folder, rebuilt_folder)
    rebuilt = read_lists(rebuilt_folder)
    problems = (*check_products(root, rebuilt), *check_entries(root, (*rebuilt.materials, *rebuilt.bundle)))
    if problems:
        return failed(problems)
    products = changes(_published(published_folder, PRODUCTS), rebuilt.products)
    materials = changes(_published(published_folder, MATERIALS), rebuilt.materials)
    signature = _signature(root, rebuilt, key)
    _publish(rebuilt, published_folder, signature)
    of_each = Counter(change for _, change in products)
    counts = ", ".join(f"{of_each[change]} {word}" for change, word in _WORDS.items())
    return Outcome(
        0,
        (
            *(f"{_WORDS[change]} product {path}" for path, change in products),
            *(f"{_WORDS[change]} material {path}" for path, change in materials),
            f"{published_folder}: {counted(len(rebuilt.products), 'product')} published: {counts}",
            *_bundle_lines(rebuilt, published_folder / SIGNATURE if signature else None),
        ),
    )


def _published(folder: Path, name: str) -> tuple[Entry, ...]:
    """What was published so far; a list that cannot be read counts as far as it can."""
    try:
        content = (folder / name).read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        return ()
    return parse_list(content, name).entries


def _signature(root: Path, lists: Lists, key: Path | None) -> bytes | None:
    """The signature of the bundle by that key."""
    if key is None:
        return None
    if lists.root is None:
        raise SealError(f"{lists.folder / BUNDLE}: expected a bundle to sign, found none")
    message = (root / lists.root.path).read_bytes()
    if hashlib.sha256(message).hexdigest() != lists.root.sha256:
        raise SealError(f"{lists.root.path}: changed while it was signed")
    return sign(message, key)


def _bundle_lines(lists: Lists, signature: Path | None) -> tuple[str, ...]:
    if lists.root is None:
        return ()
    signed = "not signed" if signature is None else f"signed in {signature}"
    return (f"{lists.root.path.rsplit('/', 1)[0]}: root hash {lists.root.sha256}, {signed}",)


def _publish(lists: Lists, folder: Path, signature: bytes | None) -> None:
    """Write the bytes that were checked, not those that may be in the files by now."""
    created = [place for place in (folder, *folder.parents) if not place.exists()]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        stays = _published(folder, BUNDLE) == lists.bundle
        signed = {} if signature is None else {folder / SIGNATURE: signature}
        write_files({**signed, **{folder / name: lists.contents[name] for name in lists.contents}})
        if not signed and not stays:
            (folder / SIGNATURE).unlink(missing_ok=True)
    except OSError:
        for place in created:
            with suppress(OSError):
                place.rmdir()
        raise
