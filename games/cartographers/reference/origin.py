"""Origin of a card or map sheet, and the sets that contain it."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse

from games.cartographers.shelf.components import pieces
from games.cartographers.shelf.kinds import CatalogBox, Kind
from games.cartographers.shelf.library import library
from games.cartographers.shelf.mixes import PRESET_NAMES
from games.cartographers.shelf.presets import preset_url, presets_with
from games.cartographers.shelf.published_sets import playable_sets
from games.cartographers.words.names import card_name
from games.catalog.models import CatalogEntry


@dataclass(frozen=True, slots=True)
class SetLink:
    """A published set, and where its page is."""

    name: str
    url: str


@dataclass(frozen=True, slots=True)
class Origin:
    """Origin of a component: its box, author, license, and the mixes and published sets with it.

    Author and license are "" if they are unknown.
    """

    box: str
    source: str
    licence: str
    sets: tuple[SetLink, ...]


def entry_in_play(kind: Kind, ref: str) -> CatalogEntry | None:
    """Return the active catalog entry of a card or map sheet ("box/id"), or None if there is none."""
    box, _slash, key = ref.partition("/")
    return CatalogEntry.objects.in_play().filter(box=box, kind=kind, key=key).first()


def workshop_url(kind: Kind, ref: str) -> str:
    """Return the address that leads curators to the version in play of something ("box/id")."""
    box, _slash, key = ref.partition("/")
    return reverse("admin:catalog_catalogentry_of", args=[box, kind.value, key])


def origin_of(kind: Kind, ref: str, entry: CatalogEntry | None) -> Origin:
    """Return the origin of an active card or map sheet, and the presets and sets that contain it."""
    piece, shelf = pieces()[kind, ref], library()
    mixes = [SetLink(str(PRESET_NAMES[preset]), preset_url(preset)) for preset in presets_with(piece, shelf)]
    sets = [one.kept.card_set for one in playable_sets().values() if one.kept.card_set.names(kind, ref)]
    links = [SetLink(card_name(one), reverse("cartographers:set", args=[one.id])) for one in sets]
    return Origin(
        box=str(CatalogBox(ref.partition("/")[0]).label),
        source=entry.source if entry else "",
        licence=entry.licence if entry else "",
        sets=(*mixes, *links),
    )
