"""Shapes and initials that another card has already: its editor is told, and has it all the same."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from django.utils.translation import gettext as _

from engine.cartographers import cards
from engine.cartographers.cards import AmbushCard, ExploreCard
from engine.cartographers.catalog import cartographers, heroes
from engine.cartographers.shapes import Shape
from games.cartographers.shelf.kinds import EntryKind
from games.cartographers.words.names import card_name
from games.catalog.shelves import Data, Sections
from games.play.words import comma_list

_READ: Final[dict[EntryKind, Callable[[Any], ExploreCard | AmbushCard]]] = {
    EntryKind.EXPLORE: cards.explore_from_json,
    EntryKind.AMBUSH: cards.ambush_from_json,
}


def known_shape_warnings(kind: EntryKind, definition: Data, in_play: Sections) -> Iterator[str]:
    """Sentences about the shapes of a stored form that other cards in play of its kind have, however they are held;
    nothing about those with which the card itself was published.
    """
    if kind not in _READ:
        return
    card = _READ[kind](definition)
    printed = _printed(card.id)
    held = [entry for kinds in in_play.values() for entry in kinds.get(kind.value, ()) if entry["id"] != card.id]
    others = [_READ[kind](entry) for entry in held]
    for number, shape in enumerate(_shapes(card), 1):
        names = [card_name(other) for other in others if _same(shape, _shapes(other))]
        if names and not _same(shape, printed):
            words = {"number": number, "cards": comma_list(list(dict.fromkeys(names)))}
            yield _("Shape %(number)d is already on these cards: %(cards)s.") % words


def shared_initial_warnings(kind: EntryKind, definition: Data, in_play: Sections) -> Iterator[str]:
    """Yield a sentence about an ambush card whose initial other ambush cards in play have."""
    initial = definition.get("initial") if kind is EntryKind.AMBUSH else None
    if not initial:
        return
    held = [entry for kinds in in_play.values() for entry in kinds.get(kind.value, ())]
    names = [
        card_name(cards.ambush_from_json(entry))
        for entry in held
        if entry["initial"] == initial and entry["id"] != definition["id"]
    ]
    if names:
        words = {"initial": initial, "cards": comma_list(list(dict.fromkeys(names)))}
        yield (
            _(
                "The initial %(initial)s is already used by: %(cards)s. A set can’t contain two ambush cards with the "
                "same initial."
            )
            % words
        )


def _printed(key: str) -> list[Shape]:
    """The shapes of the published card of an id."""
    boxes = (cartographers(), heroes())
    found = [shelf[key] for box in boxes for shelf in (box.explore, box.ambushes) if key in shelf]
    return [shape for card in found for shape in _shapes(card)]


def _shapes(card: Any) -> list[Shape]:
    return [option.shape for option in card.options]


def _same(shape: Shape, others: Sequence[Shape]) -> bool:
    ways = {way.cells for way in shape.orientations}
    return any(other.cells in ways for other in others)
