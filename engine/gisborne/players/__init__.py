"""Computer players of Gisborne: they decide from the view of a seat, within a budget."""
