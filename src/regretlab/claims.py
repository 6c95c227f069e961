"""Claims: figures printed somewhere, as data; config/claims/*.yaml."""

from typing import Annotated, Self

from pydantic import Field, model_validator

from regretlab.yaml_model import YamlModel

Text = Annotated[str, Field(pattern=r'^[^,"\r\n]+$')]
Column = Annotated[str, Field(pattern=r"^[^=]+$")]


class Claim(YamlModel):
    """One printed figure."""

    id: Text
    """Its name, different from all others of the file."""

    what: Text
    """What the figure is, in words."""

    printed: Text
    """The figure as printed, with all its digits."""

    unit: Text
    """Its unit."""

    file: str
    """The table (.csv) or document (.json) that has the number, below the folder of the study."""

    where: dict[Column, str | int] = Field(default={})
    """In a table: the values that single out the row, or the rows to be counted."""

    column: str | None = None
    """In a table: the column of the number; or of a text, which nothing is then subtracted from or divided by."""

    key: list[Annotated[str, Field(min_length=1)] | Annotated[int, Field(ge=0)]] = Field(default=[])
    """In a document: the path of keys to the value."""

    count: bool = False
    """In a table: whether the figure is the number of rows."""

    linear_in: str | None = None
    """In a table with columns `constant` and `slope`: the parameter in which the figure is a formula."""

    minus: str | None = None
    """An exact number to be subtracted."""

    absolute: bool = False
    """Whether to take the absolute value, after the subtraction."""

    over: str | None = None
    """In a table: a column of the same row to divide by."""

    times: int = 1
    """A factor, 100 for percent."""

    @model_validator(mode="after")
    def _one_place(self) -> Self:
        places = [self.column is not None, bool(self.key), self.count, self.linear_in is not None]
        if places.count(True) != 1:
            raise ValueError("expected exactly one of column, key, count, linear_in")
        if self.column is None and (
            self.minus is not None or self.absolute or self.over is not None or self.times != 1
        ):
            raise ValueError("expected no minus, absolute, over, times but with a column")
        if self.key and self.where:
            raise ValueError("expected no where with a key")
        return self


class ClaimsFile(YamlModel):
    """A file of claims."""

    source: Text
    """Where the figures are printed."""

    claims: list[Claim] = Field(min_length=1)
    """The figures."""

    @model_validator(mode="after")
    def _different_ids(self) -> Self:
        ids = [claim.id for claim in self.claims]
        for name in ids:
            if ids.count(name) > 1:
                raise ValueError(f"claims: expected different ids, found '{name}' {ids.count(name)} times")
        return self
