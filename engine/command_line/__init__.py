"""Command line of the engine, the parts that are the same for any game."""
