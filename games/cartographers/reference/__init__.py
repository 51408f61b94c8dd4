"""To look up: the rules, every card, and what strangers are shown of the game."""
