"""recheck.pyz: the audit as one file that any Python from 3.9 on runs, with nothing installed.

A zipapp (PEP 441): a zip archive of the packages, not compressed, so that it can be read, and of what starts them.
"""

from collections.abc import Iterable
from pathlib import Path

from regretlab.bundle.archive import zip_archive
from regretlab.bundle.payload import File, select
from regretlab.errors import InputError

PACKAGES = ("audit", "recheck", "seal")

_MAIN = b'''"""Audit a bundle: `python3 recheck.pyz PATH`."""

import sys

from audit.__main__ import main

if __name__ == "__main__":
    sys.exit(main())
'''


def checker(materials: Iterable[File], folder: Path) -> bytes:
    """The file, made from the sources among the materials as they stand below `folder`."""
    found = {package: select(materials, f"src/{package}") for package in PACKAGES}
    for package, files in found.items():
        if not files:
            raise InputError(f"recheck.pyz: expected src/{package} among the materials, found no file of it")
    members = [
        (file.path.removeprefix("src/"), (folder / file.path).read_bytes())
        for files in found.values()
        for file in files
    ]
    return zip_archive([("__main__.py", _MAIN), *members], compress=False)
