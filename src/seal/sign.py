"""Signs a bundle with the user's own Ed25519 key, by `ssh-keygen -Y sign`: no key is ever read here.

Signatures of Ed25519 are deterministic (RFC 8032), so that the same bundle and key give the same file. They are verified in
seal.signature, without OpenSSH.
"""

from __future__ import annotations

import subprocess
from pathlib import Path

from seal.problem import SealError
from seal.signature import NAMESPACE

SIGNATURE = "bundle.sig"


def sign(message: bytes, key: Path) -> bytes:
    """The detached signature of a message by the key in that file. Raises SealError that says why there is none."""
    command = ["ssh-keygen", "-Y", "sign", "-q", "-f", str(key), "-n", NAMESPACE.decode()]
    try:
        done = subprocess.run(command, input=message, capture_output=True, check=False)
    except FileNotFoundError as error:
        raise SealError("ssh-keygen: expected the command of OpenSSH, found none") from error
    if done.returncode != 0:
        said = done.stderr.decode("utf-8", "backslashreplace").strip()
        raise SealError(f"{key}: ssh-keygen does not sign with it: {said}")
    if b"BEGIN SSH SIGNATURE" not in done.stdout:
        raise SealError(f"{key}: expected a signature from ssh-keygen, found none")
    return done.stdout
