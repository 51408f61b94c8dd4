"""Features: numbers that describe a board with regard to one scoring clause, or as a whole."""
