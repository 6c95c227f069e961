"""The other program: a process in its own environment that is asked one thing at a time."""

import json
import subprocess
from pathlib import Path
from types import TracebackType
from typing import Any, Self


class Peer:
    """A worker that answers each line of JSON with one line of JSON; it ends with the `with` block."""

    def __init__(self, python: Path, script: Path) -> None:
        self._name = script.name
        self._process = subprocess.Popen(
            [python, script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )

    def ask(self, what: str, **details: Any) -> dict[str, Any]:
        """Send a request and wait for its answer."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            self._process.stdin.write(json.dumps({"what": what, **details}) + "\n")
            self._process.stdin.flush()
            answer: dict[str, Any] = json.loads(self._process.stdout.readline())
        except (BrokenPipeError, json.JSONDecodeError) as error:
            raise SystemExit(f"benchmarks: {what}: no answer from {self._name}") from error
        return answer

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.kill()
        self._process.communicate()
