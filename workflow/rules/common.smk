# What the stages share: the studies, and what belongs to which of them. Helpers only.
import re
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from snakemake.exceptions import WorkflowError
from snakemake.logging import logger
from snakemake.utils import min_version

from regretlab.errors import InputError
from regretlab.files import check_writable
from regretlab.layout import LESSONS, RUN_KEYS, has_lessons
from regretlab.pinned import SOURCES, is_resource
from regretlab.registry import files_of_variant, is_file_of_rules
from regretlab.study import built_by_default, is_name, read_studies
from regretlab.sources import package_sources, sources

min_version("9.0")


wildcard_constraints:
    study="[a-z0-9][a-z0-9_-]*",
    game="(?!hands/)[a-z0-9][a-z0-9_-]*",
    hands="[a-z0-9][a-z0-9_-]*",
    variant="(?!equilibria/|value/|lessons/)[a-z0-9][a-z0-9._-]*",
    file=r"[A-Za-z0-9_-][A-Za-z0-9._-]*\.(efg|nfg|py)",
    mode="python|python-O",
    report="verification|claims",


# How a stage is called. What it calls is a matter of its rule, and the commands for people are none.
COMMAND_LINE = [
    f"src/regretlab/cli/{name}.py" for name in ("__init__", "adding", "stages")
]

try:
    for folder in ("results", "bundles", "resume", "logs"):
        check_writable(Path(folder))
    BUILT_BY_DEFAULT = built_by_default(Path("config"))
    STUDIES, FAULTY = read_studies(Path("config/studies"), BUILT_BY_DEFAULT)
except InputError as error:
    raise WorkflowError(str(error)) from None
for problem in FAULTY.values():
    logger.warning(f"{problem}\n(this study is left out)")


def refuse(problem):
    """A target that cannot be made."""

    def fail(wildcards):
        raise WorkflowError(problem)

    return fail


class Batch(NamedTuple):
    """Runs on a game that one job does: those of a sweep, or all, if the study says so."""

    study: str
    game: str
    name: str
    variants: list[dict]

    def named(self, stage, *more):
        """What its part in a stage is called, which goes before that of single runs."""
        name = ".".join((stage, self.study, self.game, self.name, *more))
        workflow.ruleorder(name, stage)
        return name

    def published(self):
        """What the verification of the runs reads."""
        study = STUDIES[self.study]
        game = next(item for item in study["games"] if item["folder"] == self.game)
        files = [_files_of_run(self.study, game, variant) for variant in self.variants]
        family = rules.equilibria.output if game["equilibria"] else []
        return [
            *_files_of_game(self.study, game),
            *chain.from_iterable(files),
            *expand(family, study=self.study, game=self.game),
        ]

    def files(self, *patterns):
        """Files of all the runs."""
        folders = [variant["folder"] for variant in self.variants]
        return expand(patterns, study=self.study, game=self.game, variant=folders)

    def folders(self):
        """Names of all the runs."""
        return " ".join(variant["folder"] for variant in self.variants)

    def code(self):
        """What the variants are made by."""
        return sorted({file for item in self.variants for file in code_of_entry(item)})

    def code_of_histories(self):
        """What the game is walked by, if a variant samples."""
        sampled = any(variant["sampled"] for variant in self.variants)
        return code_of_rules(self) if sampled else []


def batches():
    """All batches of all studies."""
    found = {}
    for name, study in STUDIES.items():
        for game in study["games"]:
            for variant in variants_on(study, game["folder"]):
                batch = "all" if study["batch"] else variant["sweep"]
                if batch:
                    key = (name, game["folder"], batch)
                    found.setdefault(key, []).append(variant)
    return [Batch(*key, variants) for key, variants in found.items()]


def study_of(wildcards):
    """The study in full, as in study.json."""
    return STUDIES[wildcards.study]


def game_of(wildcards):
    """The study's entry for a game."""
    return next(
        game
        for game in study_of(wildcards)["games"]
        if game["folder"] == wildcards.game
    )


def variant_of(wildcards):
    """The study's entry for a variant on a game."""
    return next(
        variant
        for variant in variants_on(study_of(wildcards), wildcards.game)
        if variant["folder"] == wildcards.variant
    )


def hands_of(wildcards):
    """The study's entry for hands."""
    return next(
        run for run in study_of(wildcards)["hands"] if run["folder"] == wildcards.hands
    )


def file_of_hands(wildcards):
    """The file that hands are in."""
    return f"config/hands/{hands_of(wildcards)['file']}"


def variants_on(study, game):
    """The entries of the variants that run on the game with that folder."""
    return [variant for variant in study["variants"] if game in variant["games"]]


