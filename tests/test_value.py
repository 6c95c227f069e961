"""The value of a game: closed forms, published values, two ways to each answer, and proofs that refuse what is not so."""

import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from regretlab.errors import InputError
from regretlab.exact import value as exact_value
from regretlab.exact.optimal import solve_game
from regretlab.exact.response import guaranteed
from regretlab.exact.strategy import realization_weights, uniform_strategy
from regretlab.exact.value import MOST_SEQUENCES, optimal_strategy, prove_value
from regretlab.files import read_csv, read_json
from regretlab.registry import load_rules
from regretlab.rules import CHANCE, TERMINAL, Rules
from regretlab.sequence_form.compile import compile_game
from regretlab.sequence_form.game import Game, Outcomes
from regretlab.stages import value as stage
from regretlab.stages.value import Method, solve_value

from small_games import compiled, kuhn, matrix_game

F = Fraction
EXAMPLES = settings(deadline=None, derandomize=True)
METHODS: tuple[Method, ...] = ("exact", "linear program")
NAMES = [f"a{number}" for number in range(64)]

GOOFSPIEL = {"num_cards": 3, "points_order": "descending"}


class Published(NamedTuple):
    """What value.json and strategy.csv say."""

    value: Fraction
    lower: Fraction
    upper: Fraction
    strategy: list[Fraction]


@dataclass(frozen=True)
class Signals:
    """A random game: chance gives each player one of two signals, then both choose in turn between two actions.

    The last to choose may not know the choice before.
    """

    weights: tuple[int, ...]
    payments: tuple[Fraction, ...]
    moves: int
    last_unseen: bool
    players: int = 2

    def root(self) -> Any:
        return None, ()

    def turn(self, state: Any) -> int:
        signals, choices = state
        return CHANCE if signals is None else TERMINAL if len(choices) == self.moves else len(choices) % 2

    def actions(self, state: Any) -> tuple[str, ...]:
        return ("00", "01", "10", "11") if state[0] is None else ("l", "r")

    def chances(self, state: Any) -> Sequence[Fraction]:
        return [F(weight, sum(self.weights)) for weight in self.weights]

    def play(self, state: Any, action: int) -> Any:
        signals, choices = state
        return (action, ()) if signals is None else (signals, (*choices, action))

    def infoset(self, state: Any) -> str:
        signals, choices = state
        seen = choices[:-1] if self.last_unseen and len(choices) == self.moves - 1 else choices
        own = signals // 2 if self.turn(state) == 0 else signals % 2
        return f"{own}:{''.join(map(str, seen))}"

    def payoffs(self, state: Any) -> Sequence[Fraction]:
        signals, choices = state
        payment = self.payments[int("".join(map(str, choices)), 2) * 4 + signals]
        return payment, -payment


@st.composite
def signals(draw: st.DrawFn) -> Signals:
    moves = draw(st.integers(1, 4))
    size = 4 * 2**moves
    return Signals(
        tuple(draw(st.lists(st.integers(1, 5), min_size=4, max_size=4))),
        tuple(draw(st.lists(st.fractions(-4, 4, max_denominator=3), min_size=size, max_size=size))),
        moves,
        draw(st.booleans()),
    )


@dataclass(frozen=True)
class Disguised:
    """A two-player game with other names, actions in another order, other payoffs and, it may be, other roles."""

    rules: Rules
    seed: int
    factor: Fraction
    swapped: bool
    players: int = 2

    def root(self) -> Any:
        return self.rules.root()

    def turn(self, state: Any) -> int:
        turn = self.rules.turn(state)
        return 1 - turn if self.swapped and turn >= 0 else turn

    def actions(self, state: Any) -> tuple[str, ...]:
        names = self.rules.actions(state)
        return tuple(names[action] for action in self.order(state))

    def chances(self, state: Any) -> Sequence[Fraction]:
        return self.rules.chances(state)

    def play(self, state: Any, action: int) -> Any:
        return self.rules.play(state, self.order(state)[action])

    def infoset(self, state: Any) -> str:
        name = self.rules.infoset(state)
        return f"{Random(f'{self.seed} {name}').randrange(1000)} {name}"

    def payoffs(self, state: Any) -> Sequence[Fraction]:
        payoffs = [self.factor * payoff for payoff in self.rules.payoffs(state)]
        return payoffs[::-1] if self.swapped else payoffs

    def order(self, state: Any) -> list[int]:
        order = list(range(len(self.rules.actions(state))))
        if self.rules.turn(state) != CHANCE:
            Random(f"{self.seed} {self.rules.infoset(state)} actions").shuffle(order)
        return order


