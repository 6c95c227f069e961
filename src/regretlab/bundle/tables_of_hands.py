"""The tables on hands, column by column: docs/hands.md for programs."""

from regretlab.bundle.fields import Column, count, flag, table, text
from regretlab.hands import notes

AMOUNT = r"(0|[1-9][0-9]*)(\.[0-9]+)?"
STACK = rf"({AMOUNT}|unknown)"
CARD = r"([2-9TJQKA][cdhs]|\?\?)"
RULES = [
    "right to raise",
    "reopening",
    "short all-in",
    "nobody left to answer",
    "no chips beyond a call",
    "cap on raises",
]
LOW_RULES = ["opening", "minimum raise", "minimum after a short all-in", "completing", "all-in"]
HAND = [text("hand", "name of the hand in its file")]


def _amount(name: str, description: str, pattern: str = AMOUNT, required: bool = True) -> Column:
    """An amount in the record's unit."""
    return text(name, f"{description}, in the record's unit", pattern=pattern, required=required)


def _amounts(name: str, description: str, item: str = AMOUNT) -> Column:
    """Several, with | between them."""
    return _amount(name, f"{description}, with | between them", rf"{item}(\|{item})*", required=False)


HANDS = [
    count("line", "line of the file that it begins in", 1),
    text("variant", "code of the game in PHH"),
    count("players", "number of players", 2, maximum=10),
    count("decisions", "number of its rows in decisions.csv"),
    text("verdict", "what became of it", enum=["sound", *notes.FAULTS, notes.UNFINISHED, notes.UNDECIDED]),
    text("remarks", "all that there is to say, a sentence each, with | between them", required=False),
    text("board", "cards on the board", pattern=rf"{CARD}( {CARD})*", required=False),
    _amounts("pots", "the pots at the end, main pot first"),
    text("returned_to", "who got back what nobody had called", required=False),
    _amount("returned", "how much that was", required=False),
    _amounts("won", "what each seat took from the pots"),
    _amounts("stacks", "what each seat had in the end", STACK),
    _amount("rake", "what was kept", required=False),
]
DECISIONS = [
    count("decision", "number of the decision in the hand", 1),
    text("street", "which betting round it is", enum=["preflop", "flop", "turn", "river"]),
    text("player", "who is in turn"),
    _amount("stack", "what he has left", STACK),
    _amount("bet", "what he has bet on the street"),
    _amount("price", "what must be bet to stay in"),
    _amount("pot", "all that has been put in"),
    flag("fold", "1 if he may fold"),
    _amount("call", "his bet after a call or check", required=False),
    _amount("low", "the smallest bet or raise, to so much", required=False),
    _amount("high", "the largest", STACK, required=False),
    flag("may_raise", "1 if he may bet or raise"),
    text("rule", "the rule by which he may or may not", enum=RULES),
    text("low_rule", "the rule for the smallest", enum=LOW_RULES, required=False),
    text("action", "what he did", enum=["fold", "check", "call", "bet", "raise"]),
    _amount("amount", "his bet after it", required=False),
    flag("legal", "1 if that is legal"),
    flag("recorded", "0 if the record leaves it out"),
]
ANSWERS = [
    text("case", "name of the case", pattern="[A-Za-z0-9][A-Za-z0-9._-]*"),
    text("hand", "blinds, stacks and actions"),
    text("of", "who is in turn", required=False),
    text("question", "what is asked", enum=["may_raise", "min_raise_to", "options", "round", "pots"]),
    text("answer", "the answer; amounts in the unit of the case, several with | between them"),
    text("rule", "the rule that it follows from", enum=[*RULES, *LOW_RULES], required=False),
    text("reason", "the same in a sentence"),
]

TABLES_OF_HANDS = (
    table(r"hands/[^/]+/hands\.csv", "Hands that were played", "hand", HAND, HANDS),
    table(r"hands/[^/]+/decisions\.csv", "Every decision of these hands", "hand decision", HAND, DECISIONS),
    table(
        r"hands/[^/]+/counts\.csv",
        "How many hands there are of a kind",
        "of kind",
        [
            text("of", "what is counted", enum=["verdict", "remark"]),
            text("kind", "which of them"),
            count("hands", "number of hands"),
        ],
    ),
    table(r"hands/[^/]+/answers\.csv", "Answers to questions on who may raise", "case question", ANSWERS),
)
