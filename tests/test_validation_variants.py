"""Our variants against solvers of OpenSpiel and LiteEFG in validation/data: nash_conv of four games, strategies of Kuhn poker.

Each comparison is given wrong rules, wrong exponents and wrong numbers, too. Where the programs part is told in
validation/README.md, whose tables are compared with what is measured.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import pytest

from regretlab.registry import load_variant
from regretlab.sequence_form import kernels
from regretlab.sequence_form.arrays import Floats
from regretlab.sequence_form.solver import Iterate, Solver, worth
from regretlab.variant import Opponents, Passes, Variant

from named_games import game_of, tree_of, uniform
from openspiel_numbers import TOLERANCE, VALIDATION, Numbers, differing, floats, games_of, read, rows_of

STOPS = (1, 2, 3, 5, 10, 20, 50)
KUHN = "kuhn_poker players=2 ranks=3"
LEDUC = "leduc_poker players=2 ranks=3 suit_isomorphism=false"
GOOFSPIEL = "goofspiel players=2 num_cards=3 imp_info=true points_order=descending returns_type=win_loss"
DICE = "liars_dice numdice=1 dice_sides=3"

FILES = {"OpenSpiel": ("variants.csv", "variant_strategies.csv"), "LiteEFG": ("liteefg.csv", "liteefg_strategies.csv")}


class Peer(NamedTuple):
    """A strategy of a solver of another program."""

    program: str
    solver: str
    settings: str
    strategy: str

    def __str__(self) -> str:
        """The row as one name."""
        return " ".join(field for field in self if field)


class Ours(NamedTuple):
    """What answers to it: a variant with parameters, which strategy, and so many iterations later."""

    variant: str
    parameters: Mapping[str, float]
    strategy: str
    later: int = 0

    def made(self) -> Variant:
        return load_variant(self.variant, self.parameters)


PLAYED_NEXT = {
    "last-iterate": "the next",
    "avg-iterate": "mean of the next",
    "linear-avg-iterate": "linear mean of the next",
}
"""LiteEFG takes the strategy that iteration t + 1 plays for that of iteration t, keeps its realization weights, and averages."""
DISCOUNTED: tuple[Mapping[str, float], ...] = ({}, {"alpha": 2.0, "beta": -0.5, "gamma": 3.5})
EXPONENTS = ("alpha=1.5 beta=0 gamma=2", "alpha=2.0 beta=-0.5 gamma=3.5")
AT_ONCE = "alternating_updates=False linear_averaging=False regret_matching_plus=False"


def _openspiel(solver: str, ours: Ours, settings: str = "", strategy: str = "average") -> tuple[Peer, Ours]:
    return Peer("OpenSpiel", solver, settings, strategy), ours


def _liteefg(solver: str, variant: str) -> Iterator[tuple[Peer, Ours]]:
    for strategy, of_ours in PLAYED_NEXT.items():
        yield Peer("LiteEFG", solver, "", strategy), Ours(variant, {}, of_ours)


def _discounted() -> Iterator[tuple[Peer, Ours]]:
    for settings, parameters in zip(EXPONENTS, DISCOUNTED, strict=True):
        yield _openspiel("discounted_cfr.DCFRSolver", Ours("dcfr", parameters, "average"), settings)
        yield Peer("LiteEFG", "DCFR", settings, "last-iterate"), Ours("dcfr", parameters, "the next")
        yield Peer("LiteEFG", "DCFR", settings, "average-iterate"), Ours("dcfr", parameters, "average")


REGRETS = dict(
    [
        _openspiel("pyspiel.CFRSolver", Ours("cfr_alternating", {}, "average")),
        _openspiel("cfr.CFRSolver", Ours("cfr_alternating", {}, "average")),
        _openspiel("cfr._CFRSolver", Ours("cfr", {}, "average"), AT_ONCE),
        _openspiel("pyspiel.CFRPlusSolver", Ours("cfr_plus", {}, "average")),
        _openspiel("cfr.CFRPlusSolver", Ours("cfr_plus", {}, "average")),
        _openspiel("discounted_cfr.LCFRSolver", Ours("linear_cfr", {}, "average")),
        *_liteefg("CFR", "cfr"),
        *_liteefg("CFRplus", "cfr_plus"),
        *_liteefg("PCFR", "pcfr_plus"),
        *_discounted(),
    ]
)
BEST_RESPONSES = dict(
    [
        _openspiel("pyspiel.CFRBRSolver", Ours("cfr_br", {}, "average")),
        _openspiel("cfr_br.CFRBRSolver", Ours("cfr_br", {}, "average")),
        _openspiel("fictitious_play.XFPSolver", Ours("xfp", {}, "average", later=1)),
    ]
)
"""Where what is worth the same decides."""
ALPHAS_AND_STEPS = ((0.1, 0.1), (0.02, 0.5), (0.0, 0.5))
MIRROR_DESCENT = {
    Peer("OpenSpiel", "mmd_dilated.MMDDilatedEnt", f"alpha={alpha} stepsize={eta}", strategy): Ours(
        "mmd", {"alpha": alpha, "eta": eta}, strategy, later
    )
    for alpha, eta in ALPHAS_AND_STEPS
    for strategy, later in (("current", 0), ("average", 1))
}
ALL = {**REGRETS, **BEST_RESPONSES, **MIRROR_DESCENT}


def published(peer: Peer, game: str) -> Numbers:
    """By iteration, and `nash_conv` or player and infoset."""
    run: dict[tuple[Any, ...], list[float]] = {}
    for file in FILES[peer.program]:
        for row in rows_of(file, game):
            if (row["solver"], row["settings"], row["strategy"]) == peer[1:]:
                if "nash_conv" in row:
                    run[int(row["iteration"]), "nash_conv"] = [float(row["nash_conv"])]
                else:
                    run[int(row["iteration"]), row["player"], row["infoset"]] = floats(row["probabilities"])
    return run


def measured(game: str, strategies: Mapping[int, Floats]) -> Numbers:
    """The same numbers of strategies (Q,) by iteration."""
    run: dict[tuple[Any, ...], Sequence[float]] = {}
    found = game_of(game)
    for iteration, sigma in strategies.items():
        run[iteration, "nash_conv"] = [worth(tree_of(game), sigma).nash_conv]
        if game == KUHN and iteration in (5, 50):
            for first, infoset in zip(found.first_sequences, found.infosets, strict=True):
                probabilities = sigma[first : first + len(infoset.actions)].tolist()
                run[iteration, str(infoset.player), infoset.name] = probabilities
    return run


def strategies(game: str, variant: Variant, strategy: str, later: int = 0) -> dict[int, Floats]:
    """(Q,) A strategy of ours by iteration of the other program; ours come later."""
    solver = Solver(tree_of(game), variant)
    iterates = solver.iterates(range(1, STOPS[-1] + later + 1))
    if strategy in PLAYED_NEXT.values():
        return dict(_of_the_next(game, solver, iterates, strategy))
    chosen = solver.current if strategy == "current" else solver.average
    return {t.iteration - later: chosen(t) for t in iterates if t.iteration - later in STOPS}


def _of_the_next(game: str, solver: Solver, iterates: Iterator[Iterate], strategy: str) -> Iterator[tuple[int, Floats]]:
    """The strategy that comes after iteration t, or the mean of the realization weights of those after 1 to t."""
    tree = tree_of(game)
    total = np.zeros(game_of(game).sequence_bounds[-1])
    for iterate in iterates:
        x, mean = np.zeros_like(total), np.zeros_like(total)
        kernels.weigh(tree, solver.current(iterate), x)
        weight = iterate.iteration if strategy.startswith("linear") else 1.0
        total = x if strategy == "the next" else total + weight * x
        if iterate.iteration in STOPS:
            kernels.average(tree, total, mean)
            yield iterate.iteration, mean


@cache
def _run(peer: Peer, game: str) -> Numbers:
    ours = ALL[peer]
    return measured(game, strategies(game, ours.made(), ours.strategy, ours.later))


def difference(found: Numbers, expected: Numbers, iteration: int) -> float:
    """The largest one after that iteration."""
    keys = [key for key in expected if key[0] == iteration]
    return max(float(np.max(np.abs(np.subtract(found[key], expected[key])))) for key in keys)


def last_equal(found: Numbers, expected: Numbers) -> int:
    """The last iteration up to which all agree; 0 if none."""
    last = 0
    for iteration in STOPS:
        if difference(found, expected, iteration) > TOLERANCE:
            break
        last = iteration
    return last


# The tables of the page: where programs part.


class Parting(NamedTuple):
    """A row of the page's table: the last iteration with equal numbers, and the largest difference afterwards."""

    last: int
    largest: float


