"""Damage to files: altered, gone, added, or under another name; the lists are left as they were."""

from __future__ import annotations

from pathlib import PurePosixPath

from audit.selftest.bundle_copy import BundleCopy
from audit.selftest.mutation import Group

group = Group("files")


@group("file-altered")
def bit_flipped(bundle: BundleCopy) -> None:
    """One bit in the middle of a table is another."""
    content = bytearray(bundle.read(bundle.table))
    content[len(content) // 2] ^= 1
    bundle.write(bundle.table, bytes(content))


@group("file-altered")
def digit_changed(bundle: BundleCopy) -> None:
    """The last digit of a table is another one."""
    content = bytearray(bundle.read(bundle.table))
    position = max(n for n, letter in enumerate(content) if chr(letter).isdigit())
    content[position] = ord("7") if content[position] != ord("7") else ord("3")
    bundle.write(bundle.table, bytes(content))


@group("file-altered")
def rows_swapped(bundle: BundleCopy) -> None:
    """The last two rows of a table have changed places."""
    lines = bundle.read(bundle.table).splitlines(keepends=True)
    bundle.write(bundle.table, b"".join([*lines[:-2], lines[-1], lines[-2]]))


@group("file-altered")
def row_removed(bundle: BundleCopy) -> None:
    """A row of a table is gone."""
    lines = bundle.read(bundle.table).splitlines(keepends=True)
    bundle.write(bundle.table, b"".join(lines[:-2] + lines[-1:]))


@group("file-altered")
def file_cut_short(bundle: BundleCopy) -> None:
    """A file ends in its middle."""
    content = bundle.read(bundle.table)
    bundle.write(bundle.table, content[: len(content) // 2])


@group("file-altered")
def file_without_its_last_byte(bundle: BundleCopy) -> None:
    """A file lacks its last byte."""
    bundle.write(bundle.table, bundle.read(bundle.table)[:-1])


@group("file-altered")
def file_extended(bundle: BundleCopy) -> None:
    """A file goes on for one byte."""
    bundle.write(bundle.table, bundle.read(bundle.table) + b"\n")


@group("file-empty")
def file_emptied(bundle: BundleCopy) -> None:
    """Nothing is left in a file."""
    bundle.write(bundle.table, b"")


@group("file-altered")
def file_zeroed(bundle: BundleCopy) -> None:
    """A file has as many bytes as before, all of them zero, as after a crash."""
    bundle.write(bundle.table, bytes(len(bundle.read(bundle.table))))


@group("file-altered")
def line_ends_changed(bundle: BundleCopy) -> None:
    """Lines of a table end with CR LF, as some programs write them."""
    bundle.write(bundle.table, bundle.read(bundle.table).replace(b"\n", b"\r\n"))


@group("file-altered")
def byte_order_mark_added(bundle: BundleCopy) -> None:
    """A table begins with a byte order mark."""
    bundle.write(bundle.table, b"\xef\xbb\xbf" + bundle.read(bundle.table))


@group("file-altered")
def file_replaced(bundle: BundleCopy) -> None:
    """A table has the contents of another one."""
    bundle.write(bundle.table, bundle.read(bundle.other_table))


@group("file-swapped")
def files_swapped(bundle: BundleCopy) -> None:
    """Two tables have changed places."""
    first, second = bundle.read(bundle.table), bundle.read(bundle.other_table)
    bundle.write(bundle.table, second)
    bundle.write(bundle.other_table, first)


@group("file-missing")
def file_deleted(bundle: BundleCopy) -> None:
    """A table is gone."""
    bundle.remove(bundle.table)


@group("file-missing")
def folder_deleted(bundle: BundleCopy) -> None:
    """A folder is gone with all that was in it."""
    bundle.remove(str(PurePosixPath(bundle.table).parent))


@group("file-missing")
def data_deleted(bundle: BundleCopy) -> None:
    """The whole payload is gone."""
    bundle.remove("data")


@group("file-renamed")
def file_renamed(bundle: BundleCopy) -> None:
    """A table has another name."""
    bundle.move(bundle.table, bundle.table[:-4] + "-1.csv")


@group("file-renamed")
def file_moved(bundle: BundleCopy) -> None:
    """A table is in another folder."""
    bundle.move(bundle.table, f"{bundle.results}/moved.csv")


@group("file-renamed")
def folder_renamed(bundle: BundleCopy) -> None:
    """A folder has another name."""
    folder = str(PurePosixPath(bundle.table).parent)
    bundle.move(folder, f"{folder}-1")


@group("file-unexpected")
def file_copied(bundle: BundleCopy) -> None:
    """A table is there a second time, under another name."""
    bundle.write(bundle.table[:-4] + "-1.csv", bundle.read(bundle.table))


@group("file-unexpected")
def file_added(bundle: BundleCopy) -> None:
    """A file is in the payload that no list has."""
    bundle.write(f"{bundle.results}/extra.csv", "iteration\n1\n")


@group("file-unexpected")
def file_added_beside_data(bundle: BundleCopy) -> None:
    """A file is outside of the payload that no tag manifest has."""
    bundle.write("NOTES.txt", "Read me first.\n")


@group("file-unexpected")
def file_added_to_the_lists(bundle: BundleCopy) -> None:
    """A file is next to the lists of the study, which are not listed by themselves either."""
    bundle.write(f"{bundle.lists}/comparison.txt", "all products equal those published\n")


@group("file-unexpected")
def empty_file_added(bundle: BundleCopy) -> None:
    """An empty file is in the payload, so that its size is as before."""
    bundle.write(f"{bundle.results}/empty", "")


@group("file-unexpected")
def hidden_file_added(bundle: BundleCopy) -> None:
    """A hidden file is in the payload, as file managers leave them."""
    bundle.write("data/.DS_Store", b"\0\0\0\1Bud1")


@group("file-unexpected")
def hidden_folder_added(bundle: BundleCopy) -> None:
    """A hidden folder with a file is next to the payload."""
    bundle.write(".git/config", "[core]\n")


@group("file-unexpected")
def bytecode_added(bundle: BundleCopy) -> None:
    """Compiled code is next to the sources, which Python would run instead of them."""
    source = PurePosixPath(bundle.some(".py", among=bundle.materials))
    bundle.write(f"{source.parent}/__pycache__/{source.stem}.cpython-311.pyc", b"\xa7\r\r\n")


@group("file-unexpected")
def module_added(bundle: BundleCopy) -> None:
    """A module is among the sources that Python would import instead of its own."""
    bundle.write("data/src/json.py", "loads = eval\n")


@group("folder-unexpected")
def empty_folder_added(bundle: BundleCopy) -> None:
    """An empty folder is in the payload."""
    bundle.place(f"{bundle.results}/empty").mkdir()


@group("folder-unexpected")
def empty_folders_beside_data(bundle: BundleCopy) -> None:
    """Empty folders in each other are next to the payload."""
    bundle.place("extra/inner").mkdir(parents=True)


@group("file-missing")
def folder_instead_of_file(bundle: BundleCopy) -> None:
    """A folder has the name of a table that is gone."""
    bundle.remove(bundle.table).mkdir()


@group("file-unexpected")
def full_folder_instead_of_file(bundle: BundleCopy) -> None:
    """A folder with a file in it has the name of a table that is gone."""
    bundle.remove(bundle.table).mkdir()
    bundle.write(f"{bundle.table}/x.csv", "a\n")


@group("file-missing")
def file_instead_of_folder(bundle: BundleCopy) -> None:
    """A file has the name of a folder that is gone with all that was in it."""
    folder = str(PurePosixPath(bundle.table).parent)
    bundle.remove(folder)
    bundle.write(folder, "")


@group("file-unexpected")
def bag_in_the_bag(bundle: BundleCopy) -> None:
    """The payload is a bag by itself, with a manifest of its own."""
    for path in ("bagit.txt", "manifest-sha256.txt"):
        bundle.write(f"data/{path}", bundle.read(path))


@group("file-unexpected", "list-inconsistent")
def second_study(bundle: BundleCopy) -> None:
    """The results of a second study are next to the first."""
    bundle.write(f"data/results/{bundle.study}-2/study.json", bundle.read(f"{bundle.results}/study.json"))


@group("file-altered")
def source_altered(bundle: BundleCopy) -> None:
    """A line is added to a file of the sources."""
    bundle.write(bundle.material, bundle.read(bundle.material) + b"# more\n")


@group("file-altered")
def lock_file_altered(bundle: BundleCopy) -> None:
    """The lock file has another version of something."""
    bundle.edit("data/requirements.txt", "==", "==1")


@group("file-altered")
def figure_altered(bundle: BundleCopy) -> None:
    """A figure ends with a comment."""
    figure = bundle.some(".svg", ".png")
    bundle.write(figure, bundle.read(figure) + b"<!-- -->\n")


@group("file-altered")
def readme_altered(bundle: BundleCopy) -> None:
    """README.md of the bundle says something else."""
    bundle.write("README.md", bundle.read("README.md") + b"All is well.\n")


@group("file-altered")
def audit_altered(bundle: BundleCopy) -> None:
    """The program that comes with the bundle, recheck.pyz, is another one."""
    bundle.write("recheck.pyz", "print('pass')\n")


@group("file-missing")
def audit_deleted(bundle: BundleCopy) -> None:
    """The program that comes with the bundle, recheck.pyz, is gone."""
    bundle.remove("recheck.pyz")
