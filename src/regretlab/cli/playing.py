"""`regretlab play`: a game with everything in the open, or from one seat against others; by hand or at random."""

import sys
from collections import deque
from collections.abc import Generator, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from regretlab.cli.adding import USAGE, Add, Arguments
from regretlab.errors import InputError

if TYPE_CHECKING:
    from regretlab.drawing import Draws
    from regretlab.games.willow import Willow
    from regretlab.parameters import Strategy
    from regretlab.play import Payoffs
    from regretlab.rules import Rules

MATCH = "willow"
"""The game that is played as a match: with the whole deck, all bets, and stacks that carry over."""
RANDOM = "random"
MOST_TOLD = 10
"""Of plays at random from a seat, more than these are not told, but summed up."""
INTERRUPTED = 130
"""The exit code of what was ended by a Ctrl-C, as of a shell."""


def add_command(add: Add) -> None:
    """Let `add` have it."""
    play = add("play", _play, "Play a game, by hand or at random, with all in the open or against others.", "rules")
    play.add_argument("--random", action="store_true", help="let chance decide for the players too, or for yours")
    play.add_argument("--seed", type=int, default=0, help="what chance is drawn from (0)")
    play.add_argument("--deal", action="store_true", help="decide for chance by hand too")
    play.add_argument(
        "--against",
        metavar="WHO",
        help="take a seat, see what it sees, and play against: random; for willow caller or simple; the path of a strategy table",
    )
    play.add_argument("--seat", type=int, metavar="PLAYER", help="which player you are, with --against (0)")
    play.add_argument("--hands", type=int, metavar="N", help="how many hands or plays at most, with --against (1)")
    play.add_argument("--set", action="append", default=[], metavar="KEY=VALUE", help="a parameter of the game")
    play.set_defaults(print_usage=play.print_usage)


def _play(arguments: Arguments) -> int:
    if arguments.against is None and not (arguments.seat is None and arguments.hands is None):
        return _wrong(arguments, "--seat and --hands: expected with --against")
    if arguments.against is not None and arguments.deal:
        return _wrong(arguments, "--deal: expected without --against, where cards are not seen by all")
    try:
        if arguments.against is None:
            _in_the_open(arguments)
        else:
            _against(arguments)
    except KeyboardInterrupt:
        print("\nregretlab: interrupted", file=sys.stderr)
        return INTERRUPTED
    return 0


def _typed() -> TextIO:
    """What is typed. Raises `InputError` if standard input is closed."""
    if sys.stdin is None:
        raise InputError("standard input: expected what to do, found it closed")
    return sys.stdin


def _wrong(arguments: Arguments, message: str) -> int:
    """Say how the command is used, and what is wrong; give the exit code."""
    arguments.print_usage(sys.stderr)
    print(f"regretlab play: error: {message}", file=sys.stderr)
    return USAGE


def _in_the_open(arguments: Arguments) -> None:
    """One play, all of it told; whoever plays by hand chooses for all players."""
    from regretlab.play import LeftError, at_random, by_hand, divided, play, transcript
    from regretlab.registry import load_rules
    from regretlab.yaml_model import parse_settings

    rules, chance = load_rules(arguments.rules, parse_settings(arguments.set)), at_random(arguments.seed)
    if arguments.random:
        lines: Iterator[str] = transcript(arguments.rules, rules, arguments.seed)
    else:
        hand = by_hand(_typed(), sys.stdout)
        lines = play(rules, hand if arguments.deal else divided(chance, hand))
    try:
        for line in lines:
            print(line)
    except LeftError:
        print("you leave")


def _against(arguments: Arguments) -> None:
    """Hands or plays from one seat: told one by one, or, if many are played at random, summed up only."""
    from regretlab.drawing import LARGEST_SEED, Draws
    from regretlab.games.willow import Willow
    from regretlab.registry import load_rules
    from regretlab.willow.match import MOST_HANDS
    from regretlab.willow.streets import whole
    from regretlab.yaml_model import parse_settings

    given = parse_settings(arguments.set)
    rules = load_rules(arguments.rules, {**(whole() if arguments.rules == MATCH else {}), **given})
    seat = 0 if arguments.seat is None else arguments.seat
    hands = 1 if arguments.hands is None else arguments.hands
    _check_range("--seat", seat, rules.players - 1)
    _check_range("--hands", hands, MOST_HANDS, least=1)
    _check_range("--seed", arguments.seed, LARGEST_SEED)
    if isinstance(rules, Willow):
        _match(arguments, rules, given, seat, hands)
    else:
        _plays(arguments, rules, Draws(arguments.seed), seat, hands)


