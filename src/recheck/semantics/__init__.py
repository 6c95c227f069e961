"""Whether a study agrees with itself: every file is there, in its form, and says what the others say.

docs/bundle-format.md, "Level semantics". Nothing is derived from the rules of a game, so that it takes seconds; that the
numbers are true is what recheck.truth derives.
"""

from recheck.semantics.check import check_semantics
from recheck.semantics.described import check_descriptions

__all__ = ["check_descriptions", "check_semantics"]
