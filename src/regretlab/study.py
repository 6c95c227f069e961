"""A study: what is to be run, as data.

`config/studies/NAME.yaml` is checked against the models below; the words under each key are its documentation, also in
workflow/schemas/study.schema.json. A study that passes is complete: every default is filled in, every name exists.
"""

from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any, Self

from pydantic import Field, ValidationInfo, field_validator, model_validator

from regretlab.errors import InputError
from regretlab.registry import load_rules, load_variant, rules_parameters
from regretlab.yaml_model import YamlModel

Count = Annotated[int, Field(ge=1)]
Name = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9_-]{0,63}$")]


class GameRun(YamlModel):
    """A game of the study."""

    rules: str
    """Name of the rules: a file in src/regretlab/games."""

    parameters: dict[str, Any] = Field(default={}, validate_default=True)
    """The game's parameters; those not given have the game's defaults."""

    folder: Name | None = None
    """Folder of the results; by default the name of the rules."""

    equilibria: Name | None = None
    """Name of a family in config/equilibria, to be proven the game's equilibria and measured against."""

    @field_validator("rules")
    @classmethod
    def _known_rules(cls, name: str) -> str:
        load_rules(name, {})
        return name

    @field_validator("parameters")
    @classmethod
    def _all_parameters(cls, given: dict[str, Any], info: ValidationInfo) -> dict[str, Any]:
        return rules_parameters(load_rules(info.data["rules"], given)) if "rules" in info.data else given

    def entry(self) -> dict[str, Any]:
        """The game as study.json has it."""
        return {
            "folder": self.folder or self.rules,
            "rules": self.rules,
            "parameters": self.parameters,
            "equilibria": self.equilibria,
        }


class Schedule(YamlModel):
    """Iterations: some listed, and the multiples of a number."""

    at: list[Count] = Field(default=[])
    """Iterations, ascending."""

    every: Count | None = None
    """All multiples of this number too, up to the last iteration."""

    @field_validator("at")
    @classmethod
    def _ascending(cls, at: list[int]) -> list[int]:
        for before, after in pairwise(at):
            if after <= before:
                raise ValueError(f"expected ascending iterations, found {after} after {before}")
        return at

    def until(self, last: int) -> list[int]:
        """All iterations of the schedule up to `last`, ascending; `last` is one of them."""
        multiples = range(self.every, last, self.every) if self.every else ()
        return sorted({*self.at, *multiples, last})


class StudyFile(YamlModel):
    """A study file."""

    title: str
    """One line for people."""

    games: list[GameRun] = Field(min_length=1)
    """The games; each runs with each of the variants."""

    variants: list[str] = Field(min_length=1)
    """Names of the variants: files in src/regretlab/variants."""

    iterations: Count
    """Number of iterations."""

    snapshots: Schedule
    """When the strategies are evaluated: the rows of the trajectory. The last iteration is always one of them."""

    checkpoints: Schedule
    """When the solver's complete state is kept. The last iteration is always one of them."""

    frequencies: bool = False
    """Whether the average strategy is written out at every snapshot, or only at the last."""

    pure_plans: bool = False
    """Whether every pure plan is evaluated against the final average strategy: small two-player games only."""

    claims: list[Name] = Field(default=[])
    """Names of the files in config/claims whose figures this study has to reproduce."""

    @field_validator("variants")
    @classmethod
    def _known_variants(cls, names: list[str]) -> list[str]:
        for name in names:
            load_variant(name)
        return _distinct(names)

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        _distinct([game.entry()["folder"] for game in self.games])
        for key, schedule in (("snapshots", self.snapshots), ("checkpoints", self.checkpoints)):
            if schedule.at and schedule.at[-1] > self.iterations:
                raise ValueError(
                    f"{key}.at: expected no iteration after the last ({self.iterations}), found {schedule.at[-1]}"
                )
        for game in self.games:
            if game.equilibria and not self.frequencies:
                raise ValueError(f"frequencies: expected true, since '{game.rules}' is measured against equilibria")
        return self


class Config(YamlModel):
    """config/config.yaml."""

    studies: list[Name] = Field(min_length=1)
    """The studies that `snakemake` builds by default: files in config/studies."""


def read_study(path: Path) -> dict[str, Any]:
    """Read a study file and write it out in full: the content of study.json (docs/bundle-format.md)."""
    study = StudyFile.read(path)
    for folder, names in (("claims", study.claims), ("equilibria", [game.equilibria for game in study.games])):
        for name in filter(None, names):
            named = path.parent.parent / folder / f"{name}.yaml"
            if not named.is_file():
                raise InputError(f"{path}: {folder}: expected the name of a file, found no {named}")
    return {
        "name": path.stem,
        "title": study.title,
        "iterations": study.iterations,
        "snapshots": study.snapshots.until(study.iterations),
        "checkpoints": study.checkpoints.until(study.iterations),
        "games": [game.entry() for game in study.games],
        "variants": [{"folder": name, "rule": name, "parameters": {}} for name in study.variants],
        "claims": study.claims,
        "pure_plans": study.pure_plans,
        "frequencies": study.frequencies,
    }


def _distinct(names: list[str]) -> list[str]:
    for name in names:
        if names.count(name) > 1:
            raise InputError(f"expected different names, found '{name}' {names.count(name)} times")
    return names
