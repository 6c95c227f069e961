"""Variants: each file of this folder holds one update rule, as `VARIANT`, and is found by its name."""
