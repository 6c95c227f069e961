"""An HTTP server on this machine that answers as a test says, faults included."""

import threading
from collections.abc import Iterable, Mapping
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import NamedTuple

AS_LONG_AS_IT_IS = -1


class Answer(NamedTuple):
    """What the server sends."""

    body: Iterable[bytes] = ()
    status: int = 200
    headers: Mapping[str, str] = {}
    length: int | None = AS_LONG_AS_IT_IS
    """What it says of the length; None: nothing."""
    stalls: bool = False
    """Whether it stays silent after the body, until the server is closed."""


class Server(ThreadingHTTPServer):
    """Answers by path, one after the other; the last one is for all further requests."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.answers: dict[str, list[Answer]] = {}
        self.requests: list[tuple[str, dict[str, str]]] = []
        self.closing = threading.Event()
        self.hung_up = threading.Event()
        """Set when a client left before the end of a body."""
        threading.Thread(target=self.serve_forever, args=(0.01,), daemon=True).start()

    def url(self, path: str) -> str:
        return f"http://127.0.0.1:{self.server_port}{path}"

    def close(self) -> None:
        self.closing.set()
        self.shutdown()
        self.server_close()

    def ranges(self) -> list[str | None]:
        """What part each request asked for."""
        return [headers.get("range") for _, headers in self.requests]

    def handle_error(self, request: object, client_address: object) -> None:
        """Clients may leave."""


class _Handler(BaseHTTPRequestHandler):
    server: Server

    def do_GET(self) -> None:
        self.server.requests.append((self.path, {key.lower(): value for key, value in self.headers.items()}))
        answers = self.server.answers.get(self.path, [Answer(status=404)])
        answer = answers.pop(0) if len(answers) > 1 else answers[0]
        self.send_response(answer.status)
        for key, value in answer.headers.items():
            self.send_header(key, value)
        if answer.length is not None:
            length = sum(map(len, answer.body)) if answer.length == AS_LONG_AS_IT_IS else answer.length
            self.send_header("Content-Length", str(length))
        self.end_headers()
        try:
            for chunk in answer.body:
                self.wfile.write(chunk)
            self.wfile.flush()
        except OSError:
            self.server.hung_up.set()
        if answer.stalls:
            self.server.closing.wait()

    def finish(self) -> None:
        with suppress(OSError):
            super().finish()

    def log_message(self, *_: object) -> None:
        """Nothing."""
