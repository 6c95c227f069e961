"""The stages of the workflow as RO-Crate sees them: which file of rules made which results, from the results of which others."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from regretlab.bundle.payload import File
from regretlab.errors import InputError


@dataclass(frozen=True)
class Step:
    """A stage, or the part of it that is done at one time."""

    name: str
    rules: str
    """Its file in workflow/rules, without suffix."""
    what: str
    made: re.Pattern[str]
    """What it made, below the folder of the study."""
    reads: Sequence[str]
    """Names of the steps before it whose results it reads."""
    config: Sequence[str] = ()
    """Folders below config that it reads; `own` are files of games, variants and tables, wherever they are."""


def _step(name: str, what: str, made: str, reads: str = "", config: str = "", rules: str | None = None) -> Step:
    return Step(name, rules or name, what, re.compile(made), reads.split(), config.split())


_ALL = "study compile train export value equilibria lessons adjudicate rank verify"
_GAME = "(?!(figures|hands|manifest|verdict|verification)/)[^/]+"
_RUN = rf"{_GAME}/(?!(equilibria|lessons|value)/)[^/]+"
_EXPORTED, _MEASURED = r"(strategy\.csv|plans\.csv|trajectory\.parquet)", r"distance\.csv"

# In the order in which they are done.
STEPS = (
    _step("study", "the study with every default filled in", r"study\.json", config="studies"),
    _step("compile", "games in sequence form", rf"{_GAME}/[^/]+", config="studies own"),
    _step(
        "train",
        "variants on games",
        rf"{_RUN}/(?!({_EXPORTED}|{_MEASURED})$).*",
        reads="compile",
        config="studies own",
    ),
    _step("export", "what follows from finished runs", f"{_RUN}/{_EXPORTED}", "compile train", "studies own"),
    _step("value", "values of games, and optimal strategies", rf"{_GAME}/value/.*", "compile", "studies"),
    _step(
        "equilibria",
        "families of equilibria, proven, and how far runs are from them",
        rf"({_GAME}/equilibria/.*|{_RUN}/{_MEASURED})",
        reads="compile train",
        config="equilibria",
    ),
    _step("lessons", "what final strategies teach", rf"{_GAME}/lessons/.*", reads="study export", config="studies"),
    _step("adjudicate", "hands of poker, judged action by action", "hands/.*", config="studies hands"),
    _step(
        "rank", "all runs in one table, and who wins where", r"(runs|methods|ranking)\.[a-z]+", "study compile train"
    ),
    _step(
        "verify",
        "a second implementation repeats, certifies or derives what was made",
        "verification/(?!claims/[^/]+$).*",
        reads="study compile train export value equilibria lessons adjudicate rank",
    ),
    _step(
        "gate",
        "the reports of the second implementation become a verdict",
        r"verdict/verification\.json",
        "study verify",
    ),
    _step("claims", "printed figures are compared with those made here", r"claims\.csv", f"{_ALL} gate", "claims"),
    _step(
        "verify-claims",
        "the second implementation derives the claims again",
        "verification/claims/[^/]+",
        reads=f"{_ALL} gate claims",
        rules="verify",
    ),
    _step(
        "gate-claims",
        "the claims become a verdict",
        r"verdict/claims\.json",
        reads="study claims verify-claims",
        config="claims",
        rules="gate",
    ),
    _step("plot", "figures", "figures/.*", f"{_ALL} gate-claims"),
    _step("report", "everything on one page", r"report\.html", f"{_ALL} gate claims gate-claims plot"),
    _step(
        "manifest",
        "the hashes of what was made, and of what it was made from",
        "manifest/.*",
        reads=f"{_ALL} gate claims verify-claims gate-claims plot report",
        config="studies claims equilibria hands own",
    ),
)


def results_of_steps(products: Iterable[File], base: str) -> dict[str, list[File]]:
    """What each step made, for those that made anything; `base` is the folder of the study."""
    found: dict[str, list[File]] = {}
    for file in products:
        path = file.path.removeprefix(f"{base}/")
        step = next((step for step in STEPS if step.made.fullmatch(path)), None)
        if step is None:
            raise InputError(f"{file.path}: expected a file that a stage of the workflow makes")
        found.setdefault(step.name, []).append(file)
    return found


def config_of_step(step: Step, materials: Iterable[File]) -> list[File]:
    """The configuration that a step reads."""
    return [file for file in materials if _kind(file.path) in step.config]


def _kind(path: str) -> str | None:
    """Which part of the configuration a material is; None for what is not science."""
    top, _, rest = path.partition("/")
    if top in ("src", "workflow", "profiles") or not rest:
        return None
    folder = rest.partition("/")[0] if top == "config" else ""
    return folder if folder in ("studies", "claims", "equilibria", "hands") else "own"
