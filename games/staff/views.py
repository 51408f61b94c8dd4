"""A member of staff's own second factor: see it, set it up, renew and remove it."""

from __future__ import annotations

import io
import time
from base64 import b32encode
from typing import Any, Final

import segno
from django.contrib import messages
from django.contrib.auth import login
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters, sensitive_variables
from django.views.decorators.http import require_http_methods, require_safe
from django_otp.plugins.otp_static.models import StaticDevice
from django_otp.util import random_hex

from games.accounts import audit, limits
from games.accounts.access import BACKEND, SeeOther, SignedInRequest, own_next
from games.accounts.form_pages import restore_input
from games.accounts.forms import CartoForm, OwnPasswordForm, submitted_data
from games.accounts.guests import remember_former_guest
from games.accounts.models import User
from games.accounts.pages import FormPage
from games.accounts.services import end_sockets
from games.staff import pages, services
from games.staff.gate import (
    after_second_factor,
    is_verified,
    mark_verified,
    redirect_to_next_step,
    staff_only,
)
from games.staff.models import Authenticator
from games.staff.pages import CodeForm, PasswordPage, SecretPage, factor_page, in_groups

_NEW: Final = "new-authenticator"
_NEW_LASTS: Final = 15 * 60  # seconds
_form_methods = require_http_methods(["GET", "HEAD", "POST"])


@never_cache
@require_safe
@after_second_factor
def factor(request: SignedInRequest) -> HttpResponse:
    """Show what there is, and where to change it."""
    return render(request, "staff/factor.html", {"page": factor_page(request.user)})


@sensitive_post_parameters()
@never_cache
@_form_methods
@after_second_factor
def add(request: SignedInRequest) -> HttpResponse:
    """Begin with a new authenticator, be it the first or another; nothing changes before its first code."""
    answer = _ask_password(
        request,
        heading=_("Set up an authenticator app"),
        words=_(
            "The admin asks for a code in addition to your password. An authenticator app shows a new code "
            "every 30 seconds."
        ),
        button=_("Continue"),
    )
    if answer is None:
        request.session[_NEW] = {"key": random_hex(20), "at": int(time.time())}
    return answer or SeeOther(reverse("staff:confirm"))


@sensitive_post_parameters()
@never_cache
@_form_methods
@after_second_factor
def confirm(request: SignedInRequest) -> HttpResponse:
    """Hand the secret to the app, and take its first code; the answer has the recovery codes, this once."""
    key = _new_key(request)
    if not key:
        return SeeOther(reverse("staff:add"))
    form = CodeForm(submitted_data(request))
    if form.is_valid() and (codes := _enrolled(request, form, key)):
        return render(request, "staff/codes.html", {"codes": codes})
    if not form.is_bound:
        del form.fields["code"].widget.attrs["autofocus"]  # a phone would scroll past the secret
    authenticator = Authenticator(user=request.user, key=key)
    page = SecretPage(form, link=authenticator.config_url, secret=in_groups(b32encode(authenticator.bin_key).decode()))
    return render(request, "staff/confirm.html", {"page": page}, status=422 if form.is_bound else 200)


@never_cache
@require_safe
@after_second_factor
def qr(request: SignedInRequest) -> HttpResponse:
    """The new secret as a picture for the app to read."""
    key = _new_key(request)
    if not key:
        raise Http404
    svg = io.BytesIO()
    segno.make(Authenticator(user=request.user, key=key).config_url, micro=False).save(
        svg, kind="svg", scale=5, light="#fff", xmldecl=False
    )
    return HttpResponse(svg.getvalue(), content_type="image/svg+xml")


@sensitive_post_parameters()
@never_cache
@_form_methods
@after_second_factor
def codes(request: SignedInRequest) -> HttpResponse:
    """Make new recovery codes; the answer has them, this once."""
    if not is_verified(request):
        return SeeOther(reverse("staff:factor"))
    answer = _ask_password(
        request,
        heading=_("New recovery codes"),
        words=_("Your current recovery codes will stop working."),
        button=_("Create new codes"),
    )
    if answer is None:
        answer = render(request, "staff/codes.html", {"codes": services.renew_recovery_codes(user=request.user)})
        audit.record(audit.AuditEvent.RECOVERY_CODES_RENEWED, request)
    return answer


@sensitive_post_parameters()
@never_cache
@_form_methods
@after_second_factor
def remove(request: SignedInRequest) -> HttpResponse:
    """Do without a second factor from now on."""
    if not is_verified(request):
        return SeeOther(reverse("staff:factor"))
    answer = _ask_password(
        request,
        heading=_("Turn off two-factor authentication"),
        words=_(
            "Your authenticator and recovery codes will stop working. Only your password will protect your account."
        ),
        button=_("Turn off"),
        danger=True,
    )
    if answer is None:
        services.remove(user=request.user)
        audit.record(audit.AuditEvent.SECOND_FACTOR_REMOVED, request, by=request.user.username)
        messages.success(request, _("Two-factor authentication is off."))
    return answer or SeeOther(reverse("staff:factor"))


