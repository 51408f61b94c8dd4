"""What the pages about tables show."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.contract import Progress
from games.accounts.models import User
from games.tables.errors import Refusal
from games.tables.forms import NewTableForm
from games.tables.game import OptionsForm, UnknownGame, game_of, games
from games.tables.models import Access, Seat, Status, Table
from games.tables.words import refusal_words


@dataclass(frozen=True, slots=True)
class TableCard:
    """A table in a list; `place` is the viewer's rank where the game is over."""

    code: str
    url: str
    name: str
    game: str
    lines: tuple[str, ...]
    seats: str
    people: tuple[str, ...]
    host: str
    state: str
    since: datetime
    my_turn: bool
    by_invitation: bool
    join_url: str


@dataclass(frozen=True, slots=True)
class HomePage:
    """The first page; `mine` is None for who is not signed in."""

    mine: tuple[TableCard, ...] | None
    finished: tuple[TableCard, ...]
    open: tuple[TableCard, ...]
    playing: tuple[TableCard, ...]
    can_play: bool
    title: str
    waiting: int


@dataclass(frozen=True, slots=True)
class Pages:
    """Where a list that is shown in parts stands; an empty address means there is none."""

    label: str
    newer: str
    older: str


@dataclass(frozen=True, slots=True)
class ListPage:
    """Tables to join and games to watch, or a person's own tables."""

    tables: tuple[TableCard, ...]
    playing: tuple[TableCard, ...]
    pages: Pages
    signed_in: bool


@dataclass(frozen=True, slots=True)
class Chair:
    """One seat of a gathering table; `name` is empty while it is free."""

    label: str
    name: str
    url: str
    is_me: bool
    is_host: bool
    kick_id: str


@dataclass(frozen=True, slots=True)
class GatheringPage:
    """A table before its game: who is there, and what the viewer may do."""

    code: str
    version: str
    url: str
    socket: str
    name: str
    title: str
    game: str
    lines: tuple[str, ...]
    access: str
    seats: str
    start_hint: str
    chairs: tuple[Chair, ...]
    host: str
    since: datetime
    invitation: str
    is_closed: bool
    can_join: bool
    must_sign_in: bool
    can_leave: bool
    can_start: bool
    can_close: bool
    refusal: str


@dataclass(frozen=True, slots=True)
class InvitationPage:
    """What somebody with an invitation sees."""

    table: TableCard
    token: str
    is_full: bool
    signed_in: bool


@dataclass(frozen=True, slots=True)
class NewTablePage:
    """The form of a new table: what every table has, and the game's own choices."""

    form: NewTableForm
    options: OptionsForm
    options_template: str
    game: str
    game_name: str


@dataclass(frozen=True, slots=True)
class Rematch:
    """How those who played together may do so again: by a form to `post` that says `label`, or by a link."""

    post: str
    label: str
    link: str
    name: str


def table_url(table: Table) -> str:
    """The address of a table's page."""
    return reverse("tables:table", args=[table.code])


def card(table: Table, *, viewer: User | AnonymousUser) -> TableCard:
    """A table in a list; it must have been fetched `with_seats`."""
    seats = list(table.seats.all())
    seated = any(seat.user_id == viewer.pk for seat in seats)
    return TableCard(
        code=table.code,
        url=table_url(table),
        name=table.name,
        game=_game_name(table),
        lines=_lines(table),
        seats=_seats_taken(len(seats), table.capacity),
        people=tuple(seat.user.display_name for seat in seats),
        host=table.host.display_name,
        state=_state(table),
        since=_since(table),
        my_turn=bool(getattr(table, "my_turn", False)),
        by_invitation=table.access == Access.INVITATION,
        join_url="" if seated or not viewer.is_authenticated else reverse("tables:join", args=[table.code]),
    )


def cards(tables: Iterable[Table], viewer: User | AnonymousUser) -> tuple[TableCard, ...]:
    """The tables of a list, in its order."""
    return tuple(card(table, viewer=viewer) for table in tables)


def home(
    viewer: User | AnonymousUser, *, mine: Iterable[Table], finished: Iterable[Table], others: Iterable[Table]
) -> HomePage:
    """The first page; `others` are open tables and games under way together."""
    own = cards(mine, viewer)
    around = list(others)
    waiting = sum(one.my_turn for one in own)
    return HomePage(
        mine=own if viewer.is_authenticated else None,
        finished=cards(finished, viewer),
        open=cards([table for table in around if table.status == Status.GATHERING], viewer),
        playing=cards([table for table in around if table.status == Status.PLAYING], viewer),
        can_play=bool(games()),
        title=_("(%(count)d) Your tables") % {"count": waiting} if waiting else _("Your tables"),
        waiting=waiting,
    )


