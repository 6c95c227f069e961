"""A study: what is to be run, as data.

`config/studies/NAME.yaml` is checked against the models below; the words under each key are its documentation, also in
workflow/schemas/study.schema.json. A study that passes is complete: every default is filled in, every name exists.
"""

import re
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import Field, ValidationInfo, field_validator, model_validator

from regretlab.claims import ClaimsFile
from regretlab.errors import InputError
from regretlab.exact.family import FamilyFile
from regretlab.registry import GAMBIT_FORMATS, is_file_of_rules, load_rules, load_variant, rules_parameters
from regretlab.yaml_model import YamlModel

MOST_ITERATIONS = 10**9
MOST_SNAPSHOTS = 10**6
NAME = r"^[a-z0-9][a-z0-9_-]{0,63}$"

RULES_PATH = r"[A-Za-z0-9_][A-Za-z0-9._-]*(/[A-Za-z0-9_][A-Za-z0-9._-]*)*"

RESERVED_STUDIES = (
    *("all", "claims", "compare", "compile", "distance", "equilibria", "export", "gate", "manifest", "plans", "plot"),
    *("report", "rules_file", "study", "train", "train_with_frequencies", "value", "verify"),
    *("verify_equilibria", "verify_value"),
)
"""Rules of the workflow: `snakemake NAME` would not know which is meant."""

RESERVED_FOLDERS = ("equilibria", "figures", "manifest", "verdict", "verification")
"""Folders of a bundle that are not a game's or a variant's."""

Count = Annotated[int, Field(ge=1, le=MOST_ITERATIONS)]
Line = Annotated[str, Field(pattern=r"^[^\r\n]+$")]
Name = Annotated[str, Field(pattern=NAME)]


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

    @field_validator("rules")
    @classmethod
    def _known_rules(cls, name: str) -> str:
        if not is_file_of_rules(name):
            load_rules(name, {})
        elif not re.fullmatch(RULES_PATH, name):
            raise ValueError(f"expected a path below the project's folder, without spaces, found '{name}'")
        elif not Path(name).is_file():
            raise ValueError(f"expected the path of a file, found no {name}")
        elif not Path(name).resolve().is_relative_to(Path().resolve()):
            raise ValueError(f"expected a file of the project's folder, found a link to {Path(name).resolve()}")
        return name

    @field_validator("parameters")
    @classmethod
    def _all_parameters(cls, given: dict[str, Any], info: ValidationInfo) -> dict[str, Any]:
        if "rules" not in info.data or Path(info.data["rules"]).suffix in GAMBIT_FORMATS:
            return given
        return rules_parameters(load_rules(info.data["rules"], given))

    @field_validator("folder")
    @classmethod
    def _free_folder(cls, folder: str | None) -> str | None:
        if folder in RESERVED_FOLDERS:
            raise ValueError(f"expected another name than those of a bundle's own folders, found '{folder}'")
        return folder

    @model_validator(mode="after")
    def _named(self) -> Self:
        name = self.entry()["folder"]
        if not re.fullmatch(NAME, name):
            raise ValueError(f"folder: expected, since '{name}' is no name of lower-case letters, digits, - and _")
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

    title: Line
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
    """Whether the average strategy is written out at every snapshot; the last one always is."""

    pure_plans: bool = False
    """Whether every pure plan is evaluated against the final average strategy: small two-player games only."""

    verification: Literal["repeated", "certified"] = "repeated"
    """What the second implementation does: repeat every run from its start, or only certify what follows from the published
    average strategies. The latter is for games on which rounding errors grow until two correct programs part."""

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
        _distinct([game.entry()["folder"] for game in self.games], "games: ", " (give them a `folder` each)")
        for key, schedule in (("snapshots", self.snapshots), ("checkpoints", self.checkpoints)):
            if schedule.at and schedule.at[-1] > self.iterations:
                raise ValueError(
                    f"{key}.at: expected no iteration after the last ({self.iterations}), found {schedule.at[-1]}"
                )
            multiples = self.iterations // schedule.every if schedule.every else 0
            if multiples > MOST_SNAPSHOTS:
                raise ValueError(f"{key}.every: expected at most {MOST_SNAPSHOTS:,} iterations, found {multiples:,}")
        snapshots, checkpoints = (set(kept.until(self.iterations)) for kept in (self.snapshots, self.checkpoints))
        if self.verification == "certified" and not self.frequencies and snapshots - checkpoints:
            raise ValueError(
                "frequencies: expected true, or a checkpoint at every snapshot, since the runs are certified by the "
                "average strategies"
            )
        for game in self.games:
            if game.equilibria and not self.frequencies:
                raise ValueError(f"frequencies: expected true, since '{game.rules}' is measured against equilibria")
            if self.pure_plans and (players := load_rules(game.rules, game.parameters).players) != 2:
                raise ValueError(f"pure_plans: expected false, since '{game.rules}' has {players} players, not two")
        return self


