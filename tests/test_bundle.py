"""The bundle of a miniature study, as the workflow makes it: what is in it, who else reads it, that it is whole or as before."""

import csv
import hashlib
import json
import os
import re
import shlex
import shutil
import signal
import stat
import subprocess
import sys
import tarfile
import time
import zipfile
from pathlib import Path

import pytest

from regretlab.bundle.payload import File
from regretlab.bundle.steps import STEPS, results_of_steps
from seal.bag import check_bag

from test_pipeline import MINI, contents, copy_of, snakemake

pytestmark = pytest.mark.heavy

STUDY = {
    **MINI,
    "games": [{"rules": "kuhn_poker", "equilibria": "kuhn_poker", "value": "exact"}],
    "variants": ["cfr"],
    "hands": [{"file": "raise-rights.yaml"}, {"file": "real.phhs", "rules": "any raise"}],
    "iterations": 50,
    "snapshots": {"at": [1, 2, 5]},
    "checkpoints": {"at": [1]},
}
BASE = "results/mini"
VALIDATORS = Path(sys.prefix) / "validators/bin/python"
"""Made by the Makefile, for `make test` and `make heavy`."""


@pytest.fixture(scope="module")
def built(project, tmp_path_factory):
    """A copy of the project in which the miniature study, and its bundle, have been made."""
    folder = copy_of(project, tmp_path_factory.mktemp("bundled"), study=STUDY)
    done = snakemake(folder, "mini")
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


@pytest.fixture(scope="module")
def bundle(built):
    """The bundle."""
    return built / "bundles/mini"


@pytest.fixture(scope="module")
def graph(bundle):
    """The entities of the RO-Crate, by name."""
    entities = json.loads((bundle / "data/ro-crate-metadata.json").read_text())["@graph"]
    found = {entity["@id"]: entity for entity in entities}
    assert len(found) == len(entities)
    return found


@pytest.fixture
def copy(built, tmp_path):
    """A copy of the project with its bundle, to do harm to."""
    shutil.copytree(built, tmp_path / "copy", symlinks=True)
    return tmp_path / "copy"


def listed(path: Path) -> dict[str, str]:
    """A list of hashes: path to SHA-256."""
    return {line[66:]: line[:64] for line in path.read_text().splitlines()}


def sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def published(folder: Path) -> dict[str, bytes]:
    """All that stands under the names of bundles."""
    return {name: content for name, content in contents(folder / "bundles").items() if not name.startswith(".")}


