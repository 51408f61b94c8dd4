"""Daily digests: the job that creates them at the hour that each user chose, and their text."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, Final

from django.conf import settings
from django.db.models import F
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import ngettext

from games import clock
from games.accounts.models import AccountDeleted, User
from games.accounts.person_lock import lock_person
from games.accounts.time_zones import zone_of
from games.notices.models import LATEST, ChannelKey, Delivery, Mute, Notice, NoticeKind, Preference, Subscription
from games.notices.preferences import schedule_digest
from games.notices.words import NoticeMessage, TableLine, build_table_line, read_seats
from games.tables.models import Ending, Seat, Table, with_others
from games.tables.models.players import RETURNABLE_CAUSES

MOST: Final = 50
"""Number of digests that one sweep queues."""


def start_due_digests() -> int:
    """Create the digests that are due, the oldest first, and return their number; one query if there are none."""
    now = clock.now()
    due = Preference.objects.digest_due(now).select_related("user")[:MOST]
    return sum(_start(row.user, now) for row in list(due))


def _start(user: User, now: datetime) -> bool:
    """Create one digest delivery and schedule the next, unless another process has done so."""
    try:
        with lock_person(user) as person:
            row = Preference.objects.digest_due(now).select_for_update().filter(pk=person.pk).first()
            if row is None:
                return False
            schedule_digest(row, person)
            row.save(update_fields=["digest_due_at"])
            fields = {"user": person, "channel": ChannelKey.MAIL, "kind": Subscription.DIGEST}
            Delivery.objects.create(**fields, created_at=now, due_at=now)
    except AccountDeleted:
        return False
    return True


_DAY: Final = timedelta(days=1)
_LONGEST: Final = timedelta(days=7)
"""Maximum age of finished games in a digest, however long ago the last digest was."""


def digest_of(delivery: Delivery) -> NoticeMessage | None:
    """Return the digest in the reader's language; None with nothing to say, or where it was switched off meanwhile."""
    user = delivery.user
    if not Preference.objects.filter(pk=user.pk, digest_hour__isnull=False).exists():
        return None
    waiting, ended = _waiting_for(user), _ended_for(delivery)
    if not waiting and not ended:
        return None
    with translation.override(user.chosen_language or settings.LANGUAGE_CODE), timezone.override(zone_of(user)):
        lines = [build_table_line(Notice(kind=NoticeKind.TURN, user=user, table=seat.table), seat) for seat in waiting]
        lines += [_result_line(user, table) for table in ended]
        return NoticeMessage(
            number=delivery.pk,
            user=user,
            kind=Subscription.DIGEST,
            topic=Subscription.DIGEST,
            title=_title(len(waiting), len(ended)),
            lines=tuple(lines),
            url=settings.LINKS_ORIGIN + reverse("notices:list"),
        )


def _waiting_for(user: User) -> list[Seat]:
    """Return the seats at which others wait for the person, the earliest deadline first."""
    seats = (
        Seat.objects.played_by_people().awaited_for_user(user.pk).filter(with_others("table"), table__on_device=False)
    )
    unmuted = seats.exclude(table__in=_muted_by(user)).select_related("table")
    return list(unmuted.order_by(F("due_at").asc(nulls_last=True), "awaited_since", "pk")[:LATEST])


def _ended_for(delivery: Delivery) -> list[Table]:
    """Return the games that ended between the person's last digest and this one, the latest first."""
    user, until = delivery.user, delivery.created_at
    earlier = Delivery.objects.filter(user=user, channel=delivery.channel, kind=delivery.kind, pk__lt=delivery.pk)
    last = earlier.order_by("-pk").values_list("created_at", flat=True).first()
    since = max(last, until - _LONGEST) if last else until - _DAY
    ended = (
        Table.objects.over()
        .played_here()
        .filter(with_others("pk"), on_device=False, finished_at__gt=since, finished_at__lte=until)
    )
    theirs = ended.filter(seats__user=user, seats__away_cause__in=RETURNABLE_CAUSES).exclude(ending=Ending.GIVEN_UP)
    tables = list(theirs.exclude(pk__in=_muted_by(user))[:LATEST])
    read_seats(tables)
    return tables


def _muted_by(user: User) -> Any:
    return Mute.objects.filter(user=user).values("table")


def _result_line(user: User, table: Table) -> TableLine:
    """Return the result without the picture of the game's end, as several would make a heavy email."""
    return replace(build_table_line(Notice(kind=NoticeKind.OVER, user=user, table=table), None), finished=None)


def _title(waiting: int, ended: int) -> str:
    waits = ngettext("%(count)d table is waiting for you", "%(count)d tables are waiting for you", waiting)
    ends = ngettext("%(count)d game ended", "%(count)d games ended", ended)
    counts = [(waits, waiting), (ends, ended)]
    return ", ".join(words % {"count": count} for words, count in counts if count)
