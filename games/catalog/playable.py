"""Problems that prevent submitting a draft for review."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from games.catalog.models import CatalogEntry, EntryState
from games.catalog.shelves import Data
from games.catalog.validation import check_playable


def draft_problems(entry: CatalogEntry, definition: Data) -> tuple[str, ...]:
    """Return the reasons why a draft's stored form can't be played; none for published versions."""
    if entry.state != EntryState.DRAFT:
        return ()
    try:
        check_playable(entry, definition)
    except ValidationError as error:
        return tuple(error.messages)
    return ()


def announced_text(faults: tuple[str, ...], words: str) -> str:
    """Return the screen reader text for a draft: its problems, or else the description of its result."""
    return " ".join((_("It can’t be submitted yet:"), *faults)) if faults else words
