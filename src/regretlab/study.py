"""A study: what is to be run, as data.

`config/studies/NAME.yaml` is checked against the models below; the words under each key are its documentation, also in
workflow/schemas/study.schema.json. A study that passes is complete: every default is filled in, every name exists.
"""

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise, product
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import BeforeValidator, Field, ValidationInfo, field_validator, model_validator

from regretlab.claims import ClaimsFile
from regretlab.errors import InputError
from regretlab.exact.family import FamilyFile
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
from regretlab.yaml_model import YamlModel

MOST_ITERATIONS = 10**9
MOST_SNAPSHOTS = 10**6
NAME = r"^[a-z0-9][a-z0-9_-]{0,63}$"
VARIANT_NAME = r"^[a-z0-9][a-z0-9._-]{0,63}$"

FILE_PATH = r"[A-Za-z0-9_][A-Za-z0-9._-]*(/[A-Za-z0-9_][A-Za-z0-9._-]*)*"

RESERVED_STUDIES = (
    *("all", "claims", "compare", "compile", "distance", "equilibria", "export", "gate"),
    *("manifest", "plans", "plot", "plot_games", "rank", "report", "rules_file", "study"),
    *("train", "train_with_frequencies", "value", "variant_file", "verify", "verify_equilibria", "verify_value"),
)
"""Rules of the workflow: `snakemake NAME` would not know which is meant."""

RESERVED_FOLDERS = ("equilibria", "figures", "manifest", "value", "verdict", "verification")
"""Folders of a bundle that are not a game's or a variant's."""

Count = Annotated[int, Field(ge=1, le=MOST_ITERATIONS)]
Line = Annotated[str, Field(pattern=r"^[^\r\n]+$")]
Level = Literal["repeated", "certified"]
Name = Annotated[str, Field(pattern=NAME)]
VariantName = Annotated[str, Field(pattern=VARIANT_NAME)]


def check_path(name: str) -> None:
    """Raise `ValueError` unless this is the path of a file of the project's folder."""
    if not re.fullmatch(FILE_PATH, name):
        raise ValueError(f"expected a path below the project's folder, without spaces, found '{name}'")
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
            "verification": self.verification,
        }


Setting = bool | int | float | str


class VariantRun(YamlModel):
    """A variant of the study."""

    rule: str
    """Name of the variant, a file in src/regretlab/variants; or path of a file of your own, from the project's folder."""

    parameters: dict[str, Setting | list[Setting]] = Field(default={})
    """The variant's parameters; those not given have the variant's defaults. A list runs the variant with each of its values, and
    several lists with all combinations."""

    folder: VariantName | None = None
    """Folder of the results; by default the name of the variant. Parameters with lists are added: `dcfr-alpha1.5-gamma2`."""

    games: list[Name] = Field(default=[])
    """Folders of the games that it runs on; by default all."""

    @field_validator("rule")
    @classmethod
    def _known_rule(cls, name: str) -> str:
        if is_file_of_variant(name):
            check_path(name)
        variant_of(name)
        return name

    @model_validator(mode="after")
    def _good_parameters(self) -> Self:
        for key, value in self.parameters.items():
            if value == []:
                raise ValueError(f"parameters: {key}: expected at least one value, found none")
        for entry in self.entries(()):
            for file in files_of_variant(entry):
                check_path(file)
            load_variant(self.rule, entry["parameters"])
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

    def entries(self, games: Sequence[str]) -> list[dict[str, Any]]:
        """The variant as study.json has it, one entry for each combination of parameters; `games` are those of the study."""
        lists = {key: value for key, value in self.parameters.items() if isinstance(value, list)}
        found = []
        for values in product(*lists.values()):
            chosen = dict(zip(lists, values, strict=True))
            parameters = variant_parameters(self.rule, {**self.parameters, **chosen})
            added = "".join(f"-{key}{_readable(parameters[key])}" for key in lists)
            folder = f"{self.folder or Path(self.rule).stem}{added}"
            found.append(
                {
                    "folder": folder,
                    "rule": self.rule,
                    "parameters": parameters,
                    "games": self.games or list(games),
                    "answer": load_variant(self.rule, parameters).answer,
                    "sweep": (self.folder or Path(self.rule).stem) if lists else None,
                }
            )
        return found


def _readable(value: Any) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value).lower()


