"""Links, pipes, sockets and devices: what is no file, in the place of one or added; no list is touched."""

from __future__ import annotations

import os
import socket
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath

from audit.selftest.bundle_copy import TAG_MANIFEST, BundleCopy
from audit.selftest.mutation import Group, InapplicableError

group = Group("links")


@contextmanager
def _possible(what: str) -> Iterator[None]:
    """Some systems do not have it, others ask for privileges."""
    try:
        yield
    except (OSError, AttributeError, NotImplementedError) as error:
        raise InapplicableError(f"this system, or this user, can make no {what}") from error


def _link(place: Path, to: object) -> None:
    with _possible("symbolic links"):
        place.symlink_to(str(to))


@group("not-regular")
def link_instead_of_file(bundle: BundleCopy) -> None:
    """A symbolic link leads to a file outside with the very contents of the one that it replaces."""
    outside = bundle.folder.parent / "outside.csv"
    outside.write_bytes(bundle.read(bundle.table))
    _link(bundle.remove(bundle.table), outside)


@group("not-regular")
def link_within(bundle: BundleCopy) -> None:
    """A symbolic link in the place of a table leads to another file of the bundle with the same contents."""
    other = f"{bundle.results}/copy.csv"
    bundle.write(other, bundle.read(bundle.table))
    _link(bundle.remove(bundle.table), os.path.relpath(bundle.place(other), bundle.place(bundle.table).parent))


@group("not-regular")
def link_added(bundle: BundleCopy) -> None:
    """A symbolic link to a table is added."""
    _link(bundle.place(f"{bundle.results}/link.csv"), bundle.place(bundle.table))


@group("not-regular")
def link_to_nothing(bundle: BundleCopy) -> None:
    """A symbolic link that leads nowhere is added."""
    _link(bundle.place(f"{bundle.results}/link.csv"), "absent.csv")


@group("not-regular")
def link_to_nothing_instead_of_file(bundle: BundleCopy) -> None:
    """A symbolic link that leads nowhere is in the place of a table."""
    _link(bundle.remove(bundle.table), "absent.csv")


@group("not-regular")
def absolute_link(bundle: BundleCopy) -> None:
    """A symbolic link to a file of the system is added."""
    _link(bundle.place("data/link"), "/etc/passwd")


@group("not-regular")
def link_in_circles(bundle: BundleCopy) -> None:
    """A symbolic link in the place of a table leads to itself."""
    _link(bundle.remove(bundle.table), PurePosixPath(bundle.table).name)


@group("not-regular")
def linked_folder(bundle: BundleCopy) -> None:
    """A symbolic link is in the place of a folder, and leads to where that folder now is."""
    folder = bundle.place(str(PurePosixPath(bundle.table).parent))
    outside = bundle.folder.parent / "outside"
    folder.rename(outside)
    _link(folder, outside)


@group("not-regular")
def link_to_a_folder_added(bundle: BundleCopy) -> None:
    """A symbolic link to a folder of the bundle is added."""
    _link(bundle.place(f"{bundle.results}/link"), bundle.place(str(PurePosixPath(bundle.table).parent)))


@group("not-regular")
def linked_data(bundle: BundleCopy) -> None:
    """A symbolic link is in the place of the whole payload, and leads to where it now is."""
    outside = bundle.folder.parent / "outside"
    bundle.place("data").rename(outside)
    _link(bundle.place("data"), outside)


@group("not-regular")
def linked_manifest(bundle: BundleCopy) -> None:
    """A symbolic link in the place of the tag manifest leads to a copy outside."""
    outside = bundle.folder.parent / "outside.txt"
    outside.write_bytes(bundle.read(TAG_MANIFEST))
    _link(bundle.remove(TAG_MANIFEST), outside)


@group("file-unexpected")
def hard_link_added(bundle: BundleCopy) -> None:
    """A table has a second name in the bundle."""
    with _possible("hard links"):
        os.link(bundle.place(bundle.table), bundle.place(f"{bundle.results}/link.csv"))


@group("file-altered")
def hard_link_to_another_file(bundle: BundleCopy) -> None:
    """The name of a table is a second one of another table."""
    place = bundle.remove(bundle.table)
    with _possible("hard links"):
        os.link(bundle.place(bundle.other_table), place)


@group("not-regular")
def pipe_instead_of_file(bundle: BundleCopy) -> None:
    """A named pipe is in the place of a table: who reads it, waits."""
    place = bundle.remove(bundle.table)
    with _possible("named pipes"):
        os.mkfifo(place)


@group("not-regular")
def pipe_added(bundle: BundleCopy) -> None:
    """A named pipe is added."""
    with _possible("named pipes"):
        os.mkfifo(bundle.place("data/pipe"))


@group("not-regular")
def pipe_instead_of_manifest(bundle: BundleCopy) -> None:
    """A named pipe is in the place of the tag manifest."""
    place = bundle.remove(TAG_MANIFEST)
    with _possible("named pipes"):
        os.mkfifo(place)


@group("not-regular")
def socket_added(bundle: BundleCopy) -> None:
    """A socket is added."""
    # The path of a socket may be no longer than about a hundred letters.
    with _possible("sockets of this name"), socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as made:
        made.bind(str(bundle.folder / "s"))


@group("not-regular")
def device_instead_of_file(bundle: BundleCopy) -> None:
    """A device without end, /dev/zero, is in the place of a table."""
    place = bundle.remove(bundle.table)
    with _possible("devices"):
        os.mknod(place, 0o644 | stat.S_IFCHR, os.makedev(1, 5))


@group("unreadable")
def file_not_to_be_read(bundle: BundleCopy) -> None:
    """A table may not be read by who asks."""
    place = bundle.place(bundle.table)
    place.chmod(0)
    if os.access(place, os.R_OK):
        raise InapplicableError("this user may read everything")
