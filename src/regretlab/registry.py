"""Games and variants are found by listing their folders: a new file is a new name, nothing else is edited."""

import importlib
import pkgutil
from dataclasses import asdict, fields
from types import ModuleType
from typing import Any

from regretlab import games, variants
from regretlab.errors import InputError
from regretlab.rules import Rules
from regretlab.variant import Variant


def game_names() -> tuple[str, ...]:
    """Names of all games, sorted."""
    return _names(games)


def variant_names() -> tuple[str, ...]:
    """Names of all variants, sorted."""
    return _names(variants)


def load_rules(name: str, parameters: dict[str, Any]) -> Rules:
    """The rules of the game called `name`; parameters not given have the game's defaults.

    Raises `InputError` for an unknown game, an unknown parameter or a value that the game refuses.
    """
    rules_class = _find(games, "game", name).RULES
    known = {field.name: field.type for field in fields(rules_class)}
    for key, value in parameters.items():
        if key not in known:
            raise InputError(f"{name}: unknown parameter '{key}', expected one of: {', '.join(known)}")
        if known[key] is int and type(value) is not int:
            raise InputError(f"{name}: {key}: expected a whole number, found {value!r}")
    try:
        rules: Rules = rules_class(**parameters)
    except ValueError as error:
        raise InputError(f"{name}: {error}") from error
    return rules


def rules_parameters(rules: Rules) -> dict[str, Any]:
    """All parameters of the rules with their values, in the order of their definition."""
    return asdict(rules)  # type: ignore[call-overload, no-any-return]


def load_variant(name: str) -> Variant:
    """The variant called `name`. Raises `InputError` if there is none."""
    variant: Variant = _find(variants, "variant", name).VARIANT
    return variant


def _names(package: ModuleType) -> tuple[str, ...]:
    return tuple(sorted(module.name for module in pkgutil.iter_modules(package.__path__)))


def _find(package: ModuleType, kind: str, name: str) -> ModuleType:
    if name not in _names(package):
        raise InputError(f"unknown {kind} '{name}', expected one of: {', '.join(_names(package))}")
    return importlib.import_module(f"{package.__name__}.{name}")
