"""What somebody else has saved in a draft while a form of it was open."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from games.accounts.models import User
from games.catalog.comparing import Line, changes_alone, difference
from games.catalog.drafts import Saying
from games.catalog.forms import EntryForm
from games.catalog.history import changes_of
from games.catalog.models import Act, CatalogEntry, State


@dataclass(frozen=True, slots=True)
class Meanwhile:
    """Who has saved the draft and when, None where that is not known any more; how often it is `saves` by now, and
    in which lines what the form says differs from it, none where the form cannot be read.
    """

    by: User | None
    at: datetime | None
    saves: int
    lines: tuple[Line, ...]


def meanwhile_of(entry: CatalogEntry, form: EntryForm | None) -> Meanwhile | None:
    """What was saved in a draft after somebody opened the form that they have sent, None for nothing."""
    if form is None or not form.is_bound or entry.state != State.DRAFT or form.saves_read in (None, entry.saves):
        return None
    saved = changes_of(entry).filter(version=entry.version, act=Act.SAVED).first()
    lines = difference(Saying.of(entry), form.saying()) if form.is_valid() else []
    return Meanwhile(
        by=saved.by if saved else None,
        at=saved.at if saved else None,
        saves=entry.saves,
        lines=tuple(changes_alone(lines)),
    )
