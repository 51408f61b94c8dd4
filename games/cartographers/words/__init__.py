"""Wording shared by several packages."""
