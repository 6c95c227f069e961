"""What both of Gambit's formats have: a prologue with title and players, and lists of payoffs."""

from regretlab.gambit.tokens import Number, Tokens

Payoffs = tuple[Number, ...]
"""One for each player."""


def read_prologue(tokens: Tokens, form: str, version: str) -> int:
    """Take everything up to the list of players: how many there are."""
    tokens.symbol(form)
    tokens.symbol(version)
    tokens.symbol("R", "D")
    tokens.string("a title")
    tokens.mark("{")
    players = len(read_strings(tokens, "the name of a player"))
    tokens.mark("}")
    return players


def read_strings(tokens: Tokens, what: str) -> tuple[str, ...]:
    """Take one string or more."""
    strings = [tokens.string(what)]
    while tokens.kind == "string":
        strings.append(tokens.string(what))
    return tuple(strings)


def skip_comment(tokens: Tokens) -> None:
    """Take the comment that may follow the prologue."""
    if tokens.kind == "string":
        tokens.advance()


def read_payoffs(tokens: Tokens, players: int) -> Payoffs:
    """Take the payoffs of an outcome and the brace that closes them; commas may stand after payoffs."""
    payoffs = []
    for player in range(1, players + 1):
        payoffs.append(tokens.number(f"the payoff of player {player} of {players}"))
        if tokens.text == ",":
            tokens.advance()
    tokens.mark("}", f" after the payoffs of {players} players")
    return tuple(payoffs)


def expect_end(tokens: Tokens, what: str) -> None:
    """Check that nothing follows."""
    if tokens.kind != "end":
        tokens.fail(f"the end of the file after the last {what}")
