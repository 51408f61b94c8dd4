"""Reviews of finished games, and the exercises made from them that users have solved."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.tables.models import Table


class Review(models.Model):
    """Review of a finished game for all its seats, made step by step in background tasks.

    `version` is that of the game's coach. `results` are the results of the steps that are done. `failure` is the name
    of an error that stopped it, or "". `ended_at` is None until all steps are done.
    """

    table = models.OneToOneField(Table, models.CASCADE, related_name="review", verbose_name=_("table"))
    version = models.PositiveIntegerField(_("version"))
    steps = models.PositiveIntegerField(_("steps"))
    done = models.PositiveIntegerField(_("completed"), default=0)
    results = models.JSONField(_("results"), default=list)
    failure = models.CharField(_("failure"), max_length=200, blank=True)
    begun_at = models.DateTimeField(_("created"), default=timezone.now)
    ended_at = models.DateTimeField(_("ended"), null=True)
    # Version of the insights made from the review, 0 before they are made.
    insights_version = models.PositiveSmallIntegerField(default=0, db_default=0, editable=False)

    class Meta:
        verbose_name = _("review of a game")
        verbose_name_plural = _("reviews of games")
        indexes = [
            models.Index(fields=["insights_version"], condition=Q(ended_at__isnull=False), name="coach_insights_due")
        ]

    def __str__(self) -> str:
        return f"{self.table_id}: {self.done}/{self.steps}"


class SeatInsight(models.Model):
    """Losses of a seat (from 0) in a finished review, summed up for the insights of its player.

    It refers to no user: the player is that of the seat. `losses` is the JSON form of `games.coach.losses.SeatLosses`.
    """

    # No index of its own, because the unique constraint starts with this column.
    review = models.ForeignKey(
        Review, models.CASCADE, related_name="insights", db_index=False, verbose_name=_("review")
    )
    seat = models.PositiveSmallIntegerField(_("seat"))
    losses = models.JSONField(_("losses"))

    class Meta:
        verbose_name = _("insights from a game")
        verbose_name_plural = _("insights from games")
        constraints = [models.UniqueConstraint(fields=["review", "seat"], name="coach_insights_once")]

    def __str__(self) -> str:
        return f"{self.review_id}: {self.seat}"


class SolvedExercise(models.Model):
    """Turn of a finished game for which a user has found something better than what its seat (from 0) drew."""

    # No index of its own, because the unique constraint starts with this column.
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, db_index=False, verbose_name=_("user"))
    table = models.ForeignKey(Table, models.CASCADE, verbose_name=_("table"))
    seat = models.PositiveSmallIntegerField(_("seat"))
    turn = models.PositiveIntegerField(_("turn"))
    at = models.DateTimeField(_("solved"), default=timezone.now)

    class Meta:
        verbose_name = _("solved exercise")
        verbose_name_plural = _("solved exercises")
        constraints = [models.UniqueConstraint(fields=["user", "table", "seat", "turn"], name="coach_solved_once")]

    def __str__(self) -> str:
        return f"{self.table_id}: {self.turn}"
