"""Sampled variants: the numbers, what is drawn, expectations in exact fractions, and another walk that comes to the same bits."""

from __future__ import annotations

import itertools
import math
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest
import recheck_checks as checks
import recheck_exact_cfr
from recheck_bundle import SAMPLED, variant_entry, write_bundle, write_run
from recheck_games import DEFAULTS, entry, game, kuhn
from recheck_made import write_made
from recheck_sampled_walk import SAMPLED as EXPLORED
from recheck_sampled_walk import Reference, share
from recheck_spoil import edit_cell, edit_json, moved

from recheck.game import Game, build
from recheck.rules.leaf import Chance, Leaf, Move
from recheck.sampled import SampledWalk, drawn, placed
from recheck.variants.known import VARIANTS, made
from recheck.variants.philox import Draw, drawing, philox
from recheck.variants.rule import ALL, Rule, Sampling
from recheck.walk import GAPS, REGRETS, SUMS, iterate
from regretlab.registry import load_rules

SEED = 2**63 + 5
PARAMETERS: dict[str, dict[str, Any]] = {
    "external_sampling": {"seed": SEED},
    "outcome_sampling": {"explore": 0.6, "seed": SEED},
    "chance_sampling": {"seed": SEED},
}
FULL = 2**32 - 1


# Numbers.


@pytest.mark.parametrize(
    ("counter", "key", "words"),
    [
        ((0, 0, 0, 0), (0, 0), (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)),
        ((FULL,) * 4, (FULL,) * 2, (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD)),
        (
            (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344),
            (0xA4093822, 0x299F31D0),
            (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1),
        ),
    ],
)
def test_known_answers(counter: Any, key: Any, words: tuple[int, ...]) -> None:
    """kat_vectors of Random123, philox4x32 with 10 rounds."""
    assert philox(counter, key) == words


def test_numbers_are_made_of_53_bits() -> None:
    assert drawing(0)(0, 0, 0) == ((0x6627E8D5 << 21) + (0xE169C58D >> 11)) / 2**53
    w0, w1, _, _ = philox((7, 1, 12, 0), (3, 9))
    assert drawing(9 * 2**32 + 3)(7, 1, 12) == math.ldexp((w0 << 21) + (w1 >> 11), -53)


