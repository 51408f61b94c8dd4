"""What is over: the page of a closed turn, and the end of the game."""
