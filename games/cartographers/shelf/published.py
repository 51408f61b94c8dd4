"""The cards and sheets that come with the site."""

from __future__ import annotations

from collections.abc import Iterator

from engine.cartographers.cards import scoring_from_json
from engine.cartographers.catalog import data_of
from engine.cartographers.notation import board_of
from engine.cartographers.scoring.tally import stars
from games.cartographers.shelf.definitions import stored_form
from games.cartographers.shelf.kinds import BOXES, SECTIONS, CatalogBox, Kind
from games.cartographers.shelf.sample_boards import sample_texts
from games.catalog.shelves import Data, Published


def published_entries(*boxes: CatalogBox) -> Iterator[Published]:
    """Every published entry of these boxes, of all where none is named: kind by kind in printed order."""
    for of in boxes or BOXES:
        data = _data_of(of)
        for kind, section in SECTIONS.items():
            for position, entry in enumerate(data.get(section, ())):
                definition = stored_form(kind, entry)
                name = definition.get("name", definition["id"].title())
                examples = _examples(kind, definition)
                yield Published(of.value, kind.value, definition["id"], name, position, definition, examples)


def _examples(kind: Kind, definition: Data) -> tuple[Data, ...]:
    """A scoring card on the board that is laid by for it, with the stars that it is known to earn there."""
    text = sample_texts().get(definition["id"]) if kind is Kind.SCORING else None
    if text is None:
        return ()
    return ({"board": text, "stars": stars(scoring_from_json(definition), board_of(text))},)


def _data_of(of: CatalogBox) -> Data:
    if of is CatalogBox.PREVIEW:
        return {"scoring": data_of(CatalogBox.HEROES.value)["preview_scoring"]}
    return data_of(of.value)
