"""Figures and the page: files of their kind. Their numbers have checks of their own."""

from __future__ import annotations

from recheck.codes import FORMAT
from recheck.reading import LARGEST_FILE, read_bytes_hashed
from recheck.semantics.bundle import Bundle
from recheck.tolerances import Tolerance

KINDS = {
    ".svg": (b"<?xml ", b"</svg>\n"),
    ".png": (b"\x89PNG\r\n\x1a\n", b"IEND\xaeB`\x82"),
    ".html": (b"<!doctype html>", b"</html>\n"),
}
"""How a file of a kind begins and ends."""


WHOLE = Tolerance(
    0.0, "that it is a whole file of its kind; what it shows is guarded by hashes where nothing else checks it"
)


def check_pictures(bundle: Bundle) -> None:
    """Look at all figures and the page; their hashes are recorded."""
    for file in sorted(bundle.there):
        for suffix, (begin, end) in KINDS.items():
            if not file.endswith(suffix) or not (file.startswith("figures/") or file == "report.html"):
                continue
            check = bundle.check("form of figures and page", file, WHOLE, FORMAT)
            data = read_bytes_hashed(check, bundle.folder, LARGEST_FILE)
            if data is None:
                continue
            check.numbers = 1
            if data[: len(begin)].lower() != begin.lower() or not data.endswith(end):
                expected = f"{begin!r} to {end!r}"
                check.problem(
                    "is not a whole file of its kind", None, None, expected, f"{data[:16]!r} to {data[-16:]!r}"
                )
