"""What the page of a study has to show, in its order: headings, tables, figures and numbers, each with its place and its digits.

It follows from study.json, and from what the reports say was verified; docs/bundle-format.md, "report.html".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from recheck.hands.entries import KEY as HANDS
from recheck.hands.entries import RECORDS, subject_of
from recheck.lessons.asked import FILES as OF_LESSONS
from recheck.lessons.asked import KEY as LESSONS
from recheck.lessons.asked import has_lessons
from recheck.markup import BLANK, HEADER, HEADING, IMAGE, LINK, ROW, VALUE
from recheck.numerals import grouped, like, percent, readable, short
from recheck.origins import COUNT, GREATEST, SUM, cell, number_of, text_at, value
from recheck.places import Places
from recheck.study import REPEATED, STUDY_FILE

METHODS, RANKING, CLAIMS = "methods.csv", "ranking.csv", "claims.csv"
SEED = "seed"
COLUMNS = {
    "exploitability": "exploitability of the average strategy",
    "current_exploitability": "of the current strategy",
    "value": "value for player 0",
}
"""What is shown of a trajectory, and what it is called there."""

OF_HANDS, SOUND = ("hand", "line", "variant", "verdict", "remarks"), "sound"
"""What is shown of hands, of those with another verdict than that."""

OF_CASE, OVER = ("case", "hand"), "The round is over."
"""What is shown of a case in its first row alone; and what is said of one in which nobody is to act."""
RAISES = re.compile(r"raise (\S+)( or more| to (\S+))?$")
"""The end of what somebody may do, if he may raise."""

CHECKS = "check|numbers|largest difference|tolerance|why this tolerance"
OF_CLAIMS = {
    "what": "figure",
    "printed": "printed",
    "regenerated": "regenerated",
    "unit": "unit",
    "verdict": "verdict",
    "source": "source",
}

Form = Callable[[Fraction], str]


class Due(NamedTuple):
    """Something that is to be shown: its kind, its text if that is known, its origin or `alt`, and how a number is written."""

    kind: str
    text: str = ""
    origin: str = ""
    form: Form | None = None

    def written(self, found: Any) -> str:
        """What is to be shown of what was found at the origin; as it is if it is not a number or is not rounded."""
        number = number_of(found)
        return text_at(found) if number is None or self.form is None else self.form(number)


def as_printed(pattern: str) -> Form:
    """Rounded to the digits of a pattern."""
    return lambda number: like(pattern, number)


FOUR, SIX, NINE, TWELVE = (as_printed(f"0.{'0' * digits}") for digits in (4, 6, 9, 12))
THREE = as_printed("0.00e+00")


def due_on_page(places: Places, files: Collection[str], study: Mapping[str, Any]) -> Iterator[Due]:
    """All of it; `files` are those of the study. Raises `NothingThereError` if what it depends on is not there."""
    yield Due(HEADING, study["title"])  # In the head.
    yield Due(HEADING, study["title"])
    if study["games"]:
        yield Due(VALUE, "", value(STUDY_FILE, "iterations"), grouped)
        yield Due(VALUE, "", f"{COUNT} {value(STUDY_FILE, 'snapshots')}", grouped)
        yield Due(VALUE, "", f"{COUNT} {value(STUDY_FILE, 'checkpoints')}")
    for kind in ("verification", "claims"):
        yield Due(VALUE, "", value(f"verdict/{kind}.json", "summary"))
    for number in range(len(study["games"])):
        yield from _of_game(places, files, study, number)
    ranked = {(game, entry["method"]) for entry in study["variants"] for game in entry["games"]}
    if len(ranked) > len(study["games"]):
        yield from _of_ranking(places)
    for number in range(len(study[HANDS])):
        yield from _of_hands(places, files, study, number)
    yield Due(HEADING, "Claims")
    yield Due(HEADER, "|".join(OF_CLAIMS.values()))
    for name, claim in places.named_rows(CLAIMS, ("list", "claim")):
        yield Due(ROW)
        for column in OF_CLAIMS:
            yield Due(VALUE, "", cell(CLAIMS, column, list=name, claim=claim))


def _of_game(places: Places, files: Collection[str], study: Mapping[str, Any], number: int) -> Iterator[Due]:
    """What is said of a game, the one with that number."""
    entry = study["games"][number]
    game = entry["folder"]
    compiled = f"{game}/game.json"
    yield Due(HEADING, game)
    yield Due(VALUE, "", value(STUDY_FILE, "games", number, "rules"))
    yield from _parameters("games", number, entry["parameters"])
    yield Due(VALUE, "", value(compiled, "histories"), grouped)
    yield Due(VALUE, "", value(compiled, "terminals"), grouped)
    yield Due(VALUE, "", f"{SUM} {value(compiled, 'infosets')}", grouped)
    if places.items(compiled, "alike"):
        yield Due(VALUE, "", f"{COUNT} {value(compiled, 'alike')}", grouped)
    if entry["value"]:
        solved = f"{game}/value/value.json"
        for key in ("value", "lower", "upper"):
            yield Due(VALUE, "", value(solved, key), readable if entry["value"] == "exact" else TWELVE)
        yield from (Due(LINK, f"{game}/value/{name}") for name in ("strategy.csv", "value.json"))
        yield from _only_checks(places, f"{game}/value")
    yield from _figures(files, f"figures/{game}")
    if has_lessons(study, entry):
        yield from _of_lessons(places, game)
    if entry["equilibria"]:
        yield from _of_family(places, game)
    methods: dict[str, list[int]] = {}
    for n, variant in enumerate(study["variants"]):
        if game in variant["games"]:
            methods.setdefault(variant["method"], []).append(n)
    for method, numbers in methods.items():
        if len(numbers) == 1:
            yield from _only_run(places, files, study, game, numbers[0])
        else:
            yield from _several_runs(places, files, study, game, method, numbers)


def _of_family(places: Places, game: str) -> Iterator[Due]:
    """What is said of the equilibria of a game."""
    file = f"{game}/equilibria/summary.json"
    yield Due(HEADING, "Equilibria")
    for key in ("value", "members_in_equilibrium", "members", "lower", "upper"):
        yield Due(VALUE, "", value(file, key))
    for key in ("deviations", "strict_deviations"):
        yield Due(VALUE, "", value(file, key), grouped)
    for n in range(len(places.items(file, "exceptions"))):
        for key in ("player", "infoset", "alpha"):
            yield Due(VALUE, "", value(file, "exceptions", n, key))
    yield Due(VALUE, "", value(file, "pure_profiles"), grouped)
    for key in ("pure_equilibria", "smallest_pure_nash_conv"):
        yield Due(VALUE, "", value(file, key))
    yield from _only_checks(places, f"{game}/equilibria")


def _of_lessons(places: Places, game: str) -> Iterator[Due]:
    """What is said of lessons: where all tables are, and two of them."""
    folder = f"{game}/{LESSONS}"
    yield Due(HEADING, f"{game}: lessons")
    yield Due(VALUE, "", value(STUDY_FILE, LESSONS))
    yield from (Due(LINK, f"{folder}/{name}") for name in OF_LESSONS)
    for file, names in ((f"{folder}/ends.csv", ("street", "end")), (f"{folder}/bets.csv", ("player", "action"))):
        yield from _listed(places, file, names, places.table(file).header, form=FOUR)
    yield from _only_checks(places, folder)


def _only_run(
    places: Places, files: Collection[str], study: Mapping[str, Any], game: str, number: int
) -> Iterator[Due]:
    """What is said of the only run of a method."""
    entry = study["variants"][number]
    run = f"{game}/{entry['folder']}"
    columns = _columns(places, game, run)
    yield Due(HEADING, f"{game}: {entry['folder']}")
    yield from _parameters("variants", number, entry["parameters"])
    yield Due(VALUE, "", value(f"{game}/game.json", "unit"))
    yield Due(HEADER, "|".join(["iteration", *[COLUMNS[column] for column in columns]]))
    for t in _decades(study["snapshots"]):
        yield Due(ROW)
        yield Due(VALUE, "", cell(f"{run}/trajectory.csv", "iteration", iteration=t), grouped)
        yield from _measured(run, columns, t)
    if places.value(_report(run), ["certificate"]) is not None:
        for key in ("fraction", "decimal"):
            yield Due(VALUE, "", value(_report(run), "certificate", "nash_conv", key))
    yield from _figures(files, f"figures/{run}")
    yield from _only_checks(places, run)


def _several_runs(
    places: Places, files: Collection[str], study: Mapping[str, Any], game: str, method: str, numbers: Sequence[int]
) -> Iterator[Due]:
    """What is said of the runs of a method that differ in their seeds."""
    entries = [study["variants"][number] for number in numbers]
    runs = [f"{game}/{entry['folder']}" for entry in entries]
    of_method = {"game": game, "method": method}
    first = {**of_method, "iteration": str(study["snapshots"][0])}
    yield Due(HEADING, f"{game}: {method}")
    yield Due(VALUE, "", cell(METHODS, "runs", **first))
    others = {key: text for key, text in entries[0]["parameters"].items() if key != SEED}
    yield from _parameters("variants", numbers[0], others)
    yield Due(VALUE, "", cell(METHODS, "coverage", **first), percent)
    yield Due(VALUE, "", value(f"{game}/game.json", "unit"))
    yield Due(HEADER, "iteration|median|low|high")
    for t in _decades(study["snapshots"]):
        yield Due(ROW)
        yield Due(VALUE, "", cell(METHODS, "iteration", **of_method, iteration=t), grouped)
        for column in ("exploitability", "low", "high"):
            yield Due(VALUE, "", cell(METHODS, column, **of_method, iteration=t), SIX)
    columns = _columns(places, game, runs[0])
    yield Due(VALUE, "", value(STUDY_FILE, "iterations"), grouped)
    yield Due(HEADER, "|".join(["seed", *[COLUMNS[column] for column in columns], "nash_conv", "verification"]))
    for number, run in zip(numbers, runs):
        yield Due(ROW)
        yield Due(LINK, f"{run}/trajectory.csv")
        yield Due(VALUE, "", value(STUDY_FILE, "variants", number, "parameters", SEED))
        yield from _measured(run, columns, str(study["snapshots"][-1]))
        proven = places.value(_report(run), ["certificate"]) is not None
        decimal = value(_report(run), "certificate", "nash_conv", "decimal")
        yield Due(VALUE, "", decimal) if proven else Due(BLANK)
        yield Due(VALUE, "", value(_report(run), "level"))
    for entry, run in zip(entries, runs):
        figures = list(_figures(files, f"figures/{run}"))
        yield from [Due(HEADING, f"Figures of {entry['folder']}"), *figures] if figures else []
    alike: dict[tuple[str, str, str], list[tuple[str, int]]] = {}
    for run in runs:
        for n in range(len(places.items(_report(run), "checks"))):
            name, tolerance, reason = (
                _of_check(places, _report(run), n, key) for key in ("name", "tolerance", "reason")
            )
            alike.setdefault((str(name), repr(tolerance), str(reason)), []).append((_report(run), n))
    yield from _checks(places, list(alike.values()))


def _of_hands(places: Places, files: Collection[str], study: Mapping[str, Any], number: int) -> Iterator[Due]:
    """What is said of hands, those with that number: docs/hands.md, "On the page"."""
    entry = study[HANDS][number]
    folder = subject_of(entry)
    yield Due(HEADING, f"Hands: {entry['folder']}")
    for key in ("file", "rules"):
        if entry[key] is not None:
            yield Due(VALUE, "", value(STUDY_FILE, HANDS, number, key))
    if entry["kind"] == RECORDS:
        yield from _listed(places, f"{folder}/counts.csv", ("of", "kind"), ("of", "kind", "hands"))
        yield from _listed(places, f"{folder}/hands.csv", ("hand",), OF_HANDS, SOUND)
    else:
        answers = f"{folder}/answers.csv"
        yield from _listed(places, answers, ("case", "question"), places.table(answers).header, once=OF_CASE)
        figures = [one for one in _timelines(places, answers, f"figures/{folder}") if one.text in files]
        yield from [Due(HEADING, f"Figures of {entry['folder']}"), *figures] if figures else []
    yield from _only_checks(places, folder)


def _timelines(places: Places, file: str, below: str) -> Iterator[Due]:
    """The figures of questions, case by case, each called by what is asked and what the answer is."""
    called: dict[str, str] = {}
    for case, who, question, reason in places.named_rows(file, ("case", "of", "question", "reason")):
        called.setdefault(case, OVER)
        if question == "options":
            raised = RAISES.search(reason)
            called[case] = f"May {who} raise? {f'Yes, to {_reach(raised)}' if raised else 'No'}."
    for case, told in called.items():
        yield Due(IMAGE, f"{below}/{case}.svg", f"{case}: {told}")


def _reach(raised: re.Match[str]) -> str:
    """From where to where somebody may raise."""
    low, more, high = raised.groups()
    return f"{low}{' or more' if more else ''}{f', up to {high}' if high else ''}"


def _listed(
    places: Places,
    file: str,
    names: Sequence[str],
    columns: Sequence[str],
    without: str | None = None,
    once: Collection[str] = (),
    form: Form | None = None,
) -> Iterator[Due]:
    """These columns of a table, its rows told apart by some names; those with the verdict `without` are left out.

    Of rows that have the first name in common, only the first has the columns `once`. Other cells than names have the form.
    """
    yield Due(HEADER, "|".join(columns))
    verdicts = [] if without is None else places.named_rows(file, ("verdict",))
    rows = zip(places.named_rows(file, names), places.named_rows(file, columns))
    before = ""
    for n, (named, cells) in enumerate(rows):
        if verdicts and verdicts[n] == [without]:
            continue
        yield Due(ROW)
        where = dict(zip(names, named))
        for column, text in zip(columns, cells):
            again = column in once and named[0] == before
            written = None if column in names else form
            yield Due(VALUE, "", cell(file, column, **where), written) if text and not again else Due(BLANK)
        before = named[0]


def _of_ranking(places: Places) -> Iterator[Due]:
    """The ranking: all of ranking.csv."""
    columns = places.table(RANKING).header
    yield Due(HEADING, "Ranking")
    yield Due(IMAGE, "figures/games.svg", "games")
    yield Due(HEADER, "|".join(columns).replace("_", " "))
    for game, method in places.named_rows(RANKING, ("game", "method")):
        yield Due(ROW)
        for column in columns:
            form = THREE if column.startswith("exploitability") else None
            yield Due(VALUE, "", cell(RANKING, column, game=game, method=method), form)


def _only_checks(places: Places, subject: str) -> Iterator[Due]:
    """The checks of one report, and its level."""
    report = _report(subject)
    yield Due(VALUE, "", value(report, "level"))
    yield from _checks(places, [[(report, n)] for n in range(len(places.items(report, "checks")))])


def _checks(places: Places, groups: Sequence[Sequence[tuple[str, int]]]) -> Iterator[Due]:
    """A row for each group of checks, each a report and a number there, that compared anything."""
    yield Due(HEADER, CHECKS)
    for group in groups:
        if not any(_of_check(places, report, n, "numbers") for report, n in group):
            continue
        report, n = group[0]
        yield Due(ROW)
        yield Due(VALUE, "", value(report, "checks", n, "name"))
        yield Due(VALUE, "", _together(SUM, group, "numbers"), grouped)
        yield Due(VALUE, "", _together(GREATEST, group, "largest_difference"), short)
        yield Due(VALUE, "", value(report, "checks", n, "tolerance"), short)
        yield Due(VALUE, "", value(report, "checks", n, "reason"))


def _of_check(places: Places, report: str, n: int, key: str) -> Any:
    """What a report says of a check."""
    return places.value(report, ["checks", str(n), key])


def _together(how: str, group: Sequence[tuple[str, int]], key: str) -> str:
    """The words for a number of several checks."""
    origins = [value(report, "checks", n, key) for report, n in group]
    return origins[0] if len(origins) == 1 else f"{how} {'; '.join(origins)}"


def _measured(run: str, columns: Sequence[str], t: str) -> Iterator[Due]:
    """What is shown of a row of a trajectory."""
    for column in columns:
        origin = cell(f"{run}/trajectory.csv", column, iteration=t)
        yield Due(VALUE, "", origin, NINE if column == "value" else SIX)


def _columns(places: Places, game: str, run: str) -> list[str]:
    """What is shown of a trajectory: the value if two play, the current strategy if it was verified at all rows."""
    of_two = len(places.items(f"{game}/game.json", "infosets")) == 2
    repeated = places.value(_report(run), ["level"]) == REPEATED
    shown = {"exploitability": True, "current_exploitability": repeated, "value": of_two}
    return [column for column in COLUMNS if shown[column]]


def _decades(snapshots: Sequence[int]) -> list[str]:
    """The iterations that are shown: powers of ten, and the last one."""
    return [str(t) for t in snapshots if t == snapshots[-1] or str(t).strip("0") == "1"]


def _parameters(kind: str, number: int, parameters: Mapping[str, Any]) -> Iterator[Due]:
    """The parameters of an entry of study.json."""
    for key in parameters:
        yield Due(VALUE, "", value(STUDY_FILE, kind, number, "parameters", key))


def _figures(files: Collection[str], below: str) -> Iterator[Due]:
    """The figures in a folder, by name."""
    for file in sorted(files):
        folder, _, name = file.rpartition("/")
        if folder == below and name.endswith(".svg"):
            yield Due(IMAGE, file, name[: -len(".svg")])


def _report(subject: str) -> str:
    """Where the report on a subject stands."""
    return f"verification/{subject}/python.json"
