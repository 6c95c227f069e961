"""Variants that sample: their numbers, the histories that they walk, what they expect, and another program's runs."""

from collections import defaultdict
from collections.abc import Iterator
from csv import DictReader
from dataclasses import replace
from fractions import Fraction
from math import nan
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from regretlab.errors import InputError, RuleError
from regretlab.registry import load_rules, load_variant
from regretlab.sequence_form.arrays import Floats, Histories, State, Tree
from regretlab.sequence_form.compile import compile_game
from regretlab.sequence_form.histories import lay_out
from regretlab.sequence_form.philox import fraction, philox
from regretlab.sequence_form.solver import Iterate, Solver, worth
from regretlab.variant import (
    ALL,
    ALTERNATING,
    SIMULTANEOUS,
    AddPolicy,
    AddRegret,
    Arrays,
    Numbers,
    Policy,
    Sampling,
    Variant,
)
from variant_checks import last, plays_as

from named_games import game_of, rules_of
from small_games import compiled, with_histories

SAMPLED = ("chance_sampling", "external_sampling", "outcome_sampling")
EVERYTHING = Sampling(0, chance=ALL, others=ALL)


def sampled(sampling: Sampling, rule: Numbers | Arrays | None = None, **facts: Any) -> Variant:
    facts = {"updates": ALTERNATING, **facts}
    return Variant(
        "sampled",
        reference="a test",
        guarantee="none",
        averaging="?",
        rule=rule or Numbers(),
        sampling=sampling,
        **facts,
    )


@pytest.fixture(scope="session")
def tree(kuhn) -> Tree:
    return with_histories(kuhn)


# Numbers.


@pytest.mark.parametrize(
    ("counter", "key", "expected"),
    [
        ((0, 0, 0, 0), (0, 0), (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)),
        ((0xFFFFFFFF,) * 4, (0xFFFFFFFF,) * 2, (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD)),
        (
            (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344),
            (0xA4093822, 0x299F31D0),
            (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1),
        ),
    ],
)
def test_known_answers(counter, key, expected):
    """Those that come with Random123, the generator's own library, for philox4x32 in 10 rounds."""
    counter, key = (tuple(map(np.uint64, words)) for words in (counter, key))
    assert tuple(map(int, philox(counter, *key))) == expected
    assert fraction(counter, *key) == float(Fraction((expected[0] << 32 | expected[1]) >> 11, 2**53))
    assert tuple(map(int, philox(counter, key[1], key[0] + np.uint64(1)))) != expected


def test_numbers_of_different_places_are_uniform():
    """100,000 of them: each tenth of [0, 1) within 5 standard deviations."""
    zero = np.uint64(0)
    places = np.arange(100_000, dtype=np.uint64)
    found = [fraction((np.uint64(1), zero, place, zero), np.uint64(7), zero) for place in places]
    counts, _ = np.histogram(found, bins=10, range=(0, 1))
    assert np.abs(counts - 10_000).max() < 5 * np.sqrt(100_000 * 0.1 * 0.9)


# Histories.


def paths(histories: Histories, infosets: int) -> Iterator[tuple[list[tuple[int, int]], float, Floats]]:
    """Every end: the infosets and actions on the way, the probability of chance, the payoffs."""
    chances = len(histories.chance_bounds) - 1
    stack: list[tuple[int, list[tuple[int, int]], float]] = [(0, [], 1.0)]
    while stack:
        history, way, reach = stack.pop()
        place, following = int(histories.place[history]), int(histories.following[history])
        if place < infosets:
            ends = [int(number) for number in histories.following if number > following]
            for action in range(min([*ends, len(histories.place)]) - following):
                stack.append((following + action, [*way, (place, action)], reach))
        elif place < infosets + chances:
            low, high = histories.chance_bounds[place - infosets : place - infosets + 2]
            for action, p in enumerate(histories.chance[low:high]):
                stack.append((following + action, way, reach * p))
        else:
            yield way, reach, histories.payoffs[place - infosets - chances]


