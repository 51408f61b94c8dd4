"""What is drawn for: edicts, coins, monsters, seasons, the score sheet, and where each figure comes from."""
