"""Signing in by a mailed link, and the address that a guest gives for it."""

from typing import Final

from django.contrib import messages
from django.contrib.auth import login, update_session_auth_hash
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render, resolve_url
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.accounts import audit, emails, forms, guest_emails, known_browsers, limits, services, sign_in_links
from games.accounts.access import BACKEND, SeeOther, SignedInRequest, next_or_home, signed_in, site_of
from games.accounts.form_pages import LinkForm, form_answer
from games.accounts.forms_base import sent
from games.accounts.guests import leave_behind
from games.accounts.models import User

_form_methods = require_http_methods(["GET", "HEAD", "POST"])
_SIGN_IN_LINK: Final = LinkForm(
    template="accounts/sign_in_link.html",
    done="accounts:sign_in_link_sent",
    limit=limits.SIGN_IN_LINK,
    event=audit.Event.SIGN_IN_LINK_ASKED,
    send=sign_in_links.mail_sign_in_links,
)


@never_cache
@_form_methods
def sign_in_link(request: HttpRequest) -> HttpResponse:
    """Ask for a sign-in link."""
    return _SIGN_IN_LINK.answer(request, forms.SignInLinkForm(sent(request)))


@require_safe
def sign_in_link_sent(request: HttpRequest) -> HttpResponse:
    """Say that a link is on its way if the address is known."""
    return render(request, "accounts/sign_in_link_sent.html")


@never_cache
@_form_methods
def sign_in_by_link(request: HttpRequest, uidb64: str, token: str) -> HttpResponse:
    """Show a button, and sign in when it is pressed: programs that scan mail open links too."""
    if request.method == "POST" and (person := sign_in_links.use_link(uidb64, token)):
        return _signed_in(request, person)
    user = sign_in_links.find_person(uidb64, token)
    if user is None:
        return render(request, "accounts/sign_in_link_stale.html", status=404)
    return render(request, "accounts/sign_in_by_link.html", {"name": str(user)})


@never_cache
@_form_methods
@signed_in
def guest_email(request: SignedInRequest) -> HttpResponse:
    """Let a guest give an address, decline the offer, or remove the address; people with an account change theirs."""
    if not request.user.guest:
        return SeeOther(reverse("accounts:email_change"))
    if "dismiss" in request.POST:
        guest_emails.dismiss_offer(request)
        return SeeOther(next_or_home(request))
    if request.user.email:
        return _stored_email(request)
    form = forms.GuestEmailForm(sent(request))
    if not form.is_valid():
        return form_answer(request, "accounts/guest_email.html", form)
    return _link_sent(request, form.cleaned_data["email"])


def _stored_email(request: SignedInRequest) -> HttpResponse:
    if "remove" not in request.POST:
        return render(request, "accounts/guest_email_stored.html", {"email": request.user.email})
    guest_emails.remove_email(guest=request.user)
    update_session_auth_hash(request, request.user)
    audit.record(audit.Event.EMAIL_CHANGED, request)
    messages.success(request, _("Your email address has been removed. Other browsers have been signed out."))
    return SeeOther(reverse("accounts:profile"))


def _link_sent(request: SignedInRequest, email: str) -> HttpResponse:
    """Send the link, counted by the network too, as anybody can be many guests."""
    wait = limits.spend_here(limits.GUEST_EMAIL, request) or emails.wait_before_writing(user=request.user, email=email)
    if wait:
        return limits.too_many(request, wait)
    guest_emails.send_links(guest=request.user, email=email, site=site_of(request))
    guest_emails.dismiss_offer(request)
    messages.info(request, _("We’ve sent a link to %(email)s. Open it to keep your games.") % {"email": email})
    return SeeOther(next_or_home(request))


@never_cache
@_form_methods
def guest_email_confirm(request: HttpRequest, token: str) -> HttpResponse:
    """Show a button; pressed, it stores the address and signs in the guest on this device."""
    if request.method == "POST" and (guest := guest_emails.confirm_email(token=token)):
        audit.record(audit.Event.EMAIL_CONFIRMED, request, guest)
        return _signed_in(request, guest)
    found = guest_emails.find_guest(token)
    if found is None:
        return render(request, "accounts/sign_in_link_stale.html", {"confirms_address": True}, status=404)
    return render(request, "accounts/guest_email_confirm.html", {"name": str(found[0]), "email": found[1]})


def _signed_in(request: HttpRequest, person: User) -> HttpResponse:
    """Sign in; the games of another guest who was signed in here can be brought along, as after a sign-in form."""
    before = request.user if request.user.is_authenticated and request.user != person else None
    login(request, person, backend=BACKEND)
    messages.success(request, _("You are signed in as %(name)s.") % {"name": person})
    if before:
        services.end_sockets(user_id=before.pk)
    back = leave_behind(request, before) if before and before.guest else resolve_url("tables:home")
    return known_browsers.remember(request, SeeOther(back), person)
