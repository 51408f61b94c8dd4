"""Cartographers' shelf in the catalog: its boxes and component types, and the checks of definitions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from engine.cartographers.cards import scoring_from_json
from games.cartographers.shelf import definition_warnings, definitions, problems
from games.cartographers.shelf.contradictions import find_contradictions
from games.cartographers.shelf.definition_warnings import known_shape_warnings, shared_initial_warnings
from games.cartographers.shelf.examples import failing_examples, missing_examples, unstorable_example_warnings
from games.cartographers.shelf.kinds import CatalogBox, EntryKind
from games.cartographers.shelf.published import library_of, published_entries
from games.cartographers.shelf.schema import examples_schema_of, schema_of
from games.catalog.names import unreadable_labels
from games.catalog.schema_words import schema_faults
from games.catalog.shelves import Data, Names, PublishedEntry, Sections, Shelf


class CartographersShelf(Shelf):
    """Catalog `Shelf` of Cartographers."""

    boxes: Names = dict(CatalogBox.choices)
    workshop: str = CatalogBox.WORKSHOP.value
    kinds: Names = dict(EntryKind.choices)
    style = "css/drawn.css"

    def published(self) -> Iterator[PublishedEntry]:
        """Every card, sheet and set of both boxes, and what the preview edition changes."""
        return published_entries()

    def stored_form(self, kind: str, data: Any) -> Data:
        """Return the definition as the engine stores it."""
        return definitions.stored_form(EntryKind(kind), data)

    def check(self, box: str, kind: str, definition: Data, in_play: Sections) -> None:
        """Raise ValidationError if the definition can't be played, or makes a set unplayable that contains it."""
        problems.check_set(box, EntryKind(kind), definition, in_play)

    def oddities(self, kind: str, definition: Data, in_play: Sections) -> Iterator[str]:
        """Yield warnings about unusual features, similar components and reused initials."""
        if kind == EntryKind.SET:
            yield from problems.set_oddities(definition, in_play)
            return
        yield from definition_warnings.set_warnings(EntryKind(kind), definition, library_of(in_play))
        yield from known_shape_warnings(EntryKind(kind), definition, in_play)
        yield from shared_initial_warnings(EntryKind(kind), definition, in_play)

    def name(self, kind: str, definition: Data) -> str:
        """Its own name in that language, or the translation of a published one."""
        return definition.get("names", {}).get(get_language() or "") or (
            _(definition["name"]) if definition.get("name") else ""
        )

    def failing(self, kind: str, definition: Data, examples: Sequence[Data]) -> Iterator[str]:
        """Yield the boards on which a scoring card doesn't earn the expected stars."""
        return failing_examples(EntryKind(kind), definition, examples)

    def unready(self, kind: str, definition: Data, examples: Sequence[Data]) -> Iterator[str]:
        """Clauses that can never earn a star, and missing examples."""
        if kind == EntryKind.SCORING:
            yield from find_contradictions(scoring_from_json(definition))
        yield from missing_examples(EntryKind(kind), examples)

    def unsayable(self, kind: str, definition: Any, examples: Sequence[Data]) -> Iterator[str]:
        """Yield what the schema doesn't allow, unreadable names, and examples that aren't maps with stars."""
        yield from schema_faults(schema_of(EntryKind(kind)), definition)
        yield from unreadable_labels(definition)
        yield from unstorable_example_warnings(EntryKind(kind), examples)

    def users(self, box: str, kind: str, key: str, in_play: Sections) -> Iterator[str]:
        """Yield the sets that use an entry. Playing with a box uses everything in it."""
        return problems.sets_using(box, EntryKind(kind), key, in_play)

    def reach(self, box: str, kind: str, key: str, in_play: Sections) -> str:
        """Return which new tables use an entry.

        Entries of a box are in every game with that box; entries made by curators are in the sets that name them.
        """
        if kind == EntryKind.SET:
            return _("It’s available to new tables on its dates.")
        if box != CatalogBox.WORKSHOP:
            return _("New tables now use it.")
        return super().reach(box, kind, key, in_play)

    def check_whole(self, in_play: Sections) -> None:
        """Raise ValidationError if a set is now unplayable, or the default set is gone."""
        problems.check_whole(in_play)

    def schema(self, kind: str) -> Data:
        """Return the JSON schema of a definition."""
        return schema_of(EntryKind(kind))

    def examples_schema(self, kind: str) -> Data:
        """Return the JSON schema of a definition's examples."""
        return examples_schema_of(EntryKind(kind))


SHELF: Shelf = CartographersShelf()