@cache
def partings() -> dict[tuple[str, Peer], Parting]:
    """What validation/README.md says, by game and solver."""
    page = (VALIDATION / "README.md").read_text(encoding="utf-8")
    lines = page.split("<!-- partings: begin -->")[1].split("<!-- partings: end -->")[0].strip().splitlines()
    found = {}
    for line in lines[2:]:
        game, program, solver, settings, strategy, last, largest = [cell.strip(" `") for cell in line.split("|")[1:-1]]
        peer = Peer(program, solver, settings, strategy)
        found[game, peer] = Parting(int(last), float(largest))
    return found


def games_of_peer(peer: Peer) -> list[str]:
    return games_of(FILES[peer.program][0])


CASES = [(peer, game) for peer in ALL for game in games_of_peer(peer)]
IDS = [f"{peer} {game.split()[0]}" for peer, game in CASES]


def test_everything_published_is_compared() -> None:
    for program, files in FILES.items():
        for file in files:
            peers = {Peer(program, row["solver"], row["settings"], row["strategy"]) for row in read(file)}
            assert peers == {peer for peer in ALL if peer.program == program}
    assert games_of("variants.csv") == [KUHN, LEDUC, GOOFSPIEL, DICE]
    assert games_of("liteefg.csv") == [KUHN, LEDUC]
    for peer, game in CASES:
        nash_convs = [iteration for iteration, *what in published(peer, game) if what == ["nash_conv"]]
        assert nash_convs == list(STOPS)
        assert len(published(peer, game)) == len(STOPS) + (24 if game == KUHN else 0)


