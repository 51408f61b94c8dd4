"""Views for changing and confirming an email address."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from games.accounts import audit, emails, forms, limits
from games.accounts.access import SeeOther, SignedInRequest, signed_in, site_of
from games.accounts.form_pages import form_answer
from games.accounts.forms_base import sent

_form_methods = require_http_methods(["GET", "HEAD", "POST"])


@sensitive_post_parameters()
@never_cache
@_form_methods
@signed_in
def email_change(request: SignedInRequest) -> HttpResponse:
    """Change where mail goes, with the password; a guest, who has none, gives an address to sign in by."""
    if request.user.guest:
        return SeeOther(reverse("accounts:guest_email"))
    if wait := limits.password_check_wait(request):
        return limits.too_many(request, wait)
    form = forms.EmailForm(sent(request), user=request.user, initial={"email": request.user.email})
    if not form.is_valid():
        return form_answer(request, "accounts/email_change.html", form)
    return _changed(request, form.cleaned_data["email"])


def _changed(request: SignedInRequest, email: str) -> HttpResponse:
    user = request.user
    if email and (wait := emails.wait_before_writing(user=user, email=email)):
        return limits.too_many(request, wait)
    emails.change_email(user=user, email=email)
    audit.record(audit.Event.EMAIL_CHANGED, request)
    if not user.pending_email:
        messages.success(request, _("Your email address has been saved."))
        return SeeOther(reverse("accounts:profile"))
    return _link_sent(request)


@_form_methods
@signed_in
def email_resend(request: SignedInRequest) -> HttpResponse:
    """Send the link once more to the address that waits; where none does, there is nothing to do. A GET sends none."""
    pending = request.user.pending_email
    if not pending or request.method != "POST":
        return SeeOther(reverse("accounts:profile"))
    if wait := emails.wait_before_writing(user=request.user, email=pending):
        return limits.too_many(request, wait)
    return _link_sent(request)


@_form_methods
@signed_in
def email_trust(request: SignedInRequest) -> HttpResponse:
    """Write to an address again that refused mail; a GET leads to the profile."""
    if request.method == "POST" and request.user.email_refused_at:
        emails.trust_email(user=request.user)
        messages.success(request, _("We’ll send emails to %(email)s again.") % {"email": request.user.email})
    return SeeOther(reverse("accounts:profile"))


def _link_sent(request: SignedInRequest) -> HttpResponse:
    emails.send_link(user=request.user, site=site_of(request))
    words = _("We’ve sent an email to %(email)s. Follow its link to confirm your address.")
    messages.info(request, words % {"email": request.user.pending_email})
    return SeeOther(reverse("accounts:profile"))


@never_cache
@_form_methods
def email_confirm(request: HttpRequest, token: str) -> HttpResponse:
    """Ask whoever follows the link, signed in or not, and confirm: programs that look into mail follow links too."""
    if request.method == "POST" and (confirmed := emails.confirm_email(token=token)):
        audit.record(audit.Event.EMAIL_CONFIRMED, request, confirmed)
        messages.success(request, _("Your email address is confirmed."))
        return SeeOther(reverse("accounts:profile" if request.user.is_authenticated else "tables:home"))
    user = emails.person_to_confirm(token)
    if user is None:
        return render(request, "accounts/email_stale.html", status=404)
    shown = {"username": user.username, "email": user.pending_email}
    return render(request, "accounts/email_confirm.html", shown)
