"""Gambit's formats: what is written comes back, what is read is what the format's pages say, what is wrong is told where."""

import os
import unicodedata
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from regretlab.errors import InputError
from regretlab.exact.optimal import solve_game
from regretlab.exact.response import gains
from regretlab.exact.strategy import realization_weights, uniform_strategy
from regretlab.gambit.efg import read_efg
from regretlab.gambit.labels import label, name
from regretlab.gambit.nfg import read_nfg
from regretlab.gambit.tokens import LARGEST_FILE
from regretlab.gambit.write import COMMENT, write_efg
from regretlab.registry import game_names, load_rules
from regretlab.rules import CHANCE, TERMINAL, Rules
from regretlab.sequence_form.compile import compile_game

GAMES = Path(__file__).parent.parent / "config" / "games"
SMALLER: dict[str, dict[str, Any]] = {"liars_dice": {"dice_sides": 3}, "battleship": {"num_shots": 2}}
"""Parameters of games that are large without."""


class Node(NamedTuple):
    """A node of a game that tests make up, with everything below it."""

    turn: int
    infoset: str = ""
    actions: tuple[str, ...] = ()
    chances: tuple[Fraction, ...] = ()
    payoffs: tuple[int | Fraction, ...] = ()
    children: tuple["Node", ...] = ()


class Nested(NamedTuple):
    """Rules whose states are nodes."""

    players: int
    start: Node

    def root(self):
        return self.start

    def turn(self, state):
        return state.turn

    def actions(self, state):
        return state.actions

    def chances(self, state):
        return state.chances

    def play(self, state, action):
        return state.children[action]

    def infoset(self, state):
        return state.infoset

    def payoffs(self, state):
        return state.payoffs


def nodes(rules: Rules) -> list[tuple[Any, ...]]:
    """All that the rules say, depth first."""
    found, pending = [], [rules.root()]
    while pending:
        state = pending.pop()
        turn = rules.turn(state)
        if turn == TERMINAL:
            found.append((turn, tuple(rules.payoffs(state))))
            continue
        actions = tuple(rules.actions(state))
        found.append((turn, actions, tuple(rules.chances(state)) if turn == CHANCE else rules.infoset(state)))
        pending.extend([rules.play(state, action) for action in reversed(range(len(actions)))])
    return found


NAMES = st.text(min_size=1, max_size=6) | st.text('ab %"\\\n,{}0A', min_size=1, max_size=6)
ACTIONS = st.lists(NAMES, min_size=1, max_size=3, unique=True).map(tuple)