def large_matrix_game(matrix: Sequence[Sequence[int]]) -> Game:
    """A matrix of whole numbers, of any size."""
    game = matrix_game([[0] * len(row) for row in matrix], NAMES)
    payoffs = np.array([(entry, -entry) for row in matrix for entry in row], dtype=object)
    return replace(game, outcomes=Outcomes(game.outcomes.sequences, payoffs, 1))


def published(game: Game, method: Method, folder: Path) -> Published:
    solve_value(game, method, folder)
    content, table = read_json(folder / "value.json"), read_csv(folder / "strategy.csv")
    strategy = [F(1)] * game.sequence_bounds[-1]
    for (sequence, infoset, action), row in zip(game.rows(), table, strict=True):
        assert (row["player"], row["infoset"], row["action"]) == (str(infoset.player), infoset.name, action)
        strategy[sequence] = F(row["probability"]) if method == "exact" else F(float(row["probability"]))
    assert content["method"] == method
    return Published(F(content["value"]), F(content["lower"]), F(content["upper"]), strategy)


# Closed forms


@settings(EXAMPLES)
@given(st.lists(st.fractions(-5, 5, max_denominator=60), min_size=4, max_size=4))
def test_two_by_two(entries: list[Fraction]) -> None:
    """J. von Neumann's saddle points; where there is none, both mix so that the other does not care."""
    a, b, c, d = entries
    lower, upper = max(min(a, b), min(c, d)), min(max(a, c), max(b, d))
    expected = lower if lower == upper else (a * d - b * c) / (a + d - b - c)
    assert optimal_strategy(matrix_game([[a, b], [c, d]]))[1] == expected


@settings(EXAMPLES, max_examples=20)
@given(st.lists(st.fractions(F(1, 50), 50, max_denominator=10**6), min_size=1, max_size=12))
def test_diagonal_games(diagonal: list[Fraction]) -> None:
    """1 / Σ 1/d, however long the fraction is: each player chooses i in proportion to 1/d(i)."""
    matrix = [
        [entry if row == column else F(0) for column in range(len(diagonal))] for row, entry in enumerate(diagonal)
    ]
    strategy, value = optimal_strategy(matrix_game(matrix, NAMES))
    assert value == 1 / sum(1 / entry for entry in diagonal)
    shares = [value / entry for entry in diagonal]
    assert strategy == [1, *shares, 1, *shares]


def test_payoffs_of_any_size() -> None:
    """Numbers that no float holds, and differences that no float tells: the proof decides, not the floats."""
    for scale in (1, 10**12, 10**30):
        assert optimal_strategy(large_matrix_game([[3 * scale, scale], [0, 2 * scale]]))[1] == F(3 * scale, 2)
    for base in (10**14, 10**20):
        game = large_matrix_game([[base + 1, base], [base, base + 2]])
        assert optimal_strategy(game)[1] == base + F(2, 3)


# Known values


