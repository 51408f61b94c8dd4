"""Notification settings of users: topics by channel, quiet hours, digest, muted tables and unsubscribe links."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, time, timedelta, tzinfo
from typing import Final, assert_never

from django.conf import settings
from django.core import signing
from django.urls import reverse

from games import clock
from games.accounts.models import User
from games.accounts.person_lock import lock_person
from games.accounts.time_zones import zone_of
from games.notices.models import OF_A_GAME, ChannelKey, Mute, Notice, NoticeKind, NoticeTopic, Preference, Subscription
from games.tables.models import Pace, Seat, Status, Table
from games.tables.models.players import is_away, is_present
from games.tables.presence import is_visible
from games.tables.time_control import MORNING, NIGHTFALL, morning_after

_MAIL_BY_DEFAULT: Final = frozenset(
    {
        NoticeTopic.TURN,
        NoticeTopic.SHORT,
        NoticeTopic.NUDGE,
        NoticeTopic.PACE,
        NoticeTopic.OVER,
        NoticeTopic.INVITED,
        NoticeTopic.UNLISTED,
        NoticeTopic.NIGHT,
    }
)
"""Topics about which users may be away. Turns of real-time games and rematches are for players who are there."""
_SALT: Final = "games.notices.unsubscribe"


@dataclass(frozen=True, slots=True)
class NotificationChoices:
    """Return a person's preferences."""

    switches: Mapping[str, bool] = field(default_factory=dict)
    quiet_hours: bool = False
    quiet_from: time = NIGHTFALL
    quiet_until: time = MORNING
    digest_hour: int | None = None

    def wants(self, topic: NoticeTopic, channel: ChannelKey) -> bool:
        """Return True if the user wants this topic on a channel or the page."""
        return self.switches.get(switch_name(topic, channel), is_default(topic, channel))


def switch_name(topic: NoticeTopic, channel: ChannelKey) -> str:
    """Return the name under which a choice is stored."""
    return f"{topic.value}.{channel.value}"


def is_default(topic: NoticeTopic, channel: ChannelKey) -> bool:
    """Return True if users without a choice of their own get this topic on a channel."""
    match channel:
        case ChannelKey.PAGE | ChannelKey.PUSH:  # users have a device only after turning on notifications on it
            return True
        case ChannelKey.MAIL:
            return topic in _MAIL_BY_DEFAULT
        case ChannelKey.WEBHOOKS:  # set up for each table
            return False
        case _:
            assert_never(channel)


def load_choices(users: Collection[int]) -> dict[int, NotificationChoices]:
    """Return the saved preferences of these people by their keys, in one statement."""
    rows = Preference.objects.filter(pk__in=users)
    return {row.pk: _choices_of_row(row) for row in rows}


def _choices_of_row(row: Preference) -> NotificationChoices:
    quiet = row.quiet_hours, time(row.quiet_from), time(row.quiet_until)
    return NotificationChoices(row.switches, *quiet, row.digest_hour)


def save_choices(
    *,
    user: User,
    switches: Mapping[str, bool],
    quiet_hours: bool,
    time_zone: str,
    quiet_from: time = NIGHTFALL,
    quiet_until: time = MORNING,
    digest_hour: int | None = None,
) -> None:
    """Keep what somebody has chosen; a switch that is not among them stays as it is. Raises AccountDeleted."""
    with lock_person(user) as person:
        row = Preference.objects.select_for_update().filter(pk=user.pk).first() or Preference(pk=user.pk)
        row.switches = {**row.switches, **switches}
        row.quiet_hours, row.quiet_from, row.quiet_until = quiet_hours, quiet_from.hour, quiet_until.hour
        moved = (row.digest_hour, person.time_zone) != (digest_hour, time_zone)
        row.digest_hour, person.time_zone = digest_hour, time_zone
        if moved:  # otherwise a digest that is due right now would be skipped
            schedule_digest(row, person)
        row.save()
        person.save(update_fields=["time_zone"])


def schedule_digest(row: Preference, person: User) -> None:
    """Set when the next digest of a person is due, without saving it."""
    hour = row.digest_hour
    row.digest_due_at = None if hour is None else next_digest_at(hour, zone_of(person), clock.now())


