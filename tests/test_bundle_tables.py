"""The columns of published tables as Data Package has them."""

import re
from pathlib import Path

import pytest

from regretlab.betting import reason
from regretlab.bundle.citation import read_citation
from regretlab.bundle.datapackage import WIDE, datapackage
from regretlab.bundle.fields import EXACT, Facts
from regretlab.bundle.media import media_type
from regretlab.bundle.payload import File
from regretlab.bundle.steps import STEPS, config_of_step, results_of_steps
from regretlab.bundle.tables import TABLES
from regretlab.errors import InputError
from regretlab.files import csv_text, read_cells, write_csv, write_json
from regretlab.layout import DISTANCE_HEADER, PLANS_HEADER, STRATEGY_HEADER, frequencies_header, trajectory_header
from regretlab.registry import load_rules
from regretlab.stages.hands import tables
from regretlab.stages.lessons import write_lessons

from small_games import compiled

PROJECT = Path(__file__).parent.parent
STUDY = {
    "name": "small",
    "title": "A small study",
    "iterations": 200,
    "games": [{"folder": "kuhn"}],
    "variants": [{"folder": "cfr"}],
}
FACTS = Facts(STUDY, "antes per hand", 3, exact_value=True)


def fields_of(place: str, header) -> list[dict]:
    """What the columns of a table are."""
    table = next(table for table in TABLES if table.path.fullmatch(place))
    return [table.field(column, FACTS) for column in header]


@pytest.mark.parametrize(
    ("place", "header"),
    [
        ("kuhn/cfr/trajectory.csv", trajectory_header(2)),
        ("kuhn/cfr/trajectory.csv", trajectory_header(3)),
        ("kuhn/cfr/strategy.csv", STRATEGY_HEADER),
        ("kuhn/cfr/plans.csv", PLANS_HEADER),
        ("kuhn/cfr/distance.csv", DISTANCE_HEADER),
        ("kuhn/value/strategy.csv", STRATEGY_HEADER),
    ],
)
def test_every_column_is_known(place, header):
    """By type and meaning, under its own name."""
    fields = fields_of(place, header)
    assert [field["name"] for field in fields] == list(header)
    assert all(field["type"] and field["description"] for field in fields)


@pytest.mark.parametrize(("file", "kind"), [("real.phhs", "records"), ("raise-rights.yaml", "questions")])
def test_tables_on_hands_fit_what_is_said_of_them(file, kind):
    """Every cell of the project's hands is of the kind, the pattern and the words that are given for its column."""
    for made in tables({"kind": kind, "rules": None, "chip": None}, PROJECT / "config/hands" / file):
        fields = fields_of(f"hands/x/{made.name}", made.header)
        assert None not in fields
        lines = csv_text(made.header, made.rows).splitlines()[1:]
        for cells in (line.split(",") for line in lines):
            for cell, field in zip(cells, fields, strict=True):
                limits = field.get("constraints", {})
                assert cell or not limits.get("required"), (made.name, field["name"])
                if cell and "pattern" in limits:
                    assert re.fullmatch(limits["pattern"], cell), (field["name"], cell)
                if cell and "enum" in limits:
                    assert cell in map(str, limits["enum"]), (field["name"], cell)
                if field["type"] == "integer":
                    assert limits.get("minimum", 0) <= int(cell) <= limits.get("maximum", 10**6)


def test_tables_of_lessons_fit_what_is_said_of_them(tmp_path):
    """Every cell, of strategies that leave cells empty; what tells rows apart does; chips have the unit of the game."""
    rules = load_rules("willow", {"ranks": 3, "suits": 2, "street1": (1, 4), "street2": (2, 8), "raises": 1})
    game = compiled("willow", ranks=3, suits=2, street1=(1, 4), street2=(2, 8), raises=1)
    # The first action always, but with the lowest card the last.
    strategy = [
        (infoset.player, infoset.name, action, float(n == (len(infoset.actions) - 1 if infoset.name[0] == "A" else 0)))
        for infoset in game.infosets
        for n, action in enumerate(infoset.actions)
    ]
    write_csv(tmp_path / "strategy.csv", STRATEGY_HEADER, strategy)
    write_lessons(rules, tmp_path / "strategy.csv", tmp_path / "lessons")
    paid, empty = set(), set()
    for path in (tmp_path / "lessons").iterdir():
        header, *rows = read_cells(path)
        fields = fields_of(f"small/lessons/{path.name}", header)
        (table,) = (table for table in TABLES if table.path.fullmatch(f"small/lessons/{path.name}"))
        key = [n for n, name in enumerate(header) if table.key.fullmatch(name)]
        assert len({tuple([row[n] for n in key]) for row in rows}) == len(rows) > 0
        for cells in rows:
            for cell, field in zip(cells, fields, strict=True):
                assert fits(cell, field), (path.name, field["name"], cell)
                empty.update([] if cell else [(path.stem, field["name"])])
        paid |= {(path.stem, field["name"]) for field in fields if field.get("unit") == "antes per hand"}
    assert paid == {
        *(("street1", "value"), ("up", "value"), ("bets", "pot"), ("bets", "added"), ("bets", "value")),
        ("ends", "gain"),
    }
    assert {("street1", "before"), ("street1", "value"), ("up", "value"), ("bets", "bluffs")} <= empty


