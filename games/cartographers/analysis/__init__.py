"""Analysis board: any map with any edicts, its stars and its best placements. The address holds the position."""
