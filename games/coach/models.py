"""Reviews of finished games, the exercises and puzzles made from them, and how users have solved these."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.tables.models import Table


class Review(models.Model):
    """Review of a finished game for all its seats, made step by step in background tasks.

    `version` is that of the game's coach. `results` are the results of the steps that are done. `failure` is the name
    of an error that stopped it, or "". `progressed_at` is when it was last queued or a task stored results. `ended_at`
    is None until all steps are done.
    """

    table = models.OneToOneField(Table, models.CASCADE, related_name="review", verbose_name=_("table"))
    version = models.PositiveIntegerField(_("version"))
    steps = models.PositiveIntegerField(_("steps"))
    done = models.PositiveIntegerField(_("completed"), default=0)
    results = models.JSONField(_("results"), default=list)
    failure = models.CharField(_("failure"), max_length=200, blank=True)
    progressed_at = models.DateTimeField(_("last progress"), default=timezone.now)
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


FIRST_RATING: Final = 1500.0
"""Rating of a puzzle that nobody has tried, and of a user who has tried none."""


class Puzzle(models.Model):
    """Position from a reviewed game, to be solved by users who didn't play it.

    It is the one before a seat (from 0) answered in a turn. `version` is that of the coach who found it, and
    `move_review` its review of the move in the game, None for puzzles stored before this field. `rating` grows with
    every user who fails. A puzzle that `is_off` is never shown.
    """

    table = models.ForeignKey(Table, models.CASCADE, related_name="puzzles", db_index=False, verbose_name=_("table"))
    seat = models.PositiveSmallIntegerField(_("seat"))
    turn = models.PositiveIntegerField(_("turn"))
    version = models.PositiveIntegerField(_("version"))
    move_review = models.JSONField(null=True, editable=False)
    rating = models.FloatField(_("rating"), default=FIRST_RATING)
    attempts = models.PositiveIntegerField(_("attempts"), default=0)
    is_off = models.BooleanField(_("switched off"), default=False)
    created_at = models.DateTimeField(_("created"), default=timezone.now)

    class Meta:
        verbose_name = _("puzzle")
        verbose_name_plural = _("puzzles")
        constraints = [models.UniqueConstraint(fields=["table", "seat", "turn"], name="coach_puzzle_once")]
        indexes = [models.Index(fields=["rating"], name="coach_puzzle_rating")]

    def __str__(self) -> str:
        return f"{self.pk}"


class PuzzleAttempt(models.Model):
    """First attempt of a user at a puzzle, the only one that counts.

    `loss` is by how many points it was worse than the best answer, None if the user asked for the solution.
    `rating` is that of the user afterwards.
    """

    # No index of its own, because the unique constraint starts with this column.
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, db_index=False, verbose_name=_("user"))
    puzzle = models.ForeignKey(Puzzle, models.CASCADE, verbose_name=_("puzzle"))
    loss = models.FloatField(_("loss"), null=True)
    is_solved = models.BooleanField(_("solved"))
    rating = models.FloatField(_("rating"))
    at = models.DateTimeField(_("date"), default=timezone.now)

    class Meta:
        verbose_name = _("puzzle attempt")
        verbose_name_plural = _("puzzle attempts")
        constraints = [models.UniqueConstraint(fields=["user", "puzzle"], name="coach_tried_once")]

    def __str__(self) -> str:
        return f"{self.puzzle_id}: {self.is_solved}"


class PuzzleRecord(models.Model):
    """Rating of a user in the puzzles of a game, the solved ones in a row up to now, and the most ever."""

    # No index of its own, because the unique constraint starts with this column.
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, db_index=False, verbose_name=_("user"))
    game = models.CharField(_("game"), max_length=32)
    rating = models.FloatField(_("rating"), default=FIRST_RATING)
    attempts = models.PositiveIntegerField(_("attempts"), default=0)
    solved = models.PositiveIntegerField(_("solved"), default=0)
    streak = models.PositiveIntegerField(_("streak"), default=0)
    best_streak = models.PositiveIntegerField(_("best streak"), default=0)

    class Meta:
        verbose_name = _("puzzle record")
        verbose_name_plural = _("puzzle records")
        constraints = [models.UniqueConstraint(fields=["user", "game"], name="coach_one_record")]

    def __str__(self) -> str:
        return f"{self.game}: {self.rating:.0f}"
