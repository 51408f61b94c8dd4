"""Concurrent edits: saves by another user while a draft's form was open."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from games.accounts.models import User
from games.catalog.drafts import Saying
from games.catalog.forms import EntryForm
from games.catalog.history import changes_of
from games.catalog.models import Act, CatalogEntry, State
from games.catalog.version_comparison import Line, changes_alone, difference


@dataclass(frozen=True, slots=True)
class ConcurrentEdit:
    """Save of a draft by another user.

    `by` and `at` are None if no longer known. `saves` is the current save count. `lines` are the differences between
    the form and the saved draft, empty if the form can't be read.
    """

    by: User | None
    at: datetime | None
    saves: int
    lines: tuple[Line, ...]


def meanwhile_of(entry: CatalogEntry, form: EntryForm | None) -> ConcurrentEdit | None:
    """Return the save that happened after the submitted form was opened, or None if there was none."""
    if form is None or not form.is_bound or entry.state != State.DRAFT or form.saves_read in (None, entry.saves):
        return None
    saved = changes_of(entry).filter(version=entry.version, act=Act.SAVED).first()
    lines = difference(Saying.of(entry), form.saying()) if form.is_valid() else []
    return ConcurrentEdit(
        by=saved.by if saved else None,
        at=saved.at if saved else None,
        saves=entry.saves,
        lines=tuple(changes_alone(lines)),
    )
