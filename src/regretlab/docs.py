"""What the project's pages take from results and code: no number, no list of keys in them is typed by hand."""

import json
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from inspect import Parameter, signature
from pathlib import Path
from typing import Any, get_type_hints

from regretlab.claims import ClaimsFile
from regretlab.decimals import readable, write_like
from regretlab.docs_betting import books_table, rules_table
from regretlab.docs_cases import cases_text, pictures, worked_cases
from regretlab.docs_mutants import counts_table, mutants, mutants_table
from regretlab.docs_pokerkit import pokerkit_table
from regretlab.docs_right import choices_table, worths_table
from regretlab.docs_willow import ladder_table, losses_table, teaching_tables
from regretlab.errors import InputError
from regretlab.files import read_json, read_text
from regretlab.parameters import Strategy, Table
from regretlab.registry import (
    is_file_of_rules,
    load_rules,
    load_variant,
    rules_parameters,
    variant_names,
    variant_of,
)
from regretlab.stages.report import COLUMNS, decades
from regretlab.study import StudyFile, read_study
from regretlab.variant import ALL, Sampling
from regretlab.yaml_model import as_yaml

EXAMPLES: dict[Any, Any] = {
    int: 1_000,
    Table: "config/tables/ddcfr-kuhn.csv",
    Strategy: "config/tables/kuhn-equilibrium.csv",
}
"""Values for parameters without a default, by their kinds."""

SCHEMA = Path("workflow/schemas/study.schema.json")
RUNS, GAMES, NO_LIMIT = "kuhn-100k", "games", "no-limit"
WILLOW, ENDGAMES = "willow", "willow-endgames"
"""The studies whose results the pages show."""

FIGURE = Path("docs/figures/exploitability.svg")
FIGURE_SOURCE = Path("figures/kuhn_poker/cfr/exploitability.svg")


def pages(project: Path, results: Path) -> dict[Path, bytes]:
    """The pages as they should be, given the folder of all results."""
    readme, games, rights = (project / name for name in ("README.md", "docs/games.md", "docs/raise-rights.md"))
    code, no_limit = pages_of_code(project), results / NO_LIMIT
    sizes = filled(read_text(games), "sizes", sizes_table(results / GAMES))
    right = filled(code[rights].decode(), "worths", worths_table(no_limit))
    right = filled(right, "openings", choices_table(no_limit, 0, ""))
    willow = project / "docs/willow.md"
    tables = {
        "ladder": ladder_table(results / WILLOW),
        "losses": losses_table(results / ENDGAMES),
        **teaching_tables(results / WILLOW),
    }
    solved = read_text(willow)
    for name, table in tables.items():
        solved = filled(solved, name, table)
    return {
        readme: filled(
            filled(read_text(readme), "results", results_table(results / RUNS)), "roots", roots_table(project)
        ).encode(),
        project / FIGURE: (results / RUNS / FIGURE_SOURCE).read_bytes(),
        **code,
        games: filled(sizes, "no-limit", sizes_table(no_limit)).encode(),
        willow: solved.encode(),
        rights: filled(right, "answers", choices_table(no_limit, 1, "/bet 2")).encode(),
    }


def pages_of_code(project: Path) -> dict[Path, bytes]:
    """Those of the pages that depend on code alone."""
    page, variants, damage, rights = (
        project / name for name in ("config/README.md", "docs/variants.md", "docs/mutants.md", "docs/raise-rights.md")
    )
    done, cases = mutants(project), worked_cases(project)
    schema = json.dumps(StudyFile.model_json_schema(), indent=2, ensure_ascii=False)
    return {
        page: filled(read_text(page), "keys", keys_table()).encode(),
        variants: filled(filled(read_text(variants), "variants", variants_table(project)), "cards", cards()).encode(),
        damage: filled(
            filled(read_text(damage), "counts", counts_table(done)), "mutants", mutants_table(done)
        ).encode(),
        rights: filled(_rights_page(project, rights), "cases", cases_text(cases)).encode(),
        **{rights.parent / path: picture for path, picture in pictures(cases).items()},
        project / SCHEMA: f"{schema}\n".encode(),
    }