def bundled(folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Make the bundle anew, in a copy of the project."""
    return snakemake(folder, "--forcerun", "bundle_study", "--", "bundles/mini.zip", **environment)


def links(value) -> list[str]:
    """The names that a property leads to."""
    return [item["@id"] for item in (value if isinstance(value, list) else [value])]


def test_it_is_closed(bundle):
    """Six files, and below data/ the products, the materials, three lists and two descriptions; all of it listed."""
    manifest = bundle / f"data/{BASE}/manifest"
    payload = {
        *listed(manifest / "products.sha256"),
        *listed(manifest / "materials.sha256"),
        *(f"{BASE}/manifest/{name}" for name in ("products.sha256", "materials.sha256", "cells.txt")),
        *("ro-crate-metadata.json", "datapackage.json"),
    }
    assert {f"data/{name}" for name in payload} == set(listed(bundle / "manifest-sha256.txt"))
    tags = {"README.md", "bag-info.txt", "bagit.txt", "manifest-sha256.txt", "recheck.pyz"}
    assert tags == set(listed(bundle / "tagmanifest-sha256.txt"))
    found = {path.relative_to(bundle).as_posix() for path in bundle.rglob("*") if not path.is_dir()}
    assert found == {*tags, "tagmanifest-sha256.txt", *(f"data/{name}" for name in payload)}
    assert {f"data/{name}" for name in ("LICENSE", "CITATION.cff", "Makefile", "src/audit/__main__.py")} <= found
    assert (bundle / "bagit.txt").read_bytes() == b"BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n"
    size = sum((bundle / "data" / name).stat().st_size for name in payload)
    assert (bundle / "bag-info.txt").read_text() == (
        "External-Identifier: mini\nExternal-Description: A miniature study\nBundle-Format: 1\n"
        f"Payload-Oxum: {size}.{len(payload)}\n"
    )


def test_it_is_a_bag(bundle, tmp_path):
    """For seal, for sha256sum, and for bagit, which finds a changed file as well."""
    assert check_bag(bundle).problems == ()
    assert check_bag(bundle).root == sha256(bundle / "tagmanifest-sha256.txt")
    for folder, name in (
        (bundle, "tagmanifest-sha256.txt"),
        (bundle, "manifest-sha256.txt"),
        (bundle / "data", f"{BASE}/manifest/products.sha256"),
        (bundle / "data", f"{BASE}/manifest/materials.sha256"),
    ):
        command = ["sha256sum", "--check", "--strict", "--quiet", name]
        assert subprocess.run(command, cwd=folder, check=False).returncode == 0
    command = [VALIDATORS, "-m", "bagit", "--validate", "--quiet"]
    assert subprocess.run([*command, bundle], capture_output=True, check=False).returncode == 0
    shutil.copytree(bundle, tmp_path / "changed")
    (tmp_path / "changed/data/LICENSE").write_text("other")
    assert subprocess.run([*command, tmp_path / "changed"], capture_output=True, check=False).returncode != 0


def test_archives_hold_the_same(built, bundle):
    """Both: the files of the folder below its name, sorted, of one mode and date."""
    expected = {f"mini/{name}": content for name, content in contents(bundle).items()}
    with zipfile.ZipFile(built / "bundles/mini.zip") as archive:
        assert archive.testzip() is None
        assert archive.namelist() == sorted(expected)
        assert {name: archive.read(name) for name in archive.namelist()} == expected
        facts = {(entry.date_time, entry.external_attr >> 16, entry.create_system) for entry in archive.infolist()}
        assert facts == {((1980, 1, 1, 0, 0, 0), stat.S_IFREG | 0o644, 3)}
    with tarfile.open(built / "bundles/mini.tar.gz") as archive:
        members = archive.getmembers()
        assert [member.name for member in members] == sorted(expected)
        assert {member.name: archive.extractfile(member).read() for member in members} == expected
        facts = {(m.mtime, m.mode, m.uid, m.gid, m.uname, m.gname, m.type) for m in members}
        assert facts == {(0, 0o644, 0, 0, "", "", tarfile.REGTYPE)}


def test_same_bytes_elsewhere(built, tmp_path):
    """Another folder, hash seed, time zone, locale and umask."""
    folder = tmp_path / "elsewhere é ü"
    shutil.copytree(built, folder, symlinks=True)
    shutil.rmtree(folder / "bundles")
    before = os.umask(0o077)
    try:
        done = bundled(folder, PYTHONHASHSEED="4711", TZ="Asia/Kolkata", LC_ALL="C")
    finally:
        os.umask(before)
    assert done.returncode == 0, done.stdout + done.stderr
    assert published(folder) == published(built)
    assert sorted(path.name for path in (folder / "bundles").iterdir()) == ["mini", "mini.tar.gz", "mini.zip"]


def test_no_place_and_no_clock(built, bundle):
    """Neither the folder nor a date but that of the release stands in what the bundle adds."""
    for name in ("README.md", "bag-info.txt", "data/ro-crate-metadata.json", "data/datapackage.json"):
        text = (bundle / name).read_text()
        assert str(built) not in text
        assert set(re.findall(r"20\d\d-\d\d-\d\d", text)) <= {"2026-11-30"}, name


def test_nothing_is_done_twice(built):
    """A second run finds nothing to do, and the targets ask for archives."""
    for target in ([], ["mini"], ["bundle"]):
        done = snakemake(built, *target)
        assert done.returncode == 0
        assert "Nothing to be done" in done.stdout + done.stderr
    before = (built / "bundles/mini.zip").read_bytes()
    (built / "bundles/mini.zip").unlink()
    assert snakemake(built, "mini").returncode == 0
    assert (built / "bundles/mini.zip").read_bytes() == before


def test_a_changed_file_leaves_the_earlier_bundle(copy):
    """A product that is not what was listed any more: it is named, and folder and archives are as they were."""
    before = published(copy)
    path = copy / BASE / "kuhn_poker/cfr/strategy.csv"
    old = path.stat()
    path.write_text(path.read_text().replace("0", "1", 1))
    os.utime(path, ns=(old.st_atime_ns, old.st_mtime_ns))
    done = bundled(copy)
    assert done.returncode != 0
    assert f"{BASE}/kuhn_poker/cfr/strategy.csv: changed since it was listed" in done.stdout + done.stderr
    assert published(copy) == before
    assert not list((copy / "bundles").rglob(".*.new"))


def test_stale_files_go(copy):
    """What was in an earlier bundle, or half-made beside it, is gone from the next one."""
    before = published(copy)
    for name in ("mini/stale.txt", "mini/data/stale/stale.txt", ".mini/mini/stale.txt", ".mini/.mini.new/data/LICENSE"):
        (copy / "bundles" / name).parent.mkdir(parents=True, exist_ok=True)
        (copy / "bundles" / name).write_text("stale")
    done = bundled(copy)
    assert done.returncode == 0, done.stdout + done.stderr
    assert contents(copy / "bundles") == before


def test_a_killed_job_leaves_the_earlier_bundle(copy, tmp_path):
    """Killed when the new bundle is there but not sealed: nothing under the published names has changed; then it goes on."""
    before = published(copy)
    reached, programs = tmp_path / "reached", tmp_path / "bin"
    programs.mkdir()
    (programs / "seal").write_text(f"#!/bin/sh\ntouch '{reached}'\nexec sleep 600\n")
    (programs / "seal").chmod(0o755)
    python = Path(sys.executable).parent
    job = subprocess.Popen(
        [sys.executable, "-m", "snakemake", "--cores", "1", "--forcerun", "bundle_study", "--", "bundles/mini.zip"],
        cwd=copy,
        env={
            "PATH": f"{programs}:{python}:{os.environ['PATH']}",
            "PYTHONPATH": str(copy / "src"),
            "HOME": str(tmp_path),
        },
        start_new_session=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    while not reached.exists():
        assert job.poll() is None
        time.sleep(0.1)
    os.killpg(job.pid, signal.SIGKILL)
    job.wait()
    assert (copy / "bundles/.mini/mini/data/LICENSE").exists()
    assert published(copy) == before
    assert snakemake(copy, "--unlock").returncode == 0
    done = snakemake(copy, "mini")
    assert done.returncode == 0, done.stdout + done.stderr
    assert contents(copy / "bundles") == before


def test_the_checker_runs_alone(bundle, project, tmp_path):
    """recheck.pyz: the sources of three packages and a main program, not compressed; it starts with the standard library only."""
    with zipfile.ZipFile(bundle / "recheck.pyz") as archive:
        names = archive.namelist()
        assert names == sorted(names)
        assert {name.partition("/")[0] for name in names} == {"__main__.py", "audit", "recheck", "seal"}
        for name in names:
            assert archive.getinfo(name).compress_type == zipfile.ZIP_STORED
            assert name == "__main__.py" or archive.read(name) == (bundle / "data/src" / name).read_bytes()
        packages = [path for name in ("audit", "recheck", "seal") for path in (project / "src" / name).rglob("*")]
        files = [path for path in packages if path.is_file() and "__pycache__" not in path.parts]
        assert len(names) == len(files) + 1
    assert (bundle / "recheck.pyz").read_bytes().startswith(b"PK\x03\x04")
    shutil.copyfile(bundle / "recheck.pyz", tmp_path / "recheck.pyz")
    command = [sys.executable, "-I", "-S", tmp_path / "recheck.pyz", "--help"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("usage: ")


def test_the_page_tells_how(built, bundle):
    """Study, units, size, commands, license and citation."""
    page = (bundle / "README.md").read_text()
    data = [path for path in (bundle / "data").rglob("*") if path.is_file()]
    size = sum(path.stat().st_size for path in data)
    assert page.startswith("# A miniature study\n")
    assert "| `kuhn_poker` | players 2, ranks 3 | antes per hand | 2 | 12 |" in page
    assert f"{len(data)} files below `data/`, {size:,} bytes in all" in page
    unpacked = size + (bundle / "recheck.pyz").stat().st_size
    assert f"it takes {unpacked:,} bytes" in page
    reports = [json.loads(path.read_text()) for path in (bundle / f"data/{BASE}/verification").rglob("python.json")]
    numbers = {report["subject"]: sum(check["numbers"] for check in report["checks"]) for report in reports}
    assert f"\n- {sum(numbers.values()) - numbers['claims']:,} comparisons under python" in page
    assert f"of the claims, which come last, that is {sum(numbers.values()):,} in all" in page
    for words in (
        "python3 recheck.pyz .",
        "make results",
        "BSD-3-Clause",
        "version 0.1.0, 2026-11-30",
        "50 iterations",
    ):
        assert words in page
    assert "{" not in re.sub(r"\{(game|variant|folder)\}", "", page)
    for command in re.findall(r"`(sha256sum .*?)`", page):
        assert subprocess.run(command, cwd=bundle, shell=True, check=False).returncode == 0
    named = [
        name for cell in re.findall(r"^\| (`.*?) \|", page, re.MULTILINE)[1:] for name in re.findall(r"`(.+?)`", cell)
    ]
    assert len(named) > 15
    for name in named:
        place = re.sub(r"\{(game|variant|folder)\}", "*", name).rstrip("/")
        assert list((bundle / "data").glob(place)) or list((bundle / "data").rglob(place)), name


def test_the_commands_of_the_page(bundle, tmp_path):
    """Each does what it says, and none leaves anything in the bundle."""
    here = tmp_path / "here"
    shutil.copytree(bundle, here)
    shutil.copytree(bundle, tmp_path / "there")
    table = next((here / f"data/{BASE}").glob("*/*/strategy.csv"))
    shutil.copyfile(table, tmp_path / "strategy.csv")
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "", "-f", tmp_path / "key"], check=True)
    signing = ["ssh-keygen", "-Y", "sign", "-q", "-n", "regretlab-bundle", "-f", tmp_path / "key"]
    signature = subprocess.run(
        signing, input=(here / "tagmanifest-sha256.txt").read_bytes(), capture_output=True, check=True
    )
    (tmp_path / "bundle.sig").write_bytes(signature.stdout)
    key = (tmp_path / "key.pub").read_text().strip()
    (tmp_path / "signers").write_text(f'somebody namespaces="regretlab-bundle" {key}\n')
    page = (here / "README.md").read_text()
    commands = re.findall(r"^    ((?:python3 recheck|ssh-keygen).*?)(?: +#.*)?$", page, re.MULTILINE)
    assert len(commands) == 9
    given = {
        "python3": shlex.quote(sys.executable),
        "ROOT_HASH": sha256(here / "tagmanifest-sha256.txt"),
        "NAME": "somebody",
        "OTHER_BUNDLE": "there",
        "STRATEGY.csv": "strategy.csv",
        # All kinds of damage take minutes.
        "selftest .": "selftest . --only lists --jobs 1",
    }
    before = contents(here)
    for printed in commands:
        command = printed
        for word, value in given.items():
            command = command.replace(word, value)
        done = subprocess.run(command, cwd=here, shell=True, capture_output=True, text=True, check=False)
        assert done.returncode == 0, (command, done.stdout, done.stderr)
        assert not ("--expect" in command or "--signature" in command) or "; authentic: " in done.stdout
    assert json.loads((tmp_path / "verdict.json").read_text())["verdict"] == "pass"
    assert contents(here) == before


# The RO-Crate


def test_every_file_is_an_entity(bundle, graph):
    """File entities are the payload but for the file they stand in, each with its true size and hash."""
    files = {name: entity for name, entity in graph.items() if "File" in entity["@type"]}
    payload = set(contents(bundle / "data")) - {"ro-crate-metadata.json"}
    assert set(files) == payload
    for name, entity in files.items():
        assert entity["contentSize"] == str((bundle / "data" / name).stat().st_size)
        assert entity["sha256"] == sha256(bundle / "data" / name)
        assert re.fullmatch(r"[a-z]+/[a-z0-9.+-]+", entity["encodingFormat"])


def test_every_product_is_made_once(graph, bundle):
    """By the run of one stage; the run of the workflow has all materials as objects and the results as result."""
    runs = [entity for name, entity in graph.items() if name.startswith("#run/")]
    made = [name for run in runs for name in links(run["result"])]
    products = listed(bundle / f"data/{BASE}/manifest/products.sha256")
    lists = [f"{BASE}/manifest/{name}" for name in ("cells.txt", "materials.sha256", "products.sha256")]
    assert sorted(made) == sorted([*products, *lists])
    assert set(links(graph[f"{BASE}/"]["hasPart"])) == set(made)
    materials = listed(bundle / f"data/{BASE}/manifest/materials.sha256")
    objects = links(graph["#run"]["object"])
    assert set(materials) == {name for name in objects if not name.startswith("#")}
    values = {graph[name]["name"]: graph[name]["value"] for name in objects if name.startswith("#")}
    assert values == {
        "iterations": 50,
        "verification": "repeated",
        "kuhn_poker": "kuhn_poker players=2 ranks=3",
        "cfr": "cfr",
        "raise-rights": "raise-rights.yaml",
        "real": "real.phhs rules=any raise",
    }


def test_links_of_the_crate_lead_somewhere(graph):
    """Everything that an entity names is an entity, or an address on the web."""
    for entity in graph.values():
        for value in entity.values():
            for item in value if isinstance(value, list) else [value]:
                if isinstance(item, dict):
                    assert item["@id"] in graph or item["@id"].startswith("https://"), item


def stages_of_rules(project: Path) -> dict[str, str]:
    """Rule to the file that it stands in."""
    found = {}
    for path in (project / "workflow/rules").glob("*.smk"):
        for names in re.findall(r"^(?:rule (\w+):|use rule \w+ as (\w+) with)", path.read_text(), re.MULTILINE):
            found["".join(names)] = path.stem
    return found


def test_steps_are_those_of_the_workflow(built, project):
    """Each result is of the stage whose rule made it, and a stage reads all that its rules have as input."""
    stages = stages_of_rules(project)
    lines = csv.DictReader(snakemake(built, "--summary", "mini").stdout.splitlines(), delimiter="\t")
    makers = {line["output_file"]: stages[line["rule"]] for line in lines if line["output_file"].startswith(BASE)}
    makers = {name: stage for name, stage in makers.items() if stage not in ("bundle", "compare")}
    assert len(makers) > 30
    for name, stage in makers.items():
        inside = contents(built / name) if (built / name).is_dir() else {}
        for file in [f"{name}/{part}" for part in inside] or [name]:
            (step,) = results_of_steps([File(file, 0, "")], BASE)
            assert next(item for item in STEPS if item.name == step).rules == stage, file
    shown = snakemake(built, "--rulegraph", "--", "results/mini/manifest/products.sha256").stdout
    names = dict(re.findall(r'(\d+)\[label = "(\w+)"', shown))
    edges = {(stages[names[a]], stages[names[b]]) for a, b in re.findall(r"(\d+) -> (\d+)", shown)}
    rules = {step.name: step.rules for step in STEPS}
    known = {(rules[name], step.rules) for step in STEPS for name in step.reads}
    assert len(edges) > 20
    assert {(a, b) for a, b in edges if a != b} <= known


REMAINING = {
    ("process-run-crate-0.5_3.2", "The Application SHOULD have a url"),
    ("process-run-crate-0.5_5.1", "The SoftwareApplication id SHOULD be an absolute URI"),
    ("process-run-crate-0.5_8.4", "The Action SHOULD have an endTime in ISO 8601 format"),
    ("process-run-crate-0.5_8.6", "The Action SHOULD have an agent that is a Person or Organization"),
    ("ro-crate-1.1_31.2", "The organization SHOULD have a URL."),
    ("workflow-ro-crate-1.0_6.1", "The README.md SHOULD be about the crate"),
    ("workflow-ro-crate-1.0_6.2", "The README.md SHOULD have text/markdown as its encodingFormat"),
}
"""What is recommended and not there: when and by whom, since anybody's run gives these bytes; addresses that the project does
not have; and a README.md in the crate, whose root is below the bundle's."""


def validated(data: Path, cache: Path, severity: str = "required"):
    """What roc-validator finds, with no network."""
    script = Path(__file__).with_name("validate_crate.py")
    command = [VALIDATORS, script, data, "provenance-run-crate", severity, cache]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_roc_validator_passes_it(bundle, tmp_path):
    """All that the profile requires; of what is recommended, what is named above is missing."""
    found = validated(bundle / "data", tmp_path / "cache", "recommended")
    assert found["passed"]
    assert {(issue["check"], issue["message"]) for issue in found["issues"]} == REMAINING
    assert {issue["severity"] for issue in found["issues"]} == {"recommended"}


@pytest.mark.parametrize(
    ("name", "key"), [("Snakefile", "programmingLanguage"), ("#run/compile", "instrument"), ("./", "license")]
)
def test_roc_validator_finds_what_is_missing(bundle, tmp_path, name, key):
    """A crate without something that is required does not pass: the validator does look."""
    data = tmp_path / "data"
    shutil.copytree(bundle / "data", data)
    path = data / "ro-crate-metadata.json"
    content = json.loads(path.read_text())
    del next(entity for entity in content["@graph"] if entity["@id"] == name)[key]
    path.write_text(json.dumps(content))
    assert not validated(data, tmp_path / "cache")["passed"]


# The Data Package


def frictionless(data: Path) -> dict[str, list[str]]:
    """What frictionless finds: path of the table to types of errors."""
    command = [VALIDATORS, "-m", "frictionless", "validate", "--json", "datapackage.json"]
    done = subprocess.run(command, cwd=data, capture_output=True, text=True, check=False)
    report = json.loads(done.stdout)
    assert report["valid"] == (done.returncode == 0)
    return {task["place"]: [error["type"] for error in task["errors"]] for task in report["tasks"]}


def test_frictionless_passes_it(bundle):
    """Every table: hash, size, types, limits and keys."""
    found = frictionless(bundle / "data")
    assert set(found) == {name for name in contents(bundle / "data") if name.endswith(".csv")}
    assert len(found) > 15
    assert not any(found.values()), found


@pytest.mark.parametrize(
    ("name", "old", "new", "error"),
    [
        ("kuhn_poker/cfr/strategy.csv", r",[0-9.]+\n", ",1.5\n", "constraint-error"),
        ("kuhn_poker/cfr/strategy.csv", r"\n0,", "\n7,", "constraint-error"),
        ("kuhn_poker/cfr/trajectory.csv", r"\n2,", "\n1,", "primary-key"),
        ("kuhn_poker/value/strategy.csv", r",[^,]+\n$", ",0.5\n", "constraint-error"),
        ("kuhn_poker/equilibria/members.csv", r"-1/18", "-1/0", "constraint-error"),
        ("claims.csv", ",reproduced,", ",plausible,", "constraint-error"),
    ],
)
def test_frictionless_finds_what_cannot_be(bundle, tmp_path, name, old, new, error):
    """A cell that the columns' limits forbid, although hash and size were renewed: the limits are there."""
    data, place = tmp_path / "data", f"{BASE}/{name}"
    shutil.copytree(bundle / "data", data)
    text = (data / place).read_text()
    changed = re.sub(old, new, text, count=1)
    assert changed != text
    (data / place).write_text(changed)
    package = json.loads((data / "datapackage.json").read_text())
    (resource,) = (item for item in package["resources"] if item["path"] == place)
    resource |= {"bytes": len(changed.encode()), "hash": f"sha256:{hashlib.sha256(changed.encode()).hexdigest()}"}
    (data / "datapackage.json").write_text(json.dumps({**package, "resources": [resource]}))
    assert error in frictionless(data)[place]


def test_every_column_is_described(bundle):
    """Meaning and, for what is counted in payoffs, the unit."""
    for resource in json.loads((bundle / "data/datapackage.json").read_text())["resources"]:
        path = bundle / "data" / resource["path"]
        assert (resource["bytes"], resource["hash"]) == (path.stat().st_size, f"sha256:{sha256(path)}")
        fields = resource["schema"]["fields"]
        assert [field["name"] for field in fields] == path.read_text().partition("\n")[0].split(",")
        assert all(field["description"] for field in fields), path
        if path.name == "trajectory.csv":
            assert {field.get("unit") for field in fields[1:]} == {"antes per hand"}


def test_it_can_be_made_again_from_itself(built, bundle, tmp_path):
    """As its page says, but for the environment: from data/ alone, to the same root hash and the same archives."""
    page = (bundle / "README.md").read_text()
    block = re.search(r"\n\n((?:    .*\n)+)\n[^\n]*This trains", page) or re.search(
        r"((?:    .*\n)+)\nThis trains", page
    )
    *commands, last = [line.strip() for line in block[1].splitlines()]
    assert last == "make results"
    shutil.copytree(bundle, tmp_path / "mini")
    subprocess.run(" && ".join(commands), cwd=tmp_path / "mini", shell=True, check=True)
    rebuilt = tmp_path / "rebuilt"
    assert not (tmp_path / "mini/rebuilt").exists()
    assert not (rebuilt / "results").exists()
    done = snakemake(rebuilt)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "products equal those published in manifest/mini" in done.stdout + done.stderr
    assert published(rebuilt) == published(built)
