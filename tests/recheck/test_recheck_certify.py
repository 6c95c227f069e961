"""Certifying strategies of other programs: what is proven is what histories give, and what OpenSpiel gives."""

from __future__ import annotations

import csv
import importlib
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest
from recheck_certified import FORGETFUL, THREE, best, drawn, infosets, leaves_of, rows_of, table, values
from recheck_certifying import PROJECT, THREES, UNIFORM, as_game, weight
from recheck_games import game
from recheck_prover import BET

from recheck.certify.bounds import BOUNDED, EXACT, certify
from recheck.names import written

DATA = PROJECT / "validation/data"


PLAYED = [
    ("kuhn_poker", {}, 10),
    ("kuhn_poker", {"ranks": 4}, 10**9),
    ("kuhn_poker", {"players": 3, "ranks": 3}, 1000),
    ("goofspiel", {"num_cards": 3}, 7),
    ("goofspiel", {"num_cards": 3, "returns_type": "total_points"}, 7),
    (THREE, {}, 50),
    (FORGETFUL, {}, 50),
]


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize(("name", "parameters", "most"), PLAYED)
def test_measures_are_those_of_histories_and_plans(run, tmp_path, name, parameters, most, seed) -> None:
    """Exact numbers are equal to those of an evaluation that shares nothing; bounds are around them, and close."""
    leaves = leaves_of(name, **parameters)
    played = drawn(leaves, seed, weight(most))
    word, *options = as_game(tmp_path, name, **parameters)
    options += ["--imperfect-recall"] * (name == FORGETFUL)
    rows = [(player, written(infoset), *rest) for player, infoset, *rest in rows_of(leaves, played)]
    found = run(word, table(rows), *options, "--arithmetic", "exact")
    assert (found.code, found.report["arithmetic"], found.err) == (0, "exact", "")
    worth = values(leaves, played)
    bests = [best(leaves, played, player) for player in range(len(worth))]
    expected = {f"value_{player}": value for player, value in enumerate(worth)}
    expected.update({f"best_response_{player}": value for player, value in enumerate(bests)})
    expected.update({f"gain_{player}": bests[player] - value for player, value in enumerate(worth)})
    expected["nash_conv"] = sum(bests) - sum(worth)
    expected["exploitability"] = expected["nash_conv"] / len(worth)
    assert {measure: found.number(measure) for measure in found.report["measures"]} == expected
    bounded = run(word, table(rows), *options, "--arithmetic", "bounded")
    assert (bounded.code, bounded.report["arithmetic"]) == (0, "bounded")
    for measure, number in expected.items():
        lower, upper = bounded.between(measure)
        assert lower <= number <= upper
        assert upper - lower < Fraction(1, 10**35)
    assert "CERTIFIED exactly" in found.out
    assert "CERTIFIED between proven bounds" in bounded.out


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    ("name", "parameters"), [("kuhn_poker", {"ranks": 4}), ("kuhn_poker", {"players": 3, "ranks": 4})]
)
@pytest.mark.parametrize("arithmetic", [EXACT, BOUNDED])
def test_responses_get_what_they_are_said_to_get(name, parameters, seed, arithmetic) -> None:
    """Put in the place of the player's strategy, a response is worth best_response; the losses sum to the gain."""
    of_game = game(name, **parameters)
    leaves = leaves_of(name, **parameters)
    played = drawn(leaves, seed, weight(100))
    strategy = [tuple(played[infoset.player, infoset.name]) for infoset in of_game.infosets]
    found = certify(of_game, strategy, arithmetic)
    for player, side in enumerate(found.sides):
        assert set(side.response) == {n for n, _ in of_game.of(player)}
        other = dict(played)
        for n, infoset in of_game.of(player):
            other[player, infoset.name] = [Fraction(side.response[n] == a) for a in range(len(infoset.actions))]
        value = values(leaves, other)[player]
        assert side.best.lower <= value <= side.best.upper
        assert sum(loss.amount.lower for loss in side.losses) <= value - values(leaves, played)[player]
        assert sum(loss.amount.upper for loss in side.losses) >= value - values(leaves, played)[player]
        if arithmetic == EXACT:
            assert side.best.exact
            assert sum(loss.amount.lower for loss in side.losses) == side.gain.lower == side.gain.upper
        amounts = [loss.amount.upper for loss in side.losses]
        assert amounts == sorted(amounts, reverse=True)
        assert all(loss.amount.lower >= 0 for loss in side.losses)


