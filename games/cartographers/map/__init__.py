"""Maps: the large one as a table of spaces, the small ones as drawings, and what lies where."""
