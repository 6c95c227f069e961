"""Why a player may raise or not, and why not to less: in one sentence, with the name of the rule.

The names of the rules are those of docs/raise-rights.md. Amounts are written as `show` does: by default as they are.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from regretlab.betting.round import Round, answered, capped, has_right, smallest_raise
from regretlab.betting.rulebook import LAST_FULL
from regretlab.betting.street import FIXED_LIMIT, Chips

RIGHT_TO_RAISE, REOPENING, SHORT_ALL_IN = "right to raise", "reopening", "short all-in"
NOBODY_LEFT, NO_CHIPS, CAP, TOP = "nobody left to answer", "no chips beyond a call", "cap on raises", "largest bet"
OPENING, MINIMUM, AFTER_SHORT, COMPLETING = "opening", "minimum raise", "minimum after a short all-in", "completing"
ALL_IN = "all-in"


Show = Callable[[Chips], str]
"""From an amount to its text."""


class Reason(NamedTuple):
    """An answer, the rule that it comes from, and the sentence for people."""

    yes: bool
    rule: str
    sentence: str


def why_raise(now: Round, names: Sequence[str], show: Show = str) -> Reason:
    """Whether the player in turn may bet or raise, and why; `names` of the seats."""
    turn, price = now.turn, now.price
    name, own = names[turn], now.all_in[turn]
    if own <= price:
        return Reason(False, NO_CHIPS, f"{name} has {show(own)} in all, no more than the {show(price)} to call")
    if not answered(now):
        return Reason(False, NOBODY_LEFT, f"nobody is left who could answer a raise by {name}")
    if capped(now):
        return _why_capped(now, show)
    return _why_right(now, name, show)


def _why_right(now: Round, name: str, show: Show) -> Reason:
    turn, price, matched = now.turn, now.price, now.bets[now.turn]
    if now.fresh >> turn & 1:
        return Reason(True, RIGHT_TO_RAISE, f"{name} has not acted in this round yet")
    more, full = price - matched, now.step * now.street.rules.full
    since = f"{name} has matched {show(matched)} and faces {show(price)}, {show(more)} more"
    if not has_right(now):
        return Reason(False, SHORT_ALL_IN, f"{since}: less than a full raise, which is {show(full)} or more")
    if now.opened >> turn & 1:
        return Reason(True, RIGHT_TO_RAISE, f"{since}: a full raise since then")
    return Reason(True, REOPENING, f"{since}: short all-ins that add up to a full raise, {show(full)} or more")


def why_smallest(now: Round, show: Show = str) -> tuple[str, str]:
    """The rule, and the sentence, for the smallest raise of a player in turn who may raise."""
    all_in = now.all_in[now.turn]
    low, price, full, step = smallest_raise(now), now.price, now.full, now.step
    if all_in < low:
        return ALL_IN, f"all-in for {show(all_in)}, less than the {show(low)} of a full raise"
    if not price:
        return OPENING, f"the smallest bet is {show(step)}"
    fixed = ", the bet of the street," if now.street.limit == FIXED_LIMIT else None
    if now.street.rules.base == LAST_FULL and full != price:
        made = f"{show(full)} and {show(step)}{fixed or ''} make {show(low)}"
        return COMPLETING, f"the all-in to {show(price)} may be completed: {made}"
    if full != price:
        what = fixed or ", the largest full bet or raise so far,"
        return AFTER_SHORT, f"the all-in to {show(price)} and {show(step)}{what} make {show(low)}"
    what = fixed or ", the largest bet or raise so far,"
    return MINIMUM, f"{show(price)} to call and {show(step)}{what} make {show(low)}"


def _why_capped(now: Round, show: Show) -> Reason:
    street = now.street
    if street.most is None or (street.cap is not None and now.raises >= street.cap):
        return Reason(False, CAP, f"the round has seen {street.cap} bets and raises, all that there may be")
    return Reason(False, TOP, f"nobody may bet more than {show(street.most)}")
