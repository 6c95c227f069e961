"""How far letters of DejaVu Sans 2.37 stand apart, so that none is drawn upon another or away from its text.

Widths and kerning are in hundredths of the size of the letters. Form: docs/bundle-format.md, "figures/".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from recheck.drawings.glyphs import LETTERS, SHRUNK, UNKNOWN, Letter

WIDTHS = """
40.1 46.0 83.8 63.6 95.0 78.0 27.5 39.0 39.0 50.0 83.8 31.8 36.1 31.8 33.7 63.6 63.6 63.6 63.6 63.6 63.6 63.6 63.6
63.6 63.6 33.7 33.7 83.8 83.8 83.8 53.1 100.0 68.4 68.6 69.8 77.0 63.2 57.5 77.5 75.2 29.5 29.5 65.6 55.7 86.3 74.8
78.7 60.3 78.7 69.5 63.5 61.1 73.2 68.4 98.9 68.5 61.1 68.5 39.0 33.7 39.0 83.8 50.0 50.0 61.3 63.5 55.0 63.5 61.5
35.2 63.5 63.4 27.8 27.8 57.9 27.8 97.4 63.4 61.2 63.5 63.5 41.1 52.1 39.2 63.4 59.2 81.8 59.2 59.2 52.5 63.6 33.7
63.6 83.8 31.8 83.8 83.8 63.7 71.4 50.2 40.1 40.1 40.1 40.1 40.1 40.1 40.1 40.1 40.1 40.1 52.8 68.9 63.0 63.0 96.7
96.7 31.8
"""
"""Of the letters of the regular font, in the order of `LETTERS`, and of a space."""

KERNED = """
-20 Y. -17 TaTcTeToTsTw -16 F.P.Ty -15 TrTu -14 LTYay. -13 LYV.Y:YeYo -12 -YT.Y- -11 LVT:W.Yu -10 K- -9
-TFAFaFyLWLyT-r.w. -8 ATAYF:KTTAV:VaVeVoYAv. -7 AyFiFrKyRTVuXCf.y: -6 -VAVAvOXPARYTCV-VAW:WaWeWoXOr- -5
-XAWBYDYFeFuGYKCKOKeKoKuLUOYRCRVRyWAX-YC -5 YOf-v:w: -4 -B-WAfAwBWFoGTJ-KWKYLOO.PaPePoR-R.RARWRe -4
RoRuW-WrWuXeYif:kekoky -3 -vBVKUR:TiVykuoxrxv-xexo -2 -A-yA-A.A:ACAGAOAQAcAdAeAoAqAtBCBGBOBSCY -2
DADVFSFTH.JAKAKaL-LeLoLuO:OAOVP-PYPiPnPr -2 PsPuRaTTUZVOViWiWyXTZ-exftfwfykao.r:rcrd -2 rergrhrmrnrorqrrxcy- 2
-oLASAo- 3 -OAAO-Q- 4 -G-Q 6 -J
"""
"""By how much, then the pairs of letters that stand so much farther apart."""

BOLD_WIDTHS = """
45.6 52.1 83.8 69.6 100.2 87.2 30.6 45.7 45.7 52.3 83.8 38.0 41.5 38.0 36.5 69.6 69.6 69.6 69.6 69.6 69.6 69.6 69.6
69.6 69.6 40.0 40.0 83.8 83.8 83.8 58.0 100.0 77.4 76.2 73.4 83.0 68.3 68.3 82.1 83.7 37.2 37.2 77.5 63.7 99.5 83.7
85.0 73.3 85.0 77.0 72.0 68.2 81.2 77.4 110.3 77.1 72.4 72.5 45.7 36.5 45.7 83.8 50.0 50.0 67.5 71.6 59.3 71.6 67.8
43.5 71.6 71.2 34.3 34.3 66.5 34.3 104.2 71.2 68.7 71.6 71.6 49.3 59.5 47.8 71.2 65.2 92.4 64.5 65.2 58.2 71.2 36.5
71.2 83.8 38.0 83.8 83.8 66.7 71.2 50.2 43.8 43.8 43.8 43.8 43.8 43.8 43.8 43.8 43.8 43.8 52.8 81.0 74.1 74.1 111.5
111.6 34.8
"""

BOLD_KERNED = """
-18 P,P. -17 LTY,Y. -16 F,LY -15 -T-YF.T-T.Y-r, -14 LVT,r. -13 TaTcTeToTsV,V. -12 Ty -11 FATrTuTw -10 AYYA -9
K-PAY:Y;YaYeYoy. -8 -XATLWTAW,W.X-v,v.y, -7 -VAVDYLyV-VAYu -6 FaFrKyw,w. -5 BWBYF:F;FuFyRYT:T;VaVeVof,f. -4
-WAWAvAyBVFeFoKCKOLOLUOXOYRTRySSV:V;VuW- -4 WAWaWeWoXCXOYCYO -3 AUF-OAOVPaUAW:W;Xeaykeko -2
GTGYKUKeKoKuO,O.P-PsVOViWrZ-f- 2 A,A.A:A;C-CSD-O-PyQ-R,R.TT
"""

OFF = 0.6
"""Widths are rounded to a tenth here, kerning to a whole hundredth; a reader sees no such thing."""

BEFORE_EXPONENT = 2.0
"""So much more room there is at most before an exponent."""

AROUND_TIMES = 30.0
"""So much more room there is at most on each side of a × in a formula."""

OVERLAP, GAP = 30.0, 60.0
"""A letter that is not in the table of outlines may reach so far into the next one, or end so far before it."""


class Font(NamedTuple):
    """The widths of letters, and by how much farther apart pairs of them stand."""

    widths: Mapping[str, float]
    kerned: Mapping[str, float]

    def step(self, one: str, other: str) -> float:
        """From the start of a letter to that of the next one."""
        return self.widths[one] + self.kerned.get(one + other, 0.0)


def _font(widths: str, kerned: str) -> Font:
    by, pairs = kerned.split()[::2], kerned.split()[1::2]
    return Font(
        dict(zip([*LETTERS, " "], map(float, widths.split()))),
        {text[n : n + 2]: float(much) for much, text in zip(by, pairs) for n in range(0, len(text), 2)},
    )


FONTS = (_font(WIDTHS, KERNED), _font(BOLD_WIDTHS, BOLD_KERNED))
"""Regular and bold, as in `recheck.drawings.glyphs`."""


def width_of(letters: Sequence[Letter]) -> float | None:
    """How wide a text is, in hundredths of its size; None if its letters are of no one font, or not where that has them."""
    if not letters or abs(letters[0].right) > OFF:
        return None
    formula = any(letter.raised for letter in letters)
    for number, font in enumerate(FONTS):
        if all(number in letter.fonts for letter in letters) and all(
            low - OFF <= other.right - one.right <= high + OFF
            for one, other in zip(letters, letters[1:])
            for low, high in [_steps(font, formula, one, other)]
        ):
            last = letters[-1]
            return last.right + (last.ink if last.text == UNKNOWN else font.widths[last.text] * _size(last))
    return None


def _steps(font: Font, formula: bool, one: Letter, other: Letter) -> tuple[float, float]:
    """The least and the greatest distance of the starts of two letters."""
    if one.text == UNKNOWN:
        return max(one.ink - OVERLAP, 0.0), one.ink + GAP
    if other.text == UNKNOWN:
        return max(font.widths[one.text] - OVERLAP, 0.0), font.widths[one.text] + OVERLAP
    if not formula:
        step = font.step(one.text, other.text)
        return step, step
    step = font.widths[one.text] * _size(one)
    if "×" in (one.text, other.text):
        return step, step + AROUND_TIMES
    return step, step + BEFORE_EXPONENT * (other.raised and not one.raised)


def _size(letter: Letter) -> float:
    return SHRUNK if letter.raised else 1.0