@pytest.mark.parametrize(
    ("name", "parameters", "value"),
    [
        ("kuhn_poker", {}, "-1/18"),
        ("kuhn_poker", {"ranks": 4}, "-1/24"),
        ("kuhn_poker", {"ranks": 13}, "-5/78"),
        ("goofspiel", {**GOOFSPIEL}, "0"),
        ("goofspiel", {"num_cards": 5, "points_order": "descending"}, "0"),
        ("goofspiel", {"num_cards": 4, "points_order": "random", "imp_info": True}, "0"),
        ("liars_dice", {"dice_sides": 3}, "1/9"),
        ("liars_dice", {"dice_sides": 4}, "1/16"),
        ("liars_dice", {"dice_sides": 5}, "1/125"),
        pytest.param("liars_dice", {"dice_sides": 6}, "-7/258", marks=pytest.mark.heavy),
        ("battleship", {"num_shots": 2}, "1/8"),
        ("battleship", {"num_shots": 3}, "5/8"),
    ],
)
def test_known_values(name: str, parameters: dict[str, Any], value: str, tmp_path: Path) -> None:
    """Kuhn 1950; symmetric games are worth 0; the others by OpenSpiel 2.0.2 and linear programs in floats.

    Liar's dice with six sides: -0.027131782945736 in OpenSpiel's test and in Neller and Lanctot, 2013.
    """
    game = compiled(name, **parameters)
    found = published(game, "exact", tmp_path)
    assert found.lower == found.value == found.upper == F(value)
    assert prove_value(game, found.strategy) == F(value)


@pytest.mark.parametrize(
    ("parameters", "value"),
    [
        ({"ranks": 3}, -0.085606424078),
        ({"ranks": 5}, -0.112768934481),
        ({"ranks": 9}, -0.100011727869),
        pytest.param({"ranks": 13}, -0.092673901188, marks=pytest.mark.heavy),
    ],
)
def test_leduc_poker(parameters: dict[str, Any], value: float, tmp_path: Path) -> None:
    """Values that scipy's linear programs gave for trees that another generator made."""
    game = compiled("leduc_poker", suit_isomorphism=True, **parameters)
    assert round(float(published(game, "exact", tmp_path).value), 12) == value


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        ("kuhn_poker", {}),
        ("leduc_poker", {}),
        ("leduc_poker", {"ranks": 5, "suit_isomorphism": True}),
        ("liars_dice", {"dice_sides": 4}),
        ("battleship", {}),
    ],
)
def test_floats_come_near_to_fractions(name: str, parameters: dict[str, Any], tmp_path: Path) -> None:
    game = compiled(name, **parameters)
    value = optimal_strategy(game)[1]
    found = published(game, "linear program", tmp_path)
    assert value - F(1e-14) < found.lower <= found.value <= found.upper < value + F(1e-14)


def test_the_value_of_leduc_poker_is_one_fraction_with_suits_or_without() -> None:
    merged, distinguished = (
        optimal_strategy(compiled("leduc_poker", suit_isomorphism=iso))[1] for iso in (True, False)
    )
    assert merged == distinguished == F(-1454920850547486749701863871533, 16995463438839962469905132501930)


# Two ways to the same answer


@settings(EXAMPLES, max_examples=20)
@given(signals())
def test_random_games_agree_with_the_simplex_method_in_fractions(rules: Signals) -> None:
    game = compile_game("signals", {}, rules)
    strategy, value = optimal_strategy(game)
    assert value == solve_game(game).value == prove_value(game, strategy)
    lower, upper = stage.bounds(game, stage.approximate_strategy(game))
    assert value - F(1e-12) < lower
    assert upper < value + F(1e-12)


@settings(EXAMPLES, max_examples=15)
@given(
    st.sampled_from(
        [("kuhn_poker", {}), ("kuhn_poker", {"ranks": 6}), ("goofspiel", GOOFSPIEL), ("liars_dice", {"dice_sides": 3})]
    ),
    st.integers(0, 10**6),
    st.fractions(F(1, 100), 100, max_denominator=100),
    st.booleans(),
)
def test_the_value_does_not_depend_on_names_order_or_unit(
    named: tuple[str, dict[str, Any]], seed: int, factor: Fraction, swapped: bool
) -> None:
    """Cards and actions in another order leave the value; a factor multiplies it; changed roles negate it."""
    name, parameters = named
    value = optimal_strategy(compiled(name, **parameters))[1]
    disguised = compile_game(name, {}, Disguised(load_rules(name, parameters), seed, factor, swapped))
    assert optimal_strategy(disguised)[1] == factor * (-value if swapped else value)


