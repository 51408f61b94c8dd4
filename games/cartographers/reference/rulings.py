"""Rulings on single scoring cards: answers to what their printed sentences leave open."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from engine.cartographers.cards import ScoringCard
from engine.cartographers.mixing.library import published_library

RULINGS: Final[Mapping[str, Promise]] = {
    "sentinel_wood": _("A corner space lies on two edges of the map but is one space, so it scores 1 star."),
    "greenbough": _("Rows and columns are counted separately, each at most once, so 22 stars is the maximum."),
    "treetower": _(
        "A forest space is surrounded if every adjacent space is filled, including wasteland and "
        "destroyed spaces. The edge of the map counts as filled."
    ),
    "stoneside_forest": _(
        "A forest cluster next to two or more mountains connects all of them. A connected mountain scores once, "
        "however many clusters reach it."
    ),
    "wildholds": _("Every cluster of six or more spaces scores."),
    "great_city": _("Clusters next to a mountain are set aside first; the largest of the remaining clusters scores."),
    "greengold_plains": _(
        "The terrains counted around a cluster are forest, farm, water, monster, hero and mountain, each once. "
        "Village, wasteland, ruins and destroyed spaces don’t count."
    ),
    "shieldgate": _(
        "If two clusters tie for largest, one of them is the second largest. With a single cluster there is no "
        "second largest."
    ),
    "canal_lake": _("Each space scores once, however many adjacent spaces of the other terrain it has."),
    "mages_valley": _("Each space scores once, even next to several mountains."),
    "the_golden_granary": _(
        "Water scores next to a ruins space, whether or not it has been drawn over. A water space on ruins is not "
        "adjacent to those ruins. A farm space scores on ruins."
    ),
    "shoreside_expanse": _(
        "A single space on the edge, or next to the other of the two terrains, disqualifies the whole cluster."
    ),
    "borderlands": _(
        "A row and a column that cross both score. Any filled space completes them; an empty ruins space is a gap."
    ),
    "lost_barony": _(
        "Only the largest square of filled spaces scores, 3 stars for each space along one side. A single mountain "
        "is a square with side 1."
    ),
    "the_broken_road": _(
        "There are eleven diagonals: each starts at the left edge and runs down and to the right to the bottom edge. "
        "The shortest is the corner K1."
    ),
    "the_cauldrons": _(
        "An empty space scores if every adjacent space is filled; the edge counts as filled. An empty ruins space "
        "can score."
    ),
    "faunlost_thicket": _("The spaces must form one unbroken run in a single column."),
    "sleepy_valley": _("The forest spaces may lie anywhere in the row."),
    "deepwood": _("A single village space next to a forest cluster disqualifies it."),
    "heart_of_the_forest": _("The edge of the map counts as forest."),
    "traylo_monastery": _("A cluster scores once, however many straight lines of four it contains."),
    "gnomish_colony": _("A cluster scores once, however many 2 × 2 squares it contains."),
    "outer_enclave": _("The best cluster is chosen for you. Empty ruins spaces next to it count as empty spaces."),
    "caravansary": _("The best cluster is chosen for you."),
    "craylund": _(
        "The three water spaces must be different spaces next to one farm cluster. A water space "
        "adjacent to it on two sides counts once."
    ),
    "ulems_wallow": _("A water space with two or more adjacent farm spaces scores once."),
    "clawsgrave_peaks": _(
        "The same water cluster must be next to the mountain and next to a farm space. Each mountain scores once."
    ),
    "jorekburg": _("The column must have as many farm spaces as water spaces, and at least one of each."),
    "dwarvenholds": _("A full row and a full column may share the mountain that each of them needs."),
    "silos": _("The columns are 1, 3, 5, 7, 9 and 11, counted from the left."),
    "banded_hills": _(
        "The terrain types are forest, village, farm, water, monster, mountain and hero. Wasteland, ruins and "
        "destroyed spaces are not terrain types."
    ),
    "starlit_sigil": _(
        "The empty area must have exactly 3 spaces and be enclosed by filled spaces or the edge "
        "of the map. Empty ruins spaces count as empty."
    ),
}
"""Rulings on the published scoring cards, by card id."""


def find_ruling(card: ScoringCard) -> str:
    """Return the ruling on a card, "" for a card that the workshop made or changed."""
    published = _published_cards().get(card.id)
    return str(RULINGS[card.id]) if published is not None and published.rule == card.rule else ""


@cache
def _published_cards() -> dict[str, ScoringCard]:
    boxes = (published_library().cartographers, published_library().heroes)
    return {key: card for box in boxes for key, card in box.scoring.items()}
