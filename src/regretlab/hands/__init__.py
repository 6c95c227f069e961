"""Records of poker hands: read, replayed by the betting engine, judged action by action, and drawn."""
