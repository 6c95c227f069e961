"""Study files: what a good one becomes, and a clear message for each way to get one wrong."""

import json
import re
from pathlib import Path

import pytest

from regretlab.cli import main
from regretlab.errors import InputError
from regretlab.layout import has_lessons
from regretlab.study import RESERVED_STUDIES, Config, StudyFile, built_by_default, read_studies, read_study

GOOD = """\
title: A study
games:
  - rules: kuhn_poker
variants: [cfr]
iterations: 1000
snapshots: {at: [1, 2, 5], every: 300}
checkpoints: {at: [10]}
"""


@pytest.fixture
def write(tmp_path):
    """Write a study file, with one text replaced by another."""

    def write_study(old="", new=""):
        assert old in GOOD
        path = tmp_path / "studies" / "mine.yaml"
        path.parent.mkdir(exist_ok=True)
        path.write_text(GOOD.replace(old, new) if old else GOOD, encoding="utf-8")
        return path

    return write_study


def test_a_good_study_is_completed(write):
    """Every default is filled in, every schedule written out with the last iteration."""
    assert read_study(write()) == {
        "name": "mine",
        "title": "A study",
        "iterations": 1000,
        "snapshots": [1, 2, 5, 300, 600, 900, 1000],
        "checkpoints": [10, 1000],
        "games": [
            {
                "folder": "kuhn_poker",
                "rules": "kuhn_poker",
                "parameters": {"players": 2, "ranks": 3},
                "imperfect_recall": False,
                "value": None,
                "equilibria": None,
                "verification": None,
            }
        ],
        "variants": [
            {
                "folder": "cfr",
                "method": "cfr",
                "rule": "cfr",
                "parameters": {},
                "games": ["kuhn_poker"],
                "answer": "average",
                "sampled": False,
                "sweep": None,
            },
        ],
        "hands": [],
        "lessons": None,
        "verification": "repeated",
        "repeat": None,
        "claims": [],
        "pure_plans": False,
        "frequencies": False,
        "run_figures": True,
        "batch": False,
    }


HANDS = """\
title: Hands
hands:
  - {file: some.phhs}
  - {file: raise.yaml, folder: rights, rules: any raise}
"""


@pytest.fixture
def write_hands(tmp_path):
    """Write a study of hands, with one text replaced by another."""

    def write_study(old="", new=""):
        for name in ("some.phhs", "raise.yaml", "Some.phhs"):
            (tmp_path / "hands").mkdir(exist_ok=True)
            (tmp_path / "hands" / name).touch()
        assert old in HANDS
        path = tmp_path / "studies" / "mine.yaml"
        path.parent.mkdir()
        path.write_text(HANDS.replace(old, new) if old else HANDS, encoding="utf-8")
        return path

    return write_study


def test_a_study_of_hands_is_completed(write_hands):
    """No games, no iterations; what hands are is told by the file."""
    study = read_study(write_hands())
    assert [study[key] for key in ("iterations", "snapshots", "checkpoints", "games", "variants")] == [
        0,
        [],
        [],
        [],
        [],
    ]
    assert study["hands"] == [
        {"folder": "some", "file": "some.phhs", "kind": "records", "rules": None, "chip": None},
        {"folder": "rights", "file": "raise.yaml", "kind": "questions", "rules": "any raise", "chip": None},
    ]
    assert list(study).index("hands") == list(study).index("variants") + 1


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            "some.phhs",
            "../x.phh",
            r"hands\[0\].file: expected the name of a file of config/hands, .phh, .*, found '../x.phh'",
        ),
        (
            "some.phhs",
            "some.txt",
            r"hands\[0\].file: expected the name of a file of config/hands, .*, found 'some.txt'",
        ),
        (
            "some.phhs",
            "'my ö.yaml'",
            r"hands\[0\].file: .*, of letters from a to z, digits, ., - and _, a letter or digit first, found 'my ö.yaml'",
        ),
        ("some.phhs", "other.phhs", r"hands: expected the name of a file, found no .*/hands/other.phhs"),
        ("some.phhs", "Some.phhs", r"hands\[0\]: folder: expected, since 'Some' is no name of lower-case letters"),
        ("rights", "some", r"hands: expected different names \(give them a `folder` each\), found 'some' 2 times"),
        ("any raise", "none", r"hands\[1\].rules: expected one of standard, .*, found 'none'"),
        ("title: Hands", "title: Hands\niterations: 10", "iterations: expected only with games"),
        ("title: Hands", "title: Hands\nbatch: true", "batch: expected only with games"),
        ("title: Hands", "title: Hands\nvariants: [cfr]", "variants: expected only with games"),
        ("title: Hands", "title: Hands\ngames: [kuhn_poker]", "variants: expected at least one, since there are games"),
        ("title: Hands", "title: Hands\ngames: [kuhn_poker]", "iterations: expected, but not given"),
        (
            "hands:\n  - {file: some.phhs}\n  - {file: raise.yaml, folder: rights, rules: any raise}",
            "hands: []",
            "games: ",
        ),
    ],
)
def test_bad_studies_of_hands(write_hands, old, new, message):
    """File and key, expected and found."""
    path = write_hands(old, new)
    with pytest.raises(InputError, match=message) as error:
        read_study(path)
    assert str(error.value).startswith(f"{path}: ")


