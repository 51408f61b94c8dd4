"""Workshop: editors for tiles, numbers and sets, one for each type of catalog entry."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.catalog.editors import Editor
from games.gisborne.shelf.kinds import EntryKind
from games.gisborne.workshop.numbers import ChipsEditor, DeckEditor, PlacesEditor
from games.gisborne.workshop.sets import SetEditor
from games.gisborne.workshop.tiles import TileEditor

EDITORS: Final[Mapping[str, Editor]] = {
    EntryKind.TILE: TileEditor(),
    EntryKind.DECK: DeckEditor(),
    EntryKind.CHIPS: ChipsEditor(),
    EntryKind.PLACES: PlacesEditor(),
    EntryKind.SET: SetEditor(),
}
