"""Game log: the rounds that a viewer may see, and their texts."""
