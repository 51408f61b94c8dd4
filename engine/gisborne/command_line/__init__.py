"""Command line of Gisborne (`python -m engine gisborne`)."""
