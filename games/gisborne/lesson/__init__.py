"""Lesson: the first game of a new player."""
