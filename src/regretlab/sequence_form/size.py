"""How large a game is, before it is compiled.

Exact where the rules say which states play alike (`rules.Countable`): then the histories are counted by dynamic programming,
each position once. Otherwise estimated by random walks: D. E. Knuth, "Estimating the efficiency of backtrack programs",
Mathematics of Computation 1975.
"""

from collections.abc import Hashable
from decimal import Decimal
from random import Random
from typing import Any, NamedTuple

from regretlab.errors import InputError
from regretlab.rules import TERMINAL, Countable, Rules
from regretlab.sequence_form.refusal import check_turn

MOST_HISTORIES = 20_000_000
BYTES_PER_HISTORY = 500
"""What compiling takes, writing and reading included; measured at 732,607 and 875,641 histories (battleship, Leduc poker)."""

MOST_MOVES = 100_000
"""So many moves are made at most to count the histories, or to estimate their number."""

WALKS = 1_000
LONGEST_WALK = 1_000


class Size(NamedTuple):
    """Numbers of histories, all and terminal."""

    histories: int
    terminals: int
    exact: bool

    def __str__(self) -> str:
        """For people: rounded to three digits where estimated, or too long to be read."""
        about = "" if self.exact else "about "
        return f"{about}{_readable(self.histories)} histories, {about}{_readable(self.terminals)} of them terminal"


def check_size(rules: Rules) -> Size:
    """The size of a game. Raises `InputError` if it would be too large to be compiled, with what it would need."""
    size = size_of(rules)
    if size.histories > MOST_HISTORIES:
        gibibytes = _readable(size.histories * BYTES_PER_HISTORY // 2**30)
        raise InputError(
            f"expected a game of at most {MOST_HISTORIES:,} histories, found {size}; "
            f"to compile it would need about {gibibytes} GiB of memory"
        )
    return size


def size_of(rules: Rules) -> Size:
    """The size of a game: exact, or estimated where its positions are not known or too many."""
    return (count(rules) if isinstance(rules, Countable) else None) or estimate(rules)


def count(rules: Any) -> Size | None:
    """The exact size of `Countable` rules, by positions; None if that would take more than `MOST_MOVES`."""
    known: dict[Hashable, tuple[int, int]] = {}
    moves = 0
    stack = [rules.root()]
    while stack:
        state = stack[-1]
        position = rules.position(state)
        if position in known:
            stack.pop()
        elif _ends(rules, state):
            known[position] = (1, 1)
        else:
            moves += len(rules.actions(state))
            if moves > MOST_MOVES:
                return None
            following = [rules.play(state, action) for action in range(len(rules.actions(state)))]
            below = [known.get(rules.position(successor)) for successor in following]
            left = [successor for successor, found in zip(following, below, strict=True) if found is None]
            if left:
                stack.extend(left)
            else:
                histories, terminals = zip(*filter(None, below), strict=True)
                known[position] = (1 + sum(histories), sum(terminals))
    return Size(*known[rules.position(rules.root())], exact=True)


def estimate(rules: Rules) -> Size:
    """The mean over random walks from the root of what each stands for: a step counts as many times as there were choices.

    A walk that does not end is cut off; what the estimate then misses, the compiler notices at `MOST_HISTORIES`.
    """
    random, histories, terminals, walks, moves = Random(0), 0, 0, 0, 0
    while walks < WALKS and moves < MOST_MOVES:
        walks += 1
        state, weight = rules.root(), 1
        histories += weight
        for _ in range(LONGEST_WALK):
            if _ends(rules, state):
                terminals += weight
                break
            choices = len(rules.actions(state))
            weight *= choices
            histories += weight
            moves += choices
            state = rules.play(state, int(random.random() * choices))
    return Size(histories // walks, terminals // walks, exact=False)


def _ends(rules: Rules, state: Any) -> bool:
    """Whether nothing follows. Raises `InputError` if it is nobody's turn, since the game would go on for ever."""
    turn = rules.turn(state)
    check_turn(rules, state, turn)
    return turn == TERMINAL


def _readable(number: int) -> str:
    return f"{number:,}" if number < 10**15 else f"{Decimal(number):.3g}"
