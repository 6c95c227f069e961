"""The compiler: what it refuses, exact payoffs, games whose players forget, the files."""

from fractions import Fraction

import numpy as np
import pytest

from regretlab.errors import InputError
from regretlab.registry import load_rules, load_variant
from regretlab.rules import CHANCE, TERMINAL
from regretlab.sequence_form.arrays import Tree
from regretlab.sequence_form.compile import compile_game
from regretlab.sequence_form.file import read_game, write_game
from regretlab.sequence_form.game import Game
from regretlab.sequence_form.solver import Solver, worth

from small_games import compiled


class Forgetful:
    """A game whose player forgets the first move: no perfect recall."""

    players = 1

    def root(self):
        return ""

    def turn(self, state):
        return 0 if len(state) < 2 else TERMINAL

    def actions(self, state):
        return ("a", "b")

    def play(self, state, action):
        return state + "ab"[action]

    def infoset(self, state):
        return f"after {len(state)}"

    def payoffs(self, state):
        return (0,)


class Shifty(Forgetful):
    """An infoset with two sets of actions."""

    def actions(self, state):
        return ("a", "b") if state != "b" else ("a", "c")


class Lossy(Forgetful):
    """Chance that sums to 5/6."""

    def turn(self, state):
        return CHANCE if state == "" else TERMINAL

    def chances(self, state):
        return [Fraction(1, 2), Fraction(1, 3)]


HALVES = [Fraction(1, 2), Fraction(1, 2)]


def wrong(rules, **answers):
    """Rules that always give these answers."""
    replaced = {name: lambda self, state, answer=answer: answer for name, answer in answers.items()}
    return type("Wrong", (rules,), replaced)()


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        (Forgetful(), "no perfect recall: .*\n.*history: player 0: a\n.*the other:   player 0: b"),
        (Shifty(), r"expected the actions \('a', 'b'\) at all of its histories, found \('a', 'c'\)"),
        (Lossy(), "chance at '': expected 2 probabilities from 0 to 1 in fractions that sum to 1, found 1/2, 1/3"),
        (
            wrong(Lossy, chances=[0.5, 0.5]),
            "expected 2 probabilities from 0 to 1 in fractions that sum to 1, found 0.5, 0.5",
        ),
        (
            wrong(Lossy, chances=[Fraction(1)]),
            "expected 2 probabilities from 0 to 1 in fractions that sum to 1, found 1",
        ),
        (wrong(Lossy, chances=[Fraction(3, 2), Fraction(-1, 2)]), "that sum to 1, found 3/2, -1/2"),
        (
            wrong(Lossy, chances=HALVES, payoffs=(0.5,)),
            r"payoffs: expected 1 whole numbers or fractions, none beyond 1e100, found \(0.5,\)",
        ),
        (
            wrong(Lossy, chances=HALVES, payoffs=(1, -1)),
            r"payoffs: expected 1 whole numbers or fractions, none beyond 1e100, found \(1, -1\)",
        ),
        (wrong(Lossy, chances=HALVES, payoffs=None), "payoffs: expected 1 .*, found None"),
        (wrong(Lossy, chances=HALVES, payoffs=(True,)), r"payoffs: expected 1 .*, found \(True,\)"),
        (wrong(Lossy, chances=HALVES, payoffs=(10**101,)), "payoffs: expected 1 .*, found "),
        (wrong(Lossy, actions=("", "b")), r"chance at '': expected names of actions, found \('', 'b'\)"),
        (type("Wrong", (Lossy,), {"players": "2"})(), "players: expected a whole number from 1, found '2'"),
        (wrong(Forgetful, actions=("", "b")), "infoset 'after 0': expected different actions in a tuple"),
        (wrong(Forgetful, infoset=""), "player 0: expected the name of an infoset as a text, found ''"),
        (wrong(Forgetful, turn=None), "turn at '': expected a player from 0 to 0, chance or the end, found None"),
        (wrong(Forgetful, turn=0.0), "turn at '': expected a player from 0 to 0, chance or the end, found 0.0"),
        (
            wrong(Forgetful, actions=["a", "b"]),
            r"infoset 'after 0': expected different actions in a tuple, found \['a', 'b'\]",
        ),
        (wrong(Forgetful, actions=("a", "a")), "infoset 'after 0': expected different actions in a tuple"),
        (wrong(Forgetful, actions=()), "infoset 'after 0': expected different actions in a tuple"),
        (wrong(Forgetful, infoset=7), "player 0: expected the name of an infoset as a text, found 7"),
        (wrong(Forgetful, infoset="\udc80"), "expected the name of an infoset as a text"),
        (type("Wrong", (Lossy,), {"unit": "a\nb"})(), r"unit: expected a text on one line, found 'a\\nb'"),
        (wrong(Forgetful, turn=1), "turn at '': expected a player from 0 to 0, chance or the end, found 1"),
        (wrong(Forgetful, turn=-3), "turn at '': expected a player from 0 to 0, chance or the end, found -3"),
    ],
)
def test_what_is_no_game_is_refused(rules, message):
    """The compiler names what is wrong with the rules."""
    with pytest.raises(InputError, match=message):
        compile_game("test", {}, rules)