def test_the_greatest_number_is_less_than_1(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("recheck.variants.philox.philox", lambda counter, key: (FULL,) * 4)
    assert drawing(0)(1, 0, 0) == 1 - 2**-53


# What is drawn.


@pytest.mark.parametrize(
    ("p", "explore", "u", "expected"),
    [
        ((0.5, 0.5), 0.0, 0.0, (0, 0.5)),
        ((0.5, 0.5), 0.0, 0.5, (1, 0.5)),
        ((0.0, 0.25, 0.0, 0.75), 0.0, 0.0, (1, 0.25)),
        ((0.0, 0.25, 0.0, 0.75), 0.0, 0.25, (3, 0.75)),
        ((0.0, 1.0), 0.5, 0.0, (0, 0.25)),
        ((0.0, 1.0), 0.5, 0.25, (1, 0.75)),
        ((0.1, 0.2, 0.7), 1.0, 0.5, (1, 1 / 3)),
        # In this order of operations; (1 - 0.6) 0.1 + 0.6/2 rounds to the same, 0.1 + 0.6 (1/2 - 0.1) does not.
        ((0.1, 0.9), 0.6, 0.0, (0, 0.6 / 2 + (1 - 0.6) * 0.1)),
        # Ten tenths sum to less than 1.
        ((0.1,) * 10, 0.0, 1 - 2**-53, (9, 0.1)),
        ((*(0.1,) * 10, 0.0), 0.0, 1 - 2**-53, (9, 0.1)),
    ],
)
def test_drawn(p: tuple[float, ...], explore: float, u: float, expected: tuple[int, float]) -> None:
    assert drawn(p, explore, u) == expected


def chance(name: str, numerator: int, denominator: int) -> Chance:
    return Chance(name, Fraction(numerator, denominator))


def choose(position: int, player: int = 0, infoset: str = "I") -> Move:
    return Move(player, infoset, position, "ab"[position])


def test_chance_is_ordered_by_names_as_bytes() -> None:
    """Grown in another order; é is behind z as UTF-8, and 10 before 9. Also what has probability 0 is numbered."""
    again = [chance("x", 1, 3), chance("\ufffd", 1, 3), chance("\U00010000", 1, 3)]
    paths = [(chance("é", 1, 2), step) for step in reversed(again)]
    paths += [(chance("z", 0, 1), step) for step in again]
    paths += [(chance("9", 1, 8), choose(0)), (chance("9", 1, 8), choose(1)), (chance("10", 3, 8),)]
    of = build([Leaf(path, (n, -n)) for n, path in enumerate(paths)])
    found = placed(of)

    def after(history: int) -> list[int]:
        return list(found.after[found.first[history] : found.first[history + 1]])

    # 10, 9, z, é
    assert found.chances[found.kind[0]] == [0.375, 0.125, 0.0, 0.5]
    assert [found.place[history] for history in (0, *after(0))] == [1, -2, 0, 2, 3]
    paid = [[found.payoffs[found.kind[end]][0] for end in after(history)] for history in after(0)]
    # Code points above U+FFFF are behind in UTF-8, and would not be in UTF-16.
    assert paid == [[], [6.0, 7.0], [3.0, 4.0, 5.0], [2.0, 1.0, 0.0]]
    # What other rules walk stays in the order of growth.
    assert list(of.tree.after) != list(found.after)


def test_long_histories() -> None:
    """No recursion: 3,000 decisions one after the other."""
    moves = [choose(1, n % 2, f"I{n}") for n in range(3_000)]
    leaves = [Leaf((choose(0, 0, "I0"),), (1, -1))]
    leaves += [Leaf((moves[n - 1], choose(0, n % 2, f"I{n}")), (n, -n), kept=n - 1) for n in range(1, 3_000)]
    of = build([*leaves, Leaf((moves[-1],), (0, 0), kept=2_999)])
    rule = Rule(sampling=Sampling(0, others=ALL))
    gaps = SampledWalk(of, rule, Sampling(0, others=ALL), drawing(0)).gaps(1, 0, [(0.5, 0.5)] * 3_000)
    assert len(gaps) == 1_500


# Expectations.

SOME = [(0.5, 0.5), (0.25, 0.75), (1.0, 0.0), (0.75, 0.25), (0.0, 1.0), (0.5, 0.5), (0.125, 0.875)]
"""Sums and products of these are exact."""


def all_walks(walk: SampledWalk, player: int, strategy: Any) -> Iterator[tuple[Fraction, dict[int, list[float]]]]:
    """Everything that a walk may draw: the probability, and r."""
    at, infosets = walk.places, walk.game.infosets
    chances = {place: at.chances[kind] for place, kind in zip(at.place, at.kind, strict=True) if place >= len(infosets)}
    waiting: list[tuple[int, ...]] = [()]
    while waiting:
        ahead = waiting.pop()
        asked: list[tuple[int, list[Fraction]]] = []

        def u(t: int, learning: int, place: int, ahead: Any = ahead, asked: Any = asked) -> float:
            own = place < len(infosets) and infosets[place].player == player
            explore = Fraction(walk.sampling.own if own else 0)
            p = [Fraction(each).limit_denominator(100) for each in chances.get(place) or strategy[place]]
            s = [explore / len(p) + (1 - explore) * each for each in p]
            n = len(asked)
            action = ahead[n] if n < len(ahead) else next(k for k, each in enumerate(s) if each)
            asked.append((action, s))
            return float(sum(s[:action]) + s[action] / 2)

        walk.u = u
        gaps = walk.gaps(1, player, strategy)
        for n in range(len(ahead), len(asked)):
            before = tuple([action for action, _ in asked[:n]])
            waiting += [(*before, k) for k, s in enumerate(asked[n][1]) if s and k != asked[n][0]]
        yield math.prod([s[action] for action, s in asked], start=Fraction(1)), gaps


@pytest.mark.parametrize(
    ("sampling", "exact"),
    [
        (Sampling(0), True),
        (Sampling(0, others=ALL), True),
        (Sampling(0, own=0.5), False),
        (Sampling(0, own=1.0), True),
        (Sampling(0, chance=ALL), False),
        (Sampling(0, chance=ALL, others=ALL, own=0.25), False),
        (Sampling(0, chance=ALL, others=ALL), False),
    ],
)
@pytest.mark.parametrize("turned", range(len(SOME)))
def test_expectations_are_the_instantaneous_regrets(sampling: Sampling, exact: bool, turned: int) -> None:
    """Over all that may be drawn, against regrets in fractions of which not even the rules of the game are shared."""
    strategy = [SOME[(n + turned) % len(SOME)] for n in range(12)]
    names = [(infoset.player, int(infoset.name[0]), infoset.name[1:]) for infoset in kuhn().infosets]
    sigma = {
        (*name, a): Fraction(p)
        for name, row in zip(names, strategy, strict=True)
        for a, p in zip("pb", row, strict=True)
    }
    expected = recheck_exact_cfr.instantaneous(3, sigma)
    for player in (0, 1):
        walk = SampledWalk(kuhn(), Rule(sampling=sampling), sampling, drawing(0))
        whole, found = Fraction(0), {(*name, a): Fraction(0) for name in names if name[0] == player for a in "pb"}
        for probability, gaps in all_walks(walk, player, strategy):
            whole += probability
            for n, row in gaps.items():
                for a, gap in zip("pb", row, strict=True):
                    found[(*names[n], a)] += probability * Fraction(gap)
        assert whole == 1
        for cell, gap in found.items():
            assert gap == expected[cell] if exact else abs(gap - expected[cell]) < 1e-14


# Another walk.


@dataclass(frozen=True)
class Wild:
    """A random game: an infoset has many histories, also of different lengths, chance has odd names and impossible actions."""

    seed: int
    players = 3

    def root(self) -> Any:
        return ()

    def random(self, of: object) -> Random:
        return Random(f"{self.seed} {of}")

    def turn(self, state: Any) -> int:
        going_on = len(state) < 2 or (len(state) < 7 and self.random(state).random() < 0.8)
        return self.random((state, "turn")).choice([-1, 0, 0, 0, 1, 2]) if going_on else -2

    def actions(self, state: Any) -> tuple[str, ...]:
        if self.turn(state) == -1:
            return tuple(self.random((state, "names")).sample(["é", "z", "10", "9", "\U00010000", "\uffff"], 3))
        return ("a", "b", "c")[: 2 + len(self.infoset(state)) % 2]

    def chances(self, state: Any) -> list[Fraction]:
        return self.random((state, "p")).choice(
            [[Fraction(n, 6) for n in p] for p in ((1, 2, 3), (2, 0, 4), (3, 2, 1))]
        )

    def play(self, state: Any, action: int) -> Any:
        return (*state, (self.turn(state), action))

    def infoset(self, state: Any) -> str:
        """The own past, and nothing of what the others did."""
        turn = self.turn(state)
        return f"{turn}{''.join([str(action) for player, action in state if player == turn])}"

    def payoffs(self, state: Any) -> tuple[Fraction, ...]:
        random = self.random((state, "paid"))
        return tuple(Fraction(random.randint(-9, 9), 7) for _ in range(3))


def leaves_of(rules: Wild, state: Any = (), path: tuple[Any, ...] = ()) -> Iterator[Leaf]:
    turn = rules.turn(state)
    if turn == -2:
        yield Leaf(path, rules.payoffs(state))
        return
    for n, action in enumerate(rules.actions(state)):
        step = Chance(action, rules.chances(state)[n]) if turn == -1 else Move(turn, rules.infoset(state), n, action)
        yield from leaves_of(rules, rules.play(state, n), (*path, step))


GAMES: list[tuple[str, dict[str, Any]]] = [
    ("kuhn_poker", {}),
    ("kuhn_poker", {"ranks": 11}),
    ("kuhn_poker", {"players": 3, "ranks": 4}),
    ("goofspiel", {"num_cards": 3, "points_order": "random", "returns_type": "total_points"}),
    ("leduc_poker", {"suit_isomorphism": True}),
    ("battleship", {"num_shots": 1}),
]
PLAYED: list[tuple[str, Callable[[], tuple[Any, Game]]]] = [
    *(
        (f"{name} {parameters}", lambda n=name, p=parameters: (load_rules(n, {**DEFAULTS[n], **p}), game(n, **p)))
        for name, parameters in GAMES
    ),
    *((f"wild {seed}", lambda seed=seed: (Wild(seed), build(leaves_of(Wild(seed))))) for seed in (2, 5, 9)),
]


@pytest.mark.parametrize("play", [play for _, play in PLAYED], ids=[name for name, _ in PLAYED])
@pytest.mark.parametrize("name", SAMPLED)
def test_another_walk_comes_to_the_same_bits(name: str, play: Callable[[], tuple[Any, Game]]) -> None:
    """And sums that are brought up to date are what S + x at all infosets in all iterations is."""
    rules, of = play()
    reference = Reference(rules, EXPLORED[name], drawing(SEED))
    done = 0
    for state in iterate(of, made(name, **PARAMETERS[name]), {1, 2, 5, 20}):
        while done < state.iteration:
            done += 1
            reference.iterate(done)
        for column, expected in ((REGRETS, reference.R), (SUMS, reference.S), (GAPS, reference.r)):
            assert [list(row) for row in state.columns[column]] == expected
        assert [list(row) for row in state.average] == list(reference.average(done))
        for row, sums in zip(state.average, reference.Sx, strict=True):
            assert row == pytest.approx(share(sums), rel=0, abs=1e-13)


def test_nothing_to_draw_is_alternating_cfr() -> None:
    """Chance sampling of a game without chance."""
    of = game("goofspiel", num_cards=3)
    whole = iterate(of, made("cfr_alternating"), {1, 2, 3, 10})
    for one, other in zip(iterate(of, made("chance_sampling", seed=1), {1, 2, 3, 10}), whole, strict=True):
        for row, expected in zip(one.columns[REGRETS], other.columns[REGRETS], strict=True):
            assert row == pytest.approx(expected, rel=0, abs=1e-12)
        assert list(itertools.chain(*one.average)) == pytest.approx(list(itertools.chain(*other.average)), abs=1e-12)


# Parameters.


@pytest.mark.parametrize("name", SAMPLED)
def test_seeds(name: str) -> None:
    setting = VARIANTS[name].parameters["seed"]
    assert setting.expected == "a whole number from 0 to 18446744073709551615"
    assert all(map(setting.allows, (0, 1, 2**64 - 1)))
    assert not any(map(setting.allows, (-1, 2**64, True, False, 1.0, 1.5, "1", "inf", None, [1])))


def test_explorations() -> None:
    setting = VARIANTS["outcome_sampling"].parameters["explore"]
    assert all(map(setting.allows, (0.001, 0.6, 1, 1.0)))
    assert not any(map(setting.allows, (0, 0.0, 0.0009, 1.001, -0.5, True, "0.5", "inf", None)))


# Runs.

SHORT: dict[str, Any] = {"iterations": 12, "snapshots": [1, 2, 5, 12], "checkpoints": [2, 12]}
WHOLE: dict[str, Any] = {**SHORT, "pure_plans": True, "frequencies": True, "games": [{"equilibria": None}]}
LAST = "kuhn/{}/checkpoints/12.csv"


@pytest.fixture(scope="module")
def made_up(tmp_path_factory: pytest.TempPathFactory) -> Path:
    variants = [variant_entry(name, ["kuhn"], **PARAMETERS[name]) for name in SAMPLED]
    folder = tmp_path_factory.mktemp("sampled") / "study"
    return write_bundle(folder, {**entry("kuhn_poker"), "folder": "kuhn"}, variants=variants, **SHORT)


@pytest.fixture
def sampled(made_up: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(made_up, tmp_path / "study"))


@pytest.mark.parametrize("level", ["repeated", "certified"])
@pytest.mark.parametrize("name", SAMPLED)
def test_runs_pass(sampled: Path, verify, name: str, level: str) -> None:
    edit_json(sampled / "study.json", "verification", level)
    found = verify("run", sampled, "kuhn", name)
    assert (found.code, found.report["level"], found.report["problems"]) == (0, level, [])
    numbers = {check["name"]: check["numbers"] for check in found.report["checks"]}
    assert numbers[checks.OF_STATES] == 2 * 5 * (2 if level == "repeated" else 1)


def with_sampling(**changes: Any) -> Callable[[Rule], Rule]:
    return lambda rule: rule._replace(sampling=rule.sampling._replace(**changes))


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        *((name, with_sampling(seed=SEED + 1)) for name in SAMPLED),
        *((name, with_sampling(chance=ALL)) for name in SAMPLED),
        *((name, lambda rule: rule._replace(sampling=None)) for name in SAMPLED),
        ("external_sampling", with_sampling(others=ALL)),
        ("external_sampling", with_sampling(others=0.5)),
        ("external_sampling", with_sampling(own=0.6)),
        ("outcome_sampling", with_sampling(own=0.6001)),
        ("outcome_sampling", with_sampling(own=ALL)),
        ("chance_sampling", with_sampling(others=0.0)),
    ],
)
def test_runs_that_sample_otherwise(sampled: Path, verify, name: str, fault: Callable[[Rule], Rule]) -> None:
    write_run(sampled / "kuhn" / name, kuhn(), fault(made(name, **PARAMETERS[name])), WHOLE)
    found = verify("run", sampled, "kuhn", name)
    assert (found.code, found.report["level"]) == (1, "repeated")
    assert found.has(LAST.format(name), None, REGRETS)