def studies_where(condition):
    """What matches the names of the studies that meet a condition, and nothing else."""
    return "|".join(name for name in STUDIES if condition(STUDIES[name])) or "(?!)"


def names_of_own_files():
    """What matches the names of the files that variants of all studies bring along, and nothing else."""
    names = {
        re.escape(Path(file).name)
        for study in STUDIES.values()
        for variant in study["variants"]
        for file in files_of_variant(variant)
    }
    return "|".join(sorted(names)) or "(?!)"


def schedule_of(wildcards):
    """What of the study decides how a run goes."""
    return {key: study_of(wildcards)[key] for key in RUN_KEYS}


def claims_of(wildcards):
    """The lists of claims that a study answers to."""
    return [f"config/claims/{name}.yaml" for name in study_of(wildcards)["claims"]]


def family_of(wildcards):
    """The family of equilibria that a game is measured against."""
    return f"config/equilibria/{game_of(wildcards)['equilibria']}.yaml"


def strategy_of_lessons(wildcards):
    """The strategy that lessons are drawn from."""
    return f"results/{wildcards.study}/{wildcards.game}/{study_of(wildcards)[LESSONS]}/strategy.csv"


def code(*modules):
    """What a stage is made by: the modules, all that they import, its command, and the lock file."""
    return [*sources(*modules), *COMMAND_LINE, "requirements.txt"]


def code_of_rules(wildcards):
    """What a game is compiled by: its rules, or its own file, and the compiler."""
    name = game_of(wildcards)["rules"]
    compiler = ("regretlab.sequence_form.compile", "regretlab.sequence_form.file")
    if is_file_of_rules(name):
        return [name, *code(*compiler, "regretlab.registry")]
    return code(*compiler, "regretlab.registry", f"regretlab.games.{name}")


def code_of_histories(wildcards):
    """What the game is walked by, if the variant samples."""
    return code_of_rules(wildcards) if variant_of(wildcards)["sampled"] else []


def code_of_variant(wildcards):
    """What a variant is made by."""
    return code_of_entry(variant_of(wildcards))


def code_of_variants(wildcards):
    """What all variants of a study are made by: study.json says some of what they say."""
    variants = study_of(wildcards)["variants"]
    return sorted({file for item in variants for file in code_of_entry(item)})


def code_of_entry(variant):
    """What a variant is made by: its module, or its own file, and the tables that it takes numbers from."""
    own = files_of_variant(variant)
    if variant["rule"] in own:
        return [*own, *code("regretlab.variant")]
    return [*own, *code(f"regretlab.variants.{variant['rule']}")]


def file_of_variant(wildcards):
    """The file of a run's variant that has a name."""
    files = files_of_variant(variant_of(wildcards))
    return next(path for path in files if Path(path).name == wildcards.own)


def files_of_game(wildcards):
    """The published files of a compiled game, with the file that it comes from, if it does."""
    return _files_of_game(wildcards.study, game_of(wildcards))


def files_of_run(wildcards):
    """What the verification of a run reads: its published files, and the family that it is measured against."""
    game = game_of(wildcards)
    family = expand(rules.equilibria.output, study=wildcards.study, game=wildcards.game)
    return [
        *_files_of_game(wildcards.study, game),
        *_files_of_run(wildcards.study, game, variant_of(wildcards)),
        *(family if game["equilibria"] else []),
    ]


def runs_of_study(wildcards):
    """What the tables of the whole study are made from, beside study.json."""
    study = study_of(wildcards)
    folder = f"results/{wildcards.study}"
    units = [f"{folder}/{game['folder']}/game.json" for game in study["games"]]
    return units + [
        f"{folder}/{game['folder']}/{variant['folder']}/trajectory.csv"
        for game in study["games"]
        for variant in variants_on(study, game["folder"])
    ]


def files_of_study(wildcards):
    """The published files of all stages up to the report."""
    study = study_of(wildcards)
    folder = f"results/{wildcards.study}"
    files = [f"{folder}/study.json", f"{folder}/claims.csv", f"{folder}/report.html"]
    files += tables_of_study(wildcards) + figures_of_study(wildcards)
    files += [
        f"{folder}/verdict/{report}.json" for report in ("verification", "claims")
    ]
    for game in study["games"]:
        files += _files_of_game(wildcards.study, game)
        if game["value"]:
            files += expand(
                rules.value.output, study=wildcards.study, game=game["folder"]
            )
        if game["equilibria"]:
            files += expand(
                rules.equilibria.output, study=wildcards.study, game=game["folder"]
            )
        if has_lessons(study, game):
            files += expand(
                rules.lessons.output, study=wildcards.study, game=game["folder"]
            )
        for variant in variants_on(study, game["folder"]):
            files += _files_of_run(wildcards.study, game, variant)
    files += [f"{folder}/hands/{run['folder']}" for run in study["hands"]]
    return files + verification_of(wildcards) + verification_of_claims(wildcards)