def fits(cell: str, field: dict) -> bool:
    """Whether a cell is of the kind, and within the limits, that are given for its column."""
    limits = field.get("constraints", {})
    if not cell:
        return not limits.get("required")
    if field["type"] == "string":
        return bool(re.fullmatch(limits.get("pattern", ".*"), cell)) and cell in limits.get("enum", [cell])
    number = int(cell) if field["type"] == "integer" else float(cell)
    return limits.get("minimum", number) <= number <= limits.get("maximum", number)


@pytest.mark.parametrize(
    ("table", "column", "cell"),
    [
        ("ranking", "hand", "K2"),
        ("ranking", "class", "12"),
        ("ranking", "class", "pairs"),
        ("ranking", "equity", "1.5"),
        ("ranking", "place", "0"),
        ("street1", "card", "10"),
        ("street1", "probability", "-0.25"),
        ("street1", "reach", ""),
        ("up", "up_1", ""),
        ("bets", "player", "2"),
        ("ends", "end", "player 2 folds"),
        ("ends", "street", "3"),
    ],
)
def test_other_cells_do_not_fit(table, column, cell):
    """Cards, classes and ends that there are not, and what is no probability."""
    (field,) = fields_of(f"small/lessons/{table}.csv", [column])
    assert not fits(cell, field)


def test_rules_of_betting_are_those_of_the_engine():
    """What a rule may be is what `regretlab.betting.reason` names, but for the limit that no record is of."""
    others = {"TOP", "FIXED_LIMIT", "LAST_FULL"}
    named = {name for key, name in vars(reason).items() if key.isupper() and key not in others}
    (rule, low_rule) = fields_of("hands/x/decisions.csv", ["rule", "low_rule"])
    assert {*rule["constraints"]["enum"], *low_rule["constraints"]["enum"]} == named


def test_columns_of_frequencies_are_known(kuhn):
    """All that a game has."""
    fields = fields_of("kuhn/cfr/frequencies.csv", frequencies_header(kuhn))
    assert {field["type"] for field in fields[1:]} == {"number"}
    assert fields[1]["description"].startswith("probability of an action of player 0")


def test_payoffs_have_the_unit_of_their_game():
    """Values, gains, regrets; no unit for probabilities and sums of weights, which have none."""
    (value, gain) = fields_of("kuhn/cfr/trajectory.csv", ["value_2", "current_gain_1"])
    assert value["unit"] == gain["unit"] == "antes per hand"
    assert value["description"] == "expected payoff of player 2 when all play the average strategy"
    assert gain["description"] == "gain of player 1 against the current strategy"
    columns = ["cumulative_regret", "strategy_sum", "own_memory"]
    regret, weight, memory = fields_of("kuhn/cfr/checkpoints/100.csv", columns)
    assert regret["unit"] == "antes per hand"
    assert "unit" not in weight
    assert "unit" not in memory
    assert memory["description"] == "what the variant keeps besides"


def test_limits_follow_from_the_study():
    """Iterations up to the last, players of the game, games and runs that there are."""
    iteration, player = fields_of("kuhn/cfr/checkpoints/100.csv", ["iteration", "player"])
    assert iteration["constraints"] == {"required": True, "minimum": 1, "maximum": 200}
    assert player["constraints"] == {"required": True, "minimum": 0, "maximum": 2}
    game, variant = fields_of("runs.csv", ["game", "variant"])
    assert game["constraints"]["enum"] == ["kuhn"]
    assert variant["constraints"]["enum"] == ["cfr"]


@pytest.mark.parametrize("text", ["0", "1", "-1/18", "10/3", "-7"])
def test_exact_numbers_fit_their_pattern(text):
    """Fractions in lowest terms, as docs/bundle-format.md has them."""
    assert re.fullmatch(EXACT, text)


@pytest.mark.parametrize("text", ["", "-0", "01", "1/0", "1/01", "0.5", "1/-2", "0/3", "+1", "1e3"])
def test_other_numbers_do_not(text):
    """Nor what is none."""
    assert not re.fullmatch(EXACT, text)


def test_a_value_is_exact_or_not():
    """According to how it was found."""
    table = next(table for table in TABLES if table.path.fullmatch("kuhn/value/strategy.csv"))
    assert table.field("probability", FACTS)["constraints"]["pattern"] == EXACT
    assert table.field("probability", Facts(STUDY, "", 2, exact_value=False))["type"] == "number"


@pytest.fixture
def package(tmp_path):
    """A function that describes one table of the small study."""
    write_json(tmp_path / "results/small/kuhn/game.json", {"unit": "antes per hand", "players": 2})

    def described(path: str, header, rows=()):
        write_csv(tmp_path / path, header, rows)
        file = File(path, (tmp_path / path).stat().st_size, "0" * 64)
        found = datapackage(STUDY, "what came out", read_citation(PROJECT / "CITATION.cff"), [file], tmp_path)
        (resource,) = found["resources"]
        return resource

    return described