@pytest.mark.parametrize("name", ["kuhn_poker", "leduc_poker"])
def test_bounds_of_floats_are_those_of_the_published_strategies(name: str, tmp_path: Path) -> None:
    game = compiled(name)
    found = published(game, "linear program", tmp_path)
    weights = realization_weights(game, found.strategy)
    assert abs(found.lower - guaranteed(game, 0, weights)) < 1e-14
    assert abs(found.upper + guaranteed(game, 1, weights)) < 1e-14
    assert found.value == F((float(found.lower) + float(found.upper)) / 2)


@pytest.mark.parametrize("method", METHODS)
def test_strategies_are_uniform_where_own_play_does_not_lead(method: Method, tmp_path: Path) -> None:
    game = compiled("liars_dice", dice_sides=4)
    strategy = published(game, method, tmp_path).strategy
    weights = realization_weights(game, strategy)
    unreached = [number for number, infoset in enumerate(game.infosets) if weights[infoset.parent] == 0]
    assert len(unreached) > 100
    for number in unreached:
        first, actions = game.first_sequences[number], len(game.infosets[number].actions)
        assert set(strategy[first : first + actions]) == {F(1, actions) if method == "exact" else F(1 / actions)}


# What is written


def test_files_of_an_exact_value(tmp_path: Path) -> None:
    solve_value(matrix_game([[3, 1], [0, 2]], ["left, or", "right"]), "exact", tmp_path)
    assert (tmp_path / "value.json").read_bytes() == (
        b'{\n  "method": "exact",\n  "value": "3/2",\n  "lower": "3/2",\n  "upper": "3/2"\n}\n'
    )
    assert (tmp_path / "strategy.csv").read_bytes() == (
        b"player,infoset,action,probability\n"
        b"0,row,left%2C or,1/2\n0,row,right,1/2\n1,column,left%2C or,1/4\n1,column,right,3/4\n"
    )


def test_files_of_a_value_in_floats(tmp_path: Path) -> None:
    solve_value(matrix_game([[3, 1], [0, 2]]), "linear program", tmp_path)
    assert (tmp_path / "value.json").read_bytes() == (
        b'{\n  "method": "linear program",\n  "value": 1.5,\n  "lower": 1.5,\n  "upper": 1.5\n}\n'
    )
    assert (tmp_path / "strategy.csv").read_bytes() == (
        b"player,infoset,action,probability\n0,row,a,0.5\n0,row,b,0.5\n1,column,a,0.25\n1,column,b,0.75\n"
    )


def test_no_value_is_minus_zero(tmp_path: Path) -> None:
    solve_value(compiled("goofspiel", **GOOFSPIEL), "linear program", tmp_path)
    assert (tmp_path / "value.json").read_text() == (
        '{\n  "method": "linear program",\n  "value": 0.0,\n  "lower": 0.0,\n  "upper": 0.0\n}\n'
    )


def test_the_same_bytes_in_every_process(tmp_path: Path, project: Path) -> None:
    script = (
        "import sys; from pathlib import Path; from small_games import compiled; "
        "from regretlab.stages.value import solve_value\n"
        "for method in ('exact', 'linear program'):\n"
        "    solve_value(compiled('leduc_poker', suit_isomorphism=True), method, Path(sys.argv[1]) / method)\n"
    )
    outputs = []
    for seed in ("0", "1"):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(project / "tests")}
        done = subprocess.run(
            [sys.executable, "-c", script, tmp_path / seed], env=environment, capture_output=True, check=True
        )
        assert (done.stdout, done.stderr) == (b"", b"")
        files = sorted((tmp_path / seed).rglob("*.*"))
        outputs.append([(path.relative_to(tmp_path / seed), path.read_bytes()) for path in files])
    assert len(outputs[0]) == 4
    assert outputs[0] == outputs[1]


# What is refused


