"""Descriptions and the checker of a bundle: true ones pass, and of every untruth in them each instance is told by its place."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from seal import checker, crate, datapackage
from seal.bag import check_bag
from seal.problem import Problem

from bundling import (
    CHECKER,
    CRATE,
    FIGURE,
    MAIN,
    MATERIAL,
    OTHER,
    PACKAGE,
    RESULTS,
    SOURCES,
    TABLE,
    Files,
    as_json,
    bagged,
    bundle,
    resealed,
    sha256,
    write_folder,
    zipapp,
)

FILES = bundle()
FIRST, SECOND, DRAWN, SOLVER = (path[len("data/") :] for path in (TABLE, OTHER, FIGURE, MATERIAL))
Change = Callable[[Any], object]


def problems(folder: Path, files: Files) -> list[Problem]:
    return list(check_bag(write_folder(folder, files)).problems)


def changed(path: str, change: Change) -> Files:
    """The bundle with another description, and manifests that are true."""
    content = json.loads(FILES[path])
    change(content)
    return bagged({**FILES, path: as_json(content)})


def entity(content: Any, name: str) -> Any:
    return next(entity for entity in content["@graph"] if entity["@id"] == name)


def resource(content: Any, path: str) -> Any:
    return next(resource for resource in content["resources"] if resource["path"] == path)


def put(name: str, **values: Any) -> Change:
    return lambda content: entity(content, name).update(values)


def give(table: str, **values: Any) -> Change:
    return lambda content: resource(content, table).update(values)


def fields(path: str, *names: str) -> Change:
    return give(path, schema={"fields": [{"name": name} for name in names]})


def renamed(name: str, other: str) -> Change:
    return put(name, **{"@id": other})


def retyped(name: str, kind: Any) -> Change:
    return put(name, **{"@type": kind})


def part(name: str, key: str, change: Change) -> Change:
    return lambda content: change(entity(content, name)[key])


SIZE = len(FILES[TABLE])
HASH = sha256(FILES[TABLE])
# Each: a change, what was expected and what was found.
CRATES: dict[str, tuple[Change, list[tuple[str, str]]]] = {
    "another hash": (put(FIRST, sha256="0" * 64), [(f"{HASH} as sha256 of '{FIRST}'", f'"{"0" * 64}"')]),
    "a hash in capitals": (put(FIRST, sha256=HASH.upper()), [(f"{HASH} as sha256 of '{FIRST}'", f'"{HASH.upper()}"')]),
    "no hash": (
        lambda content: entity(content, FIRST).pop("sha256"),
        [(f"{HASH} as sha256 of '{FIRST}'", "none")],
    ),
    "another size": (put(FIRST, contentSize="1"), [(f"{SIZE} as contentSize of '{FIRST}'", '"1"')]),
    "another number as size": (
        put(FIRST, contentSize=SIZE + 1),
        [(f"{SIZE} as contentSize of '{FIRST}'", str(SIZE + 1))],
    ),
    "a float as size": (
        put(FIRST, contentSize=float(SIZE)),
        [(f"{SIZE} as contentSize of '{FIRST}'", f"{float(SIZE)}")],
    ),
    "no size": (
        lambda content: entity(content, FIRST).pop("contentSize"),
        [(f"{SIZE} as contentSize of '{FIRST}'", "none")],
    ),
    "a file of another type": (retyped(FIRST, "Thing"), [(f"'{FIRST}' as a File", "none")]),
    "a file that is not there": (
        lambda content: content["@graph"].append({"@id": "more.csv", "@type": "File"}),
        [("no 'more.csv' as a File", "one")],
    ),
    "itself as a file": (
        retyped("ro-crate-metadata.json", ["CreativeWork", "File"]),
        [("no 'ro-crate-metadata.json' as a File", "one")],
    ),
    "a file twice": (
        lambda content: content["@graph"].append(entity(content, FIRST)),
        [(f"'{FIRST}' once in @graph", "2 times")],
    ),
    "a file in no folder": (
        part("./", "hasPart", lambda parts: parts.remove({"@id": SOLVER})),
        [(f"'{SOLVER}' in hasPart of './'", "none")],
    ),
    "a result in no folder": (
        part(f"{RESULTS}/", "hasPart", lambda parts: parts.remove({"@id": FIRST})),
        [(f"'{FIRST}' in hasPart of '{RESULTS}/'", "none")],
    ),
    "a file in two folders": (
        part(f"{RESULTS}/", "hasPart", lambda parts: parts.append({"@id": SOLVER})),
        [(f"no '{SOLVER}' in hasPart of '{RESULTS}/'", "one")],
    ),
    "a folder more": (
        lambda content: content["@graph"].append({"@id": "config/", "@type": "Dataset"}),
        [("no 'config/' as a Dataset", "one")],
    ),
    "a result of no stage": (
        part("#run/solve", "result", lambda made: made.remove({"@id": FIRST})),
        [(f"'{FIRST}' as result of the run of a stage", "none")],
    ),
    "a result of two stages": (
        part("#run/plot", "result", lambda made: made.append({"@id": FIRST})),
        [(f"'{FIRST}' once as result of the run of a stage", "2 times")],
    ),
    "a source as a result": (
        part("#run/plot", "result", lambda made: made.append({"@id": SOLVER})),
        [(f"no '{SOLVER}' as result of the run of a stage", "one")],
    ),
    "a run of the whole that made one file": (
        put("#run", result={"@id": FIRST}),
        [(f"'{RESULTS}/' as result of '#run'", f'["{FIRST}"]')],
    ),
    "no run of the whole": (
        renamed("#run", "#run/all"),
        [
            (f"'{RESULTS}/' as result of '#run'", "none"),
            (f"no '{RESULTS}/' as result of the run of a stage", "one"),
        ],
    ),
    "what nothing is said of": (
        put("#run/plot", object=[{"@id": "config/absent.yaml"}, {"@id": "https://example.org/x"}]),
        [("an entity for what '#run/plot' has as object, 'config/absent.yaml'", "none")],
    ),
    "what only looks like a URL": (
        put("#run/plot", object=[{"@id": "config/absent.yaml#://"}, {"@id": "https://a b"}, {"@id": "https://"}]),
        [
            ("an entity for what '#run/plot' has as object, 'config/absent.yaml#://'", "none"),
            ("an entity for what '#run/plot' has as object, 'https://a b'", "none"),
            ("an entity for what '#run/plot' has as object, 'https://'", "none"),
        ],
    ),
    "no graph": (
        lambda content: content.pop("@graph"),
        [("a list of objects, each with a text as @id, as @graph", "another value")],
    ),
    "an entity without a name": (
        lambda content: content["@graph"].append({"@type": "File"}),
        [("a list of objects, each with a text as @id, as @graph", "another value")],
    ),
}
FORM = "a list of objects, each with a text as path, and fields with a text as name, as resources"
PACKAGES: dict[str, tuple[Change, list[tuple[str, str]]]] = {
    "another hash": (
        give(FIRST, hash=f"sha256:{'0' * 64}"),
        [(f"sha256:{HASH} as hash of '{FIRST}'", f'"sha256:{"0" * 64}"')],
    ),
    "a hash of unknown kind": (give(FIRST, hash=HASH), [(f"sha256:{HASH} as hash of '{FIRST}'", f'"{HASH}"')]),
    "another size": (give(FIRST, bytes=SIZE - 1), [(f"{SIZE} as bytes of '{FIRST}'", str(SIZE - 1))]),
    "a text as size": (give(FIRST, bytes=str(SIZE)), [(f"{SIZE} as bytes of '{FIRST}'", f'"{SIZE}"')]),
    "truth as size": (give(FIRST, bytes=True), [(f"{SIZE} as bytes of '{FIRST}'", "true")]),
    "no size": (
        lambda content: resource(content, FIRST).pop("bytes"),
        [(f"{SIZE} as bytes of '{FIRST}'", "none")],
    ),
    "a table missing": (
        lambda content: content["resources"].remove(resource(content, SECOND)),
        [(f"'{SECOND}' among the resources", "none")],
    ),
    "a table twice": (
        lambda content: content["resources"].append(resource(content, SECOND)),
        [(f"'{SECOND}' once among the resources", "2 times")],
    ),
    "a file that is no table": (
        lambda content: content["resources"].append({**resource(content, FIRST), "path": DRAWN}),
        [(f"no '{DRAWN}' among the resources", "one")],
    ),
    "a path written otherwise": (
        give(FIRST, path=f"./{FIRST}"),
        [(f"'{FIRST}' among the resources", "none"), (f"no './{FIRST}' among the resources", "one")],
    ),
    "another column": (
        fields(FIRST, "iteration", "worth", "gain_0"),
        [(f"'value' as field 2 of '{FIRST}', as in its header", "'worth'")],
    ),
    "a column less": (
        fields(FIRST, "iteration", "value"),
        [(f"'gain_0' as field 3 of '{FIRST}', as in its header", "none")],
    ),
    "a column more": (
        fields(FIRST, "iteration", "value", "gain_0", "x" * 300),
        [(f"none as field 4 of '{FIRST}', as in its header", f"'{'x' * 100}...'")],
    ),
    "two columns as one": (
        fields(FIRST, "iteration,value", "gain_0"),
        [(f"'iteration' as field 1 of '{FIRST}', as in its header", "'iteration,value'")],
    ),
    "cells as columns": (
        fields(FIRST, "iteration", "value", "gain_0\n1", "0.5", "0.25"),
        [(f"'gain_0' as field 3 of '{FIRST}', as in its header", "'gain_0\\n1'")],
    ),
    "half a letter as a column": (
        fields(FIRST, "iteration", "\ud800", "gain_0"),
        [(f"'value' as field 2 of '{FIRST}', as in its header", "'\\xed\\xa0\\x80'")],
    ),
    "no resources": (lambda content: content.pop("resources"), [(FORM, "another value")]),
    "a resource without a path": (give(FIRST, path=[FIRST]), [(FORM, "another value")]),
    "a resource without fields": (give(FIRST, schema="table.json"), [(FORM, "another value")]),
    "a field without a name": (give(FIRST, schema={"fields": [{}]}), [(FORM, "another value")]),
}


def told(found: list[Problem]) -> list[tuple[str, str, str, str]]:
    return [(problem.kind, problem.path, problem.expected, problem.found) for problem in found]


@pytest.mark.parametrize(("path", "name"), [(CRATE, name) for name in CRATES] + [(PACKAGE, name) for name in PACKAGES])
def test_untrue_description(tmp_path, path, name):
    change, expected = (CRATES if path == CRATE else PACKAGES)[name]
    content = json.loads(FILES[path])
    change(content)
    # Half letters cannot be written but as JSON escapes them; what the crate says of the package is true again.
    files = {**FILES, path: json.dumps(content).encode()}
    found = problems(tmp_path, bagged({**files, CRATE: bundled_crate(files) if path == PACKAGE else files[CRATE]}))
    assert told(found) == [("description-untrue", path, *one) for one in expected]


def bundled_crate(files: Files) -> bytes:
    """The crate of these files."""
    content = json.loads(FILES[CRATE])
    package = files[PACKAGE]
    put("datapackage.json", contentSize=str(len(package)), sha256=sha256(package))(content)
    return as_json(content)


@pytest.mark.parametrize(
    ("change", "found"),
    [
        (lambda content: content.replace(b"{", b'{"@graph": [], ', 1), "the key '@graph' twice in an object"),
        (lambda content: content.replace(b'"@id": "#run"', b'"@id": "#run", "@id": "#run"', 1), "the key '@id' twice"),
        (lambda content: content.replace(b"{", b'{"x": NaN, ', 1), "the number NaN"),
        (lambda content: content.replace(b"{", b'{"x": -Infinity, ', 1), "the number -Infinity"),
        (lambda content: content[:-3], "Expecting"),
        (lambda content: content + b"{}", "Extra data"),
        (lambda content: b"\xef\xbb\xbf" + content, "Unexpected UTF-8 BOM"),
        (lambda content: content.replace(b"A toy", b"A t\xf6y"), "'utf-8' codec"),
        (lambda content: b"[" * 200_000, "deeper nesting"),
        (
            lambda content: content.replace(b"{", b'{"x": ' + b"[" * 100 + b"1" + b"]" * 100 + b", ", 1),
            "deeper nesting",
        ),
        (lambda content: b"", "Expecting value"),
        (lambda content: b"[]\n", "[]"),
        (lambda content: b"null\n", "none"),
    ],
)
def test_description_that_is_no_strict_json(tmp_path, change, found):
    (problem,) = problems(tmp_path, bagged({**FILES, CRATE: change(FILES[CRATE])}))
    assert (problem.kind, problem.path) == ("description-untrue", CRATE)
    assert problem.found.startswith(found)


def test_sizes_may_be_numbers_and_lists_of_one_stand_alone(tmp_path):
    def change(content):
        entity(content, FIRST)["contentSize"] = SIZE
        run = entity(content, "#run/plot")
        (run["result"],) = run["result"]
        retyped(SECOND, ["File", "SoftwareSourceCode"])(content)

    assert problems(tmp_path, changed(CRATE, change)) == []


def test_as_deep_as_may_be(tmp_path):
    """No version of Python gives up before our own limit."""

    def change(content):
        content["x"] = json.loads("[" * 99 + "1" + "]" * 99)

    assert problems(tmp_path, changed(CRATE, change)) == []


def test_names_are_quoted_as_in_urls(tmp_path):
    """A space and a letter beyond ASCII."""
    path = f"data/{RESULTS}/figures/größe 1.svg"
    listed = f"{sha256(b'<svg/>')}  {path[5:]}\n".encode()
    products = f"data/{RESULTS}/manifest/products.sha256"
    lines = sorted([*FILES[products].splitlines(keepends=True), listed], key=lambda line: line[66:])
    files = resealed({**FILES, path: b"<svg/>", products: b"".join(lines)})
    assert b'"results/toy/figures/gr%C3%B6%C3%9Fe%201.svg"' in files[CRATE]
    assert problems(tmp_path, files) == []


def test_all_untruths_are_told(tmp_path):
    def change(content):
        for name in (FIRST, SECOND):
            put(name, sha256="", contentSize="")(content)

    found = problems(tmp_path, changed(CRATE, change))
    assert [problem.kind for problem in found] == ["description-untrue"] * 4


def test_what_was_altered_is_told_once(tmp_path):
    """A table, a description or the checker that is not the one listed is not looked into."""
    for number, path in enumerate((TABLE, CRATE, PACKAGE, CHECKER, "data/src/seal/bag.py")):
        found = problems(tmp_path / str(number), {**FILES, path: FILES[path] + b"{}"})
        assert [(problem.kind, problem.path) for problem in found] == [("file-altered", path)]


def test_long_header(tmp_path):
    """A header longer than what is read at a time."""
    names = ",".join(f"column_{number}" for number in range(150_000))
    table = f"{names}\n{','.join('0' * 150_000)}\n".encode()
    files = {**FILES, TABLE: table}
    content = json.loads(resealed(files)[PACKAGE])
    start = datapackage.starts(datapackage.parse_package(as_json(content)))[FIRST]
    for position in range(0, len(table), 1 << 20):
        start.watch(table[position : position + (1 << 20)])
    assert len(names) < len(start.content) < len(names) + 200
    facts = datapackage.Facts({FIRST: sha256(table), SECOND: sha256(FILES[OTHER])}, {FIRST: len(table)})
    kept = datapackage.parse_package(as_json(content))
    assert list(datapackage.check_package(kept, facts, {FIRST: start})) == []
    resource(content, FIRST)["schema"]["fields"][149_999]["name"] = "last"
    (problem,) = datapackage.check_package(datapackage.parse_package(as_json(content)), facts, {FIRST: start})
    assert (problem.expected[:40], problem.found) == ("'column_149999' as field 150000 of 'resu", "'last'")


MEMBERS: Files = {"__main__.py": MAIN, **{path[len("data/src/") :]: content for path, content in SOURCES.items()}}
BAG = "seal/bag.py"


def unsorted(members: Files) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name in sorted(members, reverse=True):
            member = zipfile.ZipInfo(name)
            member.create_system, member.external_attr = 3, 0o100644 << 16
            archive.writestr(member, members[name])
    return stream.getvalue()


def without(name: str) -> Files:
    return {path: content for path, content in MEMBERS.items() if path != name}


CHECKERS: dict[str, tuple[bytes, list[tuple[str, str]]]] = {
    "another program": (b"print('pass')\n", [("a zip archive with its end", "none")]),
    "an interpreter": (b"#!/usr/bin/env python3\n" + zipapp(MEMBERS), None),
    "no archive": (b"\n", [("a zip archive with its end", "none")]),
    "another module": (
        zipapp({**MEMBERS, BAG: b"pass\n"}),
        [(f"{sha256(MEMBERS[BAG])} of its member '{BAG}', as in the bundle", sha256(b"pass\n"))],
    ),
    "another start": (
        zipapp({**MEMBERS, "__main__.py": MAIN + b"\n"}),
        [(f"{sha256(MAIN)} of its member '__main__.py', as in the bundle", sha256(MAIN + b"\n"))],
    ),
    "no start": (zipapp(without("__main__.py")), [("a member '__main__.py'", "none")]),
    "a module less": (zipapp(without(BAG)), [(f"a member '{BAG}'", "none")]),
    "a module more": (
        zipapp({**MEMBERS, "zlib.py": b""}),
        [("no member 'zlib.py', which is not among the sources of the bundle", "one")],
    ),
    "a module of the heavy package": (
        zipapp({**MEMBERS, "regretlab/solver.py": FILES[MATERIAL]}),
        [("no member 'regretlab/solver.py', which is not among the sources of the bundle", "one")],
    ),
    "another order": (unsorted(MEMBERS), [("members in the order of their names, each once", "another order")]),
    "bytes behind it": (
        zipapp(MEMBERS) + b"more",
        [("the end of the file after the archive", "4 bytes more")],
    ),
    "bytes before it": (
        zipapp(MEMBERS).replace(b"PK\3\4", b"import os\nPK\3\4", 1),
        None,
    ),
}


@pytest.mark.parametrize("name", CHECKERS)
def test_checker(tmp_path, name):
    content, expected = CHECKERS[name]
    found = problems(tmp_path, bagged({**FILES, CHECKER: content}))
    assert {(problem.kind, problem.path) for problem in found} == {("checker-differs", CHECKER)}
    if expected is not None:
        assert [(problem.expected, problem.found) for problem in found] == expected


def test_checker_that_is_compressed(tmp_path):
    members = {**MEMBERS, BAG: b"x = 1\n" * 100}
    files = resealed({**FILES, "data/src/seal/bag.py": members[BAG]})
    packed = bagged({**files, CHECKER: zipapp(members, zipfile.ZIP_DEFLATED)})
    found = [problem for problem in problems(tmp_path, packed) if problem.path == CHECKER]
    assert ("0 as method of its member 'seal/bag.py'", "8") in [(problem.expected, problem.found) for problem in found]


@pytest.mark.parametrize("package", ["audit", "recheck", "seal"])
def test_checker_without_a_package(tmp_path, package):
    """Neither among the sources nor in the checker."""
    (source,) = (path for path in SOURCES if path.startswith(f"data/src/{package}/"))
    materials = f"data/{RESULTS}/manifest/materials.sha256"
    lines = [line for line in FILES[materials].splitlines(keepends=True) if source[5:].encode() not in line]
    files = {path: content for path, content in FILES.items() if path != source}
    (problem,) = problems(tmp_path, resealed({**files, materials: b"".join(lines)}))
    assert (problem.kind, problem.found) == ("checker-differs", "none")
    assert problem.expected == f"sources of the package {package} below data/src/{package}"


def test_places_are_those_of_the_bundle():
    assert {f"data/{crate.NAME}", f"data/{datapackage.NAME}", checker.NAME} == {CRATE, PACKAGE, CHECKER}
    assert checker.MAIN == MAIN


def test_nothing_compiled_is_among_the_sources(tmp_path):
    """Python would run it in the place of what can be read."""
    compiled = "data/src/audit/__main__.pyc"
    materials = f"data/{RESULTS}/manifest/materials.sha256"
    line = f"{sha256(b'code')}  {compiled[5:]}\n".encode()
    lines = sorted([*FILES[materials].splitlines(keepends=True), line], key=lambda line: line[66:])
    files = resealed({**FILES, compiled: b"code", materials: b"".join(lines)})
    found = problems(tmp_path, bagged({**files, CHECKER: zipapp({**MEMBERS, compiled[len("data/src/") :]: b"code"})}))
    told = [(problem.expected, problem.found) for problem in found if problem.kind == "checker-differs"]
    assert told == [("nothing but *.py below data/src/audit", "'src/audit/__main__.pyc'")]
