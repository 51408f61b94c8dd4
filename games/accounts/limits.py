"""Rate limits and failed sign-ins: windows counted in the database, so that all processes count together."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import ceil
from typing import Any, Final, cast

from axes.handlers.database import AxesDatabaseHandler
from axes.helpers import get_credentials
from axes.models import AccessAttempt
from django.conf import settings
from django.core import signing
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.crypto import salted_hmac

from games import clock
from games.accounts.backends import list_counted_names
from games.accounts.client_address import client_network, sign_in_name
from games.accounts.models import RateLimit, User
from games.locks import writing

_SALT: Final = "games.accounts.known_browsers"
_KEPT: Final = timedelta(days=365)
_MOST: Final = 5
"""Number of accounts that are remembered per browser, most recent sign-ins first."""


def browser_token(request: HttpRequest, username: str) -> str:
    """Return the token this browser got when it signed in under that name, or "" if it never did."""
    return _browser_tokens(request).get(_key(username), "")


def remember_browser(request: HttpRequest, answer: HttpResponse, user: User) -> HttpResponse:
    """Let the browser be known to have signed in to that account, and return the answer."""
    marks = _browser_tokens(request)
    key = _key(user.username)
    mark = marks.pop(key, "") or secrets.token_urlsafe(9)
    latest = dict([*marks.items(), (key, mark)][-_MOST:])
    answer.set_cookie(
        settings.FAMILIAR_COOKIE_NAME,
        signing.dumps(latest, salt=_SALT),
        max_age=_KEPT,
        samesite="Lax",
        secure=settings.SECURE,
        httponly=True,
    )
    return answer


def _browser_tokens(request: HttpRequest) -> dict[str, str]:
    try:
        marks: dict[str, str] = signing.loads(
            request.COOKIES.get(settings.FAMILIAR_COOKIE_NAME, ""), salt=_SALT, max_age=_KEPT
        )
    except signing.BadSignature:
        return {}
    return marks


def _key(username: str) -> str:
    """Return a key for a name that users of a shared browser cannot read from the cookie."""
    return salted_hmac(_SALT, username.lower()).hexdigest()[:16]


NO_WAIT: Final = timedelta(0)
_LIMITS_KEPT: Final = timedelta(days=1)
AHEAD: Final = timedelta(minutes=1)
"""Tolerance for wrong clocks. A start later than this from now was recorded by a wrong clock, because the clocks of
several servers differ by less.
"""


@dataclass(frozen=True, slots=True)
class Limit:
    """At most `times` uses per `window`, which starts with the first use and is at most a day."""

    scope: str
    times: int
    window: timedelta


SIGN_IN: Final = Limit("sign-in", 60, timedelta(minutes=15))
GUESSES: Final = Limit("guesses", 30, timedelta(days=1))
MORE_GUESSES: Final = Limit("more-guesses", 3, timedelta(minutes=1))
FAMILIAR_GUESSES: Final = Limit("familiar-guesses", 20, timedelta(minutes=15))
RESET: Final = Limit("reset", 10, timedelta(hours=1))
SIGN_IN_LINK: Final = Limit("sign-in-link", 10, timedelta(hours=1))
GUEST_EMAIL: Final = Limit("guest-email", 10, timedelta(hours=1))
RESET_MAIL: Final = Limit("reset-mail", 3, timedelta(hours=1))
RESET_ACCOUNT: Final = Limit("reset-account", 3, timedelta(hours=1))
EMAIL_MAIL: Final = Limit("email-mail", 5, timedelta(hours=1))
PASSWORD_CHECK: Final = Limit("password-check", 10, timedelta(minutes=15))


def sign_up_limit() -> Limit:
    """Return the limit for sign-ups from one address per hour, from the settings."""
    return Limit("sign-up", settings.SIGN_UPS_PER_HOUR, timedelta(hours=1))


def guest_limit() -> Limit:
    """Return the limit for new guests from one address per hour, the same as for sign-ups."""
    return Limit("guest", settings.SIGN_UPS_PER_HOUR, timedelta(hours=1))


def count_use(*, scope: str, key: str, limit: int, window: timedelta) -> timedelta:
    """Count one use by this key and return how long to wait, zero if allowed."""
    now = clock.now()
    with writing():
        # The row lock (on SQLite, the database lock) keeps two requests from reading the same count.
        row, created = RateLimit.objects.select_for_update().get_or_create(
            scope=scope, key=_hidden(key), defaults={"started": now, "count": 0}
        )
        if created:
            _forget(before=now - _LIMITS_KEPT, after=now + AHEAD)
        return _count(row, now, limit, window)


def count_limited_use(limit: Limit, key: str) -> timedelta:
    """Count one use of a named limit; return the wait, zero if allowed."""
    return count_use(scope=limit.scope, key=key, limit=limit.times, window=limit.window)


def count_use_by_address(limit: Limit, request: HttpRequest) -> timedelta:
    """Count one use of a named limit by the client's address; return the wait, zero if allowed."""
    return count_limited_use(limit, client_network(request))


def count_use_by_user(limit: Limit, request: HttpRequest) -> timedelta:
    """Count one use by the signed-in user; guests are counted together by address.

    Anyone can create many guests, so a limit per guest would have no effect.
    """
    user = cast(User, request.user)
    return count_use_by_address(limit, request) if user.guest else count_limited_use(limit, str(user.pk))


