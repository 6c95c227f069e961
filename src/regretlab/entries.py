"""What a study runs: its games and its variants, as a study file names them and as study.json has them."""

import re
from functools import cached_property
from itertools import product
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import BeforeValidator, Field, ValidationInfo, field_validator, model_validator

from regretlab.pinned import check_resource, is_resource
from regretlab.registry import (
    GAMBIT_FORMATS,
    files_of_variant,
    is_file_of_rules,
    is_file_of_variant,
    load_rules,
    load_variant,
    rules_parameters,
    variant_of,
    variant_parameters,
)
from regretlab.variant import Variant
from regretlab.yaml_model import YamlModel

NAME = r"^[a-z0-9][a-z0-9_-]{0,63}$"
VARIANT_NAME = r"^[a-z0-9][a-z0-9._-]{0,63}$"

FILE_PATH = r"[A-Za-z0-9_][A-Za-z0-9._-]*(/[A-Za-z0-9_][A-Za-z0-9._-]*)*"

RESERVED_FOLDERS = (
    *("equilibria", "figures", "hands", "lessons", "manifest", "tables", "value", "verdict", "verification"),
)
"""Folders of a bundle that are not a game's or a variant's."""

OWN_FILES = ("trajectory", "frequencies", "strategy", "plans", "distance", "checkpoints")
"""Names of a run's own files: tables that it takes numbers from stand beside these."""

Level = Literal["repeated", "certified"]
Name = Annotated[str, Field(pattern=NAME)]
VariantName = Annotated[str, Field(pattern=VARIANT_NAME)]


def check_path(name: str) -> None:
    """Raise `ValueError` unless this is the path of a file of the project's folder; one of resources/ is as it was pinned."""
    if not re.fullmatch(FILE_PATH, name):
        raise ValueError(f"expected a path below the project's folder, without spaces, found '{name}'")
    if is_resource(name):
        check_resource(name)
    if not Path(name).is_file():
        raise ValueError(f"expected the path of a file, found no {name}")
    if not Path(name).resolve().is_relative_to(Path().resolve()):
        raise ValueError(f"expected a file of the project's folder, found a link to {Path(name).resolve()}")


class GameRun(YamlModel):
    """A game of the study."""

    rules: str
    """Name of the rules, a file in src/regretlab/games; or path of a game's own file, from the project's folder: a Gambit `.efg`
    or `.nfg`, or a `.py` with rules."""

    parameters: dict[str, Any] = Field(default={}, validate_default=True)
    """The game's parameters; those not given have the game's defaults."""

    imperfect_recall: bool = False
    """Whether the game runs although a player forgets: infosets that are reached after several own pasts are then played alike,
    while gains are those of a player who does remember. Otherwise such a game is refused."""

    folder: Name | None = None
    """Folder of the results; by default the name of the rules, or of the file."""

    value: Literal["exact", "linear program"] | None = None
    """Whether the game's value and optimal strategies are found, for two players and zero sum: proven in exact fractions, or by a
    linear program in floating point."""

    equilibria: Name | None = None
    """Name of a family in config/equilibria, to be proven the game's equilibria and measured against."""

    verification: Level | None = None
    """For this game another `verification` than the study's."""

    @field_validator("rules")
    @classmethod
    def _known_rules(cls, name: str) -> str:
        if is_file_of_rules(name):
            check_path(name)
        else:
            load_rules(name, {})
        return name

    @field_validator("parameters")
    @classmethod
    def _all_parameters(cls, given: dict[str, Any], info: ValidationInfo) -> dict[str, Any]:
        if "rules" not in info.data or Path(info.data["rules"]).suffix in GAMBIT_FORMATS:
            return given
        return rules_parameters(load_rules(info.data["rules"], given))

    @model_validator(mode="after")
    def _named(self) -> Self:
        name = self.entry()["folder"]
        if not re.fullmatch(NAME, name):
            raise ValueError(f"folder: expected, since '{name}' is no name of lower-case letters, digits, - and _")
        if name in RESERVED_FOLDERS:
            raise ValueError(f"folder: expected another name than those of a bundle's own folders, found '{name}'")
        return self

    def entry(self) -> dict[str, Any]:
        """The game as study.json has it."""
        return {
            "folder": self.folder or Path(self.rules).stem,
            "rules": self.rules,
            "parameters": self.parameters,
            "imperfect_recall": self.imperfect_recall,
            "value": self.value,
            "equilibria": self.equilibria,
            "verification": self.verification,
        }


