"""What fixed profiles are worth: uniform, always the first action, and random ones from a seed.

Values by C++ `expected_returns`, best responses by C++ `TabularBestResponse`, their sum by C++ `nash_conv`.
"""

import random
from collections.abc import Iterator

import pyspiel
from common import GAMES, Strategy, as_policy, infosets, join, write

RANDOM = 20


def profiles(game: pyspiel.Game) -> Iterator[tuple[str, Strategy]]:
    """Every profile with its name."""
    actions = {infoset: len(legal) for infoset, legal in infosets(game).items()}
    yield "uniform", {infoset: [1.0 / n] * n for infoset, n in actions.items()}
    yield "first_action", {infoset: [1.0] + [0.0] * (n - 1) for infoset, n in actions.items()}
    for seed in range(RANDOM):
        draw = random.Random(seed)
        yield f"random_{seed}", {infoset: _random(draw, n) for infoset, n in actions.items()}


def _random(draw: random.Random, n: int) -> list[float]:
    """Weights uniform on [0, 1), made probabilities; every fifth time a pure choice."""
    if draw.random() < 0.2:
        chosen = draw.randrange(n)
        return [float(action == chosen) for action in range(n)]
    weights = [draw.random() for _ in range(n)]
    return [weight / sum(weights) for weight in weights]


def worth(game: pyspiel.Game, strategy: Strategy) -> tuple[str, str, float]:
    """Values of the players, values of their best responses, nash_conv."""
    policy, root = as_policy(game, strategy), game.new_initial_state()
    values = pyspiel.expected_returns(root, policy, -1, True)
    best = [
        pyspiel.TabularBestResponse(game, player, policy).value_from_state(root) for player in range(game.num_players())
    ]
    return join(values), join(best), pyspiel.nash_conv(game, policy)


if __name__ == "__main__":
    games = {name: pyspiel.load_game(name) for name in GAMES}
    write(
        __file__,
        "profiles.csv",
        ("game", "profile", "player", "infoset", "probabilities"),
        (
            (name, profile, player, infoset, join(probabilities))
            for name, game in games.items()
            for profile, strategy in profiles(game)
            for (player, infoset), probabilities in strategy.items()
        ),
    )
    write(
        __file__,
        "profile_values.csv",
        ("game", "profile", "values", "best_responses", "nash_conv"),
        (
            (name, profile, *worth(game, strategy))
            for name, game in games.items()
            for profile, strategy in profiles(game)
        ),
    )
