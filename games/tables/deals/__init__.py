"""Deals: their creation, the counted game of each user, and the end of their time."""
