"""What the catalog asks of a game: its shelf, which knows what the game is played with and what can be played."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol, cast

from django.conf import settings
from django.utils.functional import Promise
from django.utils.module_loading import import_string

Data = dict[str, Any]
"""A definition as it is stored, JSON: always with its "id", and with its "name" where the game keeps one in it."""

Sections = Mapping[str, Mapping[str, list[Data]]]
"""Definitions in printed order, by set and then by kind; a set or a kind without any may be missing."""

Names = Mapping[str, str | Promise]
"""What people read, by id."""


@dataclass(frozen=True, slots=True)
class Published:
    """One entry as published; `position` counts from 0 within its set and kind."""

    set: str
    kind: str
    key: str
    name: str
    position: int
    definition: Data

    def fields(self) -> dict[str, Any]:
        """What an entry of the catalog holds of it, but for its version."""
        return {
            "kind": self.kind,
            "set": self.set,
            "key": self.key,
            "name": self.name,
            "position": self.position,
            "definition": self.definition,
            "published": True,
        }


class Shelf(Protocol):
    """One game's part of the catalog."""

    @property
    def sets(self) -> Names:
        """Where entries come from: boxes, editions. No two shelves have a set of the same id."""

    @property
    def kinds(self) -> Names:
        """What entries describe. Shelves that share a kind's id call it by the same name."""

    def published(self) -> Iterator[Published]:
        """Every entry that comes with the site, set by set and kind by kind in printed order."""

    def stored_form(self, kind: str, data: Any) -> Data:
        """Any JSON as a definition with everything written out. Raises ValidationError saying what is wrong."""

    def check(self, set_id: str, kind: str, definition: Data, in_play: Sections) -> None:
        """Raise ValidationError where nothing could be played with a stored form that is put among what is in play;
        `in_play`, the game's sets alone, holds it in its place already.
        """

    def oddities(self, kind: str, definition: Data, in_play: Sections) -> Iterator[str]:
        """Sentences about what can be played, but is hardly meant."""

    def help(self, kind: str) -> str:
        """What an editor should know, as text or safe HTML; "" for nothing."""


class NoShelf(LookupError):
    """No installed game has that set and kind."""


def shelves() -> dict[str, Shelf]:
    """The installed shelves by the game's key, in the order of the settings."""
    paths: dict[str, str] = getattr(settings, "CARTO_SHELVES", {})
    return {key: cast(Shelf, import_string(path)) for key, path in paths.items()}


def find_shelf(set_id: str, kind: str) -> Shelf | None:
    """The shelf that entries of this set and kind belong to, None where their game is not installed."""
    return next((shelf for shelf in shelves().values() if set_id in shelf.sets and kind in shelf.kinds), None)


def shelf_of(set_id: str, kind: str) -> Shelf:
    """As `find_shelf`, but raises NoShelf."""
    if shelf := find_shelf(set_id, kind):
        return shelf
    raise NoShelf(f"{set_id}: {kind}")


def set_names() -> list[tuple[str, str | Promise]]:
    """Every set with its name, as choices of a field."""
    return _choices(lambda shelf: shelf.sets)


def kind_names() -> list[tuple[str, str | Promise]]:
    """Every kind with its name, as choices of a field."""
    return _choices(lambda shelf: shelf.kinds)


def _choices(names_of: Callable[[Shelf], Names]) -> list[tuple[str, str | Promise]]:
    names: dict[str, str | Promise] = {}
    for shelf in shelves().values():
        names.update(names_of(shelf))
    return list(names.items())