@st.composite
def games(draw: st.DrawFn) -> Nested:
    players = draw(st.integers(1, 3))
    infosets = draw(
        st.lists(
            st.tuples(st.integers(0, players - 1), NAMES, ACTIONS), min_size=1, unique_by=lambda infoset: infoset[:2]
        )
    )
    payoffs = st.tuples(*[st.integers() | st.fractions()] * players)

    def node(depth: int) -> Node:
        kind = draw(st.sampled_from("ptc")) if depth else "t"
        if kind == "t":
            return Node(TERMINAL, payoffs=draw(payoffs))
        if kind == "p":
            turn, infoset, actions = draw(st.sampled_from(infosets))
            return Node(turn, infoset, actions, children=tuple(node(depth - 1) for _ in actions))
        actions = draw(ACTIONS)
        weights = [draw(st.integers(0, 9)) for _ in actions[1:]]
        chances = tuple(Fraction(weight, sum(weights) + 1) for weight in (1, *weights))
        return Node(CHANCE, "", actions, chances, children=tuple(node(depth - 1) for _ in actions))

    return Nested(players, node(draw(st.integers(0, 4))))


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A place for the files of all examples of a property."""
    return tmp_path_factory.mktemp("gambit")


def written(folder: Path, content: str, suffix: str = ".efg") -> Path:
    path = folder / f"game{suffix}"
    path.write_bytes(content.encode())
    return path


@given(game=games(), title=st.text())
def test_written_games_come_back(game, title, folder):
    """The same tree, names, probabilities and payoffs, and the same text when written again."""
    text = write_efg(game, title)
    read = read_efg(written(folder, text))
    assert read.players == game.players
    assert nodes(read) == nodes(game)
    assert write_efg(read, title) == text


@pytest.mark.parametrize("game", game_names())
def test_games_come_back(game, tmp_path):
    """Every game of the folder, one line a node whatever its names are."""
    rules = load_rules(game, SMALLER.get(game, {}))
    text = write_efg(rules, game)
    assert text.count("\n") == 3 + len(nodes(rules))
    assert nodes(read_efg(written(tmp_path, text))) == nodes(rules)


def test_text_of_a_file():
    """To the byte: numbers in the order of the first node, one outcome for equal payoffs, special characters as bytes."""
    won, lost = Node(TERMINAL, payoffs=(1, Fraction(-1))), Node(TERMINAL, payoffs=(Fraction(-1, 3), 0))
    guess = Node(1, "who knows?\n", ("heads", " tails"), children=(won, lost))
    again = Node(1, "who knows?\n", ("heads", " tails"), children=(lost, won))
    toss = Node(CHANCE, "", ("a", "b"), (Fraction(1, 4), Fraction(3, 4)), children=(guess, again))
    start = Node(0, "100 %", ("stop", "go"), children=(won, toss))
    assert write_efg(Nested(2, start), 'A "game"').split("\n") == [
        'EFG 2 R "A %22game%22" { "Player 0" "Player 1" }',
        f'"{COMMENT}"',
        "",
        'p "" 1 1 "100 %25" { "stop" "go" } 0',
        't "" 1 "1" { 1, -1 }',
        'c "" 1 "" { "a" 1/4 "b" 3/4 } 0',
        'p "" 2 1 "who knows?%0A" { "heads" "%20tails" } 0',
        't "" 1 "1" { 1, -1 }',
        't "" 2 "2" { -1/3, 0 }',
        'p "" 2 1 "who knows?%0A" { "heads" "%20tails" } 0',
        't "" 2 "2" { -1/3, 0 }',
        't "" 1 "1" { 1, -1 }',
        "",
    ]


@example(text=" a")
@example(text="a ")
@example(text="a  b")
@example(text="a\u00a0")
@example(text=" ")
@given(text=st.text() | st.text(' \t\n\u00a0\u2028\u3000%"\\0Aa'))
def test_labels_are_what_gambit_takes(text):
    """No control characters, no white space but single spaces inside, nothing to escape; and every name comes back."""
    found = label(text)
    assert name(found) == text
    assert not set(found) & {'"', "\\"}
    assert not {unicodedata.category(character) for character in found} & {"Cc", "Zl", "Zp"}
    assert {character for character in found if character.isspace()} <= {" "}
    assert found == found.strip()
    assert "  " not in found


def test_labels_of_others():
    """What is not UTF-8 stands for itself, and so does a % without two upper-case digits."""
    found = [name(text) for text in ("100%", "%C3%A9", "%ff", "%FF", "a%0Ab%", "%C3%28")]
    assert found == ["100%", "\u00e9", "%ff", "%FF", "a\nb%", "%C3%28"]


@pytest.mark.parametrize(
    ("start", "message"),
    [
        (Node(0, "", ("a",)), "infosets of player 0: expected names, found an empty one"),
        (
            Node(0, "x", ("a", "a")),
            "actions of infoset 'x' of player 0: expected names that differ, none empty, found 'a', 'a'",
        ),
        (
            Node(CHANCE, "", ("", "a")),
            "actions of a node of chance: expected names that differ, none empty, found '', 'a'",
        ),
        (
            Node(0, "x", ("a",), children=(Node(0, "x", ("b",)),)),
            "infoset 'x' of player 0: expected the actions a everywhere, found b",
        ),
    ],
)
def test_games_that_cannot_be_written(start, message):
    """Without names, or with the same twice, they would not come back."""
    ends = Node(TERMINAL, payoffs=(0,))
    start = start._replace(children=start.children or (ends,) * len(start.actions), chances=(Fraction(1, 2),) * 2)
    with pytest.raises(InputError) as error:
        write_efg(Nested(1, start), "")
    assert str(error.value) == message


EFG = """EFG 2 R "A game" { "Ann" "Bob" }
"With a comment"
c "deal" 1 "deal" { "x" 1/3 "y" 2/3 } 0
p "" 1 1 "one" { "l" "r" } 0
t "" 1 "win" { 1, -1 }
t "" 2 "lose" { -1, 1 }
p "" 2 1 "two" { "l" "r" } 2
t "" 1
p "" 2 2 "three" { "stop" } 0
t "" 3 "half" { 1/2 .5 }
"""


def test_what_is_read(tmp_path):
    """Nodes, names, probabilities; what is paid on the way is added; what was said before need not be said again."""
    assert nodes(read_efg(written(tmp_path, EFG))) == [
        (CHANCE, ("x", "y"), (Fraction(1, 3), Fraction(2, 3))),
        (0, ("l", "r"), "one"),
        (TERMINAL, (1, -1)),
        (TERMINAL, (-1, 1)),
        (1, ("l", "r"), "two"),
        (TERMINAL, (0, 0)),
        (1, ("stop",), "three"),
        (TERMINAL, (Fraction(-1, 2), Fraction(3, 2))),
    ]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("2 R", "2 D"),
        ('"With a comment"\n', ""),
        ("{ 1, -1 }", "{1 -1}"),
        ("{ 1, -1 }", "{ 1,-1, }"),
        ("{ 1/2 .5 }", "{ 5e-1, 50.E-2 }"),
        ("1/3", '0.33333333333333333333333333333333333333333333e0 "z" 1/300000000000000000000000000000000000000000000'),
        ('t "" 1\n', 't "" 1 "win" { 1.0 -2/2 }\n'),
        ("\n", "\r\n"),
        (" ", " \t\v\f\n"),
    ],
)
def test_ways_to_say_the_same(old, new, tmp_path):
    """Formats, white space, commas and repetition mean nothing; a third action of chance does."""
    changed = EFG.replace(old, new).replace("A \t\v\f\ngame", "A game")
    if '"z"' in new:
        changed = changed.replace('p "" 2 1', 't "" 0 p "" 2 1')
        assert sum(read_efg(written(tmp_path, changed)).chances(0)) == 1
    else:
        assert changed != EFG
        assert nodes(read_efg(written(tmp_path, changed))) == nodes(read_efg(written(tmp_path, EFG)))


@pytest.mark.parametrize(
    ("number", "value"),
    [
        ("7", Fraction(7)),
        ("-7", Fraction(-7)),
        ("+7", Fraction(7)),
        ("007", Fraction(7)),
        ("-22/7", Fraction(-22, 7)),
        ("4/2", Fraction(2)),
        ("0.1", Fraction(1, 10)),
        ("-.5", Fraction(-1, 2)),
        ("5.", Fraction(5)),
        ("1e3", Fraction(1000)),
        ("1.5E-3", Fraction(3, 2000)),
        ("-2e+1", Fraction(-20)),
        ("3" * 1000, Fraction(int("3" * 1000))),
        ("1e-1000", Fraction(1, 10**1000)),
    ],
)
def test_numbers_are_exact(number, value, tmp_path):
    """Integers, fractions, decimals, as they are written."""
    game = read_efg(written(tmp_path, EFG.replace("1/2", number)))
    assert nodes(game)[-1][1][0] == value - 1


@pytest.mark.parametrize(
    "number",
    [
        "1/0",
        "1/-2",
        "1.5/2",
        "1e",
        "e5",
        "--1",
        "1-1",
        "1.2.3",
        "0x10",
        "nan",
        "1_0",
        "\u0661",
        "3" * 1001,
        "1e1001",
        "1e-9999999999",
    ],
)
def test_what_is_no_number(number, tmp_path):
    """Refused, where it stands; those that would fill the memory, too."""
    with pytest.raises(InputError, match=r"game\.efg: line 10, column 17: expected the payoff of player 1 of 2"):
        read_efg(written(tmp_path, EFG.replace("1/2", number)))


@pytest.mark.parametrize(
    ("changes", "names"),
    [
        ((), ("two", "three")),
        (('"two"', '""'), ("1", "2")),
        (('"two"', '"three"'), ("1", "2")),
        (('"two"', '"%74hree"'), ("1", "2")),
        (('"two"', '"%74wo"'), ("two", "three")),
        (('"two"', '"a \\"b\\\\" c\\d"'), ('a "b\\" c\\d', "three")),
        (('p "" 2 2', 'p "" 2 70'), ("two", "three")),
        (('p "" 2 2 "three"', 'p "" 2 70 ""'), ("1", "70")),
    ],
)
def test_names_of_infosets(changes, names, tmp_path):
    """Labels if all are there and differ, else all the numbers; the other player's are another matter."""
    game = read_efg(written(tmp_path, EFG.replace(*changes) if changes else EFG))
    found = [node[2] for node in nodes(game) if node[0] not in (CHANCE, TERMINAL)]
    assert found == ["one", *names]


