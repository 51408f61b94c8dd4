"""Large shared setup data of games, each stored once."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from typing import Any, Final, NoReturn

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

FIRST: Final = 1
"""Number of the event that lists what a game is played with."""


class DefinitionQuerySet(models.QuerySet["Definition"]):
    """Queries on stored setup data."""

    def get_or_store(self, data: dict[str, Any]) -> Definition:
        """The one row that holds these data, stored now if there is none yet; part of a transaction."""
        return self.get_or_create(digest=digest_of(data), defaults={"data": data})[0]

    def find(self, data: dict[str, Any]) -> Definition | None:
        """The row that holds these data, if there is one."""
        return self.filter(digest=digest_of(data)).first()


class Definition(models.Model):
    """Shared large part of first events, stored once.

    `data` holds those keys of the event that contain objects, and `digest` is their SHA-256 hash, in hex. A row is
    never changed, and it stays when its games are deleted, as there are few. Each game with objects of its own has one.
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


class AppendOnly(TypeError):
    """Attempt to change or delete an event of the log."""


class AppendOnlyQuerySet(models.QuerySet["TableEvent"]):
    """Append-only query set of events."""

    def after(self, number: int) -> AppendOnlyQuerySet:
        """Return the events after that number, in order."""
        return self.filter(number__gt=number).order_by("number")

    def update(self, **_fields: Any) -> NoReturn:
        """Raise AppendOnly."""
        raise AppendOnly("events are never changed")

    def delete(self) -> NoReturn:
        """Raise AppendOnly."""
        raise AppendOnly("events are never deleted")

    def bulk_create(self, objs: Iterable[TableEvent], *args: Any, **options: Any) -> list[TableEvent]:
        """Store new events. Raises AppendOnly if any option is given."""
        if args or options:  # no option of Django's but the size of a batch is harmless, and nobody needs that
            raise AppendOnly("events are stored once, as they are")
        return super().bulk_create(objs)

    def bulk_update(self, *_args: Any, **_options: Any) -> NoReturn:
        """Raise AppendOnly."""
        raise AppendOnly("events are never changed")


class TableEvent(models.Model):
    """Event of a game, numbered from 1 within its table.

    `seat` is the seat whose command caused it, None at the start. `stand_in` is True if the stand-in gave that
    command for the seat. For the first event, `data` has only what no other game shares: read `whole` for the rest,
    with `definition` selected.
    """

    table = models.ForeignKey(
        "tables.Table", models.PROTECT, related_name="events", db_index=False, verbose_name=_("table")
    )
    number = models.PositiveIntegerField(_("number"))
    kind = models.CharField(_("type"), max_length=40)
    data = models.JSONField(_("data"))
    definition = models.ForeignKey(
        Definition, models.PROTECT, null=True, related_name="+", db_index=False, editable=False
    )
    turn = models.PositiveIntegerField(_("turn"))
    seat = models.PositiveSmallIntegerField(_("seat"), null=True, blank=True)
    command_id = models.UUIDField(_("command"), null=True, blank=True)
    stand_in = models.BooleanField(_("by stand-in"), default=False, db_default=False)
    at = models.DateTimeField(_("time"))

    objects = AppendOnlyQuerySet.as_manager()

    class Meta:
        verbose_name = _("event")
        verbose_name_plural = _("events")
        ordering = ["table", "number"]
        constraints = [models.UniqueConstraint(fields=["table", "number"], name="tables_event_once")]

    def __str__(self) -> str:
        return f"{self.number} {self.kind}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Store a new event. Raises AppendOnly if it is already stored."""
        if not self._state.adding:
            raise AppendOnly("events are never changed")
        super().save(*args, **kwargs)

    def delete(self, *_args: Any, **_kwargs: Any) -> NoReturn:
        """Raise AppendOnly."""
        raise AppendOnly("events are never deleted")

    @property
    def whole(self) -> dict[str, Any]:
        """Complete event data, as the game wrote them."""
        return join_definition(self.definition.data if self.definition else None, self.data)


class TableCommand(models.Model):
    """Accepted command; resending it with the same `command_id` changes nothing.

    `standing` marks the answer of a seat to an ask that currently counts; taking it back removes the mark. Some days
    after the end of their game, commands are deleted (`games.tables.log.storage`).
    """

    table = models.ForeignKey("tables.Table", models.PROTECT, related_name="commands", db_index=False)
    command_id = models.UUIDField()
    seat = models.PositiveSmallIntegerField()
    ask = models.CharField(max_length=80)
    turn = models.PositiveIntegerField()
    number = models.PositiveIntegerField()
    standing = models.BooleanField()
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "command_id"], name="tables_command_once"),
            models.UniqueConstraint(
                fields=["table", "seat", "ask"], condition=Q(standing=True), name="tables_command_one_standing"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.seat}: {self.ask}"


class Incident(models.Model):
    """Incident at a table outside its game, after event `number`.

    `person` is the player of the seat concerned, `by` another player who caused it, and `reason` the comment of the
    staff. `pace` is the pace that the players agreed on, as JSON.
    """

    class Kind(models.TextChoices):
        """Kind of incident."""

        KEPT = "kept", _("Stand-in keeps the seat")
        KEPT_LATE = "kept_late", _("Seat given to a stand-in by vote")
        CAME_BACK = "came_back", _("Player returned")
        RESIGNED = "resigned", _("Player resigned")
        VACANT = "vacant", _("Seat is free")
        TAKEN = "taken", _("Player took a seat")
        ENDED = "ended", _("Game ended early")
        GIVEN_UP = "given_up", _("Solo game ended early")
        TIME_GIVEN = "time_given", _("Time added")
        REMOVED = "removed", _("Player removed")
        PACE = "pace", _("Time control changed")
        NO_PACE = "no_pace", _("Time control proposal declined")

    table = models.ForeignKey("tables.Table", models.CASCADE, related_name="incidents", verbose_name=_("table"))
    kind = models.CharField(_("type"), max_length=10, choices=Kind)
    number = models.PositiveIntegerField(_("after event"))
    turn = models.PositiveIntegerField(_("turn"))
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("user")
    )
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("by"))
    # Null for actions that concern the whole table, and if the seat is unknown.
    seat = models.PositiveSmallIntegerField(_("seat"), null=True, blank=True)
    by_staff = models.BooleanField(_("by staff"), default=False)
    reason = models.CharField(_("reason"), max_length=200, blank=True)
    pace = models.JSONField(_("time control"), null=True, blank=True)
    at = models.DateTimeField(_("time"))

    class Meta:
        verbose_name = _("incident")
        verbose_name_plural = _("incidents")

    def __str__(self) -> str:
        return f"{self.kind} {self.table_id}"
