"""The strip of a table: the part that changes with every answer."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from django.conf import settings
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext as _
from django.utils.translation import override

from engine import contract
from games import clock
from games.play.people import Person, people
from games.play.seat_pages import is_large
from games.tables.clocks.vacations import vacation_words
from games.tables.device.pages import HandOver, hand_over
from games.tables.game import Seated
from games.tables.lobby.cards import is_practice, table_url
from games.tables.models import MOST_LISTED, Bot, Seat, Table
from games.tables.models.players import is_away
from games.tables.pages.post_game import NextTable, Rematch, next_table, rematch_offer
from games.tables.presence import fetch_delay
from games.tables.seats.absences import late_seats, next_nudge_at
from games.tables.time_control import clock_time, due_words
from games.tables.turn_words import has_rounds

_HOUR: Final = 60 * 60
_BOTS_HAVE_ANSWERED: Final = "2"
"""Seconds after which bots that are asked have usually answered."""


@dataclass(frozen=True, slots=True)
class Clock:
    """The time that somebody has: `left` and `whole` are seconds, of now and of the turn as it began, and `words` say
    how long that is, and by the hour also when it ends on the viewer's clock.
    """

    due: datetime
    left: str
    whole: str
    words: str


@dataclass(frozen=True, slots=True)
class PlayerStatus:
    """Status of a player at the table.

    `state` is in words, "" for none. `since` is when they became awaited, once that is a while ago. `clock` is their
    time, None if no clock runs. `away` is True if the stand-in plays.
    """

    person: Person
    awaited: bool
    since: datetime | None
    state: str
    clock: Clock | None
    away: bool


@dataclass(frozen=True, slots=True)
class Nudge:
    """The address of the button that nudges late players; "" after a nudge, when `sentence` says when it is back."""

    post: str
    sentence: str = ""


@dataclass(frozen=True, slots=True)
class Strip:
    """Status strip: which players are awaited.

    `address` reloads it after at most `spread` milliseconds. `desk` identifies the state of the viewer's part of the
    table, which the page sends with it. `seat` is the viewer's, "" for spectators. The sentence consists of `lead` and
    whom the table is `waiting` for; one of them may be "". `announcement` is the text for screen readers. `progress` is
    the number of seats that have answered, for narrow screens, and marks a fork or a game with bots there, as the
    table's name is hidden then. At a large table it stands for `people`, and `missing` are the awaited players if they
    are few enough to be listed; None at other tables. `clock` is the viewer's own. `rematch` is another seat's offer
    after a finished game, or None. `next_table` is another table that awaits the viewer, None if there is none or if
    others wait for them here. `hand_over` is the button to hand on a shared device. `nudge` is the table's code if the
    viewer may nudge others, else "".

    `reload` is the URL of the table for a viewer without scripts who waits for others, "" for any other; `reload_after`
    are the seconds after which their page loads it by itself, "" for never.
    """

    version: int
    spread: str
    title: str
    address: str
    desk: str
    seat: str
    lead: str
    waiting: str
    announcement: str
    my_turn: bool
    progress: str
    people: tuple[PlayerStatus, ...]
    missing: tuple[PlayerStatus, ...] | None
    clock: Clock | None
    rematch: Rematch | None
    next_table: SimpleLazyObject[NextTable | None] | None
    nudge: Nudge | None = None
    hand_over: HandOver | None = None
    reload: str = ""
    reload_after: str = ""


def open_rematch(seated: Seated, *, over: bool) -> Rematch | None:
    """Return the open rematch started by another player of a finished game, or None."""
    if not over or seated.seat is None or seated.is_solo:
        return None
    rematch = rematch_offer(seated.table, seated.seats[seated.seat].user_id)
    return rematch if rematch.name and rematch.post else None


def player_statuses(seated: Seated, awaited: Sequence[bool], states: Sequence[str]) -> tuple[PlayerStatus, ...]:
    """Return the status of every player, in seat order, from who is awaited and the states in words.

    At a large table these are only the viewer, and the awaited players if they are few.
    """
    now = clock.now()
    listed = _listed_seats(seated, awaited)
    return tuple(
        _player_status(
            person,
            seat,
            now,
            awaited=awaited[person.seat],
            state=states[person.seat],
            vacation=vacation_words(seated.table, seat.user) if seat.user else "",
        )
        for person in people(seated, listed)
        for seat in [seated.seats[person.seat]]
    )


def _listed_seats(seated: Seated, awaited: Sequence[bool]) -> Container[int]:
    seats = range(len(seated.seats))
    if not is_large(len(seats)):
        return seats
    missing = {seat for seat in seats if awaited[seat]} if sum(awaited) <= MOST_LISTED else set()
    return missing if seated.seat is None else {seated.seat, *missing}


def _player_status(
    person: Person, seat: Seat, now: datetime, *, awaited: bool, state: str, vacation: str
) -> PlayerStatus:
    a_while_ago = seat.awaited_since is not None and seat.awaited_since < now - timedelta(minutes=1)
    state = person.away or _with_vacation(state, vacation)
    clock = _clock(seat, now) if awaited else None
    since = seat.awaited_since if a_while_ago and not clock else None
    return PlayerStatus(person, awaited, since, state, clock, away=is_away(seat.player))


def _with_vacation(state: str, vacation: str) -> str:
    return ", ".join(words for words in (state, vacation) if words)


def _clock(seat: Seat, now: datetime) -> Clock | None:
    if seat.due_at is None:
        return None
    left = max(0, int((seat.due_at - now).total_seconds()))
    whole = int((seat.due_at - (seat.awaited_since or now)).total_seconds())
    words = due_words(seat.due_at) if left >= _HOUR else time_words(left)
    return Clock(seat.due_at, str(left), str(whole), words)


def time_words(seconds: int) -> str:
    """Return how long less than an hour is, in minutes and seconds."""
    return _("%(minutes)d min %(seconds)d s") % {"minutes": seconds // 60, "seconds": seconds % 60}


def _mark(table: Table, seats: Sequence[Seat]) -> str:
    """Return a few words that mark a fork or a game with bots, "" for any other game."""
    if table.practice:
        return _("Practice game") if is_practice(table, seats) else _("Game with bots")
    if not table.is_fork:
        return ""
    if has_rounds(table):
        return _("Continued from round %(round)s") % {"round": table.fork_turn}
    return _("Continued from turn %(turn)s") % {"turn": table.fork_turn}


def _progress(seated: Seated, progress: str) -> str:
    mark = _mark(seated.table, seated.seats)
    if is_large(len(seated.seats)):
        return " · ".join(words for words in (mark, progress) if words)
    return mark or (progress if len(seated.seats) > 1 else "")


def _missing(seated: Seated, sitting: Sequence[PlayerStatus]) -> tuple[PlayerStatus, ...] | None:
    if not is_large(len(seated.seats)):
        return None
    few = sum(seat.awaited for seat in seated.seats) <= MOST_LISTED
    return tuple(status for status in sitting if status.awaited) if few else ()


def strip(
    seated: Seated,
    sitting: Sequence[PlayerStatus],
    *,
    title: str,
    sentence: str,
    waiting: str = "",
    announcement: str,
    progress: str,
    desk: str,
    again: Rematch | None,
) -> Strip:
    """Return the strip, which is reloaded after every change.

    `title` says in a few words whose turn it is, `sentence` in a whole sentence, which may end with whom the table is
    `waiting` for. `desk` identifies the state of the
    viewer's part of the table: while it stays the same, another player's answer changes only the strip. `again` is
    the result of `asked_again`.
    """
    table = seated.table
    waits = bool(waiting) and sentence.endswith(waiting)
    my_turn = not seated.has_left and any(place.person.me and place.awaited for place in sitting)
    waits_for_others = not (my_turn or table.is_over) and any(seat.awaited for seat in seated.seats)
    return Strip(
        version=table.version,
        spread=fetch_delay(table.code, seated=seated.seat is not None),
        title=f"{title} · {table.shown_name} · Carto",
        address=f"{reverse('tables:table', args=[table.code])}?since={table.version}&desk={desk}",
        desk=desk,
        seat="" if seated.seat is None else str(seated.seat),
        lead=sentence.removesuffix(waiting).rstrip() if waits else sentence,
        waiting=waiting if waits else "",
        announcement=again.sentence if again else announcement,
        my_turn=my_turn,
        progress=_progress(seated, progress),
        people=tuple(sitting),
        missing=_missing(seated, sitting),
        clock=None if seated.has_left else next((place.clock for place in sitting if place.person.me), None),
        rematch=again,
        # Lazy, because some responses create a strip without rendering it.
        next_table=None
        if (my_turn and not seated.is_solo) or table.on_device
        else SimpleLazyObject(lambda: next_table(seated)),
        nudge=_nudge(seated),
        hand_over=hand_over(seated),
        reload=table_url(table) if waits_for_others else "",
        reload_after=_BOTS_HAVE_ANSWERED if waits_for_others and _asks_bots(seated) else "",
    )


def _asks_bots(seated: Seated) -> bool:
    """Return True if bots are about to answer. Only then does a page without scripts reload itself: for people it would
    take too long, and the viewer may be typing a command.
    """
    now = clock.now()
    return any(isinstance(seat.player, Bot) and seat.alarm_at and seat.alarm_at <= now for seat in seated.seats)


def news(seated: Seated, seat: contract.Seat, make: Callable[[], Strip]) -> dict[str, str]:
    """Return by language what an answer of `seat` changes in everybody else's strip: whom the table waits for, and its
    state, or at a large table the counts.

    `seated` is a spectator at the table, and `make` makes their strip. Empty if the seat has a deadline that is hours
    away, as it is written in the time zone of each viewer. Times are marked up in UTC, as the zone of the player who
    answers is nobody else's business.
    """
    due = seated.seats[seat].due_at
    if due and (due - clock.now()).total_seconds() >= _HOUR:
        return {}
    html = {}
    for language, _name in settings.LANGUAGES:
        with override(language), timezone.override(UTC):
            strip = make()
            context = {"strip": strip, "sitting": None if strip.missing is not None else strip.people[seat]}
            html[language] = render_to_string("play/_strip_news.html", context).strip()
    return html


def _nudge(seated: Seated) -> Nudge | None:
    if seated.seat is None or seated.is_solo:
        return None
    if not late_seats(seated.table, seated.seats, seated.seats[seated.seat]):
        return None
    if again := next_nudge_at(seated.table):
        return Nudge("", _("Nudged. You can nudge again after %(time)s.") % {"time": clock_time(again)})
    return Nudge(reverse("notices:nudge", args=[seated.table.code]))
