"""Gambit's file formats: `.efg` (game trees) and `.nfg` (tables of payoffs) are read, `.efg` is written.

Formats: https://gambitproject.readthedocs.io/en/latest/formats.html. What names the games get from such a file is said in
docs/games.md, "Games from files".
"""
