"""Reference pages: the rules, every card, and public pages about the game."""
