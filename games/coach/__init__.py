"""Reviews of finished games by the coach, made in background tasks and kept with the game."""
