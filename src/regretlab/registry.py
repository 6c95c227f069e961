"""Games and variants are found by listing their folders: a new file is a new name, nothing else is edited."""

import importlib
import pkgutil
import sys
from collections.abc import Callable, Mapping
from dataclasses import asdict, fields, is_dataclass
from functools import cache
from inspect import Parameter, isfunction, signature
from pathlib import Path
from traceback import extract_tb
from types import MappingProxyType, ModuleType
from typing import Any, get_type_hints

from regretlab import games, variants
from regretlab.errors import InputError
from regretlab.files import read_text
from regretlab.gambit.efg import read_efg
from regretlab.gambit.nfg import read_nfg
from regretlab.parameters import TABLES, plain, typed
from regretlab.rules import Rules
from regretlab.variant import Variant

GAMBIT_FORMATS: Mapping[str, Callable[[Path], Rules]] = {".efg": read_efg, ".nfg": read_nfg}
"""What the path of a game in one of Gambit's formats ends in, and what reads it."""

QUESTIONS = ("players", "root", "turn", "actions", "chances", "play", "infoset", "payoffs")
"""What rules have to answer, `rules.Rules`."""

MODULE_OF_FILE = "the file "
"""What the name of a module of a user's own begins with; the rest is the path."""


def game_names() -> tuple[str, ...]:
    """Names of all games, sorted."""
    return _names(games)


def variant_names() -> tuple[str, ...]:
    """Names of all variants, sorted."""
    return _names(variants)


def game_files() -> tuple[str, ...]:
    """Paths of the games from files that the project has, sorted."""
    return tuple(sorted(str(path) for path in Path("config/games").glob("*") if is_file_of_rules(str(path))))


def is_file_of_rules(name: str) -> bool:
    """Whether this is the path of a game's own file, not the name of a game."""
    return Path(name).suffix in (*GAMBIT_FORMATS, ".py")


def load_rules(name: str, parameters: Mapping[str, Any]) -> Rules:
    """The rules of the game called `name`, or of the file with that path; parameters not given have the game's defaults.

    Raises `InputError` for an unknown game, a file that holds none, an unknown parameter or a value that the game refuses.
    """
    suffix = Path(name).suffix
    if suffix in GAMBIT_FORMATS:
        if parameters:
            raise InputError(f"{name}: expected no parameters, found {', '.join(parameters)}")
        return GAMBIT_FORMATS[suffix](Path(name))
    rules_class = _load_file(Path(name)) if suffix == ".py" else _find(games, "game", name).RULES
    rules: Rules = _call(name, rules_class, parameters)
    return rules


def fault_of_users_files(error: BaseException) -> str | None:
    """What went wrong with a user's own file, and in which line; None if there is none.

    What our own code stumbles over while it works with such a file was answered by it.
    """
    files = [name.removeprefix(MODULE_OF_FILE) for name in sys.modules if name.startswith(MODULE_OF_FILE)]
    if not files:
        return None
    lines = [
        f"{step.filename}: line {step.lineno}" for step in extract_tb(error.__traceback__) if step.filename in files
    ]
    what = f"{type(error).__name__}: {error}"
    return f"{lines[-1]}: {what}" if lines else f"{', '.join(files)}: an answer of another kind than expected: {what}"


def rules_parameters(rules: Rules) -> dict[str, Any]:
    """All parameters of the rules with their values, in the order of their definition, as YAML and JSON have them."""
    if not is_dataclass(rules):
        return {}
    return plain(asdict(rules))


def is_file_of_variant(name: str) -> bool:
    """Whether this is the path of a variant's own file, not the name of a variant."""
    return Path(name).suffix == ".py"


def variant_of(name: str) -> Callable[..., Variant]:
    """The function that makes the variant called `name`, or that of the file with that path, from its parameters.

    Raises `InputError` if there is none.
    """
    if not is_file_of_variant(name):
        make: Callable[..., Variant] = _find(variants, "variant", name).variant
        return make
    found = getattr(_run(Path(name)), "variant", None)
    if not isfunction(found):
        raise InputError(f"{name}: expected a function `variant`, found {'nothing' if found is None else repr(found)}")
    return found


