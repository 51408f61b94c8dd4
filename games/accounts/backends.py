"""Accounts that a name typed into a sign-in form may mean: one by its username, several by their email address."""

from __future__ import annotations

from typing import Any, Final

from django.contrib.auth.backends import ModelBackend
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from games.accounts.models import User

MOST_ACCOUNTS: Final = 3
"""Number of accounts that users can sign in to by the same email address. Other accounts with it sign in by username.
Every attempt does the work for this many accounts, so that its duration doesn't reveal how many there are.
"""


def is_address(typed: str) -> bool:
    """True for an email address; no username contains an @."""
    return "@" in typed


def find_accounts(typed: str) -> list[User]:
    """Return the accounts with this confirmed address, in any case, or the one with this username."""
    if not is_address(typed):
        return list(User.objects.named(typed))
    accounts = User.objects.able_to_sign_in().filter(email__iexact=typed.strip(), guest=False)
    return list(accounts.order_by("-is_active", "pk")[:MOST_ACCOUNTS])


def list_counted_names(typed: str) -> list[str]:
    """Return the other names that a guess counts against: always `MOST_ACCOUNTS` for an address.

    For an email address, made-up names stand in for missing accounts, so that the work is the same for every address.
    """
    if not is_address(typed):
        return []
    names = [user.username.lower() for user in find_accounts(typed)]
    return names + [f"{number} {typed}"[:254] for number in range(len(names), MOST_ACCOUNTS)]


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


class UsernameBackend(ModelBackend):
    """Finds the account with a username whose password fits, also one that a moderator has closed.

    The sign-in form tells its owner why it is closed. Sessions still need an active account.
    """

    def authenticate(
        self, request: HttpRequest | None, username: str | None = None, password: str | None = None, **kwargs: Any
    ) -> User | None:
        """Return the account; raises PermissionDenied for a wrong name or password."""
        if username is None or password is None:
            return None
        try:
            user = User.objects.get_by_natural_key(username)
        except User.DoesNotExist:
            User().set_password(password)  # takes as long as a check
            raise PermissionDenied from None
        if user.check_password(password) and User.objects.able_to_sign_in().filter(pk=user.pk).exists():
            return user
        raise PermissionDenied