def equilibrium(alpha: Fraction, **changes: Fraction) -> str:
    """One of Kuhn's, as fractions; `changes` are other probabilities of betting, by `p` and player, then the infoset."""
    bets = {(player, name): at[0] + at[1] * alpha for (player, name), at in BET.items()}
    bets.update({(int(key[1]), key[3:]): bet for key, bet in changes.items()})
    return table([(*key, action, p) for key, b in bets.items() for action, p in (("pass", 1 - b), ("bet", b))])


def test_an_equilibrium_is_one(run) -> None:
    found = run("kuhn_poker", equilibrium(Fraction(1, 4)))
    assert found.number("nash_conv") == found.number("gain_0") == found.number("gain_1") == 0
    assert found.number("value_0") == Fraction(-1, 18)
    assert found.report["losses"] == []
    assert {Fraction(b).limit_denominator(100) for b in found.report["game_value"].values()} == {Fraction(-1, 18)}
    assert "value_0            -0.0555555555555555556  = -1/18" in found.out
    assert "loses" not in found.out


def test_the_value_is_between_what_both_can_hold_out_for(run) -> None:
    """Decimals that do not end are rounded down and up."""
    found = run("kuhn_poker", equilibrium(Fraction(1, 4), p1_2p=Fraction(1, 7)))
    lower, upper = (Fraction(found.report["game_value"][side]) for side in ("lower", "upper"))
    for bound, exact in ((lower, -found.number("best_response_1")), (upper, found.number("best_response_0"))):
        assert 0 < abs(bound - exact) < Fraction(1, 10**45)
    assert lower < -found.number("best_response_1") <= Fraction(-1, 18) <= found.number("best_response_0") < upper


def test_it_is_told_where_a_strategy_loses(run, tmp_path: Path) -> None:
    """A king that never bets when it is checked to, and a jack that calls, are where all of the gain comes from."""
    wrong = equilibrium(Fraction(1, 4), p1_2p=Fraction(0), p1_0b=Fraction(1, 2))
    found = run("kuhn_poker", wrong, "--responses", tmp_path / "r.csv")
    losses = {(n["player"], n["infoset"]): n for n in found.report["losses"] if n["player"] == 1}
    shown = {key: (n["best_action"], n["played"]) for key, n in losses.items()}
    assert shown == {(1, "2p"): ("bet", "0"), (1, "0b"): ("pass", "1/2")}
    # A jack that calls loses 1 more than one that passes; half of it, when player 0 bets the king: 3/4, with 1/6.
    assert losses[1, "0b"]["loss"]["fraction"] == "1/16"
    # A king that bets wins 1 more when the queen calls, 7/12, or the jack, never: with 1/6, after a check, always.
    assert losses[1, "2p"]["loss"]["fraction"] == "7/72"
    assert found.number("gain_1") == Fraction(1, 16) + Fraction(7, 72)
    assert "where player 1 loses most, of 2 infosets:\n    2p: 0.0972222 (best is bet, played with 0)\n" in found.out
    assert "\n    0b: 0.0625 (best is pass, played with 0.5)\n" in found.out
    with (tmp_path / "r.csv").open() as file:
        rows = {(r["player"], r["infoset"], r["action"]): r["probability"] for r in csv.DictReader(file)}
    assert [rows["1", name, action] for name in ("2p", "0b") for action in ("bet", "pass")] == ["1", "0", "0", "1"]
    assert len(rows) == 24