def test_names_of_actions(tmp_path):
    """Labels if all are there and differ, else positions; of chance, too."""
    content = EFG.replace('"one" { "l" "r" }', '"one" { "l" "" }').replace('"two" { "l" "r" }', '"two" { "%41" "A" }')
    game = read_efg(written(tmp_path, content.replace('"y"', '"x"')))
    assert [node[1] for node in nodes(game) if node[0] != TERMINAL] == [("1", "2"), ("1", "2"), ("1", "2"), ("stop",)]


FAULTS = [
    ("EFG", "NFG", 1, 1, "EFG, found NFG"),
    ("EFG 2", "EFG 3", 1, 5, "2, found 3"),
    ("2 R", "2 Q", 1, 7, "R or D, found Q"),
    ('R "A game"', "R A game", 1, 9, "a title in quotation marks, found A"),
    ('{ "Ann" "Bob" }', "{ }", 1, 20, "the name of a player in quotation marks, found }"),
    ('{ "Ann" "Bob" }', '{ "Ann" "Bob"', 3, 1, "}, found c"),
    ('c "deal"', 'd "deal"', 3, 1, "a node (c, p or t; at least 1 still to come), found d"),
    ('c "deal"', "c deal", 3, 3, "the label of a node in quotation marks, found deal"),
    ('"deal" 1', '"deal" 0', 3, 10, "the number of an infoset, 1 or more, found 0"),
    ('"deal" 1', '"deal" 1.0', 3, 10, "the number of an infoset, 1 or more, found 1.0"),
    (
        '"deal" 1 "deal"',
        '"deal" 1',
        3,
        12,
        "label and actions of infoset 1 of chance, of which this is the first node, found {",
    ),
    ("1/3", "0.3333", 3, 21, "probabilities that sum to exactly 1, found a sum of 29999/30000"),
    ("1/3", "-1/3", 3, 25, "a probability, found -1/3"),
    ("1/3 ", "", 3, 25, 'a probability, found "y"'),
    ('p "" 1', 'p "" 3', 4, 6, "the number of a player, from 1 to 2, found 3"),
    ('p "" 1', 'p "" 0', 4, 6, "the number of a player, from 1 to 2, found 0"),
    ('"one" { "l" "r" }', '"one" { }', 4, 18, "the label of an action in quotation marks, found }"),
    ('"one" { "l" "r" }', '"one"', 4, 16, "{, found 0"),
    ('"two" { "l" "r" } 2', '"two" { "l" "r" }', 8, 1, "the number of an outcome, 0 or more, found t"),
    (
        '"two" { "l" "r" } 2',
        '"two" { "l" "r" } 4',
        8,
        1,
        "name and payoffs of outcome 4, which has not been before, found t",
    ),
    (
        '"two" { "l" "r" } 2',
        '"two" { "l" "r" } 0 "win" { 1 -1 }',
        7,
        30,
        'nothing about outcome 0, which stands for no payoffs, found "win"',
    ),
    ('2 2 "three"', '2 1 "two"', 9, 10, 'infoset 1 of player 2 as before, "two" { "l" "r" }, found "two" { "stop" }'),
    (
        '2 2 "three" { "stop" }',
        '2 1 "three" { "l" "r" }',
        9,
        10,
        'infoset 1 of player 2 as before, "two" { "l" "r" }, found "three" { "l" "r" }',
    ),
    (
        '2 2 "three" { "stop" } 0',
        "2 3 0",
        9,
        10,
        "label and actions of infoset 3 of player 2, of which this is the first node, found 0",
    ),
    (
        'p "" 2 2 "three" { "stop" } 0',
        'c "" 1 "deal" { "x" 2/3 "y" 1/3 } 0',
        9,
        8,
        'infoset 1 of chance as before, "deal" { "x" 1/3 "y" 2/3 }, found "deal" { "x" 2/3 "y" 1/3 }',
    ),
    ("{ 1, -1 }", "{ 1 }", 5, 18, "the payoff of player 2 of 2, found }"),
    ("{ 1, -1 }", "{ 1, -1, 0 }", 5, 23, "} after the payoffs of 2 players, found 0"),
    ("{ 1, -1 }", "{ 1,, -1 }", 5, 18, "the payoff of player 2 of 2, found ,"),
    ("{ 1, -1 }", "", 6, 1, "{, found t"),
    ('3 "half" { 1/2 .5 }', '1 "half" { 1 -1 }', 10, 8, 'outcome 1 as before, "win" { 1, -1 }, found "half" { 1, -1 }'),
    (
        '3 "half" { 1/2 .5 }',
        '1 "win" { 1 -1.5 }',
        10,
        8,
        'outcome 1 as before, "win" { 1, -1 }, found "win" { 1, -3/2 }',
    ),
    (
        '3 "half" { 1/2 .5 }\n',
        "3",
        10,
        7,
        "name and payoffs of outcome 3, which has not been before, found the end of the file",
    ),
    (
        't "" 3 "half" { 1/2 .5 }\n',
        "",
        10,
        1,
        "a node (c, p or t; at least 1 still to come), found the end of the file",
    ),
    (EFG[EFG.index('p "" 1 1') :], "", 4, 1, "a node (c, p or t; at least 2 still to come), found the end of the file"),
    ("{ 1/2 .5 }", "{ 1/2 .5 } t", 10, 26, "the end of the file after the last node, found t"),
    ('"half"', '"half', 10, 8, "a closing quotation mark for the one here, found none up to the end of the file"),
    ('"half"', '"half\\"', 10, 8, "a closing quotation mark for the one here, found none up to the end of the file"),
    ('t "" 3', '\x00 "" 3', 10, 1, "a node (c, p or t; at least 1 still to come), found \\x00"),
    ('"half" {', '"half" ' + "x" * 100, 10, 15, f"{{, found {'x' * 57}..."),
]
"""Old text, new text, line and column of the fault, what was expected and what was found."""


