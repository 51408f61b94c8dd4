"""What becomes of a record that was brought: it is kept, or thrown away."""

from collections.abc import Callable
from functools import wraps
from typing import cast

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.accounts.access import HtmxHttpRequest, SeeOther, SignedInRequest, to_sign_in
from games.history import brought
from games.tables.access import visible_table
from games.tables.brought import brought_note
from games.tables.cards import table_url
from games.tables.errors import TableRefusal
from games.tables.models import Table
from games.tables.pages import table_answer

_View = Callable[[SignedInRequest, Table], HttpResponse]


def _of_brought(view: _View) -> Callable[[HttpRequest, str], HttpResponse]:
    """Let only POST by the signed in through, for a table that they may see; a GET, as after signing in, leads to the
    table. 404 for what is no record that they may do this with, and a refusal in words on its page.
    """

    @require_http_methods(["GET", "HEAD", "POST"])
    @wraps(view)
    def gate(request: HttpRequest, code: str) -> HttpResponse:
        if request.method != "POST":
            return SeeOther(reverse("tables:table", args=[code]))
        if not request.user.is_authenticated:
            return to_sign_in(cast(HtmxHttpRequest, request))
        table = visible_table(request, code)
        try:
            return view(cast(SignedInRequest, request), table)
        except Table.DoesNotExist:
            raise Http404 from None
        except TableRefusal as refusal:
            return table_answer(cast(HtmxHttpRequest, request), table, refusal)

    return gate


@_of_brought
def keep(request: SignedInRequest, table: Table) -> HttpResponse:
    """Keep it for good; a guest makes an account first."""
    note = brought_note(table, request.user)
    if note and note.account:
        return SeeOther(note.account)
    brought.keep(table=table.code, by=request.user)
    messages.success(request, _("“%(name)s” is kept.") % {"name": table.name})
    return SeeOther(table_url(table))


@_of_brought
def throw_away(request: SignedInRequest, table: Table) -> HttpResponse:
    """Delete it, and go to where others are brought."""
    brought.throw_away(table=table.code, by=request.user)
    messages.success(request, _("“%(name)s” is gone.") % {"name": table.name})
    return SeeOther(reverse("history:records"))
