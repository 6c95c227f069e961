"""Damage to what says of files what they are, outside of lists: the RO-Crate, the Data Package, the program made of sources.

Both manifests are made to fit, so that what is said alone is wrong.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from audit.selftest.bundle_copy import CRATE, PACKAGE, BundleCopy
from audit.selftest.mutation import Group, InapplicableError
from audit.selftest.zip_form import ZipMember, stored_member, zip_bytes, zip_member
from seal import checker

group = Group("described")

Json = dict[str, Any]


def _change(bundle: BundleCopy, path: str, change: Callable[[Json], object]) -> None:
    content = json.loads(bundle.read(path))
    change(content)
    bundle.write(path, json.dumps(content, indent=2, ensure_ascii=False) + "\n")
    bundle.remanifest()


def _entity(content: Json, name: str) -> Json:
    return next(entity for entity in content["@graph"] if entity["@id"] == name)


def _file(content: Json, bundle: BundleCopy) -> Json:
    """The entity, or resource, of a table."""
    if "resources" in content:
        return next(one for one in content["resources"] if f"data/{one['path']}" == bundle.table)
    return _entity(content, bundle.table[len("data/") :])


def _stages(content: Json) -> list[Json]:
    """The runs of stages that made several files."""
    runs = [entity for entity in content["@graph"] if entity["@type"] == "CreateAction"]
    stages = [run for run in runs if run["@id"] != "#run" and isinstance(run["result"], list)]
    if len(stages) < 2:
        raise InapplicableError("fewer than two stages made several files")
    return stages


@group("description-untrue")
def crate_that_is_empty(bundle: BundleCopy) -> None:
    """The RO-Crate says nothing."""
    bundle.write(CRATE, "{}\n")
    bundle.remanifest()


@group("description-untrue")
def crate_with_a_key_twice(bundle: BundleCopy) -> None:
    """The RO-Crate has a graph that says nothing, then, under the same key, its own: some programs take one, some the other."""
    bundle.write(CRATE, bundle.text(CRATE).replace("{", '{\n  "@graph": [],', 1))
    bundle.remanifest()


@group("description-untrue")
def crate_with_another_hash(bundle: BundleCopy) -> None:
    """The RO-Crate has another hash for a table."""
    _change(bundle, CRATE, lambda content: _file(content, bundle).update(sha256="0" * 64))


@group("description-untrue")
def crate_with_another_size(bundle: BundleCopy) -> None:
    """The RO-Crate says that a table has a byte."""
    _change(bundle, CRATE, lambda content: _file(content, bundle).update(contentSize="1"))


@group("description-untrue")
def crate_without_a_file(bundle: BundleCopy) -> None:
    """The RO-Crate has no word on a table."""
    _change(bundle, CRATE, lambda content: content["@graph"].remove(_file(content, bundle)))


@group("description-untrue")
def crate_with_a_file_more(bundle: BundleCopy) -> None:
    """The RO-Crate has a file that is not there."""
    _change(bundle, CRATE, lambda content: content["@graph"].append({**_file(content, bundle), "@id": "more.csv"}))


@group("description-untrue")
def crate_with_a_file_in_no_folder(bundle: BundleCopy) -> None:
    """The folder of the RO-Crate does not have one of its files."""
    _change(bundle, CRATE, lambda content: _entity(content, "./")["hasPart"].pop())


@group("description-untrue")
def result_of_no_stage(bundle: BundleCopy) -> None:
    """A file of the results is said to be made by no stage."""
    _change(bundle, CRATE, lambda content: _stages(content)[0]["result"].pop())


@group("description-untrue")
def result_of_two_stages(bundle: BundleCopy) -> None:
    """A file of the results is said to be made by two stages."""

    def change(content: Json) -> None:
        first, second = _stages(content)[:2]
        second["result"].append(first["result"][0])

    _change(bundle, CRATE, change)


@group("description-untrue")
def source_as_a_result(bundle: BundleCopy) -> None:
    """A stage is said to have made one of the sources."""
    link = {"@id": bundle.material[len("data/") :]}
    _change(bundle, CRATE, lambda content: _stages(content)[0]["result"].append(link))


@group("description-untrue")
def package_with_another_hash(bundle: BundleCopy) -> None:
    """The Data Package has another hash for a table."""
    _change(bundle, PACKAGE, lambda content: _file(content, bundle).update(hash=f"sha256:{'0' * 64}"))


@group("description-untrue")
def package_with_another_size(bundle: BundleCopy) -> None:
    """The Data Package says that a table has a byte."""
    _change(bundle, PACKAGE, lambda content: _file(content, bundle).update(bytes=1))


@group("description-untrue")
def package_without_a_table(bundle: BundleCopy) -> None:
    """The Data Package has no word on a table."""
    _change(bundle, PACKAGE, lambda content: content["resources"].remove(_file(content, bundle)))


@group("description-untrue")
def package_with_a_table_more(bundle: BundleCopy) -> None:
    """The Data Package has a file that is no table."""
    _change(
        bundle, PACKAGE, lambda content: content["resources"].append({**_file(content, bundle), "path": "Snakefile"})
    )


@group("description-untrue")
def columns_under_other_names(bundle: BundleCopy) -> None:
    """The Data Package has the first two columns of a table the other way round."""

    def change(content: Json) -> None:
        fields = _file(content, bundle)["schema"]["fields"]
        fields[:2] = fields[1::-1]

    _change(bundle, PACKAGE, change)


@group("description-untrue")
def number_that_json_has_not(bundle: BundleCopy) -> None:
    """The Data Package has a number that is none, NaN."""
    bundle.write(PACKAGE, bundle.text(PACKAGE).replace("{", '{\n  "x": NaN,', 1))
    bundle.remanifest()


def _checker(bundle: BundleCopy, change: Callable[[dict[str, ZipMember]], object]) -> None:
    """Another recheck.pyz, made of what belongs in it with a change."""
    members = {name: stored_member(name.encode(), content) for name, content in bundle.sources().items()}
    change(members)
    bundle.write(checker.NAME, zip_bytes(members[name] for name in sorted(members)))
    bundle.retag()


def _some_source(members: dict[str, ZipMember]) -> str:
    return next(name for name in members if name.startswith("seal/"))


@group("checker-differs")
def checker_that_finds_nothing(bundle: BundleCopy) -> None:
    """The program that comes with the bundle is another, which always passes."""
    bundle.write(checker.NAME, "print('pass')\n")
    bundle.retag()


@group("checker-differs")
def checker_with_another_start(bundle: BundleCopy) -> None:
    """What starts the program is another text."""
    name = checker.MAIN_NAME
    _checker(bundle, lambda members: members.update({name: stored_member(name.encode(), b"print('pass')\n")}))


@group("checker-differs")
def checker_with_another_module(bundle: BundleCopy) -> None:
    """A module of the program has a line more than its source."""

    def change(members: dict[str, ZipMember]) -> None:
        name = _some_source(members)
        members[name] = stored_member(name.encode(), members[name].packed + b"# more\n")

    _checker(bundle, change)


@group("checker-differs")
def checker_with_a_module_more(bundle: BundleCopy) -> None:
    """The program has a module that no source is of."""
    _checker(bundle, lambda members: members.update({"zlib.py": stored_member(b"zlib.py", b"")}))


@group("checker-differs")
def checker_without_a_module(bundle: BundleCopy) -> None:
    """The program lacks a module."""
    _checker(bundle, lambda members: members.pop(_some_source(members)))


@group("checker-differs")
def checker_that_is_packed(bundle: BundleCopy) -> None:
    """A member of the program is compressed: it cannot be read as it stands."""

    def change(members: dict[str, ZipMember]) -> None:
        name = _some_source(members)
        members[name] = zip_member(name.encode(), members[name].packed)

    _checker(bundle, change)


@group("checker-differs")
def checker_with_another_line_before(bundle: BundleCopy) -> None:
    """The first line of the program starts another interpreter."""
    bundle.write(checker.NAME, b"#!/usr/bin/env perl\n" + bundle.read(checker.NAME))
    bundle.retag()
