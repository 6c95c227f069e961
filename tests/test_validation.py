"""The rules of all games against OpenSpiel's numbers in validation/data: trees, values, best responses.

Each comparison is given wrong rules and wrong numbers, too.
"""

import hashlib
import re
import struct
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import islice
from typing import Any, NamedTuple

import numpy as np
import pytest

from regretlab.games.battleship import Battleship
from regretlab.games.goofspiel import Goofspiel
from regretlab.games.kuhn_poker import KuhnPoker
from regretlab.games.kuhn_poker import State as KuhnState
from regretlab.games.leduc_poker import LeducPoker
from regretlab.games.liars_dice import LiarsDice
from regretlab.rules import CHANCE, TERMINAL, Rules
from regretlab.sequence_form.arrays import Floats, Tree
from regretlab.sequence_form.compile import compile_game
from regretlab.sequence_form.solver import worth

from named_games import game_of, rules_of, tree_of, uniform
from openspiel_numbers import DATA, VALIDATION, Numbers, differing, floats, games_of, read, rows_of


@pytest.mark.parametrize("file", sorted(path.name for path in DATA.iterdir() if path.is_file()))
def test_file_says_what_made_it(file: str) -> None:
    made = (DATA / file).read_text(encoding="utf-8").splitlines()[0].removeprefix("# ")
    programs, script = made.split(" by validation/")
    lists = (*VALIDATION.glob("requirements*.in"), VALIDATION.parent / "requirements-validators.txt")
    required = "".join(path.read_text(encoding="utf-8") for path in lists)
    required = required.lower().replace("-", "")
    assert all(
        program.lower().replace(" ", "==") in required for program in programs.split(", ") if "coreutils" not in program
    )
    assert file in (VALIDATION / script).read_text(encoding="utf-8")


# Trees: every history by the numbers of its actions, with its turn, infoset, probability of chance, and payoffs.


class History(NamedTuple):
    """A row of histories.csv, and how many actions there are."""

    numbers: str
    turn: str
    infoset: str
    chance: float
    returns: str
    choices: int


def histories(rules: Rules) -> Iterator[History]:
    """Every history, depth first; the probability of chance is multiplied exactly."""
    stack: list[tuple[str, Any, tuple[Fraction, float]]] = [("", rules.root(), (Fraction(1), 1.0))]
    while stack:
        numbers, state, reach = stack.pop()
        exact, chance = reach
        turn = rules.turn(state)
        if turn == TERMINAL:
            yield History(numbers, "terminal", "", chance, shown(tuple(rules.payoffs(state))), 0)
            continue
        choices = len(rules.actions(state))
        if turn == CHANCE:
            yield History(numbers, "chance", "", chance, "", choices)
            reaches = [(exact * probability, float(exact * probability)) for probability in rules.chances(state)]
        else:
            yield History(numbers, str(turn), escape(rules.infoset(state)), chance, "", choices)
            reaches = [reach] * choices
        prefix = f"{numbers} " if numbers else ""
        for action in range(choices - 1, -1, -1):
            stack.append((f"{prefix}{action}", rules.play(state, action), reaches[action]))


@cache
def shown(payoffs: tuple[int | Fraction, ...]) -> str:
    """Payoffs as one field, without what rounding leaves in the last decimals."""
    return " ".join(repr(round(float(payoff), 12) + 0.0) for payoff in payoffs)


UNSAFE = re.compile('[\\x00-\\x1f\\x7f%",|]')


def escape(name: str) -> str:
    """The name of an infoset as a field of a table."""
    return UNSAFE.sub(lambda found: f"%{ord(found[0]):02X}", name) if UNSAFE.search(name) else name


def sizes(rules: Rules) -> dict[str, str]:
    """Counts and digest of a tree, as validation/trees.py writes them."""
    digest, number, terminals = hashlib.sha256(), 0, 0
    actions: list[dict[str, int]] = [{} for _ in range(rules.players)]
    for numbers, turn, infoset, chance, returns, choices in histories(rules):
        digest.update(f"{numbers},{turn},{infoset},{chance:.12f},{returns}\n".encode())
        number += 1
        if turn == "terminal":
            terminals += 1
        elif infoset:
            actions[int(turn)][infoset] = choices
    return {
        "histories": str(number),
        "terminals": str(terminals),
        "infosets": " ".join(str(len(offered)) for offered in actions),
        "sequences": " ".join(str(sum(offered.values())) for offered in actions),
        "sha256": digest.hexdigest(),
    }


