"""Betting, adjudicated a second time: from the rules of poker and the list of actions alone, anew at each question."""
