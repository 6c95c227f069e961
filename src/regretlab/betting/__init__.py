"""Betting: whose turn it is, what he may do and why, and what is in the pots. Exact and total, for every poker game here."""
