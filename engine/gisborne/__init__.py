"""Gisborne: tiles, cards and rules. See docs/engine.md for usage."""
