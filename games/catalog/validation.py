"""Checks of definitions by a game: if they can be read, played and published."""

from __future__ import annotations

import json
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from games.catalog.active_catalog import sections
from games.catalog.models import CatalogEntry, EntryState
from games.catalog.shelves import Data, Sections, shelf_of


def parse_definition(entry: CatalogEntry, definition: Any) -> Data:
    """Return the stored form of an entry's definition. Raises ValidationError, and ShelfNotFound if its game isn't
    installed.
    """
    stored = shelf_of(entry.box, entry.kind).stored_form(entry.kind, definition)
    if not is_writable(stored):
        raise ValidationError(_("The definition contains a character that can’t be stored."))
    if stored["id"] != entry.key:
        raise ValidationError(_("The ID can’t be changed."))
    return stored


def is_writable(data: Any) -> bool:
    """Return True if databases accept the JSON data.

    They reject null characters, lone surrogates, NaN and infinite numbers.
    """
    try:
        text = json.dumps(data, ensure_ascii=False, allow_nan=False)
    except ValueError:
        return False
    return "\\u0000" not in text and not any("\ud800" <= sign <= "\udfff" for sign in text)


def check_playable(entry: CatalogEntry, definition: Data) -> None:
    """Raise ValidationError if nothing could be played with this stored form in play."""
    shelf = shelf_of(entry.box, entry.kind)
    shelf.check(entry.box, entry.kind, definition, _with(entry, definition))


def check_publishable(entry: CatalogEntry) -> None:
    """Raise ValidationError where an entry may not be published as it stands: it cannot be played, its examples are not
    met, or, unless it was published before, it does not meet the rules for new versions.
    """
    definition = parse_definition(entry, entry.definition)
    check_playable(entry, definition)
    shelf = shelf_of(entry.box, entry.kind)
    problems = list(shelf.failing(entry.kind, definition, entry.examples))
    if entry.state != EntryState.RETIRED:
        problems += shelf.unready(entry.kind, definition, entry.examples)
    if problems:
        raise ValidationError(problems)


def find_warnings(entry: CatalogEntry, definition: Data) -> list[str]:
    """Return warnings about a stored definition of an entry.

    Raises ShelfNotFound if no installed game has the entry's box and type.
    """
    shelf = shelf_of(entry.box, entry.kind)
    found = list(shelf.oddities(entry.kind, definition, _with(entry, definition)))
    name = definition.get("name", entry.name)
    if entry.is_open and CatalogEntry.objects.namesakes(entry, name).filter(box__in=shelf.boxes).exists():
        found.append(_("Another component of this type is already called “%(name)s”.") % {"name": name})
    return found


def usage_sentence(entry: CatalogEntry) -> str:
    """Return a sentence on which new tables use an active entry.

    Raises ShelfNotFound if no installed game has the entry's box and type.
    """
    shelf = shelf_of(entry.box, entry.kind)
    return shelf.reach(entry.box, entry.kind, entry.key, sections(shelf.boxes))


def _with(entry: CatalogEntry, definition: Data) -> Sections:
    """Return the active definitions of the entry's game, with the given one in the entry's place."""
    held = sections(shelf_of(entry.box, entry.kind).boxes)
    definitions = held.setdefault(entry.box, {}).setdefault(entry.kind, [])
    at = next((index for index, other in enumerate(definitions) if other["id"] == entry.key), len(definitions))
    definitions[at : at + 1] = [definition]
    return held
