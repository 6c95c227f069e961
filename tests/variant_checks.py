"""What must hold for every variant: each function raises `AssertionError`, or the solver's `RuleError`, where it does not.

The tests of the variants call them with the variants, and with broken ones that they must refuse.
"""

import random
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from pathlib import Path

import numpy as np

from regretlab.checkpoint import read_checkpoint, write_checkpoint
from regretlab.sequence_form.arrays import Floats, State, Tree
from regretlab.sequence_form.game import Game
from regretlab.sequence_form.plain_loop import Plain
from regretlab.sequence_form.solver import Iterate, Solver, worth
from regretlab.variant import Variant
from variant_reference import Number, Rule, play

from small_games import with_histories


def last(solver: Solver, stop: int, start: Iterate | None = None) -> Iterate:
    (iterate,) = solver.iterates([stop], start)
    return iterate


def same_bits(one: Iterate, other: Iterate) -> bool:
    """Whether the states and what is kept besides are the same."""
    kept = [{**found.state._asdict(), **found.memory} for found in (one, other)]
    return kept[0].keys() == kept[1].keys() and all(
        kept[0][name].tobytes() == kept[1][name].tobytes() for name in kept[0]
    )


def strategies(solver: Solver, iterate: Iterate) -> tuple[Floats, Floats]:
    """The average and the current one."""
    return solver.average(iterate), solver.current(iterate)


def starts_uniform(tree: Tree, variant: Variant) -> None:
    """The first average is the uniform strategy, and so is the strategy before the first iteration."""
    uniform = np.zeros(len(tree.entry_bounds) - 1)
    for first, end in zip(tree.first.tolist(), tree.end.tolist(), strict=True):
        uniform[first:end] = 1 / (end - first)
    solver = Solver(tree, variant)
    assert np.abs(solver.average(last(solver, 1)) - uniform).max() <= 1e-15
    memory = {name: np.full(len(uniform), number) for name, number in variant.memory.items()}
    assert solver.current(Iterate(0, State.start(tree), memory)).tobytes() == uniform.tobytes()


def gives_distributions(tree: Tree, variant: Variant, stops: Sequence[int]) -> None:
    """At every infoset, at every stop, for the average strategy and the current one."""
    solver = Solver(tree, variant)
    for iterate in solver.iterates(stops):
        for sigma in strategies(solver, iterate):
            assert (sigma >= 0).all(), f"iteration {iterate.iteration}: {sigma}"
            sums = np.add.reduceat(np.append(sigma, 0.0), np.column_stack([tree.first, tree.end]).ravel())[::2]
            assert np.abs(sums - 1).max() <= 1e-14, f"iteration {iterate.iteration}: {sums}"


def never_change(iterates: Iterable[Iterate]) -> None:
    """What was yielded is read-only, and what follows does not touch it."""
    seen: list[tuple[Iterate, list[bytes]]] = []
    for iterate in iterates:
        arrays = [*iterate.state, *iterate.memory.values()]
        assert not any(array.flags.writeable for array in arrays)
        seen.append((iterate, [array.tobytes() for array in arrays]))
    for iterate, before in seen:
        assert [array.tobytes() for array in (*iterate.state, *iterate.memory.values())] == before
    assert len({tuple(before) for _, before in seen}) == len(seen) > 1


def same_bytes_twice(tree: Tree, variant: Variant, make: Callable[[], Variant], stop: int = 12) -> None:
    """A second run gives the same, with the same variant and with one made anew."""
    first = last(Solver(tree, variant), stop)
    assert same_bits(first, last(Solver(tree, variant), stop))
    assert same_bits(first, last(Solver(tree, make()), stop))


def resumes(game: Game, variant: Variant, folder: Path, stops: Sequence[int] = (9, 31)) -> None:
    """From an iterate, or from a file that holds it, it goes on as if there had been no stop."""
    tree = Tree.of(game) if variant.sampling is None else with_histories(game)
    solver = Solver(tree, variant)
    middle = last(solver, stops[0])
    straight = last(solver, stops[1])
    assert same_bits(straight, last(solver, stops[1], middle))
    write_checkpoint(folder / "checkpoint.csv", game, middle)
    read = read_checkpoint(folder / "checkpoint.csv", game, variant.memory)
    assert same_bits(straight, last(Solver(tree, variant), stops[1], read))
    for ours, theirs in zip(strategies(solver, middle), strategies(solver, read), strict=True):
        assert ours.tobytes() == theirs.tobytes()


def knows_its_scale(tree: Tree, variant: Variant, stop: int = 40) -> None:
    """With doubled payoffs the strategies are the same bits if the variant says so, and are not if it does not."""
    found = []
    for factor in (1.0, 2.0):
        histories = tree.histories._replace(payoffs=tree.histories.payoffs * factor)
        solver = Solver(tree._replace(payoff=tree.payoff * factor, histories=histories), variant)
        found.append([sigma.tobytes() for sigma in strategies(solver, last(solver, stop))])
    assert (found[0] == found[1]) == variant.scale_free


