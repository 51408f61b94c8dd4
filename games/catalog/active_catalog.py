"""The catalog as games read it: what is in play, looked up once a request and made into cards once a state."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from typing import Any, Final, TypeVar, cast
from uuid import UUID

from games.catalog import catalog_version
from games.catalog.models import CatalogEntry
from games.catalog.shelves import Data, Sections

Made = TypeVar("Made")


class _Reading:
    """The catalog as it was found once, and what has been made of it since."""

    def __init__(self) -> None:
        self.mark = catalog_version.present()
        self.results: dict[tuple[tuple[str, ...], Callable[[Sections], Any]], Any] = {}


_read: Final[ContextVar[list[_Reading] | None]] = ContextVar("read", default=None)


@contextmanager
def read_once() -> Iterator[None]:
    """Limit `in_play` to one database read in this block, so that everything uses one state."""
    token = _read.set([])
    try:
        yield
    finally:
        _read.reset(token)


def in_play(boxes: tuple[str, ...], make: Callable[[Sections], Made]) -> Made:
    """Return what `make` builds from the active definitions of these boxes, cached per catalog state.

    `make` must be a module-level function. A box without stored definitions is missing from its argument.
    """
    reading = _reading()
    if (boxes, make) not in reading.results:
        reading.results[boxes, make] = _content(reading.mark, boxes, make)
    return cast(Made, reading.results[boxes, make])


def _reading() -> _Reading:
    read = _read.get()
    if read is None:
        return _Reading()
    if not read:
        read.append(_Reading())
    return read[0]


# For up to eight games, the newest state and the one before it, which a request may still be reading. Each game
# builds a few objects from it.
@lru_cache(maxsize=32)
def _content(mark: UUID | None, boxes: tuple[str, ...], make: Callable[[Sections], Any]) -> Any:
    return make(sections(boxes) if mark else {})


def sections(boxes: Collection[str]) -> dict[str, dict[str, list[Data]]]:
    """The definitions in play of these boxes; a box or a kind of which nothing is stored is missing."""
    held: dict[str, dict[str, list[Data]]] = {}
    stored = CatalogEntry.objects.in_play().filter(box__in=boxes).values_list("box", "kind", "definition")
    for box, kind, definition in stored:
        held.setdefault(box, {}).setdefault(kind, []).append(definition)
    return held
