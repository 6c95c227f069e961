"""Variants: each file of this folder holds one update rule, as `variant`, made from its parameters; its name is the file's."""