@pytest.mark.parametrize(("file", "known"), [("hands/some/hands.csv", True), ("hands/other/hands.csv", False)])
def test_claims_on_hands_that_the_study_has_not(write_hands, file, known):
    """As of games and variants."""
    path = write_hands("title: Hands", "title: Hands\nclaims: [mine]")
    claims = path.parent.parent / "claims/mine.yaml"
    claims.parent.mkdir()
    claims.write_text(f"source: a test\nclaims:\n  - {CLAIM % file}\n")
    if known:
        assert read_study(path)["claims"] == ["mine"]
    else:
        with pytest.raises(InputError, match=f"expected a file of a game and variant, or of hands, .*, found {file}"):
            read_study(path)


FAMILY = """\
source: a test
game: {rules: kuhn_poker, parameters: {players: 2, ranks: 3}}
parameter: {name: alpha, lower: 0, upper: 1/3}
value: -1/18
members: 2
strategy: {}
"""
CLAIM = '{id: x, what: x, printed: "1", unit: x, count: true, file: %s}'


def test_family_of_another_game(write):
    """Told before anything runs, not by the stage that would need it."""
    path = write("kuhn_poker", "kuhn_poker\n    parameters: {ranks: 4}\n    equilibria: mine\nfrequencies: true")
    family = path.parent.parent / "equilibria/mine.yaml"
    family.parent.mkdir()
    family.write_text(FAMILY)
    with pytest.raises(InputError, match=r"mine.yaml: game: expected kuhn_poker .*'ranks': 4.*, found .*'ranks': 3"):
        read_study(path)


def assert_claim_on(path: Path, file: str, known: bool) -> None:
    """The study of that path, which names the claims `mine`, takes a claim on the file, or tells it."""
    claims = path.parent.parent / "claims/mine.yaml"
    claims.parent.mkdir()
    claims.write_text(f"source: a test\nclaims:\n  - {CLAIM % file}\n")
    if known:
        assert read_study(path)["claims"] == ["mine"]
    else:
        with pytest.raises(InputError, match=f"mine.yaml: x: expected a file of a game and variant, .*, found {file}"):
            read_study(path)


@pytest.mark.parametrize(
    ("file", "known"),
    [
        ("kuhn_poker/cfr/trajectory.csv", True),
        ("kuhn_poker/game.json", True),
        ("verification/kuhn_poker/cfr/python.json", True),
        ("study.json", True),
        ("kuhn_poker/lessons/ranking.csv", False),
        ("kuhn_poker/cfr_alternating/trajectory.csv", False),
        ("leduc/cfr/trajectory.csv", False),
    ],
)
def test_claims_on_what_the_study_has_not(write, file, known):
    """A claim on another variant or game is told before anything runs."""
    path = write("title: A study", "title: A study\nclaims: [mine]")
    assert_claim_on(path, file, known)


