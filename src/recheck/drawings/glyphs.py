"""The letters of a drawing, told by their outlines, so that a text is what can be seen and not what is said of it.

The outlines are those of DejaVu Sans 2.37, regular and bold. Form: docs/bundle-format.md, "figures/".
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple
from xml.sax.saxutils import unescape

from recheck.drawings.problem import DrawingError
from recheck.drawings.shapes import read_path

UNKNOWN = "\uffff"
"""Stands for a letter whose outline is not in the table."""

RAISED, SHRUNK = 41.3, 0.7
"""An exponent is so many hundredths of the size above the base line, and so much smaller."""

NEAR = 0.01
"""In hundredths of the size."""

LETTERS = [*map(chr, range(33, 127)), *"·×−√∝▾⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "ff", "fi", "fl", "ffi", "ffl"]
"""What the outlines of both fonts are those of; some letters are drawn as one."""

REGULAR = """
7f1abaf629a3b2b3 3baa002c1af55c6e 905e62bda580998c 887d30cdcbc6da20 13599c3396699009 f507dee7021f0a8f e23ce903458e5ed7
78656d0fe443a14f 00718a2d2eeac58d 40d65d86dd6567bc 44204e882c1f61b5 b2d9513a17a9b224 7a898bbe0f65dee7 fb6807d3cb14fc01
78ec84118c6e7582 e997dd1a17880f62 8b68ec0f5445fff9 0114ab870d54387f e7c37dc68427f697 c366ea767e3d046f d275bec05e9b0366
643f4d5fec857d23 69380ad31c270a5d cffc9e182ae628c5 db291b3231fdef43 33f5164d672ba983 1f065ac09cf91f4d f1f4498f631a8f04
275e24d6fc93e69a 8b5b9bfa0693a8b0 d8ae807b00c867a9 32ff161f22511ef4 8f82d3f064f0821b 9f211585d4000a2e e1c51f7161492831
1b5bbb8c6e58e1d7 5c963d37b732da43 bf412847cd6c5162 d0782773b0ca57bb e25f62350352e938 7389db2ca23cfead ab712f5a4794a2e6
6d3b4ee0c654ba57 7529cd9fa59fdddd 0bf3a0fb61a42e45 1a639023c757d293 efc69d6cfd5cef0c 34045eb9eda6050c bf967bc9decc30a9
efd09a3bf8cfbbee 517f64b05230fb2a a5ba08e4d799194c 52811a88e3a1e08f 4d4950049f4ceeab db0f04fa349b7045 8ea11184ff9f14c1
bd5168285fbd7d84 6ee603cb8382b4be 78066833e8a0e135 fe76aa62430fce84 2e1a2e10cedbdf4f 3b57a0d7da109b2c 821663b64e684c2e
cf171c9af62e5ed6 4369b9adf82e4900 f620673fbb55d653 6156549ee848078b b211b487b5f47020 5315cf5e2dc7f103 a3cc429bf9800c1f
0934cf61dde4013d cd8f7060c60e033b 9fdd7964b32f6407 3467d57c6beea57f d75885421e4704f8 8fc3fd847133bd04 b150076d631010e1
ba6578d031e5ffd8 3d6c389a4aad47eb 9d65c24fbb0678fc 15f790b618b0ee65 3e05b039e0de1d72 667ea76492d586e8 7f8db8f52ed3a97d
b429680995e0ca01 27b5accb53363065 2e951cda727f3af0 49ef2ad7274e2f21 93460df10aa4e7cc 82229d31a1099875 d9fa253138c3c7e7
9a110215131d48d2 09d1ff928217eec8 fa86680060c8fe15 7edaf0eefca3340d 3a3d8728959f47d4 87150e361599c165 43d881f4b2e9d135
9a465d23593fa39a 21ce31d53425e42c 13c4d0d984b28f07 83015a4c8e2511ce 1d28c2eb41756619 51939f39d7abb1b6 5da10cf26c74424c
391f1a08dbd2e35f 20e4c1cdbd8dee23 0ecb77523b1090fb 219fae63f22a1a6b f0eab05b2a390d0c 1150d9293bbcd597 f14cbe969a1d9383
5cfda505dac4a26e fcd4baec9656a89e 9adc0ee18fba0173 7422d5188ddb430c
"""

BOLD = """
d7a0c3593e5534d6 f3cbf0f6ddb80c37 ad903aa826e12d3e 454cbdd5a62d2678 d497f55693a6cc65 0c88e3d751d61872 34515a5d282df788
ea97d433622b7792 102e54be80be69e3 4c69642724222dd9 5bb6f59395c61bbe 57954a8571aabba9 6f2843ec9f00b87f 0771721b06ed9c3f
c3722237753ca823 7f13726a3ef1e291 d47b9c26003919b2 4482bdf2a74f20f4 397076746f31794b bb0f51dc1a0bf674 c6191ef4a2e82353
81cdd9a467696992 29bc8f3ca05b89b1 4baacc5b2469ce76 f529b86fd7857533 fe5da769793d0b4c 717353e567b57599 0e54bc51949c9398
4b46794ad340cf2e ee008f89933247ad 43c2e0cd5e582338 bf81cd54790b58d0 d40d8c461e231a69 9822f116ba1ba55d dce9e9a978970dd5
9c2eb4887023ea2c 5c22e9808ed986b6 a09d9fc72951a08c 743482af36717417 da8d0a1a0a3ed1ba a2dc78f3837611a5 8b01068100727423
cfeb61d2b454f7b7 d01954fce6d9ed29 12b2d80046787e46 403aa41ce95174ec acec8a0862bf407d 1263140012446d31 389bfe4c667c4977
90f87f5eddf043d8 c97765c617c1d7cc 596e7e691da818de 570c93d77aabc93e 1684c10db9de77ce 02c839c5d853bb1a 24babdd5b7fe3369
888ed6c1d9033eaa e5cb6e00a7d59eec 001931bdacb6a57d 277128db8e963899 78cdd19fb03ad70b f5a9041cbf1b5ea7 eb9e4a99bdbd9dc1
e42790f7e2e45447 f22bb2b305f66d61 7245b1530d53daf1 76cb5837cd86bb9a ac0d3f34eb752a22 24ea5b2256928f6e 076d42934b0a9932
8670e1e4a1001259 78b821eb914d4689 1485c1ff807bc769 8d6ae6be3530dd14 182732923f8839d1 38e6751da698c24a cf30e01b3286b942
b13d51a210b96459 ba2b4236e4c1c0b0 1b9aac56a8d04c63 f6e59aa3a79e58d9 0df787d270c0cb9d c9d2e4a8c7e349c1 ee38a6953b2d9676
18e53b5d85315abd 2bb1205ac113e852 65425b19cc5184e8 ccba4a3d03b83536 902652a6b7371e32 a4c362679b1b00a5 d9ec6a44958c942c
96744793d3bc12c1 311f0e0eaf42a902 dd54b6454fa03ba5 4f861c434497a679 e9edf84e81bf347e 12eb7fe5e2756f3b 2f036aee3330e727
dd174f04efa9494e 21ce31d53425e42c 2466287dde94e7f6 ace969e3ff5fc612 d6dc678c2d128ddc 64a7aae2cf478848 12ba4fe6e9fb730f
9091cc24158a1646 579a840f38500e53 ac9cfaf2b9d68eab c0759bf266b7905d 094a39fb8509455f 1ee5086897b89bcd 0f248379cdf0a2c3
3a88a95e807350a4 ba1ee72a30d5f1fa 2ff7f2e3f716cde5 ff0a86be004b9934
"""

TABLES = tuple([dict(zip(font.split(), LETTERS)) for font in (REGULAR, BOLD)])

EM = 6400.0
"""The size of letters in the units of their outlines."""

LARGEST = 1.6
"""Of a letter that is not in the table, in sizes of letters: it reaches no farther than this, in any direction."""


class Glyph(NamedTuple):
    """A glyph that is defined: what it says, a space if it has no outline, and in which of the two fonts.

    If it is not known what it says, `ink` is how far its outline reaches to the right, in hundredths of its size.
    """

    text: str
    fonts: tuple[int, ...]
    ink: float = 0.0


class Letter(NamedTuple):
    """A glyph in a text: the same, how far to the right it is, in hundredths of the text's size, and whether raised."""

    text: str
    fonts: tuple[int, ...]
    ink: float
    right: float
    raised: bool


