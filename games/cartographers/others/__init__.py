"""Other players at the table: the strip, their maps, and the monsters they draw."""
