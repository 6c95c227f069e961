"""From nothing to the worth of the first iterate of Kuhn poker, with regretlab."""

from regretlab.registry import load_rules, load_variant
from regretlab.sequence_form.arrays import Tree
from regretlab.sequence_form.compile import compile_game
from regretlab.sequence_form.solver import average_strategy, iterates, worth

tree = Tree.of(compile_game("kuhn_poker", {}, load_rules("kuhn_poker", {})))
for iterate in iterates(tree, load_variant("cfr_alternating"), [1]):
    print(worth(tree, average_strategy(tree, iterate)).nash_conv)
