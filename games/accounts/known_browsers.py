"""Known browsers: those that have signed in to an account before, identified by a cookie token.

Password guesses from other browsers slow strangers down, but must not lock out the account's owner.
"""

import secrets
from datetime import timedelta
from typing import Final

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import salted_hmac

from games.accounts.models import User

_SALT: Final = "games.accounts.known_browsers"
_KEPT: Final = timedelta(days=365)
_MOST: Final = 5
"""Number of accounts that are remembered per browser, most recent sign-ins first."""


def mark_of(request: HttpRequest, username: str) -> str:
    """Return the token this browser got when it signed in under that name, or "" if it never did."""
    return _marks(request).get(_key(username), "")


def remember(request: HttpRequest, answer: HttpResponse, user: User) -> HttpResponse:
    """Let the browser be known to have signed in to that account, and return the answer."""
    marks = _marks(request)
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


def _marks(request: HttpRequest) -> dict[str, str]:
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
