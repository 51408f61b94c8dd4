"""What a host chooses for a game."""
