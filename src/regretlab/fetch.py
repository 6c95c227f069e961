"""Downloads: a file whole and as pinned, or nothing under its name.

What broke off goes on where it was, if the server still has the same file (RFC 9110, 13.1.5 and 14). The hash has the last word
in any case; where it speaks against a file that was put together from parts, that is fetched once more from its start.
"""

import re
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from regretlab.errors import InputError
from regretlab.files import sha256
from regretlab.part import CHUNK, Of, Part, part_of
from regretlab.transfer import AGAIN_LATER, PassingError, RefusedError, Response, described, opened, reading

OK, PARTIAL, NOT_THERE = 200, 206, 416

EVERY = 2.0
"""So many seconds between two words on how far it is."""

Tell = Callable[[str], None]


class Wanted(NamedTuple):
    """A file to be downloaded: what it will be called, where it may come from, and what is known of it."""

    name: str
    urls: Sequence[str]
    most: int
    """Its size, or the most that it may have."""
    sha256: str | None
    """None: its size may be less than `most`, and whoever wants it looks into it afterwards."""


class Patience(NamedTuple):
    """How long to wait, in seconds, and how often to try."""

    timeout: float = 30.0
    """For an answer, and for the next bytes."""
    tries: int = 4
    pause: float = 1.0
    """Before the second try, and twice as long before each further one."""


PATIENCE = Patience()


def tell(message: str) -> None:
    """Say something on stderr."""
    print(f"fetch: {message}", file=sys.stderr, flush=True)


def fetch(
    wanted: Wanted,
    folder: Path,
    say: Tell = tell,
    patience: Patience = PATIENCE,
    clock: Callable[[], float] = time.monotonic,
) -> Path:
    """Let the file appear in the folder; one that is there already with the right hash stays, another one is replaced.

    Raises `InputError` with a line for each URL that failed; then no file has changed or appeared under the name.
    """
    target = folder / wanted.name
    if target.exists() and not target.is_file():
        raise InputError(f"{target}: cannot be written: expected a regular file there or none, found something else")
    try:
        with part_of(target, lambda: say(f"{wanted.name}: waiting for another process that fetches it")) as part:
            if wanted.sha256 is not None and target.is_file():
                found = sha256(target)
                if found == wanted.sha256:
                    part.begin(None)
                    return target
                say(f"{wanted.name}: there is another file, with SHA-256 {found}: it will be replaced")
            _from_any(wanted, part, _Telling(wanted.name, say, clock), patience)
            part.finish(target)
    except OSError as error:
        raise InputError(f"{target}: cannot be written: {error.strerror or error}") from error
    return target


class _Telling:
    """What is said: how far it is, from time to time."""

    def __init__(self, name: str, say: Tell, clock: Callable[[], float]) -> None:
        self._name, self._say, self._clock, self._last = name, say, clock, clock()

    def say(self, message: str) -> None:
        self._say(f"{self._name}: {message}")

    def at(self, size: int, whole: int | None) -> None:
        if self._clock() - self._last >= EVERY:
            self._last = self._clock()
            self.say(f"{size:,}{'' if whole is None else f' of {whole:,}'} bytes")


def _from_any(wanted: Wanted, part: Part, telling: _Telling, patience: Patience) -> None:
    """Download the file from the first URL that has it, beginning with the one that there is a part from."""
    begun = part.of()
    problems: list[str] = []
    for url in sorted(wanted.urls, key=lambda url: begun is None or begun.url != url):
        if problems:
            telling.say(f"trying {url}, since {problems[-1]}")
        try:
            _from_one(url, wanted, part, telling, patience)
        except (RefusedError, PassingError) as error:
            problems.append(f"{wanted.name}: {url}: {error}")
            if isinstance(error, RefusedError):
                part.begin(None)
        else:
            return
    raise InputError("\n".join(problems))


def _from_one(url: str, wanted: Wanted, part: Part, telling: _Telling, patience: Patience) -> None:
    for number in range(1, patience.tries + 1):
        try:
            _transfer(url, wanted, part, telling, patience.timeout)
        except PassingError as error:
            if number == patience.tries:
                raise PassingError(f"{error} (tried {number} times)") from error
            telling.say(f"{url}: {error}: trying again")
            time.sleep(patience.pause * 2 ** (number - 1))
        else:
            return


