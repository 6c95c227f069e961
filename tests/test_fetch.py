"""Downloads from a server that does all that servers do wrong: the file whole and right, or nothing under its name."""

import fcntl
import gzip
import hashlib
import itertools
import os
import re
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from regretlab.errors import InputError
from regretlab.fetch import Patience, Wanted, fetch
from regretlab.part import part_of
from regretlab.transfer import MOST_REDIRECTS, RefusedError, _following

from local_server import Answer, Server

BODY = bytes(range(256)) * 40
SIZE, SHA256 = len(BODY), hashlib.sha256(BODY).hexdigest()
CUT = 3_000
ETAG = '"first"'
TAGGED = {"ETag": ETAG}
IMPATIENT = Patience(timeout=0.2, tries=3, pause=0.0)

WHOLE = Answer([BODY], headers=TAGGED)
BROKEN = Answer([BODY[:CUT]], headers=TAGGED, length=SIZE)
REST = Answer([BODY[CUT:]], 206, {**TAGGED, "Content-Range": f"bytes {CUT}-{SIZE - 1}/{SIZE}"})


@pytest.fixture
def server(monkeypatch):
    monkeypatch.setenv("no_proxy", "*")
    started = Server()
    yield started
    started.close()


class Fetching:
    """What a test fetches, into a folder of its own."""

    def __init__(self, server: Server, folder: Path) -> None:
        self.server, self.folder = server, folder
        self.said: list[str] = []

    def __call__(self, *answers: Answer, paths=("/file",), sha256=SHA256, size=SIZE, patience=IMPATIENT) -> bytes:
        """Fetch the file "x.efg", for which the server gives these answers; its content."""
        if answers:
            self.server.answers["/file"] = list(answers)
        urls = [path if ":" in path else self.server.url(path) for path in paths]
        return fetch(Wanted("x.efg", urls, size, sha256), self.folder, self.said.append, patience).read_bytes()

    def refused(self, *answers: Answer, match: str, left: tuple[str, ...] = (), **settings) -> None:
        """It fails, with this message, and leaves no more than that behind."""
        with pytest.raises(InputError, match=match):
            self(*answers, **settings)
        assert sorted(path.name for path in self.folder.iterdir()) == sorted(left)

    @property
    def names(self) -> list[str]:
        return [path.name for path in self.folder.iterdir()]


PARTS = (".x.efg.part", ".x.efg.part.json")


@pytest.fixture
def fetching(server, tmp_path):
    return Fetching(server, tmp_path / "resources")


def test_whole(fetching):
    assert fetching(WHOLE) == BODY
    assert fetching.names == ["x.efg"]
    _, headers = fetching.server.requests[0]
    assert headers["accept-encoding"] == "identity"
    assert "range" not in headers


def test_mode_by_umask(fetching):
    before = os.umask(0o027)
    try:
        fetching(WHOLE)
    finally:
        os.umask(before)
    assert (fetching.folder / "x.efg").stat().st_mode & 0o777 == 0o640


def test_chunks(fetching):
    """Without a length that is told before, by the protocol of chunks or by the end of the connection."""
    chunked = [b"%x\r\n%b\r\n" % (len(part), part) for part in (BODY[:CUT], BODY[CUT:])]
    assert fetching(Answer([*chunked, b"0\r\n\r\n"], headers={"Transfer-Encoding": "chunked"}, length=None)) == BODY
    (fetching.folder / "x.efg").unlink()
    assert fetching(Answer([BODY], length=None)) == BODY


def test_right_file_is_kept(fetching):
    fetching.folder.mkdir()
    (fetching.folder / "x.efg").write_bytes(BODY)
    assert fetching(Answer(status=404)) == BODY
    assert fetching.server.requests == []
    assert fetching.names == ["x.efg"]


def test_wrong_file_is_replaced(fetching):
    """When the right one is there, and not before."""
    fetching.folder.mkdir()
    (fetching.folder / "x.efg").write_bytes(b"older")
    fetching.refused(Answer([b"?" * SIZE]), match="expected SHA-256", left=("x.efg",))
    assert (fetching.folder / "x.efg").read_bytes() == b"older"
    assert fetching(WHOLE) == BODY
    assert hashlib.sha256(b"older").hexdigest() in fetching.said[0]