def test_the_kuhn_study(project):
    """The schedule of the article: 1,006 snapshots, 16 checkpoints."""
    study = read_study(project / "config/studies/kuhn-100k.yaml")
    assert study["snapshots"] == [1, 2, 5, 10, 20, 50, *range(100, 100_001, 100)]
    assert len(study["snapshots"]) == 1006
    assert study["checkpoints"] == [m * 10**e for e in range(5) for m in (1, 2, 5)] + [100_000]


BAD = [
    ("iterations: 1000", "iteratons: 1000", "iteratons: unknown key"),
    ("iterations: 1000", "iteratons: 1000", "iterations: expected, but not given"),
    ("  - rules: kuhn_poker", "  - ruels: kuhn_poker", r"games\[0\].ruels: unknown key"),
    ("kuhn_poker", "khun_poker", r"games\[0\].rules: unknown game 'khun_poker', expected one of: .*kuhn_poker"),
    (
        "kuhn_poker",
        "kuhn_poker\n    parameters: {rank: 3}",
        "unknown parameter 'rank', expected one of: players, ranks",
    ),
    ("kuhn_poker", "kuhn_poker\n    parameters: {ranks: 1}", "ranks: expected 2 to 1,000, found 1"),
    ("kuhn_poker", "kuhn_poker\n    folder: ../x", r"games\[0\].folder: expected .*found '../x'"),
    (
        "kuhn_poker",
        "kuhn_poker\n  - rules: kuhn_poker",
        "games: expected different names .*`folder`.*, found 'kuhn_poker' 2 times",
    ),
    ("kuhn_poker", "kuhn_poker\n    equilibria: nash", "frequencies: expected true, since 'kuhn_poker' is measured"),
    ("[cfr]", "[cfr, cfr2]", r"variants\[1\].rule: unknown variant 'cfr2', expected one of: apcfr_plus, "),
    ("[cfr]", "[cfr, cfr]", "variants: expected different names .*, found 'cfr on kuhn_poker' 2 times"),
    ("[cfr]", "[]", "variants: expected at least one, since there are games, found none"),
    ("1000", "-5", "iterations: expected greater than or equal to 1, found -5"),
    ("1000", "0", "iterations: expected greater than or equal to 1, found 0"),
    ("1000", "1e3", "iterations: expected a whole number, found '1e3'"),
    ("1000", "1000.5", r"iterations: expected a whole number, found 1000\.5"),
    ("1000", "true", "iterations: expected a whole number, found True"),
    ("1000", "'1000'", "iterations: expected a whole number, found '1000'"),
    ("[1, 2, 5]", "[1, 5, 2]", "snapshots.at: expected ascending iterations, found 2 after 5"),
    ("[1, 2, 5]", "[1, 2, 2]", "snapshots.at: expected ascending iterations, found 2 after 2"),
    ("[1, 2, 5]", "[0, 1]", r"snapshots.at\[0\]: expected greater than or equal to 1, found 0"),
    ("[10]", "[10, 2000]", r"checkpoints.at: expected no iteration after the last \(1000\), found 2000"),
    ("every: 300", "every: 0", "snapshots.every: expected greater than or equal to 1, found 0"),
    ("title: A study", "title: A study\ntitle: Another", "expected YAML, found 'title' twice"),
    ("title: A study", "title: [", "expected YAML"),
    ("title: A study", 'title: "A\\nstudy"', "title: "),
    ("1000", "0100", "iterations: expected a whole number, found '0100'"),
    ("1000", "1:40", "iterations: expected a whole number, found '1:40'"),
    ("1000", "1000000000000000000000", "iterations: expected less than or equal to 1000000000"),
    (
        "iterations: 1000\nsnapshots: {at: [1, 2, 5], every: 300}",
        "iterations: 100000000\nsnapshots: {every: 10}",
        "snapshots.every: expected at most 1,000,000 iterations, found 10,000,000",
    ),
    (
        "kuhn_poker",
        "kuhn_poker\n    folder: verification",
        r"games\[0\]: folder: expected another name than those of a bundle's",
    ),
    (
        "kuhn_poker",
        "kuhn_poker\n    parameters: {players: 3}\npure_plans: true",
        "pure_plans: expected false, since 'kuhn_poker' has 3 players",
    ),
    ("[cfr]", "[{rule: dcfr, parameters: {gamma: -1}}]", r"variants\[0\]: dcfr: gamma: expected 0 to 100, found -1"),
    ("[cfr]", "[{rule: dcfr, parameters: {gamma: .nan}}]", "dcfr: gamma: expected a number, inf or -inf, found nan"),
    (
        "[cfr]",
        "[{rule: dcfr, parameters: {gama: 1}}]",
        "dcfr: unknown parameter 'gama', expected one of: alpha, beta, gamma",
    ),
    (
        "[cfr]",
        "[{rule: dcfr, parameters: {alpha: [1, true]}}]",
        "dcfr: alpha: expected a number, inf or -inf, found True",
    ),
    ("[cfr]", "[{rule: dcfr, parameters: {alpha: []}}]", "parameters: alpha: expected at least one value, found none"),
    (
        "[cfr]",
        "[{rule: dcfr, parameters: {alpha: [1, 1]}}]",
        r"variants\[0\]: parameters: alpha: expected different values, found 1 twice",
    ),
    ("[cfr]", "[cfr, cfr]", "variants: expected different names .*, found 'cfr on kuhn_poker' 2 times"),
    (
        "[cfr]",
        "[{rule: dcfr, parameters: {alpha: null}}]",
        r"variants\[0\].parameters: alpha: expected a number, a text, true, false, or a list of these, found None",
    ),
    (
        "[1, 2, 5], every: 300}",
        "[500]}\nfrequencies: true\nrepeat: 9",
        "repeat: expected the first snapshot, 10, or more, found 9",
    ),
    ("[cfr]", "[cfr]\nlessons: dcfr", "lessons: expected one of: cfr, found 'dcfr'"),
    ("[cfr]", "[cfr]\nlessons: 3", "lessons: expected a text, found 3"),
    ("[cfr]", "[cfr]\nlessons: cfr", "lessons: expected a game of willow for two .* found none of: kuhn_poker"),
    (
        "kuhn_poker",
        "willow\n    parameters: {ranks: 2, suits: 3, players: 3}\nlessons: cfr",
        "lessons: expected a game of willow for two .* found none of: willow",
    ),
    (
        "kuhn_poker",
        "willow\n    parameters: {ranks: 2, suit_isomorphism: false}\nlessons: cfr",
        "lessons: expected a game of willow .* with merged suits that cfr runs on, found none of: willow",
    ),
    (
        "kuhn_poker\nvariants: [cfr]",
        "kuhn_poker\n  - willow\nvariants: [{rule: cfr, games: [kuhn_poker]}, cfr_plus]\nlessons: cfr",
        "lessons: expected a game of willow .* that cfr runs on, found none of: kuhn_poker, willow",
    ),
    (
        "kuhn_poker",
        "kuhn_poker\n    folder: lessons",
        r"games\[0\]: folder: expected another name than those of a bundle's",
    ),
    ("[cfr]", "[{rule: cfr, folder: lessons}]", "expected another name than those of a bundle's own folders"),
    ("[cfr]", "[hs_dcfr]", "hs_dcfr: horizon: expected, but not given"),
    (
        "[cfr]",
        "[{rule: hs_dcfr, parameters: {horizon: 9}}]",
        "expected at most the 9 iterations that it is for, found 1,000",
    ),
    (
        "[cfr]",
        "[{rule: cfr_plus, parameters: {delay: 1000}}]",
        "delay: expected less than the 1,000 iterations, found 1,000",
    ),
    ("[cfr]", "[{rule: cfr, games: [leduc]}]", "variants: cfr: games: expected one of: kuhn_poker, found 'leduc'"),
    ("[cfr]", "[{rule: cfr, folder: verification}]", "expected another name than those of a bundle's own folders"),
    ("[cfr]", "[{rule: none.py}]", r"variants\[0\].rule: expected the path of a file, found no none.py"),
    ("[cfr]", "[{rule: ddcfr, parameters: {table: none.csv}}]", "none.csv: cannot be read: No such file"),
    (
        "kuhn_poker\nvariants: [cfr]",
        "kuhn_poker\n    imperfect_recall: true\nvariants: [external_sampling]",
        "variants: external_sampling: expected games with perfect recall, since it samples, found 'kuhn_poker'",
    ),
    ("[cfr]", "[{rule: external_sampling, parameters: {seed: [1, -1]}}]", "seed: expected 0 to 2.*, found -1"),
    ("[cfr]", "[3]", r"variants\[0\]: expected keys with values, found 3"),
    ("[cfr]", "[cfr]\nverification: none", "verification: expected 'repeated' or 'certified', found 'none'"),
    ("title: A study", "claims: [none]\ntitle: A study", "claims: expected the name of a file, found no .*none.yaml"),
]


