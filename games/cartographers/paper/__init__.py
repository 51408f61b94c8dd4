"""Maps as pictures and for printing."""
