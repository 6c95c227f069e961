"""What the bundle around a study has of it besides: the title in bag-info.txt, the values of parameters in the RO-Crate, hands.

docs/bundle-format.md, "The bundle". That both are of the published form, and name the files that there are, is a matter of
hashes; here is what follows from study.json.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from recheck.codes import FILE_MISSING, FILES_DISAGREE, JSON_FORM
from recheck.ledger import Check, Ledger
from recheck.reading import LARGEST_FILE, LARGEST_JSON, read_bytes_hashed, read_json, read_text
from recheck.semantics.bundle import FORM

INFO, CRATE = "bag-info.txt", "data/ro-crate-metadata.json"
HANDS = "config/hands"
TITLE = "External-Description"
VALUE = "PropertyValue"
CALLED = "#value/"


def check_descriptions(base: Path, study: str) -> Ledger:
    """Check the bundle in a folder, the study of which is in order; paths are from that folder."""
    ledger = Ledger("descriptions")
    ledger.code = FILES_DISAGREE
    with ledger.surviving():
        content = read_json(ledger.check("study of the bundle", f"data/results/{study}/study.json", *FORM), base)
        if isinstance(content, dict):
            _check_title(ledger.check("title of the bundle", INFO, *FORM), base, content["title"])
            _check_values(ledger.check("values of the study's parameters", CRATE, *FORM), base, content)
            for entry in content["hands"]:
                _check_hands(
                    ledger.check("hands of the study", f"data/{HANDS}/{entry['file']}", *FORM), base, study, entry
                )
    return ledger


def _check_title(check: Check, base: Path, title: str) -> None:
    """The title is the study's, in one line."""
    text = read_text(check, base, LARGEST_JSON)
    if text is not None:
        start = f"{TITLE}: "
        found = next((line[len(start) :] for line in text.split("\n") if line.startswith(start)), None)
        check.same(found, " ".join(title.split()), None, TITLE, "is not the title in study.json")


def _check_hands(check: Check, base: Path, study: str, entry: Mapping[str, Any]) -> None:
    """The file of hands among the materials is the one among the results."""
    if not (base / check.file).exists():
        check.problem("no such file", code=FILE_MISSING)
        return
    given = read_bytes_hashed(check, base, LARGEST_FILE)
    used = base / f"data/results/{study}/hands/{entry['folder']}/{entry['file']}"
    if given is not None and given != used.read_bytes():
        check.problem(f"is another file than the one in hands/{entry['folder']}")


def _check_values(check: Check, base: Path, study: Mapping[str, Any]) -> None:
    """There is a value for each thing that the study decides, and no other."""
    text = read_text(check, base, LARGEST_JSON)
    if text is None:
        return
    found = _values(check, text)
    if found is None:
        return
    due = dict(_due(study))
    for name, (called, value, parameter) in due.items():
        entity = found.get(name)
        if entity is None:
            check.problem(f"no such {VALUE}", None, name, value)
            continue
        check.same(entity.get("@type"), VALUE, None, f"{name} @type", "is of another type")
        check.same(entity.get("name"), called, None, f"{name} name", "is not called as in study.json")
        check.same(entity.get("value"), value, None, f"{name} value", "is not what study.json says")
        message = "is not of this parameter"
        check.same(entity.get("exampleOfWork"), {"@id": parameter}, None, f"{name} exampleOfWork", message)
    for name in found:
        if name not in due:
            check.problem(f"a {VALUE} of nothing in study.json", None, name)


def _values(check: Check, text: str) -> dict[str, Mapping[str, Any]] | None:
    """The entities that are values, by their names; None with a problem if there are none to be found."""
    try:
        content = json.loads(text)
        entities = {entity["@id"]: entity for entity in content["@graph"] if _is_value(entity)}
    except (AttributeError, KeyError, TypeError, ValueError, RecursionError) as error:
        check.problem("is no RO-Crate", expected="objects with @id in @graph", found=error, code=JSON_FORM)
        return None
    return entities


def _is_value(entity: Mapping[str, Any]) -> bool:
    """Whether it is one for any program: of that type, by whatever address, or called like one."""
    types = [kind for kind in _listed(entity.get("@type")) if isinstance(kind, str)]
    return entity["@id"].startswith(CALLED) or any(kind.endswith(VALUE) for kind in types)


def _listed(value: Any) -> list[Any]:
    """A list of one is written without brackets."""
    return value if isinstance(value, list) else [value]


def _due(study: Mapping[str, Any]) -> Iterator[tuple[str, tuple[str, object, str]]]:
    """By its name each value that is due: what it is called, the value, and the parameter that it is of."""
    for key in ("iterations", "verification") if study["games"] else ():
        yield f"#value/{key}/1", (key, study[key], f"#parameter/{key}")
    for key, rule in (("games", "rules"), ("variants", "rule"), ("hands", "file")):
        for number, entry in enumerate(study[key], start=1):
            settings = [f"{name}={_setting(value)}" for name, value in _parameters(entry).items()]
            value = " ".join([entry[rule], *settings])
            yield f"#value/{key}/{number}", (entry["folder"], value, f"#parameter/{key}")


def _parameters(entry: Mapping[str, Any]) -> Mapping[str, Any]:
    """Those of a game or variant; of hands the rule book and the smallest chip, if they are named."""
    ruling = {key: entry[key] for key in ("rules", "chip") if entry.get(key)}
    settings: Mapping[str, Any] = entry.get("parameters", ruling)
    return settings


def _setting(value: Any) -> str:
    """The value of a parameter in a word: texts as they are, the rest as JSON without spaces."""
    if isinstance(value, list):
        return f"[{','.join(map(_setting, value))}]"
    return value if isinstance(value, str) else json.dumps(value)
