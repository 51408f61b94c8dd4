"""Large shared setup data of games, each stored once."""

from __future__ import annotations

import hashlib
import json
from typing import Any, Final

from django.db import models
from django.utils.translation import gettext_lazy as _

FIRST: Final = 1
"""Number of the event that lists what a game is played with."""


class DefinitionQuerySet(models.QuerySet["Definition"]):
    """Queries on stored setup data."""

    def get_or_store(self, data: dict[str, Any]) -> Definition:
        """The one row that holds these data, stored now if there is none yet; part of a transaction."""
        return self.get_or_create(digest=digest_of(data), defaults={"data": data})[0]

    def known(self, data: dict[str, Any]) -> Definition | None:
        """The row that holds these data, if there is one."""
        return self.filter(digest=digest_of(data)).first()


class Definition(models.Model):
    """Shared large part of first events, stored once.

    `data` holds those keys of the event that contain objects, and `digest` is their SHA-256 hash, in hex. A row is
    never changed, and it stays when its games are deleted, as there are few.
    """

    digest = models.CharField(_("hash"), max_length=64, unique=True)
    data = models.JSONField(_("data"))

    objects = DefinitionQuerySet.as_manager()

    class Meta:
        verbose_name = _("definition")
        verbose_name_plural = _("definitions")

    def __str__(self) -> str:
        return self.digest


def digest_of(data: dict[str, Any]) -> str:
    """The SHA-256 of JSON data in hex, whatever the order of its keys."""
    text = json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def split_definition(number: int, data: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Split an event's data into the shared part, empty except for the first event, and the rest."""
    shared = {key: value for key, value in data.items() if isinstance(value, dict)} if number == FIRST else {}
    return shared, {key: value for key, value in data.items() if key not in shared}


def join_definition(shared: dict[str, Any] | None, own: dict[str, Any]) -> dict[str, Any]:
    """An event's data from the two parts of it; `shared` is None where it has no such part."""
    return {**shared, **own} if shared else own
