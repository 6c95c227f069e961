"""The pages: what they show comes from results and code, and the published hashes are those of what is here."""

import hashlib
import re
from pathlib import Path

import pytest

from regretlab import docs, docs_cases, docs_right
from regretlab.errors import InputError
from regretlab.files import write_json
from regretlab.registry import game_names, load_rules, variant_names
from regretlab.sequence_form.arrays import Tree
from regretlab.sequence_form.compile import compile_game
from regretlab.sequence_form.file import write_game
from regretlab.sequence_form.size import size_of
from regretlab.stages.train import train
from regretlab.stages.value import solve_value
from regretlab.study import read_study

from small_games import compiled

STUDY = "kuhn-100k"


def published(project: Path, name: str, study: str = STUDY) -> dict[str, str]:
    """A published list: path to SHA-256."""
    lines = (project / f"manifest/{study}/{name}.sha256").read_text().splitlines()
    return {line[66:]: line[:64] for line in lines}


@pytest.fixture(scope="module")
def rebuilt(project, tmp_path_factory):
    """The study trained anew, all 100,000 iterations; its folder and its content."""
    study = read_study(project / f"config/studies/{STUDY}.yaml")
    folder = tmp_path_factory.mktemp(STUDY)
    for game in study["games"]:
        for variant in study["variants"]:
            run = folder / game["folder"] / variant["folder"]
            known = compiled(game["rules"], **game["parameters"])
            train(study, known, Tree.of(known), variant, run, folder / "resume")
    return folder, study


def test_readme_shows_what_is_regenerated(project, rebuilt):
    """The table of results in the README is the one that comes out here and now; a changed digit is not."""
    page = (project / "README.md").read_text()
    folder, study = rebuilt
    write_json(folder / "study.json", study)
    table = docs.results_table(folder)
    assert docs.filled(page, "results", table) == page
    drifted = page.replace("0.000676", "0.000677")
    assert docs.filled(drifted, "results", table) != drifted


@pytest.mark.parametrize(("name", "mark", "least"), [("games", "sizes", 14), ("no-limit", "no-limit", 4)])
def test_page_of_the_games_shows_what_is_regenerated(project, tmp_path, name, mark, least):
    """The rows of small games in the tables of sizes and values are those that come out here and now."""
    study = read_study(project / f"config/studies/{name}.yaml")
    small = [
        game for game in study["games"] if size_of(load_rules(game["rules"], game["parameters"])).histories < 3_000
    ]
    for game in small:
        rules, folder = load_rules(game["rules"], game["parameters"]), tmp_path / game["folder"]
        compiled_game = compile_game(game["rules"], game["parameters"], rules, game["imperfect_recall"])
        write_game(folder, compiled_game)
        if game["value"]:
            solve_value(compiled_game, game["value"], folder / "value")
    write_json(tmp_path / "study.json", {**study, "games": small})
    rows = docs.sizes_table(tmp_path).splitlines()
    page = (project / "docs/games.md").read_text()
    table = page[page.index(f"<!-- {mark}: begin -->") : page.index(f"<!-- {mark}: end -->")].splitlines()
    assert len(rows) > least
    assert [row for row in rows if row not in table] == []
    assert sum(line.startswith("| `") for line in table) == len(study["games"])


@pytest.mark.heavy
def test_page_of_rights_shows_what_is_regenerated(project, tmp_path):
    """Both games trained anew: what they are worth, and how they are played; a changed digit is told."""
    study = read_study(project / "config/studies/no-limit.yaml")
    for game in study["games"]:
        if game["folder"] in docs_right.BOOKS.values():
            rules, folder = load_rules(game["rules"], game["parameters"]), tmp_path / game["folder"]
            known = compile_game(game["rules"], game["parameters"], rules)
            write_game(folder, known)
            for variant in study["variants"]:
                train(study, known, Tree.of(known), variant, folder / variant["folder"], tmp_path / "resume")
    write_json(tmp_path / "study.json", study)
    page = (project / "docs/raise-rights.md").read_text()
    shown = docs.filled(page, "worths", docs_right.worths_table(tmp_path))
    shown = docs.filled(shown, "openings", docs_right.choices_table(tmp_path, 0, ""))
    assert docs.filled(shown, "answers", docs_right.choices_table(tmp_path, 1, "/bet 2")) == page
    drifted = page.replace("+0.161", "+0.162")
    assert docs.filled(drifted, "worths", docs_right.worths_table(tmp_path)) != drifted


