"""A timeline: what a question has to look like, line by line of its SVG; docs/hands.md, "The timelines".

A timeline is text, and all of it follows from the question: so it is written again here, and every line compared.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from textwrap import wrap
from typing import NamedTuple

from recheck.betting.account import told
from recheck.betting.hand import Hand, state
from recheck.betting.rules import Chips
from recheck.hands.answers import pots_of
from recheck.hands.money import NOT_KNOWN, UNKNOWN
from recheck.hands.question import Case
from recheck.hands.sentences import Turn, may_do, turn_of, why_right, why_size

MARGIN, HEAD, LABELS = 12, 59, 105
"""In points: around all, above the rows, and the width of the names."""

ROW, BAR = 40, 34
"""The height of a row, and of a bar of the largest bet."""

LETTER = Fraction(61, 100)
"""So wide is a letter, in its size."""

NARROWEST, AROUND, GAP = 44, 8, 2
"""A column: its least width, what there is beside its longest text, and what is between two."""

LONGEST = 112
"""So many letters stand in a line below; it is broken at a space or behind a hyphen."""

LINE, LARGE, SMALL = 16, 11, Fraction(19, 2)
"""The distance of the lines below, and two sizes of letters."""

INK, PALE, GREEN, ORANGE, BLUE = "#1a1a1a", "#5f5f5f", "#009e73", "#d55e00", "#0072b2"
RAISED, CALLED, WAITING, FOLDED = "#f3c3a3", "#a9cfe6", "#f0f0f0", "#dcdcdc"
"""Bars: of who has raised, called or checked, and folded just now, and of all others."""

LEGEND = "● may raise, from–to  ·  ○ may not raise  ·  bars: what has been bet in the round"
LARGE_AND_BOLD, CENTERED = 'font-size="11" font-weight="bold"', 'text-anchor="middle"'
VERBS = {"fold": "folds", "check": "checks", "call": "calls", "bet": "bets", "raise": "raises to"}
COLORS = {"fold": PALE, "check": BLUE, "call": BLUE, "bet": ORANGE, "raise": ORANGE}
BARS = {"fold": FOLDED, "check": CALLED, "call": CALLED, "bet": RAISED, "raise": RAISED}


class Column(NamedTuple):
    """A decision: the turn, what was done, and the hand after it. `action` is empty if it is the question."""

    turn: Turn
    action: str
    label: str
    right: str
    hand: Hand
    recorded: bool = True

    @property
    def width(self) -> Fraction:
        """So wide is it."""
        letters = max(Fraction(len(self.label) * LARGE), len(self.right) * SMALL)
        return max(Fraction(NARROWEST), AROUND + LETTER * letters)


def due_lines(case: Case) -> list[str]:
    """The lines of the SVG."""
    said = [part for line in _below(case) for part in wrap(line, LONGEST)]
    columns = list(_columns(case))
    left = Fraction(MARGIN + LABELS + NARROWEST + GAP)
    right = left + sum([column.width + GAP for column in columns])
    width = max(right - 1 + MARGIN, max([len(line) for line in (*said, LEGEND)]) * LETTER * LARGE + 2 * MARGIN)
    end = HEAD + ROW * len(case.seats)
    below = end + 43 + LINE * len(said)
    size = f'width="{_number(width)}" height="{below + 17}"'
    title = f"{case.id}: no-limit hold'em, {len(case.seats)} players"
    return [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="0 0 {_number(width)} {below + 17}" role="img"'
        ' font-family="DejaVu Sans, Verdana, sans-serif">',
        f"<title>{title}</title>",
        *"\n".join(["<desc>" + said[0], *said[1:]]).split("\n")[:-1],
        ("<desc>" if len(said) == 1 else "") + said[-1] + "</desc>",
        f'<rect x="0" y="0" {size} fill="#ffffff"/>',
        f'<text x="12" y="25" font-size="13" font-weight="bold" fill="{INK}">{title}</text>',
        f'<rect x="12" y="37" width="{_number(width - 2 * MARGIN)}" height="18" fill="#f5f5f5"/>',
        f'<text x="18" y="50" {LARGE_AND_BOLD} fill="{INK}">before the flop</text>',
        *_labels(case, width),
        f'<text x="18" y="{end + 13}" font-size="9.5" fill="{PALE}">pot</text>',
        *_blinds(case),
        *_decisions(case, columns, left),
        *[
            f'<text x="12" y="{end + 43 + LINE * n}" font-size="11" fill="{INK}">{line}</text>'
            for n, line in enumerate(said)
        ],
        f'<text x="12" y="{below + 4}" font-size="9.5" fill="{PALE}">{LEGEND}</text>',
        "</svg>",
    ]


def _order(case: Case) -> list[int]:
    """The seats as they act, row by row."""
    seats = range(len(case.seats))
    first = case.course[0].opening.first
    return [(first + n) % len(seats) for n in seats]


def _labels(case: Case, width: Fraction) -> Iterator[str]:
    """The names of the seats, their stacks, and lines between them."""
    stacks = case.course[0].opening.stacks
    for row, seat in enumerate(_order(case)):
        top = HEAD + ROW * row
        stack = f"stack {NOT_KNOWN}" if stacks[seat] >= UNKNOWN // 2 else case.coin.written(stacks[seat])
        line, right = top + ROW, _number(width - MARGIN)
        yield f'<line x1="12" y1="{line}" x2="{right}" y2="{line}" stroke="#d9d9d9" stroke-width="1"/>'
        yield f'<text x="18" y="{top + 17}" {LARGE_AND_BOLD} fill="{INK}">{case.seats[seat]}</text>'
        yield f'<text x="18" y="{top + 31}" font-size="9.5" fill="{PALE}">{stack}</text>'


def _blinds(case: Case) -> Iterator[str]:
    """The column of the blinds."""
    hand, x = case.course[0], Fraction(MARGIN + LABELS)
    bets = _bets(hand)
    yield from _bars(case, hand, x, Fraction(NARROWEST), {})
    middle = _number(x + Fraction(NARROWEST, 2))
    for row, seat in enumerate(_order(case)):
        if bets[seat]:
            y = HEAD + ROW * row + 17
            yield f'<text x="{middle}" y="{y}" font-size="11" {CENTERED} fill="{PALE}">{case.coin.written(bets[seat])}</text>'
    yield _pot(case, hand, middle)


def _decisions(case: Case, columns: Sequence[Column], left: Fraction) -> Iterator[str]:
    """The columns of the decisions, from left to right."""
    for column in columns:
        turn, width = column.turn, column.width
        seat = turn.ruling.seat
        top = HEAD + ROW * _order(case).index(seat)
        yield from _bars(case, column.hand, left, width, {seat: BARS[column.action]} if column.action else {})
        middle = _number(left + width / 2)
        yield "<g>"
        yield from ("<title>" + "\n".join(_told(column)) + "</title>").split("\n")
        if not column.action:
            place = f'x="{_number(left + 1)}" y="{top + 2}" width="{_number(width - 2)}" height="36"'
            yield f'<rect {place} fill="none" stroke="{GREEN}" stroke-width="2"/>'
        color = COLORS.get(column.action, GREEN)
        yield f'<text x="{middle}" y="{top + 17}" {LARGE_AND_BOLD} fill="{color}" {CENTERED}>{column.label}</text>'
        yield f'<text x="{middle}" y="{top + 32}" font-size="9.5" fill="{INK}" {CENTERED}>{column.right}</text>'
        yield "</g>"
        yield _pot(case, column.hand, middle)
        left += width + GAP


def _pot(case: Case, hand: Hand, middle: str) -> str:
    """What has been put in, below a column."""
    chips, y = hand.opening.before + sum(_bets(hand)), HEAD + ROW * len(case.seats) + 13
    return f'<text x="{middle}" y="{y}" font-size="9.5" {CENTERED} fill="{PALE}">{case.coin.written(chips)}</text>'


def _bars(case: Case, hand: Hand, x: Fraction, width: Fraction, colors: dict[int, str]) -> Iterator[str]:
    """What those have bet who are in, or have just done something."""
    bets, largest = _bets(hand), max(_bets(case.hand))
    within = told(hand.opening, hand.done).within
    for row, seat in enumerate(_order(case)):
        if bets[seat] and (seat in within or seat in colors):
            height = Fraction(bets[seat]) / largest * BAR
            y, place = HEAD + ROW * row + ROW - 1 - height, f'width="{_number(width)}" height="{_number(height)}"'
            yield f'<rect x="{_number(x)}" y="{_number(y)}" {place} fill="{colors.get(seat, WAITING)}"/>'


def _bets(hand: Hand) -> list[Chips]:
    """What each has bet; where blinds alone end the betting, after the return of what nobody has called."""
    bets = told(hand.opening, hand.done).bets
    if hand.ruling is None and not hand.done:
        seat, back = state(hand).back
        bets[seat] -= back
    return bets


def _columns(case: Case) -> Iterator[Column]:
    """The decisions, and the question if somebody is in turn."""
    steps = zip(case.course, (*case.course[1:], None), (*case.recorded, True))
    for hand, then, recorded in steps:
        turn = turn_of(hand, case.seats, case.coin)
        if turn is None:
            continue
        if then is None:
            yield Column(turn, "", "?", _right(turn), hand)
            continue
        to = then.done[-1].to
        action = _action(turn, to)
        label = action if to is None or to == turn.bet else f"{action} {case.coin.written(to)}"
        if to == turn.all:
            label = f"all in {case.coin.written(turn.all)}"
        yield Column(turn, action, label, _right(turn), then, recorded)


def _action(turn: Turn, to: Chips | None) -> str:
    """What somebody does."""
    if to is None:
        return "fold"
    if to > turn.account.price:
        return "raise" if turn.account.price else "bet"
    return "check" if to == turn.bet else "call"


def _right(turn: Turn) -> str:
    """Whether he may raise, and from where to where."""
    low, high, written = turn.ruling.low, turn.ruling.high, turn.coin.written
    if low is None or high is None:
        return "○"
    if high >= UNKNOWN // 2:
        return f"● {written(low)}+"
    return f"● {written(low)}" if low == high else f"● {written(low)}–{written(high)}"


def _told(column: Column) -> list[str]:
    """What is said of a decision."""
    turn, action = column.turn, column.action
    lines = _said(turn, column.hand if not action else turn.hand)
    if not action:
        return lines
    to = column.hand.done[-1].to
    amount = "" if to is None or action == "check" else f" {turn.coin.written(to)}"
    ends = (" and is all in" if to == turn.all else "") + ("" if column.recorded else " (not recorded)")
    return [*lines, f"{turn.name} {VERBS[action]}{amount}{ends}"]


def _said(turn: Turn, hand: Hand) -> list[str]:
    """What is said of the player in turn."""
    written, ruling = turn.coin.written, turn.ruling
    left = turn.all - turn.bet
    pots = [written(pot.chips) for pot in pots_of(hand)]
    owed = f", {written(turn.call - turn.bet)} to call" if turn.call > turn.bet else ""
    has = f"{NOT_KNOWN if left >= UNKNOWN // 2 else written(left)} left, pot{'s' * (len(pots) > 1)} {', '.join(pots)}{owed}"
    lines = [
        f"{turn.name}, {has}: {_with_commas(may_do(turn))}",
        f"may {'' if ruling.low is not None else 'not '}raise: {_with_commas(why_right(turn))} ({ruling.right})",
    ]
    if ruling.low is not None:
        lines.append(f"at least {written(ruling.low)}: {_with_commas(why_size(turn))} ({ruling.size})")
    return lines


def _below(case: Case) -> list[str]:
    """The lines below the rows: the question with its answer, or the end."""
    turn, written = turn_of(case.hand, case.seats, case.coin), case.coin.written
    if turn is not None:
        return _said(turn, case.hand)
    now = state(case.hand)
    seat, back = now.back
    lines = ["the end"]
    if back:
        lines.append(f"{written(back)} go back to {case.seats[seat]}, since nobody called")
    if len(now.within) > 1:
        return lines + [f"pot of {written(pot.chips)}: between {_names(case, pot.seats)}" for pot in now.pots]
    won = sum([pot.chips for pot in now.pots])
    lines += [f"pot of {written(pot.chips)}: {_names(case, pot.seats)} {written(pot.chips)}" for pot in now.pots]
    stacks = [stack + won * (seat in now.within) for seat, stack in enumerate(now.stacks)]
    return [*lines, f"stacks: {', '.join([f'{name} {written(stack)}' for name, stack in zip(case.seats, stacks)])}"]


def _names(case: Case, seats: Sequence[int]) -> str:
    return " and ".join([case.seats[seat] for seat in seats])


def _with_commas(sentence: str) -> str:
    """A sentence as it is where commas part nothing else."""
    return sentence.replace("; ", ", ")


def _number(number: Fraction) -> str:
    """A coordinate, to a hundredth."""
    hundredths = round(number * 100)
    whole, rest = divmod(hundredths, 100)
    return f"{whole}.{rest:02d}".rstrip("0") if rest else str(whole)
