"""Ratings of users, the results they come from, and the fields of solo deals that are being rated."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.ratings.skill import FIRST_MU, FIRST_SIGMA, Skill
from games.tables.models import Deal, Table


class RatingKind(models.TextChoices):
    """Kind of a rating: tables of several people, or solo results on the same cards as others."""

    TABLES = "tables", _("With others")
    SOLO = "solo", _("Solo")


class Rating(models.Model):
    """Rating of a user in one kind of games of one game, from so many `results`."""

    # No index of its own, because the unique constraint starts with this column.
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, db_index=False, verbose_name=_("user"))
    game = models.CharField(_("game"), max_length=32)
    kind = models.CharField(_("kind"), max_length=6, choices=RatingKind)
    mu = models.FloatField(default=FIRST_MU)
    sigma = models.FloatField(default=FIRST_SIGMA)
    results = models.PositiveIntegerField(_("results"), default=0)
    updated_at = models.DateTimeField(_("updated"))

    class Meta:
        verbose_name = _("rating")
        verbose_name_plural = _("ratings")
        constraints = [models.UniqueConstraint(fields=["user", "game", "kind"], name="ratings_one_rating")]

    def __str__(self) -> str:
        return f"{self.game} {self.kind}: {self.skill.number}"

    @property
    def skill(self) -> Skill:
        """The skill that the rating stands for."""
        return Skill(self.mu, self.sigma)


class RatingResult(models.Model):
    """Result of a user at a table: the place among so many players, and the skill before and after it.

    The skills are None while the result waits to be rated. One row per user and table, so none counts twice.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, db_index=False, verbose_name=_("user"))
    table = models.ForeignKey(Table, models.CASCADE, related_name="rating_results", verbose_name=_("table"))
    game = models.CharField(_("game"), max_length=32)
    kind = models.CharField(_("kind"), max_length=6, choices=RatingKind)
    place = models.PositiveIntegerField(_("rank"))
    players = models.PositiveIntegerField(_("players"))
    finished_at = models.DateTimeField(_("finished"))
    mu_before = models.FloatField(null=True)
    sigma_before = models.FloatField(null=True)
    mu = models.FloatField(null=True)
    sigma = models.FloatField(null=True)

    class Meta:
        verbose_name = _("rated result")
        verbose_name_plural = _("rated results")
        indexes = [
            models.Index(fields=["finished_at", "table"], condition=Q(mu=None), name="ratings_due"),
            models.Index(fields=["user", "game", "kind", "-id"], name="ratings_course"),
        ]
        constraints = [models.UniqueConstraint(fields=["user", "table"], name="ratings_result_once")]

    def __str__(self) -> str:
        return f"{self.table_id}: {self.user_id}"

    def apply(self, before: Skill, after: Skill) -> None:
        """Set the skills before and after the result; does not save."""
        self.mu_before, self.sigma_before = before.mu, before.sigma
        self.mu, self.sigma = after.mu, after.sigma


class DealRating(models.Model):
    """Progress of rating the results of a closed deal, in batches.

    `field` is None until the first batch. Then it is the JSON form of `games.ratings.fields.RatedField`, which all
    batches share, so that their order doesn't matter. All entries up to `last_entry` are rated. `ended_at` is None
    until all are.
    """

    deal = models.OneToOneField(Deal, models.CASCADE, primary_key=True, related_name="rating", verbose_name=_("deal"))
    field = models.JSONField(null=True, editable=False)
    last_entry = models.PositiveBigIntegerField(default=0)
    ended_at = models.DateTimeField(_("ended"), null=True)

    class Meta:
        verbose_name = _("rated deal")
        verbose_name_plural = _("rated deals")
        indexes = [models.Index(fields=["deal"], condition=Q(ended_at=None), name="ratings_deals_due")]

    def __str__(self) -> str:
        return str(self.deal_id)
