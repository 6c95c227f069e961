"""The solver core: a game compiled once to its sequence form, and compiled kernels on arrays."""
