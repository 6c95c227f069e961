"""The one error that users see: what is wrong with what they gave, in one line."""


class InputError(ValueError):
    """Bad input. The message names the file, the line or key, what was expected and what was found."""