@pytest.mark.parametrize(("old", "new", "line", "column", "message"), FAULTS)
def test_faults_are_told(old, new, line, column, message, tmp_path):
    """Where, what was expected, what was found."""
    assert EFG.count(old) >= 1
    path = written(tmp_path, EFG.replace(old, new, 1))
    with pytest.raises(InputError) as error:
        read_efg(path)
    assert str(error.value).startswith(f"{path}: line {line}, column {column}: expected {message}")


@pytest.mark.parametrize("read", [read_efg, read_nfg])
def test_files_that_hold_nothing(read, tmp_path):
    """Empty or missing, not UTF-8, a folder."""
    form = "EFG" if read is read_efg else "NFG"
    path = tmp_path / "game"
    for content, message in (
        (None, "cannot be read: No such file or directory"),
        (b"", f"line 1, column 1: expected {form}, found the end of the file"),
        (b" \n\n ", f"line 3, column 2: expected {form}, found the end of the file"),
        (b'EFG 2 R "\xff"', "expected UTF-8 text, found other bytes at offset 9"),
        (b"\xef\xbb\xbfEFG 2 R", f"line 1, column 1: expected {form}, found \\ufeffEFG"),
    ):
        if content is not None:
            path.write_bytes(content)
        with pytest.raises(InputError) as error:
            read(path)
        assert str(error.value) == f"{path}: {message}"
    with pytest.raises(InputError, match="cannot be read: Is a directory"):
        read(tmp_path)


