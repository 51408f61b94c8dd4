"""Deals: decks that several tables play, so that their results can be compared."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from engine.randomness import SEED_BYTES
from games.tables import names
from games.tables.models.log import Definition, join_definition, split_definition
from games.tables.names import TABLE_NAME_MAX


class DealKind(models.TextChoices):
    """Kind of a deal: that of a day, a race by link until a date, or a deck that solo players get one after another."""

    DAILY = "daily", _("Daily deal")
    RACE = "race", _("Race")
    SHARED = "shared", _("Shared deck")


class DealQuerySet(models.QuerySet["Deal"]):
    """Query set of deals."""

    def due(self, now: datetime) -> DealQuerySet:
        """Return the deals whose time is over, but whose results are not final yet."""
        return self.filter(closed_at=None, closes_at__lte=now).order_by("closes_at", "pk")

    def shared_decks(self, setup_hash: str, closes_after: datetime) -> DealQuerySet:
        """Return the open shared decks of a setup that stay open until that time or longer."""
        return self.filter(kind=DealKind.SHARED, closed_at=None, setup_hash=setup_hash, closes_at__gte=closes_after)


class Deal(models.Model):
    """All that games share which are compared: the game, its options and cards, and the seed of their decks.

    A user has one counted game (`DealEntry`) between `opens_at` and `closes_at`. `closed_at` is when the results
    became final and all games visible, None until then. `beginning` are the first events of each of its games: each
    is a kind and data, the first without what `definition` holds. `day` is set for daily deals only.
    """

    code = models.CharField(_("code"), max_length=names.CODE_LENGTH, unique=True, default=names.new_code)
    kind = models.CharField(_("kind"), max_length=6, choices=DealKind)
    name = models.CharField(_("name"), max_length=TABLE_NAME_MAX, blank=True)
    game = models.CharField(_("game"), max_length=32)
    set = models.CharField(_("set"), max_length=32, blank=True)
    options = models.JSONField(_("options"), default=dict)
    # Anyone who knows the seed knows every card to come, so it stays secret like the seeds of tables.
    seed = models.BinaryField(_("seed"), max_length=SEED_BYTES, editable=False)
    commitment = models.CharField(_("seed hash"), max_length=64)
    beginning = models.JSONField(editable=False)
    definition = models.ForeignKey(
        Definition, models.PROTECT, null=True, related_name="+", db_index=False, editable=False
    )
    # Of a shared deck: equal for all with the same game, options and cards. Empty for other kinds.
    setup_hash = models.CharField(max_length=64, blank=True, default="", db_default="", editable=False)
    day = models.DateField(_("day"), null=True, blank=True, unique=True)
    host = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="deals",
        db_index=False,
        verbose_name=_("host"),
    )
    # Identifies the form with which the host created the deal, so that sending it again doesn't create another one.
    command_id = models.UUIDField(_("command"), null=True, editable=False)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    opens_at = models.DateTimeField(_("opens"))
    closes_at = models.DateTimeField(_("closes"))
    closed_at = models.DateTimeField(_("closed"), null=True, blank=True)

    objects = DealQuerySet.as_manager()

    class Meta:
        verbose_name = _("deal")
        verbose_name_plural = _("deals")
        indexes = [
            models.Index(fields=["closes_at"], condition=Q(closed_at=None), name="tables_deals_due"),
            models.Index(
                fields=["setup_hash", "closes_at"],
                condition=Q(kind="shared", closed_at=None),
                name="tables_deals_shared",
            ),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(kind="daily", day__isnull=False) | ~Q(kind="daily") & Q(day=None), name="tables_deal_day"
            ),
            models.UniqueConstraint(fields=["host", "command_id"], name="tables_deal_once"),
        ]

    def __str__(self) -> str:
        return self.name or self.code

    def set_beginning(self, events: list[tuple[str, dict[str, Any]]]) -> None:
        """Set the stored form of the first events, their kinds and data; part of a transaction. Does not save."""
        (kind, first), *others = events
        shared, own = split_definition(1, first)
        self.definition = Definition.objects.get_or_store(shared) if shared else None
        self.beginning = [(kind, own), *others]

    def first_events(self) -> list[tuple[str, dict[str, Any]]]:
        """Return the kinds and data of the first events."""
        (kind, own), *others = self.beginning
        shared = self.definition.data if self.definition else None
        return [(kind, join_definition(shared, own)), *((kind, data) for kind, data in others)]


class DealEntryQuerySet(models.QuerySet["DealEntry"]):
    """Query set of entries."""

    def ranked(self, deal: Deal) -> DealEntryQuerySet:
        """Return a deal's entries with a result, best first; equal ones in the order in which they ended."""
        return self.filter(deal=deal, score__isnull=False).order_by("-score", "ended_at", "pk")

    def first_finished(self, deal: Deal) -> DealEntryQuerySet:
        """Return a deal's entries with a result, in the order in which they ended."""
        return self.filter(deal=deal, score__isnull=False).order_by("ended_at", "pk")


class DealEntry(models.Model):
    """A user's one counted game on a deal.

    `score` is None until the game is finished, and stays so if it was abandoned or finished after the deal closed.
    `turn_scores` are the score before and after each turn, in pairs; None until they are computed.
    """

    # The unique constraint and the index start with the deal.
    deal = models.ForeignKey(Deal, models.PROTECT, related_name="entries", db_index=False, verbose_name=_("deal"))
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="deal_entries", verbose_name=_("user")
    )
    table = models.OneToOneField("tables.Table", models.CASCADE, related_name="deal_entry", verbose_name=_("table"))
    started_at = models.DateTimeField(_("started"))
    ended_at = models.DateTimeField(_("ended"), null=True, blank=True)
    score = models.IntegerField(_("score"), null=True, blank=True)
    turn_scores = models.JSONField(_("scores by turn"), null=True, blank=True, editable=False)

    objects = DealEntryQuerySet.as_manager()

    class Meta:
        verbose_name = _("entry")
        verbose_name_plural = _("entries")
        constraints = [models.UniqueConstraint(fields=["deal", "user"], name="tables_entry_once")]
        indexes = [
            models.Index(
                fields=["deal", "-score", "ended_at", "id"],
                condition=Q(score__isnull=False),
                name="tables_entries_ranked",
            ),
            models.Index(
                fields=["deal", "ended_at", "id"], condition=Q(score__isnull=False), name="tables_entries_ended"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.deal_id}: {self.user_id}"
