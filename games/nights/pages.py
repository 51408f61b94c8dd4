"""Contexts of the pages of game nights."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final

from django.db.models import Prefetch
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format, time_format
from django.utils.translation import gettext as _

from games import clock
from games.accounts.models import User
from games.accounts.time_zones import zone_named, zone_words
from games.nights.asks import moment_words
from games.nights.forms import NightForm, PeopleForm
from games.nights.models import GameNight, NightDate, NightMember
from games.nights.night_settings import new_table_of
from games.play.words import and_list
from games.tables.game import UnknownGame, game_named
from games.tables.lobby.cards import state_words, table_url
from games.tables.models import Seat, Status, Table
from games.tables.results import winners
from games.tables.time_control import tempo_words

_MOST_PAST: Final = 20


@dataclass(frozen=True, slots=True)
class NightRow:
    """A game night in the user's list; `starts_at` is None for an invitation, `answer` says if the user comes."""

    name: str
    url: str
    weekly: str
    host: str
    is_invitation: bool
    starts_at: str
    answer: str


@dataclass(frozen=True, slots=True)
class NightsPage:
    """List of a user's game nights; `keep` is where a guest creates an account, "" for others."""

    rows: tuple[NightRow, ...]
    keep: str = ""


@dataclass(frozen=True, slots=True)
class NightFormPage:
    """Form of a new or changed game night."""

    form: NightForm
    command_id: str
    night: GameNight | None = None


@dataclass(frozen=True, slots=True)
class MemberLine:
    """A person of a game night; `remove` is the key by which the host removes them, 0 for others."""

    name: str
    url: str
    crest: str
    is_host: bool
    answer: str
    remove: int


@dataclass(frozen=True, slots=True)
class DatePart:
    """The next date as its viewer sees it.

    `host_time` is the same in the time zone of the night, "" if that is the same. `comes` is the viewer's answer, None
    without one. `table` and `table_words` lead to the open table, "" before it opens.
    """

    day: date
    starts_at: str
    host_time: str
    comes: bool | None
    coming: str
    opens_at: str
    is_open: bool
    table: str
    table_words: str


@dataclass(frozen=True, slots=True)
class PastDate:
    """A past date with its table."""

    day: str
    url: str
    words: str


@dataclass(frozen=True, slots=True)
class SkippedDate:
    """A skipped date to come."""

    day: date
    words: str


@dataclass(frozen=True, slots=True)
class NightPage:
    """Page of a game night. `calendar` is the address of the viewer's calendar file, `webcal` the same to subscribe."""

    night: GameNight
    weekly: str
    lines: tuple[str, ...]
    is_host: bool
    is_invitation: bool
    has_ended: bool
    date: DatePart | None
    members: tuple[MemberLine, ...]
    invited: tuple[MemberLine, ...]
    past: tuple[PastDate, ...]
    skipped: tuple[SkippedDate, ...]
    calendar: str
    webcal: str
    link: str
    people: PeopleForm | None


@dataclass(frozen=True, slots=True)
class JoinPage:
    """Page of the link that invites people to a game night."""

    night: GameNight
    weekly: str
    next: str
    people: str


def weekly_words(night: GameNight) -> str:
    """Return the weekly time: "Every Friday at 8 p.m. (Europe/Berlin)"."""
    words = {"day": night.schedule.weekday_name, "time": time_format(night.at), "zone": zone_words(night.zone)}
    return _("Every %(day)s at %(time)s (%(zone)s)") % words


def nights_page(user: User, keep: str) -> NightsPage:
    """Return the list of a user's game nights, in a fixed number of queries."""
    now = clock.now()
    dates = Prefetch("night__dates", NightDate.objects.current(now).prefetch_related("answers"), to_attr="coming")
    members = NightMember.objects.filter(user=user, night__ended_at=None).select_related("night__host")
    rows = members.order_by("night__acts_at", "pk").prefetch_related(dates)
    return NightsPage(tuple(_night_row(member, user) for member in rows), keep)


def _night_row(member: NightMember, user: User) -> NightRow:
    night = member.night
    current: NightDate | None = next(iter(night.coming), None)  # type: ignore[attr-defined]  # prefetched
    answers = {answer.user_id: answer.comes for answer in current.answers.all()} if current else {}
    return NightRow(
        name=night.name,
        url=night.url,
        weekly=weekly_words(night),
        host=str(night.host),
        is_invitation=member.joined_at is None,
        starts_at=moment_words(current.starts_at) if current else "",
        answer=_answer_words(answers.get(user.pk)),
    )


def _answer_words(comes: bool | None) -> str:
    if comes is None:
        return _("Not answered")
    return _("Coming") if comes else _("Can’t come")


