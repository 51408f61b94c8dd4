"""Cartographers: its map, its cards, its rules and its scoring."""
