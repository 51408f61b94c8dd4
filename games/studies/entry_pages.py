"""Presenters of a turn in a collection."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.core.exceptions import ValidationError
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.accounts.models import User
from games.play.game import TurnSummary, played_game
from games.play.log import TurnLink, turn_name
from games.studies.forms import EntryTextForm
from games.studies.mark_layers import MarkLayer
from games.studies.mark_pages import MarksEditor, marks_editor, stored_layer
from games.studies.models import Collection, Entry
from games.studies.positions import NamedPosition, position_url, show_position
from games.studies.services import SeatTurn
from games.studies.turns import analysis_url, drawers, glimpses, turn_url
from games.tables.lobby.previews import PictureResources, picture_resources
from games.tables.models import Access, Status, Table, TableQuerySet
from games.tables.turn_words import turn_label


@dataclass(frozen=True, slots=True)
class ShownTurn:
    """Turn as a reader may see it.

    `title` is the turn's name, `game` the table's or, of a position, the game's. `whose` is the owner of the board,
    "" for a position. `about` is a summary and `picture` the board, both "" if the game is no longer installed. `layer`
    has the marks on it, None for none. `url` is the turn in its game or the position, and `analysis` opens the turn as
    a position, "" if that is not possible. `hint` tells the keeper who else can see it, "" if everyone can.
    """

    title: str
    game: str
    whose: str
    about: str
    picture: SafeString | str
    layer: MarkLayer | None
    url: str
    analysis: str
    hint: str


@dataclass(frozen=True, slots=True)
class EntryLinks:
    """URLs for the keeper to edit, remove and move a turn, and the places to move it to.

    `up` and `down` are 0 at either end.
    """

    edit: str
    remove: str
    move: str
    up: int
    down: int


@dataclass(frozen=True, slots=True)
class EntryView:
    """Turn in a collection; `number` is its position, from 1.

    `shown` is None if the game cannot be shown, and `instead` is the reason. `order` is for the owner of the
    collection. `report` is "" if the viewer may not report the entry.
    """

    number: int
    title: str
    url: str
    words: str
    is_removed: bool
    removal: str
    shown: ShownTurn | None
    instead: str
    order: EntryLinks | None
    report: str


@dataclass(frozen=True, slots=True)
class CollectionEntryPage:
    """A turn of a collection, large; `form` is set if the keeper edits its text, `editor` if its marks too."""

    entry: EntryView
    collection: str
    collection_url: str
    place: str
    before: TurnLink | None
    after: TurnLink | None
    inks: PictureResources
    form: EntryTextForm | None = None
    editor: MarksEditor | None = None


def list_visible_entries(
    collection: Collection,
    entries: Sequence[Entry],
    *,
    viewer: User | None,
    visible: TableQuerySet,
    first: int,
    last: int,
) -> tuple[EntryView, ...]:
    """Return collection entries as a visitor sees them; `visible` are the tables they may see. These entries start at
    number `first`; `last` is the collection's last.
    """
    keys = {entry.table_id for entry in entries if entry.table_id}
    tables = {table.pk: table for table in visible.filter(pk__in=keys, status=Status.FINISHED).with_seats()}
    turns = {entry.pk: _turn(entry, tables) for entry in entries}
    shown = [turn for turn in turns.values() if turn]
    seen, drew = glimpses(shown), drawers(shown)
    is_mine = viewer is not None and collection.keeper_id == viewer.pk
    return tuple(
        _view(
            collection,
            entry,
            number,
            last,
            viewer,
            _shown_position(entry) or _shown(entry, turns[entry.pk], seen, drew, is_mine=is_mine),
        )
        for number, entry in enumerate(entries, first)
    )


def _turn(entry: Entry, tables: Mapping[int, Table]) -> SeatTurn | None:
    table = tables.get(entry.table_id or 0)
    return SeatTurn(table, entry.turn, entry.seat) if table else None


def entry_name(entry: Entry) -> str:
    """Return the name of an entry whose table is not known."""
    return _("Position") if entry.position else turn_name(entry.turn)


def _shown_position(entry: Entry) -> ShownTurn | None:
    """Return the position of an entry, or None if it has none or its game can't show it."""
    if not entry.position:
        return None
    position = NamedPosition(entry.game, entry.position)
    try:
        shown = show_position(position)
    except ValidationError:
        return None
    return ShownTurn(
        title=entry_name(entry),
        game=str(played_game(entry.game).name),
        whose="",
        about=shown.words,
        picture=shown.picture,
        layer=stored_layer(entry.marks, entry.game) if shown.picture else None,
        url=position_url(position),
        analysis="",
        hint="",
    )


