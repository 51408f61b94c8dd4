"""Rulings: answers to what the printed rules leave open. Source: docs/gisborne.md, "Rulings"."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.play.rulebook import Item, Rule


def ruling(number: int, text: str | Promise) -> Rule:
    """Return a ruling by its number in docs/gisborne.md, which is its anchor on the page."""
    return Item(text, anchor=f"g{number}", heading=_("Rulings"), subject=f"G{number}")
