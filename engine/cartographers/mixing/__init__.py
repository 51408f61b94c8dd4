"""Mixes of the two boxes: the host's choices, their stored form, and the game they define."""
