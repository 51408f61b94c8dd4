"""What a scoring card asks and why it gave stars, family by family as in `engine/cartographers/scoring/`."""
