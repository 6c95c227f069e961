"""Studies of hands, derived a second time: records of hands that were played, and questions on who may raise.

Files and columns: docs/hands.md.
"""
