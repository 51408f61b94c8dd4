"""Kinds of entries and boxes of Cartographers in the catalog."""

from __future__ import annotations

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _


class EntryKind(TextChoices):
    """Type of a catalog entry."""

    SEASON = "season", _("Season")
    EXPLORE = "explore", _("Explore card")
    RUINS = "ruins", _("Ruins card")
    AMBUSH = "ambush", _("Ambush card")
    HERO = "hero", _("Hero card")
    SCORING = "scoring", _("Scoring card")
    SKILL = "skill", _("Skill")
    SHEET = "sheet", _("Map sheet")
    SET = "set", _("Set")


class CatalogBox(TextChoices):
    """Source of an entry: a box, the preview edition of a few of its cards, or the site's curators."""

    CARTOGRAPHERS = "cartographers", _("Cartographers")
    HEROES = "heroes", _("Cartographers Heroes")
    PREVIEW = "heroes_preview", _("Cartographers Heroes, preview edition")
    WORKSHOP = "workshop", _("Created in the workshop")


BOXES: tuple[CatalogBox, ...] = (CatalogBox.CARTOGRAPHERS, CatalogBox.HEROES, CatalogBox.PREVIEW)
"""Boxes that come with the site."""


SECTIONS: dict[EntryKind, str] = {
    EntryKind.SEASON: "seasons",
    EntryKind.EXPLORE: "explore",
    EntryKind.RUINS: "ruins",
    EntryKind.AMBUSH: "ambush",
    EntryKind.HERO: "heroes",
    EntryKind.SCORING: "scoring",
    EntryKind.SHEET: "sheets",
    EntryKind.SKILL: "skills",
}
"""Keys in a box's data for the entries of each kind. Sets aren't in the data; `published_sets` makes them."""
