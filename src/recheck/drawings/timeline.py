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

MARGIN, LABELS, TOP = 12, 104, 59
"""In points: beside all, the width of the names, and where the rows begin."""

ROW, BAR = 40, 34
"""The height of a row, and of a bar of the largest bet."""

LETTER = Fraction(61, 100)
"""So wide is a letter, in its size."""

NARROWEST, AROUND = 46, 10
"""The least width of a column, and what there is beside its longest text."""

LONGEST = 116
"""So many letters stand in a line below."""

HUGE, LARGE, SMALL = Fraction(13), Fraction(11), Fraction(19, 2)
"""Sizes of letters."""

INK, GRAY, FRAME = "#1a1a1a", "#5f5f5f", "#009e73"
GREEN, RED, BLUE = "#00694d", "#8f3e00", "#004c78"
COLORS = {"": GREEN, "fold": GRAY, "check": BLUE, "call": BLUE, "bet": RED, "raise": RED}
BARS = {"fold": "#dcdcdc", "check": "#a9cfe6", "call": "#a9cfe6", "bet": "#f3c3a3", "raise": "#f3c3a3"}
WAITING = "#ececec"
"""Bars: of who acts, by what he does, and of all others."""

BOLD, MIDDLE = 'font-weight="bold"', 'text-anchor="middle"'
BLINDS, QUESTION, ALL_IN = "blinds", "?", " all in"
LEGEND = "● may raise, from–to  ·  ○ may not raise  ·  bars: what has been bet in the round"
VERBS = {"fold": "folds", "check": "checks", "call": "calls", "bet": "bets", "raise": "raises to"}


class Column(NamedTuple):
    """A decision: the turn, what was done, `` if it is the question, what stands there, and the hand after it."""

    turn: Turn
    action: str
    done: str
    reach: str
    hand: Hand
    recorded: bool = True


def due_lines(case: Case) -> list[str]:
    """The lines of the SVG."""
    title = f"{case.id}: no-limit hold'em, {len(case.seats)} players"
    asked, said = _asked(case), _said(case)
    columns = list(_columns(case))
    widths = [_width_of_blinds(case), *[_width(case, column) for column in columns]]
    inner = max(
        sum(widths, Fraction(LABELS)),
        *[_long(text, HUGE) for text in (*asked, title)],
        *[_long(text, LARGE) for text in (*said, LEGEND)],
    )
    end = TOP + ROW * len(case.seats)
    below = end + 32 + 20 * len(asked) + 16 * len(said)
    size = f'width="{_number(inner + 2 * MARGIN)}" height="{below + 28}"'
    return [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="0 0 {_number(inner + 2 * MARGIN)} {below + 28}"'
        ' role="img" font-family="DejaVu Sans, Verdana, sans-serif">',
        f"<title>{title}</title>",
        *_tagged("desc", [*asked, *said]),
        f'<rect x="0" y="0" {size} fill="#ffffff"/>',
        _text(12, 25, HUGE, title, BOLD, _fill(INK)),
        f'<rect x="12" y="37" width="{_number(inner)}" height="18" fill="#f5f5f5"/>',
        _text(18, 50, LARGE, "before the flop", BOLD, _fill(INK)),
        *_labels(case, inner),
        _text(18, end + 13, SMALL, "pot", _fill(GRAY)),
        *_blinds(case, widths[0]),
        *_decisions(case, columns, widths),
        *[_text(12, end + 43, HUGE, text, BOLD, _fill(GREEN)) for text in asked],
        *[_text(12, end + 43 + 20 * len(asked) + 16 * n, LARGE, text, _fill(INK)) for n, text in enumerate(said)],
        _text(12, below + 15, SMALL, LEGEND, _fill(GRAY)),
        "</svg>",
    ]


def _columns(case: Case) -> Iterator[Column]:
    """The decisions, and the question if somebody is in turn."""
    steps = zip(case.course, (*case.course[1:], None), (*case.recorded, True))
    for hand, then, recorded in steps:
        turn = turn_of(hand, case.seats, case.coin)
        if turn is None:
            continue
        if then is None:
            yield Column(turn, "", QUESTION, _reach(turn), hand)
            continue
        to = then.done[-1].to
        action = _action(turn, to)
        done = action if to is None or action == "check" else f"{action} {case.coin.written(to)}"
        if to == turn.all:
            done = f"all in {case.coin.written(turn.all)}"
        yield Column(turn, action, done, _reach(turn), then, recorded)


def _action(turn: Turn, to: Chips | None) -> str:
    """What somebody does."""
    if to is None:
        return "fold"
    if to > turn.account.price:
        return "raise" if turn.account.price else "bet"
    return "check" if to == turn.bet else "call"


def _reach(turn: Turn) -> str:
    """Whether he may raise, and from where to where."""
    low, high, written = turn.ruling.low, turn.ruling.high, turn.coin.written
    if low is None or high is None:
        return "○"
    if high >= UNKNOWN // 2:
        return f"● {written(low)}+"
    return f"● {written(low)}" if low == high else f"● {written(low)}–{written(high)}"


