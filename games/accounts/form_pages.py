"""Answering with a page that is one form."""

from collections.abc import Callable
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from games.accounts import audit, limits
from games.accounts.access import SeeOther, is_ours, site_of
from games.accounts.forms_base import CartoForm
from games.accounts.guests import keep_url
from games.accounts.models import User
from games.accounts.pages import FormPage
from games.accounts.stale_forms import restore_typed


def form_answer(request: HttpRequest, template: str, form: CartoForm) -> HttpResponse:
    """Show the form: 200 when it is new, 422 when it was sent and has errors."""
    if form.has_error("current_password", "password"):
        audit.record(audit.Event.PASSWORD_WRONG, request)
    restore_typed(request, form)
    wanted = request.POST.get("next", request.GET.get("next", ""))
    user = request.user
    page = FormPage(
        form,
        next=wanted if is_ours(request, wanted) else "",
        username=user.get_username(),
        keep=keep_url(user),
        guest=str(user) if keep_url(user) else "",
        pending=user.pending_email if isinstance(user, User) else "",
    )
    return render(request, template, {"page": page}, status=422 if form.is_bound else 200)


@dataclass(frozen=True, slots=True)
class LinkForm:
    """Form to request emailed links: its page, the page that follows, and its rate limit.

    `send` takes an address and the site, and returns the users it has emailed.
    """

    template: str
    done: str
    limit: limits.Limit
    event: audit.Event
    send: Callable[..., list[User]]

    def answer(self, request: HttpRequest, form: CartoForm) -> HttpResponse:
        """Send the links; the answer is the same whether or not anybody has that address."""
        if not form.is_valid():
            return form_answer(request, self.template, form)
        if wait := limits.spend_here(self.limit, request):
            return limits.too_many(request, wait)
        written = self.send(email=form.cleaned_data["email"], site=site_of(request))
        audit.record(self.event, request, written_to=" ".join(str(user.pk) for user in written))
        return SeeOther(reverse(self.done))
