"""The tables of lessons, column by column: docs/lessons.md for programs."""

from regretlab.bundle.fields import Column, count, number, payoff, table, text

CARD = "[A23456789TJQ]"
CLASS = "(pair|[1-9]|1[01])"


def _reach(name: str, description: str, required: bool = True) -> Column:
    """A probability."""
    return number(name, description, minimum=0, maximum=1, required=required)


PLAYER = [count("player", "who acts", maximum=1)]
RANKING = [
    count("place", "place in the order of all hands, the strongest first", 1),
    text("hand", "both cards, the higher one first", pattern=f"{CARD}{CARD}"),
    text("class", "pair, or the difference of the cards", pattern=CLASS),
    count("ways", "of how many sets of two cards it is the hand", 1),
    count("beats", "sets of two of the other cards that are weaker"),
    count("ties", "sets of two of the other cards that are equal"),
    count("loses", "sets of two of the other cards that are stronger"),
    _reach("equity", "(beats + ties / 2) / (beats + ties + loses)"),
]
STREET_1 = [
    *PLAYER,
    text("before", "the actions before, each with a slash before it", required=False),
    text("card", "the player's first card", pattern=CARD),
    text("action", "what is done"),
    _reach("reach", "probability that play comes here with this card"),
    _reach("probability", "with which the strategy takes the action"),
    payoff("value", "what the player wins by the action, on average", required=False),
]
UP = [
    text("up_(0|1)", "card face up of player {0}", pattern=CARD),
    text("action", "what player 0 does first"),
    _reach("reach", "probability that the second street begins with these cards"),
    _reach("probability", "of the action, given that", required=False),
    _reach("equity", "player 0's share of the pot if cards were shown at once, on average", required=False),
    payoff("value", "what player 0 wins from there, on average", required=False),
]
BETS = [
    *PLAYER,
    text("action", "a bet or raise of the second street"),
    _reach("possible", "how often the player could do it"),
    _reach("made", "how often he does"),
    _reach("bluffs", "how often he does with less than half of the chances", required=False),
    _reach("folds", "how often the opponent folds to it at once", required=False),
    payoff("pot", "what lies in the middle before the bet, on average", required=False),
    payoff("added", "what the player puts in by it, on average", required=False),
    payoff("value", "what the player wins if he does it, on average", required=False),
]
ENDS = [
    count("street", "street on which the hand ends", 1, maximum=2),
    text("end", "how", enum=["player 0 folds", "player 1 folds", "showdown"]),
    _reach("reach", "how often"),
    payoff("gain", "what player 0 wins by these ends: the sum of reach times payoff"),
]
TABLES_OF_LESSONS = tuple(
    [
        table(rf"[^/]+/lessons/{name}\.csv", title, key, columns)
        for name, title, key, columns in (
            ("ranking", "The order of all hands, and what each beats", "hand", RANKING),
            ("street1", "What to do on the first street, by card", "player before card action", STREET_1),
            ("up", "What the cards face up change", "up_0 up_1 action", UP),
            ("bets", "Bets of the second street, and which of them are bluffs", "player action", BETS),
            ("ends", "How hands end, and who gains by it", "street end", ENDS),
        )
    ]
)
