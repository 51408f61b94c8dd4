"""Published sets and their cards: the active versions, or else the last ones that were active."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.db.models import Q
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, gettext_noop

from engine.cartographers.mixing.presets import SET_WITH_SKILLS
from games.cartographers.shelf.components import (
    EVERY_BOX,
    READERS,
    Pieces,
    SetWithCards,
    active_components,
    fill_set,
    is_of_box,
    unloaded_sets,
)
from games.cartographers.shelf.kinds import CatalogBox, EntryKind
from games.cartographers.shelf.problems import DEFAULT_SET, is_playable
from games.cartographers.shelf.sets import CardSet, set_from_json
from games.cartographers.words.names import custom_text
from games.catalog.active_catalog import in_play
from games.catalog.models import KEPT, OPEN, CatalogEntry
from games.catalog.shelves import Sections

BOX_SETS: Final[Mapping[str, tuple[str, str | Promise, tuple[str, ...]]]] = {
    DEFAULT_SET: (gettext_noop("Cartographers"), gettext_lazy("The original game, on map sheet A."), ()),
    f"{CatalogBox.CARTOGRAPHERS}/{SET_WITH_SKILLS}": (
        gettext_noop("Cartographers with skills"),
        gettext_lazy("The original game plus 3 of 8 skills, paid for with coins."),
        ("coin",),
    ),
    "heroes/heroes": (
        gettext_noop("Cartographers Heroes"),
        gettext_lazy("With heroes and monster effects, on map sheet C."),
        ("hero",),
    ),
    "heroes/both": (
        gettext_noop("Both boxes"),
        gettext_lazy("The Cartographers deck with heroes, all monsters and all scoring cards."),
        ("monster", "hero"),
    ),
    "heroes/first_game": (
        gettext_noop("Heroes, first game"),
        gettext_lazy("Cartographers Heroes with the edicts recommended for a first game."),
        ("star",),
    ),
}
"""Names of the boxes' sets, a sentence about each, and the glyphs of its picture."""
SAME_CARDS: Final = {"heroes/first_game": "heroes/heroes"}
"""Sets whose games count as games with another set, because only the edicts differ."""


@dataclass(frozen=True, slots=True)
class StoredSet:
    """Version of a set; `ref` is its "box/id", `current` is true if it is active."""

    ref: str
    version: int
    current: bool
    card_set: CardSet

    @property
    def of_box(self) -> bool:
        """True if the set came with a box."""
        return is_of_box(self.ref)

    @property
    def url(self) -> str:
        """Address of the set's page."""
        return reverse("cartographers:box_set" if self.of_box else "cartographers:set", args=[self.card_set.id])

    @property
    def glyphs(self) -> tuple[str, ...]:
        """Drawings on the picture of a box's set."""
        return BOX_SETS[self.ref][2] if self.ref in BOX_SETS else ()

    @property
    def words(self) -> str:
        """Its text in the page's language, or our sentence about a box's set; "" for none."""
        return custom_text(self.card_set) or (str(BOX_SETS[self.ref][1]) if self.ref in BOX_SETS else "")


@dataclass(frozen=True, slots=True)
class PlayableSet:
    """Active set with its cards, with which games can be started."""

    stored: StoredSet
    filled: SetWithCards


StoredSets = Mapping[tuple[str, int], StoredSet]
"""Sets by ref and version, with the newest version of each last."""


def stored_sets() -> StoredSets:
    """Return every version of every set that is or was active."""
    return in_play(EVERY_BOX, _read_sets)


# The argument only contains active sets. It is there so that the result is computed again when the catalog changes.
def _read_sets(sections: Sections) -> StoredSets:
    sets = [StoredSet(placed.ref, 1, current=True, card_set=placed.card_set) for placed in unloaded_sets(sections)]
    places = ("box", "position", "key", "version")
    stored = CatalogEntry.objects.filter(kind=EntryKind.SET, state__in=KEPT).order_by(*places) if sections else ()
    sets += [
        StoredSet(f"{entry.box}/{entry.key}", entry.version, entry.current, set_from_json(entry.definition))
        for entry in stored
    ]
    return {(stored.ref, stored.version): stored for stored in sets}


def newest_set(ref: str) -> StoredSet | None:
    """Return the active version of a set, or else the last one that was, None for no such set."""
    versions = [stored for stored in stored_sets().values() if stored.ref == ref]
    return next((stored for stored in versions if stored.current), versions[-1] if versions else None)


def playable_sets() -> Mapping[str, PlayableSet]:
    """Return the active sets that can be played, by ref, in order; whatever dates they are offered on."""
    return in_play(EVERY_BOX, _playable)


def _playable(sections: Sections) -> Mapping[str, PlayableSet]:
    held = active_components()
    current = [stored for stored in _read_sets(sections).values() if stored.current]
    found = [PlayableSet(stored, fill_set(stored.card_set, held, of_box=stored.of_box)) for stored in current]
    return {one.stored.ref: one for one in found if is_playable(one.filled)}


def fill_stored_set(stored: StoredSet) -> SetWithCards:
    """Return a published set with its cards; a card that has been retired since is in its last version.

    A set of a box is returned without its retired cards.
    """
    if stored.of_box:
        return fill_set(stored.card_set, active_components(), of_box=True)
    return filled_as_shared(stored.card_set)


def filled_as_shared(card_set: CardSet) -> SetWithCards:
    """A set made by a player, with its cards: whatever has left play meanwhile is as it was last."""
    return all_filled_as_shared([card_set])[0]


def all_filled_as_shared(card_sets: Sequence[CardSet]) -> list[SetWithCards]:
    """Return sets made by players with their cards, in the same way, with one query for all retired cards at most."""
    held = _with(active_components(), card_sets, KEPT)
    return [fill_set(card_set, held) for card_set in card_sets]


def filled_as_drafted(card_set: CardSet) -> SetWithCards:
    """Return a draft set with its cards; cards that aren't active come from their drafts."""
    return fill_set(card_set, _with(_with(active_components(), [card_set], OPEN), [card_set], KEPT))


def _with(held: Pieces, card_sets: Iterable[CardSet], states: Iterable[str]) -> Pieces:
    """Return the components plus, for those that sets lack, their newest version in one of these states."""
    missing = {
        (slot.kind, *ref.split("/"))
        for card_set in card_sets
        for slot, refs in card_set.refs.items()
        for ref in refs
        if (slot.kind, ref) not in held
    }
    if not missing:
        return held
    condition = Q()
    for kind, box, key in missing:
        condition |= Q(kind=kind, box=box, key=key)
    found = CatalogEntry.objects.filter(condition, state__in=tuple(states)).order_by("version")
    more = {
        (EntryKind(entry.kind), f"{entry.box}/{entry.key}"): READERS[EntryKind(entry.kind)](entry.definition)
        for entry in found
    }
    return {**more, **held}


def drafted_components() -> Pieces:
    """Return the drafts of cards and sheets that have no active version."""
    held = active_components()
    drafts = CatalogEntry.objects.open().filter(kind__in=READERS).order_by("box", "kind", "position", "key")
    refs = {(EntryKind(entry.kind), f"{entry.box}/{entry.key}"): entry.definition for entry in drafts}
    return {place: READERS[place[0]](definition) for place, definition in refs.items() if place not in held}


def find_set(key: str, *, of_box: bool = False) -> PlayableSet | None:
    """Return the active set with an id among those of the boxes, or those made here."""
    sets = playable_sets().values()
    return next((one for one in sets if (one.stored.card_set.id, one.stored.of_box) == (key, of_box)), None)
