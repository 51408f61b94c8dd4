"""Who sits where, as the pages name them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.translation import gettext as _

from engine.cartographers.view import View
from engine.contract import Seat
from games.tables.game import Seated


@dataclass(frozen=True, slots=True)
class Person:
    """A seat with the name of who sits there. `css` gives its colour; `state` says whether it has drawn, in words;
    `since` is when it began to be awaited, once that is a while ago.
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


def people(seated: Seated, view: View) -> tuple[Person, ...]:
    """Everybody at the table, in the order of the seats."""
    a_while_ago = timezone.now() - timedelta(minutes=1)
    return tuple(
        Person(
            seat=Seat(entry.index),
            name=str(entry.user),
            title=entry.user.title,
            username=entry.user.username,
            css=f"seat-{entry.index % 12}",
            me=entry.index == view.viewer,
            awaited=view.awaited[entry.index],
            since=entry.awaited_since if _before(entry.awaited_since, a_while_ago) else None,
            state=_state(view, entry.index),
        )
        for entry in seated.seats
    )


def _before(since: datetime | None, moment: datetime) -> bool:
    return since is not None and since < moment


def _state(view: View, seat: int) -> str:
    if view.destroyer:
        return _choosing(view, seat)
    if view.over or view.open is None:
        return ""
    if view.awaited[seat]:
        return _("drawing")
    return _("has drawn") if view.drawn[seat] else _("nothing to draw")


def _choosing(view: View, seat: int) -> str:
    if view.awaited[seat]:
        return _("choosing")
    return _("has chosen") if view.drawn[seat] else _("nothing to choose")
