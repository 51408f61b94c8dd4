"""Active components as games read them: looked up once a request, and built into objects once a catalog version.

The catalog version identifies the current state of the active components. Its row is locked by every write that must
see earlier ones. A change of the active components locks it, so that each state has its own version and earlier checks
still hold. Creating a draft locks it, so that no two drafts get the same id.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from typing import Any, Final, TypeVar, cast
from uuid import UUID, uuid4

from django.http import HttpRequest
from django.http.response import HttpResponseBase

from games.catalog.models import CatalogEntry, CatalogMark
from games.catalog.shelves import Data, Sections
from games.locks import writing

Made = TypeVar("Made")
Handler = Callable[[HttpRequest], HttpResponseBase]


@contextmanager
def serialized_write() -> Iterator[None]:
    """One write, all or nothing, that sees all that the ones before it did and is seen by the ones after it.

    The mark is held before any entry is.
    """
    with writing():
        CatalogMark.objects.select_for_update().get_or_create(pk=CatalogMark.ONE)
        yield


def mark_changed() -> None:
    """Say that what is in play has changed; call it within `one_by_one`, right after the change. Not a number that
    counts on: one that is taken back with its transaction would come again, and stand for something else.
    """
    CatalogMark.objects.filter(pk=CatalogMark.ONE).update(value=uuid4())


def current_mark() -> UUID | None:
    """The mark of what is in play as this transaction sees it, None where nothing was ever loaded."""
    return CatalogMark.objects.filter(pk=CatalogMark.ONE).values_list("value", flat=True).first()


class _Reading:
    """Catalog version as first read, and the results computed from it."""

    def __init__(self) -> None:
        self.mark = current_mark()
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


def one_catalog(get_response: Handler) -> Handler:
    """Let a request ask for the catalog once, however many tables its page describes."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        with read_once():
            return get_response(request)

    return middleware


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
    """Return the active definitions of these boxes; boxes and kinds without stored entries are left out."""
    held: dict[str, dict[str, list[Data]]] = {}
    stored = CatalogEntry.objects.in_play().filter(box__in=boxes).values_list("box", "kind", "definition")
    for box, kind, definition in stored:
        held.setdefault(box, {}).setdefault(kind, []).append(definition)
    return held
