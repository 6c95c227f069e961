"""From nothing to the worth of the first iterate of Kuhn poker, with regretlab."""

from regretlab.registry import load_rules, load_variant
from regretlab.sequence_form.arrays import Tree
from regretlab.sequence_form.compile import compile_game
from regretlab.sequence_form.solver import Solver, worth

tree = Tree.of(compile_game("kuhn_poker", {}, load_rules("kuhn_poker", {})))
solver = Solver(tree, load_variant("cfr_alternating"))
for iterate in solver.iterates([1]):
    print(worth(tree, solver.average(iterate)).nash_conv)
