"""Verifies a detached signature that `ssh-keygen -Y sign` has made, without OpenSSH.

The format is SSHSIG (PROTOCOL.sshsig of OpenSSH), with Ed25519 keys only (RFC 8709). What ssh-keygen refuses is refused.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import re
import struct
from dataclasses import dataclass

from seal.ed25519 import KEY_BYTES, SIGNATURE_BYTES
from seal.ed25519 import verify as verify_ed25519
from seal.problem import Problem, shown
from seal.signers import KEY_TYPE, key_blob, parse_signers

NAMESPACE = b"regretlab-bundle"
_MAGIC = b"SSHSIG"
_VERSION = 1
_HASHES = (b"sha512", b"sha256")
# Lines as long as the format asks for, or shorter ones: OpenSSH itself writes 70 letters.
_ARMOR = re.compile(
    rb"-----BEGIN SSH SIGNATURE-----\n((?:[A-Za-z0-9+/=]{1,76}\n)+)-----END SSH SIGNATURE-----\n?", re.DOTALL
)
_LONGEST = 1 << 16


@dataclass(frozen=True)
class _Signature:
    key: bytes
    hash_name: str
    signature: bytes


class _InvalidError(Exception):
    """Something that makes a signature invalid: expected, found."""


def verify(
    message: bytes,
    signature: bytes,
    signers: str,
    identity: str,
    signature_name: str = "signature",
    signers_name: str = "signers",
) -> Problem | None:
    """None if `signature` is that of the message by one of the keys that the text `signers` has for `identity`.

    In the text, bytes that are no UTF-8 are lone surrogates (`surrogateescape`).
    The names are those of the files that both are from: a problem is told of them.
    """
    known, problems = parse_signers(signers, signers_name)
    if problems:
        return problems[0]
    try:
        parsed = _parse(signature)
        names = [signer.names for signer in known if signer.key == parsed.key]
        if not any(identity in own for own in names):
            found = f"one of {_listed(names)}" if names else "one that the signers do not have"
            raise _InvalidError(f"a key of '{shown(identity)}'", found)
        purposes = [signer.namespaces for signer in known if signer.key == parsed.key and identity in signer.names]
        if not any(purpose is None or NAMESPACE.decode() in purpose for purpose in purposes):
            found = ", ".join(f"'{shown(name)}'" for purpose in purposes for name in purpose or ())
            raise _InvalidError(f"a key for namespace '{NAMESPACE.decode()}'", f"one for {found}")
        if not verify_ed25519(_signed(message, parsed.hash_name), parsed.signature, parsed.key):
            raise _InvalidError("the signature of these bytes", "another")
    except _InvalidError as error:
        return Problem("signature-invalid", signature_name, *error.args)
    return None


def _signed(message: bytes, hash_name: str) -> bytes:
    """What the key signs: PROTOCOL.sshsig, section 3."""
    parts = (NAMESPACE, b"", hash_name.encode(), hashlib.new(hash_name, message).digest())
    return _MAGIC + b"".join(struct.pack(">I", len(part)) + part for part in parts)


def _parse(armored: bytes) -> _Signature:
    """Read a signature strictly: each has one form, but for the length of its lines."""
    blob = _Reader(_dearmored(armored))
    _expect("an SSH signature", _MAGIC, blob.take(len(_MAGIC)))
    _expect("version 1", _VERSION, blob.number())
    key = blob.string()
    namespace = blob.string()
    reserved = blob.string()
    hash_name = blob.string()
    signature = _Reader(blob.string())
    _expect("no more bytes after the signature", b"", blob.rest)
    kind = _Reader(key).string()
    if kind != KEY_TYPE:
        raise _InvalidError(f"a key of type {_text(KEY_TYPE)}", f"one of type {_text(kind)}")
    if key != key_blob(key[-KEY_BYTES:]):
        raise _InvalidError(f"a key of {KEY_BYTES} bytes", "another")
    _expect(f"namespace '{NAMESPACE.decode()}'", NAMESPACE, namespace)
    _expect("nothing in the reserved field", b"", reserved)
    if hash_name not in _HASHES:
        raise _InvalidError("sha512 or sha256", f"'{_text(hash_name)}'")
    _expect("a signature of type ssh-ed25519", KEY_TYPE, signature.string())
    value = signature.string()
    if len(value) != SIGNATURE_BYTES or signature.rest:
        raise _InvalidError(f"a signature of {SIGNATURE_BYTES} bytes", f"{len(value) + len(signature.rest)}")
    return _Signature(key[-KEY_BYTES:], hash_name.decode(), value)


def _dearmored(armored: bytes) -> bytes:
    match = _ARMOR.fullmatch(armored) if len(armored) <= _LONGEST else None
    if match is None and b"\r\n" in armored:
        raise _InvalidError("lines that end with LF", "some that end with CR LF")
    if match is None:
        raise _InvalidError("a signature between its two lines of dashes", f"'{_text(armored)}'")
    letters = match[1].replace(b"\n", b"")
    try:
        blob = base64.b64decode(letters, validate=True)
    except binascii.Error:
        raise _InvalidError("base64", "other letters") from None
    _expect("base64 in its only form", letters, base64.b64encode(blob))
    return blob


class _Reader:
    """Takes apart what SSH puts together (RFC 4251, section 5)."""

    def __init__(self, content: bytes) -> None:
        self.rest = content

    def take(self, size: int) -> bytes:
        if size > len(self.rest):
            raise _InvalidError(f"{size} bytes more", f"{len(self.rest)}")
        taken, self.rest = self.rest[:size], self.rest[size:]
        return taken

    def number(self) -> int:
        return int.from_bytes(self.take(4), "big")

    def string(self) -> bytes:
        return self.take(self.number())


def _expect(what: str, expected: object, found: object) -> None:
    if found != expected:
        raise _InvalidError(what, f"'{_text(found)}'" if isinstance(found, bytes) else str(found))


def _listed(names: list[tuple[str, ...]]) -> str:
    return ", ".join(f"'{shown(name)}'" for name in dict.fromkeys(name for own in names for name in own))


def _text(content: bytes) -> str:
    return shown(content.decode("utf-8", "backslashreplace"))
