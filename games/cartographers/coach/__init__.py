"""Coach: the review of a finished game, what it says of a turn, and exercises made from mistakes."""
