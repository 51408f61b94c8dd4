"""Validation of definitions: JSON schema, the engine's reader of tiles, and messages for their errors."""

from __future__ import annotations

from itertools import islice
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from engine.gisborne.definition import tile_from_json
from engine.gisborne.tiles import Tile
from games.catalog.names import normalize_names
from games.catalog.schema_words import schema_faults
from games.catalog.shelves import Data
from games.gisborne.shelf.drawings import find_faults
from games.gisborne.shelf.kinds import EntryKind
from games.gisborne.shelf.schema import schema_of

_MOST_FAULTS: Final = 5
"""Maximum number of errors in a definition that are reported at once."""
_EMPTY_IF_MISSING: Final = ("rivers", "names", "words")
"""Parts that are not stored if they are empty."""


def stored_form(kind: EntryKind, data: Any) -> Data:
    """Return the complete definition. Raises ValidationError that says what is missing, unknown or out of bounds."""
    if not isinstance(data, dict):
        raise ValidationError(_("The definition must be a JSON object."))
    data = normalize_names(data)
    if faults := list(islice(schema_faults(schema_of(kind), data), _MOST_FAULTS)):
        raise ValidationError(faults)
    stored = {key: data[key] for key in schema_of(kind)["properties"] if key in data}
    if kind is EntryKind.TILE:
        stored |= {"rivers": sorted(data.get("rivers", ()))}
        if found := [f"{fault.part}: {fault.words}" for fault in find_faults(data["rows"], stored["rivers"])]:
            raise ValidationError(found[:_MOST_FAULTS])
    for key in _EMPTY_IF_MISSING:
        if isinstance(part := stored.get(key), dict):
            stored[key] = {code: text for code, text in part.items() if text}
        if key in stored and not stored[key]:
            del stored[key]
    return stored


def tile_of(definition: Data) -> Tile:
    """Return the tile of a stored form. Raises ValueError."""
    return tile_from_json(definition)
