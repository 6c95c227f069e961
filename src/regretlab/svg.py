"""Small pieces of SVG: rectangles, lines, texts and groups, always the same bytes."""

from collections.abc import Iterable
from xml.sax.saxutils import escape, quoteattr

FONT = "DejaVu Sans, Verdana, sans-serif"
WIDTH_OF_LETTER = 0.61
"""Of the size of the text, about: no fonts are measured."""


def document(width: float, height: float, title: str, description: str, parts: Iterable[str]) -> str:
    """A picture; sizes are in pixels."""
    size = f'width="{number(width)}" height="{number(height)}" viewBox="0 0 {number(width)} {number(height)}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" font-family="{FONT}">'
    words = [f"<title>{escape(title)}</title>", f"<desc>{escape(description)}</desc>"]
    ground = rectangle(0, 0, width, height, fill="#ffffff")
    return "\n".join([head, *words, ground, *parts, "</svg>"]) + "\n"


def group(parts: Iterable[str], title: str | None = None) -> str:
    """Parts that belong together; the title is shown where the mouse is."""
    words = [] if title is None else [f"<title>{escape(title)}</title>"]
    return "\n".join(["<g>", *words, *parts, "</g>"])


def rectangle(x: float, y: float, width: float, height: float, **look: object) -> str:
    """A rectangle from its upper left corner."""
    return _element("rect", x=x, y=y, width=width, height=height, **look)


def line(x1: float, y1: float, x2: float, y2: float, **look: object) -> str:
    """A line."""
    return _element("line", x1=x1, y1=y1, x2=x2, y2=y2, **look)


def text(x: float, y: float, words: str, size: float = 11, **look: object) -> str:
    """A text from its base line, by default to the right."""
    return f"<text{_attributes({'x': x, 'y': y, 'font_size': size, **look})}>{escape(words)}</text>"


def width_of(words: str, size: float) -> float:
    """About how wide a text is."""
    return len(words) * size * WIDTH_OF_LETTER


def number(value: float) -> str:
    """At most two decimals."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _element(name: str, **attributes: object) -> str:
    return f"<{name}{_attributes(attributes)}/>"


def _attributes(attributes: dict[str, object]) -> str:
    found = []
    for key, value in attributes.items():
        shown = number(value) if isinstance(value, int | float) else str(value)
        found.append(f" {key.replace('_', '-')}={quoteattr(shown)}")
    return "".join(found)
