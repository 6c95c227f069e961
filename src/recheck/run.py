"""Verification of a run: every number of a variant's folder is derived again from the start.

Of a variant that is not known here, the run cannot be repeated; it is certified: everything that follows from the published
average strategies is derived from them. So is what comes after the iterations that the study wants to be repeated.

What is compared with what follows the files of docs/bundle-format.md, "The tree". The solver of
recheck.walk repeats all iterations; its strategies are measured by recursion and, in small games, by enumeration of all
plans, two ways that share no step.
"""

from __future__ import annotations

from pathlib import Path, PurePosixPath

from recheck import tolerances
from recheck.context import Run, cells_of
from recheck.distance import check_distance
from recheck.final import check_final
from recheck.gamefile import check_game
from recheck.ledger import Ledger
from recheck.plans import FEW_PLANS, MOST_PLANS, plans
from recheck.report import tell
from recheck.states import check_states
from recheck.study import STUDY_FILE, Study, studied
from recheck.trajectory import check_certified, check_frequencies, check_trajectory, must_exist, must_not_exist
from recheck.variant import OWN
from recheck.variants.rule import Rule
from recheck.walk import State, iterate


def verify_run(folder: Path, game_folder: str, variant_folder: str) -> Ledger:
    """Verify one variant of one game; whatever is wrong is in the ledger's problems."""
    return studied(Ledger(f"{game_folder}/{variant_folder}"), folder, game_folder, variant_folder, _verify)


def _verify(ledger: Ledger, study: Study) -> None:
    """Verify all files of the run."""
    check_game(ledger, study)
    ledger.level = study.level
    ledger.by_library = study.rule is not None and study.rule.by_library
    game = study.game
    states = _derive(ledger, study, study.rule) if study.rule is not None else {}
    enumerated = plans(game, MOST_PLANS if study.pure_plans and game.players == 2 else FEW_PLANS)
    run = Run(study, ledger, enumerated, states, cells_of(game), tolerances.measured(game))
    if study.variant.endswith(OWN):
        must_exist(run, PurePosixPath(study.variant).name)
    saved = check_states(run)
    frequencies = check_frequencies(run)
    trajectory = check_trajectory(run, frequencies, saved)
    final = check_final(run, frequencies, saved, trajectory.published)
    check_certified(trajectory, None if final is None else study.iterations)
    if study.family is not None and study.frequencies:
        check_distance(run, frequencies)
    else:
        must_not_exist(run, "distance.csv", "equilibria" if study.family is None else "frequencies")


def _derive(ledger: Ledger, study: Study, rule: Rule) -> dict[int, State]:
    """All states that something is published of and that are to be repeated, with a line of progress for every tenth."""
    stops = {t for t in (*study.snapshots, *study.checkpoints) if t <= study.repeated}
    states: dict[int, State] = {}
    if not study.repeated:
        return states
    if not stops:
        check = ledger.check("repeated iterations", STUDY_FILE, *tolerances.EXACT)
        check.problem("nothing is published of the iterations to repeat", None, "repeat", None, study.repeated)
    tenth = 1
    try:
        for state in iterate(study.game, rule, stops):
            states[state.iteration] = state
            while state.iteration * 10 >= tenth * study.repeated:
                tell(f"recheck: {study.variant}, iteration {state.iteration}")
                tenth = state.iteration * 10 // study.repeated + 1
    except (ArithmeticError, ValueError) as error:
        check = ledger.check("repeated iterations", STUDY_FILE, *tolerances.EXACT)
        message = "the rule gives no number in an iteration with these parameters"
        check.problem(message, None, "parameters", None, f"{type(error).__name__}: {error}")
    return states
