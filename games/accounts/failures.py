"""Failed sign-ins by name and address, which django-axes counts."""

from datetime import datetime
from typing import Any

from axes.handlers.database import AxesDatabaseHandler
from axes.models import AccessAttempt
from django.db.models import QuerySet
from django.http import HttpRequest

from games import clock
from games.accounts import limits
from games.accounts.client import sign_in_name
from games.locks import writing


class Failures(AxesDatabaseHandler):  # type: ignore[misc]  # axes has no types
    """The counts of axes, written in the line of writers; guesses from many addresses count together as well."""

    def is_allowed(self, request: HttpRequest, credentials: dict[str, str] | None = None) -> bool:
        """Count a guess, at whichever form, and return whether it may be looked at."""
        if not super().is_allowed(request, credentials):
            return False
        wait = limits.spend_guess(request, sign_in_name(request, credentials))
        request.sign_in_wait = wait  # type: ignore[attr-defined]  # for the answer, which axes asks for later
        return not wait

    def get_user_attempts(self, *args: Any, **kwargs: Any) -> list[QuerySet[Any]]:
        """The failures that count: none from a time to come, which a clock gone wrong has left."""
        return [attempts.filter(attempt_time__lte=_soon()) for attempts in super().get_user_attempts(*args, **kwargs)]

    def clean_expired_user_attempts(self, *args: Any, **kwargs: Any) -> int:
        """Delete the failures that do not count any more; return how many."""
        ahead, _ = AccessAttempt.objects.filter(attempt_time__gt=_soon()).delete()
        expired: int = super().clean_expired_user_attempts(*args, **kwargs)
        return int(ahead) + expired

    def user_login_failed(self, *args: Any, **kwargs: Any) -> None:
        """Count a failure."""
        with writing():
            super().user_login_failed(*args, **kwargs)

    def user_logged_in(self, *args: Any, **kwargs: Any) -> None:
        """Forget the failures of who has got in."""
        with writing():
            super().user_logged_in(*args, **kwargs)

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
