"""What a typed line says: its words, its commands, and whom it is about."""
