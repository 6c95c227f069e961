"""regretlab against OpenSpiel's numbers in validation/data: trees, values, best responses, trajectories.

Each comparison tells the keys under which two tables of numbers differ, and is given wrong ones, too.
"""

import csv
import hashlib
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from math import prod
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from regretlab.games.kuhn_poker import KuhnPoker, State
from regretlab.registry import load_rules, load_variant
from regretlab.rules import CHANCE, TERMINAL, Rules
from regretlab.sequence_form.arrays import Floats, Tree
from regretlab.sequence_form.compile import compile_game
from regretlab.sequence_form.game import Game
from regretlab.sequence_form.solver import Iterate, average_strategy, iterates, worth

DATA = Path(__file__).parent.parent / "validation" / "data"

TWO, THREE, FOUR = (f"kuhn_poker(players={n})" for n in (2, 3, 4))
GAMES = {TWO: {"players": 2, "ranks": 3}, THREE: {"players": 3, "ranks": 4}, FOUR: {"players": 4, "ranks": 5}}
VARIANTS = {"alternating": "cfr_alternating", "simultaneous": "cfr"}

TOLERANCE = 1e-12
"""Of values, nash_conv, probabilities, to 1,000 iterations; the largest difference measured is 2.7e-14."""
ROUNDING = 1e-16
"""A cumulative regret that is smaller, but not zero, is what rounding left of a tie."""

Numbers = Mapping[tuple[Any, ...], Sequence[float]]
Probabilities = dict[tuple[str, str], list[float]]
"""By player and infoset."""


def differing(found: Numbers, expected: Numbers, tolerance: float = TOLERANCE) -> list[tuple[Any, ...]]:
    """The keys under which one table has nothing, or other numbers than the other."""

    def close(a: Sequence[float], b: Sequence[float]) -> bool:
        return len(a) == len(b) and all(abs(x - y) <= tolerance for x, y in zip(a, b, strict=True))

    return [
        key
        for key in {**expected, **found}
        if key not in found or key not in expected or not close(found[key], expected[key])
    ]


def read(file: str) -> list[dict[str, str]]:
    """The rows of a file of validation/data; its first line says what made it."""
    return list(csv.DictReader((DATA / file).read_text(encoding="utf-8").splitlines()[1:]))


def floats(field: str) -> list[float]:
    """The numbers of one field."""
    return [float(number) for number in field.split()]


@cache
def compiled(game: str) -> Game:
    return compile_game("kuhn_poker", GAMES[game], load_rules("kuhn_poker", GAMES[game]))


@cache
def tree_of(game: str) -> Tree:
    return Tree.of(compiled(game))


def lay_out(game: str, strategy: Probabilities) -> Floats:
    """(Q,) The strategy as the kernels read it."""
    sigma = np.zeros(compiled(game).sequence_bounds[-1])
    for q, infoset, action in compiled(game).rows():
        sigma[q] = strategy[str(infoset.player), infoset.name][infoset.actions.index(action)]
    return sigma


@pytest.mark.parametrize("file", sorted(path.name for path in DATA.iterdir()))
def test_file_says_what_made_it(file: str) -> None:
    program, script = (DATA / file).read_text(encoding="utf-8").splitlines()[0].split(" by validation/")
    assert program.removeprefix("# OpenSpiel ") in (DATA.parent / "requirements.in").read_text(encoding="utf-8")
    assert file in (DATA.parent / script).read_text(encoding="utf-8")


# Trees: the probability that chance brings to each history, by its numbers, turn, infoset and payoffs.


def histories(rules: Rules, state: State, chance: Fraction) -> Iterator[tuple[tuple[str, str, str, str], float]]:
    """Every history of Kuhn poker from `state` on, depth first."""
    turn = rules.turn(state)
    numbers = " ".join(map(str, (*state.cards, *map("pb".index, state.history))))
    if turn == TERMINAL:
        payoffs = " ".join(repr(float(payoff)) for payoff in rules.payoffs(state))
        yield (numbers, "terminal", "", payoffs), float(chance)
    elif turn == CHANCE:
        yield (numbers, "chance", "", ""), float(chance)
        for following, probability in rules.chances(state):
            yield from histories(rules, following, chance * probability)
    else:
        yield (numbers, str(turn), rules.infoset(state), ""), float(chance)
        for action in range(len(rules.actions(state))):
            yield from histories(rules, rules.play(state, action), chance)


def walked(rules: Rules) -> Numbers:
    return {history: [chance] for history, chance in histories(rules, rules.root(), Fraction(1))}


def published_histories(game: str) -> Numbers:
    return {
        (row["history"], row["turn"], row["infoset"], row["returns"]): [float(row["chance_probability"])]
        for row in read("histories.csv")
        if row["game"] == game
    }


