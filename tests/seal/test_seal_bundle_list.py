"""The list of a bundle: its root hash is published with the others, compared with them, and signed if there is a key."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from seal.signature import verify

from sealing import FIGURE, PUBLISHED, REBUILT

ROOT = "bundles/toy/tagmanifest-sha256.txt"
ZIP = "bundles/toy.zip"


@pytest.fixture
def bundled(project):
    """A project whose study has a bundle."""
    pack(project, b"everything\n")
    return project


def pack(project, root: bytes) -> None:
    """Seal all that there is, with a bundle that has this tag manifest."""
    project.seal()
    project.write(ROOT, root)
    project.write(ZIP, b"PK" + root)
    listed = str(project.root / REBUILT / "bundle.sha256")
    assert project.run("make", "--output", listed, ROOT, ZIP).code == 0


def key_of(folder: Path, kind: str = "ed25519") -> Path:
    key = folder / kind
    subprocess.run(["ssh-keygen", "-q", "-t", kind, "-N", "", "-C", "", "-f", key], check=True)
    return key


def sign(project, key: Path):
    return project.run("accept", str(project.root / REBUILT), str(project.root / PUBLISHED), "--key", str(key))


def test_root_hash_is_published_and_told(bundled):
    ran = bundled.accept()
    listed = bundled.read(f"{PUBLISHED}/bundle.sha256")
    root = next(line[:64] for line in listed.decode().splitlines() if line.endswith(ROOT))
    assert listed == bundled.read(f"{REBUILT}/bundle.sha256")
    assert ran.out[-1] == f"bundles/toy: root hash {root}, not signed"
    assert bundled.compare().code == 0


def test_another_bundle_of_the_same_files_is_a_fault(bundled):
    """Whatever makes bundles must make the same one of the same products and materials."""
    bundled.accept()
    pack(bundled, b"everything, otherwise\n")
    ran = bundled.compare()
    assert ran.code == 1
    assert ran.out == [f"{ZIP}: different, although products and materials equal those published"]


def test_another_bundle_of_other_materials_is_no_fault(bundled):
    bundled.accept()
    bundled.write("config/toy.yaml", b"name: another\n")
    pack(bundled, b"everything else\n")
    ran = bundled.compare()
    assert ran.code == 0
    assert f"note: {ROOT}: different, as what is in it differs" in ran.out


def test_other_products_are_told_first(bundled):
    bundled.accept()
    bundled.write(FIGURE, b"<svg></svg>\n")
    pack(bundled, b"everything else\n")
    ran = bundled.compare()
    assert ran.code == 1
    assert ran.out[-1].startswith("1 of 4 products differs")


def test_lists_of_a_bundle_itself_have_none(bundled):
    """In a bundle there are three lists: what was made again from it is compared with these."""
    bundled.accept()
    (bundled.root / PUBLISHED / "bundle.sha256").unlink()
    assert bundled.compare().code == 0


@pytest.mark.parametrize("command", ["accept", "compare"])
def test_bundle_that_was_changed_since_is_told(bundled, command):
    bundled.accept()
    bundled.write(ZIP, b"PK changed\n")
    ran = getattr(bundled, command)()
    assert ran.code == 1
    assert [line.split(":")[0] for line in ran.out] == ["file-altered"]


def test_signature_is_published_and_verifies(bundled, tmp_path):
    key = key_of(tmp_path)
    ran = sign(bundled, key)
    signature = bundled.read(f"{PUBLISHED}/bundle.sig")
    assert ran.out[-1].endswith(f"signed in {bundled.root / PUBLISHED / 'bundle.sig'}")
    signers = f"alice {key.with_suffix('.pub').read_text()}"
    assert verify(bundled.read(ROOT), signature, signers, "alice") is None
    assert verify(bundled.read(ZIP), signature, signers, "alice") is not None
    assert sign(bundled, key).code == 0
    assert bundled.read(f"{PUBLISHED}/bundle.sig") == signature


def test_signature_of_another_bundle_does_not_stay(bundled, tmp_path):
    sign(bundled, key_of(tmp_path))
    pack(bundled, b"everything else\n")
    assert bundled.accept().code == 0
    assert not (bundled.root / PUBLISHED / "bundle.sig").exists()


def test_signature_of_this_bundle_stays(bundled, tmp_path):
    sign(bundled, key_of(tmp_path))
    signature = bundled.read(f"{PUBLISHED}/bundle.sig")
    assert bundled.accept().code == 0
    assert bundled.read(f"{PUBLISHED}/bundle.sig") == signature


@pytest.mark.parametrize("kind", ["none", "rsa", "garbage"])
def test_key_that_does_not_sign(bundled, tmp_path, kind):
    key = key_of(tmp_path, "rsa") if kind == "rsa" else tmp_path / kind
    if kind == "garbage":
        key.write_text("no key\n")
    ran = sign(bundled, key)
    assert ran.code == 2
    assert str(key) in ran.err[0]
    assert not (bundled.root / PUBLISHED).exists()


def test_nothing_to_sign(project, tmp_path):
    project.seal()
    ran = sign(project, key_of(tmp_path))
    assert ran.code == 2
    assert "expected a bundle to sign, found none" in ran.err[0]


def test_without_ssh_keygen(bundled, tmp_path, monkeypatch):
    key = key_of(tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    ran = sign(bundled, key)
    assert (ran.code, ran.err) == (2, ["seal: ssh-keygen: expected the command of OpenSSH, found none"])
