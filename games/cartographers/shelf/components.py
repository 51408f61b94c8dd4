"""Components of sets: every card and map sheet by box and id, and the game that a set defines."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, TypeVar, cast

from engine.cartographers import cards
from engine.cartographers.cards import AmbushCard, ExploreCard, HeroCard, RuinsCard, ScoringCard, Season
from engine.cartographers.catalog import Edition, online_scoring
from engine.cartographers.events import Definition
from engine.cartographers.mixing.presets import edicts_in
from engine.cartographers.placement import HeroPattern, SingleTerrain
from engine.cartographers.sheet import Sheet
from engine.cartographers.skills import Skill, skill_from_json
from engine.cartographers.terrain import DRAWABLE, Terrain
from games.cartographers.shelf.kinds import BOXES, CatalogBox, EntryKind
from games.cartographers.shelf.published import published_entries, published_sets_of
from games.cartographers.shelf.sets import CardSet, Slot, set_from_json
from games.catalog.active_catalog import in_play
from games.catalog.models import CatalogEntry
from games.catalog.shelves import Data, Sections

Piece = Season | ExploreCard | RuinsCard | AmbushCard | HeroCard | ScoringCard | Skill | Sheet
Pieces = Mapping[tuple[EntryKind, str], Piece]
"""Cards and sheets by kind and ref ("box/id"), in printed order."""
Of = TypeVar("Of", Season, ExploreCard, RuinsCard, AmbushCard, HeroCard, ScoringCard, Skill, Sheet)

EVERY_BOX: Final = tuple(box.value for box in CatalogBox)
SEASONS: Final = ("spring", "summer", "fall", "winter")
"""Seasons of a set by position. Each uses the time threshold and the edicts of a season card."""

READERS: Final[Mapping[EntryKind, Callable[[Mapping[str, Any]], Piece]]] = {
    EntryKind.SEASON: cards.season_from_json,
    EntryKind.EXPLORE: cards.explore_from_json,
    EntryKind.RUINS: cards.ruins_from_json,
    EntryKind.AMBUSH: cards.ambush_from_json,
    EntryKind.HERO: cards.hero_from_json,
    EntryKind.SCORING: cards.scoring_from_json,
    EntryKind.SKILL: skill_from_json,
    EntryKind.SHEET: cards.sheet_from_json,
}


def active_components() -> Pieces:
    """Return all active components."""
    return in_play(EVERY_BOX, components_of)


def components_in_play(kind: type[Of]) -> tuple[Of, ...]:
    """Return the active cards or sheets, those of the workshop last; editions of a card share its id."""
    return tuple(piece for piece in active_components().values() if isinstance(piece, kind))


def components_of(sections: Sections) -> Pieces:
    """Return the components of active definitions; a box without any uses its published ones."""
    found: dict[tuple[EntryKind, str], Piece] = {}
    for box, kind, definition in _definitions(sections):
        if kind in READERS:
            found[kind, f"{box}/{definition['id']}"] = READERS[kind](definition)
    return found


def _definitions(sections: Sections) -> Iterator[tuple[str, EntryKind, Data]]:
    for box in CatalogBox:
        if box in BOXES and box not in sections:
            yield from ((box, EntryKind(entry.kind), entry.definition) for entry in published_entries(box))
        for kind, definitions in sections.get(box, {}).items():
            yield from ((box, EntryKind(kind), definition) for definition in definitions)


@dataclass(frozen=True, slots=True)
class PlacedSet:
    """An active set with its ref ("box/id")."""

    ref: str
    card_set: CardSet

    @property
    def of_box(self) -> bool:
        """True if the set came with a box."""
        return is_of_box(self.ref)


def is_of_box(ref: str) -> bool:
    """Return True for the ref of something that came with a box, False if it was made here."""
    return ref.partition("/")[0] in set(BOXES)


def sets_of(sections: Sections) -> Iterator[PlacedSet]:
    """Yield the sets among the active definitions, and those of the boxes that were never loaded."""
    for box, held in sections.items():
        yield from (PlacedSet(f"{box}/{each['id']}", set_from_json(each)) for each in held.get(EntryKind.SET, ()))
    yield from unloaded_sets(sections)


def unloaded_sets(sections: Sections) -> Iterator[PlacedSet]:
    """Yield the sets of the boxes of which the database has no version: all of them if nothing is stored."""
    stored = (
        CatalogEntry.objects.filter(kind=EntryKind.SET, box__in=BOXES).values_list("box", "key") if sections else ()
    )
    places = {f"{box}/{key}" for box, key in stored}
    for box in BOXES:
        for entry in published_sets_of(box):
            if f"{box}/{entry.key}" not in places:
                yield PlacedSet(f"{box}/{entry.key}", set_from_json(entry.definition))


@dataclass(frozen=True, slots=True)
class SetWithCards:
    """A set with its cards.

    `missing` are the refs of those that aren't available, `edicts` the ids of those that every game with the set has.
    """

    card_set: CardSet
    seasons: tuple[Season, ...]
    explore: tuple[ExploreCard, ...]
    ruins: tuple[RuinsCard, ...]
    ambushes: tuple[AmbushCard, ...]
    heroes: tuple[HeroCard, ...]
    scoring: tuple[ScoringCard, ...]
    sheets: tuple[Sheet, ...]
    missing: tuple[str, ...]
    edicts: tuple[str, ...] = ()
    skills: tuple[Skill, ...] = ()

    def in_edition(self, edition: Edition, preview: Mapping[str, ScoringCard]) -> SetWithCards:
        """Return the set with the Heroes scoring cards as an edition has them; `preview` are those that it changes."""
        if edition is Edition.RETAIL:
            return self
        changed = preview if edition is Edition.PREVIEW else online_scoring(self.scoring)
        scoring = tuple(changed.get(card.id, card) for card in self.scoring)
        return replace(self, scoring=scoring, edicts=edicts_in(edition, self.edicts))

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
            skills=self.skills,
        )

    def sheet(self, id: str) -> Sheet | None:
        """Return one of the set's sheets by its id, or None."""
        return next((sheet for sheet in self.sheets if sheet.id == id), None)


def fill_set(card_set: CardSet, held: Pieces, *, of_box: bool = False) -> SetWithCards:
    """A set with its cards as they are held. A set that comes with a box does without those that are retired."""
    missing: list[str] = []

    def of(slot: Slot) -> tuple[Any, ...]:
        found = [(ref, held.get((slot.kind, ref))) for ref in card_set.refs[slot]]
        missing.extend(ref for ref, piece in found if piece is None)
        return tuple(piece for _ref, piece in found if piece is not None)

    return SetWithCards(
        card_set=card_set,
        seasons=_placed(cast("tuple[Season, ...]", of(Slot.SEASONS))),
        explore=of(Slot.EXPLORE),
        ruins=of(Slot.RUINS),
        ambushes=of(Slot.AMBUSHES),
        heroes=of(Slot.HEROES),
        scoring=of(Slot.SCORING),
        sheets=of(Slot.SHEETS),
        missing=() if of_box else tuple(missing),
        edicts=tuple(ref.partition("/")[2] for ref in card_set.edicts),
        skills=of(Slot.SKILLS),
    )


def _placed(seasons: Iterable[Season]) -> tuple[Season, ...]:
    """Return the seasons with the ids of their places; a fifth, which no set has, keeps its own."""
    return tuple(
        replace(season, id=SEASONS[place]) if place < len(SEASONS) else season for place, season in enumerate(seasons)
    )
