"""Who sits where, as the pages name them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone

from engine.contract import Seat
from games.tables.game import Seated


@dataclass(frozen=True, slots=True)
class Person:
    """A seat with the name of who sits there. `css` gives its colour; `state` says what it does, in words; `since` is
    when it began to be awaited, once that is a while ago.
    """

    seat: Seat
    name: str
    title: str
    username: str
    css: str
    me: bool
    awaited: bool
    since: datetime | None
    state: str


def seat_css(seat: int) -> str:
    """The class that gives a seat its colour."""
    return f"seat-{seat % 12}"


def people(seated: Seated, awaited: Sequence[bool], states: Sequence[str]) -> tuple[Person, ...]:
    """Everybody at the table, in the order of the seats; `awaited` and `states` tell of each whether it is waited for,
    and what it does.
    """
    a_while_ago = timezone.now() - timedelta(minutes=1)
    return tuple(
        Person(
            seat=Seat(entry.index),
            name=str(entry.user),
            title=entry.user.title,
            username=entry.user.username,
            css=seat_css(entry.index),
            me=entry.index == seated.seat,
            awaited=awaited[entry.index],
            since=entry.awaited_since if _before(entry.awaited_since, a_while_ago) else None,
            state=states[entry.index],
        )
        for entry in seated.seats
    )


def _before(since: datetime | None, moment: datetime) -> bool:
    return since is not None and since < moment