@pytest.mark.parametrize(("peer", "game"), CASES, ids=IDS)
def test_trajectory(peer: Peer, game: str) -> None:
    """Equal to 1e-12, as far as the page says."""
    found, expected = _run(peer, game), published(peer, game)
    assert set(found) == set(expected)
    last = last_equal(found, expected)
    if (game, peer) in partings():
        said = partings()[game, peer]
        largest = max(difference(found, expected, iteration) for iteration in STOPS if iteration > last)
        assert last == said.last
        assert said.largest / 3 < largest < said.largest * 3
    else:
        assert last == STOPS[-1]
        assert differing(found, expected) == []


def test_the_page_tells_of_nothing_else() -> None:
    assert set(partings()) <= {(game, peer) for peer, game in CASES}


@pytest.mark.parametrize("game", [KUHN, LEDUC, GOOFSPIEL, DICE])
@pytest.mark.parametrize(
    ("cpp", "python"), [("CFRSolver", "cfr"), ("CFRPlusSolver", "cfr"), ("CFRBRSolver", "cfr_br")], ids=str
)
def test_openspiel_agrees_with_itself(cpp: str, python: str, game: str) -> None:
    """In C++ and Python, to the bit."""
    of_cpp, of_python = (
        published(Peer("OpenSpiel", f"{module}.{cpp}", "", "average"), game) for module in ("pyspiel", python)
    )
    assert differing(of_cpp, of_python, tolerance=0.0) == []


def test_a_lock_file_names_no_host() -> None:
    text = (VALIDATION / "requirements-liteefg.txt").read_text(encoding="utf-8")
    assert "://" not in text
    assert "index-url" not in text
    packages = re.split(r"\n(?=\S)", text.split("requirements-liteefg.in\n")[1].strip())
    assert len(packages) > 30
    for package in packages:
        assert re.match(r"[a-z0-9-]+==\S+( ; .*)? \\\n", package), package
        assert "--hash=sha256:" in package