def _check_range(option: str, number: int, most: int, least: int = 0) -> None:
    from regretlab.parameters import check_range

    try:
        check_range(option, number, least, most)
    except ValueError as error:
        raise InputError(str(error)) from error


def _match(arguments: Arguments, rules: "Willow", given: dict[str, Any], seat: int, hands: int) -> None:
    from regretlab.play import LeftError
    from regretlab.tally import Tally
    from regretlab.willow.match import Moment, match
    from regretlab.willow.opponents import OPPONENTS, Solved
    from regretlab.willow.table import Names, by_hand, remarking, result, told

    names = Names(seat)
    other = OPPONENTS.get(arguments.against)
    if other is None:
        solved = Solved(_table(arguments, OPPONENTS))
        rules = solved.limited(rules, given)
        other = remarking(solved, names.of(1 - seat), print)
    own = OPPONENTS[RANDOM] if arguments.random else by_hand(_typed(), sys.stdout)
    policies = [own if player == seat else other for player in range(rules.players)]
    tally = Tally(rules.players)

    def counted() -> Iterator[Moment]:
        for moment in match(rules, policies, hands, arguments.seed):
            yield moment
            if moment.payoffs:
                tally.add(dict(zip(moment.seating.players, moment.payoffs, strict=True)))

    silent = _summed_up(arguments, hands)
    try:
        if silent:
            deque(counted(), maxlen=0)
        else:
            for line in told(counted(), rules.suits, hands, names):
                print(line)
    except LeftError:
        print("you leave")
    if hands > 1 and any(tally.plays):
        stacks = [stack + int(won) for stack, won in zip(rules.everyone, tally.won, strict=True)]
        if not silent:
            print()
        print(result(stacks, max(tally.plays), hands, names))
        for line in tally.lines(map(names.of, range(rules.players)), rules.unit):
            print(line)


def _plays(arguments: Arguments, rules: "Rules", draws: "Draws", seat: int, hands: int) -> None:
    from regretlab.drawing import CHOOSING, DEALING
    from regretlab.play import UNSEEN, LeftError, by_hand, by_table, divided, drawn, play, seated
    from regretlab.rules import unit_of
    from regretlab.tally import Tally

    table = None if arguments.against == RANDOM else _table(arguments, [RANDOM])
    tally = Tally(rules.players)
    silent = _summed_up(arguments, hands)
    try:
        for number in range(hands):
            draw = draws.following(number, CHOOSING)
            own = drawn(draw) if arguments.random else by_hand(_typed(), sys.stdout)
            others = drawn(draw) if table is None else by_table(table, draw)
            players = seated(seat, own, others)
            lines = play(rules, divided(drawn(draws.following(number, DEALING)), players), UNSEEN if silent else seat)
            if hands > 1 and not silent:
                print(f"play {number + 1} of {hands}")
            tally.add(dict(enumerate(_returned(lines, silent))))
    except LeftError:
        print("you leave")
    if hands > 1 and any(tally.plays):
        if not silent:
            print()
        for line in tally.lines([f"player {player}" for player in range(rules.players)], unit_of(rules)):
            print(line)


def _returned(lines: "Generator[str, None, Payoffs]", silent: bool) -> "Payoffs":
    """What is returned after the last of the lines, which are printed."""
    while True:
        try:
            line = next(lines)
        except StopIteration as end:
            payoffs: Payoffs = end.value
            return payoffs
        if not silent:
            print(line)


def _summed_up(arguments: Arguments, hands: int) -> bool:
    return bool(arguments.random) and hands > MOST_TOLD


def _table(arguments: Arguments, names: Iterable[str]) -> "Strategy":
    """The strategy table that is played against; what is neither a file nor could be one is told as a wrong name."""
    from regretlab.parameters import Strategy

    path = Path(arguments.against)
    if not (path.suffix or path.exists()):
        expected = f"{', '.join(names)} or the path of a strategy table"
        raise InputError(f"--against: expected {expected} for {arguments.rules}, found '{arguments.against}'")
    return Strategy.read(path)
