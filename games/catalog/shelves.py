"""Interface between the catalog and a game: its shelf, with the components that it can use."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from django.conf import settings
from django.core.checks import CheckMessage, Error, register
from django.http import HttpRequest
from django.utils.functional import Promise
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _

Data = dict[str, Any]
"""Stored definition as JSON. It always has an "id", and a "name" if the game stores one there."""

Sections = Mapping[str, Mapping[str, list[Data]]]
"""Definitions in printed order, by box and then by kind. Boxes and kinds without definitions may be missing."""

Names = Mapping[str, str | Promise]
"""Display names by id."""


@dataclass(frozen=True, slots=True)
class PublishedEntry:
    """A published entry; `position` counts from 0 within its box and kind."""

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


class Shelf(ABC):
    """One game's part of the catalog.

    A shelf defines the attributes and the abstract methods. The other methods are checks and help that a game may
    add; without them, everything that can be read can be played and published.
    """

    boxes: Names
    """Sources of entries: boxes, editions, curators. Box ids are unique across shelves."""
    workshop: str
    """The box of what this site's curators make."""
    kinds: Names
    """Kinds of entries. Shelves that share the id of a kind use the same name."""
    style: str = ""
    """Style sheet of its editors and pictures, "" for none."""

    @abstractmethod
    def published(self) -> Iterator[PublishedEntry]:
        """Yield every entry that comes with the site, box by box and kind by kind in printed order."""

    @abstractmethod
    def stored_form(self, kind: str, data: Any) -> Data:
        """Return any JSON as a definition with everything written out. Raises ValidationError saying what is wrong."""

    def name(self, kind: str, definition: Data) -> str:
        """Return the name of a stored form in the language of the page, "" if it holds none."""
        return str(definition.get("name", ""))

    def check(  # noqa: B027 - everything is fine by default
        self, box: str, kind: str, definition: Data, in_play: Sections
    ) -> None:
        """Raise ValidationError where nothing could be played with a stored form that is put among what is in play.

        `in_play`, the game's boxes alone, holds it in its place already.
        """

    def check_whole(self, in_play: Sections) -> None:  # noqa: B027 - everything is fine by default
        """Raise ValidationError where nothing could be played with all that is in play, an entry left out."""

    def oddities(self, kind: str, definition: Data, in_play: Sections) -> Iterable[str]:
        """Return sentences about what can be played, but is hardly meant."""
        return ()

    def failing(self, kind: str, definition: Data, examples: Sequence[Data]) -> Iterable[str]:
        """Return sentences about examples that a stored form does not meet."""
        return ()

    def unready(self, kind: str, definition: Data, examples: Sequence[Data]) -> Iterable[str]:
        """Return why a stored form that can be played may not be published.

        These are rules for new versions, which do not touch what was published before.
        """
        return ()

    def unsayable(self, kind: str, definition: Any, examples: Sequence[Data]) -> Iterable[str]:
        """Return sentences about what the form of a kind can't express of a definition, as it came, and its examples.

        A draft of it could not be saved as it is. What was published before may hold it all the same.
        """
        return ()

    def users(self, box: str, kind: str, key: str, in_play: Sections) -> Iterable[str]:
        """Return the names of what is in play and cannot be played without an entry."""
        return ()

    def reach(self, box: str, kind: str, key: str, in_play: Sections) -> str:
        """Return a sentence on which new tables use an active entry: those with the sets that are its `users`."""
        if names := ", ".join(self.users(box, kind, key, in_play)):
            return _("New tables with these sets now use it: %(sets)s.") % {"sets": names}
        return _("New tables will use it when a published set includes it.")

    def schema(self, kind: str) -> Data:
        """Return the JSON schema of a definition; it allows nothing that is `unsayable` but what no schema can tell."""
        return {"type": "object", "required": ["id"]}

    def examples_schema(self, kind: str) -> Data:
        """Return the JSON schema of the list of what a definition is tested by."""
        return {"type": "array"}

    def help(self, kind: str) -> str:
        """Return help for editors as text or safe HTML, or "" for none."""
        return ""


class ShelfNotFound(LookupError):
    """Raised when no installed game has that box and kind."""


def shelves() -> dict[str, Shelf]:
    """Return the installed shelves by game key, in settings order."""
    paths: dict[str, str] = getattr(settings, "CARTO_SHELVES", {})
    return {key: cast(Shelf, import_string(path)) for key, path in paths.items()}


def find_shelf(box: str, kind: str) -> Shelf | None:
    """Return the shelf for this box and kind, or None if its game isn't installed."""
    return next((shelf for shelf in shelves().values() if box in shelf.boxes and kind in shelf.kinds), None)


def shelf_of(box: str, kind: str) -> Shelf:
    """Return the shelf of a box and kind. Raises ShelfNotFound if there is none."""
    if shelf := find_shelf(box, kind):
        return shelf
    raise ShelfNotFound(f"{box}: {kind}")


def box_names() -> list[tuple[str, str | Promise]]:
    """Return all boxes and their names as field choices."""
    return _choices(lambda shelf: shelf.boxes)


def kind_names() -> list[tuple[str, str | Promise]]:
    """Return all kinds and their names as field choices."""
    return _choices(lambda shelf: shelf.kinds)


def shelf_styles(_request: HttpRequest) -> dict[str, Callable[[], list[str]]]:
    """Give templates the style sheets of all shelves; they are looked up only where a template loads them."""
    return {"shelf_styles": lambda: list(dict.fromkeys(shelf.style for shelf in shelves().values() if shelf.style))}


def _choices(names_of: Callable[[Shelf], Names]) -> list[tuple[str, str | Promise]]:
    names: dict[str, str | Promise] = {}
    for shelf in shelves().values():
        names.update(names_of(shelf))
    return list(names.items())


@register
def check_shelf_overlaps(**_: Any) -> list[CheckMessage]:
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