def test_large_files_are_refused_unread(tmp_path, monkeypatch):
    """By their size alone: two gigabytes of nothing are not looked at."""
    path = tmp_path / "game.efg"
    path.touch()
    os.truncate(path, 2 * 2**30)
    monkeypatch.setattr(Path, "open", lambda *_, **__: pytest.fail("opened"))
    with pytest.raises(InputError) as error:
        read_efg(path)
    assert str(error.value) == f"{path}: expected a file of at most 268,435,456 bytes, found 2,147,483,648"


def test_endless_files_are_refused(tmp_path, monkeypatch):
    """A file that has more to say than its size says is read no further than the limit."""
    assert LARGEST_FILE == 256 * 2**20
    monkeypatch.setattr("regretlab.gambit.tokens.LARGEST_FILE", 1000)
    with pytest.raises(InputError, match="expected a file of at most 1,000 bytes, found 1,001"):
        read_efg(Path("/dev/zero"))


def test_deep_trees(tmp_path):
    """100,000 levels: read and written without recursion."""
    level = 'p "" 1 1 "again" { "stop" "go" } 0\nt "" 1 "1" { 0, 0 }\n'
    content = (
        f'EFG 2 R "deep" {{ "Player 0" "Player 1" }}\n"{COMMENT}"\n\n' + level * 100_000 + 't "" 2 "2" { 1, -1 }\n'
    )
    game = read_efg(written(tmp_path, content))
    state = game.root()
    for _ in range(100_000):
        assert game.turn(state) == 0
        state = game.play(state, 1)
    assert game.payoffs(state) == (1, -1)
    assert write_efg(game, "deep") == content


