"""A second implementation that re-derives every number of a published study.

Written from docs/bundle-format.md, docs/games.md and the papers alone; it needs CPython 3.9 or newer and nothing else.
"""
