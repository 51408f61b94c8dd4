"""Cards and map sheets that an analysis may name, by the keys that its address uses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, TypeVar

from engine.cartographers.cards import ExploreCard, HeroCard, ScoringCard, Season, Stack
from engine.cartographers.mixing.library import published_library
from engine.cartographers.sheet import Sheet
from games.cartographers.shelf.components import EVERY_BOX, Piece, components_of
from games.cartographers.shelf.kinds import CatalogBox
from games.catalog.active_catalog import in_play
from games.catalog.shelves import Sections

PlayedCard = ExploreCard | HeroCard
"""Card that is drawn on one's own map."""
NO_CARD: Final = ScoringCard("", "", Stack.SPATIAL, 0, ())
"""Stands for an edict that isn't chosen; it scores nothing."""
_PREVIEW: Final = "preview/"
_Of = TypeVar("_Of", Sheet, ScoringCard)


@dataclass(frozen=True, slots=True)
class AnalysisComponents:
    """Active cards and sheets by key, in printed order: their id, with a prefix if it is of the preview edition."""

    sheets: Mapping[str, Sheet]
    scoring: Mapping[str, ScoringCard]
    cards: Mapping[str, PlayedCard]


def analysis_components() -> AnalysisComponents:
    """Return the active cards and sheets."""
    return in_play(EVERY_BOX, _read_components)


def _read_components(sections: Sections) -> AnalysisComponents:
    sheets: dict[str, Sheet] = {}
    scoring: dict[str, ScoringCard] = {}
    cards: dict[str, PlayedCard] = {}
    for (_kind, ref), piece in components_of(sections).items():
        key = _key_of(ref, piece)
        match piece:
            case Sheet():
                sheets.setdefault(key, piece)
            case ScoringCard():
                scoring.setdefault(key, piece)
            case ExploreCard() | HeroCard():
                cards.setdefault(key, piece)
            case _:
                pass
    # Something must be shown even if all sheets are retired.
    return AnalysisComponents(sheets or dict(published_library().cartographers.sheets), scoring, cards)


def _key_of(ref: str, piece: Piece) -> str:
    return f"{_PREVIEW}{piece.id}" if ref.startswith(f"{CatalogBox.PREVIEW}/") else piece.id


def is_preview(key: str) -> bool:
    """Return True for the key of a card of the preview edition."""
    return key.startswith(_PREVIEW)


def seasons_of(*, heroes: bool) -> tuple[Season, ...]:
    """Return the seasons of a box, whose time thresholds differ."""
    library = published_library()
    return (library.heroes if heroes else library.cartographers).seasons


def deck_of(*, heroes: bool) -> tuple[ExploreCard, ...]:
    """Return the active explore cards of a box, in printed order."""
    library = published_library()
    ids = (library.heroes if heroes else library.cartographers).explore
    cards = analysis_components().cards.values()
    return tuple(card for card in cards if isinstance(card, ExploreCard) and card.id in ids)


def find_key(pieces: Mapping[str, _Of], piece: _Of) -> str | None:
    """Return the key of the active card or sheet that plays like another one, or None if there is none."""
    return next((key for key, held in pieces.items() if held.id == piece.id and _plays_like(held, piece)), None)


def _plays_like(one: Sheet | ScoringCard, other: Sheet | ScoringCard) -> bool:
    if isinstance(one, Sheet) and isinstance(other, Sheet):
        return one.layers == other.layers
    return isinstance(one, ScoringCard) and isinstance(other, ScoringCard) and one.rule == other.rule
