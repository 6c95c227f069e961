"""ro-crate-metadata.json: whether its files are those that are there, and each result is said to be made by one stage.

RO-Crate 1.1 and Provenance Run Crate 0.5 (researchobject.org), in the form of docs/bundle-format.md, "ro-crate-metadata.json".
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import quote

from seal.described import Facts, differing_names, parse_description, quoted, untrue
from seal.limits import MOST_IN_CRATE
from seal.problem import Problem, shown

NAME = "ro-crate-metadata.json"
_PLACE = f"data/{NAME}"
_ROOT, _RUN = "./", "#run"
"""What the folder, and the run of the whole, are called in it."""
_URL = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://[!-~]+")

Entities = Mapping[str, Mapping[str, Any]]


def check_crate(content: bytes, study: str, facts: Facts) -> Iterator[Problem]:
    """All that it says of files which is not so."""
    found = parse_description(content, _PLACE, MOST_IN_CRATE)
    if isinstance(found, Problem):
        yield found
        return
    graph = found.get("@graph")
    if not isinstance(graph, list) or not all(_is_entity(entity) for entity in graph):
        yield untrue(_PLACE, "a list of objects, each with a text as @id, as @graph", "another value")
        return
    names = [entity["@id"] for entity in graph]
    yield from differing_names(_PLACE, "in @graph", dict.fromkeys(names), names)
    entities = {entity["@id"]: entity for entity in graph}
    # A file is called by its path as in a URL.
    files = {quote(path): path for path in facts.hashes if path != NAME}
    results = f"{quote(f'results/{study}')}/"
    yield from _check_files(entities, files, facts)
    yield from _check_folders(entities, files, results)
    yield from _check_runs(entities, files, results)
    yield from _check_references(entities)


def _is_entity(found: object) -> bool:
    return isinstance(found, dict) and isinstance(found.get("@id"), str)


def _check_files(entities: Entities, files: Mapping[str, str], facts: Facts) -> Iterator[Problem]:
    """The entities that are a File are the files below data, with their hashes and sizes."""
    found = _of_type(entities, "File")
    yield from differing_names(_PLACE, "as a File", files, found)
    for name, path in files.items():
        entity = found.get(name, {})
        if entity and entity.get("sha256") != facts.hashes[path]:
            expected = f"{facts.hashes[path]} as sha256 of '{name}'"
            yield untrue(_PLACE, expected, quoted(entity.get("sha256")))
        size = facts.sizes.get(path)
        if entity and size is not None and not _is_size(entity.get("contentSize"), size):
            yield untrue(_PLACE, f"{size} as contentSize of '{name}'", quoted(entity.get("contentSize")))


def _is_size(found: object, size: int) -> bool:
    """Whether a text or a number says it."""
    return found == str(size) or (type(found) is int and found == size)


def _check_folders(entities: Entities, files: Mapping[str, str], results: str) -> Iterator[Problem]:
    """There are two folders: that of the results with all files in it, and the root with that one and all other files."""
    inner = [name for name in files if name.startswith(results)]
    due = {_ROOT: [results, *(name for name in files if not name.startswith(results))], results: inner}
    found = _of_type(entities, "Dataset")
    yield from differing_names(_PLACE, "as a Dataset", due, found)
    for name, parts in due.items():
        if name in found:
            yield from differing_names(
                _PLACE, f"in hasPart of '{name}'", dict.fromkeys(parts), _links(found[name], "hasPart")
            )


def _check_runs(entities: Entities, files: Mapping[str, str], results: str) -> Iterator[Problem]:
    """The run of the whole made the results, and each file of them was made in the run of one stage."""
    runs = _of_type(entities, "CreateAction")
    whole = _links(runs[_RUN], "result") if _RUN in runs else None
    if whole != [results]:
        yield untrue(_PLACE, f"'{results}' as result of '{_RUN}'", quoted(whole))
    stages = [name for name in runs if name != _RUN]
    made = [result for name in stages for result in _links(runs[name], "result")]
    due = dict.fromkeys(name for name in files if name.startswith(results))
    yield from differing_names(_PLACE, "as result of the run of a stage", due, made)


def _check_references(entities: Entities) -> Iterator[Problem]:
    """What an entity names is there too, or is elsewhere and called by a whole URL."""
    for name, entity in entities.items():
        for key in entity:
            for other in _links(entity, key):
                if other not in entities and _URL.fullmatch(other) is None:
                    expected = f"an entity for what '{shown(name)}' has as {shown(key)}, '{shown(other)}'"
                    yield untrue(_PLACE, expected, "none")


def _of_type(entities: Entities, kind: str) -> Entities:
    """The entities of a type; they may have others, too."""
    return {name: entity for name, entity in entities.items() if kind in _listed(entity.get("@type"))}


def _links(entity: Mapping[str, Any], key: str) -> list[str]:
    """What an entity names there."""
    items = _listed(entity.get(key))
    return [item["@id"] for item in items if isinstance(item, dict) and isinstance(item.get("@id"), str)]


def _listed(value: Any) -> list[Any]:
    """A list of one is written without brackets."""
    return value if isinstance(value, list) else [] if value is None else [value]