@pytest.mark.parametrize(
    "game", ["kuhn_poker players=3 ranks=4", "goofspiel num_cards=3 points_order=random", "liars_dice dice_sides=3"]
)
def test_histories_are_those_of_the_game(game):
    """What they bring, merged by sequences, are the outcomes."""
    compiled_game, histories = game_of(game), lay_out(rules_of(game), game_of(game))
    merged: dict[tuple[int, ...], Floats] = defaultdict(lambda: np.zeros(compiled_game.players))
    for way, reach, payoffs in paths(histories, len(compiled_game.infosets)):
        sequences = list(compiled_game.sequence_bounds[:-1])
        for infoset, action in way:
            player = compiled_game.infosets[infoset].player
            assert compiled_game.infosets[infoset].parent == sequences[player]
            sequences[player] = compiled_game.first_sequences[infoset] + action
        merged[tuple(sequences)] += reach * payoffs
    expected = {outcome.sequences: list(map(float, outcome.payoffs)) for outcome in compiled_game.outcomes}
    assert merged.keys() == expected.keys()
    assert all(found == pytest.approx(expected[key], abs=1e-15) for key, found in merged.items())


def test_chance_is_in_the_order_of_names(tmp_path):
    """Whatever the order of the rules: two implementations have the names in common, not the order."""
    subtrees = {
        deal: f'p "" 1 {deal} "" {{ "l" "r" }} 0\nt "" {deal} "" {{ {deal}, -{deal} }}\nt "" 3 "" {{ 3, -3 }}'
        for deal in (1, 2)
    }
    found = []
    for names, chances, deals in (('"a" {} "b" {}', ("1/3", "2/3"), (1, 2)), ('"b" {} "a" {}', ("2/3", "1/3"), (2, 1))):
        path = tmp_path / f"{deals[0]}.efg"
        lines = [
            'EFG 2 R "deals" { "one" "two" }',
            f'c "" 1 "" {{ {names.format(*chances)} }} 0',
            *map(subtrees.get, deals),
        ]
        path.write_text("\n".join(lines))
        rules = load_rules(str(path), {})
        found.append(lay_out(rules, compile_game(str(path), {}, rules)))
    for one, other in zip(*found, strict=True):
        assert one.tolist() == other.tolist()
    assert found[0].chance.tolist() == [1 / 3, 2 / 3]


def test_other_rules_than_those_compiled(kuhn):
    with pytest.raises(InputError, match="expected the infosets that were compiled, found '3p' of player 1 too"):
        lay_out(load_rules("kuhn_poker", {"ranks": 4}), kuhn)
    with pytest.raises(InputError, match="kuhn_poker: expected 133 histories, found 58"):
        lay_out(load_rules("kuhn_poker", {}), replace(kuhn, histories=133))


def test_without_perfect_recall(kuhn):
    parameters = {"num_cards": 4, "imp_info": False}
    rules = load_rules("goofspiel", parameters)
    game = compile_game("goofspiel", parameters, rules, imperfect_recall=True)
    with pytest.raises(InputError, match="goofspiel: expected perfect recall, without which there is no sampling"):
        lay_out(rules, game)


def test_without_histories(kuhn):
    with pytest.raises(InputError, match="sampling: expected a game with its histories, found one without"):
        last(Solver(Tree.of(kuhn), load_variant("external_sampling")), 1)


# What a walk gives.


@pytest.mark.parametrize("game", ["kuhn_poker", "kuhn_poker players=3 ranks=4", "leduc_poker suit_isomorphism=true"])
def test_a_walk_through_everything_is_cfr(game):
    """History by history, where CFR goes by sequences; a walk that samples is not."""
    start = with_histories(game_of(game))
    plays_as(start, sampled(EVERYTHING), load_variant("cfr_alternating"), within=1e-10)
    for name in SAMPLED:
        with pytest.raises(AssertionError):
            plays_as(start, load_variant(name), load_variant("cfr_alternating"), within=1e-3)


