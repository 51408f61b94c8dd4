"""Command line of a table: its words, its commands and their results."""
