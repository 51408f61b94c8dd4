"""Drills: short exercises that need no game."""
