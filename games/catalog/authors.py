"""Credits: the name of its author on the public page of a published entry, as long as the author agrees."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.urls import reverse

from games.accounts.models import User
from games.accounts.person_lock import lock_person
from games.accounts.signals import person_erased
from games.catalog.models import OPEN, CatalogEntry, Credit, Reference


@dataclass(frozen=True, slots=True)
class CreditLine:
    """Credit of an entry: its author's name and profile, both "" for none.

    `form_url` is the address of the form with which the viewer, who is the author, shows or removes their name, "" for
    other viewers.
    """

    name: str
    url: str
    form_url: str


def is_author(reference: Reference, user: User | AnonymousUser) -> bool:
    """Return True if a user began the first version of an entry that has been published."""
    box, kind, key = reference
    versions = CatalogEntry.objects.filter(box=box, kind=kind, key=key).order_by("version", "pk")
    begun = list(versions.values_list("created_by", "state"))
    published = any(state not in OPEN for _author, state in begun)
    return user.pk is not None and published and begun[0][0] == user.pk


def credit_line(reference: Reference, viewer: User | AnonymousUser | None) -> CreditLine:
    """Return the credit of an entry for a viewer."""
    box, kind, key = reference
    credit = Credit.objects.filter(box=box, kind=kind, key=key).select_related("author").first()
    mine = viewer is not None and is_author(reference, viewer)
    return CreditLine(
        name=str(credit.author) if credit else "",
        url=credit.author.profile_url_for(viewer) if credit else "",
        form_url=reverse("catalog:credit", args=reference) if mine else "",
    )


def credited_names(box: str, kind: str) -> Mapping[str, str]:
    """Return the names of the authors of a kind's entries, by key, as far as they agreed."""
    agreed = Credit.objects.filter(box=box, kind=kind).select_related("author")
    return {credit.key: str(credit.author) for credit in agreed}


def set_credit(*, reference: Reference, author: User, shown: bool) -> None:
    """Show the name of an entry's author, or remove it. Raises AccountDeleted."""
    box, kind, key = reference
    with lock_person(author) as person:
        if shown:
            Credit.objects.get_or_create(box=box, kind=kind, key=key, defaults={"author": person})
        else:
            Credit.objects.filter(box=box, kind=kind, key=key, author=person).delete()


def credit_data(user: User) -> dict[str, Any]:
    """Return the entries that name a user as their author, for their data export."""
    return {"credits": list(Credit.objects.filter(author=user).order_by("pk").values("box", "kind", "key", "at"))}


def connect() -> None:
    """Connect the receiver, once."""
    person_erased.connect(_on_erased, dispatch_uid="catalog")


def _on_erased(*, user: User, **_: Any) -> None:
    Credit.objects.filter(author=user).delete()