def _width_of_blinds(case: Case) -> Fraction:
    """The width of the first column."""
    texts = [BLINDS, *map(case.coin.written, _bets(case.course[0]))]
    return max(Fraction(NARROWEST), AROUND + max([_long(text, LARGE) for text in texts]))


def _width(case: Case, column: Column) -> Fraction:
    """The width of another column."""
    small = [column.reach]
    if not column.action:
        small += [_bet(case, column.hand, seat) for seat in range(len(case.seats))]
    longest = max(_long(column.done, LARGE), *[_long(text, SMALL) for text in small])
    return max(Fraction(NARROWEST), AROUND + longest)


def _labels(case: Case, inner: Fraction) -> Iterator[str]:
    """The names of the seats, their stacks, and lines between them."""
    stacks = case.course[0].opening.stacks
    for row, seat in enumerate(_order(case)):
        top, right = TOP + ROW * row, _number(MARGIN + inner)
        stack = f"stack {NOT_KNOWN}" if stacks[seat] >= UNKNOWN // 2 else case.coin.written(stacks[seat])
        yield f'<line x1="12" y1="{top + ROW}" x2="{right}" y2="{top + ROW}" stroke="#d9d9d9" stroke-width="1"/>'
        yield _text(18, top + 17, LARGE, case.seats[seat], BOLD, _fill(INK))
        yield _text(18, top + 31, SMALL, stack, _fill(GRAY))


def _blinds(case: Case, width: Fraction) -> Iterator[str]:
    """The column of the blinds."""
    hand, left = case.course[0], Fraction(MARGIN + LABELS)
    bets, middle = _bets(hand), left + width / 2
    yield from _bars(case, hand, left, width, {})
    yield _text(middle, 50, SMALL, BLINDS, MIDDLE, _fill(GRAY))
    for row, seat in enumerate(_order(case)):
        if bets[seat]:
            yield _text(middle, TOP + ROW * row + 17, LARGE, case.coin.written(bets[seat]), MIDDLE, _fill(GRAY))
    yield _pot(case, hand, middle)


def _decisions(case: Case, columns: Sequence[Column], widths: Sequence[Fraction]) -> Iterator[str]:
    """The columns of the decisions, from left to right; `widths` are those of all columns."""
    left = MARGIN + LABELS + widths[0]
    order = _order(case)
    for column, width in zip(columns, widths[1:]):
        seat, middle = column.turn.ruling.seat, left + width / 2
        top = TOP + ROW * order.index(seat)
        yield from _bars(case, column.hand, left, width, {seat: BARS[column.action]} if column.action else {})
        yield "<g>"
        yield from _tagged("title", _told(column))
        if not column.action:
            place = f'x="{_number(left + 2)}" y="{top + 2}" width="{_number(width - 4)}" height="36"'
            yield f'<rect {place} fill="none" stroke="{FRAME}" stroke-width="2"/>'
        yield _text(middle, top + 17, LARGE, column.done, BOLD, _fill(COLORS[column.action]), MIDDLE)
        yield _text(middle, top + 32, SMALL, column.reach, _fill(INK), MIDDLE)
        yield "</g>"
        if not column.action:
            yield from _others(case, column, middle)
        yield _pot(case, column.hand, middle)
        left += width


def _others(case: Case, column: Column, middle: Fraction) -> Iterator[str]:
    """What the others who are in have bet, where the question is."""
    now = told(column.hand.opening, column.hand.done)
    for row, seat in enumerate(_order(case)):
        if seat != column.turn.ruling.seat and now.bets[seat] and seat in now.within:
            yield _text(middle, TOP + ROW * row + 32, SMALL, _bet(case, column.hand, seat), MIDDLE, _fill(GRAY))


def _bet(case: Case, hand: Hand, seat: int) -> str:
    """What a seat has bet, and whether that is all."""
    bet = _bets(hand)[seat]
    return case.coin.written(bet) + (ALL_IN if bet == hand.opening.stacks[seat] else "")


def _bars(case: Case, hand: Hand, left: Fraction, width: Fraction, colors: dict[int, str]) -> Iterator[str]:
    """What those have bet who are in, or have just done something."""
    bets, largest = _bets(hand), max(_bets(case.hand))
    within = told(hand.opening, hand.done).within
    for row, seat in enumerate(_order(case)):
        if bets[seat] and (seat in within or seat in colors):
            height = Fraction(bets[seat]) / largest * BAR
            place = f'x="{_number(left + 1)}" y="{_number(TOP + ROW * row + ROW - 1 - height)}"'
            size = f'width="{_number(width - 2)}" height="{_number(height)}"'
            yield f'<rect {place} {size} fill="{colors.get(seat, WAITING)}"/>'


