"""One betting round: whose turn it is, what he may do, and what comes of it.

Sources of the rules: `regretlab.betting.rulebook`. Seats are numbered in the order in which they act. A player *acts* when he
folds, checks, calls, bets or raises; posting a blind is not acting. Sets of seats are bits: bit n is seat n.
"""

from collections.abc import Sequence
from operator import sub
from typing import NamedTuple

from regretlab.betting.rulebook import ADDED_UP, LAST_FULL, RAISE
from regretlab.betting.street import FIXED_LIMIT, NO_LIMIT, POT_LIMIT, Chips, Street

FOLD = -1
"""The one action that is not an amount. All others are what the player has bet in the round after them."""
NOBODY = -1
Amounts = tuple[Chips, ...]
"""By seat."""


class Round(NamedTuple):
    """A round so far; tuples are by seat. Nothing in it ever changes."""

    street: Street
    pot: Chips
    """What is in the pot from before this round; in pot limit also what is missing of short blinds (TDA, rule 54 B)."""
    all_in: Amounts
    """What each has bet in this round when he has put in all he has."""
    turn: int
    """Who is to act, or `NOBODY`: the round is over."""
    bets: Amounts
    """What each has bet in this round."""
    playing: int
    """Who has not folded."""
    deep: int
    """Who of them has chips left."""
    waiting: int
    """Who of these has something to decide before the round ends: he has not acted yet, or not since the price rose."""
    fresh: int
    """Who has not acted in this round."""
    opened: int
    """Who has not acted since the last full bet or raise, or not at all."""
    price: Chips
    """What a player must have bet to stay in."""
    step: Chips
    """What a full bet or raise adds at least: what the largest so far added; before one, the smallest bet."""
    full: Chips
    """The price that the last full bet or raise made."""
    raises: int
    """How many bets and raises count against the cap."""

    @property
    def stacks(self) -> Amounts:
        """What each player has left."""
        return tuple(map(sub, self.all_in, self.bets))


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
    return _begun(street, pot, tuple(stacks), (0,) * len(stacks), playing, 0, street.bet, first)


def post(
    street: Street, stacks: Sequence[Chips], blinds: Sequence[Chips], playing: int, pot: Chips, first: int
) -> Round:
    """A round that forced bets begin. Who has less than his blind is all in, and the price is the blind all the same."""
    bets = tuple([min(blind, stack) for blind, stack in zip(blinds, stacks, strict=True)])
    sizes = sorted({0, *blinds})
    price = sizes[-1]
    step = street.bet
    if price:
        added = price - sizes[-2] if street.rules.straddle == RAISE else price
        step = max(step, added) if street.same_step is None else street.same_step
    if street.limit == POT_LIMIT:
        pot += sum(blinds) - sum(bets)
    return _begun(street, pot, tuple(stacks), bets, playing, price, step, first)


def _begun(
    street: Street, pot: Chips, all_in: Amounts, bets: Amounts, playing: int, price: Chips, step: Chips, first: int
) -> Round:
    deep = sum([1 << seat for seat, most in enumerate(all_in) if most > bets[seat]]) & playing
    raises = 1 if price and _counts(street, 1, deep) else 0
    turn = _next(deep, deep, bets, playing, first - 1)
    return Round(street, pot, all_in, turn, bets, playing, deep, deep, playing, playing, price, step, price, raises)


def options(now: Round) -> Options:
    """What the player in turn may do. A range that is offered is never empty."""
    turn, price = now.turn, now.price
    bet, all_in = now.bets[turn], now.all_in[turn]
    # The price, or what others have bet if all of them are all in.
    due = price if now.deep & ~(1 << turn) else _matchable(now.bets, now.playing, turn)
    call = (due if due < all_in else all_in) if due or now.street.check else None
    fold = call is None or bet < due
    if all_in <= price or not has_right(now) or not answered(now) or capped(now):
        return Options(fold, call, None, None)
    low = smallest_raise(now)
    high = all_in if now.street.limit == NO_LIMIT else _largest_raise(now, low)
    return Options(fold, call, low if low < all_in else all_in, high if high < all_in else all_in)


def has_right(now: Round) -> bool:
    """Whether the player in turn has not acted yet, or has been raised in full since."""
    turn, rules = now.turn, now.street.rules
    if now.fresh >> turn & 1 or rules.reopening != ADDED_UP:
        return now.opened >> turn & 1 == 1
    # Not by `opened`: what is in all half a bet may be less for a player who has called a part of it. Who has acted, and has
    # chips, has then bet the price, so that what he faces is what came since.
    return now.price - now.bets[turn] >= rules.full * now.step


def answered(now: Round) -> bool:
    """Whether anybody else could still put in more than the price."""
    others, price = now.deep & ~(1 << now.turn), now.price
    for seat, most in enumerate(now.all_in):  # noqa: SIM110 - a generator costs twice as much
        if most > price and others >> seat & 1:
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


def _largest_raise(now: Round, smallest: Chips) -> Chips:
    """The largest bet or raise "to" where there is a limit, for a player in turn who never runs out of chips."""
    limit, most = now.street.limit, now.street.most
    if limit == FIXED_LIMIT:
        return smallest
    if limit == POT_LIMIT:
        # As much on top of a call as is in the pot after it; but the smallest bet may always be made.
        return max(smallest, 2 * now.price - now.bets[now.turn] + now.pot + sum(now.bets))
    return smallest if most is None else most


def act(now: Round, action: Chips) -> Round:
    """The round after the player in turn has folded (`FOLD`), or has bet `action` in all, which is among his `options`."""
    street, pot, all_in, turn, bets, playing, deep, waiting, fresh, opened, price, step, full, raises = now
    others = ~(1 << turn)
    waiting, fresh, opened = waiting & others, fresh & others, opened & others
    if action == FOLD:
        playing, deep = playing & others, deep & others
    elif action != bets[turn]:
        bets = (*bets[:turn], action, *bets[turn + 1 :])
        if action == all_in[turn]:
            deep &= others
        if action > price:
            rules = street.rules
            added = action - (full if rules.base == LAST_FULL else price)
            if added >= rules.full * step:
                full, opened = action, playing & others
                step = max(step, added) if street.same_step is None else street.same_step
                if _counts(street, raises + 1, deep):
                    raises += 1
            price, waiting = action, deep & others
    turn = _next(deep, waiting, bets, playing, turn)
    # By `_make`, since this is done at each action, and a call with so many arguments takes twice as long.
    return Round._make(
        (street, pot, all_in, turn, bets, playing, deep, waiting, fresh, opened, price, step, full, raises)
    )


def _next(deep: int, waiting: int, bets: Amounts, playing: int, last: int) -> int:
    """The next seat after `last` that has something to decide."""
    found = waiting >> last + 1 << last + 1 or waiting
    seat = (found & -found).bit_length() - 1
    # A single player with chips has nobody who could answer, and only to match those that are all in.
    if not deep & deep - 1 and seat != NOBODY and bets[seat] >= _matchable(bets, playing, seat):
        return NOBODY
    return seat


def _matchable(bets: Amounts, playing: int, seat: int) -> Chips:
    """The most that another player who has not folded has bet."""
    return max([bet for other, bet in enumerate(bets) if other != seat and playing >> other & 1], default=0)


def _counts(street: Street, raises: int, deep: int) -> bool:
    """Whether the last of so many raises counts: the one that reaches a cap does not where two are left who have chips."""
    return street.cap is None or raises < street.cap or street.rules.heads_up_capped or deep.bit_count() > 2