def test_without_chance_its_sampling_is_cfr():
    plays_as(
        with_histories(compiled("goofspiel")),
        load_variant("chance_sampling"),
        load_variant("cfr_alternating"),
        stops=(1, 2, 10),
    )


def test_exploring_always_or_never(tree):
    """With ε = 1 actions are drawn uniformly; with the least that there may be, almost by their own probabilities."""
    visits = []
    for explore in (1.0, 0.001):
        solver = Solver(tree, load_variant("outcome_sampling", {"explore": explore}))
        visits.append(np.count_nonzero(last(solver, 3).state.instantaneous_regret))
    assert visits[0] > 0 < visits[1]
    plays_as(tree, load_variant("outcome_sampling"), load_variant("outcome_sampling", {"explore": 0.6}), within=0.0)


def regrets(tree: Tree, variant: Variant, start: Iterate) -> Floats:
    """r after one more iteration; 0 where a walk did not come to."""
    return last(Solver(tree, variant), start.iteration + 1, start).state.instantaneous_regret


@pytest.mark.parametrize("game", ["kuhn_poker", "leduc_poker suit_isomorphism=true"])
@pytest.mark.parametrize("name", SAMPLED)
def test_sampled_regrets_are_right_on_the_average(game, name):
    """Over many seeds, of the player who moves first in iteration 8: within 5.5 standard errors of the full regrets, where
    at least 100 walks came to.

    Those of the first iteration, against the uniform strategy, are not.
    """
    tree = with_histories(game_of(game))
    full = load_variant("cfr_alternating")
    first, seventh = Solver(tree, full).iterates([1, 7])
    clear = {"instantaneous_regret": np.zeros_like(seventh.state.instantaneous_regret)}
    start = seventh._replace(state=State(**{**seventh.state._asdict(), **clear}))
    own = slice(int(tree.sequence_bounds[0]), int(tree.sequence_bounds[1]))
    expected, other = regrets(tree, full, start)[own], first.state.instantaneous_regret[own]
    found = np.array([regrets(tree, load_variant(name, {"seed": seed}), start)[own] for seed in range(3000)])
    error = found.std(axis=0, ddof=1) / np.sqrt(len(found)) + 1e-12

    def apart(numbers):
        return np.abs((found.mean(axis=0) - numbers) / error)[np.count_nonzero(found, axis=0) >= 100].max()

    assert apart(expected) < 5.5 < apart(other)


@pytest.mark.parametrize("name", SAMPLED)
def test_sums_brought_up_to_date_late_are_all_sums(tree, name):
    """The average strategy is that of w xᵗ, summed over all iterations at all infosets, also where no walk came to."""
    for weight in (np.ones_like, lambda t: t, lambda t: np.where(t > 3, 1.0, 0.0)):
        variant = replace(
            load_variant(name), rule=Numbers(add_policy=lambda t, weight=weight: AddPolicy(weight=weight(t)))
        )
        solver = Solver(tree, variant)
        iterates = list(solver.iterates(range(1, 41)))
        sums, uniform = np.zeros(len(tree.entry_bounds) - 1), np.zeros(len(tree.entry_bounds) - 1)
        strategies = [solver.current(Iterate(0, State.start(tree))), *map(solver.current, iterates)]
        for t, (iterate, strategy) in enumerate(zip(iterates, strategies, strict=False), start=1):
            x = realized(tree, strategy)
            sums, uniform = sums + weight(np.array([float(t)])) * x, uniform + x
            average = solver.average(iterate)
            assert np.abs(average - normalized(tree, sums)).max() < 1e-12
        if weight(np.array([2.0])) != 1:
            assert np.abs(average - normalized(tree, uniform)).max() > 1e-4


