"""The file for what programs read: a new one, or a file that may be written over; nothing else is replaced."""

import os
from pathlib import Path

import pytest

from seal.output import Output


def refusal(option: object) -> str:
    refused = Output(str(option)).refusal([])
    assert refused is not None
    return refused


def test_a_new_file_and_an_earlier_one_are_taken(tmp_path):
    assert Output(str(tmp_path / "new.json")).refusal([]) is None
    (tmp_path / "old.json").write_text("{}")
    assert Output(str(tmp_path / "old.json")).refusal([]) is None
    assert Output("-").refusal([]) is None
    assert Output(None).refusal([]) is None


def test_a_link_is_not_replaced(tmp_path):
    (tmp_path / "file").write_text("mine")
    (tmp_path / "link").symlink_to("file")
    assert refusal(tmp_path / "link").endswith(
        "link: expected a regular file there or none, found a link (- is standard output)"
    )


def test_a_protected_file_is_not_replaced(tmp_path):
    (tmp_path / "file").write_text("mine")
    (tmp_path / "file").chmod(0o444)
    assert refusal(tmp_path / "file").endswith("expected a file that may be written to, found one that is protected")


@pytest.mark.parametrize(("name", "found"), [("folder", "a folder"), ("pipe", "a named pipe (- is standard output)")])
def test_what_is_no_file_is_told(tmp_path, name, found):
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    assert refusal(tmp_path / name) == f"{tmp_path / name}: expected a regular file there or none, found {found}"


def test_a_device_is_told():
    assert refusal(Path("/dev/full")).endswith("found a device (- is standard output)")


def test_an_empty_text_is_told():
    assert refusal("") == "expected a path, or - for standard output, found an empty text"
