"""Tokens that name a user in a form, so that nobody can try out all numbers."""

from __future__ import annotations

from typing import Final

from django.core.signing import BadSignature, Signer

from games.accounts.models import User

_signer: Final = Signer(salt="games.people")


def person_token(user: User) -> str:
    """Return the token of a user, the same for every viewer."""
    return _signer.sign(str(user.pk))


def read_token(token: str) -> int | None:
    """Return the key in a token, or None if the site has not made it."""
    try:
        return int(_signer.unsign(token))
    except (BadSignature, ValueError):
        return None
