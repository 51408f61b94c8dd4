"""What games share at a table: a library of pieces that a game's own pages are put together from."""
