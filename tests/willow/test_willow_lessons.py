"""Lessons are what docs/lessons.md says: against the printed order of hands, sums, and a walk over all histories in fractions."""

import json
from collections import defaultdict
from fractions import Fraction
from itertools import combinations, product
from random import Random
from typing import Any, NamedTuple

import pytest
from willow_tables import rules_of, trained

from recheck.lessons.verify import verify_lessons
from regretlab.cli import main
from regretlab.errors import InputError
from regretlab.exact.response import payoff
from regretlab.exact.strategy import realization_weights
from regretlab.files import read_csv, write_csv, write_json, write_text
from regretlab.layout import STRATEGY_HEADER
from regretlab.parameters import Strategy
from regretlab.registry import load_rules
from regretlab.rules import CHANCE, TERMINAL
from regretlab.stages.claims import claim_rows
from regretlab.stages.lessons import write_lessons
from regretlab.study import read_study
from regretlab.willow.lessons import bets_rows, ends_rows, ranking_rows, street_1_rows, up_rows
from regretlab.willow.places import deal_probabilities, solved_places
from regretlab.willow.ranking import RANKS, strength

from small_games import compiled

TABLES = ("bets", "ends", "ranking", "street1", "up")

# The rules of Willow, "order, strong to weak". Pairs first, then these differences; of 2 and 1 the beginning and the end.
PAIRS = ["AA", "QQ", "JJ", "TT", "99", "88", "77", "66", "55", "44", "33", "22"]
DIFFERENCES = {11: ["QA"], 10: ["Q2", "JA"], 9: ["Q3", "J2", "TA"]}
ENDS_OF = {2: (["QT", "J9"], ["42", "3A"]), 1: (["QJ", "JT"], ["32", "2A"])}

SMALL = {"ranks": 3, "suits": 2, "street1": (1, 4), "street2": (2, 8), "raises": 1}
GAMES: dict[str, dict[str, Any]] = {
    "menus": SMALL,
    "short stacks": {**SMALL, "stacks": (4, 6)},
    "all in on the first street": {**SMALL, "stacks": (2,)},
    "one suit": {**SMALL, "ranks": 4, "suits": 1, "street2": (2,)},
    "three suits, no raise": {"ranks": 3, "street1": (1,), "street2": (2, 20), "raises": 0},
}


class Decision(NamedTuple):
    """One action of one history."""

    node: Any
    deal: tuple[int, ...]
    action: str
    reach: Fraction
    probability: Fraction
    value: Fraction
    """To player 0."""
    next_reach: Fraction
    next_node: Any
    fold_next: Fraction


def probabilities(parameters: dict[str, Any], seed: int) -> dict[tuple[int, str], list[float]]:
    """Any strategy; at some infosets an action is never taken."""
    random, found = Random(seed), {}
    for infoset in compiled("willow", **parameters).infosets:
        weights = [random.choice((0, 1, 2, 5)) for _ in infoset.actions]
        weights[random.randrange(len(weights))] += 1
        found[infoset.player, infoset.name] = [weight / sum(weights) for weight in weights]
    return found


def written(path, parameters, strategy):
    rows = [
        (infoset.player, infoset.name, action, strategy[infoset.player, infoset.name][number])
        for infoset in compiled("willow", **parameters).infosets
        for number, action in enumerate(infoset.actions)
    ]
    write_csv(path, STRATEGY_HEADER, rows)
    return path


def walked(rules, strategy):
    """All decisions, and all ends (node, reach, payoff), history by history."""
    decisions, ends = [], []

    def visit(state, reach):
        turn = rules.turn(state)
        if turn == TERMINAL:
            ends.append((state.node, reach, Fraction(rules.payoffs(state)[0])))
            return ends[-1][2]
        actions = rules.actions(state)
        if turn == CHANCE:
            parts = list(rules.chances(state))
        else:
            parts = [Fraction(part) for part in strategy[turn, rules.infoset(state)]]
        values = []
        for number, part in enumerate(parts):
            after = rules.play(state, number)
            values.append(visit(after, reach * part))
            if turn != CHANCE:
                reply, fold = rules.turn(after), Fraction(0)
                if reply >= 0 and after.node.street == state.node.street:
                    fold = Fraction(strategy[reply, rules.infoset(after)][rules.actions(after).index("fold")])
                deal = (*state.down, *state.up)
                decisions.append(
                    Decision(state.node, deal, actions[number], reach, part, values[-1], reach * part, after.node, fold)
                )
        return sum((part * value for part, value in zip(parts, values, strict=True)), Fraction(0))

    visit(rules.root(), Fraction(1))
    return decisions, ends


