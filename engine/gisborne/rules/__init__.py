"""Rules, one module per chapter."""
