# What the stages share: the studies, and what belongs to which of them. Helpers only.
from pathlib import Path

from snakemake.exceptions import WorkflowError
from snakemake.utils import min_version

from regretlab.errors import InputError
from regretlab.files import check_writable
from regretlab.layout import RUN_KEYS
from regretlab.registry import is_file_of_rules
from regretlab.sources import package_sources, sources
from regretlab.study import Config, read_study

min_version("9.0")


wildcard_constraints:
    study="[a-z0-9][a-z0-9_-]*",
    game="[a-z0-9][a-z0-9_-]*",
    variant="(?!equilibria/|value/)[a-z0-9][a-z0-9_-]*",
    file=r"[A-Za-z0-9_-][A-Za-z0-9._-]*\.(efg|nfg|py)",
    mode="python|python-O",
    report="verification|claims",


try:
    for folder in ("results", "resume", "logs"):
        check_writable(Path(folder))
    BUILT_BY_DEFAULT = Config.read(Path("config/config.yaml")).studies
    STUDIES = {
        path.stem: read_study(path)
        for path in sorted(
            {
                *Path("config/studies").glob("*.yaml"),
                *(Path(f"config/studies/{name}.yaml") for name in BUILT_BY_DEFAULT),
            }
        )
    }
except InputError as error:
    raise WorkflowError(str(error)) from None


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
    """The study's entry for a variant."""
    return next(
        item
        for item in study_of(wildcards)["variants"]
        if item["folder"] == wildcards.variant
    )


def studies_where(condition):
    """What matches the names of the studies that meet a condition, and nothing else."""
    return "|".join(name for name in STUDIES if condition(STUDIES[name])) or "(?!)"


def schedule_of(wildcards):
    """What of the study decides how a run goes."""
    return {key: study_of(wildcards)[key] for key in RUN_KEYS}


def claims_of(wildcards):
    """The lists of claims that a study answers to."""
    return [f"config/claims/{name}.yaml" for name in study_of(wildcards)["claims"]]


def family_of(wildcards):
    """The family of equilibria that a game is measured against."""
    return f"config/equilibria/{game_of(wildcards)['equilibria']}.yaml"


def code(*modules):
    """What a stage is made by: the modules, all that they import, the command line, and the lock file."""
    return [*sources(*modules), "src/regretlab/cli.py", "requirements.txt"]


def code_of_rules(wildcards):
    """What a game is compiled by: its rules, or its own file, and the compiler."""
    name = game_of(wildcards)["rules"]
    compiler = ("regretlab.sequence_form.compile", "regretlab.sequence_form.file")
    if is_file_of_rules(name):
        return [name, *code(*compiler, "regretlab.registry")]
    return code(*compiler, "regretlab.registry", f"regretlab.games.{name}")


def files_of_game(wildcards):
    """The published files of a compiled game, with the file that it comes from, if it does."""
    return _files_of_game(wildcards.study, game_of(wildcards))


def files_of_run(wildcards):
    """What the verification of a run reads: its published files, and the family that it is measured against."""
    game = game_of(wildcards)
    family = expand(rules.equilibria.output, study=wildcards.study, game=wildcards.game)
    return [
        *_files_of_game(wildcards.study, game),
        *_files_of_run(wildcards.study, game, wildcards.variant),
        *(family if game["equilibria"] else []),
    ]


def files_of_study(wildcards):
    """The published files of all stages up to the report."""
    study = study_of(wildcards)
    folder = f"results/{wildcards.study}"
    files = [f"{folder}/study.json", f"{folder}/claims.csv", f"{folder}/report.html"]
    files += [
        f"{folder}/verdict/{report}.json" for report in ("verification", "claims")
    ]
    for game in study["games"]:
        files += _files_of_game(wildcards.study, game)
        files.append(f"{folder}/figures/{game['folder']}")
        if game["value"]:
            files += expand(
                rules.value.output, study=wildcards.study, game=game["folder"]
            )
        if game["equilibria"]:
            files += expand(
                rules.equilibria.output, study=wildcards.study, game=game["folder"]
            )
        for variant in study["variants"]:
            files += _files_of_run(wildcards.study, game, variant["folder"])
    return files + verification_of(wildcards)


def marks_of(wildcards, option):
    """What leaves out the hidden files that Snakemake puts into the folders that it makes."""
    folders = [path for path in files_of_study(wildcards) if not Path(path).suffix]
    return [f"{option} {folder}/.snakemake_timestamp" for folder in folders]


def verification_of(wildcards):
    """The reports of the second implementation on all of a study."""
    study = study_of(wildcards)
    return [
        f"results/{wildcards.study}/verification/{game['folder']}/{subject}/{mode}.json"
        for game in study["games"]
        for subject in [
            *(variant["folder"] for variant in study["variants"]),
            *(part for part in ("value", "equilibria") if game[part]),
        ]
        for mode in ("python", "python-O")
    ]


def materials_of(wildcards):
    """What the results are made from: workflow, configuration, sources, lock file."""
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
    packages = [
        file
        for package in ("regretlab", "recheck", "seal")
        for file in package_sources(package)
    ]
    return [
        "Snakefile",
        *workflow,
        "profiles/default/config.yaml",
        f"config/studies/{wildcards.study}.yaml",
        *claims_of(wildcards),
        *families,
        *games,
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
    return [f"results/{study}/{game['folder']}/{variant}/{name}" for name in names]
