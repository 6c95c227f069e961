"""Signs a bundle with the user's own Ed25519 key, by `ssh-keygen -Y sign`: no key is ever read here.

Signatures of Ed25519 are deterministic (RFC 8032), so that the same bundle and key give the same file. They are verified in
seal.signature, without OpenSSH.
"""

from __future__ import annotations

import base64
import subprocess
from pathlib import Path

from seal.problem import SealError
from seal.signature import NAMESPACE
from seal.signers import KEY_TYPE

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
    blob = base64.b64decode(b"".join(done.stdout.splitlines()[1:-1]))
    if KEY_TYPE not in blob:
        raise SealError(f"{key}: expected a key of the type {KEY_TYPE.decode()}, found another")
    return done.stdout
