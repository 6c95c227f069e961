"""What is copied into a bundle, and that it is whole or not at all."""

import hashlib
import json
import re
from pathlib import Path

import pytest

from regretlab.bundle.checker import checker
from regretlab.bundle.citation import Author, read_citation
from regretlab.bundle.compact import compact_json
from regretlab.bundle.folder import put, whole_folder
from regretlab.bundle.make import make_bundle, publish_bundle
from regretlab.bundle.payload import File, copy_payload
from regretlab.errors import InputError
from regretlab.files import write_text
from seal.checker import check_checker

RESULTS = Path("results/small")
FILES = {
    "results/small/study.json": '{"name": "small"}\n',
    "results/small/kuhn/a.csv": "x\n1\n",
    "Snakefile": "rule all:\n",
    "src/audit/__main__.py": "",
}


def list_files(project: Path, name: str, paths) -> None:
    """Write a list of hashes as they are now."""
    lines = [f"{hashlib.sha256((project / path).read_bytes()).hexdigest()}  {path}\n" for path in sorted(paths)]
    write_text(project / RESULTS / "manifest" / name, "".join(lines))


@pytest.fixture
def project(tmp_path) -> Path:
    """A project with the results of a study, listed."""
    folder = tmp_path / "project"
    for name, text in FILES.items():
        write_text(folder / name, text)
    list_files(folder, "products.sha256", [name for name in FILES if name.startswith("results")])
    list_files(folder, "materials.sha256", [name for name in FILES if not name.startswith("results")])
    write_text(folder / RESULTS / "manifest/cells.txt", "cells\n")
    return folder


def test_what_the_lists_name_is_copied(project, tmp_path):
    """And the lists; nothing that merely lies there."""
    write_text(project / "results/small/comparison.txt", "not listed")
    target = tmp_path / "target"
    payload = copy_payload(project, RESULTS, target)
    lists = {f"{RESULTS}/manifest/{name}" for name in ("products.sha256", "materials.sha256", "cells.txt")}
    assert [file.path for file in payload.files] == sorted({*FILES, *lists})
    copied = {path.relative_to(target).as_posix() for path in target.rglob("*") if path.is_file()}
    assert copied == {*FILES, *lists}
    for file in payload.files:
        content = (target / file.path).read_bytes()
        assert content == (project / file.path).read_bytes()
        assert (file.size, file.sha256) == (len(content), hashlib.sha256(content).hexdigest())


@pytest.mark.parametrize("name", ["results/small/kuhn/a.csv", "Snakefile"])
def test_a_file_that_changed_is_named(project, tmp_path, name):
    """Product or material: its hash is taken while it is copied."""
    (project / name).write_text("x\n2\n")
    with pytest.raises(
        InputError, match=f"{name}: changed since it was listed: expected SHA-256 [0-9a-f]{{64}}, found"
    ):
        copy_payload(project, RESULTS, tmp_path / "target")


def test_a_file_that_is_gone_is_named(project, tmp_path):
    """Of the lists, cells.txt too."""
    (project / RESULTS / "manifest/cells.txt").unlink()
    with pytest.raises(InputError, match=r"manifest/cells\.txt: cannot be read: No such file"):
        copy_payload(project, RESULTS, tmp_path / "target")


HASH = "0" * 64


@pytest.mark.parametrize(
    ("name", "line", "message"),
    [
        ("products", f"{HASH}  ../outside", "line 3: expected a SHA-256, two spaces and a path, found"),
        ("products", f"{HASH}  /etc/hostname", "line 3: expected a SHA-256"),
        ("products", f"{HASH}  results/small/./a", "line 3: expected a SHA-256"),
        ("products", f"{HASH} results/small/a", "line 3: expected a SHA-256"),
        ("products", f"{HASH}  results/small/a b", "line 3: expected a SHA-256"),
        ("products", f"{HASH.upper()[:-1]}A  results/small/a", "line 3: expected a SHA-256"),
        ("products", "", "line 3: expected a SHA-256"),
        ("products", f"{HASH}  results/small/study.json", "line 3: expected each path once"),
        ("products", f"{HASH}  results/other/a.csv", "expected files of results/small, found results/other/a.csv"),
        ("materials", f"{HASH}  results/small/study.json", "expected files that are no products, found results/small"),
    ],
)
def test_a_list_that_is_none_is_refused(project, tmp_path, name, line, message):
    """Nothing is read from elsewhere, and nothing is written elsewhere."""
    path = project / RESULTS / f"manifest/{name}.sha256"
    path.write_text(f"{path.read_text()}{line}\n")
    with pytest.raises(InputError, match=re.escape(message)):
        copy_payload(project, RESULTS, tmp_path / "target")
    assert not (tmp_path / "target").exists()


def test_a_folder_is_whole_or_as_before(tmp_path):
    """What the block leaves behind takes the place of all that was there; a block that fails changes nothing."""
    path = tmp_path / "a/folder"
    with whole_folder(path) as new:
        write_text(new / "one", "1")
    with pytest.raises(KeyError), whole_folder(path) as new:
        write_text(new / "two", "2")
        raise KeyError
    assert [file.name for file in path.iterdir()] == ["one"]
    with whole_folder(path) as new:
        write_text(new / "three", "3")
        assert [file.name for file in path.iterdir()] == ["one"]
    assert [file.name for file in path.iterdir()] == ["three"]
    assert [file.name for file in path.parent.iterdir()] == ["folder"]


