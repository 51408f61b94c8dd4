"""Maps as pictures and on paper."""
