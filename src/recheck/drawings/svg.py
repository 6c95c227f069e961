"""A strict reader of the SVG files of figures: elements and attributes that no figure has are refused, as are entities.

What a figure may have: docs/bundle-format.md, "figures/". Whatever is drawn is in a group with an id.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple
from xml.etree import ElementTree

from recheck.drawings.glyphs import Glyph, outline, read_glyphs, said, text_of
from recheck.drawings.problem import DrawingError
from recheck.drawings.shapes import (
    NUMBER,
    PLACED,
    SHIFTED,
    Point,
    Shape,
    Subpath,
    Text,
    number_of,
    read_path,
    read_style,
)
from recheck.drawings.spacing import width_of

PROLOGUE = """<?xml version="1.0" encoding="utf-8" standalone="no"?>
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN"
  "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
<svg """
HEADER = ["title", "metadata", "defs", "g", "defs"]
LOOK = ("style", {"type": "text/css"}, "*{stroke-linejoin: round; stroke-linecap: butt}")
"""The style sheet: an element, its attributes and what it says."""

SPACES = {
    "http://www.w3.org/2000/svg": "",
    "http://www.w3.org/1999/xlink": "xlink:",
    "http://www.w3.org/1999/02/22-rdf-syntax-ns#": "rdf:",
    "http://purl.org/dc/elements/1.1/": "dc:",
    "http://creativecommons.org/ns#": "cc:",
}
FORMS = {
    "g": ("", "id", "clip-path", "style transform"),
    "path": ("d style", "clip-path d style", "clip-path style"),
    "use": ("style x xlink:href y", "xlink:href", "transform xlink:href"),
    "defs": ("",),
}
"""The attributes that elements of a figure have, in alphabetical order."""

NAME = re.compile("[A-Za-z][A-Za-z0-9_-]*")
"""What marks, glyphs and what cuts off are called: none of the letters by which an address or a style stands for another name."""

PART = re.compile("[A-Za-z][A-Za-z0-9_.:-]*")
"""What groups are called, to which nothing refers."""

DEFINED = ("d id style", "d id", "d id transform", "id transform")
"""The attributes of a path that is there to be used: marks, then glyphs."""

DESCRIBED = ("metadata", "rdf:RDF", "cc:Work", "dc:type", "dc:title", "dc:description", "dc:format")

RESOURCES = {"dc:type": {"rdf:resource": "http://purl.org/dc/dcmitype/StillImage"}}
"""What metadata refer to, by the name of the element."""

GLYPH = "scale(0.015625)"
DEEPEST = 12


class Group(NamedTuple):
    """A group with an id: that of the group around it, and all that is drawn in it but not in a smaller one."""

    id: str
    parent: str
    shapes: list[Shape]
    texts: list[Text]


class Drawing(NamedTuple):
    """A figure: its size in points, its texts for machines, its groups by id in the order of the file, and what cuts off."""

    width: float
    height: float
    title: str
    description: str
    groups: Mapping[str, Group]
    clips: Mapping[str, tuple[float, float, float, float]]
    """Left, top, width and height."""


def read_svg(text: str) -> Drawing:
    """A figure from the text of its file. Raises `DrawingError` if it is none."""
    if not text.startswith(PROLOGUE):
        raise DrawingError("does not begin as a figure does", expected=PROLOGUE)
    declared = [f'xmlns{":" * bool(prefix)}{prefix[:-1]}="{space}"' for space, prefix in SPACES.items()]
    if text.count("xmlns") != len(declared) or not all(text.count(one) == 1 for one in declared):
        # With other prefixes an attribute or element could be one for this reader, and none for who shows the figure.
        raise DrawingError("has other names of names", expected=" ".join(declared))
    for word, count in (("<!", text.count("<!--") + 1), ("<?", 1)):
        if text.count(word) != count:
            raise DrawingError("has declarations that no figure has", expected=f"{word} {count} times")
    try:
        parser = ElementTree.XMLParser(target=ElementTree.TreeBuilder(insert_comments=True))
        parser.feed(text)
        root = parser.close()
    except (ElementTree.ParseError, ValueError) as error:
        raise DrawingError("is not XML", found=error) from error
    if _name(root.tag) != "svg" or [_name(child.tag) for child in root] != HEADER:
        raise DrawingError("is not made of these parts", expected=", ".join(HEADER))
    width, height = _size(root)
    title, metadata, look, figure, clips = root
    said_of_look = [(_name(element.tag), _attributes(element), element.text) for element in look]
    if said_of_look != [LOOK] or len(look[0]) or _attributes(look):
        raise DrawingError("has another style sheet", expected=LOOK[-1], found=said_of_look)
    if _attributes(figure) != {"id": "figure_1"}:
        raise DrawingError("is not one figure", expected="figure_1")
    described = _described(metadata)
    if title.text != described.get("dc:title") or len(title) or _attributes(title):
        raise DrawingError("has two titles", expected=described.get("dc:title"), found=title.text)
    reader = _Reader()
    reader.group(figure, "", 0, None)
    cutting = dict(_clips(clips, reader))
    for clip in reader.clipped - set(cutting):
        raise DrawingError("is cut off by something that is not defined", None, ", ".join(cutting), clip)
    for name in (*reader.marks, *reader.glyphs, *cutting):
        if name not in reader.used | reader.clipped:
            raise DrawingError("is defined and not used", name)
    return Drawing(width, height, title.text or "", described.get("dc:description", ""), reader.groups, cutting)


class _Reader:
    """What was read of a figure so far."""

    def __init__(self) -> None:
        self.groups: dict[str, Group] = {}
        self.ids: set[str] = set()
        self.marks: dict[str, tuple[tuple[Subpath, ...], dict[str, str]]] = {}
        self.glyphs: dict[str, Glyph] = {}
        self.used: set[str] = set()
        """The names of marks and glyphs that are drawn."""
        self.clipped: set[str] = set()
        """By what something is cut off."""
        self.order = 0

    def new_id(self, element: ElementTree.Element, form: re.Pattern[str] = NAME) -> str:
        """The id of an element, which no other has."""
        found = element.get("id", "")
        if not form.fullmatch(found):
            raise DrawingError("is no plain name", None, form.pattern, found)
        if found in self.ids:
            raise DrawingError("is there twice", found)
        self.ids.add(found)
        return found

    def group(self, element: ElementTree.Element, parent: str, depth: int, clip: str | None) -> None:
        """Read a group with an id, or one that does nothing but cut off."""
        attributes = _attributes(element)
        own = parent
        if "id" in attributes:
            own = self.new_id(element, PART)
            self.groups[own] = Group(own, parent, [], [])
        clip = self.clip(attributes, clip)
        if depth > DEEPEST:
            raise DrawingError("has groups in groups in groups", own)
        comment = None
        for child in element:
            form = self.form(child, own)
            if form == "comment":
                comment = child.text or ""
            elif form == "defs":
                self.define(child)
            elif form == "g style transform":
                if clip is not None:
                    raise DrawingError("has a text that is cut off", own, None, clip)
                self.groups[own].texts.append(self.text(child, comment, own))
                comment = None
            elif form.startswith("g"):
                self.group(child, own, depth + 1, clip)
            elif form.startswith("path"):
                self.groups[own].shapes.append(self.path(child, clip))
            elif form == "use style x xlink:href y":
                self.groups[own].shapes.append(self.mark(child, clip, own))
            else:
                raise DrawingError("is drawn where there should be no such thing", own, found=form)
        if comment is not None:
            raise DrawingError("has a comment with no text below", own, found=comment)

    def clip(self, attributes: Mapping[str, str], around: str | None) -> str | None:
        """What cuts off: an element or one around it, but not both, as that would be where the two overlap."""
        if around is not None and "clip-path" in attributes:
            raise DrawingError("is cut off twice", None, around, attributes["clip-path"])
        if "clip-path" in attributes:
            self.clipped.add(attributes["clip-path"])
        return attributes.get("clip-path", around)

    def refer(self, href: str, defined: Mapping[str, object], own: str) -> str:
        """The name that an element refers to. Raises `DrawingError` if it was not defined before."""
        name = href[1:]
        if href[:1] != "#" or name not in defined:
            raise DrawingError("draws something that was not defined before", own, found=href)
        self.used.add(name)
        return name

    def form(self, element: ElementTree.Element, own: str) -> str:
        """An element's name and attributes; it must be one that a figure has, and hold nothing but elements."""
        is_comment = not isinstance(element.tag, str)
        letters = (element.tail or "") + ("" if is_comment else element.text or "")
        if letters.strip():
            raise DrawingError("holds letters between its elements", own)
        if is_comment:
            return "comment"
        name, attributes = _name(element.tag), " ".join(sorted(_attributes(element)))
        if attributes not in FORMS.get(name, ()):
            raise DrawingError("is an element that no figure has", own, found=f"{name} {attributes}".strip())
        return f"{name} {attributes}".strip()

    def path(self, element: ElementTree.Element, clip: str | None) -> Shape:
        """A path that is drawn."""
        attributes = _attributes(element)
        if len(element):
            raise DrawingError("has a path with something inside")
        self.order += 1
        clip = self.clip(attributes, clip)
        return Shape(read_path(attributes.get("d", "")), read_style(attributes["style"]), clip, self.order)

    def mark(self, element: ElementTree.Element, clip: str | None, own: str) -> Shape:
        """A mark that was defined before, drawn at a place."""
        attributes = _attributes(element)
        if len(element):
            raise DrawingError("has a mark with something inside", own)
        paths, style = self.marks[self.refer(attributes["xlink:href"], self.marks, own)]
        self.order += 1
        x, y = number_of(attributes["x"]), number_of(attributes["y"])
        around = read_style(attributes["style"])
        if "opacity" in around or "opacity" in style:
            raise DrawingError("has a mark that is paler than its color", own)
        return Shape(tuple([path.moved(x, y) for path in paths]), {**around, **style}, clip, self.order, Point(x, y))

    def define(self, element: ElementTree.Element) -> None:
        """Read marks and glyphs."""
        for child in element:
            attributes = _attributes(child)
            form = " ".join(sorted(attributes))
            if _name(child.tag) != "path" or form not in DEFINED or len(child) or (child.text or "").strip():
                raise DrawingError("defines something that no figure has", found=f"{_name(child.tag)} {form}")
            name = self.new_id(child)
            if "transform" not in attributes:
                self.marks[name] = read_path(attributes["d"]), read_style(attributes.get("style", ""))
            elif attributes["transform"] == GLYPH:
                self.glyphs[name] = outline(attributes.get("d", ""))
            else:
                raise DrawingError("has a glyph of another size", name, GLYPH, attributes["transform"])

    def text(self, element: ElementTree.Element, comment: str | None, own: str) -> Text:
        """A line of text, from its glyphs; the comment above it must say the same."""
        attributes = _attributes(element)
        placed, style = PLACED.fullmatch(attributes["transform"]), read_style(attributes["style"])
        if placed is None or placed[4] != placed[5] or list(style) != ["fill"]:
            raise DrawingError("has a text that is placed in no usual way", own, found=attributes["transform"])
        drawn = []
        for child in element:
            form = self.form(child, own)
            if form == "defs":
                self.define(child)
                continue
            if form not in ("use xlink:href", "use transform xlink:href") or len(child):
                raise DrawingError("has a text that is not made of glyphs", own, found=form)
            name = self.refer(_attributes(child)["xlink:href"], self.glyphs, own)
            shifted = SHIFTED.fullmatch(_attributes(child).get("transform", "translate(0 0)"))
            if shifted is None:
                raise DrawingError("has a glyph that is placed in no usual way", own, found=name)
            drawn.append((self.glyphs[name], float(shifted[1]), float(shifted[2]), float(shifted[3] or 1)))
        letters = read_glyphs(drawn, own)
        text = text_of(letters)
        if comment is None or not said(comment, text):
            raise DrawingError("has a comment that is not its text", own, text, comment)
        self.order += 1
        scale, width = float(placed[4]), width_of(letters)
        return Text(
            text,
            float(placed[1]),
            float(placed[2]),
            100 * scale,
            placed[3] is not None,
            style["fill"],
            self.order,
            None if width is None else width * scale,
        )