def test_a_response_keeps_to_the_strategy_where_that_is_as_good(run, tmp_path: Path) -> None:
    """In an equilibrium all that is played is best, so that the response takes what is played most."""
    assert run("kuhn_poker", equilibrium(Fraction(1, 4)), "--responses", tmp_path / "r.csv").code == 0
    with (tmp_path / "r.csv").open() as file:
        rows = list(csv.DictReader(file))
    bets = {(int(r["player"]), r["infoset"]): r["probability"] for r in rows if r["action"] == "bet"}
    for key, (constant, slope) in BET.items():
        assert bets[key] == ("1" if constant + slope / 4 > Fraction(1, 2) else "0"), key


@pytest.mark.parametrize(
    ("limit", "value"), [("MOST_BITS", 5), ("MOST_WORK", 100)], ids=["a long denominator", "long ones in a large game"]
)
def test_long_denominators_are_bounded(run, monkeypatch, limit, value) -> None:
    """Unless exact numbers are asked for."""
    content = table(rows_of(leaves_of("kuhn_poker"), THREES))
    assert run("kuhn_poker", content).report["arithmetic"] == "exact"
    monkeypatch.setattr(f"recheck.certify.bounds.{limit}", value)
    assert run("kuhn_poker", content).report["arithmetic"] == "bounded"
    assert run("kuhn_poker", content, "--arithmetic", "exact").report["arithmetic"] == "exact"


def test_what_would_be_long_is_not_multiplied_out(monkeypatch) -> None:
    """Bounds are taken before there are fractions of thousands of digits."""

    def fail(*arguments: object) -> None:
        raise AssertionError

    monkeypatch.setattr("recheck.certify.bounds.realization_weights", fail)
    monkeypatch.setattr("recheck.certify.bounds.MOST_BITS", 1)
    of_kuhn = game("kuhn_poker")
    assert not certify(of_kuhn, [THREES[infoset.player, infoset.name] for infoset in of_kuhn.infosets]).exact


def test_denominators_without_anything_in_common_are_bounded(run, monkeypatch) -> None:
    """No product along a way is long; what all have in common is."""
    primes = iter([101, 103, 107, 109, 113, 127, 131, 137, 139, 149, 151, 157])
    played = {key: (Fraction(1, p), Fraction(p - 1, p)) for key, p in zip(UNIFORM, primes, strict=True)}
    content = table(rows_of(leaves_of("kuhn_poker"), played))
    monkeypatch.setattr("recheck.certify.bounds.MOST_BITS", 20)
    assert run("kuhn_poker", content).report["arithmetic"] == "bounded"


def test_bounds_of_nothing_are_shown_as_such(run) -> None:
    """That a gain is 0 cannot be told from bounds: both are printed, and no digit that is not certain."""
    found = run("kuhn_poker", equilibrium(Fraction(1, 4)), "--arithmetic", "bounded")
    lower, upper = found.between("nash_conv")
    assert 0 == lower < upper < Fraction(1, 10**35)
    line = next(line for line in found.out.splitlines() if line.startswith("  nash_conv"))
    assert line.split()[1] == "0"
    assert line.split()[2] == "to"
    assert "value_0            -0.0555555555555555556\n" in found.out


# OpenSpiel


def policies() -> list[dict[str, str]]:
    return list(csv.DictReader((DATA / "policies.csv").read_text().splitlines()[1:]))


@pytest.mark.parametrize("row", policies(), ids=lambda row: row["file"])
def test_policies_of_openspiel(run, row: dict[str, str]) -> None:
    """Values, best responses, nash_conv and exploitability are OpenSpiel's, to 1e-12."""
    name, *settings = row["game"].split()
    content = (DATA / row["file"]).read_bytes()
    found = run(name, content, *(word for setting in settings for word in ("--set", setting)))
    assert found.report["problems"] == []
    assert found.report["strategy"]["sha256"] == row["sha256"]
    expected = {f"value_{n}": float(value) for n, value in enumerate(row["values"].split())}
    expected.update({f"best_response_{n}": float(value) for n, value in enumerate(row["best_responses"].split())})
    for column in ("nash_conv", "nash_conv_in_python", "exploitability"):
        if row[column]:
            measure = "nash_conv" if column.startswith("nash") else column
            assert abs(float(found.number(measure)) - float(row[column])) < 1e-12
    assert {measure: float(found.number(measure)) for measure in expected} == pytest.approx(expected, rel=0, abs=1e-12)
    assert found.number("nash_conv") > Fraction(1, 1000)