def published_sizes(game: str) -> dict[str, str]:
    (row,) = rows_of("sizes.csv", game)
    return {key: value for key, value in row.items() if key != "game"}


def walked(rules: Rules, most: int) -> Numbers:
    """The probability that chance brings to each of the first histories, by everything else that is known of it."""
    return {
        (numbers, turn, infoset, returns): [chance]
        for numbers, turn, infoset, chance, returns, _ in islice(histories(rules), most)
    }


def published_histories(game: str) -> Numbers:
    return {
        (row["history"], row["turn"], row["infoset"], row["returns"]): [float(row["chance_probability"])]
        for row in rows_of("histories.csv", game)
    }


@pytest.mark.parametrize("game", games_of("histories.csv"))
def test_histories(game: str) -> None:
    expected = published_histories(game)
    assert len(expected) == min(617, int(published_sizes(game)["histories"]))
    assert differing(walked(rules_of(game), len(expected)), expected, 1e-15) == []


def cases_of(file: str) -> list[Any]:
    """Every game that has rows in the file; the largest ones are heavy."""
    histories_of = {row["game"]: int(row["histories"]) for row in read("sizes.csv")}
    return [
        pytest.param(game, marks=pytest.mark.heavy if histories_of[game] > 200_000 else ()) for game in games_of(file)
    ]


@pytest.mark.parametrize("game", cases_of("sizes.csv"))
def test_trees(game: str) -> None:
    assert sizes(rules_of(game)) == published_sizes(game)


def test_all_kinds_of_games_are_compared() -> None:
    """All returns, orders and kinds of information, two and three players, one ship and two, shots repeated and not."""
    compared = [rules_of(game) for game in games_of("sizes.csv")]
    kinds = {
        LeducPoker: ("players", "suit_isomorphism"),
        LiarsDice: ("numdice",),
        Goofspiel: ("players", "imp_info", "points_order", "returns_type"),
        Battleship: ("allow_repeated_shots",),
    }
    found = {(name, getattr(rules, name)) for rules in compared for name in kinds.get(type(rules), ())}
    assert found >= {("players", 2), ("players", 3), ("suit_isomorphism", False), ("suit_isomorphism", True)}
    assert found >= {("imp_info", True), ("imp_info", False), ("numdice", 2), ("allow_repeated_shots", True)}
    assert found >= {("points_order", order) for order in ("ascending", "descending", "random")}
    assert found >= {("returns_type", returns) for returns in ("win_loss", "point_difference", "total_points")}
    assert {len(rules.ship_sizes) for rules in compared if isinstance(rules, Battleship)} == {1, 2}


@pytest.mark.parametrize("game", games_of("histories.csv"))
def test_a_missing_history_and_one_too_many_are_told(game: str) -> None:
    expected = dict(published_histories(game))
    number = len(expected)
    first, surplus = next(iter(expected)), ("9", "chance", "", "")
    expected[surplus] = expected.pop(first)
    assert differing(walked(rules_of(game), number), expected) == [surplus, first]


# Wrong rules.


class LowCardWins(KuhnPoker):
    """Wrong payoffs."""

    def payoffs(self, state: KuhnState) -> Sequence[int]:
        return super().payoffs(KuhnState(tuple(-card for card in state.cards), state.history))


class LoadedDeck(KuhnPoker):
    """Wrong probabilities."""

    def chances(self, state: KuhnState) -> Sequence[Fraction]:
        first, *between, last = super().chances(state)
        return [first - Fraction(1, 10**11), *between, last + Fraction(1, 10**11)]


class BlindPlayers(KuhnPoker):
    """Wrong information."""

    def infoset(self, state: KuhnState) -> str:
        return super().infoset(state)[:1]


