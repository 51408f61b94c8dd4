"""Polling of a version's page while the preview next to its form is being updated."""

from __future__ import annotations

from typing import Any, Final

from games.catalog.models import CatalogEntry, State
from games.catalog.pages import EntryPage, entry_page, form_of, right_to_change
from games.catalog.shelves import NoShelf

LOOK: Final = "look"
"""Action name that the page sends with a polling request."""


def looked(entry: CatalogEntry | None, data: Any, user: Any) -> EntryPage | None:
    """Return the page of a version with the submitted form data, or as stored without a form.

    Returns None if the browser's page is out of date: its draft was saved by another user, submitted, sent back or
    deleted.
    """
    if entry is None:
        return None
    if "saves" not in data:
        page = entry_page(entry, user)
        return page if page.form is None else None
    if entry.state != State.DRAFT or data["saves"] != str(entry.saves) or not right_to_change(user):
        return None
    try:
        return entry_page(entry, user, form_of(entry)(data, entry=entry))
    except NoShelf:
        return None
