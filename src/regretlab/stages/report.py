"""Stage `report`: all of a study on one page."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import jinja2

from regretlab.decimals import readable, write_like, write_short
from regretlab.entries import SEED
from regretlab.files import read_csv, read_json, read_text, write_text
from regretlab.hands.run import RECORDS
from regretlab.hands.tables import SOUND, AnswerRow, CountRow
from regretlab.layout import LESSONS, has_lessons, tabulated
from regretlab.origin import Shown, cell, count, greatest, items, total, value
from regretlab.yaml_model import as_yaml

METHODS, RANKING, CLAIMS = "methods.csv", "ranking.csv", "claims.csv"
COUNTS, HANDS = CountRow._fields, ("hand", "line", "variant", "verdict", "remarks")
"""What is shown of counts.csv and of hands.csv."""
OF_CASE = AnswerRow._fields[:2]
"""What is shown of a case in its first row alone."""
OF_LESSONS = {
    "ranking": "the order of all hands",
    "street1": "the first street",
    "up": "cards face up",
    "bets": "bets",
    "ends": "ends",
}
"""What the tables of lessons are called."""
TEMPLATE = Path(__file__).with_name("report.html")
COLUMNS = {
    "exploitability": "exploitability of the average strategy",
    "current_exploitability": "of the current strategy",
    "value": "value for player 0",
}


def report(folder: Path) -> None:
    """Write report.html into the folder of a study, from the tables, reports and figures that stand there."""
    study = read_json(folder / "study.json")
    environment = jinja2.Environment(
        autoescape=True, undefined=jinja2.StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    page = environment.from_string(read_text(TEMPLATE)).render(
        study=study,
        columns=COLUMNS,
        games=[_game(folder, study, number) for number in range(len(study["games"]))],
        hands=[_hands(folder, study, number) for number in range(len(study["hands"]))],
        claims=_claims(folder / CLAIMS),
        ranking=_ranking(folder / RANKING) if study["games"] else [],
        verdicts=[_verdict(folder, f"verdict/{kind}.json") for kind in ("verification", "claims")],
        value=value,
        count=count,
        items=items,
    )
    write_text(folder / "report.html", page + "\n")


def decades(trajectory: Path) -> list[dict[str, str]]:
    """The rows of a trajectory at the powers of ten and at the end, rounded to six digits after the point, the value to nine."""
    return [
        {column: _rounded(column, row[column]) for column in ("iteration", *COLUMNS) if column in row}
        for row in _at_decades(read_csv(trajectory))
    ]


def _at_decades(rows: Sequence[Mapping[str, str]]) -> list[Mapping[str, str]]:
    at = set(tabulated([int(row["iteration"]) for row in rows]))
    return [row for row in rows if int(row["iteration"]) in at]


def _rounded(column: str, text: str) -> str:
    """A cell of a trajectory, or of what is made of trajectories, as it is shown."""
    if column == "iteration":
        return f"{int(text):,}"
    return write_like("0.000000000" if column == "value" else "0.000000", Fraction(text))


def _shown(
    file: str, rows: Sequence[Mapping[str, str]], columns: Iterable[str], **where: str
) -> list[dict[str, Shown]]:
    """Some columns of the rows of a table at the powers of ten and at the end, each number with its origin."""
    return [
        {
            column: Shown(_rounded(column, row[column]), cell(file, column, **where, iteration=row["iteration"]))
            for column in ("iteration", *columns)
            if column in row
        }
        for row in _at_decades(rows)
    ]


def _game(folder: Path, study: Mapping[str, Any], number: int) -> dict[str, Any]:
    """What the page says on a game, the one with that number in study.json."""
    game = study["games"][number]
    name = game["folder"]
    return {
        **game,
        "origin": value("study.json", "games", number, "rules"),
        "compiled": read_json(folder / name / "game.json"),
        "parameters": _parameters(game["parameters"], "games", number),
        "solution": _solution(folder, f"{name}/value/value.json") if game["value"] else None,
        "value_proof": _proof(folder, f"{name}/value") if game["value"] else None,
        "summary": read_json(folder / name / "equilibria" / "summary.json") if game["equilibria"] else None,
        "figures": _figures(folder, folder / "figures" / name),
        "proof": _proof(folder, f"{name}/equilibria") if game["equilibria"] else None,
        "lessons": _lessons(folder, f"{name}/{LESSONS}") if has_lessons(study, game) else None,
        "methods": _methods(folder, study, name),
    }


def _lessons(folder: Path, name: str) -> dict[str, Any]:
    """What the page says of lessons: how hands end, the bets of the second street, and where all tables are."""
    return {
        "tables": {f"{name}/{table}.csv": words for table, words in OF_LESSONS.items()},
        "ends": _rounded_listing(folder, f"{name}/ends.csv", ("street", "end")),
        "bets": _rounded_listing(folder, f"{name}/bets.csv", ("player", "action")),
        "proof": _proof(folder, name),
    }


def _rounded_listing(folder: Path, file: str, key: Sequence[str]) -> "_Listing":
    """A table in full, which begins with the columns of the key; all others to four digits after the point."""
    table = read_csv(folder / file)
    rows = [_cells(file, row, key, list(row)) for row in table]
    return _Listing(list(table[0]), [[*row[: len(key)], *map(_to_four_digits, row[len(key) :])] for row in rows])


def _to_four_digits(shown: Shown) -> Shown:
    return shown._replace(text=write_like("0.0000", Fraction(shown.text))) if shown.text else shown


def _hands(folder: Path, study: Mapping[str, Any], number: int) -> dict[str, Any]:
    """What the page says on hands, those with that number in study.json."""
    run = study["hands"][number]
    name = f"hands/{run['folder']}"

    def shown(table: str, key: Sequence[str], columns: Sequence[str], left_out: Sequence[str] = ()) -> _Listing:
        rows = [row for row in read_csv(folder / name / table) if row.get("verdict") not in left_out]
        return _Listing(columns, [_cells(f"{name}/{table}", row, key, columns) for row in rows])

    return {
        "folder": run["folder"],
        "file": Shown(run["file"], value("study.json", "hands", number, "file")),
        "rules": run["rules"] and Shown(run["rules"], value("study.json", "hands", number, "rules")),
        "proof": _proof(folder, name),
        **(
            {
                "counts": shown("counts.csv", COUNTS[:2], COUNTS),
                "records": shown("hands.csv", HANDS[:1], HANDS, [SOUND]),
            }
            if run["kind"] == RECORDS
            else _answers(folder, name)
        ),
    }


def _answers(folder: Path, name: str) -> dict[str, Any]:
    """All answers, what is told of a case in its first row alone; and the timelines, by path, with question and answer."""
    file, rows = f"{name}/answers.csv", read_csv(folder / name / "answers.csv")
    cells = [_cells(file, row, ("case", "question"), AnswerRow._fields) for row in rows]
    for (before, after), shown in zip(pairwise(rows), cells[1:], strict=True):
        if before["case"] == after["case"]:
            shown[: len(OF_CASE)] = [Shown("", "") for _ in OF_CASE]
    words = dict.fromkeys([row["case"] for row in rows], "The round is over.")
    words.update({row["case"]: _asked(row["of"], row["reason"]) for row in rows if row["question"] == "options"})
    drawn = {f"figures/{name}/{case}.svg": f"{case}: {told}" for case, told in words.items()}
    return {
        "counts": None,
        "answers": _Listing(AnswerRow._fields, cells),
        "figures": {path: told for path, told in drawn.items() if (folder / path).exists()},
    }


def _asked(who: str, may: str) -> str:
    """Whether somebody may raise, and to how much, by what he may do, as in "fold; call 8 or raise 12 to 50"."""
    _, raises, to = may.partition("raise ")
    if not raises:
        return f"May {who} raise? No."
    low, up, high = to.partition(" to ")
    return f"May {who} raise? Yes, to {low}{f' or more, up to {high}' if up else ''}."


class _Listing(NamedTuple):
    """Rows of a table, each cell with its origin."""

    header: Sequence[str]
    rows: Sequence[Sequence[Shown]]


def _cells(file: str, row: Mapping[str, str], key: Sequence[str], columns: Sequence[str]) -> list[Shown]:
    where = {column: row[column] for column in key}
    return [Shown(row[column], cell(file, column, **where)) for column in columns]


def _methods(folder: Path, study: Mapping[str, Any], game: str) -> list[dict[str, Any]]:
    """What the page says on each method on a game: its only run, or the medians of its runs and what they have in common."""
    methods: dict[str, list[dict[str, Any]]] = {}
    for number, variant in enumerate(study["variants"]):
        if game in variant["games"]:
            methods.setdefault(variant["method"], []).append(_run(folder, game, variant, number))
    medians = [row for row in read_csv(folder / METHODS) if row["game"] == game]
    return [
        {"name": name, "runs": runs, **_together(game, name, runs, [row for row in medians if row["method"] == name])}
        for name, runs in methods.items()
    ]


def _together(
    game: str, method: str, runs: Sequence[Mapping[str, Any]], medians: Sequence[Mapping[str, str]]
) -> dict[str, Any]:
    """What is said of runs that differ in nothing but their seed; checks of one name are added up."""
    alike: dict[tuple[str, float, str], list[_Check]] = {}
    for check in (check for run in runs for check in run["proof"]["checks"]):
        alike.setdefault((check.content["name"], check.content["tolerance"], check.content["reason"]), []).append(check)
    where = {"game": game, "method": method, "iteration": medians[0]["iteration"]}
    coverage = write_like("0", 100 * Fraction(medians[0]["coverage"]))
    return {
        "parameters": {key: value for key, value in runs[0]["parameters"].items() if key != SEED},
        "rows": _shown(METHODS, medians, ("exploitability", "low", "high"), game=game, method=method),
        "number": Shown(medians[0]["runs"], cell(METHODS, "runs", **where)),
        "coverage": Shown(f"{coverage}%", cell(METHODS, "coverage", **where)),
        "proof": {
            "level": " and ".join(dict.fromkeys(run["proof"]["level"] for run in runs)),
            "rows": _check_rows(list(alike.values())),
        },
    }


def _verdict(folder: Path, file: str) -> Shown:
    """The sentence that a verdict comes to."""
    return Shown(read_json(folder / file)["summary"], value(file, "summary"))


def _claims(path: Path) -> list[dict[str, Shown]]:
    """claims.csv, without what says where its numbers come from."""
    return [
        {
            column: Shown(row[column], cell(CLAIMS, column, list=row["list"], claim=row["claim"]))
            for column in ("what", "printed", "regenerated", "unit", "verdict", "source")
        }
        for row in read_csv(path)
    ]


def _ranking(path: Path) -> list[dict[str, Shown]]:
    """ranking.csv with numbers to three digits."""
    return [
        {
            column: Shown(
                write_like("0.00e+00", Fraction(text)) if column.startswith("exploitability") else text,
                cell(RANKING, column, game=row["game"], method=row["method"]),
            )
            for column, text in row.items()
        }
        for row in read_csv(path)
    ]


def _solution(folder: Path, file: str) -> dict[str, Any]:
    """value.json, with decimals for what is too long to be read as a fraction."""
    found = read_json(folder / file)
    method = found.pop("method")
    write = readable if method == "exact" else partial(write_like, "0.000000000000")
    return {
        "method": method,
        **{key: Shown(write(Fraction(number)), value(file, key)) for key, number in found.items()},
    }


def _run(folder: Path, game: str, variant: Mapping[str, Any], number: int) -> dict[str, Any]:
    """What the page says on the run of the variant with that number; nothing on the current strategy unless it was verified."""
    proof = _proof(folder, f"{game}/{variant['folder']}")
    shown = [column for column in COLUMNS if proof["level"] == "repeated" or not column.startswith("current_")]
    file = f"{game}/{variant['folder']}/trajectory.csv"
    return {
        **variant,
        "parameters": _parameters(variant["parameters"], "variants", number),
        "columns": shown,
        "rows": _shown(file, read_csv(folder / file), shown),
        "figures": _figures(folder, folder / "figures" / game / variant["folder"]),
        "proof": proof,
    }


def _parameters(parameters: Mapping[str, Any], *keys: str | int) -> dict[str, Shown]:
    """The parameters of a game or variant, which has that place in study.json."""
    return {
        key: Shown(as_yaml(content), value("study.json", *keys, "parameters", key))
        for key, content in parameters.items()
    }


def _proof(folder: Path, subject: str) -> dict[str, Any]:
    """What the second implementation found; both interpreters found the same, or the gate would not have opened."""
    file = f"verification/{subject}/python.json"
    found: dict[str, Any] = read_json(folder / file)
    checks = [_Check(file, number, content) for number, content in enumerate(found["checks"])]
    return {**found, "file": file, "checks": checks, "rows": _check_rows([[check] for check in checks])}


class _Check(NamedTuple):
    """A check of a report, with its number there."""

    file: str
    number: int
    content: dict[str, Any]

    def origin(self, key: str) -> str:
        """Where a value of the check stands."""
        return value(self.file, "checks", self.number, key)


def _check_rows(groups: Sequence[Sequence[_Check]]) -> list[dict[str, Shown]]:
    """A row for each group of checks that are alike, if they compared anything."""
    rows = []
    for group in groups:
        first = group[0]
        numbers = sum(check.content["numbers"] for check in group)
        largest = max(Fraction(str(check.content["largest_difference"])) for check in group)
        row = {
            "name": Shown(first.content["name"], first.origin("name")),
            "numbers": Shown(f"{numbers:,}", total(*(check.origin("numbers") for check in group))),
            "largest": Shown(write_short(largest), greatest(*(check.origin("largest_difference") for check in group))),
            "tolerance": Shown(write_short(Fraction(str(first.content["tolerance"]))), first.origin("tolerance")),
            "reason": Shown(first.content["reason"], first.origin("reason")),
        }
        rows += [row] if numbers else []
    return rows


def _figures(study: Path, folder: Path) -> dict[str, str]:
    """The figures right in a folder: path below the study's, and name."""
    return {path.relative_to(study).as_posix(): path.stem for path in sorted(folder.glob("*.svg"))}
