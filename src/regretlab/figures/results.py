"""What figures are drawn from: the published files of one game of a study (docs/bundle-format.md)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import Any

from regretlab.entries import SEED
from regretlab.errors import InputError
from regretlab.figures.methods import Method, read_methods
from regretlab.figures.table import Table
from regretlab.files import read_json
from regretlab.layout import has_lessons
from regretlab.sequence_form.file import read_game
from regretlab.sequence_form.game import Game


@dataclass(frozen=True)
class Equilibria:
    """A family of equilibria: where each probability lies, and the value of the game to player 0."""

    path: Path
    value: Fraction
    bands: Mapping[tuple[int, str, str], tuple[Fraction, Fraction]]
    """From player, infoset and action to the least and the greatest probability among the members."""


@dataclass(frozen=True)
class Results:
    """One game of a study."""

    study: str
    folder: Path
    game: Game
    variants: tuple[str, ...]
    """Those that run on the game, in the order of the study."""
    methods: tuple[Method, ...]
    """What they are runs of, in the order of the study."""
    sweeps: Mapping[str, Mapping[str, Mapping[str, Any]]]
    """By name of a sweep the parameters of its methods, without the seed."""
    has_frequencies: bool
    has_run_figures: bool
    """Whether each run has figures of its own."""
    has_lessons: bool
    value: Fraction | None
    """The game's value to player 0, where it is known exactly."""
    equilibria: Equilibria | None
    levels: Mapping[str, str]
    """How each run was verified, by `{game}/{variant}` (docs/bundle-format.md, "verdict")."""

    @property
    def name(self) -> str:
        """The game's folder."""
        return self.folder.name

    def runs(self) -> tuple["Run", ...]:
        """One run for each variant, in the order of the study."""
        return tuple(Run(self, variant) for variant in self.variants)


@dataclass(frozen=True)
class Run:
    """One variant on one game."""

    results: Results
    variant: str

    @property
    def current_is_verified(self) -> bool:
        """Whether the current strategy was: only if the second implementation repeated the run."""
        return self.results.levels.get(f"{self.results.name}/{self.variant}") == "repeated"

    @cached_property
    def trajectory(self) -> Table:
        """trajectory.csv."""
        return Table(self.results.folder / self.variant / "trajectory.csv")

    @cached_property
    def frequencies(self) -> Table:
        """frequencies.csv."""
        return Table(self.results.folder / self.variant / "frequencies.csv")

    @cached_property
    def strategy(self) -> Table:
        """strategy.csv."""
        return Table(self.results.folder / self.variant / "strategy.csv")


def read_results(study_folder: Path, game_folder: str) -> Results:
    """Read what is known of a game before its runs. Raises `InputError` if the files do not say it."""
    path = study_folder / "study.json"
    study = read_json(path)
    folder = study_folder / game_folder
    try:
        found = [item for item in study["games"] if item["folder"] == game_folder]
        if not found:
            raise InputError(f"{path}: games: expected one with the folder '{game_folder}', found none")
        entries = [item for item in study["variants"] if game_folder in item["games"]]
        equilibria = read_equilibria(folder / "equilibria") if found[0]["equilibria"] else None
        value = equilibria.value if equilibria else None
        return Results(
            study=study["name"],
            folder=folder,
            game=read_game(folder),
            variants=tuple(item["folder"] for item in entries),
            methods=read_methods(study_folder)[game_folder],
            sweeps=_sweeps(entries),
            has_frequencies=study["frequencies"],
            has_run_figures=study["run_figures"],
            has_lessons=has_lessons(study, found[0]),
            value=read_value(folder / "value" / "value.json") if found[0]["value"] == "exact" else value,
            equilibria=equilibria,
            levels=read_levels(study_folder / "verdict" / "verification.json"),
        )
    except (KeyError, TypeError) as error:
        raise InputError(f"{path}: expected a study, found something else ({error!r})") from error


def _sweeps(entries: Sequence[Mapping[str, Any]]) -> dict[str, dict[str, Mapping[str, Any]]]:
    found: dict[str, dict[str, Mapping[str, Any]]] = {}
    for entry in entries:
        if entry["sweep"] is not None:
            parameters = {key: value for key, value in entry["parameters"].items() if key != SEED}
            found.setdefault(entry["sweep"], {})[entry["method"]] = parameters
    return found


def read_levels(path: Path) -> Mapping[str, str]:
    """How each subject was verified. Raises `InputError` if there is no verdict: what is not verified is not drawn."""
    verdict = read_json(path)
    if not isinstance(verdict, dict) or not isinstance(verdict.get("levels"), dict):
        raise InputError(f"{path}: expected a verdict with levels, found something else")
    levels: dict[str, str] = verdict["levels"]
    return levels


def read_value(path: Path) -> Fraction:
    """Read an exact value.json. Raises `InputError` if it is none."""
    try:
        return Fraction(read_json(path)["value"])
    except (KeyError, TypeError, ValueError) as error:
        raise InputError(f"{path}: expected an exact value, found something else ({error!r})") from error


def read_equilibria(folder: Path) -> Equilibria:
    """Read summary.json and family.csv. Raises `InputError` if they do not hold a family."""
    path = folder / "summary.json"
    summary = read_json(path)
    try:
        value, lower, upper = (Fraction(summary[key]) for key in ("value", "lower", "upper"))
    except (KeyError, TypeError, ValueError) as error:
        raise InputError(f"{path}: expected a family of equilibria, found something else ({error!r})") from error
    table = Table(folder / "family.csv")
    return Equilibria(table.path, value, dict(_bands(table, lower, upper)))


def _bands(
    table: Table, lower: Fraction, upper: Fraction
) -> Iterator[tuple[tuple[int, str, str], tuple[Fraction, Fraction]]]:
    """A linear function takes its extremes at the ends of the parameter's range."""
    keys = zip(map(int, table.floats("player")), table.texts("infoset"), table.texts("action"), strict=True)
    lines = zip(table.fractions("constant"), table.fractions("slope"), strict=True)
    for key, (constant, slope) in zip(keys, lines, strict=True):
        ends = (constant + slope * lower, constant + slope * upper)
        yield key, (min(ends), max(ends))
