"""Account pages: sign-up, sign-in, settings and profiles."""

from django.contrib import messages
from django.contrib.auth import login, logout, update_session_auth_hash
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from games.accounts import audit, emails, forms, known_browsers, limits, services
from games.accounts.access import (
    BACKEND,
    SeeOther,
    SignedInRequest,
    clear_browser,
    next_or_home,
    signed_in,
    site_of,
    tell_of,
)
from games.accounts.form_pages import form_answer
from games.accounts.forms_base import sent
from games.accounts.guests import keep_url, leave_behind
from games.accounts.models import User
from games.accounts.pages import person_page
from games.accounts.themes import theme_of
from games.accounts.time_zones import browser_zone

_form_methods = require_http_methods(["GET", "HEAD", "POST"])


@sensitive_post_parameters()
@never_cache
@_form_methods
def sign_up(request: HttpRequest) -> HttpResponse:
    """Make an account and sign in with it."""
    if isinstance(request.user, User):
        return SeeOther(keep_url(request.user, back=next_or_home(request)) or next_or_home(request))
    form = forms.SignUpForm(sent(request))
    if not form.is_valid():
        return form_answer(request, "accounts/sign_up.html", form)
    if wait := limits.spend_here(limits.sign_up_limit(), request):
        return limits.too_many(request, wait)
    return _signed_up(request, form)


def _signed_up(request: HttpRequest, form: forms.SignUpForm) -> HttpResponse:
    try:
        user = services.sign_up(**form.person(), time_zone=browser_zone(request))
    except ValidationError as taken:
        form.add_error(None, taken)
        return form_answer(request, "accounts/sign_up.html", form)
    audit.record(audit.Event.SIGN_UP, request, user)
    login(request, user, backend=BACKEND)
    messages.success(request, _("Welcome, %(name)s.") % {"name": user.display_name})
    _ask_to_confirm(request, user)
    return known_browsers.remember(request, SeeOther(next_or_home(request)), user)


def _ask_to_confirm(request: HttpRequest, user: User) -> None:
    """Send the confirmation link to a new user's address, unless the email limit is reached.

    The user can request it again later.
    """
    if user.pending_email and not emails.wait_before_writing(user=user, email=user.pending_email):
        emails.send_link(user=user, site=site_of(request))
        words = _("We’ve sent an email to %(email)s. Follow its link to confirm your address.")
        messages.info(request, words % {"email": user.pending_email})


@sensitive_post_parameters()
@never_cache
@_form_methods
def sign_in(request: HttpRequest) -> HttpResponse:
    """Sign in with a name and password.

    This view counts attempts by client address; the password check counts them by name, and by name and address
    together. Guests may sign in too. Their games stay with the guest until they are transferred.
    """
    guest = request.user if isinstance(request.user, User) and request.user.guest else None
    if request.user.is_authenticated and not guest:
        return SeeOther(next_or_home(request))
    if request.method == "POST" and (wait := limits.spend_here(limits.SIGN_IN, request)):
        return limits.too_many(request, wait)
    form = forms.SignInForm(sent(request), request=request)
    if not form.is_valid() or form.user is None:
        return form_answer(request, "accounts/sign_in.html", form)
    login(request, form.user, backend=BACKEND)
    if guest:
        services.end_sockets(user_id=guest.pk)
    answer = SeeOther(leave_behind(request, guest) if guest else next_or_home(request))
    return known_browsers.remember(request, answer, form.user)


@never_cache
@_form_methods
def sign_out(request: HttpRequest) -> HttpResponse:
    """End the session and its sockets; a guest without an address, who could not sign in again, is asked first. A GET
    ends nothing.
    """
    user = request.user
    if isinstance(user, User) and user.guest and not user.email and "sure" not in request.POST:
        return render(request, "accounts/sign_out.html", {"keep": keep_url(user)})
    if request.method != "POST":
        return SeeOther(next_or_home(request))
    user_id = request.user.pk
    logout(request)
    if user_id is not None:
        services.end_sockets(user_id=user_id)
    return clear_browser(SeeOther(next_or_home(request)))


@sensitive_post_parameters()
@never_cache
@_form_methods
@signed_in
def keep(request: SignedInRequest) -> HttpResponse:
    """Make an account of a guest: the same person with everything they have played, and from now on a password."""
    if not request.user.guest:
        return SeeOther(next_or_home(request))
    form = forms.SignUpForm(
        sent(request), initial={"display_name": request.user.display_name, "email": request.user.email}
    )
    if not form.is_valid():
        return form_answer(request, "accounts/keep.html", form)
    if wait := limits.spend_here(limits.sign_up_limit(), request):
        return limits.too_many(request, wait)
    try:
        user = services.keep_guest(guest=request.user, **form.person())
    except ValidationError as taken:
        form.add_error(None, taken)
        return form_answer(request, "accounts/keep.html", form)
    audit.record(audit.Event.SIGN_UP, request, user)
    update_session_auth_hash(request, user)
    words = _("Welcome, %(name)s. Your games have been saved to your account.")
    messages.success(request, words % {"name": user.display_name})
    _ask_to_confirm(request, user)
    return known_browsers.remember(request, SeeOther(next_or_home(request)), user)


@never_cache
@_form_methods
@signed_in
def profile(request: SignedInRequest) -> HttpResponse:
    """Change what others see of oneself, the site's language and look, and how one draws."""
    user = request.user
    form = forms.ProfileForm(sent(request), user=user, theme=theme_of(request))
    if not form.is_valid():
        return form_answer(request, "accounts/profile.html", form)
    # Fields that are not submitted keep their value, so a damaged form can't clear the name.
    changes = {name: value for name, value in form.cleaned_data.items() if name in form.data}
    services.update_profile(user=user, **{**form.initial, **changes})
    with translation.override(user.spoken or translation.get_language_from_request(request)):
        messages.success(request, _("Your profile has been saved."))
    return SeeOther(reverse("accounts:profile"))


@sensitive_post_parameters()
@never_cache
@_form_methods
@signed_in
def password_change(request: SignedInRequest) -> HttpResponse:
    """Set a new password; other browsers are signed out, this one stays. A guest makes an account instead."""
    if request.user.guest:
        return SeeOther(keep_url(request.user))
    if wait := limits.password_check_wait(request):
        return limits.too_many(request, wait)
    form = forms.ChangePasswordForm(sent(request), user=request.user)
    if not form.is_valid():
        return form_answer(request, "accounts/password_change.html", form)
    services.change_password(user=request.user, password=form.cleaned_data["new_password"])
    audit.record(audit.Event.PASSWORD_CHANGED, request)
    update_session_auth_hash(request, request.user)
    messages.success(request, _("Your password has been changed. You’ve been signed out of other browsers."))
    return SeeOther(reverse("accounts:profile"))


@require_safe
def person(request: HttpRequest, username: str) -> HttpResponse:
    """Show the public profile of a user; other spellings of the name redirect to the canonical URL."""
    user = get_object_or_404(User.objects.shown_to(request.user.pk).named(username))
    if user.username != username:
        return SeeOther(reverse("accounts:person", args=[user.username]))
    if not (user.guest or user.hidden):
        tell_of(request, user)
    return render(request, "accounts/person.html", {"page": person_page(user, request.user)})
