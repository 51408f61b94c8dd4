"""A card as it looks: its face, its shapes, and the page that tells of it."""