def _rights_page(project: Path, page: Path) -> str:
    """The page of betting, with its three tables."""
    tables = {"rules": rules_table(), "books": books_table(), "pokerkit": pokerkit_table(project)}
    text = read_text(page)
    for mark, table in tables.items():
        text = filled(text, mark, table)
    return text


def results_table(folder: Path) -> str:
    """The runs of the study in the folder as a Markdown table, in antes per hand."""
    study = read_json(folder / "study.json")
    lines = [
        f"| game | variant | iteration | {' | '.join(COLUMNS.values())} |",
        "|---|---|--:|" + "--:|" * len(COLUMNS),
    ]
    for game in study["games"]:
        for variant in (entry for entry in study["variants"] if game["folder"] in entry["games"]):
            for row in decades(folder / game["folder"] / variant["folder"] / "trajectory.csv"):
                lines.append(f"| `{game['folder']}` | `{variant['folder']}` | {' | '.join(row.values())} |")
    return "\n".join(lines)


def roots_table(project: Path) -> str:
    """The bundles of the published studies as a Markdown table: root hashes, by the lists that were accepted."""
    lines = ["| bundle | root hash |", "|---|---|"]
    for path in sorted((project / "manifest").glob("*/bundle.sha256")):
        hashes = {file: sha256 for sha256, file in (line.split("  ") for line in read_text(path).splitlines())}
        lines.append(f"| `{path.parent.name}` | `{hashes[f'bundles/{path.parent.name}/tagmanifest-sha256.txt']}` |")
    return "\n".join(lines)


def sizes_table(folder: Path) -> str:
    """The games of the study in the folder as a Markdown table: what they are, how large, and their values."""
    titles = (
        "game",
        "histories",
        "terminals",
        "infosets by player",
        "sequences by player",
        "value to player 0",
        "exactly",
    )
    lines = [f"| {' | '.join(titles)} |", "|---|" + "--:|" * (len(titles) - 1)]
    for game in read_json(folder / "study.json")["games"]:
        compiled = read_json(folder / game["folder"] / "game.json")
        numbers = [f"{compiled[key]:,}" for key in ("histories", "terminals")]
        numbers += [" ".join(f"{number:,}" for number in compiled[key]) for key in ("infosets", "sequences")]
        value = read_json(folder / game["folder"] / "value" / "value.json")["value"] if game["value"] else None
        lines.append(f"| `{_called(game)}` | {' | '.join([*numbers, *_value(value)])} |")
    return "\n".join(lines)


def _called(game: Mapping[str, Any]) -> str:
    """The rules and those parameters that are not the defaults."""
    defaults = {} if is_file_of_rules(game["rules"]) else rules_parameters(load_rules(game["rules"], {}))
    chosen = [f"{key}={as_yaml(value)}" for key, value in game["parameters"].items() if value != defaults.get(key)]
    return " ".join([Path(game["rules"]).name, *chosen])


def _value(value: str | None) -> tuple[str, str]:
    """An exact value as a decimal and, where it can be read, as it is."""
    if value is None:
        return "", ""
    return write_like("0.000000000000", Fraction(value)), value if readable(Fraction(value)) == value else ""


def variants_table(project: Path) -> str:
    """The variants as a Markdown table of their facts, and of how many printed figures the studies reproduce with them."""
    titles = (
        *("variant", "updates", "against", "samples", "averaging", "answer", "runs"),
        *("figures", "studies", "paper", "guarantee"),
    )
    lines = [f"| {' | '.join(titles)} |", "|---|" + "---|" * (len(titles) - 1)]
    figures, studies = _printed_figures(project), _studies(project)
    for name in variant_names():
        variant = load_variant(name, _examples(name))
        runs = "compiled" if variant.compiled else "plain"
        facts = (
            variant.updates.name,
            variant.opponents.name,
            _sampled(variant.sampling),
            variant.averaging,
            variant.answer,
            runs,
            str(figures[name]),
            " ".join(f"`{study}`" for study in studies[name]),
        )
        lines.append(f"| `{name}` | {' | '.join(facts)} | {variant.reference} | {variant.guarantee} |")
    return "\n".join(lines)


