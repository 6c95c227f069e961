"""Studies as the page shows them, written by hand: all that it takes from other files is there, and nothing was computed."""

from pathlib import Path
from typing import Any

from regretlab.files import read_json, write_csv, write_json, write_text
from regretlab.stages.claims import HEADER
from regretlab.stages.rank import rank
from regretlab.willow.lessons import BETS, ENDS

SEEDS = (7, 8, 9)
NUMBERS = {"cfr": 0.5, "drawn-seed7": 0.125, "drawn-seed8": 0.75, "drawn-seed9": 0.25}
"""Exploitability at iteration 10, by folder of the run."""

KUHN = {"folder": "kuhn", "rules": "kuhn_poker", "parameters": {}, "value": None, "equilibria": None}
SUMMARY = {
    "family": "kuhn_1950", "parameter": "alpha", "lower": "0", "upper": "1/3", "value": "-1/18", "members": 1301,
    "members_in_equilibrium": 1301, "deviations": 15612, "strict_deviations": 15611,
    "exceptions": [{"alpha": "1/3", "player": 0, "infoset": "2pb"}], "unique": [False, True], "complete": True,
    "pure_profiles": 4096, "pure_equilibria": 0, "smallest_pure_nash_conv": "1/3",
}  # fmt: skip


def entry(folder: str, games: list[str], **changes: Any) -> dict[str, Any]:
    """A variant as study.json has it."""
    made = {"folder": folder, "method": folder, "rule": "cfr", "parameters": {}, "games": games, "answer": "average"}
    return {**made, "sampled": False, "sweep": None, **changes}


def write_small(folder: Path) -> Path:
    """A study of one game: a variant with one run, and one with three seeds."""
    drawn = {"method": "drawn", "sweep": "drawn"}
    variants = [
        entry("cfr", ["kuhn"]),
        *(entry(f"drawn-seed{seed}", ["kuhn"], parameters={"explore": 0.5, "seed": seed}, **drawn) for seed in SEEDS),
    ]
    write_study(folder, [KUHN], variants, [10])
    for number, (run, exploitability) in enumerate(NUMBERS.items(), start=1):
        rows = [(10, 0.0, 1.0, exploitability, 99.0, 99.0)]
        write_run(folder, f"kuhn/{run}", rows, f"0.{number}", [check("a check", 10 * number, 2.0**-number)])
    return finished(folder)


def write_large(folder: Path) -> Path:
    """A study of two games with all that the page can show: values, equilibria, figures, runs that were repeated or certified,
    with two players and three, one with a certificate and one without."""
    games = [
        {**KUHN, "parameters": {"players": 2, "ships": [2, 4]}, "value": "exact", "equilibria": "kuhn_1950"},
        {**KUHN, "folder": "three", "rules": "config/games/three.efg", "value": "linear program"},
    ]
    drawn = {"method": "drawn", "sweep": "drawn", "rule": "external_sampling"}
    variants = [
        entry("cfr", ["kuhn", "three"]),
        *(
            entry(f"drawn-seed{n}", ["three"], parameters={"explore": 0.25, "on": True, "seed": n}, **drawn)
            for n in (1, 2)
        ),
        entry("last", ["kuhn", "three"], answer="current", parameters={"step": 1e-05}),
    ]
    write_study(folder, games, variants, [1, 5, 10, 1000])
    three = {"unit": "chips", "histories": 12345, "terminals": 1000, "infosets": [700, 800, 900], "alike": [{}, {}]}
    write_json(folder / "three/game.json", three)
    for run, scale in (("kuhn/cfr", 1.0), ("kuhn/last", 0.1)):
        rows = [(t, -0.0625 / t, scale / t, 0.5 * scale / t, 0.6 / t, 0.3 / t) for t in (1, 5, 10, 1000)]
        checks = [
            check("regrets after iteration 1", 48, 1.4e-17, 5e-12),
            check("nothing", 0, 0.0),
            check("sums", 12345, 0.0),
        ]
        write_run(
            folder, run, rows, "0.001" if run == "kuhn/cfr" else None, checks, "repeated" if scale == 1 else "certified"
        )
    for number, run in enumerate(("cfr", "drawn-seed1", "drawn-seed2", "last"), start=1):
        rows = [(t, *[0.125] * 3, number / t, 0.33333333 * number / t, 9.0, 3.0) for t in (1, 5, 10, 1000)]
        checks = [
            check("sums", 1000 * number, 3.25e-16 * number),
            check("sums", 1, 0.0),
            check(f"of {run}", 7, 96.0, 1e-05),
        ]
        write_run(folder, f"three/{run}", rows, f"0.00{number}" if number < 3 else None, checks, "certified")
    exact = {"method": "exact", "value": "-1/18", "lower": "-1/18", "upper": "-1000000007/18000000001"}
    write_json(folder / "kuhn/value/value.json", exact)
    rough = {"method": "linear program", "value": 0.12499999999950001, "lower": 0.1249999999991, "upper": 0.125}
    write_json(folder / "three/value/value.json", rough)
    write_json(folder / "kuhn/equilibria/summary.json", SUMMARY)
    for subject, level in (("kuhn/value", "proven"), ("three/value", "certified"), ("kuhn/equilibria", "proven")):
        proof = {"level": level, "checks": [check("of it", 2944, 0.0)], "certificate": None}
        write_json(folder / f"verification/{subject}/python.json", proof)
    figures = ("kuhn/exploitability", "kuhn/cfr/tree", "kuhn/cfr/value", "three/drawn-seed1/tree")
    for name in (*figures, "three/exploitability"):
        write_text(folder / f"figures/{name}.svg", "<svg/>\n")
    for file in ("kuhn/value/strategy.csv", "three/value/strategy.csv"):
        write_csv(folder / file, ("player",), [(0,)])
    return finished(folder)