_BY_NAME = BeforeValidator(
    lambda given: {"rule": given} if isinstance(given, str) else given, json_schema_input_type=str | VariantRun
)


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

    variants: list[Annotated[VariantRun, _BY_NAME]] = Field(min_length=1)
    """The variants: names of files in src/regretlab/variants, or names with more about them."""

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

    run_figures: bool = True
    """Whether each run has figures of its own, beside those of its game and of the whole study."""

    batch: bool = False
    """Whether one job does all runs on a game, which takes less time where they are short. If one variant changes, all of
    them on the game are then done again."""

    verification: Level = "repeated"
    """What the second implementation does: repeat every run from its start, or only certify what follows from the published
    average strategies. The latter is for games on which rounding errors grow until two correct programs part."""

    repeat: Count | None = None
    """So many iterations are repeated, where runs are, and what follows is certified; by default all."""

    claims: list[Name] = Field(default=[])
    """Names of the files in config/claims whose figures this study has to reproduce."""

    def entries(self) -> list[dict[str, Any]]:
        """The variants as study.json has them."""
        games = [game.entry()["folder"] for game in self.games]
        return [entry for run in self.variants for entry in run.entries(games)]

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
        self._check_certificates()
        self._check_variants()
        for game in self.games:
            if game.equilibria and not self.frequencies:
                raise ValueError(f"frequencies: expected true, since '{game.rules}' is measured against equilibria")
            if self.pure_plans and (players := load_rules(game.rules, game.parameters).players) != 2:
                raise ValueError(f"pure_plans: expected false, since '{game.rules}' has {players} players, not two")
        return self

    def _check_certificates(self) -> None:
        own = [entry for entry in self.entries() if is_file_of_variant(entry["rule"])]
        levels = {game.verification or self.verification for game in self.games}
        all_certified = "certified" in levels or own
        repeated = 0 if all_certified else self.iterations if self.repeat is None else self.repeat
        snapshots, checkpoints = (set(kept.until(self.iterations)) for kept in (self.snapshots, self.checkpoints))
        if not self.frequencies and any(t > repeated for t in snapshots - checkpoints):
            raise ValueError(
                "frequencies: expected true, or a checkpoint at every snapshot, since runs are certified by the "
                "average strategies"
            )
        for entry in own:
            if load_variant(entry["rule"], entry["parameters"]).memory and not self.frequencies:
                raise ValueError(
                    f"frequencies: expected true, since '{entry['folder']}' keeps more than its regrets and sums, so that its "
                    "checkpoints alone do not say what it averages"
                )

    def _check_variants(self) -> None:
        known = [game.entry()["folder"] for game in self.games]
        for entry in self.entries():
            for game in entry["games"]:
                if game not in known:
                    raise ValueError(
                        f"variants: {entry['folder']}: games: expected one of: {', '.join(known)}, found '{game}'"
                    )
            variant = load_variant(entry["rule"], entry["parameters"])
            if variant.horizon is not None and variant.horizon < self.iterations:
                raise ValueError(
                    f"variants: {entry['folder']}: expected at most the {variant.horizon:,} iterations that it is for, "
                    f"found {self.iterations:,}"
                )
            snapshots, checkpoints = (set(kept.until(self.iterations)) for kept in (self.snapshots, self.checkpoints))
            if variant.answer == "current" and snapshots - checkpoints:
                raise ValueError(
                    f"checkpoints: expected one at every snapshot, since '{entry['folder']}' is about its current strategy"
                )
            if variant.delay >= self.iterations:
                raise ValueError(
                    f"variants: {entry['folder']}: delay: expected less than the {self.iterations:,} iterations, "
                    f"found {variant.delay:,}"
                )
        runs = [f"{entry['folder']} on {game}" for entry in self.entries() for game in entry["games"]]
        _distinct(runs, "variants: ", " (give them a `folder` each)")


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
        "variants": study.entries(),
        "verification": study.verification,
        "repeat": study.repeat,
        "claims": study.claims,
        "pure_plans": study.pure_plans,
        "frequencies": study.frequencies,
        "run_figures": study.run_figures,
        "batch": study.batch,
    }


def entry_of_run(study: Mapping[str, Any], game: str, variant: str) -> dict[str, Any]:
    """The entry of study.json for the variant with that folder on the game with that folder."""
    entries: list[dict[str, Any]] = study["variants"]
    for entry in entries:
        if entry["folder"] == variant and game in entry["games"]:
            return entry
    raise InputError(f"{study['name']}: variants: expected one with the folder '{variant}' on {game}, found none")


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
    variants = {entry["folder"] for entry in study.entries()}
    for claim in ClaimsFile.read(path).claims:
        game, *rest = claim.file.removeprefix("verification/").split("/")
        known = game in games and (len(rest) < 2 or rest[0] in {"equilibria", "value", *variants})
        if rest and not known:
            raise InputError(
                f"{path}: {claim.id}: expected a file of a game and variant of the study, found {claim.file}"
            )


def _distinct(names: list[str], key: str = "", hint: str = "") -> list[str]:
    for name in names:
        if names.count(name) > 1:
            raise InputError(f"{key}expected different names{hint}, found '{name}' {names.count(name)} times")
    return names
