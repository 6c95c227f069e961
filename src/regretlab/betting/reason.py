"""Why a player may raise or not, and why not to less: in one sentence, with the name of the rule.

The names of the rules are those of docs/raise-rights.md.
"""

from collections.abc import Sequence
from typing import NamedTuple

from regretlab.betting.round import NEVER, Round, answered, capped, has_right, smallest_raise
from regretlab.betting.rulebook import LAST_FULL
from regretlab.betting.street import Chips

RIGHT_TO_RAISE, REOPENING, SHORT_ALL_IN = "right to raise", "reopening", "short all-in"
NOBODY_LEFT, NO_CHIPS, CAP, TOP = "nobody left to answer", "no chips beyond a call", "cap on raises", "largest bet"
OPENING, MINIMUM, AFTER_SHORT, COMPLETING = "opening", "minimum raise", "minimum after a short all-in", "completing"
ALL_IN = "all-in"


class Reason(NamedTuple):
    """An answer, the rule that it comes from, and the sentence for people."""

    yes: bool
    rule: str
    sentence: str


def why_raise(now: Round, names: Sequence[str]) -> Reason:
    """Whether the player in turn may bet or raise, and why; `names` of the seats."""
    turn, price = now.turn, now.price
    name, matched, own = names[turn], now.matched[turn], now.bets[turn] + now.stacks[turn]
    if own <= price:
        return Reason(False, NO_CHIPS, f"{name} has {own} in all, no more than the {price} to call")
    if not answered(now):
        return Reason(False, NOBODY_LEFT, f"nobody is left who could answer a raise by {name}")
    if capped(now):
        return _why_capped(now)
    return _why_right(now, name, matched)


def _why_right(now: Round, name: str, matched: Chips) -> Reason:
    turn, price = now.turn, now.price
    if matched == NEVER:
        return Reason(True, RIGHT_TO_RAISE, f"{name} has not acted in this round yet")
    more, full = price - matched, now.step * now.street.rules.full
    since = f"{name} has matched {matched} and faces {price}, {more} more"
    if now.opened >> turn & 1:
        return Reason(True, RIGHT_TO_RAISE, f"{since}: a full raise since then")
    if has_right(now):
        return Reason(True, REOPENING, f"{since}: short all-ins that add up to a full raise, {full} or more")
    return Reason(False, SHORT_ALL_IN, f"{since}: less than a full raise, which is {full} or more")


def why_smallest(now: Round) -> tuple[str, str]:
    """The rule, and the sentence, for the smallest raise of a player in turn who may raise."""
    all_in = now.bets[now.turn] + now.stacks[now.turn]
    low, price, full, step = smallest_raise(now), now.price, now.full, now.step
    if all_in < low:
        return ALL_IN, f"all-in for {all_in}, less than the {low} of a full raise"
    if not price:
        return OPENING, f"the smallest bet is {step}"
    if now.street.rules.base == LAST_FULL and full != price:
        return COMPLETING, f"the all-in to {price} may be completed: {full} and {step} make {low}"
    if full != price:
        return AFTER_SHORT, f"the all-in to {price} and {step}, the largest full bet or raise so far, make {low}"
    return MINIMUM, f"{price} to call and {step}, the largest bet or raise so far, make {low}"


def _why_capped(now: Round) -> Reason:
    street = now.street
    if street.cap is not None and now.raises >= street.cap:
        return Reason(False, CAP, f"the round has seen {now.raises} bets and raises, all that there may be")
    return Reason(False, TOP, f"nobody may bet more than {street.most}")
