"""What is pinned in config/sources.yaml, what studies make of it, and the command that fetches it."""

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from regretlab.cli import main
from regretlab.errors import InputError
from regretlab.pinned import SourcesFile, check_url, needed, pinned
from regretlab.study import read_study

PROJECT = Path(__file__).parent.parent
GAME = PROJECT / "config/games/myerson-poker.efg"
BODY = GAME.read_bytes()
ENTRY = {
    "url": "https://example.org/x.efg",
    "size": len(BODY),
    "sha256": hashlib.sha256(BODY).hexdigest(),
    "license": "CC0-1.0",
    "citation": "A. Author, A game, 1991",
}
STUDY = {
    "title": "On a game that was fetched",
    "games": [{"rules": "resources/x.efg"}],
    "variants": ["cfr"],
    "iterations": 10,
    "snapshots": {"at": [1]},
    "checkpoints": {},
}


@pytest.fixture
def project(tmp_path, monkeypatch):
    """A folder with a configuration, entered."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "config/studies").mkdir(parents=True)
    (tmp_path / "config/config.yaml").write_text("studies: [mine]\n")
    write({"x.efg": {**ENTRY, "url": GAME.as_uri()}})
    write_study(STUDY)
    return tmp_path


def write(sources) -> None:
    Path("config/sources.yaml").write_text(yaml.safe_dump({"sources": sources}))


def write_study(study) -> None:
    Path("config/studies/mine.yaml").write_text(yaml.safe_dump(study))


def problem_with(tmp_path, name="x.efg", **changes) -> str:
    """What is wrong with a file of one entry; a key whose value is None is left out."""
    entry = {key: value for key, value in {**ENTRY, **changes}.items() if value is not None}
    path = tmp_path / "sources.yaml"
    path.write_text(yaml.safe_dump({"sources": {name: entry}}))
    with pytest.raises(InputError) as caught:
        SourcesFile.read(path)
    return str(caught.value).removeprefix(f"{path}: ")


def test_the_projects_own_can_be_read(monkeypatch):
    monkeypatch.chdir(PROJECT)
    assert pinned() == {}


def test_the_documented_example_is_one(tmp_path):
    """What stands as a comment in config/sources.yaml is a good file, but for its marks."""
    lines = (PROJECT / "config/sources.yaml").read_text().splitlines()
    example = lines[lines.index("# sources:") : lines.index("sources: {}")]
    path = tmp_path / "sources.yaml"
    path.write_text("\n".join(line.removeprefix("# ") for line in example))
    (source,) = SourcesFile.read(path).sources.values()
    assert source.size == 1234


def test_a_good_entry(tmp_path):
    path = tmp_path / "sources.yaml"
    path.write_text(yaml.safe_dump({"sources": {"x.efg": ENTRY}}))
    assert SourcesFile.read(path).sources["x.efg"].url == [ENTRY["url"]]


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"sha256": None}, "sources.x.efg.sha256: expected, but not given"),
        ({"sha256": "d41d8cd98f00b204e9800998ecf8427e"}, "sources.x.efg.sha256: expected 64 hexadecimal digits"),
        ({"sha256": ENTRY["sha256"].upper()}, "sources.x.efg.sha256: expected 64 hexadecimal digits in lower case"),
        ({"sha256": "sha256:" + ENTRY["sha256"]}, "sources.x.efg.sha256: expected 64 hexadecimal digits"),
        ({"sha256": ENTRY["sha256"] + "\n"}, "sources.x.efg.sha256: expected 64 hexadecimal digits"),
        ({"sha256": None, "md5": "d41d8cd98f00b204e9800998ecf8427e"}, "sources.x.efg.md5: unknown key"),
        ({"sha1": "da39a3ee5e6b4b0d3255bfef95601890afd80709"}, "sources.x.efg.sha1: unknown key"),
        ({"size": None}, "sources.x.efg.size: expected, but not given"),
        ({"size": 0}, "sources.x.efg.size: expected greater than or equal to 1, found 0"),
        ({"size": "12"}, "sources.x.efg.size: expected a whole number, found '12'"),
        ({"license": None}, "sources.x.efg.license: expected, but not given"),
        ({"citation": None}, "sources.x.efg.citation: expected, but not given"),
        ({"url": []}, "sources.x.efg.url: expected at least one, found []"),
        ({"url": ["https://a.example/x", 7]}, "sources.x.efg.url[1]: expected a text, found 7"),
        ({"url": ["https://a.example/x"] * 2}, "sources.x.efg.url: expected different URLs"),
        ({"url": "ftp://example.org/x"}, "sources.x.efg.url: expected a URL with one of: http, https, file"),
    ],
    ids=str,
)
def test_bad_entries(tmp_path, changes, expected):
    assert expected in problem_with(tmp_path, **changes)


@pytest.mark.parametrize(
    "name", ["", ".x", "../x", "a/b", "a\\b", "x.", "con", "NUL.efg", "é", "a b", "x\n", "x" * 101, "-x", "a:b"]
)
def test_names_that_not_every_system_has(tmp_path, name):
    assert "expected names of up to 100 letters" in problem_with(tmp_path, name)


def test_names_that_differ_in_case(tmp_path):
    path = tmp_path / "sources.yaml"
    path.write_text(yaml.safe_dump({"sources": {"x.efg": ENTRY, "X.efg": ENTRY}}))
    with pytest.raises(InputError, match=r"differ in more than case, found 'X.efg' and 'x.efg'"):
        SourcesFile.read(path)


@pytest.mark.parametrize(
    "url",
    [
        "example.org/x",
        "https:///x",
        "https://user:word@example.org/x",
        "https://example.org/x#part",
        "https://example.org/a b",
        "https://example.org/é",
        "https://example.org:port/x",
        "https://[::1/x",
        "file:x",
        "file://host/x",
        "data:,x",
    ],
)
def test_no_urls(url):
    with pytest.raises(ValueError, match="expected"):
        check_url(url)


@pytest.mark.parametrize("url", ["http://127.0.0.1:80/x?y=1&z", "https://[::1]/x", "file:///a/b", "file:/a"])
def test_urls(url):
    check_url(url)


# Studies on what was fetched.


def test_not_fetched_yet(project):
    expected = r"games\[0\].rules: resources/x.efg: not fetched yet: run `regretlab fetch x.efg`"
    with pytest.raises(InputError, match=expected):
        read_study(Path("config/studies/mine.yaml"))


def test_fetched_by_the_studies_needs(project, capsys):
    """The command fetches what the study needs, and then it can be read."""
    assert main(["fetch"]) == 0
    assert capsys.readouterr().out.startswith("resources/x.efg: ")
    assert (project / "resources/x.efg").read_bytes() == BODY
    study = read_study(Path("config/studies/mine.yaml"))
    assert (study["games"][0]["folder"], study["games"][0]["rules"]) == ("x", "resources/x.efg")


def test_another_file_than_pinned(project):
    main(["fetch"])
    Path("resources/x.efg").write_bytes(BODY + b"\n")
    with pytest.raises(InputError, match=rf"expected SHA-256 {ENTRY['sha256']}, as in config/sources.yaml, found"):
        read_study(Path("config/studies/mine.yaml"))


def test_not_pinned(project):
    """A file of resources/ that nobody else could have is refused."""
    main(["fetch"])
    write({})
    with pytest.raises(
        InputError, match=r"resources/x.efg: expected an entry 'x.efg' in config/sources.yaml, found none"
    ):
        read_study(Path("config/studies/mine.yaml"))


def test_a_table_that_was_not_fetched(project):
    write({"t.csv": ENTRY})
    write_study(
        {**STUDY, "games": ["kuhn_poker"], "variants": [{"rule": "ddcfr", "parameters": {"table": "resources/t.csv"}}]}
    )
    with pytest.raises(InputError, match=r"resources/t.csv: not fetched yet: run `regretlab fetch t.csv`"):
        read_study(Path("config/studies/mine.yaml"))


def test_what_studies_need(project):
    """By name, from studies that may be wrong otherwise."""
    write_study(
        {"games": ["resources/b.efg", {"rules": "resources/a.efg"}], "x": {"table": ["resources/t.csv", "other"]}}
    )
    assert needed(["mine"]) == ["a.efg", "b.efg", "t.csv"]


def test_a_study_that_is_not_there(project):
    with pytest.raises(InputError, match=r"config/studies/none.yaml: cannot be read"):
        needed(["none"])


# The command.


def test_a_name_that_is_not_pinned(project, capsys):
    assert main(["fetch", "y.efg", "x.efg"]) == 1
    assert capsys.readouterr().err == "regretlab: config/sources.yaml: expected an entry 'y.efg', found x.efg\n"
    assert (project / "resources/x.efg").exists()


def test_nothing_needed(project, capsys):
    write_study({**STUDY, "games": ["kuhn_poker"]})
    assert main(["fetch"]) == 0
    assert capsys.readouterr() == ("", "")
    assert not (project / "resources").exists()


def test_all_that_failed_is_told(project, capsys):
    write({"a": {**ENTRY, "url": "file:///none/a"}, "b": {**ENTRY, "url": "file:///none/b"}})
    assert main(["fetch", "a", "b"]) == 1
    assert [line.split(": ")[1] for line in capsys.readouterr().err.splitlines()] == ["a", "b"]


def test_no_sources(project, capsys):
    Path("config/sources.yaml").unlink()
    assert main(["fetch"]) == 1
    assert "config/sources.yaml: cannot be read" in capsys.readouterr().err


# The workflow.


@pytest.mark.heavy
def test_the_workflow_on_what_was_fetched(project):
    """It says what to fetch; then the file and where it is from are materials of the study, and of no other."""
    write_study({**STUDY, "frequencies": True})
    Path("config/studies/other.yaml").write_text(yaml.safe_dump({**STUDY, "games": ["kuhn_poker"]}))
    sources = ("Snakefile", "Makefile", "workflow", "profiles", "src", "pyproject.toml", "requirements.txt")
    for name in (*sources, "LICENSE", "CITATION.cff"):
        (project / name).symlink_to(PROJECT / name)
    before = dry_run("mine")
    assert before.returncode == 1
    assert "resources/x.efg: not fetched yet: run `regretlab fetch x.efg`" in before.stdout + before.stderr
    main(["fetch"])
    shown = dry_run(*(f"results/{study}/manifest/materials.sha256" for study in ("mine", "other"))).stdout
    materials = [line for line in shown.splitlines() if "profiles/default/config.yaml" in line]
    assert len(materials) == 2
    for line in materials:
        uses = "config/studies/mine.yaml" in line
        assert ("config/sources.yaml" in line, "resources/x.efg" in line) == (uses, uses)


def dry_run(*targets: str) -> subprocess.CompletedProcess[str]:
    """What Snakemake would do here."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    return subprocess.run(
        [sys.executable, "-m", "snakemake", "--dry-run", "--quiet", "host", "--cores", "1", "--", *targets],
        env={"PATH": path, "HOME": str(Path.cwd()), "PYTHONPATH": str(PROJECT / "src")},
        capture_output=True,
        text=True,
        check=False,
    )