def tables_of_study(wildcards):
    """The tables of the whole study: there are some if it has games."""
    made = rules.rank.output if study_of(wildcards)["games"] else []
    return expand(made, study=wildcards.study)


def figures_of_study(wildcards):
    """Folders and files of all figures: of the whole study, of its games, and of its questions."""
    study, folder = study_of(wildcards), f"results/{wildcards.study}/figures"
    games = [game["folder"] for game in study["games"]]
    questions = [run["folder"] for run in study["hands"] if run["kind"] == "questions"]
    return [
        *(expand(rules.plot_games.output, study=wildcards.study) if games else []),
        *(f"{folder}/{game}" for game in games),
        *(f"{folder}/hands/{name}" for name in questions),
    ]


def marks_of(wildcards, option):
    """What leaves out the hidden files that Snakemake puts into the folders that it makes."""
    folders = [path for path in files_of_study(wildcards) if not Path(path).suffix]
    return [f"{option} {folder}/.snakemake_timestamp" for folder in folders]


def verification_of(wildcards):
    """The reports of the second implementation on all results of a study."""
    study = study_of(wildcards)
    subjects = [
        f"{game['folder']}/{subject}"
        for game in study["games"]
        for subject in [
            *(variant["folder"] for variant in variants_on(study, game["folder"])),
            *(part for part in ("value", "equilibria") if game[part]),
            *([LESSONS] if has_lessons(study, game) else []),
        ]
    ]
    subjects += [f"hands/{run['folder']}" for run in study["hands"]]
    subjects += ["tables"] if study["games"] else []
    return [
        f"results/{wildcards.study}/verification/{subject}/{mode}.json"
        for subject in subjects
        for mode in ("python", "python-O")
    ]


def verification_of_claims(wildcards):
    """The reports of the second implementation on what is made of these results once they are verified."""
    return [
        f"results/{wildcards.study}/verification/claims/{mode}.json"
        for mode in ("python", "python-O")
    ]


def materials_of(wildcards):
    """What the results are made from, by `make results`: workflow, configuration, sources, lock file."""
    workflow = sorted(
        str(path) for path in Path("workflow").rglob("*") if path.is_file()
    )
    families = [
        f"config/equilibria/{game['equilibria']}.yaml"
        for game in study_of(wildcards)["games"]
        if game["equilibria"]
    ]
    games = [
        game["rules"]
        for game in study_of(wildcards)["games"]
        if is_file_of_rules(game["rules"])
    ]
    hands = [f"config/hands/{run['file']}" for run in study_of(wildcards)["hands"]]
    # Where they come from, and under which license.
    hands += ["config/hands/README.md"] if hands else []
    variants = {
        file
        for variant in study_of(wildcards)["variants"]
        for file in files_of_variant(variant)
    }
    fetched = any(map(is_resource, [*games, *variants]))
    packages = [
        file
        for package in ("regretlab", "recheck", "seal", "audit")
        for file in package_sources(package)
    ]
    return [
        "Snakefile",
        "Makefile",
        "pyproject.toml",
        "LICENSE",
        "CITATION.cff",
        *workflow,
        "profiles/default/config.yaml",
        f"config/studies/{wildcards.study}.yaml",
        *claims_of(wildcards),
        *families,
        *games,
        *hands,
        *sorted(variants),
        *([str(SOURCES)] if fetched else []),
        "requirements.txt",
        *packages,
    ]


def _files_of_game(study, game):
    files = expand(rules.compile.output, study=study, game=game["folder"])
    names = []
    if is_file_of_rules(game["rules"]):
        names.append(Path(game["rules"]).name)
    if game["rules"].endswith(".py"):
        names.append("game.efg")
    return files + [f"results/{study}/{game['folder']}/{name}" for name in names]


def _files_of_run(study, game, variant):
    names = ["trajectory.csv", "trajectory.parquet", "strategy.csv", "checkpoints"]
    if STUDIES[study]["frequencies"]:
        names.append("frequencies.csv")
    if STUDIES[study]["pure_plans"]:
        names.append("plans.csv")
    if game["equilibria"]:
        names.append("distance.csv")
    names += [Path(file).name for file in files_of_variant(variant)]
    folder = f"results/{study}/{game['folder']}/{variant['folder']}"
    return [f"{folder}/{name}" for name in names]
