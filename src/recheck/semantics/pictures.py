"""Figures: files of their kind. What they show has checks of its own."""

from __future__ import annotations

from recheck.codes import FORMAT
from recheck.reading import LARGEST_FILE, read_bytes_hashed
from recheck.semantics.bundle import Bundle
from recheck.tolerances import Tolerance

KINDS = {
    ".svg": (b"<?xml ", b"</svg>\n"),
    ".png": (b"\x89PNG\r\n\x1a\n", b"IEND\xaeB`\x82"),
}
"""How a file of a kind begins and ends."""


WHOLE = Tolerance(
    0.0, "that it is a whole file of its kind; what it shows is guarded by hashes where nothing else checks it"
)


def check_pictures(bundle: Bundle) -> None:
    """Look at all figures; their hashes are recorded."""
    for file in sorted(bundle.there):
        for suffix, (begin, end) in KINDS.items():
            if not file.endswith(suffix) or not file.startswith("figures/"):
                continue
            check = bundle.check("form of figures", file, WHOLE, FORMAT)
            data = read_bytes_hashed(check, bundle.folder, LARGEST_FILE)
            if data is None:
                continue
            check.numbers = 1
            if not data.startswith(begin) or not data.endswith(end):
                expected = f"{begin!r} to {end!r}"
                check.problem(
                    "is not a whole file of its kind", None, None, expected, f"{data[:16]!r} to {data[-16:]!r}"
                )