def _name(tag: object) -> str:
    """The name of an element or attribute as it is usually written."""
    match = re.fullmatch(r"\{(.*)\}(.*)", str(tag))
    return str(tag) if match is None else SPACES.get(match[1], f"{match[1]}:") + match[2]


def _attributes(element: ElementTree.Element) -> dict[str, str]:
    """The attributes of an element. Digits and spaces are those of ASCII: Python knows others that nobody draws by."""
    found = {_name(name): value for name, value in element.attrib.items()}
    for name, value in found.items():
        if not value.isascii():
            raise DrawingError("has a value that is not ASCII", name, found=value)
    return found


def _size(root: ElementTree.Element) -> tuple[float, float]:
    """Width and height in points; the root has no other coordinates than these, and nothing else."""
    attributes = _attributes(root)
    match = re.fullmatch(rf"0 0 ({NUMBER}) ({NUMBER})", attributes.get("viewBox", ""))
    if match is not None:
        due = {"width": f"{match[1]}pt", "height": f"{match[2]}pt", "viewBox": match[0], "version": "1.1"}
        if attributes == due:
            return float(match[1]), float(match[2])
    raise DrawingError("is not drawn in points", expected="width, height and viewBox", found=attributes)


def _described(metadata: ElementTree.Element) -> dict[str, str]:
    """The texts for machines by the names of their elements, which are no others than these."""
    found = {}
    for element in metadata.iter():
        name = _name(element.tag)
        if name not in DESCRIBED or _attributes(element) != RESOURCES.get(name, {}) or name in found:
            raise DrawingError("has other metadata than a figure", found=name)
        found[name] = element.text or ""
    return found


def _clips(element: ElementTree.Element, reader: _Reader) -> Iterator[tuple[str, tuple[float, float, float, float]]]:
    """The rectangles that cut off."""
    if _attributes(element):
        raise DrawingError("has attributes around what cuts off", found=", ".join(_attributes(element)))
    for child in element:
        if _name(child.tag) != "clipPath" or list(_attributes(child)) != ["id"] or len(child) != 1:
            raise DrawingError("has something behind the figure", found=_name(child.tag))
        found = _attributes(child[0])
        if _name(child[0].tag) != "rect" or sorted(found) != ["height", "width", "x", "y"] or len(child[0]):
            raise DrawingError("cuts off by something else than a rectangle", child.get("id"))
        left, top, width, height = (number_of(found[name]) for name in ("x", "y", "width", "height"))
        yield f"url(#{reader.new_id(child)})", (left, top, width, height)