class Config(YamlModel):
    """config/config.yaml."""

    studies: list[Name] = Field(min_length=1)
    """The studies that `snakemake` builds by default: files in config/studies."""

    @field_validator("studies")
    @classmethod
    def _different(cls, names: list[str]) -> list[str]:
        return _distinct(names)


def read_study(path: Path) -> dict[str, Any]:
    """Read a study file and write it out in full: the content of study.json (docs/bundle-format.md)."""
    if not re.fullmatch(NAME, path.stem) or path.stem in RESERVED_STUDIES:
        raise InputError(
            f"{path}: expected a file name of lower-case letters, digits, - and _ that is not a rule's, found '{path.stem}'"
        )
    study = StudyFile.read(path)
    for folder, names in (("claims", study.claims), ("equilibria", [game.equilibria for game in study.games])):
        for name in filter(None, names):
            named = path.parent.parent / folder / f"{name}.yaml"
            if not named.is_file():
                raise InputError(f"{path}: {folder}: expected the name of a file, found no {named}")
    for game in study.games:
        if game.equilibria:
            _check_family(path.parent.parent / "equilibria" / f"{game.equilibria}.yaml", game)
    for name in study.claims:
        _check_claims(path.parent.parent / "claims" / f"{name}.yaml", study)
    return {
        "name": path.stem,
        "title": study.title,
        "iterations": study.iterations,
        "snapshots": study.snapshots.until(study.iterations),
        "checkpoints": study.checkpoints.until(study.iterations),
        "games": [game.entry() for game in study.games],
        "variants": [{"folder": name, "rule": name, "parameters": {}} for name in study.variants],
        "verification": study.verification,
        "claims": study.claims,
        "pure_plans": study.pure_plans,
        "frequencies": study.frequencies,
    }


def _check_family(path: Path, game: GameRun) -> None:
    """A family is for one game with one set of parameters."""
    found = FamilyFile.read(path).game
    if (found.rules, found.parameters) != (game.rules, game.parameters):
        raise InputError(
            f"{path}: game: expected {game.rules} {game.parameters}, as in the study, "
            f"found {found.rules} {found.parameters}"
        )


def _check_claims(path: Path, study: StudyFile) -> None:
    """Claims on games and variants that the study does not have could never be reproduced."""
    games = {game.entry()["folder"] for game in study.games}
    for claim in ClaimsFile.read(path).claims:
        game, *rest = claim.file.removeprefix("verification/").split("/")
        known = game in games and (len(rest) < 2 or rest[0] in {"equilibria", "value", *study.variants})
        if rest and not known:
            raise InputError(
                f"{path}: {claim.id}: expected a file of a game and variant of the study, found {claim.file}"
            )


def _distinct(names: list[str], key: str = "", hint: str = "") -> list[str]:
    for name in names:
        if names.count(name) > 1:
            raise InputError(f"{key}expected different names{hint}, found '{name}' {names.count(name)} times")
    return names
