"""Views that save or delete an uploaded game."""

from collections.abc import Callable
from typing import cast

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.accounts.access import HtmxHttpRequest, SeeOther, SignedInRequest, signed_in
from games.history import uploaded_games
from games.play.confirm_delete import DeleteConfirmation, sure_answer
from games.tables.access import visible_table
from games.tables.cards import table_url
from games.tables.errors import TableRefusal
from games.tables.models import Table
from games.tables.pages import table_answer
from games.tables.uploaded_games import brought_note

_methods = require_http_methods(["GET", "HEAD", "POST"])


@_methods
def keep(request: HttpRequest, code: str) -> HttpResponse:
    """Keep it for good; a guest makes an account first. A GET, as after signing in, leads to the table."""
    if request.method != "POST":
        return SeeOther(reverse("tables:table", args=[code]))
    return signed_in(_done)(request, code, _kept)


@never_cache
@_methods
@signed_in
def throw_away(request: SignedInRequest, code: str) -> HttpResponse:
    """Ask whether it is to be deleted, and by POST do it, and go to where others are brought."""
    if request.method == "POST":
        return _done(request, code, _thrown_away)
    table = get_object_or_404(Table.objects.brought().filter(host=request.user), code=code)
    title = _("Delete “%(name)s”?") % {"name": table.name}
    words = _(
        "The game is deleted from this site and its link stops working. Anyone with the game file can upload it again."
    )
    return sure_answer(request, DeleteConfirmation(title, words, _("Delete"), _("Cancel"), table_url(table)))


def _done(request: SignedInRequest, code: str, act: Callable[[SignedInRequest, Table], HttpResponse]) -> HttpResponse:
    """Run an action on a table that the visitor may see.

    Raises Http404 if it is not an uploaded game on which they may act. A refusal is explained on the table's page.
    """
    table = visible_table(request, code)
    try:
        return act(request, table)
    except Table.DoesNotExist:
        raise Http404 from None
    except TableRefusal as refusal:
        return table_answer(cast(HtmxHttpRequest, request), table, refusal)


def _kept(request: SignedInRequest, table: Table) -> HttpResponse:
    note = brought_note(table, request.user)
    if note and note.account:
        return SeeOther(note.account)
    uploaded_games.keep(table=table.code, by=request.user)
    messages.success(request, _("“%(name)s” was saved.") % {"name": table.name})
    return SeeOther(table_url(table))


def _thrown_away(request: SignedInRequest, table: Table) -> HttpResponse:
    uploaded_games.throw_away(table=table.code, by=request.user)
    messages.success(request, _("“%(name)s” was deleted.") % {"name": table.name})
    return SeeOther(reverse("history:records"))