def test_readme_has_the_published_root_hashes(project):
    """Those that were accepted; another digit is not."""
    page = (project / "README.md").read_text()
    table = docs.roots_table(project)
    assert docs.filled(page, "roots", table) == page
    studies = [path.name for path in (project / "manifest").iterdir()]
    roots = {study: published(project, "bundle", study)[f"bundles/{study}/tagmanifest-sha256.txt"] for study in studies}
    assert all(f"| `{study}` | `{root}` |" in table for study, root in roots.items())


def test_published_hashes_are_met(project, rebuilt):
    """Every table of the training has the published SHA-256."""
    folder, study = rebuilt
    products = published(project, "products")
    files = list(folder.rglob("*.csv"))
    assert len(files) == len(study["variants"]) * (2 + len(study["checkpoints"]))
    for path in files:
        name = f"results/{STUDY}/{path.relative_to(folder).as_posix()}"
        assert hashlib.sha256(path.read_bytes()).hexdigest() == products[name], name


@pytest.mark.parametrize("study", [STUDY, "games", "atlas", "last-iterates"])
def test_published_materials_are_the_sources(project, study):
    """What the published results were made from is what is here: after a change, `make results` and `make accept`."""
    for name, expected in published(project, "materials", study).items():
        assert hashlib.sha256((project / name).read_bytes()).hexdigest() == expected, name


def test_figure_is_the_published_one(project):
    """The README's figure has the published SHA-256 of the study's."""
    digest = hashlib.sha256((project / docs.FIGURE).read_bytes()).hexdigest()
    assert digest == published(project, "products")[f"results/{STUDY}/{docs.FIGURE_SOURCE.as_posix()}"]


def test_pages_of_code_are_current(project):
    """The keys of a study in config/README.md, the schema, the tables of betting, and the pictures of the worked cases."""
    for path, content in docs.pages_of_code(project).items():
        assert path.read_bytes() == content, path


def test_each_worked_case_has_its_picture(project, tmp_path):
    """On the page, with a text for who cannot see it; no picture is left of a case that is gone, and another answer is told."""
    cases = docs_cases.worked_cases(project)
    page, pictures = (project / "docs/raise-rights.md").read_text(), docs_cases.pictures(cases)
    folder = project / "docs" / docs_cases.FIGURES
    assert len(cases) == 22
    assert {Path(docs_cases.FIGURES, path.name) for path in folder.iterdir()} == set(pictures)
    for path in pictures:
        assert re.search(rf"!\[Timeline of {path.stem}\. [^\]]{{10,}}\]\({path.as_posix()}\)", page)
    changed = tmp_path / docs_cases.CASES
    changed.parent.mkdir(parents=True)
    changed.write_text((project / docs_cases.CASES).read_text().replace("min_raise_to: 15", "min_raise_to: 14"))
    with pytest.raises(ValueError, match="S12: min_raise_to: expected 14, found 15"):
        docs_cases.worked_cases(tmp_path)


@pytest.mark.parametrize(
    "page", ["", "<!-- x: begin -->", "<!-- x: end --><!-- x: begin -->", "<!-- x: begin --><!-- x: end -->" * 2]
)
def test_page_without_its_marks(page):
    """A page that lost its marks is told, not overwritten."""
    with pytest.raises(InputError, match="expected the marks"):
        docs.filled(page, "x", "text")


def test_links_lead_somewhere(project):
    """Every relative link of the project's pages is a file."""
    for page in [*project.glob("*.md"), *project.glob("docs/**/*.md"), *project.glob("*/README.md")]:
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text()):
            assert (page.parent / target).exists(), f"{page}: {target}"


def test_bundle_format_names_what_there_is(project):
    """Every game, every variant, and every kind of file is on its page."""
    page = (project / "docs/bundle-format.md").read_text()
    games, variants = ((project / f"docs/{name}.md").read_text() for name in ("games", "variants"))
    assert [name for name in game_names() if f"\n## {name}: " not in games] == []
    assert [name for name in variant_names() if f"\n### {name}\n" not in variants] == []
    for path in map(Path, published(project, "products")):
        if "figures" not in path.parts:
            name = "{iteration}" if path.parent.name == "checkpoints" else path.stem
            assert name in page, path


def test_lock_files_name_no_host(project):
    """Hashes for everything, and no word on where it comes from."""
    for name in ("requirements.txt", "requirements-dev.txt", "requirements-validators.txt"):
        text = (project / name).read_text()
        assert "://" not in text
        assert "index-url" not in text
        for package in re.split(r"\n(?=\S)", text.split("make lock\n")[1].strip()):
            assert re.match(r"[a-z0-9-]+==\S+( ; .*)? \\\n", package), package
            assert "--hash=sha256:" in package
