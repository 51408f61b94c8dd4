"""Template tags of the accounts."""
