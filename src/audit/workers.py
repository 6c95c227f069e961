"""Work done side by side, by processes that never outlive the one that started them.

Those of `concurrent.futures` do: they finish what they have begun, whoever asks for an end, and are left alone by a parent that
is killed.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Generator, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.context import BaseContext
from multiprocessing.process import BaseProcess
from typing import Any

Do = Callable[[Any], Any]

EVERY = 0.5
"""Seconds between two looks at whether there is something to tell."""


def side_by_side(
    make: Callable[[], Do],
    items: Sequence[Any],
    jobs: int,
    context: BaseContext | None = None,
    waiting_for: Callable[[Sequence[Any]], object] | None = None,
) -> Generator[tuple[int, Any], None, None]:
    """The number of each item and what came of it, as they are done; None if the process that was at it was killed.

    `make` is called in each process and gives the function of one item, which gives no None; what it raises is raised here. While
    nothing comes, `waiting_for` is told every now and then of the items under way. The processes end with the iteration: to be
    used in `contextlib.closing`, as an exception elsewhere does not end it at once.
    """
    context = context or multiprocessing.get_context()
    waiting = deque(enumerate(items))
    busy: dict[Any, int] = {}
    connections: list[Connection] = []
    processes: list[BaseProcess] = []
    try:
        while waiting and len(processes) < jobs:
            ours, theirs = context.Pipe()
            connections.append(ours)
            with theirs:
                process = context.Process(target=_work, args=(theirs, make), daemon=True)  # type: ignore[attr-defined]
                process.start()
            processes.append(process)
            busy[ours] = _hand_out(ours, waiting)
        while busy:
            ready: list[Any] = wait(list(busy), None if waiting_for is None else EVERY)
            if waiting_for is not None and not ready:
                waiting_for([items[number] for number in busy.values()])
            for connection in ready:
                number = busy.pop(connection)
                try:
                    result, error = connection.recv()
                except (EOFError, OSError):
                    yield number, None
                    continue
                if error is not None:
                    raise error
                if waiting:
                    busy[connection] = _hand_out(connection, waiting)
                yield number, result
        # Nobody is left to do them.
        yield from ((number, None) for number, _ in waiting)
    finally:
        for process in processes:
            process.kill()
            process.join()
            process.close()
        # Whoever holds on to what was raised would hold on to these, too.
        for connection in connections:
            connection.close()


def _hand_out(connection: Any, waiting: deque[tuple[int, Any]]) -> int:
    number, item = waiting.popleft()
    # Nothing is received from one who is not there to take it.
    with suppress(OSError):
        connection.send(item)
    return number


def _work(connection: Connection, make: Callable[[], Do]) -> None:
    """What such a process does."""
    # A terminal interrupts all of them, but it is the parent who decides; others can be ended like any process.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for name in ("SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_DFL)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    do: Do | None = None
    with suppress(EOFError, OSError):
        while True:
            item = connection.recv()
            try:
                do = do or make()
                connection.send((do(item), None))
            except Exception as error:
                connection.send((None, error))


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)
