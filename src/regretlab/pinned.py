"""Outside data: `config/sources.yaml` pins each file by size and SHA-256, `resources/` has those that were fetched.

What is pinned is the file as it is at its URL, byte for byte; a hash that is missing or weaker has no key to stand under.
"""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import urlsplit

from pydantic import Field, field_validator

from regretlab.errors import InputError
from regretlab.files import sha256
from regretlab.yaml_model import YamlModel, read_yaml

SOURCES = Path("config/sources.yaml")
RESOURCES = Path("resources")

MOST_BYTES = 2**40
SCHEMES = ("http", "https", "file")

NAME = r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}"
_RESERVED = re.compile(r"(con|prn|aux|nul|(com|lpt)[0-9])(\..*)?", re.IGNORECASE)
_VISIBLE = re.compile(r"[!-~]+")

Line = Annotated[str, Field(pattern=r"^[^\r\n]+$")]


def check_url(url: str) -> None:
    """Raise `ValueError` unless this is a URL that can be fetched from: http, https or file, ASCII, without a password."""
    if not _VISIBLE.fullmatch(url):
        raise ValueError(f"expected a URL of visible ASCII characters, found {url!r}")
    try:
        parts = urlsplit(url)
        parts.port  # noqa: B018 - reading it looks whether it is one
    except ValueError as error:
        raise ValueError(f"expected a URL, found '{url}': {error}") from error
    if parts.scheme not in SCHEMES:
        raise ValueError(f"expected a URL with one of: {', '.join(SCHEMES)}, found '{url}'")
    if parts.fragment or "@" in parts.netloc:
        raise ValueError(f"expected a URL without user, password and fragment, found '{url}'")
    if parts.scheme == "file" and (parts.netloc not in ("", "localhost") or not parts.path.startswith("/")):
        raise ValueError(f"expected file: and an absolute path, found '{url}'")
    if parts.scheme != "file" and not parts.hostname:
        raise ValueError(f"expected a URL with a host, found '{url}'")


class Source(YamlModel):
    """A file that is not the project's own."""

    url: list[str] = Field(min_length=1)
    """Where it is: a URL of http, https or file; or a list of mirrors, tried in this order."""

    size: Annotated[int, Field(ge=1, le=MOST_BYTES)]
    """Its size in bytes."""

    sha256: str
    """Its SHA-256, 64 hexadecimal digits in lower case."""

    license: Line
    """Under which license it may be used; an SPDX identifier where there is one."""

    citation: Line
    """Who made it, and where it is described."""

    @field_validator("url", mode="before")
    @classmethod
    def _mirrors(cls, given: Any) -> Any:
        return [given] if isinstance(given, str) else given

    @field_validator("url")
    @classmethod
    def _good_urls(cls, urls: list[str]) -> list[str]:
        for url in urls:
            check_url(url)
        if len(set(urls)) != len(urls):
            raise ValueError(f"expected different URLs, found {', '.join(urls)}")
        return urls

    @field_validator("sha256")
    @classmethod
    def _strong(cls, digest: str) -> str:
        if not re.fullmatch("[0-9a-f]{64}", digest):
            raise ValueError(f"expected 64 hexadecimal digits in lower case, found '{digest}'")
        return digest


class SourcesFile(YamlModel):
    """config/sources.yaml."""

    sources: dict[str, Source]
    """The files by the name that each has in resources/."""

    @field_validator("sources")
    @classmethod
    def _portable(cls, sources: dict[str, Source]) -> dict[str, Source]:
        seen: dict[str, str] = {}
        for name in sources:
            if not re.fullmatch(NAME, name) or name.endswith(".") or _RESERVED.fullmatch(name):
                raise ValueError(
                    "expected names of up to 100 letters, digits, . - and _, a letter or digit first, no . last, "
                    f"that every system can have, found '{name}'"
                )
            other = seen.setdefault(name.lower(), name)
            if other != name:
                raise ValueError(f"expected names that differ in more than case, found '{other}' and '{name}'")
        return sources


def pinned() -> dict[str, Source]:
    """All that is pinned, by name."""
    return SourcesFile.read(SOURCES).sources


def is_resource(path: str) -> bool:
    """Whether this is the path of a file in resources/."""
    return path.startswith(f"{RESOURCES}/")


def check_resource(path: str) -> None:
    """Raise `InputError` unless this file of resources/ is there and is the one that is pinned."""
    name = path.removeprefix(f"{RESOURCES}/")
    sources = pinned()
    if name not in sources:
        raise InputError(
            f"{path}: expected an entry '{name}' in {SOURCES}, found none: your own files belong elsewhere"
        )
    if not Path(path).is_file():
        raise InputError(f"{path}: not fetched yet: run `regretlab fetch {name}`")
    found, expected = sha256(Path(path)), sources[name].sha256
    if found != expected:
        raise InputError(
            f"{path}: expected SHA-256 {expected}, as in {SOURCES}, found {found}: run `regretlab fetch {name}`"
        )


def needed(studies: Iterable[str]) -> list[str]:
    """The names of all files of resources/ that these studies mention, sorted; they need not be right otherwise."""
    paths = [Path("config/studies", f"{study}.yaml") for study in studies]
    found = {text for path in paths for text in _texts(read_yaml(path)) if is_resource(text)}
    return sorted(text.removeprefix(f"{RESOURCES}/") for text in found)


def _texts(content: Any) -> Iterator[str]:
    if isinstance(content, str):
        yield content
    elif isinstance(content, dict | list):
        for item in content.values() if isinstance(content, dict) else content:
            yield from _texts(item)