# Wrong rules and exponents. All of them are told in Kuhn poker, which has both programs' strategies, too.

SLIGHTLY = 1e-6
WRONG = [
    (Peer("OpenSpiel", "pyspiel.CFRSolver", "", "average"), Ours("cfr", {}, "average")),
    (Peer("OpenSpiel", "cfr._CFRSolver", AT_ONCE, "average"), Ours("cfr_alternating", {}, "average")),
    (Peer("OpenSpiel", "cfr.CFRPlusSolver", "", "average"), Ours("cfr_plus", {"gamma": 1 + SLIGHTLY}, "average")),
    (Peer("OpenSpiel", "cfr.CFRPlusSolver", "", "average"), Ours("cfr_plus", {"delay": 1}, "average")),
    (Peer("OpenSpiel", "cfr.CFRPlusSolver", "", "average"), Ours("linear_cfr", {}, "average")),
    (Peer("OpenSpiel", "cfr.CFRPlusSolver", "", "average"), Ours("pcfr_plus", {"gamma": 1}, "average")),
    (Peer("OpenSpiel", "discounted_cfr.LCFRSolver", "", "average"), Ours("dcfr", {"alpha": 1, "gamma": 1}, "average")),
    (Peer("OpenSpiel", "discounted_cfr.LCFRSolver", "", "average"), Ours("cfr_alternating", {}, "average")),
    *(
        (peer, ours._replace(parameters={"alpha": 1.5, "beta": 0.0, "gamma": 2.0} | {exponent: value}))
        for peer, ours in REGRETS.items()
        if peer.settings == EXPONENTS[0]
        for exponent, value in (("alpha", 1.5 + SLIGHTLY), ("beta", SLIGHTLY), ("gamma", 2 + SLIGHTLY))
        if (exponent, ours.strategy) != ("gamma", "the next")
    ),
    (Peer("OpenSpiel", "cfr_br.CFRBRSolver", "", "average"), Ours("cfr", {}, "average")),
    (Peer("OpenSpiel", "cfr_br.CFRBRSolver", "", "average"), Ours("xfp", {}, "average", later=1)),
    (Peer("OpenSpiel", "fictitious_play.XFPSolver", "", "average"), Ours("xfp", {}, "average")),
    (Peer("OpenSpiel", "fictitious_play.XFPSolver", "", "average"), Ours("cfr_br", {}, "average", later=1)),
    *(
        (peer, ours._replace(parameters={**ours.parameters, parameter: ours.parameters[parameter] + SLIGHTLY}))
        for peer, ours in MIRROR_DESCENT.items()
        for parameter in ("alpha", "eta")
    ),
    (Peer("LiteEFG", "CFR", "", "avg-iterate"), Ours("cfr", {}, "average")),
    (Peer("LiteEFG", "CFR", "", "last-iterate"), Ours("cfr_alternating", {}, "the next")),
    (Peer("LiteEFG", "CFRplus", "", "linear-avg-iterate"), Ours("cfr_plus", {}, "average")),
    (Peer("LiteEFG", "PCFR", "", "last-iterate"), Ours("pcfr_plus", {"prediction": 1 - SLIGHTLY}, "the next")),
    (Peer("LiteEFG", "PCFR", "", "last-iterate"), Ours("cfr_plus", {}, "the next")),
    (Peer("LiteEFG", "PCFR", "", "linear-avg-iterate"), Ours("pcfr_plus", {"gamma": 1}, "average")),
]


@pytest.mark.parametrize(
    ("peer", "wrong"), WRONG, ids=[f"{peer} as {' '.join(map(str, ours))}" for peer, ours in WRONG]
)
def test_a_wrong_variant_is_told(peer: Peer, wrong: Ours) -> None:
    found = measured(KUHN, strategies(KUHN, wrong.made(), wrong.strategy, wrong.later))
    assert last_equal(found, published(peer, KUHN)) < last_equal(_run(peer, KUHN), published(peer, KUHN))
    assert last_equal(found, published(peer, KUHN)) <= 3