def write_taught(folder: Path) -> Path:
    """A study of two games: lessons are drawn from one of them, in which one bet is never made."""
    willow = {"rules": "willow", "parameters": {"players": 2, "suit_isomorphism": True}}
    write_study(folder, [KUHN, {**KUHN, "folder": "small", **willow}], [entry("cfr", ["kuhn", "small"])], [10])
    study = read_json(folder / "study.json")
    write_json(folder / "study.json", {**study, "lessons": "cfr"})
    write_json(folder / "small/game.json", read_json(folder / "kuhn/game.json"))
    for game in ("kuhn", "small"):
        write_run(folder, f"{game}/cfr", [(10, 0.0, 1.0, 0.5, 9.0, 9.0)], "0.5", [check("of a run", 10, 0.0)])
    lessons = folder / "small/lessons"
    write_csv(lessons / "ends.csv", ENDS, [(1, "player 0 folds", 0.25, -0.25), (2, "showdown", 0.75, 2 / 3)])
    bets = [(0, "bet 2", 0.5, 0.125, 0.0625, 0.0, 4.0, 2.0, -0.00004), (1, "raise 8", 0.125, 0, *[""] * 5)]
    write_csv(lessons / "bets.csv", BETS, bets)
    for name in ("ranking", "street1", "up"):
        write_text(lessons / f"{name}.csv", "of no page\n")
    for name in ("bluffs", "exploitability", "opening"):
        write_text(folder / f"figures/small/{name}.svg", "<svg/>\n")
    proof = {"level": "derived", "checks": [check("of lessons", 2944, 0.0)], "certificate": None}
    write_json(folder / "verification/small/lessons/python.json", proof)
    return finished(folder)


