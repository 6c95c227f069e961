"""What docs/raise-rights.md takes from the engine: a smallest hand for each rule, and for each two rule books that differ."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from itertools import combinations
from typing import NamedTuple

from regretlab.betting.hand import Hand, Structure, play, start
from regretlab.betting.reason import (
    AFTER_SHORT,
    ALL_IN,
    CAP,
    COMPLETING,
    MINIMUM,
    NO_CHIPS,
    NOBODY_LEFT,
    OPENING,
    REOPENING,
    RIGHT_TO_RAISE,
    SHORT_ALL_IN,
    TOP,
    why_raise,
    why_smallest,
)
from regretlab.betting.round import FOLD, NOBODY, options
from regretlab.betting.rulebook import BLIND_FIRST, BOOKS, LAST_FULL, LIMIT, STANDARD, TOURNAMENT_LIMIT
from regretlab.betting.sample import Draws, Numbers, Table, choice
from regretlab.betting.smallest import Line, Step, replayed, size, smallest
from regretlab.betting.street import FIXED_LIMIT, SPREAD_LIMIT, Chips, Street

NAMES = "ABCDEFGHI"
"""The players, from the dealer's left."""
BET, HALVED, CAPPED, MOST = 2, 4, 4, 6
TRIES, HANDS = 4, 20_000
"""Of how many hands the smallest is made smaller, and among how many they are looked for."""


class Ruled(NamedTuple):
    """By what a hand is played."""

    street: Street
    straddle: bool = False
    antes: bool = False


IN_NO_LIMIT = tuple(
    Ruled(Street(BET, rules=book), straddle=True)
    for book in BOOKS
    if (book.base != LAST_FULL or book.full == 1) and not book.blind_first
)
IN_LIMIT = tuple(
    Ruled(Street(HALVED, FIXED_LIMIT, cap=CAPPED, rules=book)) for book in (LIMIT, TOURNAMENT_LIMIT, STANDARD)
)
WITH_ANTES = tuple(Ruled(Street(BET, rules=book), antes=True) for book in (STANDARD, BLIND_FIRST))
RULES = (
    (RIGHT_TO_RAISE, Ruled(Street(BET))),
    (REOPENING, Ruled(Street(BET))),
    (SHORT_ALL_IN, Ruled(Street(BET))),
    (NOBODY_LEFT, Ruled(Street(BET))),
    (NO_CHIPS, Ruled(Street(BET))),
    (CAP, Ruled(Street(HALVED, FIXED_LIMIT, cap=CAPPED, rules=LIMIT))),
    (TOP, Ruled(Street(BET, SPREAD_LIMIT, most=MOST))),
    (OPENING, Ruled(Street(BET))),
    (MINIMUM, Ruled(Street(BET))),
    (AFTER_SHORT, Ruled(Street(BET))),
    (COMPLETING, Ruled(Street(HALVED, FIXED_LIMIT, cap=CAPPED, rules=LIMIT))),
    (ALL_IN, Ruled(Street(BET))),
)


def rules_table() -> str:
    """A row for each rule: a smallest hand in which it decides, and what it says there."""
    lines = ["| rule | limit | stacks | so far | ruling |", "|---|---|---|---|---|"]
    for rule, ruled in RULES:
        line = _found((ruled,), partial(_decided_by, rule))
        now = _after(line).round
        why = why_raise(now, NAMES)
        sentence = why.sentence if why.rule == rule else f"{NAMES[now.turn]}: {why_smallest(now)[1]}"
        lines.append(f"| *{rule}* | {ruled.street.limit} | {told_stacks(line)} | {told(line)} | {sentence} |")
    return "\n".join(lines)


def books_table() -> str:
    """A row for each two rule books: a smallest hand in which their answers differ."""
    lines = ["| rule books | limit | stacks | so far | one | the other |", "|---|---|---|---|---|---|"]
    for kinds in (IN_NO_LIMIT, IN_LIMIT, WITH_ANTES):
        for pair in combinations(kinds, 2):
            line = _found(pair, _differ)
            names = " / ".join(f"*{ruled.street.rules.name}*" for ruled in pair)
            hands = [_after(_under(line, ruled)) for ruled in pair]
            answers = list(map(answer, hands))
            if len(set(answers)) == 1:
                answers = [f"{NAMES[hand.turn]} may call {options(hand.round).call}" for hand in hands]
            limit = pair[0].street.limit
            lines.append(f"| {names} | {limit} | {told_stacks(line)} | {told(line)} | {' | '.join(answers)} |")
    return "\n".join(lines)


def told_stacks(line: Line) -> str:
    """The stacks by player, before blinds and bets."""
    return ", ".join(f"{NAMES[seat]} {stack}" for seat, stack in enumerate(line.stacks))


def told(line: Line) -> str:
    """Blinds and actions in words."""
    posted = [_told_blind(line, seat, blind) for seat, blind in enumerate(line.structure.blinds) if blind]
    played = replayed(line)
    if played is None:
        raise ValueError(f"line: expected actions that are allowed, found {line}")
    return ", ".join([*posted, *map(_told_step, played[0])]) or "nothing"


