"""Plays told line by line: all playthroughs again, choices at random and by hand.

A playthrough is what `regretlab play NAME --random --seed N` writes, parameters given with `--set`; those of the folder were
chosen for the rules that they reach.
"""

import io
import json
import re
from collections import Counter
from fractions import Fraction
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from regretlab.errors import InputError
from regretlab.games.battleship import Battleship
from regretlab.games.goofspiel import Goofspiel
from regretlab.games.kuhn_poker import KuhnPoker
from regretlab.games.leduc_poker import LeducPoker
from regretlab.games.liars_dice import LiarsDice
from regretlab.games.no_limit_kuhn import NoLimitKuhn
from regretlab.games.no_limit_leduc import NoLimitLeduc
from regretlab.games.willow import Willow
from regretlab.games.willow_endgame import WillowEndgame
from regretlab.play import UNSEEN, Choice, LeftError, at_random, by_hand, divided, play, transcript
from regretlab.registry import game_names, load_rules, rules_parameters
from regretlab.rules import CHANCE
from regretlab.yaml_model import parse_settings

from named_games import rules_of

FOLDER = Path(__file__).parent / "playthroughs"
PLAYTHROUGHS = sorted(path.stem for path in FOLDER.glob("*.txt"))


def read(playthrough: str) -> tuple[str, dict, int, str]:
    """Name of the game, parameters, seed, and the whole text."""
    text = (FOLDER / f"{playthrough}.txt").read_text(encoding="utf-8")
    game, parameters, seed = (line.partition(": ")[2] for line in text.splitlines()[:3])
    return game, json.loads(parameters), int(seed), text


def told(name, rules, seed) -> str:
    return "".join(f"{line}\n" for line in transcript(name, rules, seed))


@pytest.mark.parametrize("playthrough", PLAYTHROUGHS)
def test_playthrough(playthrough):
    """Played again from its first lines, it is the same to the last."""
    game, parameters, seed, text = read(playthrough)
    assert told(game, load_rules(game, parameters), seed) == text


def test_every_game_is_played():
    """There are two playthroughs or more of each game, named after it."""
    played = Counter(read(playthrough)[0] for playthrough in PLAYTHROUGHS)
    assert set(played) == set(game_names())
    assert min(played.values()) >= 2
    assert all(playthrough.startswith(read(playthrough)[0]) for playthrough in PLAYTHROUGHS)


def changed(rules_class, method, change):
    """The rules with what a method returns changed."""

    def wrong(self, *arguments):
        return change(self, getattr(rules_class, method)(self, *arguments), *arguments)

    return type("Changed", (rules_class,), {method: wrong})


def without(name):
    return lambda self, actions, state: tuple(action for action in actions if action != name)


FAULTS = {
    KuhnPoker: {
        "the lower card wins": changed(KuhnPoker, "payoffs", lambda self, paid, state: [-x for x in paid]),
        "a bet is hidden": changed(KuhnPoker, "infoset", lambda self, name, state: name.replace("b", "p")),
    },
    LeducPoker: {
        "nobody may raise": changed(LeducPoker, "actions", without("raise")),
        "a tie is not split": changed(
            LeducPoker, "payoffs", lambda self, paid, state: [0 if x == max(paid) else x for x in paid]
        ),
        "the public card is hidden": changed(LeducPoker, "infoset", lambda self, name, state: name.split("[Public")[0]),
    },
    LiarsDice: {
        "nothing is wild": changed(LiarsDice, "payoffs", lambda self, paid, state: [-x for x in paid]),
        "dice are not sorted": changed(LiarsDice, "infoset", lambda self, name, state: name[::-1]),
    },
    Goofspiel: {
        "ties are hidden": changed(Goofspiel, "infoset", lambda self, name, state: name.replace("-3 ", "")),
        "points are not counted": changed(Goofspiel, "payoffs", lambda self, paid, state: [0 for _ in paid]),
    },
    Battleship: {
        "sinking is not told": changed(Battleship, "infoset", lambda self, name, state: name.replace(":S", ":H")),
        "losses do not count": changed(Battleship, "payoffs", lambda self, paid, state: [max(0, x) for x in paid]),
    },
    NoLimitKuhn: {
        "a short all-in gives no right": changed(NoLimitKuhn, "actions", without("raise 4")),
        "there are no side pots": changed(
            NoLimitKuhn,
            "payoffs",
            lambda self, paid, state: [
                sum(state.node.paid) * (card == max(state.cards)) - own
                for card, own in zip(state.cards, state.node.paid, strict=True)
            ],
        ),
    },
    NoLimitLeduc: {
        "the card on the table is hidden": changed(
            NoLimitLeduc, "infoset", lambda self, name, state: name.replace("[", "").replace("]", "")
        ),
        "parts of chips are lost": changed(NoLimitLeduc, "payoffs", lambda self, paid, state: [int(x) for x in paid]),
    },
    Willow: {
        "an odd chip is shared": changed(
            Willow, "payoffs", lambda self, paid, state: [Fraction(sum(paid[1:]), 2) if x == 1 else x for x in paid]
        ),
        "who has folded is not told": changed(Willow, "infoset", lambda self, name, state: name.replace("- ", "")),
        "the best hand takes side pots, too": changed(
            Willow,
            "payoffs",
            lambda self, paid, state: [
                sum(state.node.paid) * (x == max(paid)) - own for x, own in zip(paid, state.node.paid, strict=True)
            ],
        ),
    },
    WillowEndgame: {
        "there is no raise": changed(WillowEndgame, "actions", without("raise 8")),
        "all cards of a range are alike": changed(
            WillowEndgame, "chances", lambda self, chances, state: [Fraction(1, len(chances))] * len(chances)
        ),
    },
}


