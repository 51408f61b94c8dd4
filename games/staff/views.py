"""Sign-in views for staff: username and password, then the code of their authenticator."""

from django.contrib import messages
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods
from django_otp.plugins.otp_static.models import StaticDevice

from games.accounts import audit, known_browsers, limits
from games.accounts.access import BACKEND, SeeOther, SignedInRequest
from games.accounts.forms_base import CartoForm, sent
from games.accounts.guests import leave_behind
from games.accounts.models import User
from games.accounts.pages import FormPage
from games.accounts.services import end_sockets
from games.accounts.stale_forms import restore_typed
from games.staff import forms, services
from games.staff.gate import has_given, let_in, onward, staff_only, wanted_page
from games.staff.models import Authenticator

_form_methods = require_http_methods(["GET", "HEAD", "POST"])


@sensitive_post_parameters()
@never_cache
@_form_methods
def sign_in(request: HttpRequest) -> HttpResponse:
    """Come in by name and password, counted with the site's own sign-in; leads on to the second factor.

    Who was a guest before is asked first what is to become of the guest's games.
    """
    before = request.user if isinstance(request.user, User) else None
    if before and before.is_staff:
        return onward(request)
    if request.method == "POST" and (wait := limits.spend_here(limits.SIGN_IN, request)):
        return limits.too_many(request, wait)
    form = forms.StaffSignInForm(sent(request), request=request)
    if not form.is_valid() or form.user is None:
        return _form_answer(request, "staff/sign_in.html", form)
    login(request, form.user, backend=BACKEND)
    if before:
        end_sockets(user_id=before.pk)
    answer = SeeOther(leave_behind(request, before)) if before and before.guest else onward(request)
    return known_browsers.remember(request, answer, form.user)


@sensitive_post_parameters()
@never_cache
@_form_methods
@staff_only
def code(request: SignedInRequest) -> HttpResponse:
    """Give the code of one's authenticator; wrong ones make the next one wait."""
    authenticator = Authenticator.objects.filter(user=request.user).first()
    if authenticator is None or has_given(request):
        return onward(request)
    if request.method == "POST" and (wait := services.wait_of(authenticator)):
        return limits.too_many(request, wait)
    form = forms.CodeForm(sent(request))
    if not form.is_valid():
        return _form_answer(request, "staff/code.html", form)
    if not services.take_code(user=request.user, device=authenticator, code=form.cleaned_data["code"]):
        audit.record(audit.Event.SECOND_FACTOR_WRONG, request, by="authenticator")
        form.add_error("code", _("This code is wrong or already used. Wait for the next one."))
        return _form_answer(request, "staff/code.html", form)
    let_in(request, authenticator)
    audit.record(audit.Event.SECOND_FACTOR_GIVEN, request, by="authenticator")
    return onward(request)


@sensitive_post_parameters()
@never_cache
@_form_methods
@staff_only
def recovery(request: SignedInRequest) -> HttpResponse:
    """Give a recovery code, and the password, instead of the code of an authenticator that is lost."""
    kept = StaticDevice.objects.filter(user=request.user).first()
    if kept is None or has_given(request):
        return onward(request)
    if request.method == "POST" and (wait := limits.spend_for(limits.PASSWORD_CHECK, str(request.user.pk))):
        return limits.too_many(request, wait)
    if request.method == "POST" and (wait := services.wait_of(kept)):
        return limits.too_many(request, wait)
    form = forms.RecoveryForm(sent(request), user=request.user)
    if not form.is_valid():
        if form.has_error("current_password", "password"):
            audit.record(audit.Event.PASSWORD_WRONG, request)
        return _form_answer(request, "staff/recovery.html", form)
    if not services.take_code(user=request.user, device=kept, code=form.cleaned_data["code"]):
        audit.record(audit.Event.SECOND_FACTOR_WRONG, request, by="recovery-code")
        form.add_error("code", _("This recovery code is wrong or already used."))
        return _form_answer(request, "staff/recovery.html", form)
    let_in(request, kept)
    audit.record(audit.Event.SECOND_FACTOR_GIVEN, request, by="recovery-code")
    left = kept.token_set.count()
    words = ngettext("You have %(count)d recovery code left.", "You have %(count)d recovery codes left.", left)
    messages.warning(request, words % {"count": left})
    return SeeOther(reverse("staff:factor"))


def _form_answer(request: HttpRequest, template: str, form: CartoForm) -> HttpResponse:
    restore_typed(request, form)
    page = FormPage(form, next=wanted_page(request))
    return render(request, template, {"page": page}, status=422 if form.is_bound else 200)
