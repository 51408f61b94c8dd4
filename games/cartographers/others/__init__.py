"""Who else is at the table: the strip, their maps, and the monsters that they draw."""
