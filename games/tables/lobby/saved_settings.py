"""Saved settings for new tables: the last ones, and those that the user has named."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import chain, count
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.urls import reverse
from django.utils import timezone

from games.accounts.models import User
from games.accounts.person_lock import lock_person
from games.tables.game import Game, OptionsForm
from games.tables.lobby.filters import game_page_url
from games.tables.lobby.forms import NewTableForm
from games.tables.models import LAST, KeptChoices, KeptChoicesQuerySet
from games.tables.names import TABLE_NAME_MAX

PARAMETER: Final = "choices"
"""Query parameter for the saved settings that a form starts with: their id, or `NONE`."""
NONE: Final = "none"


@dataclass(frozen=True, slots=True)
class SavedSettingsLink:
    """Link to a form filled in with saved settings."""

    name: str
    url: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class SavedSettings:
    """Saved settings of a user for a game, as a form shows them.

    `begun` are the settings that the form starts with, None for none; `links` are the named ones. `anew` is the URL
    to start without settings, "" for none.
    """

    begun: KeptChoices | None = None
    links: tuple[SavedSettingsLink, ...] = ()
    anew: str = ""

    @property
    def name(self) -> str:
        """Return the name of the settings that the form starts with."""
        return self.begun.name if self.begun else ""

    @property
    def rename_url(self) -> str:
        """URL for renaming the settings in use, "" if they have no name."""
        return reverse("tables:rename", args=[self.begun.pk]) if self.begun and self.name else ""

    @property
    def delete_url(self) -> str:
        """URL for deleting the settings in use, "" if they have no name."""
        return reverse("tables:delete_settings", args=[self.begun.pk]) if self.begun and self.name else ""


def load_saved_settings(user: User | None, game: Game, query: Mapping[str, str]) -> SavedSettings:
    """Return a user's saved settings and those to start with, in one query.

    The URL selects which; otherwise the last settings are used, if there are any.
    """
    rows = list(KeptChoices.objects.filter(user=user, game=game.key).order_by("name", "pk")) if user else []
    key = query.get(PARAMETER, "")
    begun = next((row for row in rows if str(row.pk) == key), None)
    if begun is None and key != NONE:
        begun = next((row for row in rows if row.name == LAST), None)
    links = (
        SavedSettingsLink(row.name, address_of(game, str(row.pk)), row is begun) for row in rows if row.name != LAST
    )
    return SavedSettings(begun, tuple(links), address_of(game, NONE) if begun else "")


def address_of(game: Game, choices: str) -> str:
    """Return the URL of the new table form with saved settings, given their id or `NONE`."""
    return game_page_url("tables:new", game, **{PARAMETER: choices})


def prefill_form(form: forms.Form, chosen: Mapping[str, Any]) -> None:
    """Set initial values from earlier choices, as far as they are still valid."""
    for name, field in form.fields.items():
        with suppress(ValidationError):
            if name in chosen:
                field.clean(chosen[name])
                form.initial[name] = chosen[name]


def prefill_forms(form: NewTableForm, options: OptionsForm, saved: SavedSettings, query: Mapping[str, str]) -> None:
    """Set the initial values of both forms from saved settings; query parameters take precedence."""
    if saved.begun:
        fields = saved.begun.fields
        prefill_form(form, {name: value for name, value in fields["table"].items() if name not in query})
        form.set_default_pace(query.get("pace", fields["table"].get("pace")))
        prefill_form(options, fields["options"])


def save_settings(*, user: User, form: NewTableForm, options: OptionsForm) -> bool:
    """Save the choices of two valid forms as the latest and under the requested name, if any. Return whether the named
    settings fit.
    """
    fields = {"table": form.chosen(), "options": options.chosen()}
    names = dict.fromkeys((LAST, form.cleaned_data["keep_as"]))
    return all(_store_settings(user, form.game, name, fields) for name in names)


def _store_settings(user: User, game: Game, name: str, fields: dict[str, Any]) -> bool:
    row = KeptChoices(user=user, game=game.key, name=name, fields=fields, changed_at=timezone.now())
    with _lock_user(user):
        if not KeptChoices.objects.has_room(user, game.key, name):
            return False
        KeptChoices.objects.bulk_create(
            [row],
            update_conflicts=True,
            unique_fields=["user", "game", "name"],
            update_fields=["fields", "changed_at"],
        )
    return True


@contextmanager
def _lock_user(user: User) -> Iterator[None]:
    """Lock the user for one write to their saved settings.

    Otherwise two tabs could take the last free place, or the same name twice.
    """
    with lock_person(user):
        yield


class NameTaken(Exception):
    """Raised when that name holds other settings for the same game."""


def rename_settings(*, user: User, pk: int, name: str) -> None:
    """Rename saved settings of a user.

    Raises NameTaken if the name is in use, and KeptChoices.DoesNotExist for other users' and for unnamed settings.
    """
    with _lock_user(user):
        row = KeptChoices.objects.named(user).get(pk=pk)
        if _kept_beside(row, user).filter(name=name).exists():
            raise NameTaken
        row.name = name
        row.save(update_fields=["name"])


def _kept_beside(row: KeptChoices, user: User) -> KeptChoicesQuerySet:
    """Return the user's other saved settings for the same game."""
    return KeptChoices.objects.filter(user=user, game=row.game).exclude(pk=row.pk)


def delete_settings(*, user: User, pk: int) -> str:
    """Delete saved settings of a user, and return their name.

    Raises KeptChoices.DoesNotExist for other users' and for unnamed settings.
    """
    with _lock_user(user):
        row = KeptChoices.objects.named(user).get(pk=pk)
        row.delete()
    return row.name


def has_saved_settings(user: User) -> bool:
    """Return True if the user has named settings."""
    return KeptChoices.objects.named(user).exists()


def move_settings(*, guest: User, account: User) -> None:
    """Move a guest's saved settings to an account, as far as it has room for them.

    If the account has other settings with the same name, the guest's get a number: "Short (2)". The account's last
    settings are not replaced.
    """
    with _lock_user(account):
        for row in KeptChoices.objects.filter(user=guest).order_by("pk"):
            taken = set(_kept_beside(row, account).values_list("name", flat=True))
            name = _free_name(row.name, taken)
            if name not in taken and KeptChoices.objects.has_room(account, row.game, name):
                KeptChoices.objects.filter(pk=row.pk).update(user=account, name=name)


def _free_name(name: str, taken: Collection[str]) -> str:
    """Return the name, with a number if it is taken; "" stays as is."""
    numbered = (f"{name[: TABLE_NAME_MAX - 5]} ({number})" for number in count(2))
    return next(one for one in chain([name], numbered) if one == LAST or one not in taken)