def share(deal, player):
    """The player's equity."""
    own, other = (strength(deal[seat], deal[seat + 2]) for seat in (player, 1 - player))
    return Fraction(1 + (own > other) - (own < other), 2)


def mean(weighted):
    """Of pairs (weight, number)."""
    weight = sum(weight for weight, _ in weighted)
    return sum(weight * number for weight, number in weighted) / weight if weight else None


def sized(action):
    """Fold, call, bets, raises, ascending."""
    name, _, amount = action.partition(" ")
    return ("fold", "call", "bet", "raise").index(name), int(amount or 0)


def street_1_due(decisions):
    found = defaultdict(list)
    for d in decisions:
        if d.node.street == 0:
            found[d.node.turn, d.node.said[0], RANKS[d.deal[d.node.turn]], d.action].append(d)
    return {
        key: (
            sum(d.reach for d in group),
            group[0].probability,
            mean([(d.reach, d.value if key[0] == 0 else -d.value) for d in group]),
        )
        for key, group in found.items()
    }


def up_due(decisions):
    found = defaultdict(list)
    for d in decisions:
        if d.node.street == 1 and not d.node.said[1]:
            found[RANKS[d.deal[2]], RANKS[d.deal[3]]].append(d)
    actions = sorted({d.action for group in found.values() for d in group}, key=sized)
    due = {}
    for up, group in found.items():
        # A node has the same reach with each of its actions, and is counted once.
        nodes = {(d.node.said[0], d.deal): d for d in group}.values()
        reach = sum(d.reach for d in nodes)
        value = sum(d.next_reach * d.value for d in group) / reach if reach else None
        for action in actions:
            done = sum(d.next_reach for d in group if d.action == action)
            equity = mean([(d.reach, share(d.deal, 0)) for d in nodes])
            due[(*up, action)] = (reach, done / reach if reach else None, equity, value)
    return due


def bets_due(decisions):
    second = [d for d in decisions if d.node.street == 1]
    seen = defaultdict(dict)
    for d in second:
        seen[d.node, d.deal[d.node.turn], d.deal[2:]][d.deal[1 - d.node.turn]] = (d.reach, share(d.deal, d.node.turn))
    found = defaultdict(list)
    for d in second:
        if d.action.startswith(("bet", "raise")):
            found[d.node.turn, d.action].append(d)
    due = {}
    for player, action in sorted(found, key=lambda key: (key[0], sized(key[1]))):
        group = found[player, action]
        weak = [
            (equity := mean(list(seen[d.node, d.deal[player], d.deal[2:]].values()))) is not None
            and equity < Fraction(1, 2)
            for d in group
        ]
        made = sum(d.next_reach for d in group)
        of_made = (
            sum(d.next_reach for d, bluff in zip(group, weak, strict=True) if bluff),
            sum(d.next_reach * d.fold_next for d in group),
            mean([(d.next_reach, sum(d.node.paid)) for d in group]),
            mean([(d.next_reach, d.next_node.paid[player] - d.node.paid[player]) for d in group]),
            mean([(d.next_reach, d.value if player == 0 else -d.value) for d in group]),
        )
        due[player, action] = (sum(d.reach for d in group), made, *(of_made if made else [None] * 5))
    return due


def ends_due(ends):
    due = {(street, f"player {player} folds"): [0, 0] for street in (1, 2) for player in (0, 1)}
    due[2, "showdown"] = [0, 0]
    for node, reach, payoff_0 in ends:
        folded = {0, 1} - set(node.playing)
        key = (node.street + 1, f"player {folded.pop()} folds") if folded else (2, "showdown")
        due[key][0] += reach
        due[key][1] += reach * payoff_0
    return due


def same(rows, due, width):
    """The rows in the order that is due, the numbers to 1e-12, empty cells where there is nothing."""
    rows = list(rows)
    assert [row[:width] for row in rows] == list(due)
    for row in rows:
        for found, number in zip(row[width:], due[row[:width]], strict=True):
            assert (found == "") is (number is None)
            if number is not None:
                assert isinstance(found, float)
                assert found == pytest.approx(float(number), abs=1e-12)


