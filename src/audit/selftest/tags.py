"""Damage to the rest of what makes a bag: the tag manifest, bagit.txt, bag-info.txt, and to the lists of the study."""

from __future__ import annotations

import hashlib
from collections.abc import Callable

from audit.selftest.bundle_copy import MANIFEST, TAG_MANIFEST, BundleCopy
from audit.selftest.lists import Lines, change_lines
from audit.selftest.mutation import Group

group = Group("tags")


@group("list-missing")
def tag_manifest_removed(bundle: BundleCopy) -> None:
    """There is no tag manifest: nothing vouches for the manifest."""
    bundle.remove(TAG_MANIFEST)


@group("list-malformed")
def tag_manifest_emptied(bundle: BundleCopy) -> None:
    """The tag manifest lists nothing."""
    bundle.write(TAG_MANIFEST, "")


@group("list-inconsistent")
def tag_manifest_without_the_manifest(bundle: BundleCopy) -> None:
    """The tag manifest does not list the manifest."""
    change_lines(bundle, lambda lines: [line for line in lines if MANIFEST.encode() not in line], TAG_MANIFEST)


@group("list-inconsistent")
def tag_manifest_with_payload(bundle: BundleCopy) -> None:
    """The tag manifest lists a file of the payload."""
    line = f"{bundle.sha256(bundle.table)}  {bundle.table}\n".encode()
    change_lines(bundle, lambda lines: sorted([*lines, line], key=lambda line: line[66:]), TAG_MANIFEST)


@group("list-malformed")
def tag_manifest_with_carriage_returns(bundle: BundleCopy) -> None:
    """Lines of the tag manifest end with CR LF."""
    change_lines(bundle, lambda lines: [line[:-1] + b"\r\n" for line in lines], TAG_MANIFEST)


@group("file-unexpected")
def weak_manifest_added(bundle: BundleCopy) -> None:
    """An MD5 manifest is there, too."""
    _weak_manifest(bundle)


@group("list-missing")
def weak_manifests_only(bundle: BundleCopy) -> None:
    """There are an MD5 manifest and an MD5 tag manifest, and no others: BagIt allows it."""
    bundle.remove(MANIFEST)
    _weak_manifest(bundle)
    bundle.remove(TAG_MANIFEST)
    tags = ("bag-info.txt", "bagit.txt", "manifest-md5.txt")
    bundle.write("tagmanifest-md5.txt", "".join(f"{_md5(bundle, path)}  {path}\n" for path in tags))


def _weak_manifest(bundle: BundleCopy) -> None:
    paths = [path for path in bundle.files if path.startswith("data/")]
    bundle.write("manifest-md5.txt", "".join(f"{_md5(bundle, path)}  {path}\n" for path in paths))


def _md5(bundle: BundleCopy, path: str) -> str:
    return hashlib.md5(bundle.read(path), usedforsecurity=False).hexdigest()


@group("file-unexpected")
def another_manifest_added(bundle: BundleCopy) -> None:
    """A SHA-512 manifest is there, too, with hashes of other files."""
    bundle.write("manifest-sha512.txt", f"{'0' * 128}  {bundle.table}\n")


@group("file-unexpected")
def fetch_list_added(bundle: BundleCopy) -> None:
    """A list asks to fetch a file from elsewhere, which BagIt allows."""
    bundle.write("fetch.txt", "http://localhost/x 1 data/x\n")


@group("file-missing")
def fetch_list_instead_of_a_file(bundle: BundleCopy) -> None:
    """A table is to be fetched from elsewhere."""
    size = bundle.place(bundle.table).stat().st_size
    bundle.remove(bundle.table)
    bundle.write("fetch.txt", f"http://localhost/x {size} {bundle.table}\n")


@group("tag-malformed")
def other_version_of_bagit(bundle: BundleCopy) -> None:
    """bagit.txt names an older version of BagIt."""
    bundle.edit("bagit.txt", "1.0", "0.97")
    bundle.retag()


@group("tag-malformed")
def other_encoding(bundle: BundleCopy) -> None:
    """bagit.txt names another encoding."""
    bundle.edit("bagit.txt", "UTF-8", "UTF-16")
    bundle.retag()


@group("file-missing")
def bagit_removed(bundle: BundleCopy) -> None:
    """There is no bagit.txt."""
    bundle.remove("bagit.txt")
    bundle.retag()


