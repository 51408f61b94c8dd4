"""Views that send links by email: a new email address, sign-in without a password, a forgotten password."""

from __future__ import annotations

from typing import Any, Final

from django.contrib import messages
from django.contrib.auth import login, logout, update_session_auth_hash
from django.contrib.auth.views import INTERNAL_RESET_SESSION_TOKEN, PasswordResetConfirmView
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render, resolve_url
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from games.accounts import audit, emails, forms, guests, limits, services
from games.accounts.access import BACKEND, SeeOther, SignedInRequest, next_or_home, sign_in_required, site_of
from games.accounts.form_pages import LinkForm, form_answer, restore_input
from games.accounts.forms import submitted_data
from games.accounts.guests import remember_former_guest
from games.accounts.models import User
from games.accounts.pages import FormPage

_form_methods = require_http_methods(["GET", "HEAD", "POST"])


@sensitive_post_parameters()
@never_cache
@_form_methods
@sign_in_required
def email_change(request: SignedInRequest) -> HttpResponse:
    """Change where mail goes, with the password; a guest, who has none, gives an address to sign in by."""
    if request.user.guest:
        return SeeOther(reverse("accounts:guest_email"))
    if wait := limits.password_check_wait(request):
        return limits.too_many_requests(request, wait)
    form = forms.EmailForm(submitted_data(request), user=request.user, initial={"email": request.user.email})
    if not form.is_valid():
        return form_answer(request, "accounts/email_change.html", form)
    return _changed(request, form.cleaned_data["email"])


def _changed(request: SignedInRequest, email: str) -> HttpResponse:
    user = request.user
    if email and (wait := emails.wait_before_writing(user=user, email=email)):
        return limits.too_many_requests(request, wait)
    emails.change_email(user=user, email=email)
    audit.record(audit.AuditEvent.EMAIL_CHANGED, request)
    if not user.pending_email:
        messages.success(request, _("Your email address has been saved."))
        return SeeOther(reverse("accounts:profile"))
    return _link_sent(request)


@_form_methods
@sign_in_required
def email_resend(request: SignedInRequest) -> HttpResponse:
    """Resend the confirmation link to the pending address, if there is one. A GET request sends none."""
    pending = request.user.pending_email
    if not pending or request.method != "POST":
        return SeeOther(reverse("accounts:profile"))
    if wait := emails.wait_before_writing(user=request.user, email=pending):
        return limits.too_many_requests(request, wait)
    return _link_sent(request)


@_form_methods
@sign_in_required
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
    """Ask for confirmation before confirming, because mail scanners follow links too. Works without signing in."""
    if request.method == "POST" and (confirmed := emails.confirm_email(token=token)):
        audit.record(audit.AuditEvent.EMAIL_CONFIRMED, request, confirmed)
        messages.success(request, _("Your email address is confirmed."))
        return SeeOther(reverse("accounts:profile" if request.user.is_authenticated else "tables:home"))
    user = emails.person_to_confirm(token)
    if user is None:
        return render(request, "accounts/email_stale.html", status=404)
    shown = {"username": user.username, "email": user.pending_email}
    return render(request, "accounts/email_confirm.html", shown)


_link_views_form_methods = require_http_methods(["GET", "HEAD", "POST"])
_SIGN_IN_LINK: Final = LinkForm(
    template="accounts/sign_in_link.html",
    done="accounts:sign_in_link_sent",
    limit=limits.SIGN_IN_LINK,
    event=audit.AuditEvent.SIGN_IN_LINK_ASKED,
    send=emails.mail_sign_in_links,
)


@never_cache
@_link_views_form_methods
def sign_in_link(request: HttpRequest) -> HttpResponse:
    """Ask for a sign-in link."""
    return _SIGN_IN_LINK.answer(request, forms.SignInLinkForm(submitted_data(request)))


@require_safe
def sign_in_link_sent(request: HttpRequest) -> HttpResponse:
    """Say that a link is on its way if the address is known."""
    return render(request, "accounts/sign_in_link_sent.html")


@never_cache
@_link_views_form_methods
def sign_in_by_link(request: HttpRequest, uidb64: str, token: str) -> HttpResponse:
    """Show a button, and sign in when it is pressed: programs that scan mail open links too."""
    if request.method == "POST" and (person := emails.use_link(uidb64, token)):
        return _signed_in(request, person)
    user = emails.find_person(uidb64, token)
    if user is None:
        return render(request, "accounts/sign_in_link_stale.html", status=404)
    return render(request, "accounts/sign_in_by_link.html", {"name": str(user)})


