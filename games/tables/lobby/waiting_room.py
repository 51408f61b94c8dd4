"""Presenter of a table that waits for players, with its link as a QR code."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache
from typing import Final

import segno
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.accounts.guests import GuestForm, guest_form
from games.accounts.models import User
from games.tables import names
from games.tables.blocks import is_blocked_by_seats
from games.tables.errors import InviteRefusal, RefusalReason, TableRefusal
from games.tables.game import SetupQuestion, UnknownGame, game_of, questions_of
from games.tables.holders import find_seat
from games.tables.lobby.acquaintances import SuggestedPerson, suggest_people
from games.tables.lobby.cards import (
    age,
    game_name,
    seats_taken,
    table_lines,
    table_report_url,
    table_url,
)
from games.tables.lobby.forms import BotFillForm, BotLevelForm, BotSeatForm, InviteForm
from games.tables.lobby.listing import LISTED, is_unlisted, listed_for
from games.tables.lobby.seat_list import SeatView, shown_seats
from games.tables.lobby.start_words import can_start, fill_words, start_hint, start_label
from games.tables.log.refusals import refusal_sentence, refusal_words
from games.tables.models import Access, Invited, Seat, Status, Table
from games.tables.presence import fetch_delay
from games.tables.seats.help import SeatHelp, seat_help
from games.tables.time_control import nights_words, pace_words

_KEPT: Final = 128


# Every player at a table receives the same link again whenever another one joins.
@lru_cache(_KEPT)
def qr_code(text: str) -> SafeString:
    """The text as an SVG element that is as large as what it stands in: dark modules, and a light ground with the
    margin that readers need.
    """
    code = segno.make(text, micro=False)
    # Lines and background have their colors as attributes, because segno's classes wouldn't be in any style sheet.
    return SafeString(code.svg_inline(dark="#000", light="#fff", svgclass=None, lineclass=None, omitsize=True))


@dataclass(frozen=True, slots=True)
class SetupChoice:
    """One choice of a setup question, and whether the viewer has chosen it."""

    value: str
    name: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class SetupField:
    """A setup question for the viewer's seat, as a form shows it."""

    key: str
    label: str
    hint: str
    choices: tuple[SetupChoice, ...]


@dataclass(frozen=True, slots=True)
class InvitedPerson:
    """A person invited by name; `url` is "" if the viewer can't see their page."""

    name: str
    url: str


@dataclass(frozen=True, slots=True)
class TablePermissions:
    """Permissions of the viewer at a table before the game.

    `fill` is to start it with bots, `seat_bot` to give one a seat.
    """

    join: bool
    leave: bool
    start: bool
    fill: bool
    seat_bot: bool
    close: bool


@dataclass(frozen=True, slots=True)
class WaitingRoomPage:
    """Table before its game: its players, and the viewer's permitted actions.

    `guest` is the form for a viewer who may join as a guest. `invitation` is the link to invite others with, "" if
    the viewer may not, and `picture` its QR code. `spoken_code` is the code to type instead, "" if a code alone does
    not admit anyone.

    `nights` says when it is night for the viewer, "" if nights count. `unlisted` tells the host why the table is not
    in the list of open tables, "" if it is.

    `invited` are the invited users who have not joined yet, shown to players at the table, `invite` is the form to
    invite more, and `suggested` are people whom the viewer may know. `webhooks` is the host's page for webhooks, "" for
    other viewers or if the site has none. `setup` are the questions for the viewer's seat, and `help` is the choice to
    play as on paper, None if there is none. `fill` says when bots take the free seats, "" if they don't, and `later` is
    the host's form for that. `no_entry` tells a viewer that a block keeps them from joining, "" for others.
    """

    code: str
    version: str
    spread: str
    url: str
    socket: str
    name: str
    title: str
    game: str
    lines: tuple[str, ...]
    access: str
    seats: str
    start_hint: str
    start_label: str
    is_alone: bool
    is_practice: bool
    seat_views: tuple[SeatView, ...]
    host: str
    report: str
    since: datetime
    age: str
    invitation: str
    picture: SafeString
    spoken_code: str
    pace: str
    nights: str
    unlisted: str
    invited: tuple[InvitedPerson, ...]
    invite: InviteForm | None
    suggested: tuple[SuggestedPerson, ...]
    is_closed: bool
    may: TablePermissions
    bots: BotLevelForm | None
    bot: BotSeatForm | None
    later: BotFillForm | None
    fill: str
    setup: tuple[SetupField, ...]
    help: SeatHelp | None
    webhooks: str
    guest: GuestForm | None
    refusal: str
    no_entry: str