def _bets(hand: Hand) -> list[Chips]:
    """What each has bet; where blinds alone end the betting, after the return of what nobody has called."""
    bets = told(hand.opening, hand.done).bets
    if hand.ruling is None and not hand.done:
        seat, back = state(hand).back
        bets[seat] -= back
    return bets


def _pot(case: Case, hand: Hand, middle: Fraction) -> str:
    """What has been put in, below a column."""
    y = TOP + ROW * len(case.seats) + 13
    return _text(middle, y, SMALL, case.coin.written(sum(_bets(hand))), MIDDLE, _fill(GRAY))


def _told(column: Column) -> list[str]:
    """What is said of a decision."""
    turn, action = column.turn, column.action
    lines = _case(turn)
    if not action:
        return lines
    to = column.hand.done[-1].to
    amount = "" if to is None or action == "check" else f" {turn.coin.written(to)}"
    ends = (" and is all in" if to == turn.all else "") + ("" if column.recorded else " (not recorded)")
    return [*lines, f"{turn.name} {VERBS[action]}{amount}{ends}"]


def _case(turn: Turn) -> list[str]:
    """What is said of the player in turn."""
    written, ruling = turn.coin.written, turn.ruling
    left = turn.all - turn.bet
    pots = [written(pot.chips) for pot in pots_of(turn.hand)]
    stack = NOT_KNOWN if left >= UNKNOWN // 2 else written(left)
    owed = f", {written(turn.call - turn.bet)} more to call" if turn.call > turn.bet else ""
    lines = [
        f"{turn.name}, stack {stack}{owed}, pot{'s' * (len(pots) > 1)} {' and '.join(pots)}: {_with_commas(may_do(turn))}",
        f"may {'' if ruling.low is not None else 'not '}raise: {_with_commas(why_right(turn))} ({ruling.right})",
    ]
    if ruling.low is not None:
        lines.append(f"at least {written(ruling.low)}: {_with_commas(why_size(turn))} ({ruling.size})")
    return lines


def _asked(case: Case) -> list[str]:
    """The question with its answer, if there is one."""
    turn, written = turn_of(case.hand, case.seats, case.coin), case.coin.written
    if turn is None:
        return []
    low, high = turn.ruling.low, turn.ruling.high
    if low is None or high is None:
        return [f"May {turn.name} raise? No."]
    more = "" if high == low else " or more" if high >= UNKNOWN // 2 else f" or more, up to {written(high)}"
    return [f"May {turn.name} raise? Yes, to {written(low)}{more}."]


def _said(case: Case) -> list[str]:
    """The lines below: the case of the player in turn, or the end."""
    turn = turn_of(case.hand, case.seats, case.coin)
    lines = _end(case) if turn is None else _case(turn)
    return [part for line in lines for part in wrap(line, LONGEST, break_on_hyphens=False, break_long_words=False)]


def _end(case: Case) -> list[str]:
    """How betting ended."""
    now, written = state(case.hand), case.coin.written
    seat, back = now.back
    lines = ["the end"]
    if back:
        lines.append(f"{written(back)} go back to {case.seats[seat]}, since nobody called")
    if len(now.within) > 1:
        names = [" and ".join([case.seats[seat] for seat in pot.seats]) for pot in now.pots]
        words = ["for" if len(pot.seats) == 1 else "between" for pot in now.pots]
        return lines + [
            f"pot of {written(pot.chips)}: {word} {name}" for pot, word, name in zip(now.pots, words, names)
        ]
    winner, won = now.within[0], sum([pot.chips for pot in now.pots])
    stacks = [stack + won * (seat == winner) for seat, stack in enumerate(now.stacks)]
    named = ", ".join([f"{name} {written(stack)}" for name, stack in zip(case.seats, stacks)])
    return [*lines, f"pot of {written(won)}: {case.seats[winner]} {written(won)}", f"stacks: {named}"]


def _order(case: Case) -> list[int]:
    """The seats row by row: from the one after the largest blind on."""
    first, seats = case.course[0].opening.first, len(case.seats)
    return [(first + n) % seats for n in range(seats)]


def _tagged(name: str, lines: Sequence[str]) -> list[str]:
    """Lines of text in an element."""
    return f"<{name}>{chr(10).join(lines)}</{name}>".split("\n")


def _text(x: Fraction | int, y: int, size: Fraction, text: str, *attributes: str) -> str:
    """A line of text."""
    return f'<text x="{_number(x)}" y="{y}" font-size="{_number(size)}" {" ".join(attributes)}>{text}</text>'


def _fill(color: str) -> str:
    return f'fill="{color}"'


def _long(text: str, size: Fraction) -> Fraction:
    """How wide a text is taken to be."""
    return len(text) * LETTER * size


def _with_commas(sentence: str) -> str:
    """A sentence as it is where commas part nothing else."""
    return sentence.replace("; ", ", ")


def _number(number: Fraction | int) -> str:
    """A coordinate, to a hundredth."""
    whole, rest = divmod(round(number * 100), 100)
    return f"{whole}.{rest:02d}".rstrip("0") if rest else str(whole)