@never_cache
@_link_views_form_methods
@sign_in_required
def guest_email(request: SignedInRequest) -> HttpResponse:
    """Let a guest give an address, decline the offer, or remove the address; people with an account change theirs."""
    if not request.user.guest:
        return SeeOther(reverse("accounts:email_change"))
    if "dismiss" in request.POST:
        guests.dismiss_offer(request)
        return SeeOther(next_or_home(request))
    if request.user.email:
        return _stored_email(request)
    form = forms.GuestEmailForm(submitted_data(request))
    if not form.is_valid():
        return form_answer(request, "accounts/guest_email.html", form)
    return _link_views_link_sent(request, form.cleaned_data["email"])


def _stored_email(request: SignedInRequest) -> HttpResponse:
    if "remove" not in request.POST:
        return render(request, "accounts/guest_email_stored.html", {"email": request.user.email})
    guests.remove_email(guest=request.user)
    update_session_auth_hash(request, request.user)
    audit.record(audit.AuditEvent.EMAIL_CHANGED, request)
    messages.success(request, _("Your email address has been removed. Other browsers have been signed out."))
    return SeeOther(reverse("accounts:profile"))


def _link_views_link_sent(request: SignedInRequest, email: str) -> HttpResponse:
    """Send the link, counted by the network too, as anybody can be many guests."""
    wait = limits.count_use_by_address(limits.GUEST_EMAIL, request) or emails.wait_before_writing(
        user=request.user, email=email
    )
    if wait:
        return limits.too_many_requests(request, wait)
    guests.send_links(guest=request.user, email=email, site=site_of(request))
    guests.dismiss_offer(request)
    messages.info(request, _("We’ve sent a link to %(email)s. Open it to keep your games.") % {"email": email})
    return SeeOther(next_or_home(request))


@never_cache
@_link_views_form_methods
def guest_email_confirm(request: HttpRequest, token: str) -> HttpResponse:
    """Show a button; pressed, it stores the address and signs in the guest on this device."""
    if request.method == "POST" and (guest := guests.confirm_email(token=token)):
        audit.record(audit.AuditEvent.EMAIL_CONFIRMED, request, guest)
        return _signed_in(request, guest)
    found = guests.find_guest(token)
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
    back = remember_former_guest(request, before) if before and before.guest else resolve_url("tables:home")
    return limits.remember_browser(request, SeeOther(back), person)


_reset_views_form_methods = require_http_methods(["GET", "HEAD", "POST"])
_PASSWORD_RESET: Final = LinkForm(
    template="accounts/password_reset.html",
    done="accounts:password_reset_sent",
    limit=limits.RESET,
    event=audit.AuditEvent.RESET_ASKED,
    send=services.mail_reset_links,
)


@never_cache
@_reset_views_form_methods
def password_reset(request: HttpRequest) -> HttpResponse:
    """Ask for a link by which to set a new password."""
    return _PASSWORD_RESET.answer(request, forms.ResetForm(submitted_data(request)))


@require_safe
def password_reset_sent(request: HttpRequest) -> HttpResponse:
    """Show the page with the next steps, the same for every visitor."""
    return render(request, "accounts/password_reset_sent.html")


class _NewPassword(PasswordResetConfirmView):
    """Django's own, in our looks and for open accounts: nothing is kept of a link that is not good."""

    form_class = forms.NewPasswordForm  # type: ignore[assignment]  # made with `user`, and asked for no more than that
    reset_url_token = "set"  # noqa: S105 - what stands in the address in place of the token

    def get_user(self, uidb64: str) -> User | None:
        """Return the user whom the link is for, or None.

        None if there is no such user, the account is closed, or it is a guest, who has no password.
        """
        user = super().get_user(uidb64)
        return user if isinstance(user, User) and user.is_active and not user.guest else None

    def form_valid(self, form: Any) -> HttpResponse:
        """Set the password and let go of the link."""
        services.reset_password(user=form.user, password=form.cleaned_data["new_password"])
        audit.record(audit.AuditEvent.PASSWORD_RESET, self.request, form.user)
        if self.request.user == form.user:
            logout(self.request)  # the session has ended with the old password
        else:
            del self.request.session[INTERNAL_RESET_SESSION_TOKEN]
        messages.success(self.request, _("Your password has been set. Sign in with it now."))
        return limits.remember_browser(self.request, SeeOther(reverse("accounts:sign_in")), form.user)

    def form_invalid(self, form: Any) -> HttpResponse:
        """Show what is wrong with it."""
        return self.render_to_response(self.get_context_data(form=form), status=422)

    def render_to_response(self, context: dict[str, Any], **more: Any) -> HttpResponse:
        """The form, or that the link is used up."""
        if not self.validlink:
            return render(self.request, "accounts/password_reset_stale.html", status=404)
        restore_input(self.request, context["form"])
        page = {"page": FormPage(context["form"])}
        return render(self.request, "accounts/password_reset_confirm.html", page, **more)


password_reset_confirm = _reset_views_form_methods(_NewPassword.as_view())
