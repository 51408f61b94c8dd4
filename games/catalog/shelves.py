"""Interface between the catalog and a game: its shelf, with the components that it can use."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, cast

from django.conf import settings
from django.core.checks import CheckMessage, Error, register
from django.utils.functional import Promise
from django.utils.module_loading import import_string

Data = dict[str, Any]
"""Stored definition as JSON. It always has an "id", and a "name" if the game stores one there."""

Sections = Mapping[str, Mapping[str, list[Data]]]
"""Definitions in printed order, by box and then by kind. Boxes and kinds without definitions may be missing."""

Names = Mapping[str, str | Promise]
"""Display names by id."""


@dataclass(frozen=True, slots=True)
class Published:
    """One entry as published; `position` counts from 0 within its box and kind."""

    box: str
    kind: str
    key: str
    name: str
    position: int
    definition: Data
    examples: tuple[Data, ...] = ()

    def fields(self) -> dict[str, Any]:
        """Return the field values of the catalog entry, except version and state."""
        return {
            "kind": self.kind,
            "box": self.box,
            "key": self.key,
            "name": self.name,
            "position": self.position,
            "definition": self.definition,
            "examples": list(self.examples),
            "official": True,
        }


class Shelf(Protocol):
    """One game's part of the catalog."""

    @property
    def boxes(self) -> Names:
        """Sources of entries: boxes, editions, curators. Box ids are unique across shelves."""

    @property
    def workshop(self) -> str:
        """The box of what this site's curators make."""

    @property
    def kinds(self) -> Names:
        """Kinds of entries. Shelves that share the id of a kind use the same name."""

    def published(self) -> Iterator[Published]:
        """Every entry that comes with the site, box by box and kind by kind in printed order."""

    def stored_form(self, kind: str, data: Any) -> Data:
        """Any JSON as a definition with everything written out. Raises ValidationError saying what is wrong."""

    def check(self, box: str, kind: str, definition: Data, in_play: Sections) -> None:
        """Raise ValidationError where nothing could be played with a stored form that is put among what is in play;
        `in_play`, the game's boxes alone, holds it in its place already.
        """

    def oddities(self, kind: str, definition: Data, in_play: Sections) -> Iterator[str]:
        """Sentences about what can be played, but is hardly meant."""

    def name(self, kind: str, definition: Data) -> str:
        """Return the name of a stored form in the language of the page, "" if it holds none."""

    def failing(self, kind: str, definition: Data, examples: Sequence[Data]) -> Iterator[str]:
        """Sentences about examples that a stored form does not meet."""

    def unready(self, kind: str, definition: Data, examples: Sequence[Data]) -> Iterator[str]:
        """Yield why a stored form that can be played may not be published: rules for new versions, which do not touch
        what was published before.
        """

    def unsayable(self, kind: str, definition: Any, examples: Sequence[Data]) -> Iterator[str]:
        """Sentences about what a definition that can be read, as it came, and its examples say and the form of its kind
        cannot: a draft of it could not be saved as it is. What was published before may hold it all the same.
        """

    def users(self, box: str, kind: str, key: str, in_play: Sections) -> Iterator[str]:
        """The names of what is in play and cannot be played without an entry."""

    def reach(self, box: str, kind: str, key: str, in_play: Sections) -> str:
        """Return a sentence on which new tables use an active entry."""

    def check_whole(self, in_play: Sections) -> None:
        """Raise ValidationError where nothing could be played with all that is in play, an entry left out."""

    def schema(self, kind: str) -> Data:
        """The JSON schema of a definition; it allows nothing that is `unsayable` but what no schema can tell."""

    def examples_schema(self, kind: str) -> Data:
        """The JSON schema of the list of what a definition is tested by."""

    def help(self, kind: str) -> str:
        """Return help for editors as text or safe HTML, or "" for none."""


class NoShelf(LookupError):
    """No installed game has that box and kind."""


def shelves() -> dict[str, Shelf]:
    """The installed shelves by the game's key, in the order of the settings."""
    paths: dict[str, str] = getattr(settings, "CARTO_SHELVES", {})
    return {key: cast(Shelf, import_string(path)) for key, path in paths.items()}


def find_shelf(box: str, kind: str) -> Shelf | None:
    """The shelf that entries of this box and kind belong to, None where their game is not installed."""
    return next((shelf for shelf in shelves().values() if box in shelf.boxes and kind in shelf.kinds), None)


def shelf_of(box: str, kind: str) -> Shelf:
    """Return the shelf of a box and kind. Raises NoShelf if there is none."""
    if shelf := find_shelf(box, kind):
        return shelf
    raise NoShelf(f"{box}: {kind}")


def box_names() -> list[tuple[str, str | Promise]]:
    """Every box with its name, as choices of a field."""
    return _choices(lambda shelf: shelf.boxes)


def kind_names() -> list[tuple[str, str | Promise]]:
    """Every kind with its name, as choices of a field."""
    return _choices(lambda shelf: shelf.kinds)


def _choices(names_of: Callable[[Shelf], Names]) -> list[tuple[str, str | Promise]]:
    names: dict[str, str | Promise] = {}
    for shelf in shelves().values():
        names.update(names_of(shelf))
    return list(names.items())


@register
def shelves_fit_beside_each_other(**_: Any) -> list[CheckMessage]:
    """Return what two shelves both claim: an entry knows its box and its kind, and by the box its game."""
    return [*_shared_boxes(), *_ambiguous_kinds()]


def _shared_boxes() -> Iterator[CheckMessage]:
    owner: dict[str, str] = {}
    for game, shelf in shelves().items():
        for id in shelf.boxes:
            if id in owner:
                words = f'The shelves of "{owner[id]}" and "{game}" both have a box "{id}".'
                yield Error(words, hint="Give one of the boxes another id.", id="catalog.E001")
            owner.setdefault(id, game)


def _ambiguous_kinds() -> Iterator[CheckMessage]:
    first: dict[str, tuple[str, str]] = {}
    for game, shelf in shelves().items():
        for id, name in shelf.kinds.items():
            other, other_name = first.setdefault(id, (game, str(name)))
            if other_name != str(name):
                words = f'The shelf of "{other}" calls the kind "{id}" {other_name}, that of "{game}" calls it {name}.'
                yield Error(words, hint="Give one of the kinds another id, or both one name.", id="catalog.E002")