def sizes(rules: Rules) -> list[str]:
    """Counts and digest of a tree, as validation/trees.py writes them."""
    found = list(histories(rules, rules.root(), Fraction(1)))
    lines = "".join(f"{n},{turn},{name},{chance:.12f},{paid}\n" for (n, turn, name, paid), chance in found)
    return [
        str(len(found)),
        str(sum(turn == "terminal" for (_, turn, _, _), _ in found)),
        str(len({(turn, name) for (_, turn, name, _), _ in found if name})),
        hashlib.sha256(lines.encode()).hexdigest(),
    ]


def published_sizes(game: str) -> list[str]:
    (row,) = (row for row in read("sizes.csv") if row["game"] == game)
    return [row["histories"], row["terminals"], row["infosets"], row["sha256"]]


class LowCardWins(KuhnPoker):
    """Wrong payoffs."""

    def payoffs(self, state: State) -> Sequence[int]:
        return super().payoffs(State(tuple(-card for card in state.cards), state.history))


class LoadedDeck(KuhnPoker):
    """Wrong probabilities."""

    def chances(self, state: State) -> Sequence[tuple[State, Fraction]]:
        branches = super().chances(state)
        (first, p), (last, q) = branches[0], branches[-1]
        small = Fraction(1, 10**11)
        return [(first, p - small), *branches[1:-1], (last, q + small)]


class BlindPlayers(KuhnPoker):
    """Wrong information."""

    def infoset(self, state: State) -> str:
        return super().infoset(state)[:1]


@pytest.mark.parametrize("game", [TWO, THREE])
def test_histories(game: str) -> None:
    assert differing(walked(KuhnPoker(**GAMES[game])), published_histories(game), 1e-15) == []


@pytest.mark.parametrize("game", GAMES)
def test_sizes(game: str) -> None:
    assert sizes(KuhnPoker(**GAMES[game])) == published_sizes(game)
    found = compiled(game)
    assert [str(n) for n in (found.histories, found.terminals, len(found.infosets))] == published_sizes(game)[:3]


@pytest.mark.parametrize("wrong", [LowCardWins, LoadedDeck, BlindPlayers])
@pytest.mark.parametrize("game", GAMES)
def test_wrong_rules_are_told(game: str, wrong: type[KuhnPoker]) -> None:
    assert sizes(wrong(**GAMES[game])) != published_sizes(game)
    if game != FOUR:
        assert differing(walked(wrong(**GAMES[game])), published_histories(game), 1e-15)


@pytest.mark.parametrize("game", [TWO, THREE])
def test_a_missing_history_and_one_too_many_are_told(game: str) -> None:
    expected = dict(published_histories(game))
    root, surplus = ("", "chance", "", ""), ("9", "chance", "", "")
    expected[surplus] = expected.pop(root)
    assert differing(walked(KuhnPoker(**GAMES[game])), expected) == [surplus, root]


# Profiles: values of the players, values of their best responses, nash_conv, by game and profile.


def published_profiles() -> dict[tuple[str, str], Probabilities]:
    profiles: dict[tuple[str, str], Probabilities] = {}
    for row in read("profiles.csv"):
        strategy = profiles.setdefault((row["game"], row["profile"]), {})
        strategy[row["player"], row["infoset"]] = floats(row["probabilities"])
    return profiles


def published_worth() -> Numbers:
    return {
        (row["game"], row["profile"]): floats(" ".join([row["values"], row["best_responses"], row["nash_conv"]]))
        for row in read("profile_values.csv")
    }


def measured_worth(profiles: Mapping[tuple[str, str], Probabilities]) -> Numbers:
    measured = {key: worth(tree_of(key[0]), lay_out(key[0], strategy)) for key, strategy in profiles.items()}
    return {key: [*w.value, *(w.value + w.gain), w.nash_conv] for key, w in measured.items()}


def test_profiles() -> None:
    assert len(published_worth()) == 2 * 22
    assert differing(measured_worth(published_profiles()), published_worth()) == []


def test_other_profiles_are_told() -> None:
    profiles = published_profiles()
    drawn = [key for key in profiles if key[1].startswith("random")]
    for key in drawn:
        profiles[key]["0", "0"].reverse()
    assert differing(measured_worth(profiles), published_worth()) == drawn


# Trajectories: nash_conv, and for some iterations the average strategy, by solver, iteration and what it is.


def published_run(game: str, updates: str) -> Numbers:
    run: dict[tuple[Any, ...], list[float]] = {}
    for row in read("trajectories.csv") + read("averages.csv"):
        if (row["game"], row["updates"]) == (game, updates):
            where = (row["solver"], int(row["iteration"]))
            if "nash_conv" in row:
                run[*where, "nash_conv"] = [float(row["nash_conv"])]
            else:
                run[*where, row["player"], row["infoset"]] = floats(row["probabilities"])
    return run


