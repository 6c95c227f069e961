"""The games that recheck knows: each module lists the terminal histories of one of them.

Written from docs/games.md alone.
"""
