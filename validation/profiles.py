"""What fixed profiles are worth: uniform, always the first action, and some drawn from a hash of the infoset's name.

Values by C++ `expected_returns`, best responses by C++ `TabularBestResponse`, their sum by C++ `nash_conv`.
"""

import hashlib
from collections.abc import Iterator

import pyspiel
from common import (
    BATTLESHIP,
    GOOFSPIEL,
    KUHN,
    LARGE,
    LEDUC,
    LIARS_DICE,
    Strategy,
    as_policy,
    infosets,
    join,
    load,
    write,
)

EVALUATED = (*KUHN, *LEDUC[:3], *LIARS_DICE, *GOOFSPIEL, *BATTLESHIP)
"""All but Leduc poker with three players and suits, which takes too long."""
RANDOM = 20
FEW = 2
"""So many random profiles in the largest game."""


def profiles(game: str) -> Iterator[tuple[str, Strategy]]:
    """Every profile with its name."""
    actions = {infoset: len(legal) for infoset, legal in infosets(game).items()}
    yield "uniform", {infoset: [1.0 / n] * n for infoset, n in actions.items()}
    yield "first_action", {infoset: [1.0] + [0.0] * (n - 1) for infoset, n in actions.items()}
    for seed in range(FEW if game == LARGE else RANDOM):
        yield f"random_{seed}", {infoset: draw(seed, *infoset, n) for infoset, n in actions.items()}


def draw(seed: int, player: int, infoset: str, n: int) -> list[float]:
    """n probabilities: n + 1 numbers from 0 to 1, each 8 bytes of SHAKE-256 of the seed, the player and the infoset's name.

    If the first is below 1/5, five times it is the place of the one action taken; else the others are weights.
    """
    stream = hashlib.shake_256(f"{seed} {player} {infoset}".encode()).digest(8 * (n + 1))
    first, *weights = (int.from_bytes(stream[i : i + 8], "big") / 2**64 for i in range(0, len(stream), 8))
    if first < 0.2:
        return [float(action == int(5.0 * first * n)) for action in range(n)]
    return [weight / sum(weights) for weight in weights]


def worth(game: str, strategy: Strategy) -> tuple[str, str, float]:
    """Values of the players, values of their best responses, nash_conv."""
    policy, loaded = as_policy(game, strategy), load(game)
    root = loaded.new_initial_state()
    values = pyspiel.expected_returns(root, policy, -1, True)
    best = [
        pyspiel.TabularBestResponse(loaded, player, policy).value_from_state(root)
        for player in range(loaded.num_players())
    ]
    return join(values), join(best), pyspiel.nash_conv(loaded, policy)


if __name__ == "__main__":
    write(
        __file__,
        "profile_values.csv",
        ("game", "profile", "values", "best_responses", "nash_conv"),
        ((game, profile, *worth(game, strategy)) for game in EVALUATED for profile, strategy in profiles(game)),
    )