def answers_regrets(tree: Tree, variant: Variant, regret: Sequence[float], expected: Sequence[float]) -> None:
    """Where an infoset of two actions has these cumulative regrets, and no instantaneous ones, this is played next."""
    size = len(tree.entry_bounds) - 1
    R = np.zeros(size)
    memory = {name: np.full(size, number) for name, number in variant.memory.items()}
    for first in tree.first:
        R[first : first + 2] = regret
    state = State(R, np.zeros(size), np.zeros(size))
    sigma = Solver(tree, variant).current(Iterate(5, state, memory))
    for first in tree.first:
        assert np.abs(sigma[first : first + 2] - expected).max() <= 1e-15


def both_loops_agree(tree: Tree, variant: Variant, plain: Variant | None = None, stop: int = 60) -> None:
    """The compiled loop gives the same bits as the plain one."""
    assert variant.compiled is not None
    compiled, state = last(Solver(tree, variant), stop), State.start(tree)
    engine = Plain(tree, plain or variant)
    engine.advance(state, {}, 0, stop)
    assert same_bits(compiled, Iterate(stop, state))
    solver = Solver(tree, variant)
    assert solver.current(compiled).tobytes() == engine.current(state, {}, stop).tobytes()
    assert solver.average(compiled).tobytes() == engine.average(state, {}, stop).tobytes()


def plays_as(
    tree: Tree, one: Variant, other: Variant, within: float = 1e-12, stops: Sequence[int] = (1, 2, 10, 50)
) -> None:
    """Both have the same strategies."""
    solvers = Solver(tree, one), Solver(tree, other)
    for iterates in zip(*(solver.iterates(stops) for solver in solvers), strict=True):
        averages, currents = zip(*map(strategies, solvers, iterates), strict=True)
        assert np.abs(averages[0] - averages[1]).max() <= within, f"iteration {iterates[0].iteration}"
        assert np.abs(currents[0] - currents[1]).max() <= within, f"iteration {iterates[0].iteration}"


def follows(game: Game, variant: Variant, rule: Rule, number: Callable[[Number], Number], iterations: int) -> None:
    """Regrets, sums and strategies are those of the same rule in exact numbers."""
    solver = Solver(Tree.of(game), variant)
    exact = play(game, rule, iterations, number)
    for iterate, reached in zip(solver.iterates(range(1, iterations + 1)), exact, strict=True):
        average, current = strategies(solver, iterate)
        R, S, _ = iterate.state
        pairs = {"R": (R, reached.R), "S": (S, reached.S), "current": (current, reached.current)}
        for what, (ours, theirs) in {**pairs, "average": (average, reached.average)}.items():
            expected = np.array([float(one) for one in theirs])
            error = np.abs(ours - expected).max() / max(1.0, np.abs(expected).max())
            assert error <= 1e-14, f"iteration {reached.t}, {what}: {error}"


def converges(tree: Tree, variant: Variant, stop: int, bound: float) -> None:
    """After so many iterations nash_conv of the average strategy is at most that."""
    solver = Solver(tree, variant)
    found = worth(tree, solver.average(last(solver, stop))).nash_conv
    assert found <= bound, f"{found} > {bound}"


def has_curve(tree: Tree, variant: Variant, curve: dict[int, str]) -> None:
    """Exploitability of the average strategy, to as many digits as are given."""
    solver = Solver(tree, variant)
    found = {at.iteration: worth(tree, solver.average(at)).exploitability for at in solver.iterates(sorted(curve))}
    digits = {t: len(number.partition("e")[0]) - 2 for t, number in curve.items()}
    assert {t: f"{found[t]:.{digits[t]}e}" for t in curve} == curve


def random_efg(seed: int) -> str:
    """A game tree in Gambit's format: chance deals, each player sees a part, both move twice; payoffs at random."""
    draw = random.Random(seed)
    weights = [draw.randint(1, 5) for _ in range(4)]
    deals = " ".join(f'"{deal}" {Fraction(weight, sum(weights))}' for deal, weight in zip("abcd", weights, strict=True))
    lines = ['EFG 2 R "random" { "one" "two" }', f'c "" 1 "" {{ {deals} }} 0']

    def end() -> None:
        outcome = sum(line.startswith("t") for line in lines) + 1
        payoff = Fraction(draw.randint(-60, 60), draw.choice([1, 2, 3, 7]))
        lines.append(f't "" {outcome} "" {{ {payoff}, {-payoff} }}')

    def move(player: int, infoset: int, actions: str) -> None:
        names = " ".join(f'"{action}"' for action in actions)
        lines.append(f'p "" {player} {infoset} "" {{ {names} }} 0')

    for deal in range(4):
        one, two = divmod(deal, 2)
        move(1, 1 + one, "lmr")
        for first in range(2):
            move(2, 1 + 2 * two + first, "uvw")
            for answer in (0, 1, 2):
                if answer == 1:
                    end()
                    continue
                move(1, 10 + 10 * one + 3 * first + answer, "xy")
                end()
                move(2, 10 + 10 * two + 3 * first + answer, "st")
                end()
                end()
        end()
    return "\n".join(lines) + "\n"
