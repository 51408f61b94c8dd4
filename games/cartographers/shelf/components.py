"""Components of sets: every card and map sheet by box and id, and the game that a set defines."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, TypeVar, cast

from engine.cartographers import cards
from engine.cartographers.cards import AmbushCard, ExploreCard, HeroCard, RuinsCard, ScoringCard, Season
from engine.cartographers.events import Definition
from engine.cartographers.placement import HeroPattern, SingleTerrain
from engine.cartographers.sheet import Sheet
from engine.cartographers.terrain import DRAWABLE, Terrain
from games.cartographers.shelf.kinds import BOXES, CatalogBox, Kind
from games.cartographers.shelf.published import published_entries
from games.cartographers.shelf.sets import CardSet, Slot, set_from_json
from games.catalog.active_catalog import in_play
from games.catalog.shelves import Data, Sections

Piece = Season | ExploreCard | RuinsCard | AmbushCard | HeroCard | ScoringCard | Sheet
Pieces = Mapping[tuple[Kind, str], Piece]
"""Cards and sheets by kind and ref ("box/id"), in printed order."""
Of = TypeVar("Of", Season, ExploreCard, RuinsCard, AmbushCard, HeroCard, ScoringCard, Sheet)

EVERY_BOX: Final = tuple(box.value for box in CatalogBox)
SEASONS: Final = ("spring", "summer", "fall", "winter")
"""Seasons of a set by position. Each uses the time threshold and the edicts of a season card."""

READERS: Final[Mapping[Kind, Callable[[Mapping[str, Any]], Piece]]] = {
    Kind.SEASON: cards.season_from_json,
    Kind.EXPLORE: cards.explore_from_json,
    Kind.RUINS: cards.ruins_from_json,
    Kind.AMBUSH: cards.ambush_from_json,
    Kind.HERO: cards.hero_from_json,
    Kind.SCORING: cards.scoring_from_json,
    Kind.SHEET: cards.sheet_from_json,
}


def pieces() -> Pieces:
    """Return all active components."""
    return in_play(EVERY_BOX, pieces_of)


def in_play_as(kind: type[Of]) -> tuple[Of, ...]:
    """The cards, or the sheets, in play, those of the workshop last; editions of a card share its id."""
    return tuple(piece for piece in pieces().values() if isinstance(piece, kind))


def pieces_of(sections: Sections) -> Pieces:
    """The pieces of the definitions in play; a box without any is read as published."""
    found: dict[tuple[Kind, str], Piece] = {}
    for box, kind, definition in _definitions(sections):
        if kind in READERS:
            found[kind, f"{box}/{definition['id']}"] = READERS[kind](definition)
    return found


def _definitions(sections: Sections) -> Iterator[tuple[str, Kind, Data]]:
    for box in CatalogBox:
        if box in BOXES and box not in sections:
            yield from ((box, Kind(entry.kind), entry.definition) for entry in published_entries(box))
        for kind, definitions in sections.get(box, {}).items():
            yield from ((box, Kind(kind), definition) for definition in definitions)


def sets_of(sections: Sections) -> Iterator[CardSet]:
    """The sets among the definitions in play."""
    for held in sections.values():
        yield from map(set_from_json, held.get(Kind.SET, ()))


@dataclass(frozen=True, slots=True)
class FilledSet:
    """A set with its cards; `missing` are the refs of those that there are not."""

    card_set: CardSet
    seasons: tuple[Season, ...]
    explore: tuple[ExploreCard, ...]
    ruins: tuple[RuinsCard, ...]
    ambushes: tuple[AmbushCard, ...]
    heroes: tuple[HeroCard, ...]
    scoring: tuple[ScoringCard, ...]
    sheets: tuple[Sheet, ...]
    missing: tuple[str, ...]

    def definition(
        self,
        sheet: Sheet,
        *,
        single_terrain: SingleTerrain = SingleTerrain.ANY,
        hero_pattern: HeroPattern = HeroPattern.TURNABLE,
        practice: bool = False,
        monsters_walk: bool = False,
        destroys_wasteland: bool = False,
    ) -> Definition:
        """Return the game definition for a game with the set on one of its map sheets."""
        return Definition(
            sheet=sheet,
            seasons=self.seasons,
            explore=self.explore,
            ruins=self.ruins,
            ambushes=self.ambushes,
            heroes=self.heroes,
            pool=self.scoring,
            singles=(*DRAWABLE, Terrain.HERO) if self.heroes else DRAWABLE,
            single_terrain=single_terrain,
            hero_pattern=hero_pattern if self.heroes else HeroPattern.TURNABLE,
            practice=practice,
            monsters_walk=monsters_walk,
            destroys_wasteland=destroys_wasteland,
        )

    def sheet(self, id: str) -> Sheet | None:
        """One of its sheets by its id."""
        return next((sheet for sheet in self.sheets if sheet.id == id), None)


def filled(card_set: CardSet, held: Pieces) -> FilledSet:
    """A set with its cards as they are held."""
    missing: list[str] = []

    def of(slot: Slot) -> tuple[Any, ...]:
        found = [(ref, held.get((slot.kind, ref))) for ref in card_set.refs[slot]]
        missing.extend(ref for ref, piece in found if piece is None)
        return tuple(piece for _ref, piece in found if piece is not None)

    return FilledSet(
        card_set=card_set,
        seasons=_placed(cast("tuple[Season, ...]", of(Slot.SEASONS))),
        explore=of(Slot.EXPLORE),
        ruins=of(Slot.RUINS),
        ambushes=of(Slot.AMBUSHES),
        heroes=of(Slot.HEROES),
        scoring=of(Slot.SCORING),
        sheets=of(Slot.SHEETS),
        missing=tuple(missing),
    )


def _placed(seasons: Iterable[Season]) -> tuple[Season, ...]:
    """Seasons under the ids of their places; a fifth, which no set has, keeps its own."""
    return tuple(
        replace(season, id=SEASONS[place]) if place < len(SEASONS) else season for place, season in enumerate(seasons)
    )
