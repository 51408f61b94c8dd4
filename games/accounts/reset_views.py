"""A forgotten password: ask for a link by mail, then set a new one."""

from typing import Final

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.tokens import default_token_generator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlsafe_base64_decode
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters, sensitive_variables
from django.views.decorators.http import require_http_methods, require_safe

from games.accounts import audit, familiar, forms, limits, services
from games.accounts.access import SeeOther
from games.accounts.forms_base import sent
from games.accounts.models import User
from games.accounts.pages import FormPage

_KEPT_TOKEN: Final = "password-reset-token"  # noqa: S105 - the session's name for it, not a secret
_IN_SESSION: Final = "set"
_form_methods = require_http_methods(["GET", "HEAD", "POST"])


@never_cache
@_form_methods
def password_reset(request: HttpRequest) -> HttpResponse:
    """Ask for a link; the answer is the same whether or not anybody gave that address."""
    form = forms.ResetForm(sent(request))
    if not form.is_valid():
        status = 422 if form.is_bound else 200
        return render(request, "accounts/password_reset.html", {"page": FormPage(form)}, status=status)
    if wait := limits.spend_here(limits.RESET, request):
        return limits.too_many(request, wait)
    written = services.mail_reset_links(email=form.cleaned_data["email"], site=_site(request))
    audit.record(audit.Event.RESET_ASKED, request, written_to=" ".join(str(user.pk) for user in written))
    return SeeOther(reverse("accounts:password_reset_sent"))


@require_safe
def password_reset_sent(request: HttpRequest) -> HttpResponse:
    """Say what happens now, whoever asks."""
    return render(request, "accounts/password_reset_sent.html")


@sensitive_post_parameters()
@sensitive_variables("token")
@never_cache
@_form_methods
def password_reset_confirm(request: HttpRequest, uid: str, token: str) -> HttpResponse:
    """Set a new password by the mailed link."""
    if token != _IN_SESSION:
        # Out of the address at once, so that no history or referrer keeps it.
        request.session[_KEPT_TOKEN] = token
        return SeeOther(reverse("accounts:password_reset_confirm", args=[uid, _IN_SESSION]))
    user = _holder(uid)
    if user is None or not default_token_generator.check_token(user, request.session.get(_KEPT_TOKEN, "")):
        return render(request, "accounts/password_reset_stale.html", status=404)
    return _set_password(request, user)


def _set_password(request: HttpRequest, user: User) -> HttpResponse:
    form = forms.NewPasswordForm(sent(request), user=user)
    if not form.is_valid():
        status = 422 if form.is_bound else 200
        return render(request, "accounts/password_reset_confirm.html", {"page": FormPage(form)}, status=status)
    services.reset_password(user=user, password=form.cleaned_data["new_password"])
    audit.record(audit.Event.PASSWORD_RESET, request, user)
    del request.session[_KEPT_TOKEN]
    messages.success(request, _("Your password is set. Sign in with it."))
    return familiar.remember(request, SeeOther(reverse("accounts:sign_in")), user)


def _holder(uid: str) -> User | None:
    try:
        return User.objects.active().filter(pk=int(urlsafe_base64_decode(uid))).first()
    except (ValueError, OverflowError):
        return None


def _site(request: HttpRequest) -> str:
    """Return the configured address of the site, else the one asked for, which ALLOWED_HOSTS has let through."""
    return settings.ORIGIN or f"{request.scheme}://{request.get_host()}"
