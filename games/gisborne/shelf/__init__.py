"""Gisborne's shelf in the catalog: its boxes and component types, and the checks of definitions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from django.utils.translation import gettext as _

from games.catalog.names import unreadable_labels
from games.catalog.schema_words import schema_faults
from games.catalog.shelves import Data, Names, PublishedEntry, Sections, Shelf
from games.gisborne.shelf import definitions, problems
from games.gisborne.shelf.components import shown_name
from games.gisborne.shelf.kinds import CatalogBox, EntryKind
from games.gisborne.shelf.published import published_entries
from games.gisborne.shelf.schema import schema_of


class GisborneShelf(Shelf):
    """Catalog `Shelf` of Gisborne."""

    boxes: Names = dict(CatalogBox.choices)
    workshop: str = CatalogBox.WORKSHOP.value
    kinds: Names = dict(EntryKind.choices)
    style = "css/gisborne/workshop.css"

    def published(self) -> Iterator[PublishedEntry]:
        """Yield the tiles, deck, chips and places of the box, and the set of all of them."""
        return published_entries()

    def stored_form(self, kind: str, data: Any) -> Data:
        """Return the complete definition."""
        return definitions.stored_form(EntryKind(kind), data)

    def name(self, kind: str, definition: Data) -> str:
        """Return its own name in that language, or the translation of a published one."""
        return shown_name(definition)

    def check(self, box: str, kind: str, definition: Data, in_play: Sections) -> None:
        """Raise ValidationError if the definition can't be played, or makes a set unplayable that contains it."""
        problems.check_entry(box, EntryKind(kind), definition, in_play)

    def check_whole(self, in_play: Sections) -> None:
        """Raise ValidationError if the default set is gone."""
        problems.check_whole(in_play)

    def oddities(self, kind: str, definition: Data, in_play: Sections) -> Iterator[str]:
        """Yield a warning about a tile that looks like another one."""
        if kind == EntryKind.TILE:
            for name in problems.known_drawings(definition, in_play):
                yield _("It has the same fields and rivers as “%(name)s”.") % {"name": name}

    def unsayable(self, kind: str, definition: Any, examples: Sequence[Data]) -> Iterator[str]:
        """Yield what the schema doesn't allow, unreadable names, and examples, which no type has."""
        yield from schema_faults(schema_of(EntryKind(kind)), definition)
        yield from unreadable_labels(definition)
        if examples:
            yield _("examples: must be empty.")

    def users(self, box: str, kind: str, key: str, in_play: Sections) -> Iterator[str]:
        """Yield the sets that use an entry."""
        return problems.sets_using(box, EntryKind(kind), key, in_play)

    def reach(self, box: str, kind: str, key: str, in_play: Sections) -> str:
        """Return which new tables use an entry."""
        if kind == EntryKind.SET:
            return _("It’s available to new tables.")
        return super().reach(box, kind, key, in_play)

    def schema(self, kind: str) -> Data:
        """Return the JSON schema of a definition."""
        return schema_of(EntryKind(kind))

    def examples_schema(self, kind: str) -> Data:
        """Return the JSON schema of the examples: none."""
        return {"type": "array", "maxItems": 0}


SHELF: Shelf = GisborneShelf()
