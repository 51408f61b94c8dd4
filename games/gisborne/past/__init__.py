"""Past rounds and finished games: the page of a closed round, explanations, and the end of the game."""
