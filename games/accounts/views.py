"""Account pages: sign-up, sign-in, settings, sessions, profiles, and the switches in the footer."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
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

from games.accounts import audit, emails, forms, limits, services, time_zones
from games.accounts.access import (
    BACKEND,
    SeeOther,
    SignedInRequest,
    clear_browser,
    is_own_url,
    next_or_home,
    set_shown_profile,
    sign_in_required,
    site_of,
)
from games.accounts.closures import redirect_to_closed_account
from games.accounts.form_pages import form_answer
from games.accounts.forms import submitted_data
from games.accounts.guests import create_account_url, remember_former_guest
from games.accounts.models import Theme, User
from games.accounts.pages import person_page, sessions_page
from games.accounts.services import TABLE_SETTINGS
from games.accounts.sessions import end_other_sessions, end_session, sessions_of
from games.accounts.themes import remember_theme, theme_of
from games.accounts.time_zones import browser_zone

_form_methods = require_http_methods(["GET", "HEAD", "POST"])


@sensitive_post_parameters()
@never_cache
@_form_methods
def sign_up(request: HttpRequest) -> HttpResponse:
    """Create an account and sign in."""
    if isinstance(request.user, User):
        return SeeOther(create_account_url(request.user, back=next_or_home(request)) or next_or_home(request))
    form = forms.SignUpForm(submitted_data(request))
    if not form.is_valid():
        return form_answer(request, "accounts/sign_up.html", form)
    if wait := limits.count_use_by_address(limits.sign_up_limit(), request):
        return limits.too_many_requests(request, wait)
    return _signed_up(request, form)


def _signed_up(request: HttpRequest, form: forms.SignUpForm) -> HttpResponse:
    try:
        user = services.sign_up(**form.person(), time_zone=browser_zone(request))
    except ValidationError as taken:
        form.add_error(None, taken)
        return form_answer(request, "accounts/sign_up.html", form)
    audit.record(audit.AuditEvent.SIGN_UP, request, user)
    login(request, user, backend=BACKEND)
    messages.success(request, _("Welcome, %(name)s.") % {"name": user.display_name})
    _ask_to_confirm(request, user)
    return limits.remember_browser(request, SeeOther(next_or_home(request)), user)


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
    if request.method == "POST" and (wait := limits.count_use_by_address(limits.SIGN_IN, request)):
        return limits.too_many_requests(request, wait)
    form = forms.SignInForm(submitted_data(request), request=request)
    if not form.is_valid() or form.user is None:
        if form.closed:
            return redirect_to_closed_account(request, form.closed)
        return form_answer(request, "accounts/sign_in.html", form)
    login(request, form.user, backend=BACKEND)
    if guest:
        services.end_sockets(user_id=guest.pk)
    answer = SeeOther(remember_former_guest(request, guest) if guest else next_or_home(request))
    return limits.remember_browser(request, answer, form.user)


@never_cache
@_form_methods
def sign_out(request: HttpRequest) -> HttpResponse:
    """End the session and its sockets; a guest without an address, who could not sign in again, is asked first. A GET
    ends nothing.
    """
    user = request.user
    if isinstance(user, User) and user.guest and not user.email and "sure" not in request.POST:
        return render(request, "accounts/sign_out.html", {"keep": create_account_url(user)})
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
@sign_in_required
def create_account(request: SignedInRequest) -> HttpResponse:
    """Turn a guest into an account: the same user with all their games, now with a password."""
    if not request.user.guest:
        return SeeOther(next_or_home(request))
    form = forms.SignUpForm(
        submitted_data(request), initial={"display_name": request.user.display_name, "email": request.user.email}
    )
    if not form.is_valid():
        return form_answer(request, "accounts/keep.html", form)
    if wait := limits.count_use_by_address(limits.sign_up_limit(), request):
        return limits.too_many_requests(request, wait)
    try:
        user = services.upgrade_guest(guest=request.user, **form.person())
    except ValidationError as taken:
        form.add_error(None, taken)
        return form_answer(request, "accounts/keep.html", form)
    audit.record(audit.AuditEvent.SIGN_UP, request, user)
    update_session_auth_hash(request, user)
    words = _("Welcome, %(name)s. Your games have been saved to your account.")
    messages.success(request, words % {"name": user.display_name})
    _ask_to_confirm(request, user)
    return limits.remember_browser(request, SeeOther(next_or_home(request)), user)


@never_cache
@_form_methods
@sign_in_required
def profile(request: SignedInRequest) -> HttpResponse:
    """Change the user's public profile, language, theme, and drawing preferences."""
    user = request.user
    form = forms.ProfileForm(submitted_data(request), user=user, theme=theme_of(request))
    if not form.is_valid():
        return form_answer(request, "accounts/profile.html", form)
    # Fields that are not submitted keep their value, so a damaged form can't clear the name.
    changes = {name: value for name, value in form.cleaned_data.items() if name in form.data}
    services.update_profile(user=user, **{**form.initial, **changes})
    with translation.override(user.chosen_language or translation.get_language_from_request(request)):
        messages.success(request, _("Your profile has been saved."))
    return SeeOther(reverse("accounts:profile"))


