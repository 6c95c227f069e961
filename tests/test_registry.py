"""Games by name and by path, and their parameters."""

import re

import pytest

from regretlab.cli import main
from regretlab.errors import InputError
from regretlab.registry import load_rules, load_variant, rules_parameters
from regretlab.sequence_form.compile import compile_game

from small_games import compiled


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"plyers": 2}, "unknown parameter 'plyers', expected one of: players, ranks"),
        ({"players": 1}, "players: expected 2 to 10, found 1"),
        ({"ranks": 1}, r"ranks: expected 2 to 1,000, found 1"),
        ({"ranks": "3"}, "ranks: expected a whole number, found '3'"),
        ({"ranks": True}, "ranks: expected a whole number, found True"),
    ],
)
def test_bad_parameters(parameters, message):
    """Each bad parameter gets a message with its name, what was expected and what was found."""
    with pytest.raises(InputError, match=message):
        load_rules("kuhn_poker", parameters)


def test_unknown_game():
    """The message lists the games there are."""
    with pytest.raises(InputError, match=r"unknown game 'khun', expected one of: .*kuhn_poker"):
        load_rules("khun", {})


@pytest.mark.parametrize(
    ("name", "parameters", "message"),
    [
        ("goofspiel", {"points_order": "up"}, "points_order: expected one of: .*descending.*, found 'up'"),
        ("goofspiel", {"imp_info": 1}, "imp_info: expected true or false, found 1"),
        ("battleship", {"ship_sizes": 2}, "ship_sizes: expected a list, found 2"),
        ("battleship", {"ship_sizes": [2, "x"]}, r"ship_sizes\[1\]: expected a whole number, found 'x'"),
    ],
)
def test_kinds_of_parameters(name, parameters, message):
    """Each kind has its message."""
    with pytest.raises(InputError, match=message):
        load_rules(name, parameters)


def test_lists_come_back_as_lists():
    """As YAML and JSON have them, and given again they are the same parameters."""
    rules = load_rules("battleship", {"ship_sizes": [1], "ship_values": [3]})
    parameters = rules_parameters(rules)
    assert parameters["ship_sizes"] == [1]
    assert load_rules("battleship", parameters) == rules


@pytest.fixture
def copied_rules(project, tmp_path):
    """Kuhn's rules as a user's own file."""
    path = tmp_path / "Ein Spiel é.py"
    path.write_text((project / "src/regretlab/games/kuhn_poker.py").read_text())
    return path


def test_rules_of_a_users_own_file(copied_rules):
    """A path is as good as a name."""
    rules = load_rules(str(copied_rules), {"ranks": 4})
    assert rules_parameters(rules) == {"players": 2, "ranks": 4}
    game = compile_game("mine", {}, rules)
    assert (game.infosets, game.outcomes) == (
        compiled("kuhn_poker", ranks=4).infosets,
        compiled("kuhn_poker", ranks=4).outcomes,
    )


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("RULES = KuhnPoker", "", "expected a frozen dataclass as RULES, found nothing"),
        ("RULES = KuhnPoker", "RULES = KuhnPoker()", "expected a frozen dataclass as RULES, found KuhnPoker"),
        ("@dataclass(frozen=True)", "", "expected a frozen dataclass as RULES, found <class"),
        ("@dataclass(frozen=True)", "@dataclass", "expected a frozen dataclass as RULES, found <class"),
        ("def infoset(", "def info_set(", r"KuhnPoker: expected infoset \(see src/regretlab/rules.py\), found nothing"),
        ("    players: int = 2", "    players: int = = 2", "line 3[0-9]: expected Python, invalid syntax"),
        ("import CHANCE", "import CHANGE", "line 1[0-9]: ImportError: cannot import name 'CHANGE'"),
    ],
)
def test_files_that_hold_no_rules(copied_rules, old, new, message):
    """File, line, and what is wrong."""
    copied_rules.write_text(copied_rules.read_text().replace(old, new))
    with pytest.raises(InputError, match=f"Ein Spiel é.py: {message}"):
        load_rules(str(copied_rules), {})


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("    players: int = 2", "    players: int", "players: expected, but not given"),
        (
            "    ranks: int = 3",
            "    ranks: complex = 3.0",
            "ranks: expected it to be declared as one of int, .*found <class 'complex'>",
        ),
    ],
)
def test_parameters_of_a_users_own_file(copied_rules, old, new, message):
    """Without a default, or of a kind that YAML does not have."""
    copied_rules.write_text(f"from __future__ import annotations\n{copied_rules.read_text()}".replace(old, new))
    with pytest.raises(InputError, match=f"Ein Spiel é.py: {message}"):
        load_rules(str(copied_rules), {"ranks": 3})


def test_parameter_of_a_users_own_variant_without_a_type(tmp_path):
    path = tmp_path / "own.py"
    path.write_text("def variant(explore=0.5):\n    return None\n")
    with pytest.raises(
        InputError, match=r"own\.py: explore: expected a parameter with a type, as `explore: float`, found"
    ):
        load_variant(str(path))


def test_file_that_is_not_there(tmp_path):
    """The path is named."""
    with pytest.raises(InputError, match=r"none\.py: cannot be read: No such file"):
        load_rules(str(tmp_path / "none.py"), {})


@pytest.mark.parametrize(
    ("new", "message"),
    [
        ("1 / 0", r"line \d\d: ZeroDivisionError: division by zero"),
        ("sys.exit(0)", r"line \d\d: SystemExit: 0"),
        ("[]", r"line \d\d: AttributeError: 'list' object has no attribute 'cards'"),
    ],
)
def test_rules_that_go_wrong_while_they_are_asked(copied_rules, new, message, capsys):
    """The command line names file and line; it never ends well."""
    text = copied_rules.read_text().replace("State(state.cards, state.history + (PASS, BET)[action])", new)
    copied_rules.write_text(text.replace("from typing import", "import sys\nfrom typing import"))
    assert main(["games", str(copied_rules)]) == 1
    assert re.search(f"Ein Spiel é.py: {message}", capsys.readouterr().err)


def test_answers_that_our_own_code_stumbles_over(copied_rules, capsys):
    """They are the rules' fault, and said to be."""
    position = "    def position(self, state):\n        return []\n\n    def payoffs("
    text = copied_rules.read_text().replace("def position(", "def unused(")
    copied_rules.write_text(text.replace("    def payoffs(", position))
    assert main(["games", str(copied_rules)]) == 1
    assert "Ein Spiel é.py: an answer of another kind than expected: TypeError: " in capsys.readouterr().err


def test_rules_that_leave(copied_rules):
    """A file that ends the program on being read has ended with an error."""
    copied_rules.write_text("import sys\nsys.exit(0)\n")
    with pytest.raises(InputError, match=r"Ein Spiel é\.py: line 2: SystemExit: 0"):
        load_rules(str(copied_rules), {})
