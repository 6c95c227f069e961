"""The solver against closed forms, exact fractions, published numbers, and a plain walk over histories."""

from fractions import Fraction

import numpy as np
import pytest

from regretlab.errors import InputError
from regretlab.registry import load_rules, load_variant
from regretlab.rules import CHANCE, TERMINAL
from regretlab.sequence_form.arrays import Tree
from regretlab.sequence_form.solver import Iterate, Solver, worth

from small_games import compiled


def walk_predictive(iterations: int) -> dict[tuple[int, str], list[float]]:
    """PCFR+ as its paper defines it (Farina, Kroer, Sandholm, AAAI 2021), by a plain walk over histories of Kuhn poker.

    Returns the quadratically weighted average strategy.
    """
    rules = load_rules("kuhn_poker", {})
    R: dict = {}
    m: dict = {}
    S: dict = {}

    def sigma(key):
        weights = [max(0.0, a + b) for a, b in zip(R.get(key, [0, 0]), m.get(key, [0, 0]), strict=True)]
        total = weights[0] + weights[1]
        return [w / total for w in weights] if total > 0 else [0.5, 0.5]

    def walk(state, player, own, others, t, played, r):
        turn = rules.turn(state)
        if turn == TERMINAL:
            return float(rules.payoffs(state)[player])
        if turn == CHANCE:
            return sum(
                float(p) * walk(rules.play(state, card), player, own, others * float(p), t, played, r)
                for card, p in enumerate(rules.chances(state))
            )
        key = (turn, rules.infoset(state))
        probabilities = played.setdefault(key, sigma(key))
        values = []
        for action in range(2):
            reach = (own * probabilities[action], others) if turn == player else (own, others * probabilities[action])
            values.append(walk(rules.play(state, action), player, *reach, t, played, r))
        value = probabilities[0] * values[0] + probabilities[1] * values[1]
        if turn == player:
            for action in range(2):
                r.setdefault(key, [0.0, 0.0])[action] += others * (values[action] - value)
                # own reach is the same in both histories of an infoset; halving makes their sum that reach
                S.setdefault(key, [0.0, 0.0])[action] += t * t * own * probabilities[action] / 2
        return value

    for t in range(1, iterations + 1):
        for player in range(2):
            r: dict = {}
            walk(rules.root(), player, 1.0, 1.0, t, {}, r)
            for key, regrets in r.items():
                R[key] = [max(0.0, a + b) for a, b in zip(R.get(key, [0, 0]), regrets, strict=True)]
                m[key] = regrets
    return {key: [s / sum(sums) for s in sums] for key, sums in S.items()}


def test_predictive_variant(kuhn):
    """PCFR+, whose policy looks one regret ahead, agrees with a plain walk; with the prediction off it does not."""
    tree = Tree.of(kuhn)
    walked = walk_predictive(50)
    for prediction, agrees in ((1.0, True), (0.0, False)):
        solver = Solver(tree, load_variant("pcfr_plus", {"prediction": prediction}))
        (iterate,) = solver.iterates([50])
        average = solver.average(iterate)
        largest = max(
            abs(average[q] - walked[infoset.player, infoset.name][infoset.actions.index(action)])
            for q, infoset, action in kuhn.rows()
        )
        assert (largest < 1e-12) == agrees


def test_uniform_kuhn_is_worth(kuhn):
    """All uniform: value 1/8 to player 0, nash_conv 11/12 (OpenSpiel's exploitability test)."""
    tree = Tree.of(kuhn)
    measured = worth(tree, np.full(len(tree.entry_bounds) - 1, 0.5))
    assert measured.value == pytest.approx([0.125, -0.125], abs=1e-15)
    assert measured.nash_conv == pytest.approx(float(Fraction(11, 12)), abs=1e-15)
    assert measured.exploitability == measured.nash_conv / 2


def test_always_passing_kuhn_is_worth(kuhn):
    """Both always pass: nash_conv 2 (OpenSpiel's exploitability test)."""
    tree = Tree.of(kuhn)
    sigma = np.zeros(len(tree.entry_bounds) - 1)
    for q, _, action in kuhn.rows():
        sigma[q] = action == "pass"
    assert worth(tree, sigma).nash_conv == 2.0


@pytest.mark.parametrize("alpha", [Fraction(0), Fraction(1, 7), Fraction(1, 3)])
def test_kuhn_equilibrium_is_worth(kuhn, alpha):
    """A member of Kuhn's family: value -1/18, no gain for anybody."""
    bet = {"0": alpha, "1": 0, "2": 3 * alpha, "0pb": 0, "1pb": alpha + Fraction(1, 3), "2pb": 1}
    bet |= {"0b": 0, "0p": Fraction(1, 3), "1b": Fraction(1, 3), "1p": 0, "2b": 1, "2p": 1}
    tree = Tree.of(kuhn)
    sigma = np.zeros(len(tree.entry_bounds) - 1)
    for q, infoset, action in kuhn.rows():
        sigma[q] = float(bet[infoset.name] if action == "bet" else 1 - bet[infoset.name])
    measured = worth(tree, sigma)
    assert measured.value[0] == pytest.approx(-1 / 18, abs=1e-15)
    assert measured.gain == pytest.approx([0, 0], abs=1e-15)


