"""One betting round: whose turn it is, what he may do, and what comes of it.

Sources of the rules: `regretlab.betting.rulebook`. Seats are numbered in the order in which they act. A player *acts* when he
folds, checks, calls, bets or raises; posting a blind is not acting. Sets of seats are bits: bit n is seat n.
"""

from collections.abc import Sequence
from typing import NamedTuple

from regretlab.betting.rulebook import ADDED_UP, LAST_FULL, RAISE
from regretlab.betting.street import FIXED_LIMIT, NO_LIMIT, POT_LIMIT, Chips, Street

FOLD = -1
"""The one action that is not an amount. All others are what the player has bet in the round after them."""
NOBODY = -1
NEVER = -1
"""What a player has matched who has not acted yet."""
Amounts = tuple[Chips, ...]
"""By seat."""


class Round(NamedTuple):
    """A round so far; tuples are by seat. Nothing in it ever changes."""

    street: Street
    pot: Chips
    """What is in the pot from before this round; in pot limit also what is missing of short blinds (TDA, rule 54 B)."""
    turn: int
    """Who is to act, or `NOBODY`: the round is over."""
    stacks: Amounts
    """What each player has left."""
    bets: Amounts
    """What each has bet in this round."""
    playing: int
    """Who has not folded."""
    matched: Amounts
    """The price when each last acted, or `NEVER`."""
    price: Chips
    """What a player must have bet to stay in."""
    step: Chips
    """What a full bet or raise adds at least: what the largest so far added; before one, the smallest bet."""
    full: Chips
    """The price that the last full bet or raise made."""
    raises: int
    """How many bets and raises count against the cap."""
    opened: int
    """Who has not acted since the last full bet or raise, or not at all."""


class Options(NamedTuple):
    """What the player in turn may do."""

    fold: bool
    call: Chips | None
    """What he has bet after a check (as much as now) or a call (less than the price if that is all he has); None: neither."""
    low: Chips | None
    """The smallest bet or raise "to"; None: he may not."""
    high: Chips | None
    """The largest."""

    def allow(self, action: Chips) -> bool:
        """Whether an action, `FOLD` or an amount, is among them."""
        if action == FOLD:
            return self.fold
        return action == self.call or (
            self.low is not None and self.high is not None and self.low <= action <= self.high
        )


def open_round(street: Street, stacks: Sequence[Chips], playing: int, pot: Chips, first: int = 0) -> Round:
    """A round in which nothing is bet yet; the first with chips, from seat `first` on, begins."""
    return post(street, stacks, (0,) * len(stacks), playing, pot, first)


def post(
    street: Street, stacks: Sequence[Chips], blinds: Sequence[Chips], playing: int, pot: Chips, first: int
) -> Round:
    """A round that forced bets begin. Who has less than his blind is all in, and the price is the blind all the same."""
    bets = tuple([min(blind, stack) for blind, stack in zip(blinds, stacks, strict=True)])
    left = tuple([stack - bet for stack, bet in zip(stacks, bets, strict=True)])
    sizes = sorted({0, *blinds})
    price = sizes[-1]
    step = street.bet
    if price:
        added = price - sizes[-2] if street.rules.straddle == RAISE else price
        step = max(step, added) if street.same_step is None else street.same_step
    if street.limit == POT_LIMIT:
        pot += sum(blinds) - sum(bets)
    nobody = (NEVER,) * len(bets)
    raises = 1 if price and _counts(street, 1, left, playing) else 0
    turn = _next(left, bets, playing, nobody, price, first - 1)
    return Round(street, pot, turn, left, bets, playing, nobody, price, step, price, raises, playing)


def options(now: Round) -> Options:
    """What the player in turn may do. A range that is offered is never empty."""
    turn, bet = now.turn, now.bets[now.turn]
    all_in = bet + now.stacks[turn]
    due = _due(now)
    call = min(due, all_in) if due or now.street.check else None
    fold = call is None or bet < due
    if not (all_in > now.price and has_right(now) and answered(now) and not capped(now)):
        return Options(fold, call, None, None)
    low, high = smallest_raise(now), _largest_raise(now)
    return Options(fold, call, min(low, all_in), min(high, all_in))


def has_right(now: Round) -> bool:
    """Whether the player in turn has not acted yet, or has been raised in full since."""
    rules, matched = now.street.rules, now.matched[now.turn]
    if matched == NEVER or rules.reopening != ADDED_UP:
        return bool(now.opened >> now.turn & 1)
    # Not by `opened`: what is in all half a bet may be less for a player who has called a part of it.
    return now.price - matched >= rules.full * now.step