def count_password_guess(request: HttpRequest, username: str, meant: Iterable[str] = ()) -> timedelta:
    """Count one password guess for a name, existing or not; return the wait, zero if allowed.

    After the first guesses of a day, from any address, guesses by unknown browsers are slowed down. Browsers that
    have signed in before to the account, or to one of the accounts `meant` by an email address, are not.
    """
    if mark := next(filter(None, (browser_token(request, name) for name in (username, *meant))), ""):
        return count_limited_use(FAMILIAR_GUESSES, f"{username} {mark}")
    return count_limited_use(GUESSES, username) and count_limited_use(MORE_GUESSES, username)


def password_check_wait(request: HttpRequest) -> timedelta:
    """Count a password attempt of the signed-in user on POST; return the wait, zero if allowed."""
    return count_limited_use(PASSWORD_CHECK, str(request.user.pk)) if request.method == "POST" else NO_WAIT


def too_many_requests(request: HttpRequest, wait: timedelta, reason: str = "") -> HttpResponse:
    """Answer 429 with a page that gives the wait and, if passed, the reason.

    The Retry-After header is in seconds.
    """
    seconds = max(1, ceil(wait.total_seconds()))
    answer = render(request, "429.html", {"minutes": ceil(seconds / 60), "reason": reason}, status=429)
    answer["Retry-After"] = str(seconds)
    return answer


def locked_out(request: HttpRequest, original: HttpResponseBase | None, credentials: dict[str, str]) -> HttpResponse:
    """Return the response to too many sign-in attempts, per name or from one or many addresses."""
    wait = getattr(request, "sign_in_wait", NO_WAIT)
    return too_many_requests(request, wait or timedelta(hours=settings.AXES_COOLOFF_TIME))


def _count(row: RateLimit, now: datetime, limit: int, window: timedelta) -> timedelta:
    if not now - window < row.started <= now + AHEAD:
        row.started, row.count = now, 0
    if row.count >= limit:
        return row.started + window - now
    row.count += 1
    row.save(update_fields=["started", "count"])
    return NO_WAIT


def _hidden(key: str) -> str:
    """Return a keyed hash of the key, which reveals no IP address or email."""
    return salted_hmac("games.accounts.limits", key, algorithm="sha256").hexdigest()


def _forget(*, before: datetime, after: datetime) -> None:
    RateLimit.objects.filter(Q(started__lt=before) | Q(started__gt=after)).delete()


class Failures(AxesDatabaseHandler):  # type: ignore[misc]  # axes has no types
    """The counts of axes, written in the line of writers; guesses from many addresses count together as well."""

    def is_allowed(self, request: HttpRequest, credentials: dict[str, str] | None = None) -> bool:
        """Count a guess, at whichever form, and return whether it may be looked at."""
        if not super().is_allowed(request, credentials):
            return False
        typed = sign_in_name(request, credentials)
        names = list_counted_names(typed)
        wait = count_password_guess(request, typed, names)
        request.sign_in_wait = wait  # type: ignore[attr-defined]  # for the answer, which axes asks for later
        if not wait:
            # Don't respond with 429. That would reveal that guesses were made for an account with this address.
            refused = [name for name in names if not self._is_name_allowed(request, name)]
            request.refused_names = refused  # type: ignore[attr-defined]  # for EmailBackend
        return not wait

    def _is_name_allowed(self, request: HttpRequest, name: str) -> bool:
        """Count a guess by address against an account's name; return whether the account may be signed in to."""
        return super().is_allowed(request, get_credentials(name)) and not count_password_guess(request, name)

    def get_user_attempts(self, *args: Any, **kwargs: Any) -> list[QuerySet[Any]]:
        """The failures that count: none from a time to come, which a clock gone wrong has left."""
        return [attempts.filter(attempt_time__lte=_soon()) for attempts in super().get_user_attempts(*args, **kwargs)]

    def clean_expired_user_attempts(self, *args: Any, **kwargs: Any) -> int:
        """Delete the failures that do not count any more; return how many."""
        ahead, _ = AccessAttempt.objects.filter(attempt_time__gt=_soon()).delete()
        expired: int = super().clean_expired_user_attempts(*args, **kwargs)
        return int(ahead) + expired

    def user_login_failed(
        self, sender: Any, credentials: dict[str, str], request: HttpRequest | None = None, **kwargs: Any
    ) -> None:
        """Count a failure by what was typed, and for an address by the names of its accounts as well."""
        with writing():
            if request is not None:
                is_locked = request.axes_locked_out  # type: ignore[attr-defined]  # set by axes
                for name in list_counted_names(sign_in_name(request, credentials)):
                    super().user_login_failed(sender, {**credentials, "username": name}, request, **kwargs)
                    # The response must only depend on what was typed.
                    request.axes_locked_out = is_locked  # type: ignore[attr-defined]
            super().user_login_failed(sender, credentials, request, **kwargs)

    def user_logged_in(self, sender: Any, request: HttpRequest, user: User, **kwargs: Any) -> None:
        """Forget the failures of who has got in, by username and by address."""
        with writing():
            super().user_logged_in(sender, request, user, **kwargs)
            typed = sign_in_name(request)
            if user.email and typed == user.email.lower():
                self.reset_user_attempts(request, get_credentials(typed))

    def user_logged_out(self, *args: Any, **kwargs: Any) -> None:
        """Forget failures that are over."""
        with writing():
            super().user_logged_out(*args, **kwargs)

    def reset_attempts(self, **kwargs: Any) -> int:
        """Forget the failures of a name or an address; return how many."""
        with writing():
            count: int = super().reset_attempts(**kwargs)
            return count


def _soon() -> datetime:
    return clock.now() + AHEAD
