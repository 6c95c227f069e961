"""A study: what is to be run, as data.

`config/studies/NAME.yaml` is checked against the models below; the words under each key are its documentation, also in
workflow/schemas/study.schema.json. A study that passes is complete: every default is filled in, every name exists.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any, Self

from pydantic import Field, ValidationInfo, field_validator, model_validator

from regretlab.claims import ClaimsFile
from regretlab.entries import GAME_BY_NAME, NAME, VARIANT_BY_NAME, GameRun, Level, Name, VariantName, VariantRun
from regretlab.errors import InputError
from regretlab.exact.family import FamilyFile
from regretlab.hands.run import HandsRun
from regretlab.layout import LESSONS, has_lessons
from regretlab.registry import is_file_of_variant, load_rules
from regretlab.variant import Variant
from regretlab.yaml_model import YamlModel

MOST_ITERATIONS = 10**9
MOST_SNAPSHOTS = 10**6
RESERVED_STUDIES = (
    *("adjudicate", "all", "bundle", "bundle_study", "claims", "compare", "compile"),
    *("distance", "equilibria", "export", "gate", "lessons", "manifest", "plans", "plot", "plot_games", "plot_hands"),
    *("rank", "report", "rules_file", "study", "timing", "train", "train_with_frequencies", "value", "variant_file"),
    *(
        "verify",
        "verify_claims",
        "verify_equilibria",
        "verify_hands",
        "verify_lessons",
        "verify_tables",
        "verify_value",
    ),
)
"""Rules of the workflow: `snakemake NAME` would not know which is meant."""

Count = Annotated[int, Field(ge=1, le=MOST_ITERATIONS)]
Line = Annotated[str, Field(pattern=r"^[^\r\n]+$")]


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

    hands: list[HandsRun] = Field(default=[])
    """Hands of poker, to be judged action by action, or questions on who may raise, to be answered. A study has hands, games or
    both."""

    games: list[Annotated[GameRun, GAME_BY_NAME]] = Field(default=[], validate_default=True)
    """The games; each runs with each of the variants. Names of rules, or names with more about them."""

    variants: list[Annotated[VariantRun, VARIANT_BY_NAME]] = Field(default=[], validate_default=True)
    """The variants: names of files in src/regretlab/variants, or names with more about them. With games this and the
    next three keys have to be given; without, neither they nor any of the others on runs."""

    lessons: VariantName | None = None
    """Folder of the variant that lessons are drawn from: tables of what its final strategy does, and what comes of it, on each of
    its games that is `willow` with two players and merged suits; at least one is."""

    iterations: Count | None = Field(default=None, validate_default=True)
    """Number of iterations."""

    snapshots: Schedule | None = Field(default=None, validate_default=True)
    """When the strategies are evaluated: the rows of the trajectory. The last iteration is always one of them."""

    checkpoints: Schedule | None = Field(default=None, validate_default=True)
    """When the solver's complete state is kept. The last iteration is always one of them, and for methods about their current
    strategy so is every snapshot."""

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

    @field_validator("games")
    @classmethod
    def _games_or_hands(cls, games: list[GameRun], info: ValidationInfo) -> list[GameRun]:
        if not games and info.data.get("hands") == []:
            raise ValueError("expected at least one, since there are no hands, found none")
        return games

    @field_validator("variants")
    @classmethod
    def _of_games(cls, variants: list[VariantRun], info: ValidationInfo) -> list[VariantRun]:
        if not variants and info.data.get("games"):
            raise ValueError("expected at least one, since there are games, found none")
        return variants

    @field_validator("iterations", "snapshots", "checkpoints")
    @classmethod
    def _with_games(cls, given: Any, info: ValidationInfo) -> Any:
        if given is None and info.data.get("games") != []:
            raise ValueError("expected, but not given")
        return given

    @property
    def last(self) -> int:
        """The last iteration; 0 without games."""
        return self.iterations or 0

    def until_last(self, schedule: Schedule | None) -> list[int]:
        """All iterations of a schedule of the study."""
        return schedule.until(self.last) if schedule else []

    @cached_property
    def runs(self) -> list[tuple[dict[str, Any], Variant]]:
        """The variants as study.json has them, and what they are."""
        games = [game.entry()["folder"] for game in self.games]
        return [
            ({**entry, "games": entry["games"] or games}, variant)
            for run in self.variants
            for entry, variant in run.runs
        ]

    @cached_property
    def taught(self) -> set[str]:
        """Folders of the games that lessons are drawn from."""
        study = {LESSONS: self.lessons, "variants": [entry for entry, _ in self.runs]}
        games = [game.entry() for game in self.games]
        return {game["folder"] for game in games if has_lessons(study, game)}

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        _distinct([game.entry()["folder"] for game in self.games], "games: ", " (give them a `folder` each)")
        _distinct([run.entry()["folder"] for run in self.hands], "hands: ", " (give them a `folder` each)")
        for key in type(self).model_fields if not self.games else ():
            if key in self.model_fields_set and key not in ("title", "hands", "games", "claims"):
                raise ValueError(f"{key}: expected only with games")
        for key, schedule in (("snapshots", self.snapshots), ("checkpoints", self.checkpoints)):
            if schedule is None:
                continue
            if schedule.at and schedule.at[-1] > self.last:
                raise ValueError(
                    f"{key}.at: expected no iteration after the last ({self.last}), found {schedule.at[-1]}"
                )
            multiples = self.last // schedule.every if schedule.every else 0
            if multiples > MOST_SNAPSHOTS:
                raise ValueError(f"{key}.every: expected at most {MOST_SNAPSHOTS:,} iterations, found {multiples:,}")
        self._check_certificates()
        self._check_variants()
        self._check_lessons()
        for game in self.games:
            if game.equilibria and not self.frequencies:
                raise ValueError(f"frequencies: expected true, since '{game.rules}' is measured against equilibria")
            if self.pure_plans and (players := load_rules(game.rules, game.parameters).players) != 2:
                raise ValueError(f"pure_plans: expected false, since '{game.rules}' has {players} players, not two")
        return self

    def _check_certificates(self) -> None:
        own = [(entry, variant) for entry, variant in self.runs if is_file_of_variant(entry["rule"])]
        levels = {game.verification or self.verification for game in self.games}
        all_certified = "certified" in levels or own
        repeated = 0 if all_certified else self.last if self.repeat is None else self.repeat
        unkept = set(self.until_last(self.snapshots)) - set(self.until_last(self.checkpoints))
        if not self.frequencies and any(t > repeated for t in unkept):
            raise ValueError(
                "frequencies: expected true, or a checkpoint at every snapshot, since runs are certified by the "
                "average strategies"
            )
        published = {*self.until_last(self.snapshots), *self.until_last(self.checkpoints)}
        if self.repeat is not None and "repeated" in levels and self.repeat < min(published):
            raise ValueError(f"repeat: expected the first snapshot, {min(published)}, or more, found {self.repeat}")
        for entry, variant in own:
            if (variant.memory or variant.sampling) and not self.frequencies:
                raise ValueError(
                    f"frequencies: expected true, since the regrets and sums that '{entry['folder']}' keeps do not alone say "
                    "what it averages"
                )

    def _check_variants(self) -> None:
        known = {game.entry()["folder"]: game for game in self.games}
        for entry, variant in self.runs:
            called = f"variants: {entry['folder']}"
            for game in entry["games"]:
                if game not in known:
                    raise ValueError(f"{called}: games: expected one of: {', '.join(known)}, found '{game}'")
                if variant.sampling and known[game].imperfect_recall:
                    raise ValueError(f"{called}: expected games with perfect recall, since it samples, found '{game}'")
            if variant.horizon is not None and variant.horizon < self.last:
                raise ValueError(
                    f"{called}: expected at most the {variant.horizon:,} iterations that it is for, found {self.last:,}"
                )
            if variant.delay >= self.last:
                raise ValueError(
                    f"{called}: delay: expected less than the {self.last:,} iterations, found {variant.delay:,}"
                )
        runs = [f"{entry['folder']} on {game}" for entry, _ in self.runs for game in entry["games"]]
        _distinct(runs, "variants: ", " (give them a `folder` each)")
        methods = [
            f"{method} on {game}"
            for run in self.variants
            for method in dict.fromkeys(entry["method"] for entry, _ in run.runs)
            for game in run.games or known
        ]
        _distinct(methods, "variants: methods: ", " (give them a `folder` each)")

    def _check_lessons(self) -> None:
        if self.lessons is None:
            return
        folders = list(dict.fromkeys(entry["folder"] for entry, _ in self.runs))
        if self.lessons not in folders:
            raise ValueError(f"lessons: expected one of: {', '.join(folders)}, found '{self.lessons}'")
        if not self.taught:
            expected = f"a game of willow for two with merged suits that {self.lessons} runs on"
            found = ", ".join(game.entry()["folder"] for game in self.games)
            raise ValueError(f"lessons: expected {expected}, found none of: {found}")


class Config(YamlModel):
    """config/config.yaml."""

    studies: list[Name] = Field(min_length=1)
    """The studies that `snakemake` builds by default: files in config/studies."""

    @field_validator("studies")
    @classmethod
    def _different(cls, names: list[str]) -> list[str]:
        return _distinct(names)


def built_by_default(config: Path) -> list[str]:
    """The studies that are built if none is named: those of config.yaml, or all, if there is no such file."""
    file = config / "config.yaml"
    return Config.read(file).studies if file.exists() else sorted(path.stem for path in config.glob("studies/*.yaml"))


def read_study(path: Path) -> dict[str, Any]:
    """Read a study file and write it out in full: the content of study.json (docs/bundle-format.md)."""
    check_name(path)
    study = StudyFile.read(path)
    for folder, names in (("claims", study.claims), ("equilibria", [game.equilibria for game in study.games])):
        for name in filter(None, names):
            named = path.parent.parent / folder / f"{name}.yaml"
            if not named.is_file():
                raise InputError(f"{path}: {folder}: expected the name of a file, found no {named}")
    for run in study.hands:
        if not (file := path.parent.parent / "hands" / run.file).is_file():
            raise InputError(f"{path}: hands: expected the name of a file, found no {file}")
    for game in study.games:
        if game.equilibria:
            _check_family(path.parent.parent / "equilibria" / f"{game.equilibria}.yaml", game)
    for name in study.claims:
        _check_claims(path.parent.parent / "claims" / f"{name}.yaml", study)
    return {
        "name": path.stem,
        "title": study.title,
        "iterations": study.last,
        "snapshots": study.until_last(study.snapshots),
        "checkpoints": study.until_last(study.checkpoints),
        "games": [game.entry() for game in study.games],
        "variants": [entry for entry, _ in study.runs],
        "hands": [run.entry() for run in study.hands],
        "lessons": study.lessons,
        "verification": study.verification,
        "repeat": study.repeat,
        "claims": study.claims,
        "pure_plans": study.pure_plans,
        "frequencies": study.frequencies,
        "run_figures": study.run_figures,
        "batch": study.batch,
    }


def read_studies(folder: Path, needed: Sequence[str]) -> tuple[dict[str, dict[str, Any]], dict[str, str]]:
    """All studies of a folder by name, and what is wrong with those that are not needed and cannot be read.

    Raises `InputError` for one that is needed.
    """
    studies, problems = {}, {}
    for path in sorted({*folder.glob("*.yaml"), *(folder / f"{name}.yaml" for name in needed)}):
        try:
            studies[path.stem] = read_study(path)
        except InputError as error:
            if path.stem in needed:
                raise
            problems[path.stem] = str(error)
    return studies, problems


def is_name(name: str) -> bool:
    """Whether a study may be called so: a folder, and a target of the workflow that is no other."""
    return re.fullmatch(NAME, name) is not None and name not in RESERVED_STUDIES


def check_name(path: Path) -> None:
    """Raise `InputError` unless a study may be called so."""
    if not is_name(path.stem):
        raise InputError(
            f"{path}: expected a file name of lower-case letters, digits, - and _ that is not a rule's, found '{path.stem}'"
        )


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
    """Claims on games, variants and hands that the study does not have could never be reproduced."""
    games = {game.entry()["folder"] for game in study.games}
    variants = {entry["folder"] for entry, _ in study.runs}
    hands = {run.entry()["folder"] for run in study.hands}
    for claim in ClaimsFile.read(path).claims:
        game, *rest = claim.file.removeprefix("verification/").split("/")
        parts = {"equilibria", "value", *variants, *([LESSONS] if game in study.taught else [])}
        known = game in games and (len(rest) < 2 or rest[0] in parts)
        if rest and not known and not (game == "hands" and rest[0] in hands):
            raise InputError(
                f"{path}: {claim.id}: expected a file of a game and variant, or of hands, of the study, "
                f"found {claim.file}"
            )


def _distinct(names: list[str], key: str = "", hint: str = "") -> list[str]:
    for name, count in Counter(names).items():
        if count > 1:
            raise InputError(f"{key}expected different names{hint}, found '{name}' {count} times")
    return names