@pytest.mark.parametrize(("old", "new", "message"), BAD)
def test_bad_studies(write, old, new, message, capsys):
    """File and key, expected and found; exit code 1 and nothing on standard output."""
    path = write(old, new)
    with pytest.raises(InputError, match=message) as error:
        read_study(path)
    assert str(error.value).startswith(f"{path}: ")
    assert main(["check", str(path)]) == 1
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith(f"regretlab: {path}: ")


@pytest.mark.parametrize(("file", "known"), [("willow/lessons/up.csv", True), ("kuhn_poker/lessons/up.csv", False)])
def test_claims_on_lessons(write, file, known):
    """A claim on lessons is one on a game that they are drawn from."""
    path = write("kuhn_poker", "kuhn_poker\n  - willow\nlessons: cfr\nclaims: [mine]")
    assert_claim_on(path, file, known)


def test_lessons(write):
    """The variant that they are drawn from, of all that run on a game of willow."""
    games = "kuhn_poker\n  - willow\nvariants: [{rule: cfr, games: [kuhn_poker]}, cfr_plus]\nlessons: cfr_plus"
    study = read_study(write("kuhn_poker\nvariants: [cfr]", games))
    assert study["lessons"] == "cfr_plus"
    assert [has_lessons(study, game) for game in study["games"]] == [False, True]
    assert not any(has_lessons({**study, "lessons": None}, game) for game in study["games"])


