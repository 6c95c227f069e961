"""What docs/mutants.md takes from validation/data/mutants.csv: all damage that is done to a bundle, and what catches it."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from urllib.parse import unquote

from regretlab.errors import InputError
from regretlab.files import read_text

SOURCE = Path("validation/data/mutants.csv")
HEADER = "mutation,group,description,level,code,bagit,sha256sum"
LEVELS = ("hashes", "semantics", "truth", "expect")
OTHERS = ("bagit", "sha256sum")
ACCEPTED = "accepted"

Row = Mapping[str, str]


def mutants(project: Path) -> list[Row]:
    """The rows of the file, which begins with the programs that made it."""
    _, header, *lines = read_text(project / SOURCE).splitlines()
    if header != HEADER:
        raise InputError(f"{SOURCE}: expected the columns {HEADER}, found {header}")
    return [dict(zip(header.split(","), map(unquote, line.split(",")), strict=True)) for line in lines]


def counts_table(rows: Sequence[Row]) -> str:
    """How many there are of each group, and how many of them each level and each program sees, as a Markdown table."""
    titles = ("group", "mutations", *LEVELS, *(f"`{name}` accepts" for name in OTHERS))
    lines = [f"| {' | '.join(titles)} |", "|---|" + "--:|" * (len(titles) - 1)]
    groups = {
        group: [row for row in rows if row["group"] == group] for group in dict.fromkeys(row["group"] for row in rows)
    }
    lines += [_counts(group, chosen) for group, chosen in groups.items()]
    return "\n".join([*lines, _counts("all", rows)])


def _counts(group: str, rows: Sequence[Row]) -> str:
    """A line of the table; a program that was asked about none of them has no number."""
    levels = [str(sum(row["level"] == level for row in rows) or "") for level in LEVELS]
    others = [str(_accepted(rows, name)) if any(row[name] for row in rows) else "" for name in OTHERS]
    return f"| {group} | {len(rows)} | {' | '.join([*levels, *others])} |"


def _accepted(rows: Iterable[Row], name: str) -> int:
    return sum(row[name] == ACCEPTED for row in rows)


def mutants_table(rows: Sequence[Row]) -> str:
    """Each of them as a row of a Markdown table; what was done is told in a sentence."""
    titles = ("group", "mutation", "what is done", "caught by", *(f"`{name}`" for name in OTHERS))
    lines = [f"| {' | '.join(titles)} |", "|---" * len(titles) + "|"]
    for row in rows:
        caught = f"{row['level']}: `{row['code']}`" if row["level"] else row["code"] or "not tried"
        others = [f"**{row[name]}**" if row[name] == ACCEPTED else row[name] for name in OTHERS]
        cells = (row["group"], f"`{row['mutation']}`", _escaped(row["description"]), caught, *others)
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def _escaped(text: str) -> str:
    """A sentence whose marks are letters in Markdown."""
    return "".join(f"\\{letter}" if letter in "\\`*_|<" else letter for letter in text)
