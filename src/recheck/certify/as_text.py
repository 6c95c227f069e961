"""What was certified, or what is wrong, for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from recheck.certify.bounds import Bounds, Certified, Loss, profitable
from recheck.certify.faults import Fault
from recheck.certify.outcome import DIGITS, Subject, game_value, measures, outward, played, shown
from recheck.ledger import exact_text
from recheck.wording import counted, printable

SHOWN_FAULTS, SHOWN_LOSSES = 20, 3
"""So many faults, and so many losses of a player, are printed."""

SHORT = 40
"""Fractions of so many characters are printed beside their decimals."""


def as_text(subject: Subject, certified: Certified | None) -> str:
    """What came of it, in ASCII, for a terminal."""
    policy = subject.policy
    lines = [f"certify {subject.chosen.title}: {subject.file}"]
    if certified is None:
        lines += [f"  problem: {fault_line(fault)}" for fault in policy.faults[:SHOWN_FAULTS]]
        if len(policy.faults) > SHOWN_FAULTS:
            lines.append(f"  ... and {counted(len(policy.faults) - SHOWN_FAULTS, 'more problem')}")
        lines.append(f"FAILED: {counted(len(policy.faults), 'problem')} in {counted(subject.rows, 'row')}")
    else:
        lines += [f"  {line}" for line in _reading(subject)]
        lines += [f"  {line}" for line in _measured(subject, certified)]
        how = "exactly" if certified.exact else "between proven bounds"
        lines.append(f"CERTIFIED {how}, in {subject.chosen.unit}")
    return "".join(f"{printable(line)}\n" for line in lines)


def _reading(subject: Subject) -> Iterator[str]:
    """What was read, and what was done to it."""
    game, policy = subject.chosen.game, subject.policy
    sizes = f"{counted(len(game.infosets), 'infoset')} of {counted(game.players, 'player')}"
    yield f"{counted(subject.rows, 'row')}, {sizes}"
    if subject.ignored:
        yield f"columns of no account: {', '.join(name or '(without a name)' for name in subject.ignored)}"
    infosets, largest, where = policy.adjusted
    if where is not None:
        place = game.infosets[where]
        most = outward(Bounds(largest, largest), 3)[1]
        moved = f"made to sum to 1 at {counted(infosets, 'infoset')}: none was moved by more than {most}"
        yield f"{moved} (player {place.player}, {place.label})"
    else:
        yield "probabilities sum to 1 exactly at each infoset"
    if policy.filled:
        are = "that is missing is" if policy.filled == 1 else "that are missing are"
        yield f"{counted(policy.filled, 'infoset')} {are} uniform: the player's own strategy does not lead there"
    if game.alike:
        yield "no perfect recall: gains are those of players who remember"


def _measured(subject: Subject, certified: Certified) -> Iterator[str]:
    """The measures, and where each player loses most."""
    for name, bounds in measures(certified).items():
        fraction = exact_text(bounds.lower) if bounds.exact else ""
        beside = f"  = {fraction}" if "/" in fraction and len(fraction) <= SHORT else ""
        yield f"{name:<16} {shown(bounds):>24}{beside}"
    between = game_value(subject.chosen.game, certified)
    if between is not None and between.exact:
        yield f"the game's value to player 0 is {exact_text(between.lower)}, by these best responses"
    elif between is not None:
        lower, upper = outward(between, DIGITS)
        yield f"the game's value to player 0 is from {lower} to {upper}, by these best responses"
    for player, side in enumerate(certified.sides):
        yield from _lost(subject, player, profitable(side.losses))


def _lost(subject: Subject, player: int, losses: Sequence[Loss]) -> Iterator[str]:
    """Where a player loses most."""
    if losses:
        yield f"where player {player} loses most, of {counted(len(losses), 'infoset')}:"
    for loss in losses[:SHOWN_LOSSES]:
        infoset = subject.chosen.game.infosets[loss.infoset]
        often = float(played(subject.policy, loss.infoset, loss.action))
        best = f"best is {infoset.action_labels[loss.action]}, played with {often:.6g}"
        yield f"  {infoset.label}: {float(loss.amount.upper):.6g} ({best})"


def fault_line(fault: Fault) -> str:
    """A fault in a line: where, what, expected and found."""
    where = [] if fault.row is None else [f"row {fault.row}"]
    if fault.row is None and fault.line is not None:
        where.append(f"line {fault.line}")
    if fault.player is not None:
        where.append(f"player {fault.player}")
    if fault.infoset is not None:
        where.append(f"infoset {fault.infoset}")
    if fault.action is not None:
        where.append(f"action {fault.action}")
    text = f"{', '.join(where)}: {fault.message}" if where else fault.message
    if fault.expected is not None:
        text += f"; expected {fault.expected}"
    if fault.found is not None:
        text += f"; found {fault.found}"
    return f"{text} [{fault.code}]"