def test_all_problems_are_told_at_once(write):
    """Two mistakes, two lines."""
    path = write("iterations: 1000\nsnapshots", "iterations: -1\nsnapshot")
    with pytest.raises(InputError) as error:
        read_study(path)
    assert [line.split(": ")[1] for line in str(error.value).splitlines()] == ["iterations", "snapshots", "snapshot"]


def test_reserved_names_are_those_of_the_rules(project):
    """A new rule's name is reserved as well."""
    pages = [project / "Snakefile", *(project / "workflow/rules").glob("*.smk")]
    rules = {
        name
        for page in pages
        for name in re.findall(r"^(?:use rule \w+ as|rule) (\w+)", page.read_text(), re.MULTILINE)
    }
    assert rules == set(RESERVED_STUDIES)


def test_what_is_built_by_default(tmp_path):
    """What config.yaml says; without it, as in a bundle, all studies that there are."""
    (tmp_path / "studies").mkdir()
    for name in ("b", "a"):
        (tmp_path / f"studies/{name}.yaml").write_text("")
    assert built_by_default(tmp_path) == ["a", "b"]
    (tmp_path / "config.yaml").write_text("studies: [b]\n")
    assert built_by_default(tmp_path) == ["b"]


@pytest.mark.parametrize("name", ["My study", "étude", "all", "train", "-x"])
def test_bad_names_of_studies(write, name):
    """The file's name is the study's: a folder, and a target of snakemake."""
    path = write()
    path = path.rename(path.parent / f"{name}.yaml")
    with pytest.raises(InputError, match=f"expected a file name of lower-case letters.*found '{name}'"):
        read_study(path)


