"""Signing in by email address and password."""

from typing import Any

from django.contrib.auth.backends import ModelBackend
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from games.accounts.models import User
from games.accounts.sign_in_names import MOST_ACCOUNTS, find_accounts, is_address


class EmailBackend(ModelBackend):
    """Finds the account with a confirmed address whose password fits; usernames are left to the next backend."""

    def authenticate(
        self, request: HttpRequest | None, username: str | None = None, password: str | None = None, **kwargs: Any
    ) -> User | None:
        """Return the account; raises PermissionDenied for a wrong address or password, None for a username."""
        if username is None or password is None or not is_address(username):
            return None
        accounts = find_accounts(username)
        refused = getattr(request, "refused_names", ())
        for user in accounts:
            # Always check the password, so that a refusal takes as long as a wrong password.
            if user.check_password(password) and user.username.lower() not in refused:
                return user
        for _ in range(MOST_ACCOUNTS - len(accounts)):
            User().set_password(password)
        raise PermissionDenied
