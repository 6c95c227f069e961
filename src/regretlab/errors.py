"""The one error that users see: what is wrong with what they gave, in one line."""

LONGEST = 60
"""Of what was found, in characters."""


def shown(text: str) -> str:
    """What was found, for a message: cut, and on one line."""
    text = text if len(text) <= LONGEST else f"{text[: LONGEST - 3]}..."
    return "".join(character if character.isprintable() else repr(character)[1:-1] for character in text)


class InputError(ValueError):
    """Bad input. The message names the file, the line or key, what was expected and what was found."""


class RuleError(InputError):
    """A rule of a variant gave what cannot be."""

    def __init__(self, iteration: int, infoset: int | None, problem: str) -> None:
        """`infoset` is its number in the game, if the problem is at one."""
        super().__init__(f"iteration {iteration}: {problem}")
        self.iteration = iteration
        self.infoset = infoset
        self.problem = problem
