"""Kinds of entries and boxes of Gisborne in the catalog."""

from __future__ import annotations

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class EntryKind(TextChoices):
    """Type of a catalog entry."""

    TILE = "tile", pgettext_lazy("component", "Tile")
    DECK = "deck", pgettext_lazy("component", "Deck")
    CHIPS = "chips", pgettext_lazy("component", "Chips")
    PLACES = "places", _("Cards by rank and limits")
    SET = "tile_set", _("Tile set")


class CatalogBox(TextChoices):
    """Source of an entry: the box, or the site's curators."""

    GISBORNE = "gisborne", "Gisborne"
    WORKSHOP = "gisborne_workshop", _("Gisborne, created in the workshop")
