"""Outbox: events of tables and reviews become rows, in the transaction of the event, and nothing else."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from games import clock
from games.accounts.models import User
from games.accounts.person_lock import lock_person
from games.accounts.signals import person_erased, time_zone_noted
from games.catalog.models import CatalogEntry, Change
from games.catalog.publication import review_changed
from games.nights.models import GameNight
from games.nights.signals import answers_needed, night_opened
from games.notices import game_nights, reviews, upkeep
from games.notices.models import Delivery, Mute, Notice, NoticeKind, Preference, ReviewNotice
from games.notices.preferences import schedule_digest
from games.notices.webhooks.models import Event, Webhook
from games.notices.webhooks.services import enqueue_requests
from games.tables import signals
from games.tables.changes import announce, touch
from games.tables.holders import find_seat, held, seats_present
from games.tables.models import Ending, Pace, Seat, Table
from games.tables.models.players import holder_of, reader_of
from games.tables.seats.absences import late_seats, next_nudge_at

LIVE_HEAD_START: Final = timedelta(seconds=20)
"""Head start of an open page before a turn notification is sent, at a real-time table."""
HEAD_START: Final = timedelta(seconds=60)
"""Head start at any other table."""
WEBHOOK_HEAD_START: Final = timedelta(seconds=5)
"""Delay before webhooks report a turn. A turn that is answered within this time is not reported."""
_AT_ONCE: Final = timedelta(0)


def connect() -> None:
    """Connect the receivers, each once."""
    signals.seats_awaited.connect(_on_awaited, dispatch_uid="notices")
    signals.game_over.connect(_on_over, dispatch_uid="notices")
    signals.time_short.connect(_on_short, dispatch_uid="notices")
    signals.seat_kept.connect(_on_kept, dispatch_uid="notices")
    signals.player_removed.connect(_on_removed, dispatch_uid="notices")
    signals.seat_taken.connect(_on_taken, dispatch_uid="notices")
    signals.pace_proposed.connect(_on_pace_proposed, dispatch_uid="notices")
    signals.pace_settled.connect(_on_pace_settled, dispatch_uid="notices")
    signals.rematch_offered.connect(_on_rematch, dispatch_uid="notices")
    signals.person_invited.connect(_on_invited, dispatch_uid="notices")
    signals.seat_named.connect(_on_seat_named, dispatch_uid="notices")
    signals.table_unlisted.connect(_on_unlisted, dispatch_uid="notices")
    night_opened.connect(_on_night_opened, dispatch_uid="notices")
    answers_needed.connect(_on_answers_needed, dispatch_uid="notices")
    signals.host_lost.connect(_on_host_lost, dispatch_uid="notices")
    signals.host_changed.connect(_on_host_changed, dispatch_uid="notices")
    signals.clock_set_back.connect(_on_clock_set_back, dispatch_uid="notices")
    review_changed.connect(_on_review_changed, dispatch_uid="notices")
    person_erased.connect(_on_erased, dispatch_uid="notices")
    time_zone_noted.connect(_on_time_zone, dispatch_uid="notices")


def _on_awaited(*, table: Table, seats: Sequence[Seat], **_: Any) -> None:
    enqueue_requests(Event.AWAITED, table, WEBHOOK_HEAD_START)
    if table.is_for_one or table.on_device or _sees_it_alone(table, held(seats)):
        return
    wait = LIVE_HEAD_START if table.pace == Pace.LIVE else HEAD_START
    _write_to_seats(NoticeKind.TURN, table, seats, wait)


def _sees_it_alone(table: Table, seats: Sequence[Seat]) -> bool:
    """Return True if the only awaited player is the one who just acted, with the answer on screen."""
    return len(seats) == 1 and seats[0].seen is not None and seats[0].seen >= table.number


def _on_over(*, table: Table, seats: Sequence[Seat], **_: Any) -> None:
    enqueue_requests(Event.OVER, table, _AT_ONCE)
    if table.ending == Ending.GIVEN_UP or table.on_device:
        return  # by the only player, on the page, or all of them saw it there
    # Includes players whose seats the stand-in plays, but not players who resigned.
    readers = {seat.index: reader_of(seat.player) for seat in seats}
    _write(_notice(NoticeKind.OVER, table, user, seat=index) for index, user in readers.items() if user)


def _on_short(*, table: Table, seat: Seat, **_: Any) -> None:
    _write_to_seats(NoticeKind.SHORT, table, [seat])


def _on_kept(*, table: Table, seat: Seat, **_: Any) -> None:
    # Only the player whose seat the stand-in took over needs to know.
    if user := reader_of(seat.player):
        _write([_notice(NoticeKind.KEPT, table, user, seat=seat.index)])


def _on_removed(*, table: Table, seat: Seat, **_: Any) -> None:
    if user := holder_of(seat.player):
        _write([_notice(NoticeKind.REMOVED, table, user, seat=seat.index)])


def _on_taken(*, table: Table, seat: Seat, former: User, **_: Any) -> None:
    _write([_notice(NoticeKind.TAKEN, table, former.pk, seat=seat.index, by=seat.user)])


def _on_pace_proposed(*, table: Table, by: User, seats: Iterable[Seat], **_: Any) -> None:
    _write_to_seats(NoticeKind.PACE, table, seats, by=by)


def _on_pace_settled(*, table: Table, seats: Iterable[Seat], **_: Any) -> None:
    # Match by seat number, because another player may have taken over a seat since then.
    notices = Notice.objects.filter(table=table, kind=NoticeKind.PACE, seat__in=[seat.index for seat in seats])
    # Lock first: the dispatcher, which locks in the same order, may be storing deliveries of them. On PostgreSQL, those
    # would refer to deleted notices, and the transaction that settles the proposal would fail at its end.
    keys = list(notices.select_for_update().order_by("pk").values_list("pk", flat=True))
    if keys:
        Notice.objects.filter(pk__in=keys).delete()


def _on_rematch(*, table: Table, by: User, people: Iterable[User], **_: Any) -> None:
    _write(_notice(NoticeKind.REMATCH, table, person.pk, by=by) for person in people if person.pk != by.pk)


def _on_invited(*, table: Table, by: User, person: User, **_: Any) -> None:
    _write([_notice(NoticeKind.INVITED, table, person.pk, by=by)])


def _on_seat_named(*, table: Table, by: User, person: User, **_: Any) -> None:
    _write([_notice(NoticeKind.CLAIM, table, person.pk, by=by)])


def _on_unlisted(*, table: Table, **_: Any) -> None:
    _write([_notice(NoticeKind.UNLISTED, table, table.host_id)])


def _on_night_opened(*, table: Table, people: Iterable[User], **_: Any) -> None:
    _write(_notice(NoticeKind.NIGHT, table, person.pk) for person in people)


def _on_answers_needed(*, night: GameNight, people: Collection[User], **_: Any) -> None:
    game_nights.enqueue(night, people)


def _on_host_lost(*, table: Table, seats: Iterable[Seat], **_: Any) -> None:
    _write(_notice(NoticeKind.HOST, table, seat.user_id, seat=seat.index) for seat in seats if seat.user_id)


def _on_host_changed(*, table: Table, **_: Any) -> None:
    # They pointed to where the former host wanted to receive events of the table.
    Webhook.objects.filter(table=table).delete()


def _on_clock_set_back(*, begin: datetime, end: datetime, **_: Any) -> None:
    upkeep.move(begin, end)


def _on_review_changed(*, entry: CatalogEntry, change: Change, **_: Any) -> None:
    reviews.enqueue_notices(entry, change)
    reviews.enqueue_mails(entry, change)


def _on_erased(*, user: User, **_: Any) -> None:
    Webhook.objects.filter(owner=user).delete()
    for model in (Delivery, Notice, ReviewNotice, Preference, Mute):
        model._default_manager.filter(user=user).delete()


def _on_time_zone(*, user: User, **_: Any) -> None:
    row = Preference.objects.select_for_update().filter(pk=user.pk, digest_hour__isnull=False).first()
    if row:
        schedule_digest(row, user)
        row.save(update_fields=["digest_due_at"])


def _write_to_seats(
    kind: NoticeKind, table: Table, seats: Iterable[Seat], wait: timedelta = _AT_ONCE, by: User | None = None
) -> None:
    """Create notifications for the users who play these seats themselves."""
    own = {seat.index: holder_of(seat.player) for seat in seats_present(seats)}
    _write(_notice(kind, table, user, seat=index, by=by, wait=wait) for index, user in own.items() if user)


def _notice(
    kind: NoticeKind,
    table: Table,
    user_id: int,
    *,
    seat: int | None = None,
    by: User | None = None,
    wait: timedelta = _AT_ONCE,
) -> Notice:
    now = clock.now()
    notice = Notice(kind=kind, table=table, user_id=user_id, seat=seat, by=by, turn=table.turn, number=table.number)
    notice.created_at, notice.due_at = now, now + wait
    return notice


def _write(notices: Iterable[Notice]) -> None:
    rows = list(notices)
    if rows:
        Notice.objects.bulk_create(rows)


def nudge(*, table: str, user: User) -> list[Seat]:
    """Send a nudge to the players for whom the table waits, and return their seats.

    Returns an empty list if nobody is late or if the last nudge was sent less than a day ago. Raises AccountDeleted
    if the account is deleted, and Table.DoesNotExist if the user does not play at the table.
    """
    with lock_person(user) as person:
        locked = Table.objects.locked().get(code=table)
        seats = list(Seat.objects.at(locked))
        own = find_seat(seats, person.pk)
        if own is None:
            raise Table.DoesNotExist
        late = late_seats(locked, seats, own)
        if not late or next_nudge_at(locked):
            return []
        now = locked.nudged_at = clock.now()
        fields = {"table": locked, "by": person, "turn": locked.turn, "number": locked.number}
        Notice.objects.bulk_create(
            Notice(kind=NoticeKind.NUDGE, user=seat.user, seat=seat.index, created_at=now, due_at=now, **fields)
            for seat in late
        )
        touch(locked)
    announce(locked.code, locked.version)
    return late