def realized(tree: Tree, sigma: Floats) -> Floats:
    x = np.ones(len(sigma))
    for parent, first, end in zip(tree.parent.tolist(), tree.first.tolist(), tree.end.tolist(), strict=True):
        x[first:end] = x[parent] * sigma[first:end]
    return x


def normalized(tree: Tree, sums: Floats) -> Floats:
    sigma = np.zeros(len(sums))
    for first, end in zip(tree.first.tolist(), tree.end.tolist(), strict=True):
        total = sums[first:end].sum()
        sigma[first:end] = sums[first:end] / total if total else 1 / (end - first)
    return sigma


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("external_sampling", "Sampling(seed)"),
        ("outcome_sampling", "Sampling(seed, own=0.6)"),
        ("chance_sampling", "Sampling(seed, others=ALL)"),
    ],
)
def test_samplings_of_the_guide(project, tree, name, written):
    """What CONTRIBUTING.md says makes a rule of one's own one of the three makes plain CFR that one, and none of the others."""
    assert f"{written}`" in (project / "CONTRIBUTING.md").read_text()
    sampling = eval(written, {"Sampling": Sampling, "ALL": ALL, "seed": 7})
    for other in SAMPLED:
        if other == name:
            plays_as(tree, sampled(sampling), load_variant(name, {"seed": 7}), within=0.0)
        else:
            with pytest.raises(AssertionError):
                plays_as(tree, sampled(sampling), load_variant(other, {"seed": 7}))


@pytest.mark.parametrize("name", SAMPLED)
def test_seeds(tree, name):
    """Each has its own run, also where only the upper half of its 64 bits is another."""
    found = {
        last(Solver(tree, load_variant(name, {"seed": seed})), 20).state.cumulative_regret.tobytes()
        for seed in (0, 1, 2**32, 2**32 + 1, 2**64 - 1)
    }
    assert len(found) == 5


# Another program.

Runs = dict[tuple[str, str, int], list[float]]
SOLVERS = {
    "pyspiel.ExternalSamplingMCCFRSolver": "external_sampling",
    "pyspiel.OutcomeSamplingMCCFRSolver": "outcome_sampling",
}


@pytest.fixture(scope="module")
def published(project: Path) -> Runs:
    """nash_conv of OpenSpiel's average policies by game, variant and iteration, from each seed."""
    found: Runs = defaultdict(list)
    with (project / "validation/data/sampling.csv").open(encoding="utf-8") as lines:
        next(lines)
        for row in DictReader(lines):
            found[row["game"], SOLVERS[row["solver"]], int(row["iteration"])].append(float(row["nash_conv"]))
    return found


def apart(ours: list[float], theirs: list[float]) -> float:
    """How many standard errors the means of the logarithms are apart."""
    logs = np.log(ours), np.log(theirs)
    return float(logs[0].mean() - logs[1].mean()) / np.sqrt(sum(log.var(ddof=1) / len(log) for log in logs))


@pytest.mark.parametrize("name", ["external_sampling", "outcome_sampling"])
def test_runs_are_as_good_as_those_of_openspiel(published, name):
    """In every game, from 20 seeds each, after 100 and 1,000 iterations; those of the other variant are not."""
    games = {game for game, *_ in published}
    assert len(games) == 3
    for game in games:
        ours: dict[tuple[str, int], list[float]] = defaultdict(list)
        tree = with_histories(game_of(game))
        for variant in SOLVERS.values():
            for seed in range(20):
                solver = Solver(tree, load_variant(variant, {"seed": seed}))
                for iterate in solver.iterates([100, 1000]):
                    ours[variant, iterate.iteration].append(worth(tree, solver.average(iterate)).nash_conv)
        for t in (100, 1000):
            assert abs(apart(ours[name, t], published[game, name, t])) < 4, (game, t)
        (other,) = set(SOLVERS.values()) - {name}
        assert abs(apart(ours[other, 1000], published[game, name, 1000])) > 4, game


# What cannot be sampled.