def next_digest_at(hour: int, zone: tzinfo, now: datetime) -> datetime:
    """Return the next time after `now` when it is that hour in a time zone, in UTC. An hour that is skipped as clocks
    go forward counts as the one after it, and of an hour that comes twice the first counts.
    """
    today = now.astimezone(zone).date()
    days = (datetime.combine(today + timedelta(days=days), time(hour), zone).astimezone(UTC) for days in (0, 1, 2))
    return next(moment for moment in days if moment > now)


def switch_off(*, user: User, channel: ChannelKey, topics: Collection[NoticeTopic | Subscription]) -> None:
    """Turn topics off on a channel. Raises AccountDeleted."""
    switches = {switch_name(topic, channel): False for topic in topics if isinstance(topic, NoticeTopic)}
    with lock_person(user):
        row = Preference.objects.select_for_update().filter(pk=user.pk).first() or Preference(pk=user.pk)
        row.switches = {**row.switches, **switches}
        if Subscription.DIGEST in topics:
            row.digest_hour = row.digest_due_at = None
        row.save()


def mute(*, user: User, table: Table, muted: bool) -> None:
    """Mute the notifications of a table for a user, or unmute them.

    Raises AccountDeleted if the account is deleted, and Table.DoesNotExist if a table to be muted is deleted.
    """
    with lock_person(user):
        if muted:
            Table.objects.locked().get(pk=table.pk)
            Mute.objects.get_or_create(user=user, table=table)
        else:
            Mute.objects.filter(user=user, table=table).delete()


def is_muted(user: User, table: Table) -> bool:
    """Return True if the user has muted the table."""
    return Mute.objects.filter(user=user, table=table).exists()


@dataclass(frozen=True, slots=True)
class Stop:
    """User and topic of an unsubscribe link."""

    user: User
    topic: NoticeTopic | Subscription


def stop_url(user: User, topic: NoticeTopic | Subscription) -> str:
    """The whole address that stops mail of a topic to one person."""
    token = _signer().sign_object([user.pk, topic.value])
    return settings.LINKS_ORIGIN + reverse("notices:unsubscribe", args=[token])


def stop_of(token: str) -> Stop | None:
    """Return what an unsubscribe link stops, or None if it is forged or the account is gone."""
    try:
        pk, topic = _signer().unsign_object(token)
        user = User.objects.active().filter(pk=pk, erased_at=None).first()
        subject = Subscription(topic) if topic in Subscription.values else NoticeTopic(topic)
        return Stop(user, subject) if user else None
    except (signing.BadSignature, ValueError, TypeError):
        return None


def _signer() -> signing.Signer:
    """It notes no time, as letters may be old."""
    return signing.Signer(salt=_SALT)


SEEN_IS_ENOUGH: Final = frozenset({Pace.LIVE, Pace.NONE})
"""Time controls in which a player who has seen their turn on the page needs no notification. In turn-based games they
may have left the turn for later.
"""
_NO_CHOICES: Final = NotificationChoices()


@dataclass(frozen=True, slots=True)
class NoticeFacts:
    """Data for deciding on notifications.

    `seats` holds seats by (table, user), `choices` settings by user, and `muted` (table, user) pairs.
    """

    seats: dict[tuple[int, int], Seat]
    choices: dict[int, NotificationChoices]
    muted: frozenset[tuple[int, int]]

    def seat(self, notice: Notice) -> Seat | None:
        """Return the reader's seat at the table, or None."""
        return self.seats.get((notice.table_id, notice.user_id))

    def choices_for(self, notice: Notice) -> NotificationChoices:
        """Return the reader's notification settings."""
        return self.choices.get(notice.user_id, _NO_CHOICES)

    def is_muted(self, notice: Notice) -> bool:
        """Return True if the reader has muted the table."""
        return (notice.table_id, notice.user_id) in self.muted


def load_notice_facts(notices: Iterable[Notice]) -> NoticeFacts:
    """Read what has to be known of those notices, in three statements."""
    rows = list(notices)
    tables, people = {notice.table_id for notice in rows}, {notice.user_id for notice in rows}
    offers = {notice.table.rematch_of_id for notice in rows if notice.kind == NoticeKind.REMATCH}
    seats = Seat.objects.filter(table__in=tables | (offers - {None}), user__in=people)
    muted = Mute.objects.filter(table__in=tables, user__in=people).values_list("table", "user")
    by_user = {(seat.table_id, seat.user_id): seat for seat in seats if seat.user_id}
    return NoticeFacts(by_user, load_choices(people), frozenset(muted))


