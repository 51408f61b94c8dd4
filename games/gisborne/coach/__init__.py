"""Coach: the review of a finished game."""