class UndividedTies(LeducPoker):
    """The first of equal hands takes all."""

    def payoffs(self, state: Any) -> Sequence[int | Fraction]:
        won = [payoff + own for payoff, own in zip(super().payoffs(state), state.node.paid, strict=True)]
        winner = won.index(max(won))
        return [sum(won) * (player == winner) - own for player, own in enumerate(state.node.paid)]


class PairsAreNothing(LeducPoker):
    """Only the rank counts: as if the public card were one that nobody has."""

    def payoffs(self, state: Any) -> Sequence[int | Fraction]:
        return super().payoffs(state._replace(cards=(*state.cards[:-1], -2)))


class OneBetForAll(LeducPoker):
    """Bets of the second round are no larger."""

    def root(self) -> Any:
        return LeducPoker(self.players, self.ranks, self.suit_isomorphism, self.raises, (2, 2)).root()


class NothingWild(LiarsDice):
    """The highest face counts as itself only."""

    def payoffs(self, state: Any) -> Sequence[int]:
        face = state.bid % self.dice_sides + 1
        return super().payoffs(state._replace(dice=tuple(die if die == face else 0 for die in state.dice)))


class UnsortedDice(LiarsDice):
    """Own dice the other way round."""

    def infoset(self, state: Any) -> str:
        dice, blank, bids = super().infoset(state).partition(" ")
        return f"{dice[::-1]}{blank}{bids}"


class OpenBids(Goofspiel):
    """Who bids later sees the bids."""

    def infoset(self, state: Any) -> str:
        return super().infoset(state) + "".join(map(str, state.bids))


class SharedPrizes(Goofspiel):
    """A tied prize is divided."""

    def play(self, state: Any, action: int) -> Any:
        return Goofspiel(**{**vars(self), "tied_prize": "shared"}).play(state, action)


class TwiceTheDifference(Goofspiel):
    """With two players, the difference itself."""

    def payoffs(self, state: Any) -> Sequence[int | Fraction]:
        return [2 * payoff for payoff in super().payoffs(state)]


class ShootOn(Battleship):
    """Who has lost all ships goes on shooting."""

    def play(self, state: Any, action: int) -> Any:
        following = super().play(state, action)
        over = following.moves == 2 * (len(self.ship_sizes) + self.num_shots)
        return following if over else following._replace(turn=1 - state.turn)


class SecretSinking(Battleship):
    """A hit is all that is told."""

    def infoset(self, state: Any) -> str:
        return super().infoset(state).replace(":S", ":H")


class FreeLosses(Battleship):
    """Only what was sunk counts."""

    def payoffs(self, state: Any) -> Sequence[int]:
        return Battleship(**{**vars(self), "loss_multiplier": 0}).payoffs(state)


KUHN = "kuhn_poker players=3 ranks=4"
LEDUC = "leduc_poker players=2 ranks=3 suit_isomorphism=true"
DICE = "liars_dice numdice=1 dice_sides=3"
GOOFSPIEL = "goofspiel players=2 num_cards=3 imp_info=true points_order=descending returns_type=win_loss"
DIFFERENCE = "goofspiel players=2 num_cards=3 imp_info=false points_order=ascending returns_type=point_difference"
SHIP = (
    "battleship board_width=1 board_height=3 ship_sizes=[2] ship_values=[3] num_shots=2 allow_repeated_shots=true "
    "loss_multiplier=2"
)
TOTAL = "goofspiel players=2 num_cards=4 imp_info=true points_order=descending returns_type=total_points"
SHIPS = (
    "battleship board_width=2 board_height=2 ship_sizes=[1;2] ship_values=[1;2] num_shots=2 allow_repeated_shots=false "
    "loss_multiplier=1"
)
WRONG_PAYOFFS: list[tuple[str, type]] = [
    (KUHN, LowCardWins),
    (LEDUC, UndividedTies),
    (LEDUC, PairsAreNothing),
    (LEDUC, OneBetForAll),
    (DICE, NothingWild),
    (TOTAL, SharedPrizes),
    (DIFFERENCE, TwiceTheDifference),
    (SHIP, FreeLosses),
]
WRONG: list[tuple[str, type]] = [
    *WRONG_PAYOFFS,
    (KUHN, LoadedDeck),
    (KUHN, BlindPlayers),
    (GOOFSPIEL, OpenBids),
    (SHIP, ShootOn),
    (SHIPS, SecretSinking),
    ("liars_dice numdice=2 dice_sides=2", UnsortedDice),
]


