"""The emblems of scoring cards, family by family as in `engine/cartographers/scoring/`."""
