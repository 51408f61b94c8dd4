"""Pages that consist of one form, also one with a stale CSRF token."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.middleware.csrf import REASON_NO_CSRF_COOKIE
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.csrf import csrf_failure as default_csrf_failure

from games.accounts import audit, limits
from games.accounts.access import SeeOther, is_own_url, site_of
from games.accounts.forms import CartoForm
from games.accounts.guests import create_account_url
from games.accounts.models import User
from games.accounts.pages import FormPage
from games.accounts.sanctions import reopen_due_accounts

_REOPENED: Final = frozenset(
    {
        "accounts:sign_in",
        "accounts:sign_in_link",
        "accounts:sign_in_by_link",
        "accounts:guest_email_confirm",
        "accounts:guest_email",
        "accounts:sign_up",
        "accounts:create_account",
        "accounts:password_change",
        "accounts:password_reset",
        "accounts:password_reset_confirm",
        "accounts:email_change",
        "games.staff.views.sign_in",
    }
)
"""Views whose GET changes nothing and shows the form, or redirects if the form is no longer needed."""
_TOKEN_REASONS: Final = (REASON_NO_CSRF_COOKIE, "CSRF cookie ", "CSRF token from POST ")
"""Prefixes of Django's reasons that only concern the token. A wrong origin is still refused."""


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Open the page of a stale form again, as GET would; answer everything else with 403."""
    match = request.resolver_match
    is_stale = (
        request.method == "POST" and request.POST.get("csrfmiddlewaretoken") and reason.startswith(_TOKEN_REASONS)
    )
    if not is_stale or match is None or match.view_name not in _REOPENED:
        return default_csrf_failure(request, reason=reason)
    request.typed = request.POST  # type: ignore[attr-defined]
    request.method = "GET"
    answer: HttpResponse = match.func(request, *match.args, **match.kwargs)
    if answer.status_code == 200:
        answer.status_code = 422
    return answer


def restore_input(request: HttpRequest, form: forms.Form) -> None:
    """Put what a stale form was sent with into the new one, except passwords, and say why it is shown again."""
    typed: QueryDict | None = getattr(request, "typed", None)
    if typed is None:
        return
    for name, field in form.fields.items():
        is_text = isinstance(field, forms.CharField) and not isinstance(field.widget, forms.PasswordInput)
        if is_text and form.add_prefix(name) in typed:
            form.initial[name] = typed[form.add_prefix(name)]
    messages.warning(
        request, _("This form was out of date, so nothing was changed. Please check it and send it again.")
    )


def form_answer(request: HttpRequest, template: str, form: CartoForm) -> HttpResponse:
    """Render the form with status 200 if it is new, or 422 if it was submitted."""
    if form.has_error("current_password", "password"):
        audit.record(audit.AuditEvent.PASSWORD_WRONG, request)
    restore_input(request, form)
    next_url = request.POST.get("next", request.GET.get("next", ""))
    user = request.user
    page = FormPage(
        form,
        next=next_url if is_own_url(request, next_url) else "",
        username=user.get_username(),
        keep=create_account_url(user),
        guest=str(user) if create_account_url(user) else "",
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
    event: audit.AuditEvent
    send: Callable[..., list[User]]

    def answer(self, request: HttpRequest, form: CartoForm) -> HttpResponse:
        """Send the links; the answer is the same whether or not anybody has that address."""
        if not form.is_valid():
            return form_answer(request, self.template, form)
        if wait := limits.count_use_by_address(self.limit, request):
            return limits.too_many_requests(request, wait)
        reopen_due_accounts(form.cleaned_data["email"])
        written = self.send(email=form.cleaned_data["email"], site=site_of(request))
        audit.record(self.event, request, written_to=" ".join(str(user.pk) for user in written))
        return SeeOther(reverse(self.done))