def changed(game: str, wrong: type) -> Any:
    return wrong(**vars(rules_of(game)))


@pytest.mark.parametrize(("game", "wrong"), WRONG)
def test_wrong_rules_are_told(game: str, wrong: type) -> None:
    assert sizes(changed(game, wrong))["sha256"] != published_sizes(game)["sha256"]


@pytest.mark.parametrize(("game", "wrong"), [case for case in WRONG if case[0] in games_of("histories.csv")])
def test_wrong_rules_are_told_history_by_history(game: str, wrong: type) -> None:
    expected = published_histories(game)
    assert differing(walked(changed(game, wrong), len(expected)), expected, 1e-15)


# Profiles: values of the players, values of their best responses, nash_conv, by game and profile.


def drawn(game: str, profile: str) -> Floats:
    """(Q,) The profile with that name, as validation/profiles.py draws it."""
    if profile == "uniform":
        return uniform(game)
    found = game_of(game)
    sigma = np.zeros(found.sequence_bounds[-1])
    seed = profile.removeprefix("random_")
    for first, (player, name, actions, _) in zip(found.first_sequences, found.infosets, strict=True):
        n = len(actions)
        if profile == "first_action":
            sigma[first] = 1.0
            continue
        stream = hashlib.shake_256(f"{seed} {player} {name}".encode()).digest(8 * (n + 1))
        choice, *weights = (number / 2**64 for number in struct.unpack(f">{n + 1}Q", stream))
        if choice < 0.2:
            sigma[first + int(5.0 * choice * n)] = 1.0
        else:
            total = sum(weights)
            sigma[first : first + n] = [weight / total for weight in weights]
    return sigma


def published_worth(game: str) -> Numbers:
    return {
        (row["profile"],): floats(f"{row['values']} {row['best_responses']} {row['nash_conv']}")
        for row in rows_of("profile_values.csv", game)
    }


def measured_worth(game: str, tree: Tree, profiles: Iterable[tuple[Any, ...]]) -> Numbers:
    measured = {(profile,): worth(tree, drawn(game, profile)) for (profile,) in profiles}
    return {key: [*w.value, *(w.value + w.gain), w.nash_conv] for key, w in measured.items()}


@pytest.mark.parametrize("game", cases_of("profile_values.csv"))
def test_profiles(game: str) -> None:
    expected = published_worth(game)
    assert len(expected) == (4 if game_of(game).histories > 500_000 else 22)
    assert differing(measured_worth(game, tree_of(game), expected), expected) == []


def test_profiles_of_all_games_are_compared() -> None:
    """Of all but Leduc poker with three players and suits, and games whose players forget or that another one stands for."""
    left_out = set(games_of("sizes.csv")) - set(games_of("profile_values.csv"))
    assert {game for game in left_out if not game.startswith("goofspiel")} == {
        "leduc_poker players=3 ranks=4 suit_isomorphism=false"
    }


@pytest.mark.parametrize(("game", "wrong"), WRONG_PAYOFFS)
def test_wrong_payoffs_are_told_by_every_random_profile(game: str, wrong: type) -> None:
    expected = published_worth(game)
    tree = Tree.of(compile_game(game, {}, changed(game, wrong)))
    told = differing(measured_worth(game, tree, expected), expected)
    assert {key for key in expected if key[0].startswith("random")} <= set(told)


@pytest.mark.parametrize("game", [KUHN, LEDUC, DICE, GOOFSPIEL, SHIP])
def test_other_profiles_are_told(game: str) -> None:
    """Each random profile taken for the next."""
    expected = published_worth(game)
    shifted = {(f"random_{seed}",): expected[f"random_{(seed + 1) % 20}",] for seed in range(20)}
    assert differing(measured_worth(game, tree_of(game), shifted), shifted) == list(shifted)