def write_hands(folder: Path) -> Path:
    """A study without games: records, and questions with a figure."""
    records = {"folder": "real", "file": "real.phhs", "kind": "records", "rules": None, "chip": None}
    questions = {"folder": "rights", "file": "rights.yaml", "kind": "questions", "rules": "any raise", "chip": None}
    study = {"name": "toy", "title": "Hands", "iterations": 0, "snapshots": [], "checkpoints": [], "games": []}
    write_json(
        folder / "study.json",
        {**study, "variants": [], "hands": [records, questions], "lessons": None, "claims": ["book"]},
    )
    hands = ("hand", "line", "variant", "verdict", "remarks", "board")
    cut = ("stops mid-hand: expected an action of p3", "rake: 1 of 12 are missing in the end")
    rows = [("1", 3, "NT", "sound", (), "Ah"), ("a b", 12, "FO/8", "stops mid-hand", cut, "")]
    write_csv(folder / "hands/real/hands.csv", hands, rows)
    counts = [("verdict", "sound", 1), ("verdict", "stops mid-hand", 1), ("verdict", "all", 2), ("remark", "rake", 1)]
    write_csv(folder / "hands/real/counts.csv", ("of", "kind", "hands"), counts)
    answers = ("case", "hand", "of", "question", "answer", "rule", "reason")
    said = ("true", "right to raise", "UTG has not acted in this round yet")
    rows = [
        ("S1", "blinds 1/2", "UTG", "may_raise", *said),
        ("S1", "blinds 1/2", "UTG", "options", ("fold", "call", "raise"), "", "fold; call 2 or raise 4 or more"),
        ("S1", "blinds 1/2", "UTG", "pots", ("3", "1"), "", "3 for SB"),
        ("Q2", "blinds 1/2; UTG fold", "HJ", "options", ("fold", "call"), "", "fold or call 2"),
        ("Q11", "blinds 1/3", "UTG", "options", ("fold", "call", "raise"), "", "fold; call 3 or raise 6 to 9"),
        ("Q3", "blinds 1/4", "UTG", "options", ("fold", "call", "raise"), "", "fold; call 4 or raise 7"),
        (
            "A1",
            "blinds 1/2; UTG fold; HJ fold; CO fold; BTN fold; SB fold",
            "",
            "round",
            "over",
            "",
            "nobody is to act",
        ),
    ]
    write_csv(folder / "hands/rights/answers.csv", answers, rows)
    for case in ("A1", "Q11", "Q2", "Q3", "S1"):
        write_text(folder / f"figures/hands/rights/{case}.svg", "<svg/>\n")
    for subject in ("real", "rights"):
        proof = {"level": "derived", "checks": [check("cells", 1234, 0.0)], "certificate": None}
        write_json(folder / f"verification/hands/{subject}/python.json", proof)
    return with_claims(folder)


def write_study(
    folder: Path, games: list[dict[str, Any]], variants: list[dict[str, Any]], snapshots: list[int]
) -> None:
    """study.json and game.json of the first game."""
    last = snapshots[-1]
    study = {"name": "toy", "title": "Toys & <more>", "iterations": last, "snapshots": snapshots, "checkpoints": [last]}
    lists = {"games": games, "variants": variants, "hands": [], "lessons": None, "claims": ["book"]}
    write_json(folder / "study.json", {**study, **lists})
    facts = {"unit": "antes", "histories": 3, "terminals": 2, "infosets": [1, 1], "alike": []}
    write_json(folder / "kuhn/game.json", facts)


def check(name: str, numbers: int, largest: float, tolerance: float = 1.0) -> dict[str, Any]:
    """A check of a report."""
    made = {"name": name, "numbers": numbers, "largest_difference": largest, "tolerance": tolerance}
    return {**made, "reason": "why"}


def write_run(
    folder: Path,
    run: str,
    rows: list[tuple[Any, ...]],
    decimal: str | None,
    checks: list[dict[str, Any]],
    level: str = "certified",
) -> None:
    """The trajectory of a run, and the report on it, with a certificate if there is a decimal."""
    values = ["value"] if len(rows[0]) == 6 else ["value_0", "value_1", "value_2"]
    measures = ("nash_conv", "exploitability")
    header = ("iteration", *values, *measures, *(f"current_{name}" for name in measures))
    write_csv(folder / run / "trajectory.csv", header, rows)
    certificate = {"nash_conv": {"fraction": "1/2", "decimal": decimal}} if decimal else None
    proof = {"level": level, "checks": checks, "certificate": certificate}
    write_json(folder / f"verification/{run}/python.json", proof)


def finished(folder: Path) -> Path:
    """With verdicts, claims, and the tables of all runs."""
    write_text(folder / "figures/games.svg", "<svg/>\n")
    rank(folder)
    return with_claims(folder)


def with_claims(folder: Path) -> Path:
    """With verdicts and claims."""
    for kind in ("verification", "claims"):
        write_json(folder / f"verdict/{kind}.json", {"summary": f"1,234 of {kind}"})
    about = {"what": "a figure, of 2", "printed": "0.5", "regenerated": "0.5", "unit": "antes", "verdict": "reproduced"}
    row = {**dict.fromkeys(HEADER, ""), **about, "source": "a 'book'", "list": "book"}
    write_csv(folder / "claims.csv", HEADER, [{**row, "claim": name}.values() for name in ("1st = one; two", "2nd")])
    return folder
