"""Drafts of Gisborne's components."""

from typing import Any

from games.accounts.models import User
from games.catalog.drafts import DraftContent, create_draft
from games.catalog.models import CatalogEntry
from games.catalog.shelves import Data
from games.gisborne.shelf.kinds import CatalogBox
from games.gisborne.workshop import EDITORS


def draft(by: User, kind: str, name: str = "Misty Fen", **definition: Any) -> CatalogEntry:
    """Create a new draft."""
    whole: Data = {**EDITORS[kind].blank(), "name": name, **definition}
    return create_draft(box=CatalogBox.WORKSHOP, kind=kind, content=DraftContent(name, whole), by=by)
