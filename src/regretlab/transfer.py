"""A URL opened for reading: http and https with redirects, or a file (RFC 9110, 15.4).

Bytes are taken as they are sent and never decoded: what is pinned, and what is audited, is what went over the wire.
"""

import os
import stat
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http import HTTPStatus
from http.client import HTTPException
from ssl import SSLCertVerificationError
from string import punctuation
from typing import NamedTuple, Protocol
from urllib.error import URLError
from urllib.parse import quote, unquote, urldefrag, urljoin, urlsplit
from urllib.request import HTTPHandler, HTTPSHandler, OpenerDirector, ProxyHandler, Request

from regretlab.errors import InputError
from regretlab.pinned import check_url

MOST_REDIRECTS = 5
REDIRECTS = (301, 302, 303, 307, 308)
AGAIN_LATER = (408, 425, 429, 500, 502, 503, 504)


class RefusedError(InputError):
    """What this URL gives is not what is wanted, and will not be."""


class PassingError(InputError):
    """What went wrong may go right when tried again."""


class Stream(Protocol):
    """What gives the bytes, as many as there are at once, up to so many; none at the end."""

    def read1(self, most: int) -> bytes:
        """Read."""


class Response(NamedTuple):
    """What a server answers; header names in lower case, and the last URL that was redirected to."""

    url: str
    status: int
    headers: Mapping[str, str]
    stream: Stream

    @property
    def length(self) -> int | None:
        """How many bytes are said to come."""
        text = self.headers.get("content-length", "")
        return int(text) if text.isascii() and text.isdigit() and "transfer-encoding" not in self.headers else None


@contextmanager
def opened(url: str, headers: Mapping[str, str], timeout: float) -> Iterator[Response]:
    """The answer to a request, redirects followed. Raises `RefusedError` or `PassingError` if there is none."""
    if urlsplit(url).scheme == "file":
        with _file(url) as response:
            yield response
        return
    for _ in range(MOST_REDIRECTS + 1):
        with _answer(url, headers, timeout) as response:
            if response.status not in REDIRECTS:
                yield response
                return
            url = _following(url, response.headers.get("location"))
    raise RefusedError(f"expected at most {MOST_REDIRECTS} redirects, found another one, to {url}")


def described(status: int) -> str:
    """A status in digits and words."""
    try:
        return f"{status} {HTTPStatus(status).phrase}"
    except ValueError:
        return str(status)


def reading(stream: Stream, most: int) -> bytes:
    """The next bytes, none at the end. Raises `PassingError` if the connection breaks or stalls."""
    try:
        return stream.read1(most)
    except (OSError, HTTPException) as error:
        raise PassingError(f"the connection broke: {_why(error)}") from error


@contextmanager
def _answer(url: str, headers: Mapping[str, str], timeout: float) -> Iterator[Response]:
    opener = OpenerDirector()
    for handler in (ProxyHandler(), HTTPHandler(), HTTPSHandler()):
        opener.add_handler(handler)
    try:
        answer = opener.open(Request(url, headers=dict(headers)), timeout=timeout)
    except (OSError, HTTPException) as error:
        reason = error.reason if isinstance(error, URLError) else error
        kind = RefusedError if isinstance(reason, SSLCertVerificationError) else PassingError
        raise kind(f"expected an answer, found none: {_why(reason)}") from error
    with answer:
        yield Response(url, answer.status, {key.lower(): value for key, value in answer.headers.items()}, answer)


def _following(url: str, location: str | None) -> str:
    """Where a redirect leads. Raises `RefusedError` for anything but http and https, and from https for http."""
    if location is None:
        raise RefusedError("expected a Location with the redirect, found none")
    following, _ = urldefrag(urljoin(url, quote(location, encoding="iso-8859-1", safe=punctuation)))
    try:
        check_url(following)
    except ValueError as error:
        raise RefusedError(f"redirect: {error}") from error
    before, after = urlsplit(url).scheme, urlsplit(following).scheme
    if after == "file" or (before, after) == ("https", "http"):
        raise RefusedError(f"expected no redirect from {before} to {after}, found one to {following}")
    return following


@contextmanager
def _file(url: str) -> Iterator[Response]:
    path = unquote(urlsplit(url).path)
    try:
        # Nonblocking: who opens a pipe would wait for a writer.
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    except (OSError, ValueError) as error:
        raise RefusedError(f"cannot be read: {_why(error)}") from error
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise RefusedError("expected a regular file, found something else")
    with os.fdopen(descriptor, "rb") as stream:
        yield Response(url, HTTPStatus.OK, {}, stream)


def _why(error: object) -> str:
    if isinstance(error, TimeoutError):
        return "nothing came in time"
    text = (error.strerror if isinstance(error, OSError) else None) or str(error)
    return " ".join(text.split()) or type(error).__name__
