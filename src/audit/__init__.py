"""The audit of a bundle: what `seal` says of its files and `recheck` of its numbers, in one verdict.

What is asked and what the verdict means: docs/bundle-format.md, "The audit". The standard library only.
"""

# Read by every Python before the files that it may not understand, so in words that any of them does.
import os
import sys

NEEDED = (3, 9)

CALLED_BY = "AUDIT_CALLED_BY"
"""The variable of the environment in which another program says what it is called."""


def program():
    # type: () -> str
    """How the command was called: by a program that says so, by the name of the file that it is in, or as a module."""
    name = os.path.basename(sys.argv[0])  # noqa: PTH119
    return os.environ.get(CALLED_BY) or (name if name.endswith(".pyz") else "python -P -m audit")


if sys.version_info < NEEDED:
    found = (program(),) + NEEDED + sys.version_info[:3]  # noqa: RUF005
    sys.stderr.write("%s: needs Python %d.%d or newer, this is %d.%d.%d\n" % found)  # noqa: UP031
    sys.exit(3)

__version__ = "0.1.0"
"""Of the project; nowhere else is it written but in CITATION.cff."""