@sensitive_post_parameters()
@never_cache
@_form_methods
@sign_in_required
def password_change(request: SignedInRequest) -> HttpResponse:
    """Set a new password and sign out other browsers, but not this one. Guests create an account instead."""
    if request.user.guest:
        return SeeOther(create_account_url(request.user))
    if wait := limits.password_check_wait(request):
        return limits.too_many_requests(request, wait)
    form = forms.ChangePasswordForm(submitted_data(request), user=request.user)
    if not form.is_valid():
        return form_answer(request, "accounts/password_change.html", form)
    services.change_password(user=request.user, password=form.cleaned_data["new_password"])
    audit.record(audit.AuditEvent.PASSWORD_CHANGED, request)
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
        set_shown_profile(request, user)
    return render(request, "accounts/person.html", {"page": person_page(user, request.user)})


@never_cache
@require_safe
@sign_in_required
def sessions(request: SignedInRequest) -> HttpResponse:
    """List the sessions of the person, this one marked."""
    page = sessions_page(sessions_of(request.user), _own_key(request))
    return render(request, "accounts/sessions.html", {"page": page})


@require_http_methods(["GET", "HEAD", "POST"])
@sign_in_required
def end_sessions(request: SignedInRequest) -> HttpResponse:
    """End the session of that number, or with `others` all but this one; for this one there is signing out. A GET leads
    to the list.
    """
    if request.method == "POST" and _ended(request):
        messages.success(request, _("Session signed out."))
    return SeeOther(reverse("accounts:sessions"))


def _ended(request: SignedInRequest) -> bool:
    user, own = request.user, _own_key(request)
    if "others" in request.POST:
        return end_other_sessions(user=user, but=own)
    number = request.POST.get("session", "")
    by_number = {str(session.pk): session for session in sessions_of(user) if session.session_id != own}
    return number in by_number and end_session(user=user, session=by_number[number].pk)


def _own_key(request: HttpRequest) -> str:
    return str(request.session.session_key)


_switch_views_form_methods = require_http_methods(["GET", "HEAD", "POST"])


@_switch_views_form_methods
def theme(request: HttpRequest) -> HttpResponse:
    """Choose a theme and go back to the page; what is none changes nothing."""
    answer = _back(request)
    chosen = request.POST.get("theme", "")
    if chosen in Theme.values:
        if isinstance(request.user, User):
            services.choose_theme(user=request.user, theme=Theme(chosen))
        remember_theme(request, answer, Theme(chosen))
    return answer


@_switch_views_form_methods
def table_settings(request: HttpRequest) -> HttpResponse:
    """Turn settings of tables on or off for a user, and go back to the page. Invalid values change nothing."""
    words = {"on": True, "off": False}
    changes = {name: words[value] for name, value in request.POST.items() if name in TABLE_SETTINGS and value in words}
    if changes and isinstance(request.user, User):
        services.choose_table_settings(user=request.user, **changes)
    return _back(request)


@_switch_views_form_methods
def time_zone(request: HttpRequest) -> HttpResponse:
    """Note the time zone that a browser tells, and go back to the page; one that is known already stays."""
    answer = _back(request)
    name = time_zones.known_name(request.POST.get("time_zone", ""))
    if name and isinstance(request.user, User):
        services.note_time_zone(user=request.user, time_zone=name)
    elif name and not time_zones.browser_zone(request):
        time_zones.remember_time_zone(request, answer, name)
    return answer


@_switch_views_form_methods
def language(request: HttpRequest) -> HttpResponse:
    """Choose the language of this browser, and of the person wherever they sign in; what is none changes nothing."""
    answer = _back(request)
    chosen = request.POST.get("language", "")
    if chosen in dict(settings.LANGUAGES):
        if isinstance(request.user, User):
            services.choose_language(user=request.user, language=chosen)
        answer.set_cookie(
            settings.LANGUAGE_COOKIE_NAME,
            chosen,
            max_age=timedelta(days=365),
            samesite="Lax",
            secure=settings.SECURE,
            httponly=True,
        )
    return answer


def _back(request: HttpRequest) -> SeeOther:
    """Redirect to the referring page with its query string, or to the page named in the form.

    GET requests come from the switch itself, so their referrer is ignored.
    """
    came_from = request.headers.get("Referer", "") if request.method == "POST" else ""
    return SeeOther(came_from if is_own_url(request, came_from) else next_or_home(request))