def test_another_thing_under_the_name(fetching):
    (fetching.folder / "x.efg").mkdir(parents=True)
    fetching.refused(WHOLE, match="expected a regular file there or none", left=("x.efg",))


# What broke off.


def test_truncated_then_resumed(fetching):
    assert fetching(BROKEN, REST) == BODY
    first, second = fetching.server.requests
    assert "range" not in first[1]
    assert (second[1]["range"], second[1]["if-range"]) == (f"bytes={CUT}-", ETAG)
    assert f"broke off after {CUT:,} of {SIZE:,} bytes" in fetching.said[0]
    assert fetching.names == ["x.efg"]


def test_resumed_by_the_next_call(fetching):
    """What there is stays beside, with what vouches for the rest."""
    once = Patience(0.2, tries=1)
    fetching.refused(BROKEN, match="broke off after 3,000 of 10,240 bytes", left=PARTS, patience=once)
    assert fetching(REST) == BODY
    assert fetching.server.ranges() == [None, f"bytes={CUT}-"]
    assert fetching.names == ["x.efg"]


def test_resumed_by_date(fetching):
    dated = {"Last-Modified": "Wed, 21 Oct 2015 07:28:00 GMT"}
    weak = {"ETag": 'W/"first"', **dated}
    rest = {**weak, "Content-Range": f"bytes {CUT}-{SIZE - 1}/*"}
    assert fetching(BROKEN._replace(headers=weak), REST._replace(headers=rest)) == BODY
    assert fetching.server.requests[1][1]["if-range"] == dated["Last-Modified"]


def test_nothing_vouches_for_the_rest(fetching):
    """Then all of it is fetched again, and no part is kept."""
    broken = BROKEN._replace(headers={"ETag": 'W/"first"'})
    assert fetching(broken, WHOLE) == BODY
    assert fetching.server.ranges() == [None, None]
    (fetching.folder / "x.efg").unlink()
    fetching.refused(broken, match="broke off", patience=Patience(0.2, tries=1))


def test_changed_behind_if_range(fetching):
    """The server has another file by now, and sends that."""
    fetching.server.answers["/file"] = [Answer([b"old" * 1000], headers={"ETag": '"old"'}, length=SIZE), WHOLE]
    assert fetching() == BODY
    assert fetching.server.requests[1][1]["if-range"] == '"old"'


def test_range_ignored(fetching):
    assert fetching(BROKEN, WHOLE) == BODY
    assert fetching.server.ranges() == [None, f"bytes={CUT}-"]


@pytest.mark.parametrize(
    "given",
    [
        {"Content-Range": f"bytes {CUT + 1}-{SIZE - 1}/{SIZE}"},
        {"Content-Range": f"bytes {CUT}-{SIZE}/{SIZE + 1}"},
        {"Content-Range": f"{CUT}-{SIZE - 1}"},
        {"Content-Type": "multipart/byteranges; boundary=x"},
        {"Content-Range": f"bytes {CUT}-{SIZE - 1}/{SIZE}", "ETag": '"second"'},
    ],
    ids=["start", "size", "form", "multipart", "other file"],
)
def test_another_rest_than_asked_for(fetching, given):
    """It is not added; the file is fetched from its start."""
    assert fetching(BROKEN, REST._replace(headers=given), WHOLE) == BODY
    assert fetching.server.ranges() == [None, f"bytes={CUT}-", None]
    assert "expected the rest" in fetching.said[1]


def test_put_together_wrongly(fetching):
    """A rest with the right headers and other bytes: no poisoned part stays, and the file is fetched from its start."""
    assert fetching(BROKEN, REST._replace(body=[b"?" * (SIZE - CUT)]), WHOLE) == BODY
    assert fetching.server.ranges() == [None, f"bytes={CUT}-", None]
    assert "put together from parts: expected SHA-256" in fetching.said[1]