@pytest.fixture(params=GAMES, scope="module")
def taught(request, tmp_path_factory):
    """Rules, strategy and the first place of each of the games; and all its histories."""
    parameters = GAMES[request.param]
    rules, strategy = load_rules("willow", parameters), probabilities(parameters, seed=len(request.param))
    path = written(tmp_path_factory.mktemp("taught") / "strategy.csv", parameters, strategy)
    return parameters, rules, strategy, solved_places(rules, Strategy.read(path)), walked(rules, strategy)


# The order of hands.


def ranking_of(**parameters):
    return [dict(zip(("place", "hand", "class"), row, strict=False)) for row in ranking_rows(rules_of(**parameters))]


def test_the_order_is_the_printed_one():
    """Each printed hand in its place, counted from how many stronger ones there are."""
    rows = ranking_of()
    hands = [row["hand"] for row in rows]
    assert [row["place"] for row in rows] == list(range(1, 79))
    assert len(set(hands)) == 78 == 12 + 12 * 11 // 2
    assert hands[:12] == PAIRS
    by_class = {size: [row["hand"] for row in rows if row["class"] == str(size)] for size in range(1, 12)}
    assert hands[12:] == [hand for size in range(11, 0, -1) for hand in by_class[size]]
    for size, listed in DIFFERENCES.items():
        assert by_class[size] == listed
    for size, (first, last) in ENDS_OF.items():
        assert by_class[size][:2] == first
        assert by_class[size][-2:] == last
    for size, listed in by_class.items():
        # Of equal differences the hand with the higher rank wins.
        assert listed == [RANKS[high] + RANKS[high - size] for high in range(11, size - 1, -1)]


def test_the_order_is_total():
    """All pairs of all hands of the deck, 36 * 35 / 2: one is stronger by its place, or both are of the same ranks and tie."""
    place = {row["hand"]: row["place"] for row in ranking_of()}
    deck = [rank for rank in range(12) for _ in range(3)]
    hands = list(combinations(deck, 2))
    assert len(hands) == 36 * 35 // 2
    known = [(strength(*hand), strength(*hand[::-1]), place[RANKS[max(hand)] + RANKS[min(hand)]]) for hand in hands]
    for found, reverse, where in known:
        assert found == reverse
        for other, _, below in known:
            assert (found > other) is (other < found) is (where < below)
            assert (found == other) is (where == below)


