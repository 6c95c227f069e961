"""Exact arithmetic on compiled games: strategies, best responses, linear programs and proofs in fractions; floats only help."""
