"""What the viewer does: drawing a shape, or choosing a space that a monster destroys."""
