"""Presenters of the notes on a turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.accounts.guests import create_account_url
from games.accounts.models import User
from games.play.log import TurnLink, turn_address
from games.studies.access import Author, author
from games.studies.errors import notes_words
from games.studies.forms import MarkedNoteForm, NoteForm
from games.studies.mark_layers import MarkLayer
from games.studies.mark_pages import MarksEditor, marks_editor, stored_layer
from games.studies.models import Note
from games.studies.services import SeatTurn, may_write
from games.studies.turns import drawers, glimpse_of, glimpses, grid_of
from games.tables.lobby.cards import table_url
from games.tables.lobby.previews import PictureResources, picture_resources
from games.tables.models import Table
from games.tables.turn_words import turn_label


@dataclass(frozen=True, slots=True)
class MarkedBoard:
    """Board of a note with its marks, and `whose` it is."""

    picture: SafeString
    layer: MarkLayer
    whose: str


@dataclass(frozen=True, slots=True)
class NoteView:
    """A note; `removal` is the site's reason for removing it, or "". `board` is None without marks. The edit, delete
    and report URLs are "" if not allowed.
    """

    number: int
    author: Author
    at: datetime
    is_changed: bool
    words: str
    board: MarkedBoard | None
    is_removed: bool
    removal: str
    edit: str
    delete: str
    report: str


@dataclass(frozen=True, slots=True)
class NotesPage:
    """The notes on a turn. `form` is None if the viewer can't write there; `account` is where a guest who played
    creates the required account, "" for others. `has_marks` is True if boards of the game can be marked. `elsewhere`
    links to other turns with notes.
    """

    title: str
    name: str
    turn_url: str
    here: str
    keep: str
    notes: tuple[NoteView, ...]
    form: NoteForm | None
    account: str
    has_marks: bool
    inks: PictureResources
    elsewhere: tuple[TurnLink, ...]


def notes_page(
    table: Table, turn: int, *, viewer: User | None, form: NoteForm | None = None, look: str = ""
) -> NotesPage:
    """Return the notes on a turn as a visitor sees them; `look` is the URL part of the viewed board."""
    url, code = table_url(table), table.code
    notes = list(Note.objects.on(table, turn).shown_to(viewer.pk if viewer else None))
    boards = _boards(table, notes)
    writes = viewer is not None and may_write(table=table, user=viewer)
    here = reverse("studies:notes", args=[code, turn])
    return NotesPage(
        title=turn_label(table, turn),
        name=table.shown_name,
        turn_url=turn_address(url, turn) + look,
        here=here + look,
        keep="" if viewer and viewer.guest else reverse("studies:save_turn", args=[code, turn]) + look,
        notes=tuple(_note(note, code, viewer, look, boards.get(note.pk)) for note in notes),
        form=(form or NoteForm()) if writes else None,
        account=create_account_url(viewer, back=here) if viewer else "",
        has_marks=grid_of(table.game) is not None,
        inks=picture_resources(),
        elsewhere=tuple(noted_turns(table, look, but=turn)),
    )


def _boards(table: Table, notes: Sequence[Note]) -> dict[int, MarkedBoard]:
    """Return the boards of the notes with marks, by the key of the note."""
    marked = [note for note in notes if note.marks]
    if not marked:
        return {}
    seats = Table.objects.with_seats().get(pk=table.pk)
    turns = {note.pk: SeatTurn(seats, note.turn, note.seat or 0) for note in marked}
    seen, drew = glimpses(turns.values()), drawers(tuple(turns.values()))
    shown = ((note, turns[note.pk], stored_layer(note.marks, table.game)) for note in marked)
    return {
        note.pk: MarkedBoard(seen[turn].picture, layer, drew.get(turn, ""))
        for note, turn, layer in shown
        if layer and turn in seen
    }


def _note(note: Note, code: str, viewer: User | None, look: str, board: MarkedBoard | None) -> NoteView:
    mine = viewer is not None and note.author_id == viewer.pk
    where = {name: reverse(f"studies:{name}", args=[code, note.pk]) for name in _ADDRESSES}
    return NoteView(
        number=note.pk,
        author=author(note.author, viewer),
        at=note.written_at,
        is_changed=note.changed_at is not None,
        words=note.words,
        board=board,
        is_removed=note.is_removed,
        removal=note.removal,
        edit=where["edit_note"] + look if mine and not note.is_removed else "",
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


@dataclass(frozen=True, slots=True)
class NoteEditPage:
    """Page to edit a note on a turn; `picture` is the board that can be marked, of the player `whose`, with `editor`.

    They are "" and None if the game has no boards to mark.
    """

    form: MarkedNoteForm
    back: str
    title: str
    name: str
    picture: SafeString | str
    whose: str
    editor: MarksEditor | None
    inks: PictureResources


def marked_turn(note: Note, table: Table, seat: int) -> SeatTurn:
    """Return the turn whose board a note marks: that of its own seat, or of `seat` as long as it has no marks."""
    return SeatTurn(table, note.turn, seat if note.seat is None else note.seat)


def game_to_mark(turn: SeatTurn) -> str:
    """Return the key of a turn's game, or "" if there is no picture of the board."""
    summary = glimpse_of(turn)
    return turn.table.game if summary and summary.picture else ""


def note_edit_page(turn: SeatTurn, form: MarkedNoteForm, back: str) -> NoteEditPage:
    """Return the page to edit a note with the board of its turn."""
    summary, editor = glimpse_of(turn), marks_editor(form)
    return NoteEditPage(
        form=form,
        back=back,
        title=turn_label(turn.table, turn.number),
        name=turn.table.shown_name,
        picture=summary.picture if summary and editor else "",
        whose=drawers([turn]).get(turn, "") if editor else "",
        editor=editor,
        inks=picture_resources(),
    )