TABLE = "".join(
    f"{100 * i + 10 * j + k}.1 {100 * i + 10 * j + k}.2 {i}/7\n" for k in range(2) for j in range(3) for i in range(2)
)
NFG = f'NFG 1 R "Three players" {{ "A" "B" "C" }} {{ 2 3 2 }}\n"With a comment"\n{TABLE}'
BY_OUTCOME = """NFG 1 D "Two players" { "A" "B" }
{ { "up" "down" } { "left" "middle" "" } }
{ { "" 1, -1 } { "win" 5 -5.5, } }
1 2 0
0 2 1
"""


def payoffs(game: Rules, *choices: int) -> tuple[int | Fraction, ...]:
    state = game.root()
    for player, choice in enumerate(choices):
        assert (game.turn(state), game.infoset(state)) == (player, str(player))
        state = game.play(state, choice)
    assert game.turn(state) == TERMINAL
    return tuple(game.payoffs(state))


def test_table_of_payoffs(tmp_path):
    """The first player's strategy changes fastest; strategies have the numbers from 1."""
    game = read_nfg(written(tmp_path, NFG, ".nfg"))
    assert game.players == 3
    for i, j, k in product(range(2), range(3), range(2)):
        number = 100 * i + 10 * j + k
        assert payoffs(game, i, j, k) == (number + Fraction(1, 10), number + Fraction(1, 5), Fraction(i, 7))
    assert game.strategies == (("1", "2"), ("1", "2", "3"), ("1", "2"))


def test_table_of_outcomes(tmp_path):
    """Outcomes are numbered as they come, 0 pays nothing; labels where all are there and differ."""
    game = read_nfg(written(tmp_path, BY_OUTCOME, ".nfg"))
    lost = (5, Fraction(-11, 2))
    expected = [[(1, -1), (0, 0), lost], [lost, (0, 0), (1, -1)]]
    assert [[payoffs(game, i, j) for j in range(3)] for i in range(2)] == expected
    assert game.strategies == (("up", "down"), ("1", "2", "3"))


def test_table_as_a_tree(tmp_path):
    """Written as `.efg` and read again it is the same game."""
    game = read_nfg(written(tmp_path, NFG, ".nfg"))
    assert nodes(read_efg(written(tmp_path, write_efg(game, "")))) == nodes(game)


