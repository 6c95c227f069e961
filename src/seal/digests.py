"""Short digests of cells and of blocks of cells: how a table is cut, so that it has a bounded number of them.

The rules are those of docs/bundle-format.md, "manifest/".
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

DIGITS = 4
LIMIT = 20_000
_COMMA = re.compile(b",")
# So many bytes of lines are cut at a time, each line counted as a hundred bytes more.
_AT_A_TIME, _LINE = 1 << 20, 100


@dataclass(frozen=True)
class Blocks:
    """How a large table is cut: the header, then every `height` rows; each of them into every `width` columns."""

    height: int
    width: int

    def count(self, rows: int, columns: int) -> tuple[int, int]:
        """How many blocks there are, downwards and across. The header is one of the rows."""
        return 1 + -(-(rows - 1) // self.height), -(-columns // self.width)

    def groups(self, rows: int) -> Iterator[tuple[int, int]]:
        """The first line of each row of blocks, and the line after its last; line 0 is the header."""
        yield 0, 1
        for start in range(1, rows, self.height):
            yield start, min(start + self.height, rows)


def fit(rows: int, columns: int) -> Blocks:
    """The blocks of a table of this size, at most `LIMIT`: doubled again and again in the direction that has more of them.

    So a long table keeps its columns apart, and a wide one its rows.
    """
    blocks = Blocks(1, 1)
    down, across = blocks.count(rows, columns)
    while down * across > LIMIT:
        taller, wider = Blocks(2 * blocks.height, blocks.width), Blocks(blocks.height, 2 * blocks.width)
        blocks = taller if down > across else wider
        down, across = blocks.count(rows, columns)
    return blocks


def cells_of(line: bytes) -> list[bytes]:
    """The cells of one line; no field of these files has quotes."""
    return line.rstrip(b"\n").split(b",")


def digest_cells(cells: Iterable[bytes]) -> str:
    """The digests of some cells, side by side."""
    return _digests(cells)


def digest_blocks(lines: Iterable[bytes], columns: int, width: int) -> str:
    """The digests of the blocks that lie side by side in these lines, each block written as a CSV file of its own.

    What a line has beyond `columns` cells counts as part of the last one; where it has too few, the block lacks a row.
    """
    blocks = [hashlib.sha256() for _ in range(0, columns, width)]
    for some in _in_lots(lines):
        rows = [_cut(line.rstrip(b"\n"), columns, width) for line in some]
        if all(len(row) == len(blocks) for row in rows):
            # Most tables are like this, and many times faster so.
            for block, cells in zip(blocks, zip(*rows)):
                block.update(b"\n".join(cells) + b"\n")
            continue
        for number, block in enumerate(blocks):
            block.update(b"".join(row[number] + b"\n" for row in rows if len(row) > number))
    return "".join([block.hexdigest()[:DIGITS] for block in blocks])


def _in_lots(lines: Iterable[bytes]) -> Iterator[list[bytes]]:
    """The lines, a few at a time: a block may have more of them than memory."""
    some: list[bytes] = []
    size = 0
    for line in lines:
        some.append(line)
        size += len(line) + _LINE
        if size > _AT_A_TIME:
            yield some
            some, size = [], 0
    if some:
        yield some


def _cut(line: bytes, columns: int, width: int) -> Sequence[bytes]:
    """A line cut at every comma that stands between two blocks."""
    if width == 1:
        return line.split(b",", columns - 1)
    commas = islice(_COMMA.finditer(line), width - 1, columns - 1, width)
    ends = [comma.start() for comma in commas]
    return [line[start:end] for start, end in zip([0, *(end + 1 for end in ends)], [*ends, len(line)])]


def split_digests(digests: str) -> list[str]:
    """One by one, the digests that stand side by side."""
    return [digests[start : start + DIGITS] for start in range(0, len(digests), DIGITS)]


def _digests(contents: Iterable[bytes]) -> str:
    return b"".join([hashlib.sha256(content).digest()[: DIGITS // 2] for content in contents]).hex()
