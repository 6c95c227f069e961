"""datapackage.json: whether its resources are the tables that are there, with their hashes, sizes and columns.

Data Package 1.0 (frictionlessdata.io), in the form of docs/bundle-format.md, "datapackage.json".
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from seal.described import Facts, differing_names, parse_description, quoted, untrue
from seal.limits import MOST_IN_PACKAGE
from seal.problem import Problem, shown
from seal.table import is_table

NAME = "datapackage.json"
_PLACE = f"data/{NAME}"
# So much more is kept of a header than what it should be, to show what is there instead.
_MORE = 100


@dataclass(frozen=True)
class Resource:
    """What is said of a table that can be held against it; of hash and size, any values, what is shown of them."""

    hash: str
    size: str
    names: Sequence[bytes]
    """Of its fields."""


@dataclass(frozen=True)
class Package:
    """Its resources by path; none if it cannot be understood. `problems` are of its form."""

    resources: Mapping[str, Resource] | None
    problems: tuple[Problem, ...]


class Start:
    """The first bytes of a file that goes by in chunks."""

    def __init__(self, length: int) -> None:
        """So many at most."""
        self._length = length
        self.content = b""

    def watch(self, chunk: bytes) -> None:
        """Keep what is still to be kept."""
        if len(self.content) < self._length:
            self.content += chunk[: self._length - len(self.content)]


def parse_package(content: bytes) -> Package:
    """Its resources, as far as it has some."""
    found = parse_description(content, _PLACE, MOST_IN_PACKAGE)
    if isinstance(found, Problem):
        return Package(None, (found,))
    resources = found.get("resources")
    if not isinstance(resources, list) or not all(_is_resource(resource) for resource in resources):
        expected = "a list of objects, each with a text as path, and fields with a text as name, as resources"
        return Package(None, (untrue(_PLACE, expected, "another value"),))
    paths = [resource["path"] for resource in resources]
    twice = differing_names(_PLACE, "among the resources", dict.fromkeys(paths), paths)
    return Package({resource["path"]: _resource(resource) for resource in resources}, tuple(twice))


def starts(package: Package) -> dict[str, Start]:
    """For each resource, what is to be kept of its file to compare the header: no more than the description itself has."""
    resources = package.resources or {}
    return {path: Start(len(b",".join(resource.names)) + _MORE) for path, resource in resources.items()}


def check_package(package: Package, facts: Facts, headers: Mapping[str, Start]) -> Iterator[Problem]:
    """All that it says of tables which is not so."""
    yield from package.problems
    if package.resources is None:
        return
    tables = {path: sha256 for path, sha256 in facts.hashes.items() if is_table(path)}
    yield from differing_names(_PLACE, "among the resources", tables, package.resources)
    for path, sha256 in tables.items():
        resource = package.resources.get(path)
        if resource is None:
            continue
        if resource.hash != quoted(f"sha256:{sha256}"):
            yield untrue(_PLACE, f"sha256:{sha256} as hash of '{path}'", resource.hash)
        size = facts.sizes.get(path)
        # Of a file that is not the one listed, neither is known.
        if size is None:
            continue
        if resource.size != quoted(size):
            yield untrue(_PLACE, f"{size} as bytes of '{path}'", resource.size)
        yield from _check_fields(path, resource.names, headers[path].content)


def _check_fields(path: str, names: Sequence[bytes], start: bytes) -> Iterator[Problem]:
    """The fields of a resource are the columns of the header; the first that is not is told."""
    columns = start.partition(b"\n")[0].split(b",")
    for number, (name, column) in enumerate(zip_longest(names, columns), start=1):
        if name != column:
            expected = f"{_told(column)} as field {number} of '{path}', as in its header"
            yield untrue(_PLACE, expected, _told(name))
            return


def _told(name: bytes | None) -> str:
    return "none" if name is None else f"'{shown(name.decode('utf-8', 'backslashreplace'))}'"


def _is_resource(found: object) -> bool:
    if not isinstance(found, dict) or not isinstance(found.get("path"), str):
        return False
    schema = found.get("schema")
    fields = schema.get("fields") if isinstance(schema, dict) else None
    return isinstance(fields, list) and all(isinstance(f, dict) and isinstance(f.get("name"), str) for f in fields)


def _resource(found: Mapping[str, Any]) -> Resource:
    names = [field["name"].encode("utf-8", "surrogatepass") for field in found["schema"]["fields"]]
    # A value without end is not kept while other files are read: what is shown is enough to tell it from the one that is due.
    return Resource(quoted(found.get("hash")), quoted(found.get("bytes")), names)
