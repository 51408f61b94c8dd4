"""The words of Cartographers: every sentence that speaks of the game, in the reader's language."""
