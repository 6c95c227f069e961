"""Reads the file that says whose keys are trusted, a strict part of OpenSSH's allowed_signers.

The format is that of ssh-keygen(1), "ALLOWED SIGNERS": principals, options, key. Here principals are names and no patterns, and
the only option is `namespaces`. What OpenSSH would understand and this does not is told, not passed over: a key that is no
longer valid, say.
"""

from __future__ import annotations

import base64
import binascii
import re
import struct
from collections.abc import Iterator
from dataclasses import dataclass

from seal.ed25519 import KEY_BYTES
from seal.problem import Problem, shown

KEY_TYPE = b"ssh-ed25519"
# Others can sign nothing that is accepted here.
_OTHER_TYPES = re.compile(r"(?:sk-)?(?:ssh|ecdsa)-[a-z0-9-]+(?:@openssh\.com)?")
_LINE = 'lines NAME namespaces="..." ssh-ed25519 KEY'
_UNREADABLE = re.compile("[\0\ud800-\udfff]")
_NAMES = re.compile(r'[^\s,"*?!#\\]+(?:,[^\s,"*?!#\\]+)*')
_NAMESPACES = re.compile(r'namespaces="([^\s,"*?!\\]+(?:,[^\s,"*?!\\]+)*)"')


@dataclass(frozen=True)
class Signer:
    """A key, whose it is, and what for; None for everything."""

    names: tuple[str, ...]
    namespaces: tuple[str, ...] | None
    key: bytes


def parse_signers(text: str, name: str = "signers") -> tuple[tuple[Signer, ...], tuple[Problem, ...]]:
    """All signers of the file `name`, and a problem for every line that is none. Empty lines and comments say nothing.

    In the text, bytes that are no UTF-8 are lone surrogates (`surrogateescape`).
    """
    signers = []
    problems = []
    for number, line in enumerate(text.split("\n"), start=1):
        found: Signer | tuple[str, str] | None = _fault(line) or _mistaken(line)
        if found is None and line.strip(" \t") and not line.startswith("#"):
            found = _parse_line(line)
        if isinstance(found, Signer):
            signers.append(found)
        elif found is not None:
            problems.append(Problem("signers-malformed", f"{name}:{number}", *found))
    return tuple(signers), tuple(problems)


def key_blob(key: bytes) -> bytes:
    """A key in the form of RFC 4253, section 6.6, and RFC 8709, section 4."""
    return b"".join(struct.pack(">I", len(part)) + part for part in (KEY_TYPE, key))


def _fault(line: str) -> tuple[str, str] | None:
    """What is expected and found if the line is not text, or not one line, as others read it."""
    # Where others end at a NUL, or take some letter for a byte that is none, they read other names.
    if _UNREADABLE.search(line):
        return "UTF-8 without NUL", f"'{shown(line)}'"
    return ("a line that ends with LF alone", "one with CR") if "\r" in line else None


def _mistaken(line: str) -> tuple[str, str] | None:
    """What is expected and found if the line is that of another file of ssh-keygen's."""
    if line.startswith("-----BEGIN") and "PRIVATE KEY" in line:
        return _LINE, "a private key, which nobody needs but its owner"
    if _OTHER_TYPES.fullmatch(re.split("[ \t]", line)[0]):
        return _LINE, "a key without a name before it, as in a file *.pub"
    return None


def _parse_line(line: str) -> Signer | tuple[str, str] | None:
    """A signer, None for a key of another type, or what was expected and found."""
    words = re.split("[ \t]+", line)
    if _NAMES.fullmatch(words[0]) is None:
        return "names without patterns, separated by commas", f"'{shown(words[0])}'"
    options = list(_options(words[1:]))
    rest = words[1 + len(options) :]
    namespaces = None
    if options:
        match = _NAMESPACES.fullmatch(options[0])
        if match is None or len(options) > 1:
            return 'no option but namespaces="..." without patterns', f"'{shown(' '.join(options))}'"
        namespaces = tuple(match[1].split(","))
    if len(rest) < 2:
        return "names, options, type of the key and the key", f"'{shown(line)}'"
    if rest[0] != KEY_TYPE.decode():
        return None
    key = _decode(rest[1])
    if key is None:
        return "an Ed25519 key in base64", f"'{shown(rest[1])}'"
    return Signer(tuple(words[0].split(",")), namespaces, key)


def _options(words: list[str]) -> Iterator[str]:
    """What stands before the type of the key."""
    for word in words:
        if _OTHER_TYPES.fullmatch(word):
            return
        yield word


def _decode(text: str) -> bytes | None:
    try:
        blob = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return None
    key = blob[-KEY_BYTES:]
    return key if blob == key_blob(key) and base64.b64encode(blob).decode() == text else None