def test_no_such_rest(fetching):
    assert fetching(BROKEN, Answer(status=416), WHOLE) == BODY
    assert fetching.server.ranges() == [None, f"bytes={CUT}-", None]


def test_a_part_of_another_pin_is_none(fetching):
    other = hashlib.sha256(b"other").hexdigest()
    fetching.refused(BROKEN, match="broke off", left=PARTS, sha256=other, patience=Patience(0.2, tries=1))
    assert fetching(WHOLE) == BODY
    assert fetching.server.ranges() == [None, None]


def test_killed_before_the_last_step(fetching):
    """All bytes are there already: none is asked for."""
    fetching.refused(BROKEN, match="broke off", left=PARTS, patience=Patience(0.2, tries=1))
    (fetching.folder / PARTS[0]).write_bytes(BODY)
    assert fetching(WHOLE) == BODY
    assert len(fetching.server.requests) == 1


def test_a_spoiled_note_is_none(fetching):
    fetching.refused(BROKEN, match="broke off", left=PARTS, patience=Patience(0.2, tries=1))
    (fetching.folder / PARTS[1]).write_text('{"url": 1}')
    assert fetching(WHOLE) == BODY
    assert fetching.server.ranges() == [None, None]


# What is wrong for good.


def test_wrong_bytes(fetching):
    wrong = b"?" * SIZE
    found = hashlib.sha256(wrong).hexdigest()
    url = fetching.server.url("/file")
    expected = re.escape(f"x.efg: {url}: expected SHA-256 {SHA256}, found {found}")
    fetching.refused(Answer([wrong], headers=TAGGED), match=f"^{expected}$")
    assert len(fetching.server.requests) == 1


def test_not_found(fetching):
    fetching.refused(Answer(status=404), match="x.efg: .*/file: expected status 200, found 404 Not Found")
    assert len(fetching.server.requests) == 1


def test_a_part_that_nobody_asked_for(fetching):
    fetching.refused(REST, match="expected status 200, found 206 Partial Content")


def test_busy_then_well(fetching):
    assert fetching(Answer(status=503), Answer(status=500), WHOLE) == BODY
    assert len(fetching.server.requests) == 3


def test_busy_for_good(fetching):
    fetching.refused(Answer(status=503), match=r"found 503 Service Unavailable \(tried 3 times\)")
    assert len(fetching.server.requests) == 3


def test_stalling(fetching):
    """Nothing comes any more: what there is counts, and the rest is asked for."""
    assert fetching(BROKEN._replace(stalls=True), REST) == BODY
    assert "the connection broke: nothing came in time" in fetching.said[0]


def test_no_answer(fetching):
    fetching.refused(Answer(length=SIZE, stalls=True), match="nothing came in time", patience=Patience(0.1, 2, 0.0))


def test_nobody_there(fetching):
    fetching.server.close()
    fetching.refused(match=r"expected an answer, found none: Connection refused \(tried 3 times\)")


def test_endless(fetching):
    """Of a body without an end no more is kept than one byte more than there may be."""
    body = itertools.repeat(b"x" * 65_536)
    fetching.refused(Answer(body, length=None), match=f"expected {SIZE:,} bytes, found more")
    assert fetching.server.hung_up.wait(1)


@pytest.mark.parametrize("length", [CUT, SIZE + 1])
def test_wrong_length(fetching, length):
    """It is another file: nothing of it is read."""
    expected = f"expected {SIZE:,} bytes, found Content-Length {length:,}"
    fetching.refused(Answer([BODY], length=length), match=expected)
    assert len(fetching.server.requests) == 1


def test_compressed(fetching):
    """Bytes are taken as they are sent; what explains others is said."""
    encoded = {"Content-Encoding": "gzip"}
    packed = gzip.compress(BODY, mtime=0)
    expected = rf"found Content-Length {len(packed):,} \(with Content-Encoding gzip\)"
    fetching.refused(Answer([packed], headers=encoded), match=expected)
    fetching.refused(
        Answer([packed], headers=encoded, length=None), match=r"broke off .*\(with Content-Encoding gzip\)"
    )
    assert fetching(Answer([BODY], headers=encoded)) == BODY