def test_what_the_file_system_refuses_is_told(tmp_path):
    """A file where the folder above should be."""
    (tmp_path / "a").write_text("in the way")
    with pytest.raises(InputError, match=r"a.*: cannot be written: Not a directory"), whole_folder(tmp_path / "a/b"):
        pass
    assert (tmp_path / "a").read_text() == "in the way"


def test_a_folder_takes_the_place_of_anything(tmp_path):
    """Of a file, of a folder that is not empty, of a link, which it does not follow."""
    for number, occupied in enumerate(("file", "folder", "link")):
        new, path, elsewhere = (tmp_path / f"{name}{number}" for name in ("new", "path", "elsewhere"))
        write_text(new / "content", occupied)
        write_text(elsewhere / "content", "kept")
        if occupied == "file":
            path.write_text("")
        elif occupied == "folder":
            write_text(path / "old", "")
        else:
            path.symlink_to(elsewhere)
        put(new, path)
        assert [(file.name, file.read_text()) for file in path.iterdir()] == [("content", occupied)]
        assert not path.is_symlink()
        assert (elsewhere / "content").read_text() == "kept"


def test_results_of_another_place(project):
    """The folder is the one that the study's lists name: paths in a bundle are those of the project."""
    (project / "elsewhere").mkdir()
    (project / "results/small").rename(project / "elsewhere/small")
    with pytest.raises(InputError, match="elsewhere/small: expected results/small, where"):
        make_bundle(project, Path("elsewhere/small"), project / "bundle")
    assert not (project / "bundle").exists()


def test_a_bundle_that_is_not_sealed_is_not_published(tmp_path):
    """Without its lists of hashes it is none."""
    write_text(tmp_path / "made/small/README.md", "")
    with pytest.raises(InputError, match=r"made/small: expected a bundle with its lists of hashes"):
        publish_bundle(tmp_path / "made/small", tmp_path / "bundles")
    assert not (tmp_path / "bundles").exists()


def test_a_published_bundle_and_its_archives(tmp_path, monkeypatch):
    """All three are there, and the folder it was made in is gone; where the file system refuses, a message says so."""
    made, bundles = tmp_path / "bundles/.small/small", tmp_path / "bundles"
    write_text(made / "tagmanifest-sha256.txt", "sealed\n")
    publish_bundle(made, bundles)
    assert sorted(path.name for path in bundles.iterdir()) == ["small", "small.tar.gz", "small.zip"]
    write_text(made / "tagmanifest-sha256.txt", "sealed again\n")

    def refuse(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "rename", refuse)
    with pytest.raises(InputError, match="bundles/small: cannot be written: No space left on device"):
        publish_bundle(made, bundles)
    assert (bundles / "small/tagmanifest-sha256.txt").read_text() == "sealed\n"


def test_a_checker_needs_all_its_packages(tmp_path):
    """Without the sources of one of them among the materials there is none."""
    write_text(tmp_path / "src/audit/__main__.py", "")
    with pytest.raises(InputError, match=r"recheck\.pyz: expected src/recheck among the materials"):
        checker([File("src/audit/__main__.py", 0, "")], tmp_path)


def test_a_checker_is_what_the_audit_takes_it_for(tmp_path):
    """The text that starts it is written down twice, since the packages know nothing of each other."""
    files = []
    for path in ("src/audit/__main__.py", "src/recheck/walk.py", "src/seal/bag.py"):
        write_text(tmp_path / path, f"# {path}\n")
        files.append(File(path, 0, hashlib.sha256((tmp_path / path).read_bytes()).hexdigest()))
    hashes = {file.path: file.sha256 for file in files}
    assert list(check_checker(checker(files, tmp_path), hashes)) == []
    write_text(tmp_path / "src/seal/bag.py", "pass\n")
    assert len(list(check_checker(checker(files, tmp_path), hashes))) == 1


def test_the_citation_of_the_project(tmp_path):
    """As it stands; of people, both names; what is missing is named."""
    path = Path(__file__).parent.parent / "CITATION.cff"
    found = read_citation(path)
    assert (found.released, found.license) == ("2026-11-30", "BSD-3-Clause")
    assert found.authors == (Author("The regretlab authors", is_person=False),)
    text = path.read_text()
    changed = tmp_path / "CITATION.cff"
    changed.write_text(text.replace("name: The regretlab authors", "{given-names: Ada, family-names: King}"))
    assert read_citation(changed).authors == (Author("Ada King", is_person=True),)
    for key, found_instead in (
        ("date-released: 2026-11-30", "date-released: soon"),
        ("version: 0.1.0", "version: 1"),
        ("license: BSD-3-Clause", "license: []"),
        ("  - name: The regretlab authors", "  - email: nobody"),
    ):
        changed.write_text(text.replace(key, found_instead))
        with pytest.raises(
            InputError, match=f"CITATION.cff: {key.split(':', maxsplit=1)[0].strip(' -')}|authors: expected"
        ):
            read_citation(changed)
    changed.write_text("a: [")
    with pytest.raises(InputError, match="expected YAML"):
        read_citation(changed)


def test_compact_json_is_json():
    """The same value, in the same order; what fits on a line stands on one."""
    value = {"é": [1, {"a": None}], "long": ["x" * 50] * 3, "empty": [], "deep": {"b": {"c": ["y" * 120]}}}
    text = compact_json(value)
    assert json.loads(text) == value
    assert list(json.loads(text)) == list(value)
    assert text.splitlines()[1] == '  "é": [1, {"a": null}],'
    assert text.splitlines()[2] == '  "long": ['
    assert text.endswith("}\n")
