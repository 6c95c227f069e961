"""The variants, each derived from its equations in docs/variants.md, one infoset after the other in plain numbers.

Nothing here is shared with the package that publishes.
"""