def _sampled(sampling: Sampling | None) -> str:
    """At whose turns single actions are drawn."""
    drawn = [] if sampling is None else [key for key in ("chance", "others", "own") if getattr(sampling, key) != ALL]
    return ", ".join(drawn) or "-"


def _studies(project: Path) -> dict[str, list[str]]:
    """By variant the studies that it runs in, and in whose reports its verification is told."""
    found: dict[str, list[str]] = {name: [] for name in variant_names()}
    for path in sorted((project / "config/studies").glob("*.yaml")):
        for rule in dict.fromkeys(entry["rule"] for entry in read_study(path)["variants"]):
            if rule in found:
                found[rule].append(path.stem)
    return found


def _printed_figures(project: Path) -> Counter[str]:
    """By variant the number of claims on its runs; a study with one that is not reproduced does not come to an end."""
    found: Counter[str] = Counter()
    for path in sorted((project / "config/studies").glob("*.yaml")):
        study = read_study(path)
        rules = {(game, entry["folder"]): entry["rule"] for entry in study["variants"] for game in entry["games"]}
        for name in study["claims"]:
            for claim in ClaimsFile.read(project / f"config/claims/{name}.yaml").claims:
                game, *rest = claim.file.removeprefix("verification/").split("/")
                found.update([rules[game, rest[0]]] if rest and (game, rest[0]) in rules else [])
    return found


def cards() -> str:
    """What the file of each variant says of it, and its parameters."""
    return "\n\n".join(map(_card, variant_names()))


def _card(name: str) -> str:
    make = variant_of(name)
    title, _, text = (sys.modules[make.__module__].__doc__ or "").strip().partition("\n")
    defaults = ", ".join(
        f"`{key}`" if parameter.default is Parameter.empty else f"`{key}` ({parameter.default})"
        for key, parameter in signature(make).parameters.items()
    )
    return f"### {name}\n\n{title}\n\n{text.strip()}\n\nParameters: {defaults or 'none'}."


def _examples(name: str) -> dict[str, Any]:
    """Values for the parameters that have no default."""
    kinds = get_type_hints(variant_of(name))
    needed = [key for key, item in signature(variant_of(name)).parameters.items() if item.default is Parameter.empty]
    return {key: EXAMPLES[kinds[key]] for key in needed}


def keys_table() -> str:
    """The keys of a study file as a Markdown table."""
    schema = StudyFile.model_json_schema()
    return "\n".join(["| key | default | what |", "|---|---|---|", *_keys(schema, schema["$defs"], "")])


def filled(page: str, mark: str, text: str) -> str:
    """A page with the text put between its two marks. Raises `InputError` if it has not exactly these."""
    begin, end = f"<!-- {mark}: begin -->", f"<!-- {mark}: end -->"
    if (page.count(begin), page.count(end)) != (1, 1) or page.index(end) < page.index(begin):
        raise InputError(f"expected the marks {begin} and {end} once each")
    return page[: page.index(begin) + len(begin)] + f"\n{text}\n" + page[page.index(end) :]


def _keys(model: dict[str, Any], models: dict[str, Any], prefix: str) -> Iterator[str]:
    """A line per key, those of the parts below the key that holds them."""
    for key, field in model["properties"].items():
        default = f"`{json.dumps(field['default'])}`" if "default" in field else "-"
        yield f"| `{prefix}{key}` | {default} | {' '.join(field['description'].split())} |"
        items = field.get("items", {})
        part = next(
            (
                item["$ref"]
                for item in (field, items, *items.get("anyOf", ()), *field.get("anyOf", ()))
                if "$ref" in item
            ),
            None,
        )
        if part:
            inner = f"{prefix}{key}[]." if "items" in field else f"{prefix}{key}."
            yield from _keys(models[part.rpartition("/")[2]], models, inner)
