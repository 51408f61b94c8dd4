"""Note on the pages of an uploaded game."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from urllib.parse import urlencode

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.shortcuts import resolve_url
from django.urls import reverse

from games.accounts.guests import keep_url
from games.accounts.models import User
from games.tables.cards import table_url
from games.tables.models import Origin, Table


@dataclass(frozen=True, slots=True)
class BroughtNote:
    """Note on an uploaded game: until when it is stored, None for permanently.

    `keep`, `throw_away` and `account` are the addresses for keeping it, for confirming its deletion, and for creating
    an account with which it could be kept; each is "" if it is not available.
    """

    until: datetime | None
    keep: str
    throw_away: str
    account: str


def brought_note(table: Table, viewer: User | AnonymousUser) -> BroughtNote | None:
    """Return the note for this viewer, or None if the game is not uploaded.

    The table must be loaded with its host.
    """
    if table.origin != Origin.BROUGHT:
        return None
    mine = table.host_id == viewer.pk
    # An upload by an anonymous visitor belongs to the first signed-in user who saves it.
    to_keep = table.kept_until is not None and (mine or table.host.erased_at is not None)
    has_account = isinstance(viewer, User) and not viewer.guest
    return BroughtNote(
        until=table.kept_until,
        keep=reverse("history:keep", args=[table.code]) if to_keep and has_account else "",
        throw_away=reverse("history:throw_away", args=[table.code]) if mine else "",
        account=_account_url(table, viewer) if to_keep and not has_account else "",
    )


def _account_url(table: Table, viewer: User | AnonymousUser) -> str:
    here = table_url(table)
    return keep_url(viewer, back=here) or f"{resolve_url(settings.LOGIN_URL)}?{urlencode({'next': here})}"
