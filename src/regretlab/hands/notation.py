"""Questions about betting in a short notation, YAML: blinds, what has been done so far, whom it is asked of, and the answer.

    cases:
      - {id: S6, blinds: [1, 2], actions: [UTG raise 6, HJ allin 8, CO fold, BTN fold, SB fold, BB call 8],
         ask: UTG, may_raise: false, options: [fold, call]}

It is one round of no-limit betting before the flop. Seats are called as in `regretlab.betting.seats`, six unless `players` says
otherwise. Amounts are "to"; "allin 8" says that 8 is all that the player had. Stacks of others are not known unless `stacks` has
them: nobody runs out. Who is passed over has folded. The keys of an answer, each may be given: `min_raise_to`, `may_raise`,
`options`, `round: over`, `pots` and `why`, which is to be found in our reason.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Literal, TypeVar

from pydantic import BeforeValidator, Field

from regretlab.betting.hand import MOST_PLAYERS
from regretlab.betting.seats import positions
from regretlab.errors import InputError, shown
from regretlab.hands.amounts import NOT_A_NUMBER, Amount, fault_of, in_chips, number, smallest_chip
from regretlab.hands.record import CALL, FOLD, RAISE, UNKNOWN, Action, Kind, Place, Record
from regretlab.hands.text import hands_text
from regretlab.yaml_model import Keys, Places, YamlModel, read_places

SUFFIXES = (".yaml", ".yml")
Read = TypeVar("Read")
WORDS: dict[str, tuple[Kind, bool]] = {
    "fold": (FOLD, False),
    "check": (CALL, False),
    "call": (CALL, True),
    "bet": (RAISE, True),
    "raise": (RAISE, True),
    "allin": (RAISE, True),
}
"""By word: what kind of action it is, and whether an amount may follow; `call` may go without."""


def _amount(value: object) -> Decimal:
    exact = isinstance(value, int | str) and not isinstance(value, bool)
    found = number(str(value)) if exact else NOT_A_NUMBER
    fault = fault_of(found)
    if fault:
        raise ValueError(f"expected {fault}, decimals in quotes, found {shown(repr(value))}")
    return found


Money = Annotated[Decimal, BeforeValidator(_amount)]


class Case(YamlModel):
    """One question, and what of its answer is given."""

    id: str
    """What it is called."""
    players: Annotated[int, Field(ge=2, le=MOST_PLAYERS)] = 6
    """How many sit at the table."""
    blinds: Annotated[list[Money], Field(min_length=2, max_length=2)]
    """The small and the big blind."""
    stacks: dict[str, Money] = Field(default_factory=dict)
    """What players have before the blinds."""
    actions: list[str]
    """As `HJ raise 6`."""
    ask: str | None = None
    """Who is to act."""
    note: str | None = None
    """For people."""
    min_raise_to: Money | None = None
    may_raise: bool | None = None
    options: list[Literal["fold", "check", "call", "bet", "raise"]] | None = None
    pots: list[Money] | None = None
    round: Literal["over"] | None = None
    why: str | None = None


class Cases(YamlModel):
    """A file of questions."""

    rules: dict[str, str] = Field(default_factory=dict)
    """In words, for people."""
    cases: Annotated[list[Case], Field(min_length=1)]


@dataclass(frozen=True)
class Question:
    """A case as a record, and what is asked."""

    case: Case
    record: Record
    ask: int | None


def read_questions(path: Path, chip: Fraction | None = None) -> list[Question]:
    """All questions of a file. Raises `InputError` with all that is wrong, a line each."""
    hands_text(path)
    try:
        places = read_places(path)
        cases = Cases.read(path, places).cases
    except RecursionError as error:
        raise InputError(f"{path}:1:1: expected lists that are not in themselves") from error
    problems, found = [], []
    for index, case in enumerate(cases):
        reader = _Reader(path, places, index, case)
        try:
            found.append(reader.question(chip))
        except InputError as error:
            problems.append(str(error))
    if problems:
        raise InputError("\n".join(problems))
    return found


class _Reader:
    """Reads one case, and keeps what is wrong with it."""

    def __init__(self, path: Path, places: Places, index: int, case: Case) -> None:
        self.path, self.places, self.case, self.keys = path, places, case, ("cases", index)
        self.names = positions(case.players)
        self.problems: list[str] = []

    def question(self, chip: Fraction | None) -> Question:
        case = self.case
        stacks = {}
        for name, money in case.stacks.items():
            seat = self._tried(self._seat, name, "stacks", name)
            if seat is not None:
                stacks[seat] = Amount(f"{self._place('stacks', name)}: stacks", money)
        actions = [read for index in range(len(case.actions)) if (read := self._tried(self._action, index))]
        for action, amount in actions:
            if amount and action.text.split()[1] == "allin":
                self._tried(self._all_in, stacks, action, amount)
        ask = None if case.ask is None else self._tried(self._seat, case.ask, "ask")
        blinds = [Amount(f"{self._place('blinds', number)}: blinds", money) for number, money in enumerate(case.blinds)]
        if not case.blinds[1]:
            self.problems.append(f"{blinds[1].where}: expected a big blind above 0, found 0")
        amounts = [*blinds, *stacks.values(), *(amount for _, amount in actions if amount)]
        chip = chip or smallest_chip([amount.value for amount in amounts])
        for amount in amounts:
            self._tried(in_chips, amount, chip)
        if self.problems:
            raise InputError("\n".join(self.problems))
        small, big = (in_chips(blind, chip) for blind in blinds)
        seats = range(case.players)
        record = Record(
            name=case.id,
            place=self._place(),
            variant="NT",
            names=self.names,
            chip=chip,
            antes=(0,) * case.players,
            blinds=(big, small) if case.players == 2 else (small, big, *(0 for _ in seats[2:])),
            stacks=tuple([in_chips(stacks[seat], chip) if seat in stacks else UNKNOWN for seat in seats]),
            bets=(big,),
            actions=tuple([replace(action, amount=amount and in_chips(amount, chip)) for action, amount in actions]),
            leaves_out=True,
            streets=1,
            places={key: self._place(key) for key in Case.model_fields},
        )
        return Question(case, record, ask)

    def _tried(self, read: Callable[..., Read], *arguments: object) -> Read | None:
        """What a function gives; None after a problem."""
        try:
            return read(*arguments)
        except ValueError as error:
            self.problems.append(str(error))
            return None

    def _all_in(self, stacks: dict[int, Amount], action: Action, amount: Amount) -> None:
        stack = stacks.setdefault(action.seat, amount).value
        if stack != amount.value:
            raise ValueError(
                f"{action.place}: {self.case.id}: expected all of the stack, {stack}, found '{shown(action.text)}'"
            )

    def _action(self, index: int) -> tuple[Action, Amount | None]:
        text = self.case.actions[index]
        name, word, *rest = [*text.split(), "", ""][: max(2, len(text.split()))]
        if word not in WORDS or len(rest) > 1:
            expected = f"a seat, one of {', '.join(WORDS)}, and an amount"
            raise self._wrong(expected, text, "actions", index)
        seat, (kind, with_amount) = self._seat(name, "actions", index), WORDS[word]
        action = Action(text, self._place("actions", index), kind, seat)
        if not rest:
            if kind == RAISE:
                raise self._wrong(f"an amount after '{word}'", text, "actions", index)
            return action, None
        if not with_amount:
            raise self._wrong(f"nothing after '{word}'", text, "actions", index)
        money = number(rest[0]) if re.fullmatch(r"[-+]?[0-9]*\.?[0-9]*", rest[0]) else NOT_A_NUMBER
        fault = fault_of(money, above_zero=True)
        if fault:
            raise self._wrong(fault, text, "actions", index)
        return action, Amount(f"{action.place}: {self.case.id}: '{text}'", money)

    def _seat(self, name: str, *keys: str | int) -> int:
        if name not in self.names:
            raise self._wrong(f"a seat, one of {', '.join(self.names)}", name, *keys)
        return self.names.index(name)

    def _wrong(self, expected: str, found: str, *keys: str | int) -> ValueError:
        return ValueError(
            f"{self._place(*keys)}: {self.case.id}: {keys[0]}: expected {expected}, found '{shown(found)}'"
        )

    def _place(self, *more: str | int) -> Place:
        keys: Keys = (*self.keys, *more)
        return Place(str(self.path), *self.places.get(keys, self.places.get(self.keys, (1, 1))))
