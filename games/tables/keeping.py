"""What people choose for new tables, remembered: what they chose last, and choices under names of their own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.urls import reverse
from django.utils import timezone

from games.accounts.models import User
from games.locks import writing
from games.tables.choosing import address
from games.tables.forms import NewTableForm
from games.tables.game import Game, OptionsForm, begin_with
from games.tables.models import LAST, KeptChoices

ASKED_AS: Final = "choices"
"""The parameter by which an address says what a form begins with: the id of kept choices, or `NONE`."""
NONE: Final = "none"


@dataclass(frozen=True, slots=True)
class KeptLink:
    """A link by which a form begins with kept choices."""

    name: str
    url: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Kept:
    """What is kept of somebody's choices for a game, as a form shows it: those with names; where those that the form
    begins with are given up (`anew`), and where and under which name they are deleted; each "" for none.
    """

    begun: KeptChoices | None = None
    links: tuple[KeptLink, ...] = ()
    anew: str = ""

    @property
    def name(self) -> str:
        """The name of what the form begins with."""
        return self.begun.name if self.begun else ""

    @property
    def delete_url(self) -> str:
        """Where that is deleted."""
        return reverse("tables:forget", args=[self.begun.pk]) if self.begun and self.begun.name else ""


def kept_of(user: User | None, game: Game, asked: Mapping[str, str]) -> Kept:
    """What somebody has kept, in one statement, and which of it a form begins with, as its address asks: else the last
    choices, if there are any.
    """
    rows = list(KeptChoices.objects.filter(user=user, game=game.key).order_by("name", "pk")) if user else []
    wanted = asked.get(ASKED_AS, "")
    begun = next((row for row in rows if str(row.pk) == wanted), None)
    if begun is None and wanted != NONE:
        begun = next((row for row in rows if row.name == LAST), None)
    links = (KeptLink(row.name, _address(game, str(row.pk)), row is begun) for row in rows if row.name != LAST)
    return Kept(begun, tuple(links), _address(game, NONE) if begun else "")


def _address(game: Game, choices: str) -> str:
    return address("tables:new", game, **{ASKED_AS: choices})


def begin(form: NewTableForm, options: OptionsForm, kept: Kept, asked: Mapping[str, str]) -> None:
    """Let both forms begin with what is kept, but for what their address asks."""
    if kept.begun:
        fields = kept.begun.fields
        begin_with(form, {name: value for name, value in fields["table"].items() if name not in asked})
        begin_with(options, fields["options"])


def keep(*, user: User, form: NewTableForm, options: OptionsForm) -> None:
    """Remember what was chosen in two valid forms, as the last and under the name that they ask for, if any."""
    fields = {"table": form.chosen(), "options": options.chosen()}
    for name in dict.fromkeys((LAST, form.cleaned_data["keep_as"])):
        _keep(user, form.game, name, fields)


def _keep(user: User, game: Game, name: str, fields: dict[str, Any]) -> None:
    row = KeptChoices(user=user, game=game.key, name=name, fields=fields, changed_at=timezone.now())
    with writing():
        KeptChoices.objects.bulk_create(
            [row],
            update_conflicts=True,
            unique_fields=["user", "game", "name"],
            update_fields=["fields", "changed_at"],
        )


def forget(*, user: User, pk: int) -> str:
    """Delete choices that somebody keeps, and return their name. Raises KeptChoices.DoesNotExist for those of others
    and for what has no name.
    """
    with writing():
        row = KeptChoices.objects.named(user).get(pk=pk)
        row.delete()
    return row.name
