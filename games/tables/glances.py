"""What the cards of one's own tables show: a small picture, whom a table waits for, how far it has gone since."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice
from typing import Final

from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.utils.safestring import SafeString
from django.utils.text import get_text_list
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from engine import contract
from games.accounts.models import User
from games.tables.game import game_of, games
from games.tables.loading import Loaded, Memory, load_all
from games.tables.models import Seat, Status, Table

MOST_PICTURED: Final = 24
"""Cards of a list that have a picture, the first of them."""
_MOST_KEPT: Final = 2_000
_MOST_NAMES: Final = 2


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture of a table as it was after the event of that number."""

    number: int
    svg: SafeString


@dataclass(frozen=True, slots=True)
class Inks:
    """What pages with pictures need once: style sheets, and templates of what the pictures refer to."""

    styles: tuple[str, ...]
    templates: tuple[str, ...]


_kept: Final = Memory[Picture](_MOST_KEPT)


def forget() -> None:
    """Forget every picture."""
    _kept.clear()


def inks() -> Inks:
    """What the pictures of any game need."""
    installed = games().values()
    styles = {game.poster_style: None for game in installed if game.poster_style}
    return Inks(tuple(styles), tuple({game.inks_template: None for game in installed if game.inks_template}))


def pictures(tables: Iterable[Table], viewer: User) -> dict[str, SafeString]:
    """What the viewer has before them at each of those tables where a game is under way or over, by the tables' codes;
    they must have been fetched `with_seats`. One statement for all that have changed since they were last pictured.
    """
    seats = ((table, seat_of(table, viewer)) for table in tables if _is_begun(table))
    shown = dict(islice(((table, seat.index) for table, seat in seats if seat), MOST_PICTURED))
    known = {table: _kept.get(_key(table, index)) for table, index in shown.items()}
    fresh = {table: picture for table, picture in known.items() if picture and picture.number >= table.number}
    for table, loaded in load_all(table for table in shown if table not in fresh).items():
        fresh[table] = _picture(table, shown[table], loaded)
    return {table.code: picture.svg for table, picture in fresh.items()}


def _is_begun(table: Table) -> bool:
    return table.status in {Status.PLAYING, Status.FINISHED} and table.game in games()


def _picture(table: Table, index: int, loaded: Loaded) -> Picture:
    picture = Picture(loaded.number, game_of(table).picture(loaded.state, contract.Seat(index)))
    # Inside a transaction the events may be such as are never committed.
    if not connection.in_atomic_block:
        _kept.keep(_key(table, index), picture)
    return picture


def _key(table: Table, index: int) -> str:
    return f"{table.code}/{index}/{get_language()}"


def seat_of(table: Table, viewer: User | AnonymousUser) -> Seat | None:
    """The seat of the viewer at a table that was fetched `with_seats`."""
    return next((seat for seat in table.seats.all() if seat.user_id == viewer.pk), None)


def waits_for(table: Table, viewer: User | AnonymousUser) -> str:
    """Whom else a game waits for; "" for nobody."""
    names = [str(seat.user) for seat in table.seats.all() if seat.awaited and seat.user_id != viewer.pk]
    if table.status != Status.PLAYING or not names:
        return ""
    if len(names) > _MOST_NAMES:
        more = len(names) - 1
        text = ngettext("Waits for %(name)s and %(count)d other", "Waits for %(name)s and %(count)d others", more)
        return text % {"name": names[0], "count": more}
    return _("Waits for %(names)s") % {"names": get_text_list(names, _("and"))}


def since_looked(table: Table, viewer: User | AnonymousUser) -> str:
    """How far a game has gone on since somebody at it looked; "" for not at all, and where that is not known."""
    seat = seat_of(table, viewer)
    turns = 0 if seat is None or seat.seen is None else table.turn - seat.seen
    if turns < 1:
        return ""
    return ngettext("%(count)d turn since you looked", "%(count)d turns since you looked", turns) % {"count": turns}


def look(table: Table, seats: Iterable[Seat], index: contract.Viewer) -> None:
    """Note that a seat has seen the table as it is: one statement, once a turn."""
    seat = next((seat for seat in seats if seat.index == index), None)
    if seat and (seat.seen is None or seat.seen < table.turn):
        Seat.objects.filter(pk=seat.pk).update(seen=table.turn)
