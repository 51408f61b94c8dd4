"""Sanctions of moderators against a person. Functions that take a `person` need their locked row.

They don't check rights: `judge` of `games/studies/moderation.py` does.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from datetime import datetime
from functools import partial
from typing import Any

from django.contrib.sessions.models import Session
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from games import clock
from games.accounts import names
from games.accounts.models import RetiredName, Sanction, SanctionKind, User
from games.accounts.person_lock import lock_person
from games.accounts.services import end_sockets
from games.accounts.signals import account_closed


def warn(*, person: User, reason: str, kind: SanctionKind = SanctionKind.WARNING) -> None:
    """Show a warning on every page of a person until they have confirmed it."""
    _store(person, kind, reason)


def mute(*, person: User, reason: str, until: datetime) -> None:
    """Keep a person from writing until a time; replaces an earlier mute."""
    Sanction.objects.mutes().filter(person=person).update(ended_at=clock.now())
    person.muted_until = until
    _store(person, SanctionKind.MUTE, reason, until=until)


def unmute(*, person: User) -> None:
    """End a person's mute."""
    Sanction.objects.mutes().filter(person=person).update(ended_at=clock.now())
    person.muted_until = None
    person.save(update_fields=["muted_until"])


def replace_name(*, person: User, reason: str, display_name: str, username: bool) -> None:
    """Give a person this display name and, if asked, a neutral username. They may choose others.

    Nobody gets the former username. Its owner signs in by it until they have chosen another.
    """
    former = person.username if username and not person.guest else ""
    person.display_name, person.title = display_name, ""
    if former:
        RetiredName.objects.get_or_create(digest=names.digest(former))
        # Signing in by an earlier replaced name ends with this one.
        Sanction.objects.filter(person=person).update(former_username="")
        person.username = f"player-{secrets.token_hex(4)}"
    person.save(update_fields=["display_name", "title", "username"])
    _store(person, SanctionKind.NAME, reason, former_username=former)


def close_account(*, person: User, reason: str, until: datetime | None) -> None:
    """Close an account until a time, None for good, and end all its sessions."""
    person.is_active = False
    person.save(update_fields=["is_active"])
    end_closures(person=person)
    Sanction.objects.create(person=person, kind=SanctionKind.CLOSURE, reason=reason, until=until)
    account_closed.send(User, user=person)
    Session.objects.filter(usersession__user=person).delete()
    transaction.on_commit(partial(end_sockets, user_id=person.pk))


def end_closures(*, person: User) -> None:
    """End the closures of an account, without opening it."""
    Sanction.objects.closures().filter(person=person).update(ended_at=clock.now())


def reopen_account(*, person: User) -> None:
    """Reopen a closed account."""
    end_closures(person=person)
    person.is_active = True
    person.save(update_fields=["is_active"])


def current_closure(user: User) -> Sanction | None:
    """Return the closure of a closed account, None for others. Its time may be over."""
    return None if user.is_active else Sanction.objects.closures().filter(person=user).first()


def reopen_if_due(user: User) -> bool:
    """Reopen a closed account whose time is over; return True if the account is open. Raises AccountDeleted."""
    with lock_person(user) as person:
        closure = current_closure(person)
        if closure and closure.until and closure.until <= clock.now():
            reopen_account(person=person)
    return user.is_active


def reopen_due_accounts(email: str) -> None:
    """Reopen the accounts with an email address whose closure is over, before they get a link."""
    closed = Sanction.objects.closures().filter(person__is_active=False, person__email__iexact=email)
    for sanction in closed.filter(until__lte=clock.now()).select_related("person"):
        reopen_if_due(sanction.person)


def confirm(*, user: User, sanctions: Iterable[int]) -> None:
    """Note that a person has read sanctions, given by key; idempotent. Raises AccountDeleted."""
    with lock_person(user) as person:
        unread = Sanction.objects.filter(person=person).unread()
        unread.filter(pk__in=list(sanctions)).update(read_at=clock.now())
        person.has_unread_sanction = unread.exists()
        person.save(update_fields=["has_unread_sanction"])


def may_choose_username(user: User) -> bool:
    """Return True if a moderator has replaced the username and the user hasn't chosen another."""
    return Sanction.objects.filter(person=user).exclude(former_username="").exists()


def choose_username(*, user: User, username: str) -> None:
    """Replace the username that a moderator has given, once. Raises AccountDeleted and ValidationError."""
    with lock_person(user) as person:
        if not may_choose_username(person):
            raise ValidationError(_("This has already been done."))
        person.username = username
        person.full_clean()
        try:
            with transaction.atomic():
                person.save(update_fields=["username"])
        except IntegrityError:
            raise ValidationError({"username": _("This username is taken.")}) from None
        Sanction.objects.filter(person=person).update(former_username="")


def mute_words(user: User) -> str:
    """Return the sentence for a muted user, with the reason."""
    mutes: QuerySet[Sanction] = Sanction.objects.mutes().filter(person=user)
    until = date_format(localtime(user.muted_until), "DATETIME_FORMAT") if user.muted_until else ""
    words = {"until": until, "reason": "".join(mutes.values_list("reason", flat=True)[:1])}
    return _("A moderator has muted you (until %(until)s). Reason: %(reason)s") % words


def move_sanctions(*, guest: User, account: User) -> None:
    """Move a guest's sanctions to their account; both are locked."""
    Sanction.objects.filter(person=guest).update(person=account)
    stored = User.objects.filter(pk__in=[guest.pk, account.pk])
    mutes = [until for until in stored.values_list("muted_until", flat=True) if until]
    User.objects.filter(pk=account.pk).update(
        muted_until=max(mutes, default=None),
        has_unread_sanction=Sanction.objects.filter(person=account).unread().exists(),
    )


def sanction_data(user: User) -> dict[str, Any]:
    """Return a person's sanctions, for export."""
    fields = ("kind", "reason", "at", "until", "ended_at", "read_at", "former_username")
    return {"sanctions": list(Sanction.objects.filter(person=user).order_by("pk").values(*fields))}


def _store(
    person: User, kind: SanctionKind, reason: str, *, until: datetime | None = None, former_username: str = ""
) -> None:
    """Store a sanction that the person has to confirm."""
    Sanction.objects.create(person=person, kind=kind, reason=reason, until=until, former_username=former_username)
    person.has_unread_sanction = True
    person.save(update_fields=["has_unread_sanction", "muted_until"])