def night_page(night: GameNight, viewer: User, root: str, people: PeopleForm | None) -> NightPage:
    """Return the page of a game night for somebody who belongs to it."""
    now = clock.now()
    members = list(night.members.select_related("user"))
    own = next(member for member in members if member.user_id == viewer.pk)
    current = night.current_date(now)
    answers = list(current.answers.select_related("user").order_by("at", "pk")) if current else []
    comes = {answer.user_id: answer.comes for answer in answers}
    is_host = night.host_id == viewer.pk
    joined = [member for member in members if member.joined_at]
    invited = [member for member in members if not member.joined_at]
    calendar = root + reverse("nights:calendar", args=[own.calendar])
    return NightPage(
        night=night,
        weekly=weekly_words(night),
        lines=_settings_lines(night),
        is_host=is_host,
        is_invitation=own.joined_at is None,
        has_ended=night.ended_at is not None,
        date=_date_part(night, current, viewer, [a.user for a in answers if a.comes], comes) if current else None,
        members=tuple(
            _member_line(member, night, viewer, _answer_words(comes.get(member.user_id))) for member in joined
        ),
        invited=tuple(_member_line(member, night, viewer, "") for member in invited),
        past=_past_dates(night, current),
        skipped=_skipped_dates(night, now) if is_host else (),
        calendar=calendar if own.joined_at else "",
        webcal=calendar.replace("https:", "webcal:", 1).replace("http:", "webcal:", 1) if own.joined_at else "",
        link=root + reverse("nights:invitation", args=[night.invitation]) if own.joined_at else "",
        people=people,
    )


def _settings_lines(night: GameNight) -> tuple[str, ...]:
    """Return the game and the settings that matter, in a few words each."""
    try:
        game, new = game_named(night.game), new_table_of(night, 1)
        return (str(game.name), tempo_words(new.tempo), *game.describe(new.options))
    except UnknownGame:
        return ()


def _member_line(member: NightMember, night: GameNight, viewer: User, answer: str) -> MemberLine:
    removable = night.host_id == viewer.pk and member.user_id != viewer.pk
    return MemberLine(
        name=str(member.user),
        url=member.user.profile_url_for(viewer),
        crest=member.user.shown_crest,
        is_host=night.host_id == member.user_id,
        answer=answer,
        remove=member.pk if removable else 0,
    )


def _date_part(
    night: GameNight, current: NightDate, viewer: User, coming: Iterable[User], comes: dict[int, bool]
) -> DatePart:
    url, words = _table_link(current, viewer)
    return DatePart(
        day=current.day,
        starts_at=moment_words(current.starts_at),
        host_time=_host_time(night, current.starts_at),
        comes=comes.get(viewer.pk),
        coming=and_list([str(user) for user in coming]),
        opens_at=time_format(timezone.localtime(current.opens_at()).time()),
        is_open=current.opened_at is not None,
        table=url,
        table_words=words,
    )


def _host_time(night: GameNight, moment: datetime) -> str:
    """Return a moment in the time zone of a night, "" if the viewer's clock shows the same."""
    zone = zone_named(night.zone)
    if moment.astimezone(zone).utcoffset() == timezone.localtime(moment).utcoffset():
        return ""
    with timezone.override(zone):
        return f"{moment_words(moment)} ({zone_words(night.zone)})"


def _table_link(current: NightDate, viewer: User) -> tuple[str, str]:
    """Return the address of the open table for those who can go there, and what it is called."""
    table = (
        Table.objects.filter(pk=current.table_id).exclude(status=Status.CLOSED).first() if current.table_id else None
    )
    if table is None:
        return "", ""
    invited = table.status == Status.GATHERING and table.invited.filter(user=viewer).exists()
    if Seat.objects.filter(table=table, user=viewer).exists():
        return table_url(table), state_words(table)
    return (reverse("tables:invitation", args=[table.invitation]), state_words(table)) if invited else ("", "")


def _past_dates(night: GameNight, current: NightDate | None) -> tuple[PastDate, ...]:
    """Return the dates on which a game began, the latest first, with the winners."""
    begun = [Status.PLAYING, Status.FINISHED]
    rows = night.dates.filter(table__status__in=begun).exclude(pk=current.pk if current else 0)
    seats = Prefetch("table__seats", Seat.objects.select_related("user").order_by("index"))
    return tuple(map(_past_date, rows.select_related("table").prefetch_related(seats).order_by("-day")[:_MOST_PAST]))


def _past_date(row: NightDate) -> PastDate:
    assert row.table
    best = and_list([seat.shown_name for seat in winners(row.table.seats.all())])
    words = _("Won by %(names)s") % {"names": best} if row.table.is_over and best else state_words(row.table)
    return PastDate(date_format(row.day), table_url(row.table), words)


def _skipped_dates(night: GameNight, now: datetime) -> tuple[SkippedDate, ...]:
    rows = night.dates.filter(skipped=True, starts_at__gt=now).order_by("day")
    return tuple(SkippedDate(row.day, date_format(row.day)) for row in rows)


def join_page(night: GameNight) -> JoinPage:
    """Return the page that invites to a game night."""
    current = night.current_date(clock.now())
    joined = night.members.exclude(joined_at=None).select_related("user")
    return JoinPage(
        night=night,
        weekly=weekly_words(night),
        next=moment_words(current.starts_at) if current else "",
        people=and_list([str(member.user) for member in joined]),
    )
