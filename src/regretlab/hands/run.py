"""What a study says about hands, as a study file names them and as study.json has them."""

import re
from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any, Self

from pydantic import field_validator, model_validator

from regretlab.betting.rulebook import RULE_BOOKS
from regretlab.entries import NAME, Name
from regretlab.errors import shown
from regretlab.yaml_model import YamlModel

RECORDS, QUESTIONS = "records", "questions"
KINDS = {".phh": RECORDS, ".phhs": RECORDS, ".yaml": QUESTIONS}
"""By suffix of the file."""
CHIP = "[0-9]{1,18}([.][0-9]{1,12})?"
FILE_NAME = "[A-Za-z0-9][A-Za-z0-9._-]*"


class HandsRun(YamlModel):
    """Hands of the study: records of some that were played, or questions on who may raise."""

    file: str
    """Name of the file in config/hands: `.phh` or `.phhs` with records, `.yaml` with questions."""

    folder: Name | None = None
    """Folder of the results; by default the name of the file."""

    rules: str | None = None
    """Name of a rule book of docs/raise-rights.md that they are judged by; by default that of each game."""

    chip: str | int | float | None = None
    """The smallest chip, a number above 0, of which all amounts are whole numbers: 25, say, if odd chips are of 25. By default
    the last decimal that any amount of a hand is written with."""

    @field_validator("file")
    @classmethod
    def _file(cls, name: str) -> str:
        if not re.fullmatch(FILE_NAME, name) or Path(name).suffix not in KINDS:
            letters = "letters from a to z, digits, ., - and _, a letter or digit first"
            raise ValueError(
                f"expected the name of a file of config/hands, {', '.join(KINDS)}, of {letters}, found '{shown(name)}'"
            )
        return name

    @field_validator("rules")
    @classmethod
    def _rule_book(cls, name: str | None) -> str | None:
        if name is not None and name not in RULE_BOOKS:
            raise ValueError(f"expected one of {', '.join(RULE_BOOKS)}, found '{name}'")
        return name

    @field_validator("chip")
    @classmethod
    def _chip(cls, chip: str | float | None) -> str | None:
        if chip is None:
            return None
        if not re.fullmatch(CHIP, str(chip)) or not Decimal(str(chip)):
            raise ValueError(f"expected an amount above 0, found '{chip}'")
        return str(chip)

    @model_validator(mode="after")
    def _named(self) -> Self:
        name = self.entry()["folder"]
        if not re.fullmatch(NAME, name):
            raise ValueError(f"folder: expected, since '{name}' is no name of lower-case letters, digits, - and _")
        return self

    def entry(self) -> dict[str, Any]:
        """The hands as study.json has them."""
        return {
            "folder": self.folder or Path(self.file).stem,
            "file": self.file,
            "kind": KINDS[Path(self.file).suffix],
            "rules": self.rules,
            "chip": self.chip,
        }


def chip_of_entry(entry: Mapping[str, Any]) -> Fraction | None:
    """The smallest chip that an entry of study.json names, if it does."""
    return None if entry["chip"] is None else Fraction(entry["chip"])
