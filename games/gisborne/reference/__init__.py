"""Rules, tiles and cards of Gisborne, each with its pages, and the poster of the game."""