@pytest.mark.parametrize("parameters", [{}, {"ranks": 4}, {"ranks": 5, "suits": 1}, {"ranks": 2, "suits": 2}])
def test_what_a_hand_beats(parameters):
    """Counted set by set: every hand of the deck against every hand of the other cards."""
    rules = rules_of(**parameters)
    cards = list(range(rules.ranks * rules.suits))
    levels = {pair: strength(pair[0] // rules.suits, pair[1] // rules.suits) for pair in combinations(cards, 2)}
    ways: dict[str, int] = defaultdict(int)
    for first, second in levels:
        ways[RANKS[second // rules.suits] + RANKS[first // rules.suits]] += 1
    example = {RANKS[pair[1] // rules.suits] + RANKS[pair[0] // rules.suits]: pair for pair in levels}
    for _, hand, _, number, *counts, equity in ranking_rows(rules):
        own = example.pop(hand)
        others = [levels[pair] for pair in levels if not set(pair) & set(own)]
        beats, ties = sum(o < levels[own] for o in others), sum(o == levels[own] for o in others)
        assert number == ways[hand]
        assert counts == [beats, ties, len(others) - beats - ties]
        assert equity == float(Fraction(2 * beats + ties, 2 * len(others)))
    assert not example


# The strategy.


def test_deals_are_those_of_chance(taught):
    """Products of the chances of the rules, history by history."""
    _, rules, *_ = taught
    found = deal_probabilities(rules)
    for deal in product(range(rules.ranks), repeat=4):
        chance = Fraction(1)
        for place, card in enumerate(deal):
            left = rules.deck.without(deal[:place])
            chance *= dict(zip(left.cards, left.chances, strict=True)).get(card, 0) if chance else 0
        assert found[deal] == pytest.approx(float(chance), abs=1e-16)


def test_first_street(taught):
    """Reach, probability and value of each action, by card, in the order of a walk."""
    _, rules, strategy, first, (decisions, _) = taught
    rows = list(street_1_rows(rules, first))
    due = street_1_due(decisions)
    # The order of the rows: nodes as a walk has them, then ranks, then actions.
    nodes, order = [rules.root().node], []
    while nodes:
        node = nodes.pop(0)
        if node.street == 0 and node.turn >= 0:
            order += [(node.turn, node.said[0], RANKS[rank], a) for rank in range(rules.ranks) for a in node.actions]
            nodes = [*node.following, *nodes]
    same(rows, {key: due[key] for key in order}, 4)
    for player, before, card, action, _, probability, _ in rows:
        names = next(d.node.actions for d in decisions if (d.node.turn, d.node.said) == (player, (before,)))
        assert probability == strategy[player, card + before][names.index(action)]


def test_cards_face_up(taught):
    """By the cards face up: how often, what follows, equity and value."""
    _, rules, _, first, (decisions, _) = taught
    due = up_due(decisions)
    same(
        up_rows(rules, first),
        dict(sorted(due.items(), key=lambda item: [*map(RANKS.index, item[0][:2]), *sized(item[0][2])])),
        3,
    )


def test_bets_and_bluffs(taught):
    """How often a bet is possible, made, a bluff; what it wins."""
    _, rules, _, first, (decisions, _) = taught
    same(bets_rows(rules, first), bets_due(decisions), 2)


def test_ends(taught):
    """How hands end; the reaches sum to 1, the gains to the value of the strategy, in fractions by the sequence form."""
    parameters, _, strategy, first, (_, ends) = taught
    rows = list(ends_rows(first))
    same(rows, ends_due(ends), 2)
    game = compiled("willow", **parameters)
    exact = [Fraction(1)] * game.sequence_bounds[-1]
    for q, infoset, action in game.rows():
        exact[q] = Fraction(strategy[infoset.player, infoset.name][infoset.actions.index(action)])
    value = payoff(game, 0, realization_weights(game, exact))
    assert sum(row[2] for row in rows) == pytest.approx(1, abs=1e-12)
    assert sum(row[3] for row in rows) == pytest.approx(float(value), abs=1e-12)


def test_the_games_try_what_they_should(taught):
    """Cells without a number, and histories of each kind, are there to be compared at all."""
    parameters, rules, _, first, (decisions, ends) = taught
    all_in = parameters.get("stacks") == (2,)
    assert all_in or any(d.reach == 0 for d in decisions)
    assert any(len(node.playing) == 2 for node, *_ in ends)
    assert (not any(place.node.street for place in first.walk())) is all_in
    assert (not list(bets_rows(rules, first))) is all_in


# The stage.


@pytest.fixture
def study(tmp_path, monkeypatch):
    """A study with lessons in a folder of configuration, and the folder of its results with a trained strategy."""
    monkeypatch.chdir(tmp_path)
    write_text(
        tmp_path / "config/studies/mine.yaml",
        "title: Lessons\n"
        "games:\n"
        "  - {rules: willow, folder: small, parameters: {ranks: 3, suits: 2, street1: [1], street2: [2]}}\n"
        "  - kuhn_poker\n"
        "variants: [cfr]\niterations: 50\nsnapshots: {at: []}\ncheckpoints: {at: []}\nlessons: cfr\n",
    )
    trained(tmp_path / "results/small/cfr/strategy.csv")
    write_json(tmp_path / "results/study.json", read_study(tmp_path / "config/studies/mine.yaml"))
    return tmp_path


def lessons(study, game="small"):
    return main(["lessons", str(study / "config/studies/mine.yaml"), str(study / "results"), game])


def test_the_second_implementation_derives_the_same(study):
    """And finds a number that is another."""
    assert lessons(study) == 0
    folder = study / "results/small/lessons"
    assert sorted(path.stem for path in folder.iterdir()) == list(TABLES)
    assert verify_lessons(study / "results", "small").problems == []
    for name in TABLES:
        path = folder / f"{name}.csv"
        text = path.read_text()
        header, first, *rest = text.splitlines()
        cells = first.split(",")
        cells[-1] = repr(float(cells[-1]) + 0.001)
        write_text(path, "\n".join([header, ",".join(cells), *rest, ""]))
        problems = verify_lessons(study / "results", "small").problems
        assert {problem.file for problem in problems} == {f"small/lessons/{name}.csv"}
        write_text(path, text)


@pytest.mark.parametrize("name", GAMES)
def test_the_second_implementation_agrees_on_every_game(name, tmp_path):
    """With strategies that leave cells empty, stacks that run out, and a deck of one suit."""
    parameters = GAMES[name]
    text = json.dumps({**parameters, "stacks": list(parameters.get("stacks", (100,)))})
    write_text(
        tmp_path / "studies/mine.yaml",
        f"title: Lessons\ngames:\n  - rules: willow\n    parameters: {text}\n"
        "variants: [cfr]\niterations: 1\nsnapshots: {at: []}\ncheckpoints: {at: []}\nlessons: cfr\n",
    )
    write_json(tmp_path / "study.json", read_study(tmp_path / "studies/mine.yaml"))
    path = written(tmp_path / "willow/cfr/strategy.csv", parameters, probabilities(parameters, seed=7))
    write_lessons(load_rules("willow", parameters), path, tmp_path / "willow/lessons")
    found = verify_lessons(tmp_path, "willow")
    assert (found.problems, found.level) == ([], "derived")


def test_the_same_bytes_again(study, tmp_path):
    """Nothing but rules and strategy makes the tables."""
    assert lessons(study) == 0
    rules = load_rules("willow", {"ranks": 3, "suits": 2, "street1": (1,), "street2": (2,)})
    write_lessons(rules, study / "results/small/cfr/strategy.csv", tmp_path / "again")
    for name in TABLES:
        published = study / f"results/small/lessons/{name}.csv"
        assert (tmp_path / f"again/{name}.csv").read_bytes() == published.read_bytes()


def test_a_game_without_lessons(study, capsys):
    """It is told, and nothing is written."""
    assert lessons(study, "kuhn_poker") == 1
    assert "lessons: expected a game that lessons are drawn from, found kuhn_poker" in capsys.readouterr().err
    assert not (study / "results/kuhn_poker").exists()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda lines: lines[:1] + lines[3:], "expected a row for player 0, infoset '2', action 'fold', found none"),
        (lambda lines: [*lines, "0,K,fold,1.0"], "expected rows of the game's infosets, found player 0, infoset 'K'"),
        (
            lambda lines: [line.replace("bet 1,", "bet 3,") for line in lines],
            "expected a row for player 0, infoset 'A', action 'bet 1', found none",
        ),
        (lambda lines: [*lines[:-1], lines[-1] + "1e9"], "probability: expected a number from 0 to 1"),
    ],
)
def test_a_strategy_of_another_game(study, change, message):
    """File, expected and found; nothing is written."""
    path = study / "results/small/cfr/strategy.csv"
    lines = path.read_text().splitlines()
    write_text(path, "\n".join(change(lines)) + "\n")
    rules = load_rules("willow", {"ranks": 3, "suits": 2, "street1": (1,), "street2": (2,)})
    with pytest.raises(InputError, match=message) as error:
        write_lessons(rules, path, study / "results/small/lessons")
    assert str(error.value).startswith(f"{path}: ")
    assert not (study / "results/small/lessons").exists()


def test_claims_on_places(study, project):
    """All printed places are claims on the whole deck; a place that is another one is not reproduced."""
    claims = project / "config/claims/willow-order.yaml"
    results = study / "results"
    write_json(results / "verdict/verification.json", {"levels": {"menu-1-small/lessons": "derived"}})
    ranking = results / "menu-1-small/lessons/ranking.csv"
    rows = list(ranking_rows(rules_of()))
    header = ("place", "hand", "class", "ways", "beats", "ties", "loses", "equity")
    write_csv(ranking, header, rows)
    found = list(claim_rows([claims], results))
    assert {row.verdict for row in found} == {"reproduced"}
    printed = [*PAIRS, *[hand for listed in DIFFERENCES.values() for hand in listed]]
    assert [row.claim for row in found] == [
        *printed,
        *[hand for both in ENDS_OF.values() for part in both for hand in part],
    ]
    changed = [row if row[1] not in ("QA", "J9") else (row[0] + 1, *row[1:]) for row in rows]
    write_csv(ranking, header, changed)
    wrong = [row.claim for row in claim_rows([claims], results) if row.verdict != "reproduced"]
    assert wrong == ["QA", "J9"]
    assert len({row["place"] for row in read_csv(ranking)}) == 76
