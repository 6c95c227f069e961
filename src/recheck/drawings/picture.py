"""A figure as PNG: that it is one, and as large as the drawing; what is to be seen in it is guarded by its hash alone."""

from __future__ import annotations

from pathlib import Path

from recheck.codes import FORMAT
from recheck.drawings.svg import Drawing
from recheck.ledger import Ledger
from recheck.reading import read_bytes_hashed

SIGNATURE = b"\x89PNG\r\n\x1a\n"
LARGEST = 64 * 2**20
DOTS_PER_POINT = 200 / 72


def check_picture(ledger: Ledger, folder: Path, file: str, drawing: Drawing) -> None:
    """Compare width and height in pixels with those of the drawing, 200 pixels to the inch."""
    reason = "width and height only: that a picture shows what the drawing does is guarded by its hash alone"
    check = ledger.check("picture", file, 1.0, reason, FORMAT)
    data = read_bytes_hashed(check, folder, LARGEST)
    if data is None:
        return
    if data[:8] != SIGNATURE or data[12:16] != b"IHDR" or data[-8:-4] != b"IEND":
        check.problem("is not a PNG file", None, None, "signature, IHDR, ..., IEND")
        return
    for name, at, due in (("width", 16, drawing.width), ("height", 20, drawing.height)):
        pixels = int.from_bytes(data[at : at + 4], "big")
        check.within(abs(pixels - due * DOTS_PER_POINT), None, name, f"{due * DOTS_PER_POINT:.0f}", pixels)
