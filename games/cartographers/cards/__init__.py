"""Faces, shapes and pages of cards."""
