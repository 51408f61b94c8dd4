"""Notification settings of users: topics by channel, quiet hours, digest, muted tables and unsubscribe links."""

from __future__ import annotations

from collections.abc import Collection, Mapping
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
from games.notices.models import ChannelKey, Mute, NoticeTopic, Preference, Subscription
from games.tables.models import Table
from games.tables.time_control import MORNING, NIGHTFALL

_MAIL_BY_DEFAULT: Final = frozenset(
    {
        NoticeTopic.TURN,
        NoticeTopic.SHORT,
        NoticeTopic.NUDGE,
        NoticeTopic.PACE,
        NoticeTopic.OVER,
        NoticeTopic.INVITED,
        NoticeTopic.UNLISTED,
    }
)
"""Topics about which users may be away. Turns of real-time games and rematches are for players who are there."""
_SALT: Final = "games.notices.unsubscribe"


@dataclass(frozen=True, slots=True)
class NotificationChoices:
    """A person's choices."""

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
    """The choices of those people who have made any, by their keys, in one statement."""
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
