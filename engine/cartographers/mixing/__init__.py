"""How parts of the two boxes are mixed: what a host decides, what that is stored as, and the game that it makes."""
