"""What a forger does who knows the form of a bundle: after a change, everything that has hashes or sizes is made to fit."""

from __future__ import annotations

import json
import re
import struct
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from audit.selftest.bundle_copy import BundleCopy
from audit.selftest.describing import redescribe
from audit.selftest.mutation import InapplicableError
from seal.cells import format_cells
from seal.manifest import Entry, format_list
from seal.table import tabulate

_HASHED = re.compile(r'"([^"\\]+)": "([0-9a-f]{64})"')

Row = list[str]


@dataclass
class Table:
    """A CSV file of the study, to be changed."""

    path: str
    header: Row
    rows: list[Row]

    def cell(self, row: int, column: str) -> str:
        """A cell, by the number of its row from 0."""
        return self.rows[row][self.column(column)]

    def put(self, row: int, column: str, text: str) -> None:
        """Change a cell."""
        self.rows[row][self.column(column)] = text

    def column(self, name: str) -> int:
        """The number of a column."""
        if name not in self.header:
            raise InapplicableError(f"no column {name} in {self.path}")
        return self.header.index(name)


class Forger:
    """A copy of a bundle whose study is known. Paths are from the study's folder."""

    def __init__(self, bundle: BundleCopy) -> None:
        """Read study.json."""
        self.bundle = bundle
        self.study: dict[str, Any] = json.loads(self.text("study.json"))

    def path(self, file: str) -> str:
        """The path from the base of the bundle."""
        return f"{self.bundle.results}/{file}"

    def text(self, file: str) -> str:
        """The text of a file."""
        if not self.bundle.place(self.path(file)).is_file():
            raise InapplicableError(f"this study has no {file}")
        return self.bundle.text(self.path(file))

    def files(self, pattern: str) -> list[str]:
        """The products whose paths match wholly, smallest game first."""
        below = len(self.bundle.results) + 1
        found = [path[below:] for path in self.bundle.products if re.fullmatch(pattern, path[below:])]
        if not found:
            raise InapplicableError(f"this study has no file like {pattern}")
        return sorted(found, key=lambda file: (self._size(file.split("/")[0]), file))

    def run(self) -> str:
        """The folder of a run on the smallest game."""
        return self.files(r"[^/]+/[^/]+/trajectory\.csv")[0].rpartition("/")[0]

    def other_run(self) -> str:
        """The folder of another run on the same game, with another rule."""
        run = self.run()
        game, _, first = run.partition("/")
        rules = {entry["folder"]: entry["rule"] for entry in self.study["variants"] if game in entry["games"]}
        for folder, rule in rules.items():
            if rule != rules[first]:
                return f"{game}/{folder}"
        raise InapplicableError("this study has one rule only")

    def repeated_run(self) -> str:
        """The folder of a run all of whose iterations are repeated, on the smallest game."""
        for trajectory in self.files(r"[^/]+/[^/]+/trajectory\.csv"):
            run = trajectory.rpartition("/")[0]
            if self.json(f"verification/{run}/python.json")["level"] == "repeated":
                return run
        raise InapplicableError("no run of this study is repeated to its end")

    def between(self, table: Table) -> int:
        """A row in the middle of a table of snapshots: if there is one, none of a checkpoint and none of a power of ten."""
        shown = {*map(str, self.study["checkpoints"]), *(str(10**power) for power in range(20))}
        rows = [n for n in range(len(table.rows)) if table.cell(n, "iteration") not in shown]
        return rows[len(rows) // 2] if rows else len(table.rows) // 2

    def table(self, file: str) -> Table:
        """Read a CSV file."""
        header, *rows = [line.split(",") for line in self.text(file).splitlines()]
        return Table(file, header, rows)

    def write(self, table: Table) -> None:
        """Write a CSV file."""
        lines = [",".join(row) + "\n" for row in (table.header, *table.rows)]
        self.bundle.write(self.path(table.path), "".join(lines))

    def json(self, file: str) -> Any:
        """Read a JSON file."""
        return json.loads(self.text(file))

    def write_json(self, file: str, content: Any) -> None:
        """Write a JSON file as it is published."""
        self.bundle.write(self.path(file), json.dumps(content, indent=2, ensure_ascii=False) + "\n")

    def change_json(self, file: str, change: Callable[[Any], object]) -> None:
        """Change what a JSON file says, in place."""
        content = self.json(file)
        change(content)
        self.write_json(file, content)

    def change_reports(self, subject: str, change: Callable[[Any], object]) -> None:
        """Change both reports on a subject in the same way."""
        for mode in ("python", "python-O"):
            self.change_json(f"verification/{subject}/{mode}.json", change)

    def change_double(self, file: str, old: float, new: float) -> None:
        """Change a number in a Parquet file, where it stands as eight bytes."""
        content, before = self.bundle.read(self.path(file)), struct.pack("<d", old)
        if before not in content:
            raise InapplicableError(f"{file} is packed")
        self.bundle.write(self.path(file), content.replace(before, struct.pack("<d", new)))

    def seal(self) -> None:
        """Make reports, verdicts, lists, descriptions, recheck.pyz and manifests fit the files that are there now."""
        # Reports have hashes of other reports, and verdicts those of reports.
        told = [*self._there(self.path("verification")), *self._there(self.path("verdict"))]
        while sum(map(self._renew, told)):
            pass
        products = [path for path in self._there(self.bundle.results) if not path.startswith(self.bundle.lists)]
        entries = self._entries(products)
        self.bundle.write(f"{self.bundle.lists}/products.sha256", format_list(entries))
        materials = self._entries(path for path in self.bundle.materials if self.bundle.place(path).is_file())
        self.bundle.write(f"{self.bundle.lists}/materials.sha256", format_list(materials))
        ordered = sorted(entries, key=lambda entry: entry.path.encode())
        tables = tabulate(self.bundle.place("data"), ordered).tables
        self.bundle.write(f"{self.bundle.lists}/cells.txt", format_cells(tables))
        redescribe(self.bundle)
        self.bundle.remanifest()

    def _size(self, game: str) -> int:
        place = self.bundle.place(self.path(f"{game}/outcomes.csv"))
        return place.stat().st_size if place.is_file() else 0

    def _renew(self, path: str) -> bool:
        """Let a report or verdict have the hashes of now; gives whether it had others."""
        text = self.bundle.text(path)
        renewed = _HASHED.sub(self._hashed, text)
        if renewed != text:
            self.bundle.write(path, renewed)
        return renewed != text

    def _there(self, start: str) -> list[str]:
        base = self.bundle.folder
        return sorted(place.relative_to(base).as_posix() for place in (base / start).rglob("*") if place.is_file())

    def _entries(self, paths: Any) -> list[Entry]:
        return [Entry(path[len("data/") :], self.bundle.sha256(path)) for path in paths]

    def _hashed(self, match: re.Match[str]) -> str:
        """A path and its hash, with the hash of the file that is there now."""
        path = self.path(match[1])
        return f'"{match[1]}": "{self.bundle.sha256(path)}"' if self.bundle.place(path).is_file() else match[0]