@pytest.mark.parametrize("fault", [fault for faults in FAULTS.values() for fault in faults])
def test_changed_rules_are_told(fault):
    """One playthrough of the game or more differs."""
    ((rules_class, wrong),) = [(right, faults[fault]) for right, faults in FAULTS.items() if fault in faults]
    name = rules_class.__module__.rpartition(".")[2]
    texts = [text for text in map(read, PLAYTHROUGHS) if text[0] == name]
    again = []
    for game, parameters, seed, _ in texts:
        rules = load_rules(game, parameters)
        again.append(told(game, wrong(**{key: getattr(rules, key) for key in rules_parameters(rules)}), seed))
    assert again != [text for *_, text in texts]


def test_a_play_is_told_in_full():
    """Who moves, what is known, what can be done, what is done, what it pays."""
    lines = play(rules_of("kuhn_poker"), lambda choice: len(choice.actions) - 1)
    assert "\n".join(lines).splitlines() == [
        "chance",
        "  0: 0 (probability 1/3)",
        "  1: 1 (probability 1/3)",
        "  2: 2 (probability 1/3)",
        "  -> 2: 2",
        "chance",
        "  0: 0 (probability 1/2)",
        "  1: 1 (probability 1/2)",
        "  -> 1: 1",
        "player 0",
        '  "2"',
        "  0: pass",
        "  1: bet",
        "  -> 1: bet",
        "player 1",
        '  "1b"',
        "  0: pass",
        "  1: bet",
        "  -> 1: bet",
        "payoffs",
        "  player 0: 2",
        "  player 1: -2",
    ]


def test_a_name_of_several_lines_keeps_all_its_blanks():
    """Each line of the name stands between quotation marks."""
    lines = list(islice(play(rules_of("goofspiel"), at_random(0)), 9))
    assert "\n".join(line.strip()[1:-1] for line in lines[1:]) == rules_of("goofspiel").infoset(
        rules_of("goofspiel").root()
    )


def test_lines_come_before_the_choice():
    """Whoever chooses has read what there is to choose."""
    lines = []

    def choose(choice):
        assert lines[-len(choice.actions) :] == [
            f"  {number}: {action}" for number, action in enumerate(choice.actions)
        ]
        return 0

    for line in play(rules_of("battleship"), choose):
        lines.append(line)
    assert lines[-3:] == ["payoffs", "  player 0: 2", "  player 1: -2"]


# Choices at random.

WEIGHTS = st.lists(st.integers(0, 5), min_size=1, max_size=6).filter(any)


@given(weights=WEIGHTS, seed=st.integers(0, 2**32))
def test_chance_never_does_what_has_no_probability(weights, seed):
    """And always does something."""
    chances = [Fraction(weight, sum(weights)) for weight in weights]
    choice = Choice(CHANCE, tuple("abcdef"[: len(weights)]), chances)
    choose = at_random(seed)
    assert all(weights[choose(choice)] > 0 for _ in range(20))


@pytest.mark.parametrize("chances", [None, [Fraction(1, 6), Fraction(1, 3), Fraction(1, 2)]])
def test_frequencies(chances):
    """Of 30,000 choices each action has its share, to five standard deviations at most."""
    choice, choose = Choice(CHANCE if chances else 0, ("a", "b", "c"), chances), at_random(1)
    counts = Counter(choose(choice) for _ in range(30_000))
    for number, probability in enumerate(chances or [Fraction(1, 3)] * 3):
        deviation = float(30_000 * probability * (1 - probability)) ** 0.5
        assert abs(counts[number] - 30_000 * probability) < 5 * deviation


def test_the_seed_decides():
    """The same seed plays the same, another one otherwise."""
    rules = rules_of("leduc_poker")
    assert told("leduc_poker", rules, 5) == told("leduc_poker", rules, 5)
    assert len({tuple(play(rules, at_random(seed))) for seed in range(20)}) > 15


