"""Names that mean another file, or none, on another system. All lists are made to fit them: only the names are wrong."""

from __future__ import annotations

import os
from pathlib import PurePosixPath

from audit.selftest.bundle_copy import BundleCopy
from audit.selftest.mutation import Group, InapplicableError

group = Group("names")


def _add(bundle: BundleCopy, name: str | bytes) -> None:
    """Add a file of this name next to a table, and let both manifests have it."""
    folder = PurePosixPath(bundle.table).parent
    path = f"{folder}/{os.fsdecode(name)}"
    try:
        bundle.write(path, "a\n1\n")
        kept = os.fsdecode(name).split("/")[0] in [place.name for place in bundle.place(str(folder)).iterdir()]
    except (OSError, ValueError) as error:
        raise InapplicableError("this system has no such names") from error
    if not kept:
        raise InapplicableError("this system takes such names for others")
    bundle.remanifest()


@group("name-collision")
def names_that_differ_by_case(bundle: BundleCopy) -> None:
    """A file has the name of another in capitals: on Windows and macOS there is room for one of them."""
    _add(bundle, PurePosixPath(bundle.table).name.upper())


@group("name-collision")
def folders_that_differ_by_case(bundle: BundleCopy) -> None:
    """A file is in a folder that has the name of another in capitals."""
    folder = PurePosixPath(bundle.table).parent
    path = f"{folder.parent}/{folder.name.upper()}"
    if bundle.place(path).exists():
        raise InapplicableError("this system takes such names for the same")
    bundle.write(f"{path}/x.csv", "a\n1\n")
    bundle.remanifest()


@group("name-unsafe")
def decomposed_name(bundle: BundleCopy) -> None:
    """A letter of a name is written as two, as macOS did: U+0065 U+0301."""
    _add(bundle, "caf\u0065\u0301.csv")


@group("name-collision", "name-unsafe")
def names_that_differ_by_form(bundle: BundleCopy) -> None:
    """Two names differ in nothing but how a letter is composed."""
    _add(bundle, "caf\u00e9.csv")
    _add(bundle, "caf\u0065\u0301.csv")


@group("name-collision", "name-unsafe")
def names_that_look_alike(bundle: BundleCopy) -> None:
    """Two names differ by a letter that some systems take for two others: U+FB01 and fi."""
    _add(bundle, "fi.csv")
    _add(bundle, "\ufb01.csv")


@group("name-unsafe")
def reserved_name(bundle: BundleCopy) -> None:
    """A file is called aux.csv, which is a device on Windows."""
    _add(bundle, "aux.csv")


@group("name-unsafe")
def reversing_name(bundle: BundleCopy) -> None:
    """A name has a character that reverses what follows: x-vsc.exe is shown as x-exe.csv."""
    _add(bundle, "x-\u202evsc.exe")


@group("name-unsafe")
def invisible_name(bundle: BundleCopy) -> None:
    """A name has a character without width."""
    _add(bundle, "trajec\u200btory.csv")


@group("name-unsafe")
def control_character(bundle: BundleCopy) -> None:
    """A name has the character that begins commands to a terminal."""
    _add(bundle, "x\x1b[2J.csv")


@group("name-unsafe")
def line_break_in_a_name(bundle: BundleCopy) -> None:
    """A name has a line break, so that a list gets a line more."""
    _add(bundle, "x\ny.csv")


@group("name-unsafe")
def dot_at_the_end(bundle: BundleCopy) -> None:
    """A name ends with a dot, which Windows drops."""
    _add(bundle, "x.csv.")


@group("name-unsafe")
def space_at_the_end(bundle: BundleCopy) -> None:
    """A name ends with a space, which Windows drops."""
    _add(bundle, "x.csv ")


@group("name-unsafe")
def space_at_the_start(bundle: BundleCopy) -> None:
    """A name begins with a space, which looks like the spaces of a list."""
    _add(bundle, " x.csv")


@group("name-unsafe")
def backslash(bundle: BundleCopy) -> None:
    """A name has a backslash, which is a folder on Windows."""
    _add(bundle, "..\\x.csv")


@group("name-unsafe")
def colon(bundle: BundleCopy) -> None:
    """A name has a colon, which is a hidden stream of another file on Windows."""
    _add(bundle, "x.csv:y")


@group("name-unsafe")
def wildcard(bundle: BundleCopy) -> None:
    """A name has a star, which is all files for a shell."""
    _add(bundle, "*.csv")


@group("name-unsafe")
def name_in_no_encoding(bundle: BundleCopy) -> None:
    """The bytes of a name are no UTF-8."""
    _add(bundle, b"caf\xe9.csv")


@group("name-unsafe")
def deep_path(bundle: BundleCopy) -> None:
    """A file lies in a hundred folders."""
    _add(bundle, "/".join(["d"] * 100))