def _ask_password(request: SignedInRequest, **words: Any) -> HttpResponse | None:
    """Answer with a form until the password is sent, and None then; the words are those of `PasswordPage`."""
    if request.method == "POST" and (wait := limits.count_limited_use(limits.PASSWORD_CHECK, str(request.user.pk))):
        return limits.too_many_requests(request, wait)
    form = OwnPasswordForm(submitted_data(request), user=request.user)
    if form.is_valid():
        return None
    if form.has_error("current_password", "password"):
        audit.record(audit.AuditEvent.PASSWORD_WRONG, request)
    page = PasswordPage(form, **words)
    return render(request, "staff/password.html", {"page": page}, status=422 if form.is_bound else 200)


@sensitive_variables("key")
def _enrolled(request: SignedInRequest, form: CodeForm, key: str) -> list[str]:
    """Return the recovery codes; none where the code was wrong, which the form then says."""
    try:
        recovery_codes = services.enrol(user=request.user, key=key, code=form.cleaned_data["code"])
    except ValidationError as wrong:
        form.add_error(None, wrong)
        return []
    del request.session[_NEW]
    mark_verified(request, Authenticator.objects.get(user=request.user))
    audit.record(audit.AuditEvent.SECOND_FACTOR_SET_UP, request)
    return recovery_codes


def _new_key(request: HttpRequest) -> str:
    """Return the secret (hex) of the session's unfinished setup, or "" if none or expired."""
    new: dict[str, Any] = request.session.get(_NEW, {})
    return str(new["key"]) if new and new["at"] > time.time() - _NEW_LASTS else ""


_views_form_methods = require_http_methods(["GET", "HEAD", "POST"])


@sensitive_post_parameters()
@never_cache
@_views_form_methods
def sign_in(request: HttpRequest) -> HttpResponse:
    """Come in by name and password, counted with the site's own sign-in; leads on to the second factor.

    Who was a guest before is asked first what is to become of the guest's games.
    """
    before = request.user if isinstance(request.user, User) else None
    if before and before.is_staff:
        return redirect_to_next_step(request)
    if request.method == "POST" and (wait := limits.count_use_by_address(limits.SIGN_IN, request)):
        return limits.too_many_requests(request, wait)
    form = pages.StaffSignInForm(submitted_data(request), request=request)
    if not form.is_valid() or form.user is None:
        return _form_answer(request, "staff/sign_in.html", form)
    login(request, form.user, backend=BACKEND)
    if before:
        end_sockets(user_id=before.pk)
    answer = (
        SeeOther(remember_former_guest(request, before)) if before and before.guest else redirect_to_next_step(request)
    )
    return limits.remember_browser(request, answer, form.user)


@sensitive_post_parameters()
@never_cache
@_views_form_methods
@staff_only
def code(request: SignedInRequest) -> HttpResponse:
    """Verify an authenticator code; wrong codes delay the next attempt."""
    authenticator = Authenticator.objects.filter(user=request.user).first()
    if authenticator is None or is_verified(request):
        return redirect_to_next_step(request)
    if request.method == "POST" and (wait := services.wait_of(authenticator)):
        return limits.too_many_requests(request, wait)
    form = pages.CodeForm(submitted_data(request))
    if not form.is_valid():
        return _form_answer(request, "staff/code.html", form)
    if not services.take_code(user=request.user, device=authenticator, code=form.cleaned_data["code"]):
        audit.record(audit.AuditEvent.SECOND_FACTOR_WRONG, request, by="authenticator")
        form.add_error("code", _("This code is wrong or already used. Wait for the next one."))
        return _form_answer(request, "staff/code.html", form)
    mark_verified(request, authenticator)
    audit.record(audit.AuditEvent.SECOND_FACTOR_GIVEN, request, by="authenticator")
    return redirect_to_next_step(request)


@sensitive_post_parameters()
@never_cache
@_views_form_methods
@staff_only
def recovery(request: SignedInRequest) -> HttpResponse:
    """Verify a recovery code and the password instead of a lost authenticator's code."""
    device = StaticDevice.objects.filter(user=request.user).first()
    if device is None or is_verified(request):
        return redirect_to_next_step(request)
    if request.method == "POST" and (wait := limits.count_limited_use(limits.PASSWORD_CHECK, str(request.user.pk))):
        return limits.too_many_requests(request, wait)
    if request.method == "POST" and (wait := services.wait_of(device)):
        return limits.too_many_requests(request, wait)
    form = pages.RecoveryForm(submitted_data(request), user=request.user)
    if not form.is_valid():
        if form.has_error("current_password", "password"):
            audit.record(audit.AuditEvent.PASSWORD_WRONG, request)
        return _form_answer(request, "staff/recovery.html", form)
    if not services.take_code(user=request.user, device=device, code=form.cleaned_data["code"]):
        audit.record(audit.AuditEvent.SECOND_FACTOR_WRONG, request, by="recovery-code")
        form.add_error("code", _("This recovery code is wrong or already used."))
        return _form_answer(request, "staff/recovery.html", form)
    mark_verified(request, device)
    audit.record(audit.AuditEvent.SECOND_FACTOR_GIVEN, request, by="recovery-code")
    left = device.token_set.count()
    words = ngettext("You have %(count)d recovery code left.", "You have %(count)d recovery codes left.", left)
    messages.warning(request, words % {"count": left})
    return SeeOther(reverse("staff:factor"))


def _form_answer(request: HttpRequest, template: str, form: CartoForm) -> HttpResponse:
    restore_input(request, form)
    page = FormPage(form, next=own_next(request))
    return render(request, template, {"page": page}, status=422 if form.is_bound else 200)