# Redirects.


def redirect(to: str, status: int = 302) -> list[Answer]:
    return [Answer(status=status, headers={"Location": to})]


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_redirected(fetching, status):
    fetching.server.answers = {"/file": redirect("/to/./b", status), "/to/b": redirect("../c"), "/c": [WHOLE]}
    assert fetching() == BODY


def test_redirects_without_end(fetching):
    fetching.server.answers = {"/file": redirect("/other"), "/other": redirect("/file")}
    fetching.refused(match=f"expected at most {MOST_REDIRECTS} redirects, found another one")
    assert len(fetching.server.requests) == MOST_REDIRECTS + 1


def test_as_many_redirects_as_there_may_be(fetching):
    places = [f"/{number}" for number in range(MOST_REDIRECTS)]
    for place, following in itertools.pairwise(["/file", *places]):
        fetching.server.answers[place] = redirect(following)
    fetching.server.answers[places[-1]] = [WHOLE]
    assert fetching() == BODY


@pytest.mark.parametrize("to", ["file", "ftp://127.0.0.1/x", "data:,x", "http://user:word@127.0.0.1/"])
def test_redirected_to_what_may_not_be(fetching, tmp_path, to):
    (tmp_path / "secret").write_bytes(BODY)
    to = (tmp_path / "secret").as_uri() if to == "file" else to
    fetching.refused(*redirect(to), match="redirect")


def test_redirect_to_nowhere(fetching):
    fetching.refused(Answer(status=302), match="expected a Location with the redirect, found none")


def test_no_way_back_from_https():
    assert _following("https://a.example/x", "//b.example/y#z") == "https://b.example/y"
    assert _following("http://a.example/x", "https://b.example/y") == "https://b.example/y"
    with pytest.raises(RefusedError, match="expected no redirect from https to http"):
        _following("https://a.example/x", "http://a.example/x")


def test_the_redirect_is_told_with_wrong_bytes(fetching):
    fetching.server.answers = {"/file": redirect("/other"), "/other": [Answer([b"?" * SIZE])]}
    fetching.refused(match=r"\(redirected to http://127.0.0.1:[0-9]+/other\)")


# Mirrors and files.


def test_mirrors(fetching):
    """One after the other; what is wrong with the first is told."""
    fetching.server.answers = {"/a": [Answer([b"?" * SIZE])], "/b": [Answer(status=404)], "/c": [WHOLE]}
    assert fetching(paths=("/a", "/b", "/c")) == BODY
    assert len(fetching.said) == 2


def test_all_mirrors_fail(fetching):
    fetching.server.answers = {"/a": [Answer([b"?" * SIZE])], "/b": [Answer(status=404)]}
    with pytest.raises(InputError) as caught:
        fetching(paths=("/a", "/b"))
    first, second = str(caught.value).splitlines()
    assert "/a: expected SHA-256" in first
    assert "/b: expected status 200" in second


def test_the_mirror_that_there_is_a_part_from_goes_first(fetching):
    fetching.server.answers = {"/a": [Answer(status=404)], "/b": [BROKEN]}
    once = Patience(0.2, tries=1)
    fetching.refused(match="broke off", left=PARTS, paths=("/a", "/b"), patience=once)
    fetching.server.answers = {"/a": [WHOLE], "/b": [REST]}
    assert fetching(paths=("/a", "/b")) == BODY
    assert fetching.server.requests[-1][0] == "/b"


def test_a_file(fetching, tmp_path):
    source = tmp_path / "a file é"
    source.write_bytes(BODY)
    assert fetching(paths=(source.as_uri(),)) == BODY


@pytest.mark.parametrize("what", ["short", "long", "none", "folder", "pipe"])
def test_a_file_that_is_not_it(fetching, tmp_path, what):
    source = tmp_path / "file"
    messages = {
        "short": "broke off after 5 of 10,240 bytes",
        "long": "expected 10,240 bytes, found more",
        "none": "cannot be read: No such file or directory",
        "folder": "expected a regular file",
        "pipe": "expected a regular file",
    }
    if what == "folder":
        source.mkdir()
    elif what == "pipe":
        os.mkfifo(source)
    elif what != "none":
        source.write_bytes(b"short" if what == "short" else BODY + b"x")
    fetching.refused(paths=(source.as_uri(),), match=messages[what])


