"""What the pages about tables show."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from games.accounts.models import User
from games.tables.cards import TableCard, card, cards, table_url
from games.tables.forms import NewTableForm
from games.tables.game import OptionsForm, games
from games.tables.models import Status, Table


@dataclass(frozen=True, slots=True)
class HomePage:
    """The first page; `mine` is None for who is not signed in."""

    mine: tuple[TableCard, ...] | None
    finished: tuple[TableCard, ...]
    open: tuple[TableCard, ...]
    playing: tuple[TableCard, ...]
    can_play: bool
    title: str
    waiting: int


@dataclass(frozen=True, slots=True)
class Pages:
    """Where a list that is shown in parts stands; an empty address means there is none."""

    label: str
    newer: str
    older: str


@dataclass(frozen=True, slots=True)
class ListPage:
    """Tables to join and games to watch, or a person's own tables."""

    tables: tuple[TableCard, ...]
    playing: tuple[TableCard, ...]
    pages: Pages
    signed_in: bool


@dataclass(frozen=True, slots=True)
class InvitationPage:
    """What somebody with an invitation sees."""

    table: TableCard
    token: str
    is_full: bool
    signed_in: bool


@dataclass(frozen=True, slots=True)
class NewTablePage:
    """The form of a new table: what every table has, and the game's own choices."""

    form: NewTableForm
    options: OptionsForm
    options_template: str
    game: str
    game_name: str


@dataclass(frozen=True, slots=True)
class Rematch:
    """How those who played together may do so again: by a form to `post` that says `label`, or by a link."""

    post: str
    label: str
    link: str
    name: str


def home(
    viewer: User | AnonymousUser, *, mine: Iterable[Table], finished: Iterable[Table], others: Iterable[Table]
) -> HomePage:
    """The first page; `others` are open tables and games under way together."""
    own = cards(mine, viewer)
    around = list(others)
    waiting = sum(one.my_turn for one in own)
    return HomePage(
        mine=own if viewer.is_authenticated else None,
        finished=cards(finished, viewer),
        open=cards([table for table in around if table.status == Status.GATHERING], viewer),
        playing=cards([table for table in around if table.status == Status.PLAYING], viewer),
        can_play=bool(games()),
        title=_("(%(count)d) Your tables") % {"count": waiting} if waiting else _("Your tables"),
        waiting=waiting,
    )


def invitation(request: HttpRequest, table: Table, token: str) -> InvitationPage:
    """The page behind an invitation link."""
    taken = len(table.seats.all())
    shown = card(table, viewer=request.user)
    return InvitationPage(shown, token, is_full=taken >= table.capacity, signed_in=request.user.is_authenticated)


def rematch(table: Table, viewer: User | AnonymousUser) -> Rematch | None:
    """What a finished game offers to this viewer; None for who did not play, and while the game is not over."""
    played = viewer.is_authenticated and table.seats.filter(user_id=viewer.pk).exists()
    if table.status != Status.FINISHED or not played:
        return None
    again = table.rematches.exclude(status=Status.CLOSED).prefetch_related("seats").select_related("host").first()
    there = again is not None and any(seat.user_id == viewer.pk for seat in again.seats.all())
    if again is not None and (there or again.status != Status.GATHERING):
        return Rematch("", "", table_url(again), again.host.display_name)
    label = _("Play again") if again is None else _("Join the rematch")
    host = again.host.display_name if again else ""
    return Rematch(reverse("tables:rematch", args=[table.code]), label, "", host)