def build_waiting_room_page(
    request: HttpRequest, table: Table, seats: list[Seat], refusal: TableRefusal | None = None
) -> WaitingRoomPage:
    """Return a table before its game, as the visitor sees it.

    A refused invitation is shown at its form.
    """
    may = _may(request.user, table, seats)
    is_kept_apart = _is_kept_apart(request.user, table, seats)
    questions = _questions(table)
    at_form = refusal if may.leave and isinstance(refusal, InviteRefusal) else None
    invitation = invitation_url(request, table) if may.leave else ""
    return WaitingRoomPage(
        code=table.code,
        version=str(table.version),
        spread=fetch_delay(table.code, seated=may.leave),
        url=table_url(table),
        socket=f"/ws/tables/{table.code}/",
        name=table.shown_name,
        title=f"({len(seats)}/{table.capacity}) {table.shown_name} · Carto",
        game=game_name(table),
        lines=table_lines(table, seats),
        access=str(Access(table.access).label),
        seats=seats_taken(len(seats), table.capacity),
        start_hint=start_hint(table, seats, asks=bool(questions)),
        start_label=start_label(table, len(seats)),
        is_practice=table.practice,
        is_alone=len(seats) == 1 < table.capacity and not table.practice,
        seat_views=shown_seats(table, seats, request.user, hosts=may.close, questions=questions),
        host=str(table.host),
        report=table_report_url(table, seats, request.user),
        since=table.created_at,
        age=age(table.created_at),
        invitation=invitation,
        picture=qr_code(invitation) if invitation else SafeString(""),
        spoken_code=names.in_groups(table.code) if invitation and table.access == Access.OPEN else "",
        pace=pace_words(table),
        nights=nights_words() if table.nights_free else "",
        unlisted=_unlisted_words(table) if may.close else "",
        invited=_invited(table, seats, request.user) if may.leave else (),
        invite=_invite_form(request, at_form) if may.leave else None,
        suggested=_suggested(table, seats, request.user),
        is_closed=table.status != Status.GATHERING,
        may=replace(may, join=False) if is_kept_apart else may,
        bots=BotLevelForm(game=game_of(table)) if may.fill else None,
        bot=BotSeatForm(game=game_of(table)) if may.seat_bot else None,
        later=BotFillForm(game=game_of(table), table=table) if may.fill else None,
        fill=fill_words(table),
        setup=_setup_fields(questions, find_seat(seats, request.user.pk)),
        help=seat_help(table, find_seat(seats, request.user.pk)),
        webhooks=reverse("webhooks:list", args=[table.code]) if settings.WEBHOOKS and may.close else "",
        guest=guest_form(request, tuple(seat.shown_name for seat in seats)) if _has_room(table, seats) else None,
        refusal=refusal_sentence(refusal) if refusal and not at_form else "",
        no_entry=refusal_words(RefusalReason.KEPT_APART) if is_kept_apart and refusal is None else "",
    )


def _questions(table: Table) -> Sequence[SetupQuestion]:
    try:
        return questions_of(table) if table.status == Status.GATHERING else ()
    except UnknownGame:
        return ()


def _setup_fields(questions: Sequence[SetupQuestion], seat: Seat | None) -> tuple[SetupField, ...]:
    """Return the questions with the answers of the viewer's seat, none for somebody without a seat."""
    return tuple(_setup_field(question, seat) for question in questions) if seat else ()


def _setup_field(question: SetupQuestion, seat: Seat) -> SetupField:
    answer = (seat.setup_answers or {}).get(question.key, "")
    choices = (("", _("No preference")), *question.choices)
    shown = tuple(SetupChoice(value, name, value == answer) for value, name in choices)
    return SetupField(question.key, question.label, question.hint, shown)


def _unlisted_words(table: Table) -> str:
    if not is_unlisted(table):
        return ""
    if listed_for(table) == LISTED:
        return _("Removed from open tables because nobody joined for a day.")
    return _("Removed from open tables because nobody joined for a week.")


def _invited(table: Table, seats: list[Seat], viewer: User | AnonymousUser) -> tuple[InvitedPerson, ...]:
    seated = {seat.user_id for seat in seats}
    rows = Invited.objects.filter(table=table).select_related("user").order_by("pk")
    here = (row.user for row in rows if row.user_id not in seated)
    return tuple(InvitedPerson(str(user), user.profile_url_for(viewer)) for user in here)


def _suggested(table: Table, seats: list[Seat], viewer: User | AnonymousUser) -> tuple[SuggestedPerson, ...]:
    if not isinstance(viewer, User) or find_seat(seats, viewer.pk) is None or not _has_room(table, seats):
        return ()
    return suggest_people(table, viewer, seats)


def _invite_form(request: HttpRequest, refusal: InviteRefusal | None) -> InviteForm:
    """Return the form, with the input and the error if it was refused."""
    if refusal is None:
        return InviteForm()
    form = InviteForm(request.POST)
    if form.is_valid():
        form.add_error("username", refusal_sentence(refusal))
    return form


def _may(viewer: User | AnonymousUser, table: Table, seats: list[Seat]) -> TablePermissions:
    gathers = table.status == Status.GATHERING
    seated = find_seat(seats, viewer.pk) is not None
    hosts = gathers and table.host_id == viewer.pk
    return TablePermissions(
        join=_has_room(table, seats) and viewer.is_authenticated and not seated,
        leave=gathers and seated,
        start=hosts and can_start(table, table.capacity if table.practice else len(seats)),
        seat_bot=hosts and len(seats) < table.capacity and can_start(table, table.capacity),
        fill=hosts and not table.practice and len(seats) < table.capacity and can_start(table, table.capacity),
        close=hosts,
    )


def _is_kept_apart(viewer: User | AnonymousUser, table: Table, seats: list[Seat]) -> bool:
    """Return True for somebody who could join if it weren't for a block."""
    if viewer.pk is None or not _has_room(table, seats) or find_seat(seats, viewer.pk) is not None:
        return False
    return is_blocked_by_seats(seats, viewer.pk)


def _has_room(table: Table, seats: list[Seat]) -> bool:
    return table.status == Status.GATHERING and len(seats) < table.capacity


def invitation_url(request: HttpRequest, table: Table) -> str:
    """Return the whole address of a table's invitation."""
    return request.build_absolute_uri(reverse("tables:invitation", args=[table.invitation]))
