"""Catalog version: an identifier of the current state of the active components.

Its row is locked by every write that must see earlier ones. A change of the active components locks it, so that each
state has its own version and earlier checks still hold. Creating a draft locks it, so that no two drafts get the same
id.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from uuid import UUID, uuid4

from games.catalog.models import CatalogMark
from games.locks import writing


@contextmanager
def one_by_one() -> Iterator[None]:
    """One write, all or nothing, that sees all that the ones before it did and is seen by the ones after it.

    The mark is held before any entry is.
    """
    with writing():
        CatalogMark.objects.select_for_update().get_or_create(pk=CatalogMark.ONE)
        yield


def renew() -> None:
    """Say that what is in play has changed; call it within `one_by_one`, right after the change. Not a number that
    counts on: one that is taken back with its transaction would come again, and stand for something else.
    """
    CatalogMark.objects.filter(pk=CatalogMark.ONE).update(value=uuid4())


def present() -> UUID | None:
    """The mark of what is in play as this transaction sees it, None where nothing was ever loaded."""
    return CatalogMark.objects.filter(pk=CatalogMark.ONE).values_list("value", flat=True).first()
