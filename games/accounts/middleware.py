"""The answer to somebody whose account was deleted while they asked for something."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from typing import Final, cast

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.sessions import middleware as sessions
from django.contrib.sessions.exceptions import SessionInterrupted
from django.core.exceptions import ObjectDoesNotExist
from django.db import DatabaseError, OperationalError, connection
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import resolve_url
from django.utils import timezone, translation
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django_htmx.http import HttpResponseClientRedirect, HttpResponseClientRefresh

from games.accounts import audit
from games.accounts.access import HtmxHttpRequest, SeeOther, clear_browser
from games.accounts.models import AccountDeleted, User
from games.accounts.sessions import record_visit
from games.accounts.time_zones import visitor_time_zone


def is_deleted(user: object) -> bool:
    """Return True if the signed-in user's account has been deleted since the request began."""
    return isinstance(user, User) and not User.objects.filter(pk=user.pk, erased_at=None).exists()


def deleted_account_response(request: HttpRequest) -> HttpResponse:
    """Sign the browser out and lead to the first page, which says why."""
    logout(request)
    messages.info(request, _("This account has been deleted. You are signed out."))
    return clear_browser(_home(request))


def other_account_deleted_response(request: HttpRequest) -> HttpResponse:
    """Redirect to the home page with a message that another user's account has been deleted."""
    messages.info(request, _("This account has been deleted."))
    return _home(request)


def _home(request: HttpRequest) -> HttpResponse:
    """Lead to the first page; htmx is told to leave the present one, or it would be swapped into a corner of it."""
    home = resolve_url(settings.LOGIN_REDIRECT_URL)
    return HttpResponseClientRedirect(home) if getattr(request, "htmx", False) else SeeOther(home)


Handler = Callable[[HttpRequest], HttpResponseBase]

VIEWER: Final = "X-Viewer"
"""Request header in which a page that fetches a part of itself names the user that it was rendered for: a username,
or empty if signed out.
"""


class SessionMiddleware(sessions.SessionMiddleware):
    """Django's session middleware, plus a message if the user was deleted during the request."""

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        """Store the session."""
        try:
            return super().process_response(request, response)
        except SessionInterrupted:
            if not is_deleted(request.user):
                raise
            answer = deleted_account_response(request)
            request._messages.update(answer)  # type: ignore[attr-defined]  # its middleware has had its turn
            return super().process_response(request, answer)


def keep_new_session(get_response: Handler) -> Handler:
    """Let no page that was asked for with the session of before signing in delete the session of after; stands before
    SessionMiddleware.

    Signing in gives the session another key. A page fetches itself when its table changes, and its answer would, late,
    delete the new cookie with the old one. A cookie without a session does no harm.
    """

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        cookie = response.cookies.get(settings.SESSION_COOKIE_NAME)
        if request.method in ("GET", "HEAD") and cookie is not None and not cookie.value:
            del response.cookies[settings.SESSION_COOKIE_NAME]
        return response

    return middleware


def log_refusals(get_response: Handler) -> Handler:
    """Log requests that are refused or rate limited. Place this after the authentication middleware."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        if response.status_code in (403, 429):
            # Log the view's name, because the URL may contain the token of a link.
            view = request.resolver_match.view_name if request.resolver_match else ""
            audit.record(audit.AuditEvent.REFUSED, request, status=response.status_code, view=view)
        return response

    return middleware


def user_language(get_response: Handler) -> Handler:
    """Prefer the signed-in user's language to the browser's.

    Place this after LocaleMiddleware and the authentication middleware.
    """

    def middleware(request: HttpRequest) -> HttpResponseBase:
        # Without a session cookie no user is signed in, so visitors don't cost a query.
        if settings.SESSION_COOKIE_NAME in request.COOKIES:
            language = getattr(request.user, "chosen_language", "")
            if language:
                translation.activate(language)
                request.LANGUAGE_CODE = translation.get_language()
        return get_response(request)

    return middleware


def user_time_zone(get_response: Handler) -> Handler:
    """Show times in the time zone of the visitor; must run after authentication."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        with timezone.override(visitor_time_zone(request)):
            return get_response(request)

    return middleware


def extend_sessions(get_response: Handler) -> Handler:
    """Extend the session while its user keeps returning.

    A visit is recorded once a day, and in the response to signing in.
    """

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        # Without a session key no user is signed in, so visitors don't cost a query.
        if request.session.session_key and isinstance(request.user, User):
            try:
                record_visit(request, request.user)
            except AccountDeleted:
                return deleted_account_response(request)
        return response

    return middleware


class DeletedAccounts:
    """Answer politely where an account was deleted between the beginning of a request and its write; stands behind
    MessageMiddleware and HtmxMiddleware.
    """

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Hand the request on, and sign out a person whose form was refused because what it is about went with them."""
        response = self.get_response(request)
        refused = HTTPStatus.BAD_REQUEST <= response.status_code < HTTPStatus.INTERNAL_SERVER_ERROR
        # Only refused POST requests are checked, so that a missing page doesn't cost another query.
        return (
            deleted_account_response(request)
            if refused and request.method == "POST" and is_deleted(request.user)
            else response
        )

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Sign out a user whose account was deleted.

        This happens if `lock_person` raised, or if a row was missing that was deleted with the account.
        """
        if isinstance(exception, AccountDeleted) and isinstance(request.user, User):
            own = exception.user_id == request.user.pk or is_deleted(request.user)
            return deleted_account_response(request) if own else other_account_deleted_response(request)
        if isinstance(exception, AccountDeleted):
            return other_account_deleted_response(request)
        if _may_be_of_deletion(exception) and is_deleted(request.user):
            return deleted_account_response(request)
        return None


def _may_be_of_deletion(exception: Exception) -> bool:
    """Return whether it may be due to rows that went with an account, and the database can be asked about that."""
    broken = isinstance(exception, (DatabaseError, ObjectDoesNotExist)) and not isinstance(exception, OperationalError)
    return broken and not connection.needs_rollback


def reload_for_other_user(get_response: Handler) -> Handler:
    """Reload a page that requests a fragment after the signed-in user changed in another tab.

    The fragment would not fit into the page. Place this after HtmxMiddleware.
    """

    def middleware(request: HttpRequest) -> HttpResponseBase:
        made_for = request.headers.get(VIEWER) if request.method == "GET" else None
        if made_for is not None and cast(HtmxHttpRequest, request).htmx and made_for != request.user.get_username():
            return HttpResponseClientRefresh()
        return get_response(request)

    return middleware


def forbid_caching(get_response: Handler) -> Handler:
    """Forbid caching of pages that name the signed-in user, so that the browser can't show them after sign-out."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        if response.headers.get("Content-Type", "").startswith("text/html") and request.user.is_authenticated:
            patch_cache_control(response, no_store=True)
        return response

    return middleware
