"""Proves on a real bundle that the audit catches what it says it catches: every kind of damage, one at a time, in a copy.

Mutation testing (R. A. DeMillo, R. J. Lipton, F. G. Sayward, Computer 1978), of the files instead of the program.
"""
