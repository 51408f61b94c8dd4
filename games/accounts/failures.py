"""Failed sign-ins by name and address, which django-axes counts."""

from typing import Any

from axes.handlers.database import AxesDatabaseHandler

from games.locks import writing


class Failures(AxesDatabaseHandler):  # type: ignore[misc]  # axes has no types
    """The counts of axes, written in the line of writers."""

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
