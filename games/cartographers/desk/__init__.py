"""Task of the viewer: drawing a shape, or choosing a space that a monster destroys."""