def test_a_table_of_our_own(package):
    """Path, size, hash, fields and key; a game of two players without a value."""
    resource = package("results/small/kuhn/cfr/strategy.csv", STRATEGY_HEADER, [(0, "0", "pass", 0.5)])
    assert (resource["name"], resource["path"]) == (
        "results--small--kuhn--cfr--strategy",
        "results/small/kuhn/cfr/strategy.csv",
    )
    assert resource["hash"] == "sha256:" + "0" * 64
    assert resource["bytes"] == len("player,infoset,action,probability\n0,0,pass,0.5\n")
    assert resource["schema"]["primaryKey"] == ["player", "infoset", "action"]
    assert resource["schema"]["fields"][0]["constraints"]["maximum"] == 1


def test_a_table_of_the_users_own(package):
    """Columns are what their cells look like: whole numbers, numbers, words."""
    rows = [(1, 0.5, "a", "1"), (2, -1e-300, "b", "x")]
    for path in ("config/tables/own.csv", "results/small/kuhn/ddcfr/own.csv"):
        resource = package(path, ("from", "alpha", "name", "mixed"), rows)
        assert [field["type"] for field in resource["schema"]["fields"]] == ["integer", "number", "string", "string"]
        assert "primaryKey" not in resource["schema"]
    assert package("config/tables/none.csv", ("a",))["schema"]["fields"] == [{"name": "a", "type": "string"}]


def test_wide_tables_are_described_briefly(package):
    """Names and types alone; one column less, and everything is said."""
    header = ("iteration", *(f"0:{n}:a" for n in range(WIDE)))
    path = "results/small/kuhn/cfr/frequencies.csv"
    assert package(path, header)["schema"]["fields"][1] == {"name": "0:0:a", "type": "number"}
    assert package(path, header)["schema"]["primaryKey"] == ["iteration"]
    assert "description" in package(path, header[:-1])["schema"]["fields"][1]


def test_a_result_of_no_stage_is_told():
    """Whoever adds a stage has to say so in the list of steps."""
    with pytest.raises(InputError, match=r"results/small/new/: expected a file that a stage of the workflow makes"):
        results_of_steps([File("results/small/new/", 0, "")], "results/small")


def test_results_belong_to_one_step():
    """No path fits two of them, so that their order, which is that of the work, decides nothing."""
    for place in (
        *(
            "study.json",
            "claims.csv",
            "runs.csv",
            "runs.parquet",
            "report.html",
            "figures/games.svg",
            "figures/kuhn/a.svg",
        ),
        *("verdict/claims.json", "verdict/verification.json", "verification/tables/python.json", "manifest/cells.txt"),
        *(
            "verification/kuhn/cfr/python.json",
            "verification/claims/python.json",
            "verification/claims/cfr/python.json",
        ),
        *("kuhn/game.json", "kuhn/game.efg", "kuhn/value/value.json", "kuhn/equilibria/family.csv"),
        *("kuhn/cfr/trajectory.csv", "kuhn/cfr/checkpoints/1.csv", "kuhn/cfr/own.py", "kuhn/cfr/strategy.csv"),
        *(
            "hands/real/hands.csv",
            "hands/real/real.phhs",
            "verification/hands/real/python.json",
            "figures/hands/x/S1.svg",
        ),
        *("kuhn/cfr/trajectory.parquet", "kuhn/cfr/plans.csv", "kuhn/cfr/distance.csv"),
        *("small/lessons/up.csv", "verification/small/lessons/python.json", "figures/small/face-up.svg"),
    ):
        assert len([step for step in STEPS if step.made.fullmatch(place)]) == 1, place
    names = [step.name for step in STEPS]
    for number, step in enumerate(STEPS):
        assert set(step.reads) <= set(names[:number]), step.name


def test_configuration_of_a_step():
    """Study files, claims, families and the user's own files; sources and workflow are none of it."""
    paths = ["Snakefile", "requirements.txt", "src/a.py", "workflow/rules/a.smk", "profiles/default/config.yaml"]
    config = [
        "config/studies/a.yaml",
        "config/claims/b.yaml",
        "config/equilibria/c.yaml",
        "config/games/d.efg",
        "config/hands/f.phhs",
        "my/e.py",
    ]
    files = [File(path, 0, "") for path in [*paths, *config]]
    found = {step.name: [file.path for file in config_of_step(step, files)] for step in STEPS}
    assert found["compile"] == ["config/studies/a.yaml", "config/games/d.efg", "my/e.py"]
    assert found["claims"] == ["config/claims/b.yaml"]
    assert found["adjudicate"] == ["config/studies/a.yaml", "config/hands/f.phhs"]
    assert found["manifest"] == config
    assert found["rank"] == []


def test_media_types():
    """By the end of the name; plain text for what has none of its own."""
    assert media_type("a/b.csv") == "text/csv"
    assert media_type("a/b.svg") == "image/svg+xml"
    assert media_type("Snakefile") == media_type("a.smk") == "text/plain"
