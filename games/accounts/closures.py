"""Access of its owner to a closed account, in this browser and for a short time after the right password."""

from __future__ import annotations

import time
from typing import Final

from django.conf import settings
from django.http import HttpRequest
from django.shortcuts import resolve_url
from django.utils.crypto import constant_time_compare

from games.accounts.access import SeeOther
from games.accounts.models import User

_KEY: Final = "closed-account"
_LASTS: Final = 30 * 60  # seconds


def redirect_to_closed_account(request: HttpRequest, user: User) -> SeeOther:
    """Remember that the visitor has entered the password of a closed account, and redirect to its page."""
    request.session.cycle_key()
    request.session[_KEY] = [user.pk, user.get_session_auth_hash(), int(time.time())]
    return SeeOther(resolve_url(settings.CLOSED_ACCOUNT_URL))


def closed_account(request: HttpRequest) -> User | None:
    """Return the account whose password the visitor entered less than half an hour ago, open or closed, or None."""
    pk, auth_hash, at = request.session.get(_KEY, (0, "", 0))
    user = User.objects.filter(pk=pk, erased_at=None).first() if pk else None
    if user is None or not 0 <= time.time() - at < _LASTS:
        return None
    return user if constant_time_compare(auth_hash, user.get_session_auth_hash()) else None


def forget_closed_account(request: HttpRequest) -> None:
    """Forget the account."""
    request.session.pop(_KEY, None)