def outline(path: str) -> Glyph:
    """What a glyph with that outline says. Raises `DrawingError` for one that is not known and larger than a letter."""
    if not path.split():
        return Glyph(" ", (0, 1))
    digest = hashlib.sha256(" ".join(path.split()).encode()).hexdigest()[:16]
    fonts = tuple([number for number, table in enumerate(TABLES) if digest in table])
    if fonts:
        return Glyph(TABLES[fonts[0]][digest], fonts)
    points = [point for part in read_path(path) for point in (*part.points, *part.bends)]
    if any(max(abs(point.x), abs(point.y)) > LARGEST * EM for point in points):
        raise DrawingError("has a letter that is larger than a letter", found=path[:40])
    return Glyph(UNKNOWN, (0, 1), max([0.0, *[point.x for point in points]]) / EM * 100)


def read_glyphs(glyphs: Sequence[tuple[Glyph, float, float, float]], part: str) -> list[Letter]:
    """The letters of a text, from its glyphs, each with its shift to the right, its shift upwards and its size.

    Raises `DrawingError` if they do not stand in a row from left to right, or are neither on the base line nor an exponent.
    """
    letters: list[Letter] = []
    base = glyphs[0][2] if glyphs else 0.0
    before = -1.0
    for glyph, right, up, size in glyphs:
        raised = size == SHRUNK and abs(up - base - RAISED) < 1
        if not before < right or not 0 <= base < 1 or not (raised or (size == 1 and abs(up - base) < NEAR)):
            raise DrawingError("has letters that do not stand in a row", part)
        before = right
        letters.append(Letter(*glyph, right, raised))
    return letters


def text_of(letters: Sequence[Letter]) -> str:
    """What letters say; an exponent is in braces, `10^{−8}`."""
    runs = [
        (raised, "".join([letter.text for letter in run])) for raised, run in groupby(letters, lambda one: one.raised)
    ]
    return "".join([f"^{{{text}}}" if raised else text for raised, text in runs])


def fits(text: str, due: str) -> bool:
    """Whether a text says what is due; a letter that is not known may be any that is not in the table."""
    return len(text) == len(due) and all(
        one == other or (one == UNKNOWN and other not in LETTERS and other != " ") for one, other in zip(text, due)
    )


def said(comment: str, text: str) -> bool:
    """Whether a comment says what a text does; XML has no two hyphens in a comment, and formulas are as in TeX."""
    formula = re.fullmatch(r"\$\\mathdefault\{(.*)\}\$", comment.strip())
    written = unescape(comment) if formula is None else formula[1].replace("-", "−").replace("\\times", "×")
    return fits(_squeezed(text), _squeezed(written))


def _squeezed(text: str) -> str:
    return re.sub("-+", "-", "".join(text.split()))