def _transfer(url: str, wanted: Wanted, part: Part, telling: _Telling, timeout: float) -> None:
    """One request: the whole file, or the rest of it."""
    begun = part.of()
    resumed = begun is not None and (begun.url, begun.sha256) == (url, wanted.sha256) and part.size <= wanted.most
    headers = {"User-Agent": "regretlab", "Accept-Encoding": "identity"}
    if resumed and begun is not None:
        headers |= {"Range": f"bytes={part.size}-", "If-Range": begun.validator}
    if resumed and part.size == wanted.most and part.read().hexdigest() == wanted.sha256:
        return
    with opened(url, headers, timeout) as response:
        resumed = resumed and response.status == PARTIAL
        validator = _validator(response)
        if resumed and begun is not None:
            _check_rest(response, part, wanted, validator in (None, begun.validator))
        else:
            _check_whole(response, part, wanted)
            part.begin(None if validator is None else Of(url, wanted.sha256, validator))
        found = _receive(response, part, wanted, telling)
    if wanted.sha256 not in (None, found):
        message = f"expected SHA-256 {wanted.sha256}, found {found}{_reasons(response, url)}"
        if resumed:
            part.begin(None)
            raise PassingError(f"put together from parts: {message}")
        raise RefusedError(message)


def _check_rest(response: Response, part: Part, wanted: Wanted, same: bool) -> None:
    """Whether the bytes to come are the rest of the file; `same` says whether it is as it was."""
    whole = wanted.most if wanted.sha256 is not None else None
    given = response.headers.get("content-range", "")
    match = re.fullmatch(r"bytes ([0-9]{1,18})-([0-9]{1,18})/([0-9]{1,18}|\*)", given)
    if not same or not match or int(match[1]) != part.size or (whole is not None and match[3] not in (str(whole), "*")):
        expected = f"bytes {part.size}-.../{'...' if whole is None else whole}"
        found = f"'{given}'" if same else "that of another file"
        part.begin(None)
        raise PassingError(f"expected the rest, Content-Range {expected}, found {found}")


def _check_whole(response: Response, part: Part, wanted: Wanted) -> None:
    """Whether the bytes to come are the file."""
    if response.status == NOT_THERE and part.size:
        part.begin(None)
        raise PassingError("there is no such rest of the file")
    if response.status in AGAIN_LATER:
        raise PassingError(f"expected status {OK}, found {described(response.status)}")
    if response.status != OK:
        raise RefusedError(f"expected status {OK}, found {described(response.status)}")
    length = response.length
    if length is not None and (length > wanted.most or (wanted.sha256 is not None and length < wanted.most)):
        raise RefusedError(f"expected {_size(wanted)}, found Content-Length {length:,}{_reasons(response)}")


def _receive(response: Response, part: Part, wanted: Wanted, telling: _Telling) -> str:
    """Write the bytes that come behind those that there are; the hash of all, if they are as many as expected."""
    digest, size = part.read(), part.size
    due = None if response.length is None else size + response.length
    whole = wanted.most if wanted.sha256 is not None else due
    # One byte more than there may be tells that it is another file, and no more than that is read of it.
    while chunk := reading(response.stream, min(CHUNK, wanted.most + 1 - size, CHUNK if due is None else due - size)):
        size += len(chunk)
        if size > wanted.most:
            raise RefusedError(f"expected {_size(wanted)}, found more{_reasons(response)}")
        part.write(chunk)
        digest.update(chunk)
        telling.at(size, whole)
    if whole is not None and size < whole:
        raise PassingError(f"broke off after {size:,} of {whole:,} bytes{_reasons(response)}")
    return digest.hexdigest()


def _size(wanted: Wanted) -> str:
    return f"{'at most ' if wanted.sha256 is None else ''}{wanted.most:,} bytes"


def _reasons(response: Response, url: str | None = None) -> str:
    """What may explain other bytes than expected."""
    encoding = response.headers.get("content-encoding", "identity")
    found = [] if encoding == "identity" else [f"with Content-Encoding {encoding}"]
    if url not in (None, response.url):
        found.append(f"redirected to {response.url}")
    return f" ({', '.join(found)})" if found else ""


def _validator(response: Response) -> str | None:
    """What tells this file from a later one under the same URL; a weak ETag does not."""
    tag = response.headers.get("etag", "")
    return tag if re.fullmatch(r'"[!#-~]*"', tag) else response.headers.get("last-modified")
