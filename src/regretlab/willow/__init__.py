"""Willow beyond its rules as a game: the order of hands, and what is played with them."""