@pytest.mark.parametrize(
    ("rule", "problem"),
    [
        (
            Numbers(add_regret=lambda t: AddRegret(positive=np.where(t == 3, 0.5, 1.0))),
            r"found add_regret\.positive 0\.5",
        ),
        (
            Numbers(add_regret=lambda t: AddRegret(negative=np.where(t == 3, 0.5, 1.0))),
            r"found add_regret\.negative 0\.5",
        ),
        (
            Numbers(add_policy=lambda t: AddPolicy(discount=np.where(t == 3, 0.5, 1.0))),
            r"found add_policy\.discount 0\.5",
        ),
        (Numbers(policy=lambda t: Policy(discount=np.where(t == 3, 0.5, 1.0))), r"found policy\.discount 0\.5"),
        (Numbers(policy=lambda t: Policy(weight=np.where(t == 3, 0.5, 0.0))), r"found policy\.weight 0\.5"),
    ],
)
def test_discounts_and_predictions(tree, rule, problem):
    """They would have to be applied where no walk came to."""
    solver = Solver(tree, sampled(EVERYTHING, rule))
    last(solver, 2)
    with pytest.raises(RuleError, match="expected neither discounts nor predictions") as error:
        last(solver, 5)
    assert error.value.iteration == 3
    assert error.match(problem)
    with pytest.raises(ValueError, match=r"sampling: expected neither .* predictions, found policy\.weight 1\.0"):
        sampled(EVERYTHING, Numbers(policy=lambda t: Policy(weight=1.0)))


def test_weights_and_floors_are_sampled(tree):
    """CFR+, sampled through everything, is CFR+."""
    rule = Numbers(add_regret=lambda t: AddRegret(floor=0.0), add_policy=lambda t: AddPolicy(weight=t))
    plays_as(tree, sampled(EVERYTHING, rule), load_variant("cfr_plus"), within=1e-9)
    with pytest.raises(AssertionError):
        plays_as(tree, sampled(EVERYTHING), load_variant("cfr_plus"), within=1e-9)


@pytest.mark.parametrize(
    ("facts", "problem"),
    [
        ({"updates": SIMULTANEOUS}, "sampling: expected a rule of numbers, alternating"),
        ({"rule": Arrays()}, "sampling: expected a rule of numbers, alternating"),
        ({"sampling": Sampling(-1)}, "seed: expected 0 to 2\\*\\*64 - 1, found -1"),
        ({"sampling": Sampling(2**64)}, "seed: expected 0 to"),
        ({"sampling": Sampling(0, own=1.5)}, "own: expected ALL or an exploration from 0 to 1, found 1.5"),
        ({"sampling": Sampling(0, chance=-0.5)}, "chance: expected ALL or an exploration"),
        ({"sampling": Sampling(0, others=nan)}, "others: expected ALL or an exploration"),
        ({"sampling": Sampling(0, own=0.0)}, "own: expected some exploration, without which actions are never tried"),
    ],
)
def test_records_that_cannot_be(facts, problem):
    given = {"sampling": EVERYTHING, **facts}
    with pytest.raises(ValueError, match=problem):
        sampled(**given)


@pytest.mark.parametrize(
    ("name", "parameters", "problem"),
    [
        ("external_sampling", {"seed": -1}, "seed: expected 0 to 2\\*\\*64 - 1, found -1"),
        ("external_sampling", {"seed": 1.5}, "seed: expected a whole number, found 1.5"),
        ("chance_sampling", {"seed": True}, "seed: expected a whole number, found True"),
        ("outcome_sampling", {"explore": 0.0}, "explore: expected 0.001 to 1, found 0.0"),
        ("outcome_sampling", {"explore": nan}, "explore: expected a number"),
        ("external_sampling", {"explore": 0.5}, "unknown parameter 'explore', expected one of: seed"),
    ],
)
def test_parameters_that_cannot_be(name, parameters, problem):
    with pytest.raises(InputError, match=problem):
        load_variant(name, parameters)