COUNTED = itertools.count()
FAULTS: dict[str, Callable[[int], Draw]] = {
    "another number each time": lambda seed: lambda t, player, place: drawing(seed)(next(COUNTED), 0, 0),
    "the same number for both players": lambda seed: lambda t, player, place: drawing(seed)(t, 0, place),
    "the same number in all iterations": lambda seed: lambda t, player, place: drawing(seed)(1, player, place),
    "iterations from 0": lambda seed: lambda t, player, place: drawing(seed)(t - 1, player, place),
    "places from 1": lambda seed: lambda t, player, place: drawing(seed)(t, player, place + 1),
    "words of the key exchanged": lambda seed: drawing(seed % 2**32 * 2**32 + seed // 2**32),
}


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("name", SAMPLED)
def test_runs_that_draw_otherwise(sampled: Path, verify, monkeypatch, name: str, fault: str) -> None:
    with monkeypatch.context() as changed:
        changed.setattr("recheck.walk.drawing", FAULTS[fault])
        write_run(sampled / "kuhn" / name, kuhn(), made(name, **PARAMETERS[name]), WHOLE)
    assert LAST.format(name) in {p["file"] for p in verify("run", sampled, "kuhn", name).report["problems"]}


@pytest.mark.parametrize("level", ["repeated", "certified"])
@pytest.mark.parametrize("name", SAMPLED)
def test_averages_without_what_the_sums_lack(sampled: Path, verify, monkeypatch, name: str, level: str) -> None:
    with monkeypatch.context() as changed:
        changed.setattr("recheck.walk.up_to_date", lambda game, t, sums, strategy: sums)
        write_run(sampled / "kuhn" / name, kuhn(), made(name, **PARAMETERS[name]), WHOLE)
    edit_json(sampled / "study.json", "verification", level)
    found = verify("run", sampled, "kuhn", name)
    assert found.failed >= {checks.OF_STATES, checks.FINAL_STATE}
    assert (checks.FREQUENCIES in found.failed) == (level == "repeated")


@pytest.mark.parametrize("column", [REGRETS, SUMS, GAPS])
@pytest.mark.parametrize("name", SAMPLED)
def test_columns_are_compared(sampled: Path, verify, name: str, column: str) -> None:
    edit_cell(sampled / LAST.format(name), 7, column, moved(1e-9))
    assert verify("run", sampled, "kuhn", name).has(LAST.format(name), 7, column)


@pytest.mark.parametrize(
    ("text", "failed"), [("99.0", {checks.OF_STATES, checks.FINAL_STATE, checks.BITS}), ("x", None)]
)
def test_regrets_are_a_part_of_what_certifies_the_average(sampled: Path, verify, text: str, failed: Any) -> None:
    edit_json(sampled / "study.json", "verification", "certified")
    file = sampled / LAST.format("outcome_sampling")
    edit_cell(file, LACKING, REGRETS, lambda _: text)
    found = verify("run", sampled, "kuhn", "outcome_sampling")
    assert found.code == 1
    if failed:
        assert found.failed == failed
    else:
        assert next(c["numbers"] for c in found.report["checks"] if c["name"] == checks.OF_STATES) == 5


LACKING = 1
"""A row of an infoset that walks did not come to in the last iterations: S is (1, 5) there, and R (-5.3, 1)."""


@pytest.mark.parametrize(
    ("name", "parameters", "column"),
    [
        ("external_sampling", {}, "parameters"),
        ("external_sampling", {"seed": -1}, "parameters.seed"),
        ("chance_sampling", {"seed": 2**64}, "parameters.seed"),
        ("chance_sampling", {"seed": True}, "parameters.seed"),
        ("external_sampling", {"seed": 1.5}, "parameters.seed"),
        ("external_sampling", {"seed": "1"}, "parameters.seed"),
        ("external_sampling", {"seed": 1, "explore": 0.6}, "parameters"),
        ("outcome_sampling", {"seed": 1}, "parameters"),
        ("outcome_sampling", {"explore": 0.0, "seed": 1}, "parameters.explore"),
        ("outcome_sampling", {"explore": 1.5, "seed": 1}, "parameters.explore"),
    ],
)
def test_parameters_that_are_wrong(sampled: Path, verify, name: str, parameters: dict[str, Any], column: str) -> None:
    edit_json(sampled / "study.json", "variants", [variant_entry(name, ["kuhn"], **parameters)])
    found = verify("run", sampled, "kuhn", name)
    assert (found.code, found.report["level"]) == (2, None)
    assert found.has("study.json", None, column)


@pytest.mark.parametrize("level", ["repeated", "certified"])
def test_without_perfect_recall_nothing_is_sampled(tmp_path: Path, verify, level: str) -> None:
    games = {"forgetful": ("goofspiel", {"imp_info": False}, None)}
    variants = [variant_entry("cfr", ["forgetful"])]
    study = write_made(tmp_path / "made", games, variants=variants, verification=level, **SHORT)
    assert verify("run", study, "forgetful", "cfr").code == 0
    edit_json(study / "study.json", "variants", [variant_entry("external_sampling", ["forgetful"], seed=0)])
    found = verify("run", study, "forgetful", "external_sampling")
    assert (found.code, found.report["level"]) == (2, None)
    assert [(p["file"], p["column"]) for p in found.report["problems"]] == [("study.json", "rule")]
