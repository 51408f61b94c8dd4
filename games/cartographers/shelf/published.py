"""The library that the catalog's definitions make."""

from __future__ import annotations

from collections.abc import Iterator

from engine.cartographers.cards import scoring_from_json
from engine.cartographers.catalog import Catalog, data_of
from engine.cartographers.mixing.library import Library, published_library
from engine.cartographers.mixing.mix import Box
from engine.cartographers.mixing.presets import published_sets
from engine.cartographers.notation import board_of
from engine.cartographers.scoring.tally import stars
from games.cartographers.shelf.definitions import stored_form
from games.cartographers.shelf.examples import EMPTY_BOARD, sample_texts
from games.cartographers.shelf.kinds import BOXES, SECTIONS, CatalogBox, EntryKind
from games.catalog.active_catalog import in_play
from games.catalog.shelves import Data, PublishedEntry, Sections


def library() -> Library:
    """The cards and sheets in play. A database that holds none of a box has those published."""
    return in_play(tuple(box.value for box in BOXES), library_of)


def library_of(sections: Sections) -> Library:
    """The library of the definitions in play; a box without any is read as published.

    Raises ValueError naming the entry that is wrong.
    """
    catalogs = {
        of: Catalog.from_json(
            {SECTIONS[EntryKind(kind)]: definitions for kind, definitions in held.items() if kind in SECTIONS}
        )
        for of, held in sections.items()
        if of in BOXES
    }
    as_published = published_library()
    return Library(
        catalogs.get(CatalogBox.CARTOGRAPHERS) or as_published.cartographers,
        catalogs.get(CatalogBox.HEROES) or as_published.heroes,
        catalogs.get(CatalogBox.PREVIEW) or as_published.preview,
    )


def published_entries(*boxes: CatalogBox) -> Iterator[PublishedEntry]:
    """Yield every published entry of these boxes, or of all boxes: by kind, in printed order."""
    for of in boxes or BOXES:
        data = _data_of(of)
        for kind, section in SECTIONS.items():
            for position, entry in enumerate(data.get(section, ())):
                definition = stored_form(kind, entry)
                name = definition.get("name", definition["id"].title())
                examples = _examples(kind, definition)
                yield PublishedEntry(of.value, kind.value, definition["id"], name, position, definition, examples)
        yield from published_sets_of(of)


def published_sets_of(of: CatalogBox) -> Iterator[PublishedEntry]:
    """Every set that comes with a box; those of both boxes come with the second."""
    if of is CatalogBox.PREVIEW:
        return
    for position, data in enumerate(published_sets(Box(of.value))):
        definition = stored_form(EntryKind.SET, data)
        yield PublishedEntry(of.value, EntryKind.SET.value, definition["id"], definition["name"], position, definition)


def _examples(kind: EntryKind, definition: Data) -> tuple[Data, ...]:
    """A scoring card's sample board, or where it earns nothing there the best of the others, and the empty board."""
    if kind is not EntryKind.SCORING or definition["id"] not in sample_texts():
        return ()
    card = scoring_from_json(definition)
    text = sample_texts()[definition["id"]]
    if not stars(card, board_of(text)):
        text = max(sample_texts().values(), key=lambda each: stars(card, board_of(each)))
    return tuple({"board": each, "stars": stars(card, board_of(each))} for each in (text, EMPTY_BOARD))


def _data_of(of: CatalogBox) -> Data:
    if of is CatalogBox.PREVIEW:
        return {"scoring": data_of(CatalogBox.HEROES.value)["preview_scoring"]}
    return data_of(of.value)
