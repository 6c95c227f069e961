"""From nothing to the worth of the first iterate of Kuhn poker, with OpenSpiel."""

import pyspiel

game = pyspiel.load_game("kuhn_poker")
solver = pyspiel.CFRSolver(game)
solver.evaluate_and_update_policy()
print(pyspiel.nash_conv(game, solver.average_policy()))
