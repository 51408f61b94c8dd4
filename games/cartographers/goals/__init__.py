"""Goals of the game: edicts, coins, monsters, seasons, the score sheet, and the source of each figure."""
