"""Daily maps and races: many games on one deal, and their results."""