def test_every_variant_has_wrong_ones() -> None:
    assert {ALL[peer].variant for peer, _ in WRONG} == {ours.variant for ours in ALL.values()}


@pytest.mark.parametrize("peer", [peer for peer in REGRETS if (KUHN, peer) not in partings()], ids=str)
def test_a_wrong_figure_is_told(peer: Peer) -> None:
    expected = published(peer, KUHN)
    for key, numbers in expected.items():
        wrong = {**expected, key: [*numbers[:-1], numbers[-1] + 1e-11]}
        assert differing(_run(peer, KUHN), wrong) == [key]


@pytest.mark.parametrize("game", [KUHN, LEDUC])
@pytest.mark.parametrize(("gamma", "strategy"), [(0, "avg-iterate"), (1, "linear-avg-iterate")])
def test_a_delay_is_what_liteefg_leaves_out(game: str, gamma: int, strategy: str) -> None:
    """An average that begins with the second strategy is that of CFR+ with a delay of 1, one iteration later."""
    expected = published(Peer("LiteEFG", "CFRplus", "", strategy), game)
    variant = load_variant("cfr_plus", {"gamma": gamma, "delay": 1})
    assert differing(measured(game, strategies(game, variant, "average", later=1)), expected) == []


# Best responses. Where actions are worth the same, we take the first; in OpenSpiel rounding chooses. With its choices among
# such actions we get its numbers.

ANSWERING = ("cfr_br.CFRBRSolver", "fictitious_play.XFPSolver")


def answers(game: str, solver: str) -> list[Floats]:
    """(Q,) OpenSpiel's best responses, one strategy for each iteration."""
    taken = {
        (row["player"], row["infoset"]): [int(action) for action in row["actions"].split()]
        for row in rows_of("best_responses.csv", game)
        if row["solver"] == solver
    }
    found = game_of(game)
    pure = np.zeros((STOPS[-1], found.sequence_bounds[-1]))
    for first, infoset in zip(found.first_sequences, found.infosets, strict=True):
        for iteration, action in enumerate(taken[str(infoset.player), infoset.name]):
            pure[iteration, first + action] = 1.0
    return list(pure)


def lost(game: str, sigma: Floats, answer: Floats) -> float:
    """What the players lose at most, each answering to the others' `sigma` in that way, against best responses."""
    bounds = game_of(game).sequence_bounds
    losses = []
    for player in range(2):
        profile = sigma.copy()
        profile[bounds[player] : bounds[player + 1]] = answer[bounds[player] : bounds[player + 1]]
        losses.append(float(worth(tree_of(game), profile).gain[player]))
    return max(losses)


def cfr_br_with(given: Sequence[Floats]) -> Variant:
    """CFR-BR that takes these best responses."""
    following = iter(given)

    def weights(passes: Passes, x: Floats, S: Floats) -> Floats:
        return passes.realize(next(following))

    return replace(load_variant("cfr_br"), opponents=Opponents("given responses", weights))


LEFT = {(KUHN, 4): {("1", "pass"): 2.0816681711721685e-17, ("1", "bet"): -3.469446951953614e-17}}
"""What rounding leaves in OpenSpiel of regrets that are 0 in exact numbers and in ours, by game and iteration."""


def replayed_cfr_br(game: str, given: Sequence[Floats], left: bool = True) -> Iterator[tuple[int, Floats, Floats]]:
    """OpenSpiel's iterations, our strategy played, our average after it, with the given responses."""
    solver = Solver(tree_of(game), cfr_br_with(given))
    found = next(solver.iterates([0]))
    for t in range(1, len(given) + 1):
        played = solver.current(found)
        found = next(solver.iterates([t], found))
        yield t, played, solver.average(found)
        if left and (game, t) in LEFT:
            regret = found.state.cumulative_regret.copy()
            for q, infoset, action in game_of(game).rows():
                regret[q] += LEFT[game, t].get((infoset.name, action), 0.0)
            found = found._replace(state=found.state._replace(cumulative_regret=regret))