Setting = bool | int | float | str

SEED = "seed"
"""The parameter by which runs of one method may differ."""


class VariantRun(YamlModel):
    """A variant of the study."""

    rule: str
    """Name of the variant, a file in src/regretlab/variants; or path of a file of your own, from the project's folder."""

    parameters: dict[str, Setting | list[Setting]] = Field(default={})
    """The variant's parameters; those not given have the variant's defaults. A list runs the variant with each of its values, and
    several lists with all combinations. All runs of a list are one job: another value in it trains all of them again. A list of
    seeds makes one method of its runs: tables and figures have their median."""

    folder: VariantName | None = None
    """Folder of the results; by default the name of the variant. Parameters with lists are added: `dcfr-alpha1.5-gamma2`."""

    games: list[Name] = Field(default=[])
    """Folders of the games that it runs on; by default all."""

    @field_validator("parameters", mode="before")
    @classmethod
    def _settings(cls, given: Any) -> Any:
        for key, value in given.items() if isinstance(given, dict) else ():
            for one in value if isinstance(value, list) else [value]:
                if not isinstance(one, Setting):
                    raise ValueError(f"{key}: expected a number, a text, true, false, or a list of these, found {one}")
                if isinstance(one, str) and is_resource(one):
                    check_path(one)
        return given

    @field_validator("rule")
    @classmethod
    def _known_rule(cls, name: str) -> str:
        if is_file_of_variant(name):
            check_path(name)
        variant_of(name)
        return name

    @model_validator(mode="after")
    def _good_runs(self) -> Self:
        for key, value in self.parameters.items():
            if value == []:
                raise ValueError(f"parameters: {key}: expected at least one value, found none")
            if isinstance(value, list):
                self._check_list(key, value)
        for entry, _ in self.runs:
            for file in files_of_variant(entry):
                check_path(file)
                if Path(file).name.split(".")[0] in OWN_FILES:
                    raise ValueError(
                        f"parameters: expected a table with another name than those of a run's own files, found {file}"
                    )
            if not re.fullmatch(VARIANT_NAME, entry["folder"]):
                raise ValueError(
                    f"folder: expected up to 64 lower-case letters, digits, -, _ and ., a letter or digit first, "
                    f"found '{entry['folder']}'"
                )
            if entry["folder"] in RESERVED_FOLDERS:
                raise ValueError(
                    f"expected another name than those of a bundle's own folders, found '{entry['folder']}'"
                )
        return self

    @staticmethod
    def _check_list(key: str, values: list[Setting]) -> None:
        for number, value in enumerate(values):
            if any(value == other and type(value) is type(other) for other in values[:number]):
                raise ValueError(f"parameters: {key}: expected different values, found {value} twice")

    @cached_property
    def runs(self) -> list[tuple[dict[str, Any], Variant]]:
        """The variant as study.json has it, and what it is: one for each combination of parameters."""
        lists = {key: value for key, value in self.parameters.items() if isinstance(value, list)}
        name = self.folder or Path(self.rule).stem
        found = []
        for values in product(*lists.values()):
            given = {**self.parameters, **dict(zip(lists, values, strict=True))}
            parameters = variant_parameters(self.rule, given)
            variant = load_variant(self.rule, parameters)
            chosen = {key: f"-{key}{_readable(parameters[key])}" for key in lists}
            entry = {
                "folder": name + "".join(chosen.values()),
                "method": name + "".join(text for key, text in chosen.items() if key != SEED),
                "rule": self.rule,
                "parameters": parameters,
                "games": self.games,
                "answer": variant.answer,
                "sampled": variant.sampling is not None,
                "sweep": name if lists else None,
            }
            found.append((entry, variant))
        return found


def _readable(value: Any) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value).lower()


GAME_BY_NAME = BeforeValidator(
    lambda given: {"rules": given} if isinstance(given, str) else given, json_schema_input_type=str | GameRun
)
VARIANT_BY_NAME = BeforeValidator(
    lambda given: {"rule": given} if isinstance(given, str) else given, json_schema_input_type=str | VariantRun
)
