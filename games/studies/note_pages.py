"""Presenters of the notes on a turn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _

from games.accounts.guests import create_account_url
from games.accounts.models import User
from games.play.log import TurnLink, turn_address
from games.studies.access import Author, author
from games.studies.errors import notes_words
from games.studies.forms import NoteForm
from games.studies.models import Note
from games.studies.services import may_write
from games.tables.lobby.cards import table_url
from games.tables.models import Table
from games.tables.turn_words import turn_label


@dataclass(frozen=True, slots=True)
class NoteView:
    """A note; `removal` is the site's reason for removing it, or "". The edit, delete and report URLs are "" if not
    allowed.
    """

    number: int
    author: Author
    at: datetime
    is_changed: bool
    words: str
    is_removed: bool
    removal: str
    edit: str
    delete: str
    report: str


@dataclass(frozen=True, slots=True)
class NotesPage:
    """The notes on a turn. `form` is None if the viewer can't write there; `account` is where a guest who played
    creates the required account, "" for others. `elsewhere` links to other turns with notes.
    """

    title: str
    name: str
    turn_url: str
    here: str
    keep: str
    notes: tuple[NoteView, ...]
    form: NoteForm | None
    account: str
    elsewhere: tuple[TurnLink, ...]


def notes_page(
    table: Table, turn: int, *, viewer: User | None, form: NoteForm | None = None, look: str = ""
) -> NotesPage:
    """Return the notes on a turn as a visitor sees them; `look` is the URL part of the viewed board."""
    url, code = table_url(table), table.code
    notes = Note.objects.on(table, turn).shown_to(viewer.pk if viewer else None)
    writes = viewer is not None and may_write(table=table, user=viewer)
    here = reverse("studies:notes", args=[code, turn])
    return NotesPage(
        title=turn_label(table, turn),
        name=table.shown_name,
        turn_url=turn_address(url, turn) + look,
        here=here + look,
        keep="" if viewer and viewer.guest else reverse("studies:save_turn", args=[code, turn]) + look,
        notes=tuple(_note(note, code, viewer) for note in notes),
        form=(form or NoteForm()) if writes else None,
        account=create_account_url(viewer, back=here) if viewer else "",
        elsewhere=tuple(noted_turns(table, look, but=turn)),
    )


def _note(note: Note, code: str, viewer: User | None) -> NoteView:
    mine = viewer is not None and note.author_id == viewer.pk
    where = {name: reverse(f"studies:{name}", args=[code, note.pk]) for name in _ADDRESSES}
    return NoteView(
        number=note.pk,
        author=author(note.author, viewer),
        at=note.written_at,
        is_changed=note.changed_at is not None,
        words=note.words,
        is_removed=note.is_removed,
        removal=note.removal,
        edit=where["edit_note"] if mine and not note.is_removed else "",
        delete=where["delete_note"] if mine else "",
        report=where["report_note"] if viewer and not mine else "",
    )


_ADDRESSES = ("edit_note", "delete_note", "report_note")


def noted_turns(table: Table, look: str = "", *, but: int = 0) -> Iterator[TurnLink]:
    """Return the turns with public notes and their number, excluding one of them (`but`)."""
    url = table_url(table)
    for turn, count in Note.objects.counts(table).items():
        if turn != but:
            title = _("%(turn)s: %(notes)s") % {"turn": turn_label(table, turn), "notes": notes_words(count)}
            yield TurnLink(title, f"{turn_address(url, turn)}{look}#notes")
