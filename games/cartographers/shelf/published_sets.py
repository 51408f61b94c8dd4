"""Sets as they were published, and the cards that they are played with: those in play, and where there are none the
last that were.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db.models import Q

from games.cartographers.shelf.components import EVERY_BOX, READERS, FilledSet, Pieces, filled, pieces
from games.cartographers.shelf.kinds import Kind
from games.cartographers.shelf.set_checks import playable
from games.cartographers.shelf.sets import CardSet, set_from_json
from games.catalog.active_catalog import in_play
from games.catalog.models import KEPT, OPEN, CatalogEntry
from games.catalog.shelves import Sections


@dataclass(frozen=True, slots=True)
class KeptSet:
    """A version of a set; `ref` is its "box/id", and `current` whether it is in play."""

    ref: str
    version: int
    current: bool
    card_set: CardSet


@dataclass(frozen=True, slots=True)
class PlayableSet:
    """A set in play with its cards, which games can be begun with."""

    kept: KeptSet
    filled: FilledSet


KeptSets = Mapping[tuple[str, int], KeptSet]
"""Sets by ref and version, with the newest version of each last."""


def kept_sets() -> KeptSets:
    """Every version of every set that is or was in play."""
    return in_play(EVERY_BOX, _kept)


# The argument only contains active sets, so its content is not used. It is there so that the result is computed again
# when the catalog changes.
def _kept(sections: Sections) -> KeptSets:
    if not sections:
        return {}
    stored = CatalogEntry.objects.filter(kind=Kind.SET, state__in=KEPT).order_by("box", "position", "key", "version")
    sets = [
        KeptSet(f"{entry.box}/{entry.key}", entry.version, entry.current, set_from_json(entry.definition))
        for entry in stored
    ]
    return {(kept.ref, kept.version): kept for kept in sets}


def playable_sets() -> Mapping[str, PlayableSet]:
    """The sets in play that games can be begun with, by their refs, in order; whatever their days are."""
    return in_play(EVERY_BOX, _playable)


def _playable(sections: Sections) -> Mapping[str, PlayableSet]:
    held = pieces()
    found = [PlayableSet(kept, filled(kept.card_set, held)) for kept in _kept(sections).values() if kept.current]
    return {one.kept.ref: one for one in found if playable(one.filled)}


def filled_as_kept(card_set: CardSet) -> FilledSet:
    """A set that was published, with its cards: whatever has left play meanwhile is as it was last."""
    return filled(card_set, _with(pieces(), card_set, KEPT))


def filled_as_drafted(card_set: CardSet) -> FilledSet:
    """A set that somebody works on, with its cards: a card that is not in play is as its draft has it."""
    return filled(card_set, _with(_with(pieces(), card_set, OPEN), card_set, KEPT))


def _with(held: Pieces, card_set: CardSet, states: Iterable[str]) -> Pieces:
    """Pieces, and in the place of those that a set misses the newest version in one of these states."""
    missing = [
        (slot.kind, *ref.split("/"))
        for slot, refs in card_set.refs.items()
        for ref in refs
        if (slot.kind, ref) not in held
    ]
    if not missing:
        return held
    asked = Q()
    for kind, box, key in missing:
        asked |= Q(kind=kind, box=box, key=key)
    found = CatalogEntry.objects.filter(asked, state__in=tuple(states)).order_by("version")
    more = {
        (Kind(entry.kind), f"{entry.box}/{entry.key}"): READERS[Kind(entry.kind)](entry.definition) for entry in found
    }
    return {**more, **held}


def drafted_pieces() -> Pieces:
    """The drafts of cards and sheets of which no version is in play."""
    held = pieces()
    drafts = CatalogEntry.objects.open().filter(kind__in=READERS).order_by("box", "kind", "position", "key")
    refs = {(Kind(entry.kind), f"{entry.box}/{entry.key}"): entry.definition for entry in drafts}
    return {place: READERS[place[0]](definition) for place, definition in refs.items() if place not in held}


def find_set(key: str) -> PlayableSet | None:
    """The set in play of that id."""
    return next((one for one in playable_sets().values() if one.kept.card_set.id == key), None)
