"""Names of the game, its components and the fields of the way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

from django.utils.translation import get_language, gettext_lazy, ngettext
from django.utils.translation import gettext as _

from engine.gisborne.cards import Face, Metal
from engine.gisborne.tiles import Mark, Tile
from games.play.words import and_list

KEY: Final = "gisborne"
"""Key of the game on the site."""

_METALS: Final = {
    Metal.BRONZE: gettext_lazy("bronze"),
    Metal.SILVER: gettext_lazy("silver"),
    Metal.GOLD: gettext_lazy("gold"),
}
_FACES: Final = {
    Face.BRONZE_1: gettext_lazy("bronze 1"),
    Face.BRONZE_2: gettext_lazy("bronze 2"),
    Face.SILVER_2: gettext_lazy("silver 2"),
    Face.SILVER_3: gettext_lazy("silver 3"),
    Face.GOLD_3: gettext_lazy("gold 3"),
    Face.GOLD_4: gettext_lazy("gold 4"),
}
_MARKS: Final = {
    Mark.PLAIN: gettext_lazy("plain"),
    Mark.VIEWPOINT: gettext_lazy("viewpoint"),
    Mark.VILLAGE: gettext_lazy("village"),
    Mark.SWAMP: gettext_lazy("swamp"),
    Mark.WOLVES: gettext_lazy("wolves"),
}
_TILES: Final = {
    "start": gettext_lazy("Landing Jetty"),
    "twin_hamlets": gettext_lazy("Twin Hamlets"),
    "ridge_village": gettext_lazy("Ridge Village"),
    "peat_basin": gettext_lazy("Peat Basin"),
    "reed_mire": gettext_lazy("Reed Mire"),
    "howling_dell": gettext_lazy("Howling Dell"),
    "stony_den": gettext_lazy("Stony Den"),
    "rope_bridge": gettext_lazy("Rope Bridge"),
    "gorge_span": gettext_lazy("Gorge Span"),
    "silver_ford": gettext_lazy("Silver Ford"),
    "double_ford": gettext_lazy("Double Ford"),
    "end": gettext_lazy("Far Shore"),
}


def metal_name(metal: Metal) -> str:
    """Return the name of a metal."""
    return str(_METALS[metal])


def face_name(face: Face) -> str:
    """Return the name of a card, as "silver 3"."""
    return str(_FACES[face])


def mark_name(mark: Mark) -> str:
    """Return the kind of a field."""
    return str(_MARKS[mark])


def tile_name(tile: Tile) -> str:
    """Return a tile's name in the page's language: its own, else the printed one, else as written, else by its id."""
    own = tile.labels.name(get_language() or "") or (_(tile.name) if tile.name else "")
    return own or str(_TILES.get(tile.id) or tile.id.replace("_", " ").capitalize())


def card_list(cards: Iterable[Face]) -> str:
    """Return cards in words, as "bronze 1 and 2 × silver 3"; "" for none."""
    counted = Counter(cards)
    return and_list([_several(face, counted[face]) for face in Face if counted[face]])


def _several(face: Face, number: int) -> str:
    return face_name(face) if number == 1 else f"{number} × {face_name(face)}"


def points_of(number: int) -> str:
    """Return points in words."""
    return ngettext("%(n)s point", "%(n)s points", number) % {"n": number}


def steps_text(number: int) -> str:
    """Return steps in words."""
    return ngettext("%(n)s step", "%(n)s steps", number) % {"n": number}


def cards_count(number: int) -> str:
    """Return a number of cards in words."""
    return ngettext("%(n)s card", "%(n)s cards", number) % {"n": number}


def field_name(field: int) -> str:
    """Return the name of a field of the way by its number; 0 is the bar."""
    return _("field %(field)s") % {"field": field} if field else _("the bar")