def test_names_of_what_is_split_are_free():
    """An infoset that is called as a part of a split one would be confused with it."""

    class Twice(Forgetful):
        def turn(self, state):
            return 0 if len(state) < 3 else TERMINAL

        def infoset(self, state):
            return "after 1~2" if state == "aa" else super().infoset(state)

    with pytest.raises(
        InputError, match="twice: player 0: expected different names of infosets, found 'after 1~2' twice"
    ):
        compile_game("twice", {}, Twice(), imperfect_recall=True)


@pytest.mark.parametrize(
    ("file", "line", "changed", "message"),
    [
        ("infosets.csv", "0,0,0,pass|bet", "0,0,0,pass|bet|rest", r"\[12, 12\] sequences told and \[13, 12\] listed"),
        ("infosets.csv", "0,0pb,1,pass|bet", "0,0pb,25,pass|bet", "infoset '0pb' of player 0 after sequence 25"),
        ("infosets.csv", "0,0pb,1,pass|bet", "0,0pb,-1,pass|bet", "infoset '0pb' of player 0 after sequence -1"),
        ("infosets.csv", "0,0pb,1,pass|bet", "0,0pb,7,pass|bet", "infoset '0pb' of player 0 after sequence 7"),
        ("infosets.csv", "0,0,0,pass|bet", "1,0,0,pass|bet", "told and"),
        ("outcomes.csv", "1,20,-1,1", "-1,20,-1,1", "outcomes after sequences that no infoset has"),
        ("outcomes.csv", "1,20,-1,1", "20,1,-1,1", "outcomes after sequences that no infoset has"),
        ("outcomes.csv", "1,20,-1,1", "9,20,-1,1", "outcomes that are not listed by their sequences"),
        ("outcomes.csv", "1,20,-1,1", "1,20,-1_0,1", "expected whole numbers"),
        ("outcomes.csv", "1,20,-1,1", "1,20,-١,1", "expected whole numbers"),
        ("game.json", '  "denominator": 6,', '  "denominator": 0,', "the denominator 0"),
        ("game.json", '  "players": 2,', '  "players": 3,', "expected sequence_0,sequence_1,sequence_2"),
    ],
)
def test_tables_of_no_game_are_refused(file, line, changed, message, tmp_path):
    """The kernels go by the numbers in the tables without looking; here they are looked at."""
    write_game(tmp_path, compiled("kuhn_poker"))
    text = (tmp_path / file).read_text()
    assert text.count(f"\n{line}\n") == 1
    (tmp_path / file).write_text(text.replace(f"\n{line}\n", f"\n{changed}\n"))
    with pytest.raises(InputError, match=message):
        read_game(tmp_path)


def test_nothing_to_decide_is_refused():
    """A game that is over as it begins has no strategies."""
    over = type("Over", (Forgetful,), {"turn": lambda self, state: TERMINAL})
    with pytest.raises(InputError, match="over: expected a game in which somebody decides, found no decision"):
        compile_game("over", {}, over())


@pytest.mark.parametrize("large", [1, 10**30])
def test_payoffs_are_exact(large, tmp_path):
    """Chance-weighted payoffs are whole over the least denominator, also where no machine word holds them."""

    class Lottery(Forgetful):
        players = 2

        def turn(self, state):
            return {"": 0, "?": CHANCE}.get(state, TERMINAL)

        def actions(self, state):
            return ("x", "y", "z") if state else ("draw",)

        def chances(self, state):
            return [Fraction(1, 2), Fraction(1, 3), Fraction(1, 6)]

        def play(self, state, action):
            return "xyz"[action] if state else "?"

        def payoffs(self, state):
            return {"x": (large, 0), "y": (large, Fraction(1, 7)), "z": (-large, -1)}[state]

    game = compile_game("lottery", {}, Lottery())
    assert [outcome.payoffs for outcome in game.outcomes] == [(Fraction(2 * large, 3), Fraction(-5, 42))]
    assert game.outcomes.denominator == 42
    assert game.outcomes.floats().tolist() == [[float(Fraction(2 * large, 3)), -5 / 42]]
    write_game(tmp_path, game)
    assert read_game(tmp_path) == game


