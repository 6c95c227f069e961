"""How much of a bundle is read at a time: what an audit needs of memory has a bound, whatever it is given.

Bundles that the project makes stay below each limit. All are named in docs/bundle-format.md, "Level hashes"; those of
archives are in `seal.archive`.
"""

from __future__ import annotations

from typing import NamedTuple

from seal.problem import Kind

MOST_FILES = 100_000
"""Files of a bundle, and lines of a list of hashes. As many members may be in an archive."""
MOST_FOLDERS = 100_000
"""Folders that the paths of a bundle, a list or an archive lead through."""
MOST_PROBLEMS = 1_000
"""A list with more lines that are wrong, or a description that says more that is not so, is not read any further."""
MOST_CELL_LINES = 500_000
"""Lines of cells.txt."""
LONGEST_LINE = 16 << 20
"""Bytes of a line of a table, its LF included."""


class Limit(NamedTuple):
    """How many bytes a file that is read as a whole may have, and what it is that has more."""

    size: int
    kind: Kind


TAG_FILE = Limit(64 << 10, "tag-malformed")
TAG_LIST = Limit(64 << 10, "list-malformed")
LIST = Limit(16 << 20, "list-malformed")
CELLS = Limit(16 << 20, "list-malformed")
CRATE = Limit(8 << 20, "description-untrue")
PACKAGE = Limit(28 << 20, "description-untrue")
CHECKER = Limit(16 << 20, "checker-differs")

LONGEST_WIDE = 8 << 20
"""Bytes of a description that has a letter beyond U+FFFF: then each takes four bytes of memory."""
MOST_IN_CRATE, MOST_IN_PACKAGE = 250_000, 600_000
"""Values in a description, counted by what begins or separates them: `{`, `[` and `,` outside of texts."""