def load_variant(name: str, parameters: Mapping[str, Any] = MappingProxyType({})) -> Variant:
    """The variant called `name`, or of the file with that path; parameters not given have the variant's defaults.

    Raises `InputError` for an unknown variant, an unknown parameter or a value that the variant refuses.
    """
    made = _call(name, variant_of(name), parameters)
    if not isinstance(made, Variant):
        raise InputError(f"{name}: expected a Variant of the function `variant`, found {made!r}")
    return made


def variant_parameters(name: str, parameters: Mapping[str, Any]) -> dict[str, Any]:
    """All parameters of the variant with their values, in the order of their definition, as YAML and JSON have them."""
    make = variant_of(name)
    given = _typed_parameters(name, make, parameters)
    return plain({key: given.get(key, parameter.default) for key, parameter in signature(make).parameters.items()})


def files_of_variant(entry: Mapping[str, Any]) -> list[str]:
    """Paths of the files that a variant of study.json comes from, or takes numbers from."""
    kinds = get_type_hints(variant_of(entry["rule"]))
    tables = [value for key, value in entry["parameters"].items() if kinds[key] in TABLES]
    return [entry["rule"], *tables] if is_file_of_variant(entry["rule"]) else tables


def _call(name: str, make: Callable[..., Any], parameters: Mapping[str, Any]) -> Any:
    """What rules or a variant are with these parameters."""
    arguments = _typed_parameters(name, make, parameters)
    try:
        return make(**arguments)
    except ValueError as error:
        raise InputError(f"{name}: {error}") from error


def _typed_parameters(name: str, make: Callable[..., Any], parameters: Mapping[str, Any]) -> dict[str, Any]:
    kinds = get_type_hints(make)
    known = signature(make).parameters
    for key in parameters:
        if key not in known:
            raise InputError(f"{name}: unknown parameter '{key}', expected one of: {', '.join(known) or 'none'}")
    for key, parameter in known.items():
        if key not in kinds:
            raise InputError(f"{name}: {key}: expected a parameter with a type, as `{key}: float`, found one without")
        if key not in parameters and parameter.default is Parameter.empty:
            raise InputError(f"{name}: {key}: expected, but not given")
    try:
        return {key: typed(key, kinds[key], value) for key, value in parameters.items()}
    except ValueError as error:
        raise InputError(f"{name}: {error}") from error


def _load_file(path: Path) -> Any:
    """The class `RULES` of a user's own file."""
    found = getattr(_run(path), "RULES", None)
    if not (isinstance(found, type) and is_dataclass(found) and found.__dataclass_params__.frozen):  # type: ignore[attr-defined]
        raise InputError(
            f"{path}: expected a frozen dataclass as RULES, found {'nothing' if found is None else repr(found)}"
        )
    answered = {*dir(found), *(field.name for field in fields(found))}
    missing = [question for question in QUESTIONS if question not in answered]
    if missing:
        raise InputError(
            f"{path}: {found.__name__}: expected {', '.join(missing)} (see src/regretlab/rules.py), found nothing"
        )
    return found


def _run(path: Path) -> ModuleType:
    """A user's own file as a module."""
    text = read_text(path)
    module = sys.modules[f"{MODULE_OF_FILE}{path}"] = ModuleType(f"{MODULE_OF_FILE}{path}")
    try:
        exec(compile(text, path, "exec"), vars(module))
    except SyntaxError as error:
        raise InputError(f"{path}: line {error.lineno}: expected Python, {error.msg}") from error
    except (Exception, SystemExit) as error:
        raise InputError(str(fault_of_users_files(error))) from error
    return module


@cache
def _names(package: ModuleType) -> tuple[str, ...]:
    return tuple(sorted(module.name for module in pkgutil.iter_modules(package.__path__)))


def _find(package: ModuleType, kind: str, name: str) -> ModuleType:
    if name not in _names(package):
        raise InputError(f"unknown {kind} '{name}', expected one of: {', '.join(_names(package))}")
    return importlib.import_module(f"{package.__name__}.{name}")