@pytest.mark.parametrize(
    ("content", "old", "new", "line", "column", "message"),
    [
        (NFG, "NFG", "EFG", 1, 1, "NFG, found EFG"),
        (NFG, "NFG 1", "NFG 2", 1, 5, "1, found 2"),
        (NFG, "{ 2 3 2 }", "{ 2 3 }", 1, 47, "the number of strategies of player 3, 1 or more, found }"),
        (NFG, "{ 2 3 2 }", "{ 2 3 2 2 }", 1, 49, "} after the strategies of 3 players, found 2"),
        (NFG, "{ 2 3 2 }", "{ 2 0 2 }", 1, 45, "the number of strategies of player 2, 1 or more, found 0"),
        (NFG, "{ 2 3 2 }", "{ 2 3 3 }", 15, 1, "the payoff of player 1 in cell 13 of 18, found the end of the file"),
        (
            NFG,
            "{ 2 3 2 }",
            "{ 2 3 9999999999999 }",
            15,
            1,
            "the payoff of player 1 in cell 13 of 59,999,999,999,994, found the end",
        ),
        (NFG, "{ 2 3 2 }", "{ 2 3 1 }", 9, 1, "the end of the file after the last cell of the table, found 1.1"),
        (NFG, "110.1 ", "", 15, 1, "the payoff of player 3 in cell 12 of 12, found the end of the file"),
        (NFG, "110.1 ", "110.1, ", 6, 6, "the payoff of player 2 in cell 4 of 12, found ,"),
        (NFG, TABLE, '"another"', 3, 1, 'the payoff of player 1 in cell 1 of 12, found "another"'),
        (BY_OUTCOME, '{ "up" "down" }', "", 2, 27, "{ before the strategies of player 2 of 2, found }"),
        (BY_OUTCOME, '{ "up" "down" }', "{ }", 2, 5, "the label of a strategy in quotation marks, found }"),
        (BY_OUTCOME, '"" } }', '"" } { "x" } }', 2, 42, "} after the strategies of 2 players, found {"),
        (BY_OUTCOME, '"win" 5', "5", 3, 18, "the name of an outcome in quotation marks, found 5"),
        (BY_OUTCOME, "5 -5.5,", "5", 3, 26, "the payoff of player 2 of 2, found }"),
        (BY_OUTCOME, "5 -5.5, }", "5 -5.5,", 4, 1, "} after the last outcome, found 1"),
        (BY_OUTCOME, "0 2 1", "0 3 1", 5, 3, "the number of the outcome in cell 5 of 6, from 0 to 2, found 3"),
        (
            BY_OUTCOME,
            "0 2 1",
            "0 2",
            6,
            1,
            "the number of the outcome in cell 6 of 6, from 0 to 2, found the end of the file",
        ),
        (BY_OUTCOME, "0 2 1", "0 2 1 1", 5, 7, "the end of the file after the last cell of the table, found 1"),
        (BY_OUTCOME, '"win"', '"win', 3, 18, "a closing quotation mark"),
    ],
)
def test_faults_of_tables_are_told(content, old, new, line, column, message, tmp_path):
    """Where, what was expected, what was found."""
    assert content.count(old) >= 1
    path = written(tmp_path, content.replace(old, new, 1), ".nfg")
    with pytest.raises(InputError) as error:
        read_nfg(path)
    assert str(error.value).startswith(f"{path}: line {line}, column {column}: expected {message}")


def load(file: str):
    return load_rules(str(GAMES / file), {})


def test_poker_of_the_textbook():
    """R. B. Myerson's game: worth 1/3; bluff with black one time in three, meet a raise two times in three."""
    game = compile_game("myerson-poker.efg", {}, load("myerson-poker.efg"))
    optimum = solve_game(game)
    assert optimum.value == Fraction(1, 3)
    weights = {(infoset.name, action): optimum.weights[sequence] for sequence, infoset, action in game.rows()}
    assert weights == {
        ("black", "raise"): Fraction(1, 3),
        ("black", "fold"): Fraction(2, 3),
        ("red", "raise"): 1,
        ("red", "fold"): 0,
        ("raised", "meet"): Fraction(2, 3),
        ("raised", "pass"): Fraction(1, 3),
    }


@pytest.mark.parametrize(
    ("file", "matrix", "value", "uniform"),
    [
        ("nfg-1.nfg", [[1, 20000], [2, 2]], 2, 4999.5),
        ("nfg-2.nfg", [[0, -1, 2], [1, 0, -2], [-2, 2, 0], [-10000] * 3, [-20000] * 3], 0, 3000.2666666666664),
        ("nfg-3.nfg", [["1/1000", "-3/1000"], ["-1/1000", "-1/10"], ["1/500", "-1/500"]], "-1/500", 0.0175),
        ("nfg-4.nfg", [[payoff] for payoff in range(-1000, 1001, 100)], 1000, 500.0),
    ],
)
def test_matrix_games_of_the_literature(file, matrix, value, uniform):
    """Entries; the value; the exploitability of the uniform strategy that the AutoCFR repository publishes (iteration 0)."""
    rules = load(file)
    found = [[payoffs(rules, i, j) for j in range(len(matrix[0]))] for i in range(len(matrix))]
    assert found == [[(Fraction(entry), -Fraction(entry)) for entry in row] for row in matrix]
    game = compile_game(file, {}, rules)
    assert solve_game(game).value == Fraction(value)
    weights = realization_weights(game, uniform_strategy(game))
    assert float(sum(gains(game, weights)) / 2) == pytest.approx(uniform, rel=1e-12)
