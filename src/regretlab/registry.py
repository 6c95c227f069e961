"""Games and variants are found by listing their folders: a new file is a new name, nothing else is edited."""

import importlib
import pkgutil
import sys
from collections.abc import Callable, Mapping
from dataclasses import MISSING, asdict, fields, is_dataclass
from pathlib import Path
from traceback import extract_tb
from types import ModuleType
from typing import Any, Literal, get_args, get_origin, get_type_hints

from regretlab import games, variants
from regretlab.errors import InputError
from regretlab.files import read_text
from regretlab.gambit.efg import read_efg
from regretlab.gambit.nfg import read_nfg
from regretlab.rules import Rules
from regretlab.variant import Variant

GAMBIT_FORMATS: Mapping[str, Callable[[Path], Rules]] = {".efg": read_efg, ".nfg": read_nfg}
"""What the path of a game in one of Gambit's formats ends in, and what reads it."""

QUESTIONS = ("players", "root", "turn", "actions", "chances", "play", "infoset", "payoffs")
"""What rules have to answer, `rules.Rules`."""

MODULE_OF_FILE = "rules in "
"""What the name of a module of a user's own rules begins with; the rest is the path."""


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
    known = {field.name: get_type_hints(rules_class)[field.name] for field in fields(rules_class)}
    for key in parameters:
        if key not in known:
            raise InputError(f"{name}: unknown parameter '{key}', expected one of: {', '.join(known) or 'none'}")
    for field in fields(rules_class):
        if field.name not in parameters and (field.default, field.default_factory) == (MISSING, MISSING):
            raise InputError(f"{name}: {field.name}: expected, but not given")
    try:
        rules: Rules = rules_class(**{key: _typed(key, known[key], value) for key, value in parameters.items()})
    except ValueError as error:
        raise InputError(f"{name}: {error}") from error
    return rules


def fault_of_users_rules(error: BaseException) -> str | None:
    """What went wrong with a user's own rules, and in which line; None if there are none.

    What our own code stumbles over while it works on such rules was answered by them.
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
    return {key: list(value) if isinstance(value, tuple) else value for key, value in asdict(rules).items()}


def load_variant(name: str) -> Variant:
    """The variant called `name`. Raises `InputError` if there is none."""
    variant: Variant = _find(variants, "variant", name).VARIANT
    return variant


def _load_file(path: Path) -> Any:
    """The class `RULES` of a user's own file."""
    text = read_text(path)
    module = sys.modules[f"{MODULE_OF_FILE}{path}"] = ModuleType(f"{MODULE_OF_FILE}{path}")
    try:
        exec(compile(text, path, "exec"), vars(module))
    except SyntaxError as error:
        raise InputError(f"{path}: line {error.lineno}: expected Python, {error.msg}") from error
    except (Exception, SystemExit) as error:
        raise InputError(str(fault_of_users_rules(error))) from error
    found = getattr(module, "RULES", None)
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


def _typed(key: str, kind: Any, value: Any) -> Any:
    """A parameter's value from YAML or JSON, where it is of the kind that the rules declare."""
    if get_origin(kind) is Literal:
        if value not in get_args(kind):
            raise ValueError(f"{key}: expected one of: {', '.join(map(str, get_args(kind)))}, found {value!r}")
        return value
    if get_origin(kind) is tuple:
        if not isinstance(value, list | tuple):
            raise ValueError(f"{key}: expected a list, found {value!r}")
        return tuple(_typed(f"{key}[{number}]", get_args(kind)[0], item) for number, item in enumerate(value))
    if kind not in _KINDS:
        raise ValueError(
            f"{key}: expected the rules to declare it as one of int, bool, str, tuple, Literal, found {kind}"
        )
    if type(value) is not kind:
        raise ValueError(f"{key}: expected {_KINDS[kind]}, found {value!r}")
    return value


_KINDS = {int: "a whole number", bool: "true or false", str: "a text"}


def _names(package: ModuleType) -> tuple[str, ...]:
    return tuple(sorted(module.name for module in pkgutil.iter_modules(package.__path__)))


def _find(package: ModuleType, kind: str, name: str) -> ModuleType:
    if name not in _names(package):
        raise InputError(f"unknown {kind} '{name}', expected one of: {', '.join(_names(package))}")
    return importlib.import_module(f"{package.__name__}.{name}")
