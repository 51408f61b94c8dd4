"""Rate limits per user for writing and reporting."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Final, ParamSpec

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from games.accounts.access import SignedInRequest
from games.accounts.limits import Limit
from games.accounts.models import User
from games.studies.models import Collection, Entry, Note
from games.tables.models import Status, Table, TableQuerySet
from games.tables.pages.access import invitations, visible_table

WRITE: Final = Limit("study-write", 240, timedelta(hours=1))
REPORT: Final = Limit("study-report", 20, timedelta(hours=1))


@dataclass(frozen=True, slots=True)
class Author:
    """Somebody's name, and where their page is, "" for who shows none."""

    name: str
    url: str


def author(user: User, viewer: User | None) -> Author:
    """Return an author, with the link that the viewer may follow."""
    return Author(str(user), user.profile_url_for(viewer))


P = ParamSpec("P")


def viewer_of(request: HttpRequest) -> User | None:
    """Return the signed-in user, or None."""
    return request.user if isinstance(request.user, User) else None


def visible_tables(request: HttpRequest) -> TableQuerySet:
    """Return the tables visible to the visitor."""
    return Table.objects.visible_to(request.user.pk, invitations(request))


def past_table(request: HttpRequest, code: str, turn: int | None = None) -> Table:
    """Return the table of a finished game that has this turn. Raises Http404 if there is none or the visitor can't see
    it.
    """
    table = visible_table(request, code)
    if table.status != Status.FINISHED or not (turn is None or 1 <= turn <= table.turn):
        raise Http404
    return table


def shown_note(request: HttpRequest, code: str, pk: int) -> Note:
    """Return a note the visitor may read. Raises Http404."""
    table = past_table(request, code)
    return get_object_or_404(Note.objects.shown_to(request.user.pk), table=table, pk=pk)


def shown_collection(request: HttpRequest, code: str) -> Collection:
    """Return a collection the visitor may read. Raises Http404."""
    return get_object_or_404(Collection.objects.shown_to(request.user.pk).select_related("keeper"), code=code)


def own_collection(request: SignedInRequest, code: str) -> Collection:
    """Return one of the visitor's collections. Raises Http404."""
    return get_object_or_404(Collection.objects.select_related("keeper"), code=code, keeper=request.user)


def shown_entries(request: HttpRequest, collection: Collection) -> list[Entry]:
    """Return the entries of a collection that the visitor may see, in order."""
    return list(Entry.objects.shown_to(collection, request.user.pk))
