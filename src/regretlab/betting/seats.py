"""What the seats of a table are called, from the dealer's left; with two players the dealer has the small blind."""

LATE = ("LJ", "HJ", "CO", "BTN")


def positions(players: int) -> tuple[str, ...]:
    """The names, in the order of the seats: SB BB UTG UTG+1 ... LJ HJ CO BTN, as many of them as there are players.

    Of six, the one after the big blind is UTG and there is no LJ, as at most tables.
    """
    if players == 2:
        return ("BB", "SB")
    others = players - 2
    late = LATE[-min(others, 3 if others < 5 else 4) :]
    early = tuple(["UTG", *[f"UTG+{n}" for n in range(1, others)]][: others - len(late)])
    return ("SB", "BB", *early, *late)
