"""Failed sign-ins by name and address, which django-axes counts."""

from datetime import datetime
from typing import Any

from axes.handlers.database import AxesDatabaseHandler
from axes.helpers import get_credentials
from axes.models import AccessAttempt
from django.db.models import QuerySet
from django.http import HttpRequest

from games import clock
from games.accounts import limits
from games.accounts.backends import list_counted_names
from games.accounts.client_address import sign_in_name
from games.accounts.models import User
from games.locks import writing


class Failures(AxesDatabaseHandler):  # type: ignore[misc]  # axes has no types
    """The counts of axes, written in the line of writers; guesses from many addresses count together as well."""

    def is_allowed(self, request: HttpRequest, credentials: dict[str, str] | None = None) -> bool:
        """Count a guess, at whichever form, and return whether it may be looked at."""
        if not super().is_allowed(request, credentials):
            return False
        typed = sign_in_name(request, credentials)
        names = list_counted_names(typed)
        wait = limits.count_password_guess(request, typed, names)
        request.sign_in_wait = wait  # type: ignore[attr-defined]  # for the answer, which axes asks for later
        if not wait:
            # Don't respond with 429. That would reveal that guesses were made for an account with this address.
            refused = [name for name in names if not self._is_name_allowed(request, name)]
            request.refused_names = refused  # type: ignore[attr-defined]  # for EmailBackend
        return not wait

    def _is_name_allowed(self, request: HttpRequest, name: str) -> bool:
        """Count a guess by address against an account's name; return whether the account may be signed in to."""
        return super().is_allowed(request, get_credentials(name)) and not limits.count_password_guess(request, name)

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
    return clock.now() + limits.AHEAD