@group("list-inconsistent")
def wrong_size(bundle: BundleCopy) -> None:
    """bag-info.txt says that the payload has a byte more."""
    size = bundle.text("bag-info.txt").rpartition("Payload-Oxum: ")[2].partition(".")[0]
    bundle.edit("bag-info.txt", f"Payload-Oxum: {size}.", f"Payload-Oxum: {int(size) + 1}.")
    bundle.retag()


@group("tag-malformed")
def no_size(bundle: BundleCopy) -> None:
    """bag-info.txt does not say how large the payload is."""
    bundle.write("bag-info.txt", bundle.text("bag-info.txt").partition("Payload-Oxum")[0])
    bundle.retag()


@group("tag-malformed")
def date_added(bundle: BundleCopy) -> None:
    """bag-info.txt has a date, too."""
    bundle.write("bag-info.txt", bundle.text("bag-info.txt") + "Bagging-Date: 2026-11-30\n")
    bundle.retag()


@group("tag-malformed")
def other_format(bundle: BundleCopy) -> None:
    """bag-info.txt names another version of the format."""
    bundle.edit("bag-info.txt", "Bundle-Format: 1", "Bundle-Format: 2")
    bundle.retag()


@group("list-inconsistent")
def other_study(bundle: BundleCopy) -> None:
    """bag-info.txt names another study than the one that is there."""
    bundle.edit("bag-info.txt", f"External-Identifier: {bundle.study}", "External-Identifier: another")
    bundle.retag()


def _inner(bundle: BundleCopy, name: str, change: Callable[[Lines], Lines]) -> None:
    """Change a list of the study, and make both manifests fit it."""
    change_lines(bundle, change, f"{bundle.lists}/{name}", fit=False)
    bundle.remanifest()


@group("file-unexpected")
def product_not_listed(bundle: BundleCopy) -> None:
    """The list of products lacks a file that the manifest has."""
    figure = bundle.some(".svg", ".json", ".html").encode()
    _inner(bundle, "products.sha256", lambda lines: [line for line in lines if not figure.endswith(line[66:-1])])


@group("list-inconsistent")
def product_with_another_hash(bundle: BundleCopy) -> None:
    """The list of products has another hash for a file than the manifest."""
    _inner(bundle, "products.sha256", lambda lines: [lines[1][:64] + lines[0][64:], *lines[1:]])


@group("list-inconsistent")
def products_of_another_study(bundle: BundleCopy) -> None:
    """The list of products has a file that is not of this study."""
    path = bundle.material
    line = f"{bundle.sha256(path)}  {path[5:]}\n".encode()
    _inner(bundle, "products.sha256", lambda lines: sorted([*lines, line], key=lambda line: line[66:]))


@group("file-unexpected")
def material_not_listed(bundle: BundleCopy) -> None:
    """The list of materials lacks a file that the manifest has."""
    _inner(bundle, "materials.sha256", lambda lines: lines[:-1])


@group("list-inconsistent")
def material_that_is_not_there(bundle: BundleCopy) -> None:
    """The list of materials has a file that the manifest has not."""
    _inner(bundle, "materials.sha256", lambda lines: [*lines, b"0" * 64 + b"  zzz.py\n"])


@group("list-malformed")
def products_emptied(bundle: BundleCopy) -> None:
    """The list of products lists nothing."""
    _inner(bundle, "products.sha256", lambda _: [])


@group("list-inconsistent", "list-missing")
def materials_removed(bundle: BundleCopy) -> None:
    """There is no list of materials, in the manifest either."""
    bundle.remove(f"{bundle.lists}/materials.sha256")
    bundle.remanifest()


@group("list-inconsistent")
def cell_digest_changed(bundle: BundleCopy) -> None:
    """cells.txt has another digest for a cell than the cell has."""

    def change(lines: Lines) -> Lines:
        last = lines[-1]
        return [*lines[:-1], (b"1" if last[:1] == b"0" else b"0") + last[1:]]

    _inner(bundle, "cells.txt", change)


@group("list-malformed")
def cells_cut_short(bundle: BundleCopy) -> None:
    """cells.txt lacks its last line."""
    _inner(bundle, "cells.txt", lambda lines: lines[:-1])


@group("file-unexpected")
def file_in_no_list_of_the_study(bundle: BundleCopy) -> None:
    """A file is added that both manifests have, and no list of the study."""
    bundle.write(f"{bundle.results}/extra.csv", "a\n1\n")
    bundle.remanifest()


@group("list-inconsistent", "file-missing")
def description_removed(bundle: BundleCopy) -> None:
    """The description of the files for other programs is gone, from the manifest too."""
    bundle.remove("data/ro-crate-metadata.json")
    bundle.remanifest()
