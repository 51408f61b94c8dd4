"""Rules for notifications: still valid, wanted, and when; no sending, and few queries."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Final, assert_never

from games.accounts.time_zones import zone_of
from games.notices.models import OF_A_GAME, ChannelKey, Mute, Notice, NoticeKind
from games.notices.preferences import NotificationChoices, load_choices
from games.tables.models import Pace, Seat, Status
from games.tables.models.players import is_away, is_present
from games.tables.presence import is_visible
from games.tables.time_control import morning_after

SEEN_IS_ENOUGH: Final = frozenset({Pace.LIVE, Pace.NONE})
"""Time controls in which a player who has seen their turn on the page needs no notification. In turn-based games they
may have left the turn for later.
"""
_NO_WISHES: Final = NotificationChoices()


@dataclass(frozen=True, slots=True)
class NoticeFacts:
    """Data for deciding on notifications.

    `seats` holds seats by (table, user), `wishes` settings by user, and `muted` (table, user) pairs.
    """

    seats: dict[tuple[int, int], Seat]
    wishes: dict[int, NotificationChoices]
    muted: frozenset[tuple[int, int]]

    def seat(self, notice: Notice) -> Seat | None:
        """Return the reader's seat at the table, or None."""
        return self.seats.get((notice.table_id, notice.user_id))

    def choices_for(self, notice: Notice) -> NotificationChoices:
        """Return the reader's notification settings."""
        return self.wishes.get(notice.user_id, _NO_WISHES)

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
        case NoticeKind.UNLISTED:
            return notice.table.status == Status.GATHERING
        case NoticeKind.OVER | NoticeKind.REMOVED | NoticeKind.TAKEN:
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
    wishes = known.choices_for(notice)
    if not wishes.quiet_hours:
        return now
    morning = morning_after(now, zone_of(notice.user), wishes.quiet_from, wishes.quiet_until)
    seat = known.seat(notice)
    if notice.kind == NoticeKind.SHORT and seat and seat.due_at and seat.due_at <= morning:
        return now
    return max(now, morning)


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
