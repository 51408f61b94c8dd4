"""The addresses that a table's host has the site call. Anybody else is answered as if there were none."""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Concatenate, ParamSpec

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.accounts.access import SeeOther, SignedInRequest, sign_in_required
from games.accounts.forms import submitted_data
from games.accounts.limits import count_use_by_user, too_many_requests
from games.notices.webhooks import services
from games.notices.webhooks.models import Webhook
from games.notices.webhooks.pages import WebhookForm, refusal_words, webhooks_page
from games.tables.models import Table
from games.tables.pages.access import visible_table

P = ParamSpec("P")
_form_methods = require_http_methods(["GET", "HEAD", "POST"])


def _where_allowed(view: Callable[Concatenate[HttpRequest, P], HttpResponse]) -> Callable[..., HttpResponse]:
    """Respond only if the site's operator allows webhooks."""

    @wraps(view)
    def gate(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if not settings.WEBHOOKS:
            raise Http404
        return view(request, *args, **kwargs)

    return gate


@never_cache
@_form_methods
@_where_allowed
@sign_in_required
def webhooks(request: SignedInRequest, code: str) -> HttpResponse:
    """Show a table's webhooks and add one; the response shows its secret once."""
    table = _hosted(request, code)
    form = WebhookForm(submitted_data(request))
    if not form.is_valid():
        return _page(request, table, form)
    if wait := count_use_by_user(services.SET, request):
        return too_many_requests(request, wait)
    try:
        chosen = form.cleaned_data
        webhook = services.add(table=code, host=request.user, url=chosen["url"], form=chosen["format"])
    except Table.DoesNotExist:  # somebody else is the host since this moment
        raise Http404 from None
    except services.WebhookRefusal as refusal:
        form.add_error("url", refusal_words(refusal.reason))
        return _page(request, table, form)
    return _page(request, table, WebhookForm(), secret=webhook.secret)


@_form_methods
@_where_allowed
@sign_in_required
def remove(request: SignedInRequest, code: str, pk: int) -> HttpResponse:
    """Delete a webhook; a GET redirects to the list."""
    table = _hosted(request, code)
    if request.method == "POST":
        if not services.remove(table=table, number=pk):
            raise Http404
        messages.success(request, _("The webhook was removed."))
    return SeeOther(reverse("webhooks:list", args=[code]))


@_form_methods
@_where_allowed
@sign_in_required
def try_out(request: SignedInRequest, code: str, pk: int) -> HttpResponse:
    """Send a test call to a webhook; a GET redirects to the list."""
    back = SeeOther(reverse("webhooks:list", args=[code]))
    table = _hosted(request, code)
    if request.method != "POST":
        return back
    webhook = get_object_or_404(Webhook.objects.of_host(table), pk=pk)
    if wait := count_use_by_user(services.TRY, request):
        return too_many_requests(request, wait)
    try:
        services.try_out(webhook=webhook)
    except Webhook.DoesNotExist:  # removed in another tab since this moment
        raise Http404 from None
    messages.success(request, _("Test request sent. Reload the page to see the response."))
    return back


def _hosted(request: SignedInRequest, code: str) -> Table:
    table = visible_table(request, code)
    if table.host_id != request.user.pk:
        raise Http404
    return table


def _page(request: SignedInRequest, table: Table, form: WebhookForm, *, secret: str = "") -> HttpResponse:
    page = webhooks_page(table, form, secret=secret)
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    return render(request, "webhooks/webhooks.html", {"page": page}, status=status)