def measured_run(game: str, found: Sequence[Iterate], published: Numbers) -> Numbers:
    """The same numbers of our iterates, under the keys of the published ones."""
    averages = {iterate.iteration: average_strategy(tree_of(game), iterate) for iterate in found}
    first = {(str(infoset.player), infoset.name, action): q for q, infoset, action in compiled(game).rows()}
    run: dict[tuple[Any, ...], Sequence[float]] = {}
    for key in published:
        sigma = averages[key[1]]
        if key[2] == "nash_conv":
            run[key] = [worth(tree_of(game), sigma).nash_conv]
        else:
            run[key] = [float(sigma[first[*key[2:], action]]) for action in ("pass", "bet")]
    return run


def stops_of(published: Numbers) -> list[int]:
    return sorted({key[1] for key in published})


def our_run(game: str, variant: str, published: Numbers) -> Numbers:
    found = list(iterates(tree_of(game), load_variant(variant), stops_of(published)))
    return measured_run(game, found, published)


AGREEING = [(TWO, "alternating"), (TWO, "simultaneous"), (THREE, "alternating")]


@pytest.mark.parametrize(("game", "updates"), AGREEING)
def test_trajectory(game: str, updates: str) -> None:
    published = published_run(game, updates)
    assert {solver for solver, *_ in published} == (
        {"pyspiel.CFRSolver", "cfr.CFRSolver"} if updates == "alternating" else {"cfr._CFRSolver"}
    )
    assert differing(our_run(game, VARIANTS[updates], published), published) == []


@pytest.mark.parametrize(("game", "updates"), AGREEING)
def test_the_other_order_of_updates_is_told(game: str, updates: str) -> None:
    published = published_run(game, updates)
    (other,) = set(VARIANTS.values()) - {VARIANTS[updates]}
    told = differing(our_run(game, other, published), published)
    assert {key[:3] for key in published if key[1] > 1 and key[2] == "nash_conv"} <= {key[:3] for key in told}


@pytest.mark.parametrize(("game", "updates"), AGREEING)
def test_a_wrong_figure_is_told(game: str, updates: str) -> None:
    published = published_run(game, updates)
    ours = our_run(game, VARIANTS[updates], published)
    for key, numbers in published.items():
        wrong = {**published, key: [*numbers[:-1], numbers[-1] + 1e-11]}
        assert differing(ours, wrong) == [key]


# With three players updated at once, the first iteration meets a tie: two actions worth exactly the same.
# OpenSpiel's order of additions gives regrets of 0, ours 7e-18, which regret matching takes for a preference.


def untied(game: str, stops: Sequence[int]) -> tuple[list[Iterate], list[tuple[int, str, str]]]:
    """Our iterates without the rounding of ties; the iteration, infoset and action of what was removed."""
    variant, tree, iterate = load_variant("cfr"), tree_of(game), None
    found, removed = [], []
    for t in range(1, stops[-1] + 1):
        iterate = next(iterates(tree, variant, [t], iterate))
        regret = iterate.state.cumulative_regret
        rounding = (regret != 0.0) & (abs(regret) < ROUNDING)
        removed += [(t, infoset.name, action) for q, infoset, action in compiled(game).rows() if rounding[q]]
        iterate = Iterate(t, iterate.state._replace(cumulative_regret=np.where(rounding, 0.0, regret)))
        found.append(iterate)
    return found, removed


def test_three_players_at_once_agree_but_for_one_tie() -> None:
    published = published_run(THREE, "simultaneous")
    found, removed = untied(THREE, stops_of(published))
    assert removed == [(1, "0pp", "pass")]
    assert differing(measured_run(THREE, found, published), published) == []


def test_without_the_tie_removed_they_part_at_once() -> None:
    published = published_run(THREE, "simultaneous")
    told = differing(our_run(THREE, "cfr", published), published)
    assert [key[1] for key in told if key[2] == "nash_conv"] == [2, 5, 10, 20, 50]


def test_it_is_a_tie() -> None:
    game = compiled(THREE)
    weight = {0: Fraction(1)} | dict.fromkeys(game.sequence_bounds, Fraction(1))
    for q, infoset, _ in game.rows():
        weight[q] = weight[infoset.parent] / len(infoset.actions)
    own = {action: q for q, infoset, action in game.rows() if (infoset.player, infoset.name) == (2, "0pp")}
    value = {
        action: sum(
            outcome.payoffs[2] * prod(weight[other] for other in outcome.sequences[:2])
            for outcome in game.outcomes
            if outcome.sequences[2] == q
        )
        for action, q in own.items()
    }
    assert value["pass"] == value["bet"] != 0