@pytest.mark.heavy
def test_a_large_game(run) -> None:
    """Liar's dice with a die of six sides, the uniform strategy: OpenSpiel's numbers, exact and between bounds."""
    leaves = leaves_of("liars_dice")
    uniform = {key: [Fraction(1, len(actions))] * len(actions) for key, actions in infosets(leaves).items()}
    rows = csv.DictReader((DATA / "profile_values.csv").read_text().splitlines()[1:])
    name = "liars_dice numdice=1 dice_sides=6"
    [row] = [row for row in rows if (row["game"], row["profile"]) == (name, "uniform")]
    content = table(rows_of(leaves, uniform))
    found = run("liars_dice", content)
    assert found.report["arithmetic"] == "exact"
    assert abs(float(found.number("nash_conv")) - float(row["nash_conv"])) < 1e-12
    assert abs(float(found.number("value_0")) - float(row["values"].split()[0])) < 1e-12
    lower, upper = run("liars_dice", content, "--arithmetic", "bounded").between("nash_conv")
    assert lower <= found.number("nash_conv") <= upper
    assert upper - lower < Fraction(1, 10**35)


class FakeState:
    """A state as the converter asks OpenSpiel's: one player, who does not see which of two sides a coin fell on."""

    def __init__(self, way: tuple[int, ...] = ()) -> None:
        self.way = way

    def is_terminal(self) -> bool:
        return len(self.way) == 2

    def is_chance_node(self) -> bool:
        return not self.way

    def legal_actions(self) -> list[int]:
        return [3, 8] if self.way else [0, 1]

    def child(self, action: int) -> FakeState:
        return FakeState((*self.way, action))

    def current_player(self) -> int:
        return 0

    def information_state_string(self) -> str:
        return "a,b\n"


@pytest.fixture
def converter(monkeypatch):
    """The converter, with something in the place of OpenSpiel that has its names."""

    class Fake:
        Game = State = Policy = object

        class GameType:
            class Dynamics:
                SIMULTANEOUS = "simultaneous"

    monkeypatch.setitem(sys.modules, "pyspiel", Fake)
    monkeypatch.syspath_prepend(PROJECT / "validation")
    yield importlib.import_module("openspiel_policy")
    sys.modules.pop("openspiel_policy")


class FakeGame:
    def __init__(self, dynamics: str = "sequential") -> None:
        self.dynamics = dynamics

    def get_type(self) -> FakeGame:
        return self

    def new_initial_state(self) -> FakeState:
        return FakeState()


class FakePolicy:
    def __init__(self, answer: Callable[[FakeState], dict[int, float]]) -> None:
        self.action_probabilities = answer
        self.game = FakeGame()


def test_the_converter_writes_positions(converter, tmp_path: Path) -> None:
    converter.write_policy(FakePolicy(lambda state: {8: 0.1, 3: 0.9}), tmp_path / "p.csv")
    assert (
        tmp_path / "p.csv"
    ).read_text() == "player,infoset,position,probability\n0,a%2Cb%0A,0,0.9\n0,a%2Cb%0A,1,0.1\n"
    assert [converter.escape(name) for name in ("a|b", 'é"%', "\x7f\r")] == [
        written(n) for n in ("a|b", 'é"%', "\x7f\r")
    ]


def test_the_converter_refuses_what_is_no_policy_of_infosets(converter, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="different answers at two histories of infoset"):
        converter.write_policy(FakePolicy(lambda state: {3: float(state.way[0]), 8: 0.5}), tmp_path / "p.csv")
    with pytest.raises(ValueError, match="turn_based_simultaneous_game"):
        converter.write_policy(FakePolicy(lambda state: {}), tmp_path / "p.csv", FakeGame("simultaneous"))
    assert not (tmp_path / "p.csv").exists()