def test_files_that_are_no_studies(tmp_path):
    """No file, no text, no mapping."""
    with pytest.raises(InputError, match=r"none\.yaml: cannot be read: No such file"):
        read_study(tmp_path / "none.yaml")
    path = tmp_path / "bytes.yaml"
    path.write_bytes(b"title: \xff")
    with pytest.raises(InputError, match=r"bytes\.yaml: expected UTF-8 text"):
        read_study(path)
    path.write_text("5\n")
    with pytest.raises(InputError, match=r"bytes\.yaml: the file: expected keys with values"):
        read_study(path)


def test_config_refuses_unknown_keys(tmp_path):
    """config.yaml as well."""
    path = tmp_path / "config.yaml"
    path.write_text("studies: [x]\ncores: 4\n")
    with pytest.raises(InputError, match="cores: unknown key"):
        Config.read(path)


def test_every_key_is_described(project):
    """The published schema says what every key is, and is that of the code."""
    schema = StudyFile.model_json_schema()
    for model in (schema, *schema["$defs"].values()):
        assert model["additionalProperties"] is False
        for key, field in model["properties"].items():
            assert field["description"], key
    assert json.loads((project / "workflow/schemas/study.schema.json").read_text()) == schema


def test_a_study_that_is_not_needed_stops_no_other(write):
    """What is wrong with it is told, be it its name; unless it is to be built."""
    path = write("title: A study", "title: A study")
    folder = path.parent
    (folder / "draft.yaml").write_text("title: A draft\n")
    studies, problems = read_studies(folder, [path.stem])
    assert (list(studies), list(problems)) == ([path.stem], ["draft"])
    assert "draft.yaml: iterations: expected, but not given" in problems["draft"]
    with pytest.raises(
        InputError, match=r"draft\.yaml: games: expected at least one, since there are no hands, found none"
    ):
        read_studies(folder, [path.stem, "draft"])
    with pytest.raises(InputError, match=r"other\.yaml: cannot be read: No such file"):
        read_studies(folder, ["other"])
    for name in ("train", "my study"):
        path.with_stem(name).write_text(path.read_text())
        studies, problems = read_studies(folder, [path.stem])
        assert (list(studies), set(problems)) == ([path.stem], {"draft", name})
        found = rf"{name}\.yaml: expected a file name .* that is not a rule's, found '{name}'"
        assert re.search(found, problems[name])
        with pytest.raises(InputError, match=found):
            read_studies(folder, [path.stem, name])
        path.with_stem(name).unlink()


def test_games_and_variants_by_name(write):
    path = write("  - rules: kuhn_poker", "  - kuhn_poker")
    assert read_study(path)["games"][0]["folder"] == "kuhn_poker"
    path.write_text(path.read_text().replace("- kuhn_poker", "- kuhn"))
    with pytest.raises(InputError, match=r"games\[0\].rules: unknown game 'kuhn', expected one of"):
        read_study(path)


def test_lists_of_parameters_are_runs(write):
    """All combinations, each with a folder that says which; a variant can be for some of the games only."""
    path = write("[cfr]", "[{rule: dcfr, folder: d, parameters: {alpha: [1, 1.5], beta: -inf, gamma: [0, inf]}}]")
    with pytest.raises(InputError, match="gamma: expected 0 to 100, found inf"):
        read_study(path)
    path.write_text(path.read_text().replace("gamma: [0, inf]", "gamma: [0, 2.5]"))
    entries = read_study(path)["variants"]
    assert [entry["folder"] for entry in entries] == [
        "d-alpha1-gamma0",
        "d-alpha1-gamma2.5",
        "d-alpha1.5-gamma0",
        "d-alpha1.5-gamma2.5",
    ]
    assert {entry["sweep"] for entry in entries} == {"d"}
    assert entries[1]["parameters"] == {"alpha": 1.0, "beta": "-inf", "gamma": 2.5}
    assert [entry["method"] for entry in entries] == [entry["folder"] for entry in entries]


SEEDED = """
from regretlab.variant import ALTERNATING, Numbers, Variant


def variant(explore: float = 0.5, seed: int = 0) -> Variant:
    return Variant(title="x", updates=ALTERNATING, reference="x", guarantee="x", averaging="x", rule=Numbers())
"""


