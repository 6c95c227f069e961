"""YAML files of a fixed shape: unknown keys, repeated keys and wrong types are refused, with file and key."""

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Self

import yaml
from pydantic import BaseModel, ConfigDict, ValidationError
from pydantic_core import ErrorDetails

from regretlab.errors import InputError, shown
from regretlab.files import read_text

_INT = "tag:yaml.org,2002:int"

_EXPECTED = {
    "bool_type": "true or false",
    "dict_type": "keys with values",
    "int_type": "a whole number",
    "list_type": "a list",
    "model_type": "keys with values",
    "string_type": "a text",
    "too_short": "at least one",
}
"""What our words for pydantic's types of problems are, where its own are about Python."""


Keys = tuple[str | int, ...]
"""Which value of a YAML file is meant: the keys, and numbers in lists, that lead to it."""
Places = Mapping[Keys, tuple[int, int]]
"""Line and column of values, from 1."""


class YamlModel(BaseModel):
    """The shape of a YAML file or of a part of it: no unknown keys, no guessing of types, no changes afterwards."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, use_attribute_docstrings=True)

    @classmethod
    def read(cls, path: Path, places: Places | None = None) -> Self:
        """Read the file. Raises `InputError` with all that is wrong with it, a line each, with `places` if given."""
        try:
            return cls.model_validate(read_yaml(path))
        except ValidationError as error:
            problems = [
                f"{path}{_place(detail['loc'], places or {})}: {_describe(detail)}" for detail in error.errors()
            ]
            raise InputError("\n".join(problems)) from error


def read_yaml(path: Path) -> Any:
    """What is in a YAML file, of whatever shape. Raises `InputError` if it is none."""
    try:
        return yaml.load(read_text(path), Loader=_Loader)
    except yaml.YAMLError as error:
        raise InputError(f"{path}: expected YAML, {' '.join(str(error).split())}") from error


def read_places(path: Path) -> Places:
    """Where each value of a YAML file stands; for a key of a mapping that is the place of its value."""
    try:
        return dict(_places(yaml.compose(read_text(path), Loader=_Loader), ()))
    except yaml.YAMLError as error:
        raise InputError(f"{path}: expected YAML, {' '.join(str(error).split())}") from error


def parse_settings(settings: Iterable[str]) -> dict[str, Any]:
    """Texts KEY=VALUE as keys with values, the values as YAML has them. Raises `InputError` for anything else."""
    found: dict[str, Any] = {}
    for setting in settings:
        key, separator, value = setting.partition("=")
        if not (key and separator) or key in found:
            raise InputError(f"--set: expected KEY=VALUE, each key once, found '{setting}'")
        try:
            found[key] = yaml.load(value, Loader=_Loader)
        except yaml.YAMLError as error:
            raise InputError(f"--set: {key}: expected a value as in YAML, found '{value}'") from error
    return found


def as_yaml(value: Any) -> str:
    """A value of a parameter as YAML has it, without spaces."""
    if isinstance(value, list):
        return f"[{','.join(map(as_yaml, value))}]"
    return str(value).lower() if isinstance(value, bool) else str(value)


class _Loader(yaml.SafeLoader):
    """SafeLoader that refuses a key given twice; PyYAML would silently keep the last."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        """Build a mapping, each key once."""
        seen: set[Any] = set()
        for key_node, _ in node.value:
            if not isinstance(key_node, yaml.ScalarNode):
                raise yaml.constructor.ConstructorError(None, None, "found a key that is no text", key_node.start_mark)
            key = self.construct_object(key_node, deep=True)
            if key in seen:
                raise yaml.constructor.ConstructorError(
                    None, None, f"found '{shown(str(key))}' twice", key_node.start_mark
                )
            seen.add(key)
        return super().construct_mapping(node, deep=deep)


for _letter in "+-0123456789":
    # YAML 1.1 would read 017 as 15 and 1:30 as 90; here such a thing is a text, which no number accepts.
    _Loader.yaml_implicit_resolvers[_letter] = [
        (tag, pattern if tag != _INT else re.compile(r"[-+]?(0|[1-9][0-9]*)$"))
        for tag, pattern in _Loader.yaml_implicit_resolvers.get(_letter, [])
    ]


def _places(node: yaml.Node | None, keys: Keys) -> Iterator[tuple[Keys, tuple[int, int]]]:
    if node is None:
        return
    yield keys, (node.start_mark.line + 1, node.start_mark.column + 1)
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            yield from _places(value, (*keys, str(key.value)))
    elif isinstance(node, yaml.SequenceNode):
        for number, value in enumerate(node.value):
            yield from _places(value, (*keys, number))


def _place(keys: Keys, places: Places) -> str:
    """Line and column of a value, or of what it would be in; nothing if neither is known."""
    while keys and keys not in places:
        keys = keys[:-1]
    return ":{}:{}".format(*places[keys]) if keys in places else ""


def _describe(detail: ErrorDetails) -> str:
    """One problem in our words: key, expected, found."""
    key = "".join(f"[{part}]" if isinstance(part, int) else f".{shown(part)}" for part in detail["loc"]).lstrip(".")
    if detail["type"] == "extra_forbidden":
        return f"{key}: unknown key"
    if detail["type"] == "missing":
        return f"{key}: expected, but not given"
    if detail["type"] == "string_pattern_mismatch" and detail["ctx"]["pattern"].startswith("^[a-z0-9]"):
        return f"{key}: expected a name of lower-case letters, digits, - and _, found {shown(repr(detail['input']))}"
    if detail["type"] == "value_error":
        return f"{key}: {detail['ctx']['error']}" if key else str(detail["ctx"]["error"])
    expected = _EXPECTED.get(detail["type"]) or detail["msg"].removeprefix("Input should be ")
    return f"{key or 'the file'}: expected {expected}, found {shown(repr(detail['input']))}"
