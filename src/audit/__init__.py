"""The audit of a bundle: what `seal` says of its files and `recheck` of its numbers, in one verdict.

What is asked and what the verdict means: docs/bundle-format.md, "The audit". The standard library only.
"""
