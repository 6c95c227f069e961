"""What is known of each game: payoffs by other ways of counting, what games with other parameters share, bad parameters.

That the rules are OpenSpiel's, where OpenSpiel has the game, is for test_validation.py.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise, product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from regretlab.errors import InputError
from regretlab.games.leduc_poker import numbers_of_actions
from regretlab.registry import load_rules
from regretlab.rules import CHANCE, TERMINAL, Rules

from named_games import rules_of, terminals, worth_of_uniform


def played(rules: Rules, *actions: str) -> Any:
    """The state after these actions, by name."""
    state = rules.root()
    for action in actions:
        state = rules.play(state, rules.actions(state).index(action))
    return state


def weighted_terminals(rules: Rules) -> Iterator[tuple[Any, Fraction]]:
    """All terminal states with the probability that chance brings to each."""
    stack = [(rules.root(), Fraction(1))]
    while stack:
        state, reach = stack.pop()
        turn = rules.turn(state)
        if turn == TERMINAL:
            yield state, reach
            continue
        choices = len(rules.actions(state))
        chances = rules.chances(state) if turn == CHANCE else [Fraction(1)] * choices
        stack.extend((rules.play(state, action), reach * chances[action]) for action in range(choices))


# Leduc poker.

SHOWDOWNS = [  # cards of the players, card on the table, who wins (both: a tie), with cards 0 and 1 of the lowest rank
    ("0", "4", "1", (0,)),
    ("4", "0", "1", (1,)),
    ("2", "4", "0", (1,)),
    ("2", "4", "3", (0,)),
    ("4", "5", "0", (0, 1)),
    ("0", "1", "4", (0, 1)),
]


@pytest.mark.parametrize(("first", "second", "public", "winners"), SHOWDOWNS)
def test_leduc_showdowns(first: str, second: str, public: str, winners: tuple[int, ...]) -> None:
    """A pair wins, otherwise the higher rank; both have put in 1 + 2 + 8."""
    rules = rules_of("leduc_poker")
    state = played(rules, first, second, "raise", "call", public, "call", "raise", "raise", "call")
    won = {(0,): [11, -11], (1,): [-11, 11], (0, 1): [0, 0]}
    assert list(rules.payoffs(state)) == won[winners]


def test_leduc_folds() -> None:
    """Who folds loses what was put in until then, whatever the cards."""
    rules = rules_of("leduc_poker")
    assert list(rules.payoffs(played(rules, "0", "5", "raise", "fold"))) == [1, -1]
    assert list(rules.payoffs(played(rules, "5", "0", "call", "raise", "raise", "fold"))) == [-3, 3][::-1]
    assert list(rules.payoffs(played(rules, "4", "0", "raise", "call", "5", "raise", "raise", "fold"))) == [-7, 7]


def test_leduc_with_three() -> None:
    """A round ends when all who are left have answered the last raise; who folded first is passed over in the second."""
    rules = rules_of("leduc_poker players=3 ranks=4")
    state = played(rules, "0", "2", "4", "call", "raise", "raise", "fold", "call")
    assert rules.turn(state) == CHANCE
    state = played(rules, "0", "2", "4", "call", "raise", "raise", "fold", "call", "6")
    assert (rules.turn(state), rules.actions(state)) == (1, ("call", "raise"))
    assert rules.infoset(state) == (
        "[Observer: 1][Private: 2][Round 2][Player: 1][Pot: 11][Money: 99 95 95][Public: 6][Round1: 1 2 2 0 1][Round2: ]"
    )
    state = played(rules, "0", "2", "4", "call", "raise", "raise", "fold", "call", "6", "call", "call")
    assert list(rules.payoffs(state)) == [-1, -5, 6]


def test_leduc_shares_may_be_fractions() -> None:
    """Two equal hands, one player out: the third ante is halved."""
    rules = rules_of("leduc_poker players=3 ranks=4 suit_isomorphism=true")
    state = played(rules, "3", "3", "0", "raise", "call", "fold", "1", "call", "call")
    assert list(rules.payoffs(state)) == [Fraction(1, 2), Fraction(1, 2), -1]


STAKES = ("leduc_poker", "leduc_poker raises=3 bets=[1;5] ranks=2", "leduc_poker players=3 ranks=2 raises=1 bets=[3;7]")


@pytest.mark.parametrize("game", STAKES)
def test_leduc_stakes_follow_from_the_betting(game: str) -> None:
    """Stakes are counted again from the text of the betting alone; only the winners' stakes come back, and all of the pot."""
    rules: Any = rules_of(game)
    for state in terminals(rules):
        paid, folded = [1] * rules.players, set()
        for moves, bet in zip(numbers_of_actions(state.node.said), rules.bets, strict=True):
            players = [player for player in range(rules.players) if player not in folded]
            turn = 0
            for move in moves:
                player = players[turn % len(players)]
                if move == "0":
                    folded.add(player)
                    players.remove(player)
                    turn = turn % (len(players) + 1)
                    continue
                paid[player] = max(paid) + (bet if move == "2" else 0)
                turn += 1
        payoffs = rules.payoffs(state)
        assert sum(payoffs) == 0
        assert all(payoff == -own or payoff > -own for payoff, own in zip(payoffs, paid, strict=True))
        assert all(payoffs[player] == -paid[player] for player in folded)
        winners = [player for player in range(rules.players) if payoffs[player] > -paid[player]]
        assert len({payoffs[player] + paid[player] for player in winners}) == 1