# Without a hash, as what is to be audited.


def test_without_a_hash(fetching):
    assert fetching(WHOLE, sha256=None, size=SIZE) == BODY
    (fetching.folder / "x.efg").unlink()
    assert fetching(BROKEN, REST, sha256=None, size=10**9) == BODY


def test_without_a_hash_there_is_a_limit(fetching):
    fetching.refused(WHOLE, match="expected at most 100 bytes, found Content-Length", sha256=None, size=100)
    endless = Answer(itertools.repeat(b"x" * 65_536), length=None)
    fetching.refused(endless, match="expected at most 1,000,000 bytes, found more", sha256=None, size=10**6)


def test_without_a_hash_a_short_body_is_told(fetching):
    once = Patience(0.2, tries=1)
    fetching.refused(BROKEN, match="broke off", left=PARTS, sha256=None, size=10**9, patience=once)


# Two at once, and what is said.


def test_two_at_once(fetching):
    """The second one waits for the first, and finds its file."""
    second: list[bytes] = []
    waiting = threading.Event()

    def wait(message: str) -> None:
        fetching.said.append(message)
        waiting.set()

    def run() -> None:
        wanted = Wanted("x.efg", [fetching.server.url("/none")], SIZE, SHA256)
        second.append(fetch(wanted, fetching.folder, wait, IMPATIENT).read_bytes())

    target = fetching.folder / "x.efg"
    with part_of(target, lambda: None) as part:
        other = threading.Thread(target=run)
        other.start()
        assert waiting.wait(10)
        part.write(BODY)
        part.finish(target)
    other.join(10)
    assert second == [BODY]
    assert fetching.said == ["x.efg: waiting for another process that fetches it"]
    assert fetching.names == ["x.efg"]


def test_a_lock_ends_with_its_process(fetching):
    """A part that a killed process left is nobody's."""
    fetching.folder.mkdir()
    code = (
        "import fcntl, os, sys; "
        "f = os.open(sys.argv[1], os.O_RDWR | os.O_CREAT); fcntl.flock(f, fcntl.LOCK_EX); os.kill(os.getpid(), 9)"
    )
    subprocess.run([sys.executable, "-S", "-c", code, str(fetching.folder / PARTS[0])], check=False)
    with (fetching.folder / PARTS[0]).open() as stream:
        fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
    assert fetching(WHOLE) == BODY
    assert fetching.said == []


def test_no_link_is_followed(fetching, tmp_path):
    """Where the part would be there is a link to something else, which stays as it is."""
    fetching.folder.mkdir()
    (tmp_path / "other").write_text("mine")
    (fetching.folder / PARTS[0]).symlink_to(tmp_path / "other")
    fetching.refused(WHOLE, match="cannot be written", left=PARTS[:1])
    assert (tmp_path / "other").read_text() == "mine"


def test_what_takes_long_is_told(fetching):
    """A word every two seconds, by a clock that goes one second with each look at it."""
    parts = [BODY[start : start + 1024] for start in range(0, SIZE, 1024)]
    ticks = itertools.count()
    fetching.server.answers["/file"] = [Answer(parts)]
    wanted = Wanted("x.efg", [fetching.server.url("/file")], SIZE, SHA256)
    fetch(wanted, fetching.folder, fetching.said.append, IMPATIENT, lambda: float(next(ticks)) * 2)
    assert re.fullmatch(f"x.efg: [0-9,]+ of {SIZE:,} bytes", fetching.said[0])


def test_what_does_not_is_not(fetching):
    wanted = Wanted("x.efg", [fetching.server.url("/file")], SIZE, SHA256)
    fetching.server.answers["/file"] = [WHOLE]
    fetch(wanted, fetching.folder, fetching.said.append, IMPATIENT, lambda: 0.0)
    assert fetching.said == []