# Choices by hand.


def test_by_hand():
    """The same numbers, typed in, make the same play."""
    rules, text = rules_of("leduc_poker"), told("leduc_poker", rules_of("leduc_poker"), 6673)
    typed = io.StringIO("".join(f"{number}\n" for number in re.findall(r"-> (\d+):", text)))
    asked = io.StringIO()
    assert "\n".join(play(rules, by_hand(typed, asked))) == text.split("\n\n")[1].rstrip("\n")
    assert asked.getvalue().startswith("chance, 0 to 5? chance, 0 to 4? player 0, 0 to 1? player 1, 0 to 2? ")


@pytest.mark.parametrize("answer", ["x", "", "-1", "2", "1.0", "passes", "0 1"])
def test_a_wrong_answer_is_told_and_asked_again(answer):
    """As often as it takes."""
    asked = io.StringIO()
    choose = by_hand(io.StringIO(f"{answer}\n{answer}\n 1 \n"), asked)
    assert choose(Choice(1, ("pass", "bet"), None)) == 1
    question = "player 1, 0 to 1? "
    message = f"expected the number of an action, found '{answer}'\n"
    assert asked.getvalue() == question + message + question + message + question


@pytest.mark.parametrize(
    ("answer", "chosen"), [("bet", 1), ("  pass ", 0), ("0", 0), ("2", 2), ("?\nbet", 1), ("Pass", 0)]
)
def test_names_are_answers_too(answer, chosen):
    """A number is that of an action, even if another one is called so; `?` says what may be said."""
    asked = io.StringIO()
    assert by_hand(io.StringIO(f"{answer}\n"), asked)(Choice(0, ("pass", "bet", "0"), None)) == chosen
    help_text = "the number of an action, or its name; q to leave\n"
    question = "player 0, 0 to 2? "
    assert asked.getvalue() == (question + help_text) * ("?" in answer) + question


def test_whoever_leaves():
    with pytest.raises(LeftError):
        by_hand(io.StringIO("q\n"), io.StringIO())(Choice(0, ("pass", "bet"), None))


def test_a_seat_is_told_what_it_sees():
    """Of all lines of a play those of its own turns, and the payoffs, which are returned too."""
    rules = rules_of("kuhn_poker")
    whole = list(play(rules, at_random(3)))
    lines = play(rules, at_random(3), seat=1)
    own = [next(lines) for _ in range(5)]
    assert own == whole[whole.index("player 1") :][:5]
    with pytest.raises(StopIteration) as end:
        while True:
            own.append(next(lines))
    assert own[-3:] == whole[-3:] == ["payoffs", *(f"  player {p}: {x}" for p, x in enumerate(end.value.value))]
    assert "chance" not in own
    assert list(play(rules, at_random(3), seat=UNSEEN)) == whole[-3:]


@pytest.mark.parametrize("answers", ["", "7\n"])
def test_the_end_of_the_answers(answers):
    """Where nobody answers any more, the play ends with a message."""
    choose = by_hand(io.StringIO(answers), io.StringIO())
    with pytest.raises(InputError, match="standard input: expected a choice of chance, found the end"):
        choose(Choice(CHANCE, ("0", "1"), [Fraction(1, 2)] * 2))


def test_chance_and_players_apart():
    """The players choose by hand, chance deals by the seed."""
    choose = divided(at_random(3), by_hand(io.StringIO("0\n0\n"), io.StringIO()))
    alone = at_random(3)
    lines = list(play(rules_of("kuhn_poker"), choose))
    dealt = [Choice(CHANCE, ("",) * n, [Fraction(1, n)] * n) for n in (3, 2)]
    assert [line[5] for line in lines if line.startswith("  ->")] == [*(str(alone(deal)) for deal in dealt), "0", "0"]


# Parameters in words.


def test_settings():
    """Values are YAML."""
    found = parse_settings(["players=3", "bets=[2, 4]", "suit_isomorphism=true", "points_order=random"])
    assert found == {"players": 3, "bets": [2, 4], "suit_isomorphism": True, "points_order": "random"}


@pytest.mark.parametrize(
    ("pairs", "message"),
    [
        (["players"], "--set: expected KEY=VALUE, each key once, found 'players'"),
        (["=3"], "--set: expected KEY=VALUE, each key once, found '=3'"),
        (["players=2", "players=3"], "--set: expected KEY=VALUE, each key once, found 'players=3'"),
        (["bets=[2"], r"--set: bets: expected a value as in YAML, found '\[2'"),
    ],
)
def test_bad_settings(pairs, message):
    """Each gets a message with what was expected and what was found."""
    with pytest.raises(InputError, match=message):
        parse_settings(pairs)
