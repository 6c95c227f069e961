"""Forgeries of what is seen: figures and page have the numbers of the tables, and show others to who looks at them."""

from __future__ import annotations

import re
from collections.abc import Callable

from audit.selftest.forgery import FORGERIES, forgery
from audit.selftest.forging import Forger
from audit.selftest.mutation import Group, InapplicableError

group = Group(FORGERIES, "semantics")

FIGURE = r"figures/[^/]+/exploitability\.svg"
PAGE = r"report\.html"
GLYPH = r'<path id="(DejaVuSans-[0-9a-f]+)"( d="[^"]*" transform="[^"]*"/>)'
TITLE = r'(?s)(<g id="title">.*?<g style="[^"]*" transform="translate\([^)]*\) scale\()\S+ \S+\)'
SHIFT = r'(?s)(<use [^>]*transform="translate\()(\S+)( 0\)"/>\s*<use [^>]*transform="translate\()\S+( 0\)"/>)'


@forgery(group, "format-of-file")
def glyph_by_an_address(forger: Forger) -> None:
    """A figure writes a letter by an address with a % in it, which programs for figures take for that of another letter."""

    def change(text: str) -> str:
        (one, outline), (_, other) = re.findall(GLYPH, text)[:2]
        added = f'<path id="q%61"{outline}<path id="qa"{other}'
        defined = text.index("/>", text.index(f'<path id="{one}"')) + 2
        return text[:defined] + added + text[defined:].replace(f'#{one}"', '#q%61"', 1)

    _change(forger, FIGURE, change)


@forgery(group, "format-of-file")
def window_by_a_style(forger: Forger) -> None:
    """The lines of a figure are cut off by a rectangle whose name is written so that programs for figures take another one."""

    def change(text: str) -> str:
        (window,) = re.findall(r'<clipPath id="([^"]*)"', text)
        other = '<clipPath id="zax"><rect x="0" y="0" width="1" height="1"/></clipPath>'
        return text.replace(window, "z\\61 x").replace("</defs>\n</svg>", f"{other}</defs>\n</svg>")

    _change(forger, FIGURE, change)


@forgery(group, "format-of-file")
def definition_that_nothing_uses(forger: Forger) -> None:
    """A figure defines an outline that it does not draw."""
    _change(forger, FIGURE, lambda text: re.sub(GLYPH, r'\g<0><path id="unused"\2', text, count=1))


@forgery(group)
def letters_upon_each_other(forger: Forger) -> None:
    """Two letters of a figure are drawn at one place."""
    _change(forger, FIGURE, lambda text: re.sub(SHIFT, r"\g<1>\g<2>\g<3>\g<2>1\g<4>", text, count=1))


@forgery(group, "format-of-file")
def text_that_is_cut_off(forger: Forger) -> None:
    """The title of a figure is cut off by the rectangle of its axes, and is not to be seen."""

    def change(text: str) -> str:
        (window,) = re.findall(r'<clipPath id="([^"]*)"', text)
        return re.sub(
            r'(?s)(<g id="title">)(.*?</g>\s*)(</g>)', rf'\1<g clip-path="url(#{window})">\2</g>\3', text, count=1
        )

    _change(forger, FIGURE, change)


@forgery(group)
def text_that_is_too_small(forger: Forger) -> None:
    """The title of a figure is half a point high."""
    _change(forger, FIGURE, lambda text: re.sub(TITLE, r"\g<1>0.006 -0.006)", text, count=1))


@forgery(group)
def text_beside_the_sheet(forger: Forger) -> None:
    """The title of a figure begins at the last half point of the sheet."""

    def change(text: str) -> str:
        (width,) = re.findall(r'viewBox="0 0 (\d+)', text)
        return re.sub(r'(?s)(<g id="title">.*?translate\()\S+', rf"\g<1>{width}", text, count=1)

    _change(forger, FIGURE, change)


@forgery(group)
def colors_that_are_alike(forger: Forger) -> None:
    """A line of a figure has a color that is hardly another than that of the lines of other methods."""
    _change(forger, FIGURE, lambda text: text.replace("#0072b2", "#0073b2"))


@forgery(group, "format-of-file")
def digits_beside_a_number(forger: Forger) -> None:
    """Right beside a number of a sentence of report.html, which says where it comes from, are digits that do not."""
    _change(forger, PAGE, lambda text: re.sub(r"(?<=\s)(<span data-from=)", r"99\1", text, count=1))


@forgery(group, "format-of-file")
def digits_with_a_letter_nobody_sees(forger: Forger) -> None:
    """A sentence of report.html has a number with a letter in it that nobody sees."""
    _change(forger, PAGE, lambda text: re.sub("<p>(?=[A-Z])", "<p>0.\u034f7 is it. ", text, count=1))


@forgery(group, "format-of-file")
def letters_that_look_like_a_number(forger: Forger) -> None:
    """A sentence of report.html has a number that is written with letters, joined by a line."""
    _change(forger, PAGE, lambda text: re.sub("<p>(?=[A-Z])", "<p>It is IO_OOO. ", text, count=1))


@forgery(group, "format-of-file")
def fraction_that_is_a_letter(forger: Forger) -> None:
    """A sentence of report.html has a fraction that is written as one letter."""
    _change(forger, PAGE, lambda text: re.sub("<p>(?=[A-Z])", "<p>It is \u00bd. ", text, count=1))


def _change(forger: Forger, pattern: str, change: Callable[[str], str]) -> None:
    """Change the text of the first file of that kind."""
    file = forger.files(pattern)[0]
    text = forger.text(file)
    changed = change(text)
    if changed == text:
        raise InapplicableError(f"nothing in {file} to do it to")
    forger.bundle.write(forger.path(file), changed)