def is_still_valid(notice: Notice, seat: Seat | None) -> bool:
    """Return True if a notification, read `with_tables`, is still valid for its reader."""
    if not notice.user.is_active or (notice.kind in OF_A_GAME and not getattr(notice, "with_others", True)):
        return False
    match kind := NoticeKind(notice.kind):
        case NoticeKind.TURN:
            return _is_owed(notice, seat) and not _saw_it(notice, seat)
        case NoticeKind.SHORT | NoticeKind.NUDGE:
            return _is_owed(notice, seat)
        case NoticeKind.KEPT:
            return seat is not None and is_away(seat.player)
        case NoticeKind.PACE:
            return seat is not None and is_present(seat.player) and seat.agreed_pace is None
        case NoticeKind.INVITED:
            return seat is None and notice.table.status in {Status.GATHERING, Status.PLAYING}
        case NoticeKind.REMATCH:
            return notice.table.status != Status.CLOSED
        case NoticeKind.UNLISTED | NoticeKind.NIGHT | NoticeKind.HOST:
            return notice.table.status == Status.GATHERING
        case NoticeKind.OVER | NoticeKind.REMOVED | NoticeKind.TAKEN | NoticeKind.CLAIM:
            return True
        case _:
            assert_never(kind)


def was_shown(notice: Notice, seat: Seat | None) -> bool:
    """Return True if the reader has already seen the end of a live game on its page."""
    return notice.kind == NoticeKind.OVER and _saw_it(notice, seat)


def is_in_sight(notice: Notice, known: NoticeFacts, now: datetime) -> bool:
    """Return True if the user has the page with the same information open and visible.

    For a rematch, this is the page of the previous game. Nudges, and time warnings in turn-based games, are for
    players who may have left the page open and gone away, so they are never in sight.
    """
    if notice.kind == NoticeKind.NUDGE or (notice.kind == NoticeKind.SHORT and notice.table.pace != Pace.LIVE):
        return False
    is_offer = notice.kind == NoticeKind.REMATCH
    table = notice.table.rematch_of_id if is_offer else notice.table_id
    seat = known.seats.get((table, notice.user_id)) if table else None
    return seat is not None and is_visible(seat, now)


def is_wanted(notice: Notice, known: NoticeFacts, channel: ChannelKey) -> bool:
    """Return True if the reader currently wants this on a channel or the page."""
    return not known.is_muted(notice) and known.choices_for(notice).wants(notice.topic, channel)


def earliest_send_time(notice: Notice, known: NoticeFacts, now: datetime) -> datetime:
    """Return when it may be told: in quiet hours after their end, but of short time before it is out."""
    morning = after_quiet_hours(notice.user, known.choices_for(notice), now)
    seat = known.seat(notice)
    if notice.kind == NoticeKind.SHORT and seat and seat.due_at and seat.due_at <= morning:
        return now
    return max(now, morning)


def after_quiet_hours(user: User, choices: NotificationChoices, now: datetime) -> datetime:
    """Return when a user can be sent something: now, or at the end of their quiet hours."""
    if not choices.quiet_hours:
        return now
    return morning_after(now, zone_of(user), choices.quiet_from, choices.quiet_until)


def _is_owed(notice: Notice, seat: Seat | None) -> bool:
    """Return True if the answer that the notification asks for is still due.

    An answer that became due later does not count.
    """
    if seat is None or not seat.awaited or notice.table.status != Status.PLAYING:
        return False
    return is_present(seat.player) and (seat.awaited_since is None or seat.awaited_since <= notice.created_at)


def _saw_it(notice: Notice, seat: Seat | None) -> bool:
    at_page = notice.table.pace in SEEN_IS_ENOUGH if notice.kind == NoticeKind.TURN else notice.table.pace == Pace.LIVE
    return at_page and seat is not None and seat.seen is not None and seat.seen >= notice.number
