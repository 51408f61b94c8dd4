"""Why a draft could not be handed in as it stands."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from games.catalog.checking import check_playable
from games.catalog.models import CatalogEntry, State
from games.catalog.shelves import Data


def problems(entry: CatalogEntry, definition: Data) -> tuple[str, ...]:
    """Sentences about the stored form of a draft with which nothing could be played; none about what is published."""
    if entry.state != State.DRAFT:
        return ()
    try:
        check_playable(entry, definition)
    except ValidationError as error:
        return tuple(error.messages)
    return ()


def heard(faults: tuple[str, ...], words: str) -> str:
    """What is said aloud of a draft: what keeps it from being handed in, else in words what it comes to."""
    return " ".join((_("It can’t be submitted yet:"), *faults)) if faults else words