def answered(now: Round) -> bool:
    """Whether anybody else could still put in more than the price."""
    for seat, stack in enumerate(now.stacks):
        if stack and now.bets[seat] + stack > now.price and seat != now.turn and now.playing >> seat & 1:
            return True
    return False


def capped(now: Round) -> bool:
    """Whether the round has seen all the bets and raises that there may be, or the largest."""
    street = now.street
    if street.most is not None and smallest_raise(now) > street.most:
        return True
    return street.cap is not None and now.raises >= street.cap


def smallest_raise(now: Round) -> Chips:
    """The smallest full bet or raise "to", whoever makes it."""
    return (now.full if now.street.rules.base == LAST_FULL else now.price) + now.step


def _largest_raise(now: Round) -> Chips:
    """The largest bet or raise "to" of a player in turn who never runs out of chips."""
    limit, most = now.street.limit, now.street.most
    if limit == NO_LIMIT:
        return now.bets[now.turn] + now.stacks[now.turn]
    smallest = smallest_raise(now)
    if limit == FIXED_LIMIT:
        return smallest
    if limit == POT_LIMIT:
        # As much on top of a call as is in the pot after it; but the smallest bet may always be made.
        return max(smallest, 2 * now.price - now.bets[now.turn] + now.pot + sum(now.bets))
    return smallest if most is None else most


def act(now: Round, action: Chips) -> Round:
    """The round after the player in turn has folded (`FOLD`), or has bet `action` in all, which is among his `options`."""
    street, pot, turn, stacks, bets, playing, matched, price, step, full, raises, opened = now
    opened &= ~(1 << turn)
    if action == FOLD:
        playing ^= 1 << turn
    elif action != bets[turn]:
        stacks = (*stacks[:turn], stacks[turn] + bets[turn] - action, *stacks[turn + 1 :])
        bets = (*bets[:turn], action, *bets[turn + 1 :])
        if action > price:
            rules = street.rules
            added = action - (full if rules.base == LAST_FULL else price)
            if added >= rules.full * step:
                full, opened = action, playing & ~(1 << turn)
                step = max(step, added) if street.same_step is None else street.same_step
                if _counts(street, raises + 1, stacks, playing):
                    raises += 1
            price = action
    matched = (*matched[:turn], price, *matched[turn + 1 :])
    turn = _next(stacks, bets, playing, matched, price, turn)
    return Round(street, pot, turn, stacks, bets, playing, matched, price, step, full, raises, opened)


def _next(
    stacks: Amounts,
    bets: Amounts,
    playing: int,
    matched: Amounts,
    price: Chips,
    last: int,
) -> int:
    """The next seat after `last` that has chips and something to decide."""
    deep, after, before = 0, NOBODY, NOBODY
    for seat, stack in enumerate(stacks):
        if stack and playing >> seat & 1:
            deep += 1
            if bets[seat] < price or matched[seat] == NEVER:
                if seat > last:
                    if after == NOBODY:
                        after = seat
                elif before == NOBODY:
                    before = seat
    found = before if after == NOBODY else after
    # A single player with chips has nobody who could answer, and only to match those that are all in.
    if deep < 2 and found != NOBODY and bets[found] >= _matchable(bets, playing, found):
        return NOBODY
    return found


def _due(now: Round) -> Chips:
    """What the player in turn must have bet to stay in: the price, or what others have bet if all of them are all in."""
    turn, playing = now.turn, now.playing
    for seat, stack in enumerate(now.stacks):
        if stack and seat != turn and playing >> seat & 1:
            return now.price
    return _matchable(now.bets, playing, turn)


def _matchable(bets: Amounts, playing: int, seat: int) -> Chips:
    """The most that another player who has not folded has bet."""
    return max([bet for other, bet in enumerate(bets) if other != seat and playing >> other & 1], default=0)


def _counts(street: Street, raises: int, stacks: Amounts, playing: int) -> bool:
    """Whether the last of so many raises counts: the one that reaches a cap does not where two are left who have chips."""
    if street.cap is None or raises < street.cap or street.rules.heads_up_capped:
        return True
    return sum([1 for seat, stack in enumerate(stacks) if stack and playing >> seat & 1]) > 2