def seeded(write, tmp_path, monkeypatch, variants):
    """A study of these variants, of a file with a seed."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "own.py").write_text(SEEDED)
    path = write("[cfr]", variants)
    path.write_text(path.read_text().replace("title: A study", "title: A study\nfrequencies: true"))
    return path


@pytest.mark.parametrize(
    ("parameters", "runs"),
    [
        ("{explore: 0.25, seed: 7}", {"own": "own"}),
        ("{seed: [1, 2]}", {"own-seed1": "own", "own-seed2": "own"}),
        (
            "{seed: [1, 2], explore: [0.25, 1]}",
            {
                "own-seed1-explore0.25": "own-explore0.25",
                "own-seed1-explore1": "own-explore1",
                "own-seed2-explore0.25": "own-explore0.25",
                "own-seed2-explore1": "own-explore1",
            },
        ),
        ("{explore: [0.25, 1], seed: 7}", {"own-explore0.25": "own-explore0.25", "own-explore1": "own-explore1"}),
    ],
)
def test_runs_that_differ_in_their_seed_alone_are_one_method(write, tmp_path, monkeypatch, parameters, runs):
    """Only where the study lists seeds; wherever in the folder's name the seed stands."""
    path = seeded(write, tmp_path, monkeypatch, f"[{{rule: own.py, parameters: {parameters}}}]")
    assert {entry["folder"]: entry["method"] for entry in read_study(path)["variants"]} == runs


def test_a_method_comes_from_one_entry(write, tmp_path, monkeypatch):
    """Otherwise its median would be of runs that differ in more than their seed; on another game it may."""
    seeds = "{rule: own.py, parameters: {seed: [1, 2]}, games: [kuhn_poker]}"
    other = "{rule: own.py, parameters: {explore: 1}, games: [GAME]}"
    path = seeded(write, tmp_path, monkeypatch, f"[{seeds}, {other.replace('GAME', 'kuhn_poker')}]")
    with pytest.raises(InputError, match=r"variants: methods: .*found 'own on kuhn_poker' 2 times"):
        read_study(path)
    more = path.read_text().replace("  - rules: kuhn_poker", "  - rules: kuhn_poker\n  - rules: leduc_poker")
    path.write_text(more.replace("games: [kuhn_poker]}]", "games: [leduc_poker]}]"))
    assert [entry["method"] for entry in read_study(path)["variants"]] == ["own"] * 3


OWN = """
from regretlab.variant import ALTERNATING, Arrays, Numbers, Variant


def variant(keeps: bool = False) -> Variant:
    facts = {"title": "x", "updates": ALTERNATING, "reference": "x", "guarantee": "x", "averaging": "x"}
    rule = Arrays(memory={"m": 0.0}, remember=lambda s, R: {"m": s.memory["m"]}) if keeps else Numbers()
    return Variant(**facts, rule=rule)
"""


def test_a_variant_of_the_users_own_is_certified_by_average_strategies(write, tmp_path, monkeypatch):
    """Without them every run would be made in vain: the second implementation could not vouch for it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "own.py").write_text(OWN)
    path = write("[cfr]", "[{rule: own.py}]")
    with pytest.raises(InputError, match="frequencies: expected true, or a checkpoint at every snapshot"):
        read_study(path)
    good = path.read_text().replace("title: A study", "title: A study\nfrequencies: true")
    path.write_text(good)
    assert read_study(path)["variants"][0]["rule"] == "own.py"
    checkpoints = [line for line in GOOD.splitlines() if line.startswith("checkpoints")]
    snapshots = [line for line in GOOD.splitlines() if line.startswith("snapshots")]
    everywhere = GOOD.replace(checkpoints[0], snapshots[0].replace("snapshots", "checkpoints"))
    path.write_text(everywhere.replace("[cfr]", "[{rule: own.py}]"))
    assert read_study(path)["frequencies"] is False
    path.write_text(everywhere.replace("[cfr]", "[{rule: own.py, parameters: {keeps: true}}]"))
    with pytest.raises(
        InputError, match="frequencies: expected true, since the regrets and sums that 'own' keeps do not alone say"
    ):
        read_study(path)