def perfect_information_goofspiel(cards: int, imperfect_recall: bool) -> Game:
    parameters = {"num_cards": cards, "imp_info": False}
    return compile_game("goofspiel", parameters, load_rules("goofspiel", parameters), imperfect_recall)


def test_goofspiel_that_forgets_is_refused():
    """With four cards and full information the name of an infoset no longer says who bid what when; with three it does."""
    message = (
        r"player 0, infoset .*: no perfect recall.*\n"
        r"  one history: player 0: 1; player 1: 2; player 0: 4; player 1: 3\n"
        r"  the other:   player 0: 1; player 1: 3; player 0: 4; player 1: 2"
    )
    with pytest.raises(InputError, match=message):
        perfect_information_goofspiel(4, imperfect_recall=False)
    assert not perfect_information_goofspiel(3, imperfect_recall=False).alike


def test_infosets_of_a_player_who_forgets(tmp_path):
    """The names that OpenSpiel counts, split by own past; alike ones have the same actions; a file holds it all."""
    game = perfect_information_goofspiel(4, imperfect_recall=True)
    names = {(infoset.player, infoset.name.partition("~")[0]) for infoset in game.infosets}
    assert len(names) == 2 * 135
    for infosets, histories in game.alike:
        members = [game.infosets[number] for number in infosets]
        assert [member.name for member in members] == [
            f"{members[0].name[:-2]}~{number}" for number in range(1, len(members) + 1)
        ]
        assert len({(member.player, member.actions) for member in members}) == 1
        assert len({member.parent for member in members}) == len(members) == len(histories)
    write_game(tmp_path, game)
    assert read_game(tmp_path) == game


# NashConv of the average strategy of OpenSpiel 2.0.2's CFRSolver (alternating) on
# turn_based_simultaneous_game(game=goofspiel(imp_info=false,num_cards=4,points_order=descending)).
FORGETFUL_CFR = {1: 1.5, 2: 1.0237873271550455, 3: 0.7239317466314834, 10: 0.2709047921829911, 20: 0.13592897163342138}


def test_players_who_forget_learn_as_in_openspiel():
    """Regrets and strategy sums are pooled over what is played alike."""
    game = perfect_information_goofspiel(4, imperfect_recall=True)
    tree = Tree.of(game)
    solver = Solver(tree, load_variant("cfr_alternating"))
    for iterate in solver.iterates(sorted(FORGETFUL_CFR)):
        average = solver.average(iterate)
        for sigma in (average, solver.current(iterate)):
            for infosets, _ in game.alike:
                first, *others = (sigma[tree.first[number] : tree.end[number]] for number in infosets)
                assert all(np.array_equal(first, other) for other in others)
        assert worth(tree, average).nash_conv == pytest.approx(FORGETFUL_CFR[iterate.iteration], rel=1e-13)


def test_without_pooling_they_learn_otherwise():
    """The numbers above do depend on it."""
    game = perfect_information_goofspiel(4, imperfect_recall=True)
    tree = Tree.of(game)._replace(alike_bounds=np.zeros(1, dtype=np.uint32))
    solver = Solver(tree, load_variant("cfr_alternating"))
    (last,) = solver.iterates([20])
    assert worth(tree, solver.average(last)).nash_conv != pytest.approx(FORGETFUL_CFR[20], rel=1e-3)


def test_game_file_of_something_else(tmp_path):
    """A file that holds no game is named."""
    path, header = tmp_path / "game.json", "sequence_0,sequence_1,payoff_0,payoff_1"
    (tmp_path / "outcomes.csv").write_text(f"{header}\n")
    path.write_text('{"rules": "kuhn_poker"}')
    with pytest.raises(InputError, match=r"game\.json: expected a compiled game"):
        read_game(tmp_path)
    path.write_text('{"rules"')
    with pytest.raises(InputError, match=r"game\.json: line 1: expected JSON"):
        read_game(tmp_path)


def test_zero_sum_is_seen():
    """A game that gives something away is not zero-sum."""

    class Gift(Forgetful):
        players = 2

        def payoffs(self, state):
            return (1, 0)

    game: Game = compile_game("gift", {}, Gift(), imperfect_recall=True)
    assert not game.zero_sum
    assert compiled("kuhn_poker").zero_sum
