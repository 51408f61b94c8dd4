"""Receiver for deleted users: their texts are deleted, their reports become anonymous."""

from __future__ import annotations

from typing import Any

from games.accounts.models import User
from games.accounts.signals import person_erased
from games.studies.models import Case, Collection, Decision, Note, Report


def connect() -> None:
    """Listen; each receiver once, however often this is called."""
    person_erased.connect(_on_erased, dispatch_uid="studies")


def _on_erased(*, user: User, **_: Any) -> None:
    Note.objects.filter(author=user).delete()
    Collection.objects.filter(keeper=user).delete()
    # The content quoted in the reports was theirs too. Cases about deleted content need no decision.
    Report.objects.filter(case__author=user).update(text="")
    Case.objects.filter(author=user).update(author=None, open_since=None)
    Report.objects.filter(reporter=user).update(reporter=None)
    Decision.objects.filter(by=user).update(by=None)
