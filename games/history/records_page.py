"""The page where records are brought: what came of one, and those that the visitor has brought."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.http import HttpRequest
from django.urls import reverse

from games.accounts.models import User
from games.history.forms import RecordForm
from games.history.opening import Broken, Opened
from games.play.log import turn_address
from games.tables.afterwards import share_url
from games.tables.brought import BroughtNote, brought_note
from games.tables.cards import table_url
from games.tables.models import Seat, Table
from games.tables.results_words import reached_words
from games.tables.seats import as_told

ON_A_PAGE: Final = 20
_FIRST_TURN: Final = 1


@dataclass(frozen=True, slots=True)
class Found:
    """The table of a record that holds: where one steps through it and where its end is, the address by which others
    see it, and what is said of one that was brought, None of a game of this site.
    """

    steps: str
    end: str
    share: str
    note: BroughtNote | None


@dataclass(frozen=True, slots=True)
class BroughtRow:
    """A record that the visitor has brought; `players` are those who played, with what they reached, best first."""

    name: str
    url: str
    players: tuple[tuple[str, str], ...]
    at: datetime
    note: BroughtNote | None


@dataclass(frozen=True, slots=True)
class RecordPage:
    """The page: what came of the record that was brought and where it is, and the visitor's others, those before them
    at `older`, "" where there are none.
    """

    form: RecordForm
    looked: Opened | Broken | None
    found: Found | None
    rows: tuple[BroughtRow, ...]
    older: str

    @property
    def opened(self) -> Opened | None:
        """The record, where it holds."""
        return self.looked if isinstance(self.looked, Opened) else None

    @property
    def broken(self) -> Broken | None:
        """Why it does not."""
        return self.looked if isinstance(self.looked, Broken) else None


def record_page(
    request: HttpRequest, form: RecordForm, looked: Opened | Broken | None = None, table: Table | None = None
) -> RecordPage:
    """The page with what came of a record, if one was brought, and the table where it is, if it holds."""
    rows, older = _rows(request)
    return RecordPage(form, looked, _found(request, table) if table else None, rows, older)


def _found(request: HttpRequest, table: Table) -> Found:
    end, note = table_url(table), brought_note(table, request.user)
    share = share_url(request, table, seated=False) if note else ""
    return Found(turn_address(end, _FIRST_TURN), end, share, note)


def _rows(request: HttpRequest) -> tuple[tuple[BroughtRow, ...], str]:
    """The records that the visitor has brought, the latest first, and the address of those before."""
    if not isinstance(request.user, User):
        return (), ""
    tables = Table.objects.brought().filter(host=request.user).with_seats().order_by("-pk")
    before = request.GET.get("before", "")
    if before.isascii() and before.isdigit() and len(before) < 19:
        tables = tables.filter(pk__lt=int(before))
    part = list(tables[: ON_A_PAGE + 1])
    older = f"{reverse('history:records')}?before={part[ON_A_PAGE - 1].pk}#yours" if len(part) > ON_A_PAGE else ""
    return tuple(_row(table, request.user) for table in part[:ON_A_PAGE]), older


def _row(table: Table, viewer: User) -> BroughtRow:
    players = tuple(_player(table, seat) for seat in as_told(table, list(table.seats.all())))
    return BroughtRow(table.name, table_url(table), players, table.created_at, brought_note(table, viewer))


def _player(table: Table, seat: Seat) -> tuple[str, str]:
    return seat.shown_name, reached_words(table, seat)
