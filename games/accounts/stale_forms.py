"""Forms whose CSRF token is out of date because somebody signed in or out in another tab.

Such a request changes nothing: it is answered as if its page had been opened again.
"""

from typing import Final

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.middleware.csrf import REASON_NO_CSRF_COOKIE
from django.utils.translation import gettext as _
from django.views.csrf import csrf_failure as default_csrf_failure

_REOPENED: Final = frozenset(
    {
        "accounts:sign_in",
        "accounts:sign_in_link",
        "accounts:sign_in_by_link",
        "accounts:guest_email_confirm",
        "accounts:guest_email",
        "accounts:sign_up",
        "accounts:keep",
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


def restore_typed(request: HttpRequest, form: forms.Form) -> None:
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
