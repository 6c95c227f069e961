"""What a solution of Willow teaches, derived again.

Tables and formulas: docs/lessons.md.
"""
