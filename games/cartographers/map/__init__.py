"""Maps: large ones as tables of spaces, small ones as drawings, and descriptions of their spaces."""
