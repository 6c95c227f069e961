"""The one error that users see: what is wrong with what they gave, in one line."""


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