def test_three_players(kuhn):
    """With three players all passing, each has the pot of 3 with probability 1/3: value 0 for all, and betting gains."""
    game = compiled("kuhn_poker", players=3, ranks=4)
    tree = Tree.of(game)
    sigma = np.zeros(len(tree.entry_bounds) - 1)
    for q, _, action in game.rows():
        sigma[q] = action == "pass"
    measured = worth(tree, sigma)
    assert measured.value == pytest.approx([0, 0, 0], abs=1e-15)
    # against players who never call, a bet always wins the two other antes
    assert measured.gain == pytest.approx([2, 2, 2], abs=1e-15)


def test_first_iterations_in_fractions(kuhn):
    """Vanilla CFR's first regrets, worked out by hand for player 0 with J.

    Against a uniform opponent, J gains by check -1 if checked to, -1 by fold or -2 by call after a bet; by betting it gains
    +1 or -2. Per opponent's card (probability 1/6 each, two cards): check is worth (-1 + (-1 - 2)/2)/2 = -5/4, bet (1 - 2)/2 =
    -1/2; the mean is -7/8; so the regrets are 2/6 times -3/8 and 3/8. Facing a bet after a check, reached by the opponent with
    probability 1/2: fold -1, call -2, mean -3/2: regrets 2/6 · 1/2 · (±1/2).
    """
    tree = Tree.of(kuhn)
    (iterate,) = Solver(tree, load_variant("cfr")).iterates([1])
    found = {(infoset.name, action): iterate.state.cumulative_regret[q] for q, infoset, action in kuhn.rows()}
    expected = {
        ("0", "pass"): Fraction(-1, 8),
        ("0", "bet"): Fraction(1, 8),
        ("0pb", "pass"): Fraction(1, 12),
        ("0pb", "bet"): Fraction(-1, 12),
    }
    for key, regret in expected.items():
        assert found[key] == pytest.approx(float(regret), abs=1e-16)


@pytest.mark.parametrize("name", ["cfr", "cfr_alternating", "cfr_plus", "dcfr", "pcfr_plus"])
def test_converges_as_theory_says(kuhn, name):
    """nash_conv ≤ Σ over players of Δ |I| √|A| / √T (Zinkevich et al. 2007, theorems 3 and 4), Δ = 4 here."""
    tree = Tree.of(kuhn)
    solver = Solver(tree, load_variant(name))
    for iterate in solver.iterates([10, 100, 1000, 10000, 100000]):
        bound = 2 * 4 * 6 * 2**0.5 / iterate.iteration**0.5
        assert worth(tree, solver.average(iterate)).nash_conv <= bound


def test_numbers_of_many_iterations_are_laid_out_in_parts(kuhn):
    """Beyond 65,536 iterations nothing changes: any stop is as good as none."""
    solver = Solver(Tree.of(kuhn), load_variant("cfr_plus"))
    (straight,) = solver.iterates([70_000])
    *_, stopped = solver.iterates([1, 65_535, 65_536, 65_537, 70_000])
    for one, other in zip(straight.state, stopped.state, strict=True):
        assert one.tobytes() == other.tobytes()


def test_a_start_is_not_changed(kuhn):
    """Who resumes from arrays that can be written finds them as they were."""
    tree = Tree.of(kuhn)
    for name in ("cfr", "apcfr_plus"):
        solver = Solver(tree, load_variant(name))
        (first,) = solver.iterates([7])
        start = Iterate(7, first.state.copy(), {key: array.copy() for key, array in first.memory.items()})
        list(solver.iterates([8, 20], start))
        for ours, kept in zip(
            (*start.state, *start.memory.values()), (*first.state, *first.memory.values()), strict=True
        ):
            assert ours.tobytes() == kept.tobytes()


def test_no_stops_no_iterates(kuhn):
    """Nothing asked for is nothing run; a stop at the start is the start."""
    solver = Solver(Tree.of(kuhn), load_variant("cfr"))
    assert list(solver.iterates([])) == []
    (first,) = solver.iterates([5])
    (again,) = solver.iterates([5], first)
    assert [array.tobytes() for array in again.state] == [array.tobytes() for array in first.state]


def test_unknown_variant():
    """The message lists the variants there are."""
    with pytest.raises(
        InputError, match="unknown variant 'cfr2', expected one of: apcfr_plus, autocfr4, cfr, cfr_alternating"
    ):
        load_variant("cfr2")
