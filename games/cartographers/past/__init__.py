"""Past turns and finished games: the page of a closed turn, and the end of the game."""