def by_ranks(game: str) -> dict[tuple[tuple[int, ...], tuple[str, str]], list[Fraction]]:
    """Ranks and betting to probability of the cards and to payoffs weighted by it, whether or not suits are told apart."""
    rules: Any = rules_of(game)
    suits = 1 if rules.suit_isomorphism else 2
    found: dict[Any, list[Fraction]] = defaultdict(lambda: [Fraction(0)] * (rules.players + 1))
    for state, reach in weighted_terminals(rules):
        key = tuple(card // suits for card in state.cards), numbers_of_actions(state.node.said)
        numbers = [reach, *(reach * payoff for payoff in rules.payoffs(state))]
        found[key] = [a + b for a, b in zip(found[key], numbers, strict=True)]
    return found


@pytest.mark.parametrize("parameters", ["ranks=3", "ranks=4 raises=1", "players=3 ranks=2 raises=1"])
def test_leduc_suits_do_not_matter(parameters: str) -> None:
    """With suits merged, each deal of ranks is as likely as all its deals of cards, and pays the same."""
    assert by_ranks(f"leduc_poker {parameters}") == by_ranks(f"leduc_poker {parameters} suit_isomorphism=true")


def payoffs_by_play(game: str, most_rank: int, most_raises: int) -> dict[Any, list[Fraction]]:
    """Cards and betting to payoffs, of the plays with no higher rank and no more raises in a round."""
    rules: Any = rules_of(game)
    return {
        (state.cards, numbers_of_actions(state.node.said)): list(rules.payoffs(state))
        for state in terminals(rules)
        if max(state.cards) // 2 <= most_rank
        and all(moves.count("2") <= most_raises for moves in numbers_of_actions(state.node.said))
    }


def test_leduc_with_more_ranks_and_raises_has_the_smaller_game_in_it() -> None:
    """What both allow pays the same in both: so the games that OpenSpiel does not have rest on the one that it has."""
    small = payoffs_by_play("leduc_poker", 2, 2)
    assert payoffs_by_play("leduc_poker ranks=5", 2, 2) == small
    assert payoffs_by_play("leduc_poker raises=4", 2, 2) == small
    assert payoffs_by_play("leduc_poker raises=4 bets=[2;5]", 2, 2) != small
    assert len(small) == 5_520


@pytest.mark.parametrize("ranks", [2, 3, 5])
def test_leduc_ranks_are_worth_the_same_either_way(ranks: int) -> None:
    """Uniform play is worth the same with suits and without."""
    apart, merged = (
        worth_of_uniform(f"leduc_poker ranks={ranks} suit_isomorphism={word}") for word in ("false", "true")
    )
    assert apart.value == pytest.approx(merged.value, abs=1e-14)
    assert apart.gain == pytest.approx(merged.gain, abs=1e-14)


# Liar's dice.


@pytest.mark.parametrize(
    ("rolls", "bids", "winner"),
    [
        ("35", ("1-3",), 0),
        ("35", ("1-4",), 1),
        ("65", ("1-4",), 0),
        ("65", ("2-5",), 0),
        ("65", ("2-6",), 1),
        ("66", ("2-6",), 0),
        ("66", ("2-1",), 0),
        ("35", ("1-1", "1-5"), 1),
        ("35", ("1-1", "2-5"), 0),
    ],
)
def test_liars_dice_calls(rolls: str, bids: tuple[str, ...], winner: int) -> None:
    """The six is wild; the last bidder wins a true bid, the caller a false one."""
    rules = rules_of("liars_dice")
    payoffs = list(rules.payoffs(played(rules, *rolls, *bids, "Liar")))
    assert payoffs == ([1, -1] if winner == 0 else [-1, 1])


@pytest.mark.parametrize("game", ["liars_dice dice_sides=3", "liars_dice numdice=2 dice_sides=2"])
def test_liars_dice_payoffs_from_the_infosets(game: str) -> None:
    """Who wins, from nothing but the two names of infosets in which each player saw the own dice, and the bids."""
    rules: Any = rules_of(game)
    stack: list[tuple[Any, dict[int, str], int]] = [(rules.root(), {}, -1)]
    seen = 0
    while stack:
        state, known, caller = stack.pop()
        turn = rules.turn(state)
        if turn == TERMINAL:
            dice = "".join(known[player].split()[0] for player in known)
            quantity, face = known[caller].split()[-1].split("-")
            if len(known) == 2:
                counts = Counter(dice)
                true = sum(counts[side] for side in {face, str(rules.dice_sides)}) >= int(quantity)
                assert rules.payoffs(state)[caller] == (-1 if true else 1)
                seen += 1
            continue
        if turn != CHANCE:
            known = {**known, turn: rules.infoset(state)}
        stack.extend((rules.play(state, action), known, turn) for action in range(len(rules.actions(state))))
    assert seen == len(terminals(rules))


def test_liars_dice_bids_ascend() -> None:
    """By quantity, then face; at first without a call, in the end nothing but it."""
    rules = rules_of("liars_dice numdice=2 dice_sides=2")
    assert rules.actions(played(rules, *"1221")) == ("1-1", "1-2", "2-1", "2-2", "3-1", "3-2", "4-1", "4-2")
    assert rules.actions(played(rules, *"1221", "3-1")) == ("3-2", "4-1", "4-2", "Liar")
    assert rules.actions(played(rules, *"1221", "4-2")) == ("Liar",)
    assert rules.infoset(played(rules, *"2121", "1-2", "3-1")) == "12 1-2 3-1"


# Goofspiel.

RETURNS = ("win_loss", "point_difference", "total_points")


def test_goofspiel_by_hand() -> None:
    """Prizes 4 3 2 1; bids 1-4, 4-1, 2-2, and what is left, 3-3: 4 points for player 1, 3 for player 0, the rest for nobody."""
    bids = ("1", "4", "4", "1", "2", "2")
    paid = {}
    for returns in RETURNS:
        rules = rules_of(f"goofspiel returns_type={returns}")
        paid[returns] = list(rules.payoffs(played(rules, *bids)))
    assert paid == {"win_loss": [-1, 1], "point_difference": [Fraction(-1, 2), Fraction(1, 2)], "total_points": [3, 4]}
    shared = rules_of("goofspiel returns_type=total_points tied_prize=shared")
    assert list(shared.payoffs(played(shared, *bids))) == [Fraction(9, 2), Fraction(11, 2)]


def test_goofspiel_with_three() -> None:
    """Only a single highest bid wins; who has most points shares 1, the others what is lost."""
    paid = {}
    for tied, returns in product(("discarded", "shared"), RETURNS):
        rules = rules_of(f"goofspiel players=3 num_cards=3 returns_type={returns} tied_prize={tied}")
        paid[tied, returns] = list(rules.payoffs(played(rules, "3", "3", "1", "1", "2", "3")))
    assert paid == {  # prizes 3 2 1; the last bids are 2 1 2
        ("discarded", "win_loss"): [Fraction(-1, 2), Fraction(-1, 2), 1],
        ("discarded", "point_difference"): [Fraction(-2, 3), Fraction(-2, 3), Fraction(4, 3)],
        ("discarded", "total_points"): [0, 0, 2],
        ("shared", "win_loss"): [Fraction(-1, 2), Fraction(-1, 2), 1],
        ("shared", "point_difference"): [0, Fraction(-1, 2), Fraction(1, 2)],
        ("shared", "total_points"): [2, Fraction(3, 2), Fraction(5, 2)],
    }


@pytest.mark.parametrize(("players", "order"), [(2, "descending"), (2, "random"), (3, "ascending")])
def test_goofspiel_points(players: int, order: str) -> None:
    """All prizes are shared out, or all but those with tied bids; the other returns follow from the points."""
    game = f"goofspiel players={players} num_cards=3 points_order={order}"
    for tied in ("discarded", "shared"):
        rules: Any = {returns: rules_of(f"{game} returns_type={returns} tied_prize={tied}") for returns in RETURNS}
        for states in zip(*(terminals(rules[returns]) for returns in RETURNS), strict=True):
            win_loss, difference, points = (
                list(rules[returns].payoffs(state)) for returns, state in zip(RETURNS, states, strict=True)
            )
            table = states[0].table
            lost = sum(prize for prize, winner in zip(states[0].prizes, table.winners, strict=True) if winner == -3)
            assert sum(points) == 6 - (lost if tied == "discarded" else 0)
            assert difference == [own - Fraction(sum(points)) / players for own in points]
            assert sum(win_loss) == 0
            assert [own == max(points) for own in points] == [own > 0 for own in win_loss] or len(set(points)) == 1


def test_goofspiel_without_ties_is_the_same_shared_or_not() -> None:
    """So sharing, which OpenSpiel does not have, differs where it should and nowhere else."""
    rules = {
        tied: rules_of(f"goofspiel returns_type=total_points tied_prize={tied}") for tied in ("discarded", "shared")
    }
    for one, other in zip(terminals(rules["discarded"]), terminals(rules["shared"]), strict=True):
        a, b = rules["discarded"].payoffs(one), rules["shared"].payoffs(other)
        assert (list(a) == list(b)) == (-3 not in one.table.winners)  # type: ignore[attr-defined]
        assert one.table.winners == other.table.winners


def test_goofspiel_hides_bids_as_it_says() -> None:
    """With limited information a name tells who won, with full information what all have left."""
    limited, full = rules_of("goofspiel"), rules_of("goofspiel imp_info=false num_cards=3")
    assert limited.infoset(played(limited, "3", "1")) == limited.infoset(played(limited, "3", "2"))
    assert limited.infoset(played(limited, "3", "1")) != limited.infoset(played(limited, "3", "4"))
    assert full.infoset(played(full, "3", "1")) != full.infoset(played(full, "3", "2"))
    for rules in (limited, full):
        assert rules.infoset(played(rules, "1")) == rules.infoset(played(rules, "2"))


# Battleship.


def test_battleship_places_only_what_leaves_room() -> None:
    """Two ships of two on a board of four in a row; one of two and one of three on two rows of three."""
    rules = rules_of("battleship board_width=4 board_height=1 ship_sizes=[2;2] ship_values=[1;1]")
    assert rules.actions(rules.root()) == ("h_0_0", "h_0_2")
    assert rules.actions(played(rules, "h_0_0", "h_0_2")) == ("h_0_2",)
    assert rules.actions(played(rules, "h_0_0", "h_0_2", "h_0_2")) == ("h_0_0",)
    rules = rules_of("battleship board_width=3 board_height=2 ship_sizes=[2;3] ship_values=[1;1]")
    assert rules.actions(rules.root()) == ("h_0_0", "h_0_1", "h_1_0", "h_1_1")


def test_battleship_places_in_order() -> None:
    """Horizontal ones by row and column, then vertical ones; ships of one cell only lie horizontally."""
    rules = rules_of("battleship board_width=3 board_height=2")
    assert rules.actions(rules.root()) == ("h_0_0", "h_0_1", "h_1_0", "h_1_1", "v_0_0", "v_0_1", "v_0_2")
    rules = rules_of("battleship ship_sizes=[1] ship_values=[1]")
    assert rules.actions(rules.root()) == ("h_0_0", "h_0_1", "h_1_0", "h_1_1")


@pytest.mark.parametrize(("repeated", "left"), [("false", ("shot_0_1", "shot_1_1")), ("true", ("shot_0_0",))])
def test_battleship_shots(repeated: str, left: tuple[str, ...]) -> None:
    """Where one may shoot again, one may shoot anywhere."""
    rules = rules_of(f"battleship num_shots=4 allow_repeated_shots={repeated}")
    state = played(rules, "h_0_0", "h_0_0", "shot_1_0", "shot_1_1", "shot_0_0", "shot_1_0")
    assert set(rules.actions(state)) == set(left) | (
        {"shot_0_1", "shot_1_0", "shot_1_1"} if repeated == "true" else set()
    )
    assert rules.infoset(state) == "T=6 /h_0_0/shot_1_0:W/oppshot_1_1/shot_0_0:H/oppshot_1_0"


def test_battleship_ends_with_the_fleet() -> None:
    """The last ship sunk ends the game at once; the other player has no answer."""
    rules = rules_of("battleship loss_multiplier=3")
    state = played(rules, "h_0_0", "h_1_0", "shot_1_0", "shot_1_1", "shot_1_1")
    assert rules.turn(state) == TERMINAL
    assert list(rules.payoffs(state)) == [2, -6]


def test_battleship_tells_of_sinking_again() -> None:
    """A shot at a sunk ship says so again and is worth nothing more; the game goes on while a ship is afloat."""
    rules = rules_of("battleship ship_sizes=[1;2] ship_values=[5;7] allow_repeated_shots=true")
    shots = ("shot_0_0", "shot_1_1", "shot_0_0", "shot_1_1", "shot_1_0", "shot_1_0")
    state = played(rules, "h_0_0", "h_0_0", "h_1_0", "h_1_0", *shots[:-1])
    assert rules.infoset(state) == "T=9 /h_0_0/h_1_0/oppshot_0_0/shot_1_1:H/oppshot_0_0/shot_1_1:H/oppshot_1_0"
    assert state.seen[0] == "/h_0_0/h_1_0/shot_0_0:S/oppshot_1_1/shot_0_0:S/oppshot_1_1/shot_1_0:H"
    assert list(rules.payoffs(rules.play(state, rules.actions(state).index("shot_1_0")))) == [5 - 7, 7 - 5]


@pytest.mark.parametrize("loss", [0, 1, 2])
def test_battleship_payoffs_from_what_was_seen(loss: int) -> None:
    """Value sunk is counted again from the two players' reports; ships of one cell, so that each hit sinks."""
    game = f"battleship ship_sizes=[1;1] ship_values=[4;4] num_shots=2 loss_multiplier={loss}"
    rules: Any = rules_of(game)
    for state in terminals(rules):
        sunk = [4 * len({shot for shot in seen.split("/") if shot.endswith(":S")}) for seen in state.seen]
        assert list(rules.payoffs(state)) == [sunk[0] - loss * sunk[1], sunk[1] - loss * sunk[0]]


@given(data=st.data())
def test_battleship_large_boards_can_be_played(data: st.DataObject) -> None:
    """Five ships on ten by ten: ships do not overlap, lie straight, and the game ends in time."""
    rules: Any = rules_of(
        "battleship board_width=10 board_height=10 ship_sizes=[2;3;3;4;5] ship_values=[1;1;1;1;1] num_shots=5"
    )
    state, moves = rules.root(), 0
    while rules.turn(state) != TERMINAL:
        state = rules.play(state, data.draw(st.integers(0, len(rules.actions(state)) - 1)))
        moves += 1
    assert moves == 2 * (5 + 5)
    for fleet in state.fleets:
        assert [ship.bit_count() for ship in fleet] == [2, 3, 3, 4, 5]
        assert sum(fleet).bit_count() == 17
        for ship in fleet:
            cells = [divmod(cell, 10) for cell in range(100) if ship >> cell & 1]
            steps = {(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(cells)}
            assert steps in ({(0, 1)}, {(1, 0)})


# Parameters.


@pytest.mark.parametrize(
    ("name", "parameters", "message"),
    [
        ("leduc_poker", {"players": 1}, "players: expected 2 to 10, found 1"),
        ("leduc_poker", {"players": 6}, "ranks: expected 4 to 1,000, found 3"),
        ("leduc_poker", {"ranks": 1}, "ranks: expected 2 to 1,000, found 1"),
        ("leduc_poker", {"raises": 0}, "raises: expected 1 to 100, found 0"),
        ("leduc_poker", {"bets": [2]}, r"bets: expected two, one for each round, found \[2\]"),
        (
            "leduc_poker",
            {"bets": [2, 0]},
            r"bets: expected 1 to 1,000,000, found 0",
        ),
        ("liars_dice", {"numdice": 0}, "numdice: expected 1 to 100, found 0"),
        ("liars_dice", {"dice_sides": 0}, "dice_sides: expected 1 to 100, found 0"),
        ("liars_dice", {"numdice": 2, "dice_sides": 10}, "dice_sides: expected 1 to 9, found 10"),
        ("goofspiel", {"players": 1}, "players: expected 2 to 10, found 1"),
        ("goofspiel", {"num_cards": 1}, "num_cards: expected 2 to 100, found 1"),
        ("battleship", {"board_width": 0}, "board_width: expected 1 to 20, found 0"),
        ("battleship", {"board_height": -1}, "board_height: expected 1 to 20, found -1"),
        ("battleship", {"num_shots": 0}, "num_shots: expected 1 to 1,000, found 0"),
        ("battleship", {"loss_multiplier": -1}, "loss_multiplier: expected 0 to 1,000,000, found -1"),
        ("battleship", {"ship_sizes": []}, r"number of ship_sizes: expected 1 to 5, found 0"),
        ("battleship", {"ship_sizes": [0]}, r"ship_sizes: expected 1 to 20, found 0"),
        ("battleship", {"ship_sizes": [3]}, r"ship_sizes: expected ships that fit on the board, found \[3\]"),
        (
            "battleship",
            {"ship_sizes": [2, 2, 1], "ship_values": [1, 1, 1]},
            r"ship_sizes: expected ships that fit on the board, found \[2, 2, 1\]",
        ),
        ("battleship", {"ship_values": [1, 2]}, r"ship_values: expected 1, one per ship, found \[1, 2\]"),
        ("battleship", {"ship_values": [-1]}, r"ship_values: expected 0 to 1,000,000, found -1"),
    ],
)
def test_bad_parameters(name: str, parameters: dict[str, Any], message: str) -> None:
    """Each gets a message with its name, what was expected and what was found."""
    with pytest.raises(InputError, match=f"{name}: {message}"):
        load_rules(name, parameters)
