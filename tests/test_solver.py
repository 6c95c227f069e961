"""The solver against closed forms, exact fractions, published numbers, and a plain walk over histories."""

from fractions import Fraction

import numpy as np
import pytest

from regretlab.errors import InputError
from regretlab.registry import load_rules, load_variant, variant_names
from regretlab.rules import CHANCE, TERMINAL
from regretlab.sequence_form.arrays import State, Tree
from regretlab.sequence_form.solver import (
    average_strategy,
    current_strategy,
    iterates,
    worth,
)
from regretlab.variant import ALTERNATING, AddPolicy, AddRegret, Policy, Variant

from small_games import compiled

UNCERTAIN = {"reference": "a test", "guarantee": "none"}

CFR_PLUS = Variant(
    title="CFR+, linear averaging",
    updates=ALTERNATING,
    add_regret=lambda t: AddRegret(floor=0.0),
    add_policy=lambda t: AddPolicy(weight=t),
    policy=lambda t: Policy(),
    **UNCERTAIN,
)
DCFR = Variant(
    title="DCFR(1.5, 0, 2)",
    updates=ALTERNATING,
    add_regret=lambda t: AddRegret(positive=(t - 1) ** 1.5 / ((t - 1) ** 1.5 + 1), negative=0.5),
    add_policy=lambda t: AddPolicy(discount=((t - 1) / t) ** 2),
    policy=lambda t: Policy(),
    **UNCERTAIN,
)
PCFR_PLUS = Variant(
    title="PCFR+, quadratic averaging",
    updates=ALTERNATING,
    add_regret=lambda t: AddRegret(floor=0.0),
    add_policy=lambda t: AddPolicy(weight=t * t),
    policy=lambda t: Policy(weight=1.0),
    **UNCERTAIN,
)

# Exploitability of the average strategy on Kuhn poker, from the curves published with DDCFR (ICLR 2024), to the digits given.
PUBLISHED = [
    (load_variant("cfr_alternating"), {2: 2.708333e-01, 10: 6.869879e-02, 100: 8.225977e-03, 1000: 9.376166e-04}),
    (CFR_PLUS, {2: 2.638889e-01, 10: 3.268709e-02, 100: 1.194404e-03, 1000: 8.736532e-05}),
    (DCFR, {2: 2.583333e-01, 10: 2.277878e-02, 100: 1.666342e-03, 1000: 1.465002e-04}),
]


@pytest.mark.parametrize(("variant", "curve"), PUBLISHED, ids=lambda value: getattr(value, "title", ""))
def test_published_curves(kuhn, variant, curve):
    """Discounted, clipped and weighted variants come out of the same loop, to the seven digits that are published."""
    tree = Tree.of(kuhn)
    for iterate in iterates(tree, variant, list(curve)):
        found = worth(tree, average_strategy(tree, iterate)).exploitability
        assert f"{found:.6e}" == f"{curve[iterate.iteration]:.6e}"


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
    deaf = Variant(**{**vars(PCFR_PLUS), "policy": lambda t: Policy()})
    for variant, agrees in ((PCFR_PLUS, True), (deaf, False)):
        (iterate,) = iterates(tree, variant, [50])
        average = average_strategy(tree, iterate)
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
    (iterate,) = iterates(tree, load_variant("cfr"), [1])
    found = {(infoset.name, action): iterate.state.cumulative_regret[q] for q, infoset, action in kuhn.rows()}
    expected = {
        ("0", "pass"): Fraction(-1, 8),
        ("0", "bet"): Fraction(1, 8),
        ("0pb", "pass"): Fraction(1, 12),
        ("0pb", "bet"): Fraction(-1, 12),
    }
    for key, regret in expected.items():
        assert found[key] == pytest.approx(float(regret), abs=1e-16)


