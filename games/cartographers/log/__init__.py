"""Game log: the part that a viewer may see, and its texts."""
