"""Accounts that a name typed into a sign-in form may mean: one by its username, several by their email address."""

from typing import Final

from games.accounts.models import User

MOST_ACCOUNTS: Final = 3
"""Number of accounts that users can sign in to by the same email address. Other accounts with it sign in by username.
Every attempt does the work for this many accounts, so that its duration doesn't reveal how many there are.
"""


def is_address(typed: str) -> bool:
    """True for an email address; no username contains an @."""
    return "@" in typed


def find_accounts(typed: str) -> list[User]:
    """Return the active accounts with this confirmed address, in any case, or the one with this username."""
    if not is_address(typed):
        return list(User.objects.named(typed))
    return list(User.objects.reachable_at(typed.strip()).filter(guest=False)[:MOST_ACCOUNTS])


def list_counted_names(typed: str) -> list[str]:
    """Return the other names that a guess counts against: always `MOST_ACCOUNTS` for an address.

    For an email address, made-up names stand in for missing accounts, so that the work is the same for every address.
    """
    if not is_address(typed):
        return []
    names = [user.username.lower() for user in find_accounts(typed)]
    return names + [f"{number} {typed}"[:254] for number in range(len(names), MOST_ACCOUNTS)]
