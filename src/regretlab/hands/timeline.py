"""A hand as a picture, SVG: a row for each player, a column for each action, one street below the other.

In the field of an action stands what the player did, above whether he might have raised: a full mark with the range if he might,
an empty one if not; why is shown where the mouse is. Bars are what lies before the players, darker for the one who has acted.
Where a player is asked for, his field has a frame, in those of the others stands what they have bet, and below, the answer.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from textwrap import wrap
from typing import NamedTuple

from regretlab import svg
from regretlab.betting.hand import Hand, antes_paid
from regretlab.betting.round import FOLD, NOBODY, Options, options
from regretlab.betting.street import Chips
from regretlab.figures.style import BLACK, BLUE, GREEN, GREY, LIGHT, VERMILLION
from regretlab.hands.middle import pots_so_far
from regretlab.hands.record import UNKNOWN
from regretlab.hands.replay import STREETS, Replay, Step
from regretlab.hands.table import SHOWN_BY_STREET
from regretlab.hands.tell import decision, done, ending
from regretlab.hands.variants import VARIANTS

EDGE, GAP, HEAD, ROW, FOOT = 12, 12, 22, 40, 20
LABEL, LEAST = 104, 46
LINE = 16
BAR = 34
LARGE, NORMAL, TINY = 13, 11, 9.5
TINTS = {VERMILLION: "#f3c3a3", BLUE: "#a9cfe6", GREY: "#dcdcdc"}
"""Of bars, by the color of the action."""
PALE = "#ececec"
"""Of the bars of those who do not act."""
INKS = {VERMILLION: "#8f3e00", BLUE: "#004c78", GREY: GREY, GREEN: "#00694d"}
"""Of words, by the color of the action: dark enough to be read on its bar."""
LINES_UP_TO = 116
LEGEND = "● may raise, from–to  ·  ○ may not raise  ·  bars: what has been bet in the round"
ILLEGAL, PASSED_OVER = "  ·  orange frame: illegal", "  ·  broken frame: not recorded"
"""What the legend has besides where there are such."""


class Column(NamedTuple):
    """What is bet before an action, the action, and what is bet after it; without an action, blinds or the decision asked for."""

    hand: Hand
    step: Step | None = None
    asked: bool = False

    @property
    def bets(self) -> tuple[Chips, ...]:
        """By seat, after it."""
        bets, turn = self.hand.round.bets, self.hand.turn
        if self.step is None or self.step.action == FOLD:
            return bets
        return (*bets[:turn], self.step.action, *bets[turn + 1 :])

    @property
    def may(self) -> Options:
        """What the player in turn may do."""
        return options(self.hand.round) if self.step is None else self.step.may


class Field(NamedTuple):
    """What stands in the field of an action."""

    words: str
    range: str
    color: str
    width: float


def timeline(played: Replay) -> str:
    """The picture of a hand that has been replayed."""
    record = played.record
    panels = [list(columns) for _, columns in groupby(_columns(played), key=lambda column: column.hand.street)]
    asked, legend = question(played), _legend(played)
    lower = [part for words in _below(played) for part in wrap(words, LINES_UP_TO, break_on_hyphens=False)]
    title = f"{record.name}: {VARIANTS[record.variant].title}, {len(record.names)} players"
    width = max(
        *(LABEL + sum([_field(played, column).width for column in columns]) for columns in panels),
        *(svg.width_of(words, LARGE) for words in (asked, title)),
        *(svg.width_of(words, NORMAL) for words in (*lower, legend)),
    )
    parts = [svg.text(EDGE, EDGE + LARGE, title, LARGE, font_weight="bold", fill=BLACK)]
    y: float = EDGE + LARGE + GAP
    for columns in panels:
        parts += _panel(played, columns, y, width)
        y += HEAD + ROW * len(_rows(columns[0].hand)) + FOOT + GAP
    if asked:
        parts.append(svg.text(EDGE, y + NORMAL, asked, LARGE, font_weight="bold", fill=INKS[GREEN]))
        y += LINE + 4
    for words in lower:
        parts.append(svg.text(EDGE, y + NORMAL, words, NORMAL, fill=BLACK))
        y += LINE
    parts.append(svg.text(EDGE, y + NORMAL + 4, legend, TINY, fill=GREY))
    return svg.document(width + 2 * EDGE, y + LINE + EDGE, title, "\n".join(filter(None, [asked, *lower])), parts)


def _columns(played: Replay) -> Iterator[Column]:
    """The blinds, all actions, and the decision at which the record stops."""
    last = played.last
    if last is None:
        return
    first = played.steps[0].hand if played.steps else last
    yield Column(first)
    yield from (Column(step.hand, step) for step in played.steps)
    if last.turn != NOBODY and not played.faulty:
        yield Column(last, asked=True)


def _rows(hand: Hand) -> list[int]:
    """The seats that have not folded, in the order in which they act on the street."""
    opener, players = 0 if hand.street else hand.structure.opener, len(hand.structure.antes)
    seats = [*range(opener, players), *range(opener)]
    return [seat for seat in seats if hand.round.playing >> seat & 1]


def _panel(played: Replay, columns: Sequence[Column], top: float, width: float) -> Iterator[str]:
    """One street."""
    hand, show = columns[0].hand, played.record.show
    head = "  ".join([STREETS[hand.street], *played.board[: SHOWN_BY_STREET[hand.street]]])
    pots = [show(pot.amount) for pot in pots_so_far(hand)]
    yield svg.rectangle(EDGE, top, width, HEAD - 4, fill="#f5f5f5")
    yield svg.text(EDGE + 6, top + 13, head, NORMAL, font_weight="bold", fill=BLACK)
    if hand.street:
        words = f"{'pots' if len(pots) > 1 else 'pot'} {', '.join(pots)}"
        yield svg.text(EDGE + width - 6, top + 13, words, NORMAL, text_anchor="end", fill=GREY)
    rows = _rows(hand)
    for row, seat in enumerate(rows):
        yield from _label(played, hand, seat, top + HEAD + row * ROW, width)
    bottom = top + HEAD + len(rows) * ROW
    yield svg.text(EDGE + 6, bottom + 13, "pot", TINY, fill=GREY)
    largest = max([bet for column in columns for bet in column.bets])
    x: float = EDGE + LABEL
    for column in columns:
        field = _field(played, column)
        yield from _bars(column, rows, field, (x, top + HEAD), largest)
        middle = x + field.width / 2
        if column.step or column.asked:
            row = rows.index(column.hand.turn)
            yield _action(played, column, field, x, top + HEAD + row * ROW)
        else:
            yield svg.text(middle, top + 13, _forced(column.hand), TINY, text_anchor="middle", fill=GREY)
            yield from _posted(played, column.hand, rows, field, (x, top + HEAD))
        if column.asked:
            yield from _standing(played, column.hand, rows, middle, top + HEAD)
        pot = show(column.hand.round.pot + sum(column.bets))
        yield svg.text(middle, bottom + 13, pot, TINY, text_anchor="middle", fill=GREY)
        x += field.width


def _label(played: Replay, hand: Hand, seat: int, top: float, width: float) -> Iterator[str]:
    record = played.record
    name, position = record.names[seat], record.positions[seat]
    stack = record.stacks[seat] if hand.street == 0 else hand.round.stacks[seat]
    yield svg.line(EDGE, top + ROW, EDGE + width, top + ROW, stroke=LIGHT, stroke_width=1)
    called = name if name == position else f"{name}  {position}"
    yield svg.text(EDGE + 6, top + 17, called, NORMAL, font_weight="bold", fill=BLACK)
    yield svg.text(EDGE + 6, top + 31, "stack unknown" if stack == UNKNOWN else record.show(stack), TINY, fill=GREY)


def _bars(
    column: Column, rows: Sequence[int], field: Field, corner: tuple[float, float], largest: Chips
) -> Iterator[str]:
    x, top = corner
    for row, seat in enumerate(rows):
        bet = column.bets[seat]
        if bet and column.hand.round.playing >> seat & 1:
            acts = column.step is not None and seat == column.hand.turn
            height = float(BAR * bet / largest)
            fill = TINTS[field.color] if acts else PALE
            yield svg.rectangle(x + 1, top + (row + 1) * ROW - 1 - height, field.width - 2, height, fill=fill)


def _action(played: Replay, column: Column, field: Field, x: float, top: float) -> str:
    """The field of the player in turn; why is its title."""
    middle, step = x + field.width / 2, column.step
    anchor = {"text_anchor": "middle"}
    parts = [
        svg.text(middle, top + 17, field.words, NORMAL, font_weight="bold", fill=INKS[field.color], **anchor),
        svg.text(middle, top + 32, field.range, TINY, fill=BLACK, **anchor),
    ]
    look = None
    if column.asked:
        look = {"stroke": GREEN, "stroke_width": 2}
    elif step and not step.legal:
        look = {"stroke": VERMILLION, "stroke_width": 2}
    elif step and _passed_over(played, step):
        look = {"stroke": GREY, "stroke_dasharray": "3 2"}
    if look:
        parts.insert(0, svg.rectangle(x + 2, top + 2, field.width - 4, ROW - 4, fill="none", **look))
    did = [] if step is None else [f"{played.record.names[step.seat]} {done(played, step)}"]
    return svg.group(parts, "\n".join([*(words.strip() for words in decision(played, column.hand, column.may)), *did]))


def _passed_over(played: Replay, step: Step) -> bool:
    """Whether a record should have an action and does not; questions leave folds out."""
    return step.source is None and not played.record.leaves_out


def _legend(played: Replay) -> str:
    """What marks, bars and frames mean."""
    illegal = any(not step.legal for step in played.steps)
    missing = any(step.legal and _passed_over(played, step) for step in played.steps)
    return f"{LEGEND}{ILLEGAL if illegal else ''}{PASSED_OVER if missing else ''}"


def _posted(
    played: Replay, hand: Hand, rows: Sequence[int], field: Field, corner: tuple[float, float]
) -> Iterator[str]:
    """What each has posted before the first action: his blind, and below it his ante."""
    x, top = corner
    antes = antes_paid(hand.structure, played.record.stacks)
    for row, seat in enumerate(rows):
        bet, ante = hand.round.bets[seat], antes[seat]
        middle, y = x + field.width / 2, top + row * ROW
        if bet:
            words = played.record.show(bet)
            yield svg.text(middle, y + 17, words, NORMAL, text_anchor="middle", fill=GREY)
        if ante:
            words = f"ante {played.record.show(ante)}"
            yield svg.text(middle, y + 32, words, TINY, text_anchor="middle", fill=GREY)


def _forced(hand: Hand) -> str:
    """What stands above the column of what is posted."""
    words = {"antes": any(hand.structure.antes), "blinds": any(hand.structure.blinds)}
    return ", ".join([word for word, posted in words.items() if posted and not hand.street])


def _standing(played: Replay, hand: Hand, rows: Sequence[int], middle: float, top: float) -> Iterator[str]:
    """What each of the others has bet when a player is asked for."""
    for row, seat in enumerate(rows):
        bet = hand.round.bets[seat]
        if bet and seat != hand.turn and hand.round.playing >> seat & 1:
            words, y = _bet(played, hand, seat), top + row * ROW + 32
            yield svg.text(middle, y, words, TINY, text_anchor="middle", fill=GREY)


def _bet(played: Replay, hand: Hand, seat: int) -> str:
    """What a player has bet, and whether that was all he had."""
    words = played.record.show(hand.round.bets[seat])
    return words if hand.round.stacks[seat] else f"{words} all in"


def _field(played: Replay, column: Column) -> Field:
    """The words of a column, and how wide it is."""
    show, now, step = played.record.show, column.hand.round, column.step
    if step is None and not column.asked:
        antes = [f"ante {show(ante)}" for ante in column.hand.structure.antes if ante]
        return Field("", "", GREY, _wide([_forced(column.hand), *map(show, now.bets), *antes]))
    words, color = ("?", GREEN) if step is None else _words(played, step)
    may = column.may
    reach = "○"
    if may.low is not None and may.high is not None:
        to = "" if may.low == may.high else "+" if may.high == UNKNOWN else f"–{show(may.high)}"
        reach = f"● {show(may.low)}{to}"
    others = [_bet(played, column.hand, seat) for seat in range(len(now.bets))] if column.asked else []
    return Field(words, reach, color, max(_wide([words], NORMAL), _wide([reach, *others], TINY)))


def _words(played: Replay, step: Step) -> tuple[str, str]:
    """What was done, in a word or two, and its color."""
    now, show = step.hand.round, played.record.show
    if step.action == FOLD:
        return "fold", GREY
    if step.action == now.bets[now.turn]:
        return "check", BLUE
    raised = step.action > now.price
    word = "call" if not raised else "raise" if now.price else "bet"
    if step.action == now.bets[now.turn] + now.stacks[now.turn]:
        word = "all in"
    return f"{word} {show(step.action)}", VERMILLION if raised else BLUE


def _wide(words: Iterable[str], size: float = NORMAL) -> float:
    return max([LEAST, *(svg.width_of(word, size) + 10 for word in words)])


def question(played: Replay) -> str:
    """Whether the player who is to act may raise, and to how much; nothing where the betting is over, or not in order."""
    hand = played.last
    if hand is None or hand.turn == NOBODY or played.end is not None or played.faulty:
        return ""
    may, show, first = options(hand.round), played.record.show, not hand.round.price
    asked = f"May {played.record.names[hand.turn]} {'bet' if first else 'raise'}?"
    if may.low is None or may.high is None:
        return f"{asked} No."
    least = f"{'' if first else 'to '}{show(may.low)}"
    more = "" if may.low == may.high else " or more" if may.high == UNKNOWN else f" or more, up to {show(may.high)}"
    return f"{asked} Yes, {least}{more}."


def _below(played: Replay) -> Iterator[str]:
    """The end in words, or why the one who is to act may raise or not; and what is wrong."""
    yield from (words.strip() for words in ending(played))
    yield from (f"{note.kind}: {note.text}" for note in played.notes if note.fault)