@pytest.mark.parametrize("name", variant_names())
class TestEveryVariant:
    """What must hold for every file of the folder."""

    def test_starts_uniform(self, kuhn, name):
        """The first average is the uniform strategy: 11/24."""
        tree = Tree.of(kuhn)
        (iterate,) = iterates(tree, load_variant(name), [1])
        assert worth(tree, average_strategy(tree, iterate)).exploitability == pytest.approx(11 / 24, abs=1e-15)

    def test_strategies_are_distributions(self, kuhn, name):
        """At every infoset, at every stop."""
        tree, variant = Tree.of(kuhn), load_variant(name)
        for iterate in iterates(tree, variant, [1, 2, 3, 50, 1000]):
            for sigma in (average_strategy(tree, iterate), current_strategy(tree, variant, iterate)):
                for first, end in zip(tree.first, tree.end, strict=True):
                    assert sigma[first:end].min() >= 0
                    assert sigma[first:end].sum() == pytest.approx(1, abs=1e-15)

    def test_iterates_never_change(self, kuhn, name):
        """What was yielded is read-only, and going on does not touch it."""
        tree = Tree.of(kuhn)
        first, second = iterates(tree, load_variant(name), [3, 4])
        (again,) = iterates(tree, load_variant(name), [3])
        for array, same, later in zip(first.state, again.state, second.state, strict=True):
            assert array.tobytes() == same.tobytes()
            assert array.tobytes() != later.tobytes()
            with pytest.raises(ValueError, match="read-only"):
                array[0] = 1.0

    def test_resumes_to_the_same_bits(self, kuhn, name):
        """Any stop is as good as none, on two players or three."""
        for game in (kuhn, compiled("kuhn_poker", players=3, ranks=4)):
            tree, variant = Tree.of(game), load_variant(name)
            (straight,) = iterates(tree, variant, [257])
            (first,) = iterates(tree, variant, [93])
            (resumed,) = iterates(tree, variant, [257], first)
            for one, other in zip(straight.state, resumed.state, strict=True):
                assert one.tobytes() == other.tobytes()

    def test_converges_as_theory_says(self, kuhn, name):
        """nash_conv ≤ Σ over players of Δ |I| √|A| / √T (Zinkevich et al. 2007, theorems 3 and 4), Δ = 4 here."""
        tree, variant = Tree.of(kuhn), load_variant(name)
        for iterate in iterates(tree, variant, [10, 100, 1000, 10000]):
            bound = 2 * 4 * 6 * 2**0.5 / iterate.iteration**0.5
            assert worth(tree, average_strategy(tree, iterate)).nash_conv <= bound

    def test_payoff_scale_does_not_matter(self, kuhn, name):
        """Payoffs doubled: regrets doubled, strategies the same bits."""
        tree, variant = Tree.of(kuhn), load_variant(name)
        doubled = tree._replace(payoff=tree.payoff * 2)
        (one,), (other,) = iterates(tree, variant, [500]), iterates(doubled, variant, [500])
        assert (one.state.cumulative_regret * 2).tobytes() == other.state.cumulative_regret.tobytes()
        assert one.state.strategy_sum.tobytes() == other.state.strategy_sum.tobytes()

    def test_no_positive_regret_is_uniform(self, kuhn, name):
        """Where nothing is regretted, all actions are equally likely."""
        tree, variant = Tree.of(kuhn), load_variant(name)
        (iterate,) = iterates(tree, variant, [1])
        gloomy = iterate._replace(state=State(*(np.full_like(array, -1.0) for array in iterate.state)))
        sigma = current_strategy(tree, variant, gloomy)
        assert all(sigma[q] == 0.5 for q, _, _ in kuhn.rows())


def test_numbers_that_are_none_are_refused(kuhn):
    """A variant whose coefficient is not a number is stopped, with the iteration."""
    broken = Variant(**{**vars(CFR_PLUS), "add_policy": lambda t: AddPolicy(weight=np.where(t == 3, np.nan, t))})
    with pytest.raises(InputError, match=r"CFR\+, linear averaging: iteration 3: expected numbers"):
        list(iterates(Tree.of(kuhn), broken, [5]))


def test_unknown_variant():
    """The message lists the variants there are."""
    with pytest.raises(InputError, match="unknown variant 'cfr2', expected one of: cfr, cfr_alternating"):
        load_variant("cfr2")