def game_of_entry(entry: Entry, visible: TableQuerySet) -> str:
    """Return the key of an entry's game, or "" if its table is not among those that are visible."""
    if entry.position:
        return entry.game
    finished = visible.filter(pk=entry.table_id, status=Status.FINISHED) if entry.table_id else visible.none()
    return next(iter(finished.values_list("game", flat=True)), "")


def _shown(
    entry: Entry,
    turn: SeatTurn | None,
    seen: Mapping[SeatTurn, TurnSummary],
    drew: Mapping[SeatTurn, str],
    *,
    is_mine: bool,
) -> ShownTurn | None:
    if turn is None:
        return None
    glimpse = seen.get(turn)
    return ShownTurn(
        title=turn_label(turn.table, turn.number),
        game=turn.table.shown_name,
        whose=drew.get(turn, ""),
        about=glimpse.words if glimpse else "",
        picture=glimpse.picture if glimpse else "",
        layer=stored_layer(entry.marks, turn.table.game) if glimpse else None,
        url=turn_url(turn),
        analysis=analysis_url(turn),
        hint=_hint(turn.table) if is_mine else "",
    )


def _hint(table: Table) -> str:
    if table.access == Access.OPEN:
        return ""
    return _("This game is invite only. Users without access only see your text.")


def _view(
    collection: Collection, entry: Entry, number: int, last: int, viewer: User | None, shown: ShownTurn | None
) -> EntryView:
    is_mine = viewer is not None and collection.keeper_id == viewer.pk
    reports = viewer is not None and not is_mine
    return EntryView(
        number=number,
        title=shown.title if shown else entry_name(entry),
        url=reverse("studies:entry", args=[collection.code, number]),
        words=entry.words,
        is_removed=entry.is_removed,
        removal=entry.removal,
        shown=shown,
        instead="" if shown else _instead(entry),
        order=_order(collection, entry, number, last) if is_mine else None,
        report=reverse("studies:report_entry", args=[collection.code, entry.pk]) if reports else "",
    )


def _instead(entry: Entry) -> str:
    if entry.position:
        return _("This position can’t be shown.")
    if entry.table_id is None:
        return _("This game no longer exists.")
    return _("You don’t have access to this game.")


def _order(collection: Collection, entry: Entry, number: int, last: int) -> EntryLinks:
    where = {
        name: reverse(f"studies:{name}", args=[collection.code, entry.pk])
        for name in ("edit_entry", "remove_entry", "move_entry")
    }
    return EntryLinks(
        edit=where["edit_entry"],
        remove=where["remove_entry"],
        move=where["move_entry"],
        up=number - 1,
        down=number + 1 if number < last else 0,
    )


def entry_page(
    collection: Collection,
    entries: Sequence[Entry],
    number: int,
    *,
    viewer: User | None,
    visible: TableQuerySet,
    form: EntryTextForm | None = None,
) -> CollectionEntryPage:
    """Return the entry with that number, among those visible to the visitor."""
    count, one = len(entries), [entries[number - 1]]
    (view,) = list_visible_entries(collection, one, viewer=viewer, visible=visible, first=number, last=count)
    links = [reverse("studies:entry", args=[collection.code, at]) for at in (number - 1, number + 1)]
    return CollectionEntryPage(
        entry=view,
        collection=collection.title,
        collection_url=reverse("studies:collection", args=[collection.code]),
        place=_("%(number)d of %(count)d") % {"number": number, "count": count},
        before=TurnLink(_("Previous"), links[0]) if number > 1 else None,
        after=TurnLink(_("Next"), links[1]) if number < count else None,
        inks=picture_resources(),
        form=form,
        editor=marks_editor(form) if form and view.shown and view.shown.picture else None,
    )


def picture_of(entries: Iterable[Entry], open_tables: Mapping[int, str]) -> str:
    """Return the path of the preview picture of the first turn of a public game, or "".

    `open_tables` holds the codes of such tables by key.
    """
    for entry in entries:
        if code := open_tables.get(entry.table_id or 0):
            return reverse("history:turn_picture", args=[code, entry.turn])
    return ""
