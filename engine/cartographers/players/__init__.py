"""Computer players of Cartographers: they decide from the view of a seat, within a budget."""
