"""Host's choices for a game."""
