"""The first game, in which one is taught."""
