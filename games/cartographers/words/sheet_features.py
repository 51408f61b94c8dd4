"""Landmarks, coin spaces and regions that cards refer to, and the map sheets that lack them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from django.utils.translation import gettext as _

from engine.cartographers.cards import AmbushCard, ExploreCard, Place, ScoringCard
from engine.cartographers.effects import REGION_AREAS
from engine.cartographers.scoring.families import features_named
from engine.cartographers.sheet import Sheet
from engine.cartographers.terrain import REGIONS, Feature
from games.cartographers.words.names import card_name, sheet_name, terrain_name
from games.play.words import comma_list, or_list

_PRINTED: Final = (Feature.LANDMARK, Feature.TOLL, *REGIONS)


def needed_features(card: ExploreCard | AmbushCard | ScoringCard) -> tuple[Feature, ...]:
    """Return the landmarks, coin spaces and regions that a card refers to."""
    if isinstance(card, AmbushCard):
        area = card.effect.area if card.effect else None
        return (Feature.from_word(area.value),) if area in REGION_AREAS else ()
    if isinstance(card, ExploreCard):
        tied = card.place not in (None, Place.EDGE, Place.MOUNTAIN)
        return (Feature.from_word(card.place.value),) if tied and card.place else ()
    named = frozenset[Feature]().union(*map(features_named, card.clauses))
    return tuple(feature for feature in _PRINTED if feature in named)


def missing_feature_warnings(
    cards: Iterable[ExploreCard | AmbushCard | ScoringCard], sheets: Iterable[Sheet]
) -> Iterator[str]:
    """Yield a sentence for each card that refers to something that some of the sheets lack."""
    layers = [(sheet, sheet.layers) for sheet in sheets]
    for card in cards:
        needed = needed_features(card)
        without = [sheet for sheet, of in layers if any(not of.get(feature) for feature in needed)] if needed else []
        if without:
            words = {
                "card": card_name(card),
                "features": or_list([terrain_name(feature) for feature in needed]),
                "sheets": comma_list([sheet_name(sheet) for sheet in without]),
            }
            if isinstance(card, ExploreCard):
                text = _(
                    "%(card)s refers to %(features)s, so a single square is drawn instead on map sheets without it: "
                    "%(sheets)s."
                )
            else:
                text = _("%(card)s refers to %(features)s, which these map sheets don’t have: %(sheets)s.")
            yield text % words
