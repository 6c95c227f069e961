"""What a run that is not finished has done so far, in a folder of its own, so that it can go on after a kill.

Every checkpoint adds files and changes none: the state, and of each table the rows since the checkpoint before. The note of
progress is replaced last, and vouches for all files that count, so that there is no moment at which a kill does harm.
"""

import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from regretlab.checkpoint import read_checkpoint, write_checkpoint
from regretlab.errors import InputError
from regretlab.files import Cell, read_csv, read_json, sha256, write_csv, write_json
from regretlab.layout import checkpoint_file
from regretlab.sequence_form.game import Game
from regretlab.sequence_form.solver import Iterate
from regretlab.variant import Variant

PROGRESS = "progress.json"


class Table(NamedTuple):
    """A table that grows by one row per snapshot."""

    file: str
    header: tuple[str, ...]
    rows: list[Sequence[Cell]]

    def part(self, iteration: int) -> str:
        """The rows up to a checkpoint, from the one before."""
        return f"{Path(self.file).stem}/{iteration}.csv"


class Unfinished:
    """The unfinished work of one run; `identity` is what it is a run of: work of anything else is of no use."""

    def __init__(self, folder: Path, identity: str, tables: Sequence[Table]) -> None:
        """Nothing done yet."""
        self.folder, self._identity, self._tables = folder, identity, tables
        self._written = 0
        self._iterations: list[int] = []
        self._files: dict[str, str] = {}

    def keep(self, game: Game, iterate: Iterate) -> None:
        """Add a checkpoint, with the rows since the one before."""
        for table in self._tables:
            self._add(table.part(iterate.iteration), table)
        state = checkpoint_file(iterate.iteration)
        write_checkpoint(self.folder / state, game, iterate)
        self._files[state] = sha256(self.folder / state)
        self._written = len(self._tables[0].rows)
        self._iterations.append(iterate.iteration)
        note = {"run": self._identity, "iterations": self._iterations, "files": self._files}
        write_json(self.folder / PROGRESS, note)

    def take_up(self, game: Game, variant: Variant) -> Iterate | None:
        """The last checkpoint, with the tables filled up to there; None if there is none of this very run.

        Raises `InputError` if a file that counts is not as it was written.
        """
        if not (self.folder / PROGRESS).exists():
            return None
        progress = read_json(self.folder / PROGRESS)
        if progress["run"] != self._identity:
            shutil.rmtree(self.folder)
            return None
        for file, expected in progress["files"].items():
            found = sha256(self.folder / file) if (self.folder / file).is_file() else "no file"
            if found != expected:
                raise InputError(
                    f"{self.folder / file}: damaged: expected SHA-256 {expected}, found {found}; "
                    f"remove the folder {self.folder} to train from the start"
                )
        self._iterations, self._files = progress["iterations"], progress["files"]
        for table in self._tables:
            for iteration in self._iterations:
                rows = read_csv(self.folder / table.part(iteration), table.header)
                table.rows.extend(tuple(row.values()) for row in rows)
        self._written = len(self._tables[0].rows)
        return read_checkpoint(self.folder / checkpoint_file(self._iterations[-1]), game, variant.memory)

    def _add(self, file: str, table: Table) -> None:
        write_csv(self.folder / file, table.header, table.rows[self._written :])
        self._files[file] = sha256(self.folder / file)
