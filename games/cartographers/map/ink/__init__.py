"""A map in ink and watercolor, drawn as SVG."""
