"""Makes what is said of files outside of lists fit the files that are there: the RO-Crate, the Data Package, recheck.pyz."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import quote, unquote

from audit.selftest.bundle_copy import CRATE, PACKAGE, BundleCopy
from audit.selftest.zip_form import stored_member, zip_bytes
from seal import checker
from seal.table import is_table

Json = dict[str, Any]
DATA = "data/"
WIDTH = 120


def redescribe(bundle: BundleCopy) -> None:
    """Make all three of them fit, in the form that they are in; those that do are left alone."""
    # The crate has the hash of the package.
    for path, change in ((PACKAGE, _fit_package), (CRATE, _fit_crate)):
        _rewrite(bundle, path, change)
    sources = sorted(bundle.sources().items())
    made = zip_bytes(stored_member(name.encode(), content) for name, content in sources)
    if made != bundle.read(checker.NAME):
        bundle.write(checker.NAME, made)


def _rewrite(bundle: BundleCopy, path: str, change: Callable[[BundleCopy, Json], None]) -> None:
    text = bundle.text(path)
    content = json.loads(text)
    form = compact if compact(content) == text else _indented
    change(bundle, content)
    renewed = form(content)
    if renewed != text:
        bundle.write(path, renewed)


def _indented(content: Any) -> str:
    return json.dumps(content, indent=2, ensure_ascii=False) + "\n"


def compact(content: Any) -> str:
    """The form in which descriptions are published: what fits on a line stands on one."""
    return "".join(_pieces(content, "")) + "\n"


def _pieces(value: Any, indent: str) -> Iterator[str]:
    line = json.dumps(value, ensure_ascii=False)
    if len(indent) + len(line) <= WIDTH or not isinstance(value, (dict, list)):
        yield line
        return
    inner = f"{indent}  "
    keyed = isinstance(value, dict)
    for number, item in enumerate(value):
        yield ("," if number else "{" if keyed else "[") + f"\n{inner}"
        if keyed:
            yield f"{json.dumps(item, ensure_ascii=False)}: "
        yield from _pieces(value[item] if keyed else item, inner)
    yield f"\n{indent}" + ("}" if keyed else "]")


def _fit_package(bundle: BundleCopy, content: Json) -> None:
    tables = [path[len(DATA) :] for path in bundle.payload() if is_table(path)]
    kept = {resource["path"]: resource for resource in content["resources"] if resource["path"] in tables}
    for path in tables:
        resource = kept.setdefault(path, {"name": path.lower().replace("/", "--"), "path": path, "schema": {}})
        place = bundle.place(DATA + path)
        resource.update(bytes=place.stat().st_size, hash=f"sha256:{bundle.sha256(DATA + path)}")
        with place.open(encoding="utf-8") as stream:
            header = stream.readline().rstrip("\n").split(",")
        schema = resource["schema"]
        if [field["name"] for field in schema.get("fields", ())] != header:
            schema["fields"] = [{"name": name, "type": "string"} for name in header]
    content["resources"] = list(kept.values())


def _fit_crate(bundle: BundleCopy, content: Json) -> None:
    there = {quote(path[len(DATA) :]) for path in bundle.payload() if path != CRATE}
    gone = {entity["@id"] for entity in content["@graph"] if _is_file(entity)} - there
    graph = [_without(entity, gone) for entity in content["@graph"] if entity["@id"] not in gone]
    new = sorted(there - {entity["@id"] for entity in graph})
    results = f"{quote(bundle.results[len(DATA) :])}/"
    entities = {entity["@id"]: entity for entity in graph}
    stage = next(entity for entity in graph if entity["@type"] == "CreateAction" and entity["@id"] != "#run")
    for name in new:
        graph.append({"@id": name, "@type": "File", "contentSize": "", "sha256": ""})
        _append(entities[results if name.startswith(results) else "./"], "hasPart", name)
        if name.startswith(results):
            _append(stage, "result", name)
    for entity in graph:
        if _is_file(entity):
            path = DATA + unquote(entity["@id"])
            entity.update(contentSize=str(bundle.place(path).stat().st_size), sha256=bundle.sha256(path))
    content["@graph"] = graph


def _is_file(entity: Json) -> bool:
    return "File" in (entity["@type"] if isinstance(entity["@type"], list) else [entity["@type"]])


def _without(entity: Json, gone: set[str]) -> Json:
    """An entity that names none of these."""
    lists = {key: _links(value) for key, value in entity.items()}
    return {
        key: value if not gone.intersection(lists[key]) else [{"@id": name} for name in lists[key] if name not in gone]
        for key, value in entity.items()
    }


def _links(value: Any) -> list[str]:
    items = value if isinstance(value, list) else [value]
    return [item["@id"] for item in items if isinstance(item, dict) and "@id" in item]


def _append(entity: Json, key: str, name: str) -> None:
    entity[key] = [{"@id": other} for other in [*_links(entity.get(key)), name]]
