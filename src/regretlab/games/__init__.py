"""Games: each file of this folder holds the rules of one game, as `RULES`, and is found by its name."""
