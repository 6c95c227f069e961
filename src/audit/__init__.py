"""The audit of a bundle: what `seal` says of its files and `recheck` of its numbers, in one verdict.

What is asked and what the verdict means: docs/bundle-format.md, "The audit". The standard library only.
"""

# Read by every Python before the files that it may not understand, so in words that any of them does.
import sys

NEEDED = (3, 9)

if sys.version_info < NEEDED:
    found = sys.version_info[:3]
    sys.stderr.write("audit: needs Python %d.%d or newer, this is %d.%d.%d\n" % (NEEDED + found))  # noqa: UP031
    sys.exit(3)

__version__ = "0.1.0"
"""Of the project; nowhere else is it written but in CITATION.cff."""