def test_only_two_player_zero_sum_games_with_perfect_recall_are_solved(tmp_path: Path) -> None:
    outcomes = matrix_game([[1, 2], [3, 4]]).outcomes
    general = replace(
        matrix_game([[1, 2], [3, 4]]), zero_sum=False, outcomes=replace(outcomes, payoffs=abs(outcomes.payoffs))
    )
    rules = load_rules("goofspiel", {"num_cards": 4, "imp_info": False, "points_order": "descending"})
    forgetful = compile_game("goofspiel", {}, rules, imperfect_recall=True)
    for game, message in (
        (compiled("kuhn_poker", players=3, ranks=4), "two-player zero-sum game, found 3 players"),
        (general, "two-player zero-sum game, found 2 players, not zero sum"),
        (forgetful, "expected perfect recall"),
    ):
        for method in METHODS:
            with pytest.raises(InputError, match=message):
                solve_value(game, method, tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("size", [F(1, 100), F(1, 10**30)])
def test_nudged_strategies_prove_nothing(size: Fraction) -> None:
    """In Kuhn poker player 1 has but one optimal strategy (Kuhn 1950) and can be brought to all of its infosets."""
    game = kuhn()
    strategy, value = optimal_strategy(game)
    assert prove_value(game, strategy) == value
    for first in game.first_sequences[6:]:
        for nudge in (size, -size):
            nudged = [*strategy[:first], strategy[first] + nudge, strategy[first + 1] - nudge, *strategy[first + 2 :]]
            assert prove_value(game, nudged) is None


def test_what_is_no_strategy_proves_nothing() -> None:
    game = matrix_game([[0, 0], [0, 0]])
    assert prove_value(game, [F(1), F(1, 2), F(1, 2), F(1), F(1), F(0)]) == 0
    assert prove_value(game, [F(1), F(1, 2), F(1, 3), F(1), F(1), F(0)]) is None
    assert prove_value(game, [F(1), F(3, 2), F(-1, 2), F(1), F(1), F(0)]) is None


def test_a_changed_payoff_is_caught() -> None:
    """The least change there can be, of a payoff that both players' strategies reach."""
    game = compiled("leduc_poker", suit_isomorphism=True)
    strategy, _ = optimal_strategy(game)
    weights = realization_weights(game, strategy)
    reached = [e for e, outcome in enumerate(game.outcomes) if all(weights[s] for s in outcome.sequences)]
    for entry in reached[:: len(reached) // 5]:
        payoffs = game.outcomes.payoffs.astype(object) * 10**20
        payoffs[entry] += (1, -1)
        outcomes = Outcomes(game.outcomes.sequences, payoffs, game.outcomes.denominator * 10**20)
        assert prove_value(replace(game, outcomes=outcomes), strategy) is None


def test_without_floats_small_games_are_solved_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exact_value, "find_basis", lambda program: None)
    assert optimal_strategy(kuhn())[1] == F(-1, 18)
    with pytest.raises(InputError, match=f"no exact optimum was proven: .* up to {MOST_SEQUENCES} sequences"):
        optimal_strategy(compiled("liars_dice", dice_sides=3))
    with pytest.raises(InputError, match="HiGHS found no basis"):
        stage.approximate_strategy(kuhn())


def test_a_basis_of_another_game_proves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """The floats may be as wrong as they like: here they solve the game with the roles of win and loss exchanged."""
    find_basis = exact_value.find_basis

    def mistaken(program: Any) -> Any:
        outcomes = program.game.outcomes
        other = replace(program.game, outcomes=replace(outcomes, payoffs=-outcomes.payoffs))
        return find_basis(replace(program, game=other))

    monkeypatch.setattr(exact_value, "find_basis", mistaken)
    assert optimal_strategy(kuhn())[1] == F(-1, 18)
    with pytest.raises(InputError, match="no exact optimum was proven"):
        optimal_strategy(compiled("liars_dice", dice_sides=3))


def test_strategies_in_floats_that_are_not_optimal_are_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    uniform = np.array(list(map(float, uniform_strategy(kuhn()))))
    monkeypatch.setattr(stage, "approximate_weights", lambda game: uniform)
    with pytest.raises(InputError, match="expected optimal strategies"):
        solve_value(kuhn(), "linear program", tmp_path)