def answer(hand: Hand) -> str:
    """What the player in turn may do, in words."""
    name, may = NAMES[hand.turn], options(hand.round)
    if may.low is None:
        return f"{name} may not raise"
    raises = "bet" if not hand.round.price else "raise to"
    return f"{name} may {raises} {may.low}" + ("" if may.low == may.high else f" or more, up to {may.high}")


def _told_blind(line: Line, seat: int, blind: Chips) -> str:
    ante = line.structure.antes[seat]
    if ante:
        return f"{NAMES[seat]} owes a blind of {blind} and an ante of {ante}"
    left = line.stacks[seat]
    return f"{NAMES[seat]} posts {blind}" if blind <= left else f"{NAMES[seat]} posts {left} of {blind}"


def _told_step(step: Step) -> str:
    now, action = step.hand.round, step.action
    name, price, all_in = NAMES[now.turn], now.price, action == now.bets[now.turn] + now.stacks[now.turn]
    if action == FOLD:
        return f"{name} folds"
    if action == now.bets[now.turn]:
        return f"{name} checks"
    if all_in:
        return f"{name} is all in for {action}"
    if action <= price:
        return f"{name} calls {action}"
    return f"{name} raises to {action}" if price else f"{name} bets {action}"


def _decided_by(rule: str, hands: Sequence[Hand]) -> bool:
    """Whether the rule decides about the player in turn; his right to raise does where he has acted before."""
    now = hands[0].round
    why = why_raise(now, NAMES)
    if why.yes and why_smallest(now)[0] == rule:
        return True
    return why.rule == rule and (rule != RIGHT_TO_RAISE or not now.fresh >> now.turn & 1)


def _differ(hands: Sequence[Hand]) -> bool:
    """Whether the player in turn may do one thing by the first rules, and another by the second."""
    one, other = hands
    return options(one.round) != options(other.round)


def _found(kinds: Sequence[Ruled], holds: Callable[[Sequence[Hand]], bool]) -> Line:
    """A smallest line that may be played by all kinds of rules, and after which `holds` of the hands by each."""

    def still(line: Line) -> bool:
        played = [replayed(_under(line, ruled)) for ruled in kinds]
        hands = [steps[1] for steps in played if steps is not None]
        if len(hands) < len(kinds) or line.structure.streets[0].bet != kinds[0].street.bet:
            return False
        whole = not any(line.structure.blinds) or line.structure.blinds[:3] == _forced(kinds[0])
        return whole and all(hand.turn != NOBODY for hand in hands) and holds(hands)

    found: list[Line] = []
    for n in range(HANDS):
        line = _first(Draws(0, n), kinds, holds)
        if line is not None:
            found.append(smallest(line, still))
            if len(found) == TRIES:
                break
    if not found:
        names = " and ".join(ruled.street.rules.name for ruled in kinds)
        raise ValueError(f"{names}: expected a hand that is ruled otherwise, found none among {HANDS}")
    return min(found, key=size)


def _first(draws: Numbers, kinds: Sequence[Ruled], holds: Callable[[Sequence[Hand]], bool]) -> Line | None:
    """The beginning of a hand until it holds."""
    structure, stacks = _table(draws, kinds[0])
    line = Line(structure, stacks, ())
    hands = [start(replace(structure, streets=(ruled.street,)), stacks) for ruled in kinds]
    while all(hand.turn != NOBODY for hand in hands):
        if holds(hands):
            return line
        action = choice(draws, options(hands[0].round))
        if not all(options(hand.round).allow(action) for hand in hands):
            return None
        hands = [play(hand, action) for hand in hands]
        line = line._replace(actions=(*line.actions, action))
    return None


def _table(draws: Numbers, ruled: Ruled) -> Table:
    """One betting round, with short stacks: nothing is bet, two blinds and a straddle, or a big blind with an ante."""
    players, bet = 3 + draws.below(3), int(ruled.street.bet)
    blinds: tuple[int, ...] = (0,) * players
    if ruled.antes or (ruled.straddle and draws.below(2)):
        blinds = (*_forced(ruled), *(0,) * (players - 3))
    stacks = tuple([1 + draws.below(6 * bet) for _ in range(players)])
    antes = (0, bet, 0, 0, 0) if ruled.antes else (0,) * players
    return Structure((ruled.street,), blinds, antes[:players]), stacks


def _forced(ruled: Ruled) -> tuple[int, int, int]:
    """Two blinds, and a straddle unless there are antes."""
    bet = int(ruled.street.bet)
    return bet // 2, bet, 0 if ruled.antes else 2 * bet


def _under(line: Line, ruled: Ruled) -> Line:
    """The same line by other rules."""
    return line._replace(structure=replace(line.structure, streets=(ruled.street,)))


def _after(line: Line) -> Hand:
    played = replayed(line)
    if played is None:
        raise ValueError(f"line: expected actions that are allowed, found {line}")
    return played[1]
