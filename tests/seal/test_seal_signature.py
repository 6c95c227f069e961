"""Signatures: RFC 8032's vectors, OpenSSH itself in both directions, and everything that is almost a signature."""

from __future__ import annotations

import base64
import hashlib
import shutil
import struct
import subprocess
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seal import ed25519
from seal.signature import verify
from seal.signers import parse_signers

# RFC 8032, section 7.1: TEST 1, TEST 2, TEST 3 and TEST SHA(abc): public key, message, signature.
VECTORS = [
    (
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155"
        "5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
    ),
    (
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
        "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
    ),
    (
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "af82",
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac"
        "18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
    ),
    (
        "ec172b93ad5e563bf4932c70e1245034c35467ef2efd4d64ebf819683467e2bf",
        hashlib.sha512(b"abc").hexdigest(),
        "dc2a4459e7369633a52b1bf277839a00201009a3efbf3ecb69bea2186c26b589"
        "09351fc9ac90b3ecfdfbc7c66431e0303dca179c138ac17ad9bef1177331a704",
    ),
]
P = (1 << 255) - 19
L = (1 << 252) + 27742317777372353535851937790883648493


@pytest.mark.parametrize(("key", "message", "signature"), VECTORS)
def test_vectors(key, message, signature):
    key, message, signature = map(bytes.fromhex, (key, message, signature))
    assert ed25519.verify(message, signature, key)
    assert not ed25519.verify(message + b"x", signature, key)
    for position in range(0, 512, 17):
        damaged = bytearray(signature)
        damaged[position // 8] ^= 1 << position % 8
        assert not ed25519.verify(message, bytes(damaged), key)
    for position in range(0, 256, 17):
        damaged = bytearray(key)
        damaged[position // 8] ^= 1 << position % 8
        assert not ed25519.verify(message, signature, bytes(damaged))


def test_second_form_of_a_signature_is_refused():
    """S + L verifies where S < L is not asked for."""
    key, message, signature = map(bytes.fromhex, VECTORS[1])
    s = int.from_bytes(signature[32:], "little")
    for other in (s + L, s + 2 * L, s + 4 * L):
        assert not ed25519.verify(message, signature[:32] + other.to_bytes(32, "little"), key)


@pytest.mark.parametrize("length", [0, 1, 31, 33, 63, 65, 128])
def test_wrong_lengths(length):
    key, message, signature = map(bytes.fromhex, VECTORS[1])
    assert not ed25519.verify(message, (signature * 2)[:length], key)
    assert not ed25519.verify(message, signature, (key * 4)[:length])


def little(number: int) -> bytes:
    return number.to_bytes(32, "little")


SIGN = 1 << 255
# All points whose order divides 8, by their y and other forms of these.
OF_EIGHT = 0x7A03AC9277FDC74EC6CC392CFA53202A0F67100D760B3CBA4FD84D3D706A17C7
SMALL = [1, P - 1, 0, SIGN, OF_EIGHT, OF_EIGHT | SIGN, P - OF_EIGHT, P - OF_EIGHT | SIGN]
OTHER_FORMS = [P, P + 1, P | SIGN, P + 1 | SIGN, 1 | SIGN, P - 1 | SIGN]


@pytest.mark.parametrize("y", [*SMALL, *OTHER_FORMS])
def test_keys_that_fit_what_anybody_can_sign(y):
    """With A of small order, R = [S]B fits for one message in eight at most: those are tried."""
    for s in range(1, 5):
        for message in (b"a", b"b", b"c", b"d", b"e", b"f", b"g", b"h"):
            r = ed25519._encode(ed25519._multiply(s, ed25519._BASE))
            assert not ed25519.verify(message, r + little(s), little(y))


def test_points_of_small_order_are_what_they_are_called():
    for y in SMALL:
        point = ed25519._decode(little(y))
        assert point is not None
        assert ed25519._encode(ed25519._multiply(8, point)) == little(1)
    assert [ed25519._decode(little(y)) for y in OTHER_FORMS] == [None] * len(OTHER_FORMS)


def test_order_of_the_base():
    assert ed25519._encode(ed25519._multiply(L, ed25519._BASE)) == little(1)
    assert ed25519._encode(ed25519._BASE) == bytes.fromhex("58" + "66" * 31)


def test_numbers_that_are_no_points():
    key, message, signature = map(bytes.fromhex, VECTORS[1])
    refused = [y for y in range(2, 40) if ed25519._decode(little(y)) is None]
    assert 10 < len(refused) < 30
    for y in refused:
        assert not ed25519.verify(message, signature, little(y))
        assert not ed25519.verify(message, little(y) + signature[32:], key)


ALICE = "alice@example.org"
NAMESPACE = "regretlab-bundle"
MESSAGE = b"0123  README.md\n"


def ssh(*arguments: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([SSH_KEYGEN, *arguments], input=stdin, capture_output=True, check=False)


SSH_KEYGEN = shutil.which("ssh-keygen") or "ssh-keygen"


class Signing:
    """Keys made by ssh-keygen, and what it signs and verifies with them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.public = {}
        for name, options in (
            ("alice", []),
            ("bob", []),
            ("rsa", ["-t", "rsa", "-b", "2048"]),
            ("ecdsa", ["-t", "ecdsa"]),
        ):
            made = ssh("-q", "-N", "", "-C", name, "-f", str(folder / name), *(options or ["-t", "ed25519"]))
            assert made.returncode == 0, made.stderr
            self.public[name] = (folder / f"{name}.pub").read_text().rstrip("\n")

    def sign(self, message: bytes, key: str = "alice", namespace: str = NAMESPACE, hash_name: str = "sha512") -> bytes:
        made = ssh(
            "-Y",
            "sign",
            "-q",
            "-O",
            f"hashalg={hash_name}",
            "-n",
            namespace,
            "-f",
            str(self.folder / key),
            stdin=message,
        )
        assert made.returncode == 0, made.stderr
        return made.stdout

    def ssh_accepts(self, message: bytes, signature: bytes, signers: str, identity: str = ALICE) -> bool:
        (self.folder / "signers").write_text(signers)
        (self.folder / "signature").write_bytes(signature)
        files = ("-f", str(self.folder / "signers"), "-s", str(self.folder / "signature"))
        return ssh("-Y", "verify", "-n", NAMESPACE, "-I", identity, *files, stdin=message).returncode == 0

    def signers(self, key: str = "alice", names: str = ALICE, options: str = f'namespaces="{NAMESPACE}" ') -> str:
        return f"{names} {options}{self.public[key]}\n"


@pytest.fixture(scope="module")
def signing(tmp_path_factory) -> Signing:
    return Signing(tmp_path_factory.mktemp("signing"))


@pytest.mark.parametrize("message", [b"", b"x", MESSAGE, bytes(range(256)) * 300])
@pytest.mark.parametrize("hash_name", ["sha512", "sha256"])
def test_ssh_keygen_signs(signing, message, hash_name):
    signature = signing.sign(message, hash_name=hash_name)
    assert verify(message, signature, signing.signers(), ALICE) is None
    assert verify(message, signature.rstrip(b"\n"), signing.signers(), ALICE) is None
    assert signing.ssh_accepts(message, signature, signing.signers())
    problem = verify(message + b"x", signature, signing.signers(), ALICE)
    assert str(problem) == "signature-invalid: signature: expected the signature of these bytes, found another"
    assert not signing.ssh_accepts(message + b"x", signature, signing.signers())


def parts(*strings: bytes) -> bytes:
    return b"".join(struct.pack(">I", len(string)) + string for string in strings)


def armored(blob: bytes, width: int = 70) -> bytes:
    text = base64.b64encode(blob)
    lines = [text[start : start + width] for start in range(0, len(text), width)]
    return b"\n".join([b"-----BEGIN SSH SIGNATURE-----", *lines, b"-----END SSH SIGNATURE-----", b""])


def dearmored(signature: bytes) -> bytes:
    return base64.b64decode(b"".join(signature.splitlines()[1:-1]))


def ssh_signature(public: bytes, r_and_s: bytes, **fields) -> bytes:
    """The form of PROTOCOL.sshsig, with fields replaced."""
    values = {
        "magic": b"SSHSIG",
        "version": struct.pack(">I", 1),
        "key": parts(b"ssh-ed25519", public),
        "namespace": NAMESPACE.encode(),
        "reserved": b"",
        "hash": b"sha512",
        "signature": parts(b"ssh-ed25519", r_and_s),
        "after": b"",
        **fields,
    }
    strings = parts(*(values[name] for name in ("key", "namespace", "reserved", "hash", "signature")))
    return values["magic"] + values["version"] + strings + values["after"]


@pytest.fixture
def pieces(signing) -> tuple[bytes, bytes]:
    """The key of Alice and her signature of the message."""
    blob = dearmored(signing.sign(MESSAGE))
    return base64.b64decode(signing.public["alice"].split()[1])[-32:], blob[-64:]


def test_the_form_is_known(signing, pieces):
    assert armored(ssh_signature(*pieces)) == signing.sign(MESSAGE)


WRONG_FIELDS = {
    "magic": {"magic": b"SSHSI6"},
    "version 0": {"version": bytes(4)},
    "version 2": {"version": struct.pack(">I", 2)},
    "no key": {"key": b""},
    "a key of another type": {"key": parts(b"ssh-rsa", b"x" * 32)},
    "a short key": {"key": parts(b"ssh-ed25519", b"x" * 31)},
    "more than a key": {"key": parts(b"ssh-ed25519", b"x" * 32, b"x")},
    "namespace": {"namespace": b"file"},
    "no namespace": {"namespace": b""},
    "reserved": {"reserved": b"x"},
    "sha1": {"hash": b"sha1"},
    "md5": {"hash": b"md5"},
    "other hash": {"hash": b"sha256"},
    "hash in capitals": {"hash": b"SHA512"},
    "no signature": {"signature": b""},
    "a signature of another type": {"signature": parts(b"rsa-sha2-512", b"x" * 64)},
    "a short signature": {"signature": parts(b"ssh-ed25519", b"x" * 63)},
    "a long signature": {"signature": parts(b"ssh-ed25519", b"x" * 65)},
    "bytes at the end": {"after": b"x"},
}


@pytest.mark.parametrize("name", WRONG_FIELDS)
def test_wrong_fields(signing, pieces, name):
    signature = armored(ssh_signature(*pieces, **WRONG_FIELDS[name]))
    problem = verify(MESSAGE, signature, signing.signers(), ALICE)
    assert problem is not None
    assert (problem.kind, problem.path) == ("signature-invalid", "signature")
    # OpenSSH takes no notice of two of the fields.
    assert signing.ssh_accepts(MESSAGE, signature, signing.signers()) == (name in ("version 0", "reserved"))


def test_more_than_a_signature(signing, pieces):
    public, r_and_s = pieces
    for strings in ((b"ssh-ed25519", r_and_s, b""), (b"ssh-ed25519", r_and_s + b"\0")):
        signature = armored(ssh_signature(public, r_and_s, signature=parts(*strings)))
        assert verify(MESSAGE, signature, signing.signers(), ALICE) is not None
        assert not signing.ssh_accepts(MESSAGE, signature, signing.signers())


@pytest.mark.parametrize(
    "change",
    [
        lambda s: b"",
        lambda s: b"\n" + s,
        lambda s: s + b"\n",
        lambda s: s + s,
        lambda s: s.replace(b"\n", b"\r\n"),
        lambda s: s.replace(b"BEGIN SSH", b"BEGIN PGP"),
        lambda s: s.replace(b"-----END", b"----END"),
        lambda s: s.replace(b"SIGNATURE-----\nU", b"SIGNATURE-----\n\nU"),
        lambda s: s.replace(b"\nU", b"\n U"),
        lambda s: s.replace(b"\nU", b"\n-U"),
        lambda s: s.partition(b"-----END")[0],
        lambda s: s.replace(b"\n-----END", b"=\n-----END"),
        lambda s: s.replace(b"\n-----END", b"AAAA\n-----END"),
        lambda s: armored(dearmored(s), 200),
        lambda s: armored(dearmored(s)[:-1]),
        lambda s: armored(dearmored(s)[:20]),
        lambda s: armored(b""),
        lambda s: armored(bytes(100_000)),
        lambda s: b"\xff" + s,
    ],
)
def test_wrong_armor(signing, change):
    signature = change(signing.sign(MESSAGE))
    problem = verify(MESSAGE, signature, signing.signers(), ALICE)
    assert problem is not None
    assert problem.kind == "signature-invalid"
    assert str(problem).isprintable()


@pytest.mark.parametrize("width", [1, 64, 70, 76])
def test_lines_may_be_shorter(signing, width):
    assert verify(MESSAGE, armored(dearmored(signing.sign(MESSAGE)), width), signing.signers(), ALICE) is None


def test_signatures_by_keys_of_other_types(signing):
    for key in ("rsa", "ecdsa"):
        signature = signing.sign(MESSAGE, key)
        assert signing.ssh_accepts(MESSAGE, signature, signing.signers(key))
        problem = verify(MESSAGE, signature, signing.signers(key), ALICE)
        assert problem is not None
        assert (problem.kind, problem.expected) == ("signature-invalid", "a key of type ssh-ed25519")
        assert problem.found == {"rsa": "one of type ssh-rsa", "ecdsa": "one of type ecdsa-sha2-nistp256"}[key]


def test_problems_are_told_of_the_files_that_were_given(signing):
    names = ("toy.sig", "keys/signers")
    problem = verify(MESSAGE, b"", signing.signers(), ALICE, *names)
    assert problem is not None
    assert problem.path == "toy.sig"
    problem = verify(MESSAGE, signing.sign(MESSAGE), f"\n* {signing.signers()}", ALICE, *names)
    assert problem is not None
    assert (problem.kind, problem.path) == ("signers-malformed", "keys/signers:2")


def test_signature_for_something_else(signing):
    problem = verify(MESSAGE, signing.sign(MESSAGE, namespace="git"), signing.signers(), ALICE)
    assert str(problem) == "signature-invalid: signature: expected namespace 'regretlab-bundle', found 'git'"


def test_signature_of_somebody_else(signing):
    both = signing.signers() + signing.signers("bob", "bob@example.org")
    signature = signing.sign(MESSAGE, "bob")
    assert verify(MESSAGE, signature, both, "bob@example.org") is None
    problem = verify(MESSAGE, signature, both, ALICE)
    assert str(problem) == (
        "signature-invalid: signature: expected a key of 'alice@example.org', found one of 'bob@example.org'"
    )
    problem = verify(MESSAGE, signature, signing.signers(), ALICE)
    assert problem is not None
    assert problem.found == "one that the signers do not have"
    assert not signing.ssh_accepts(MESSAGE, signature, both)


@pytest.mark.parametrize(
    "identity", ["", "*", "alice", "alice@example.org,bob", "ALICE@EXAMPLE.ORG", "!alice@example.org"]
)
def test_identities(signing, identity):
    assert verify(MESSAGE, signing.sign(MESSAGE), signing.signers(), identity) is not None


# Lines that are accepted: ssh-keygen accepts them too. {key} is Alice's.
GOOD_SIGNERS = [
    "{alice} {key}",
    "{alice} {key} and a comment, with * and more",
    "{alice}\t{key}",
    "bob,{alice},carol {key}",
    '{alice} namespaces="git,regretlab-bundle" {key}',
    '# comment\n\n   \n{alice}   namespaces="regretlab-bundle"   {key}',
    "{alice} ssh-rsa AAAA\n{alice} {key}",
    '{alice} namespaces="git" {key}\n{alice} {key}',
    "bob {key}\n{alice} {key}",
]
# Lines that are understood, and do not say what is asked.
OTHER_SIGNERS = [
    "",
    "# {alice} {key}",
    "bob {key}",
    '{alice} namespaces="git" {key}',
    'bob {key}\n{alice} namespaces="git" {key}',
    "{alice} {other}",
    "{alice} ssh-rsa AAAA",
]
# Lines that are not understood, or only by OpenSSH: (text, number of the line).
BAD_SIGNERS = [
    ("{key}", 1),
    ("{alice}", 1),
    (" {alice} {key}", 1),
    ("{alice} ssh-ed25519", 1),
    ("{alice} ssh-ed25519 AAAA", 1),
    ("{alice} ssh-ed25519 !!!!", 1),
    ("{alice} {key}x", 1),
    ("{alice} {key}==", 1),
    ("* {key}", 1),
    ("*@example.org {key}", 1),
    ("alice@example.or? {key}", 1),
    ("!bob,{alice} {key}", 1),
    ("{alice}, {key}", 1),
    ('"{alice}" {key}', 1),
    ("{alice} cert-authority {key}", 1),
    ('{alice} valid-before="20200101" {key}', 1),
    ('{alice} valid-after="20200101",namespaces="regretlab-bundle" {key}', 1),
    ('{alice} namespaces="*" {key}', 1),
    ('{alice} namespaces="regretlab-*" {key}', 1),
    ('{alice} namespaces="!regretlab-bundle" {key}', 1),
    ("{alice} namespaces=regretlab-bundle {key}", 1),
    ('{alice} namespaces="" {key}', 1),
    ('{alice} namespaces="git, regretlab-bundle" {key}', 1),
    ('{alice} namespaces="git" namespaces="regretlab-bundle" {key}', 1),
    ('{alice} Namespaces="regretlab-bundle" {key}', 1),
    ("{alice} {key}\nnonsense", 2),
    ("{alice} {key}\r\n{alice} {key}\r", 1),
    ("{alice} {key} comment\r\n", 1),
    ("\ufeff# comment\n{alice} {key}", 1),
    ("{alice}\0,bob {key}", 1),
    ("{alice}\0 {key}", 1),
    ("{alice} {key}\0", 1),
    ("{alice} {key}\n\0", 2),
    ("# a\0comment\n{alice} {key}", 1),
    ("{alice} {key}\n{alice}\udcff {key}", 2),
    ("{alice} {key}\n\n# \udce4", 3),
    ("\udcfe{alice} {key}", 1),
]


def filled(text: str, signing: Signing) -> str:
    # Without a comment, so that what is added to the key is added to the key.
    keys = {name: " ".join(signing.public[name].split()[:2]) for name in ("alice", "bob")}
    return text.replace("{key}", keys["alice"]).replace("{other}", keys["bob"]).replace("{alice}", ALICE)


@pytest.mark.parametrize("text", GOOD_SIGNERS)
def test_signers(signing, text):
    signature = signing.sign(MESSAGE)
    assert verify(MESSAGE, signature, filled(text, signing), ALICE) is None
    assert signing.ssh_accepts(MESSAGE, signature, filled(text, signing) + "\n")


@pytest.mark.parametrize("text", OTHER_SIGNERS)
def test_signers_that_do_not_sign_this(signing, text):
    signature = signing.sign(MESSAGE)
    problem = verify(MESSAGE, signature, filled(text, signing), ALICE)
    assert problem is not None
    assert problem.kind == "signature-invalid"
    assert not signing.ssh_accepts(MESSAGE, signature, filled(text, signing) + "\n")


@pytest.mark.parametrize(("text", "line"), BAD_SIGNERS)
def test_malformed_signers(signing, text, line):
    problem = verify(MESSAGE, signing.sign(MESSAGE), filled(text, signing), ALICE)
    assert problem is not None
    assert (problem.kind, problem.path) == ("signers-malformed", f"signers:{line}")


@pytest.mark.parametrize("name", ["{alice}\0,bob", "{alice}\0", "bob\0,{alice}"])
def test_what_comes_after_nul_is_not_read_by_ssh_keygen(signing, name):
    """So it is refused here, and told by its line."""
    text = filled(f"\n{name} {{key}}\n", signing)
    assert not signing.ssh_accepts(MESSAGE, signing.sign(MESSAGE), text)
    problem = verify(MESSAGE, signing.sign(MESSAGE), text, ALICE)
    assert problem is not None
    assert (problem.path, problem.expected) == ("signers:2", "UTF-8 without NUL")
    assert "\\x00" in problem.found


def test_lines_that_end_with_cr_lf(signing):
    """Of a signature, neither takes them; what is wrong with it, or with signers, is said."""
    crlf = signing.sign(MESSAGE).replace(b"\n", b"\r\n")
    assert not signing.ssh_accepts(MESSAGE, crlf, signing.signers())
    problem = verify(MESSAGE, crlf, signing.signers(), ALICE)
    expected = "signature-invalid: signature: expected lines that end with LF, found some that end with CR LF"
    assert str(problem) == expected
    problem = verify(MESSAGE, signing.sign(MESSAGE), signing.signers().replace("\n", "\r\n"), ALICE)
    assert str(problem) == "signers-malformed: signers:1: expected a line that ends with LF alone, found one with CR"


def test_all_malformed_lines_are_told(signing):
    _, problems = parse_signers(filled("nonsense\n{alice} {key}\n* {key}\n", signing))
    assert [problem.path for problem in problems] == ["signers:1", "signers:3"]


@pytest.fixture(scope="module")
def signed(signing) -> tuple[str, bytes]:
    return signing.signers(), signing.sign(MESSAGE)


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_no_changed_signature_passes(signed, data):
    signers, signature = signed
    damaged = bytearray(signature)
    for _ in range(data.draw(st.integers(1, 3))):
        position = data.draw(st.integers(0, len(damaged) - 1))
        damaged[position : position + data.draw(st.integers(0, 2))] = data.draw(st.binary(max_size=2))
    changed = bytes(damaged)
    problem = verify(MESSAGE, changed, signers, ALICE)
    assert (problem is None) == (changed in (signature, signature[:-1]))


@settings(max_examples=100, deadline=None)
@given(content=st.binary(max_size=200), text=st.text(max_size=100))
def test_nothing_crashes(signed, content, text):
    assert verify(content, armored(content), signed[0], ALICE) is not None
    assert verify(content, armored(b"SSHSIG" + content), signed[0], text) is not None
    assert verify(content, content, text, ALICE) is not None


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("ssh-ed25519 AAAA me@example.org", "a key without a name before it, as in a file *.pub"),
        ("-----BEGIN OPENSSH PRIVATE KEY-----", "a private key, which nobody needs but its owner"),
    ],
)
def test_another_file_of_the_same_program_is_told(line, found):
    signers, (problem,) = parse_signers(f"{line}\n")
    assert signers == ()
    assert problem.expected == 'lines NAME namespaces="..." ssh-ed25519 KEY'
    assert problem.found == found