def gathering(request: HttpRequest, table: Table, seats: list[Seat], refusal: Refusal | None = None) -> GatheringPage:
    """A table before its game, as the visitor sees it."""
    gathers = table.status == Status.GATHERING
    seated = any(seat.user_id == request.user.pk for seat in seats)
    hosts = gathers and table.host_id == request.user.pk
    room = gathers and len(seats) < table.capacity
    return GatheringPage(
        code=table.code,
        version=str(table.version),
        url=table_url(table),
        socket=f"/ws/tables/{table.code}/",
        name=table.name,
        title=f"{_seats_short(len(seats), table.capacity)} {table.name} · Carto",
        game=_game_name(table),
        lines=_lines(table),
        access=str(Access(table.access).label),
        seats=_seats_taken(len(seats), table.capacity),
        start_hint=_start_hint(table, len(seats)),
        chairs=_chairs(table, seats, request, hosts),
        host=table.host.display_name,
        since=table.created_at,
        invitation=_invitation(request, table) if gathers and seated else "",
        is_closed=not gathers,
        can_join=room and request.user.is_authenticated and not seated,
        must_sign_in=room and not request.user.is_authenticated,
        can_leave=gathers and seated,
        can_start=hosts and _can_start(table, len(seats)),
        can_close=hosts,
        refusal=refusal_words(refusal.reason) if refusal else "",
    )


def invitation(request: HttpRequest, table: Table, token: str) -> InvitationPage:
    """The page behind an invitation link."""
    taken = len(table.seats.all())
    shown = card(table, viewer=request.user)
    return InvitationPage(shown, token, is_full=taken >= table.capacity, signed_in=request.user.is_authenticated)


def rematch(table: Table, viewer: User | AnonymousUser) -> Rematch | None:
    """What a finished game offers to this viewer; None for who did not play, and while the game is not over."""
    played = viewer.is_authenticated and table.seats.filter(user_id=viewer.pk).exists()
    if table.status != Status.FINISHED or not played:
        return None
    again = table.rematches.exclude(status=Status.CLOSED).prefetch_related("seats").select_related("host").first()
    there = again is not None and any(seat.user_id == viewer.pk for seat in again.seats.all())
    if again is not None and (there or again.status != Status.GATHERING):
        return Rematch("", "", table_url(again), again.host.display_name)
    label = _("Play again") if again is None else _("Join the rematch")
    host = again.host.display_name if again else ""
    return Rematch(reverse("tables:rematch", args=[table.code]), label, "", host)


def _game_name(table: Table) -> str:
    try:
        return str(game_of(table).name)
    except UnknownGame:
        return table.game


def _lines(table: Table) -> tuple[str, ...]:
    try:
        return tuple(game_of(table).describe(table.options))
    except UnknownGame:
        return ()


def _can_start(table: Table, seated: int) -> bool:
    try:
        return seated in game_of(table).seats
    except UnknownGame:
        return False


def _state(table: Table) -> str:
    if table.status != Status.PLAYING:
        return str(Status(table.status).label)
    try:
        return game_of(table).phase_label(Progress(table.turn, table.phase, over=False))
    except UnknownGame:
        return str(Status(table.status).label)


def _since(table: Table) -> datetime:
    """Gathering tables are as old as their opening; games as their last change."""
    return table.created_at if table.status == Status.GATHERING else table.finished_at or table.changed_at


def _seats_taken(taken: int, capacity: int) -> str:
    return ngettext("%(taken)d of %(all)d seat taken", "%(taken)d of %(all)d seats taken", capacity) % {
        "taken": taken,
        "all": capacity,
    }


def _seats_short(taken: int, capacity: int) -> str:
    return f"({taken}/{capacity})"


def _start_hint(table: Table, taken: int) -> str:
    if table.status == Status.CLOSED:
        return _("This table was closed before its game began.")
    if not table.start_when_full:
        return _("The game begins when the host says so.")
    free = table.capacity - taken
    return ngettext(
        "The game begins when one more person sits down, or when the host says so.",
        "The game begins when %(count)d more people sit down, or when the host says so.",
        free,
    ) % {"count": free}


def _chairs(table: Table, seats: list[Seat], request: HttpRequest, hosts: bool) -> tuple[Chair, ...]:
    taken = [_chair(table, seat, request, hosts) for seat in seats]
    free = [Chair(_chair_label(index), "", "", False, False, "") for index in range(len(seats), table.capacity)]
    return (*taken, *free)


def _chair(table: Table, seat: Seat, request: HttpRequest, hosts: bool) -> Chair:
    me = seat.user_id == request.user.pk
    return Chair(
        label=_chair_label(seat.index),
        name=seat.user.display_name,
        url=reverse("accounts:person", args=[seat.user.username]),
        is_me=me,
        is_host=seat.user_id == table.host_id,
        kick_id=str(seat.user_id) if hosts and not me else "",
    )


def _chair_label(index: int) -> str:
    return _("Seat %(number)d") % {"number": index + 1}


def _invitation(request: HttpRequest, table: Table) -> str:
    return request.build_absolute_uri(reverse("tables:invitation", args=[table.invitation]))