def replayed_xfp(game: str, given: Sequence[Floats]) -> Iterator[tuple[int, Floats, Floats]]:
    """OpenSpiel's iterations, our average strategy before and after them, where ties of R go to the given responses."""
    solver = Solver(tree_of(game), load_variant("xfp"))
    iterate = next(solver.iterates([1]))
    for t, answer in enumerate(given, start=1):
        regret = iterate.state.cumulative_regret + TOLERANCE * answer
        before = solver.average(iterate)
        iterate = next(
            solver.iterates([t + 1], iterate._replace(state=iterate.state._replace(cumulative_regret=regret)))
        )
        yield t, before, solver.average(iterate)


@pytest.mark.parametrize("game", [KUHN, DICE])
@pytest.mark.parametrize("solver", ["cfr_br.CFRBRSolver", "pyspiel.CFRBRSolver", "fictitious_play.XFPSolver"])
def test_given_best_responses_we_agree(game: str, solver: str) -> None:
    """And they are best responses, in our numbers, too."""
    given = answers(game, solver.replace("pyspiel.", "cfr_br."))
    steps = list((replayed_xfp if solver == "fictitious_play.XFPSolver" else replayed_cfr_br)(game, given))
    found = measured(game, {t: average for t, _, average in steps if t in STOPS})
    assert differing(found, published(Peer("OpenSpiel", solver, "", "average"), game)) == []
    assert max(lost(game, sigma, answer) for (_, sigma, _), answer in zip(steps, given, strict=True)) < TOLERANCE


def test_it_is_a_tie() -> None:
    """What rounding leaves in OpenSpiel is 0 in exact numbers."""
    regret = exact_cfr_br(KUHN, answers(KUHN, "cfr_br.CFRBRSolver")[:4])
    rows = [q for q, infoset, _ in game_of(KUHN).rows() if infoset.name == "1"]
    assert [regret[q] for q in rows] == [0, 0]
    assert any(regret)


def exact_cfr_br(game: str, given: Sequence[Floats]) -> list[Fraction]:
    """Cumulative regrets of CFR-BR with these best responses, two players, as fractions."""
    found = game_of(game)
    regret = [Fraction(0)] * found.sequence_bounds[-1]
    for answer in given:
        values = [Fraction(0)] * len(regret)
        weight = {0: Fraction(1)} | dict.fromkeys(found.sequence_bounds, Fraction(1))
        for q, infoset, _ in found.rows():
            weight[q] = weight[infoset.parent] * int(answer[q])
        for outcome in found.outcomes:
            for player, q in enumerate(outcome.sequences):
                values[q] += outcome.payoffs[player] * weight[outcome.sequences[1 - player]]
        for first, infoset in reversed(list(zip(found.first_sequences, found.infosets, strict=True))):
            own = range(first, first + len(infoset.actions))
            positive = [max(regret[q], Fraction(0)) for q in own]
            sigma = [p / sum(positive) if sum(positive) else Fraction(1, len(own)) for p in positive]
            value = sum((p * values[q] for p, q in zip(sigma, own, strict=True)), Fraction(0))
            values[infoset.parent] += value
            for q in own:
                regret[q] += values[q] - value
    return regret


def test_what_rounding_leaves_is_needed() -> None:
    given = answers(KUHN, "cfr_br.CFRBRSolver")
    found = measured(KUHN, {t: average for t, _, average in replayed_cfr_br(KUHN, given, left=False) if t in STOPS})
    assert last_equal(found, published(Peer("OpenSpiel", "cfr_br.CFRBRSolver", "", "average"), KUHN)) == 3


@pytest.mark.parametrize("solver", ANSWERING)
def test_another_response_is_told(solver: str) -> None:
    """A pass for a bet of the second card at the beginning, which is no tie."""
    given = answers(KUHN, solver)
    changed = given[0].copy()
    first = next(q for q, infoset, action in game_of(KUHN).rows() if (infoset.name, action) == ("1p", "pass"))
    changed[first], changed[first + 1] = changed[first + 1], changed[first]
    assert lost(KUHN, uniform(KUHN), given[0]) < TOLERANCE < lost(KUHN, uniform(KUHN), changed)
