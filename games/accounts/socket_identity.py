"""Proof of an open socket's user, and the check that it is still valid."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib.sessions.models import Session
from django.utils import timezone

from games.accounts.models import User


@dataclass(frozen=True, slots=True)
class Proof:
    """A session, "" for none, and who is signed in there, None for nobody, with a hash that follows their password."""

    session: str
    user_id: int | None
    password: str


def proof_of(scope: Mapping[str, Any]) -> Proof:
    """Return the proof for a new socket, without a database query."""
    user = scope["user"]
    return Proof(scope["session"].session_key or "", user.pk, user.get_session_auth_hash() if user.pk else "")


def ended(proofs: Iterable[Proof]) -> set[Proof]:
    """Return the proofs that are no longer valid.

    The session is over, or its user has a new password, is inactive, or is deleted.
    """
    known = set(proofs)
    people = User.objects.active().filter(pk__in={proof.user_id for proof in known if proof.user_id})
    passwords = {user.pk: user.get_session_auth_hash() for user in people}
    keys = {proof.session for proof in known if proof.session}
    open_now = Session.objects.filter(session_key__in=keys, expire_date__gt=timezone.now())
    going_on = {"", *open_now.values_list("session_key", flat=True)}
    return {
        proof
        for proof in known
        if proof.session not in going_on or (proof.user_id and passwords.get(proof.user_id) != proof.password)
    }
