"""Data stored for a game of Cartographers in addition to its table."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from games.catalog.models import CatalogEntry
from games.play.taught_table import TaughtTable
from games.tables.models import Table


class Lesson(TaughtTable):
    """Solo game that is explained during its first season."""

    table = models.OneToOneField(Table, models.CASCADE, related_name="lesson", verbose_name=_("table"))


class OwnSets(models.Manager["OwnSet"]):
    """The private sets of all users."""

    def get_queryset(self) -> models.QuerySet[OwnSet]:
        """Return the private entries that are sets."""
        return super().get_queryset().filter(owner__isnull=False, box="workshop", kind="set")


class OwnSet(CatalogEntry):
    """Set of published cards made by a player, for themselves and for everyone who has its link."""

    objects = OwnSets()  # type: ignore[assignment, misc]  # the catalog's own manager leaves private entries out

    class Meta:
        proxy = True
        verbose_name = _("player set")
        verbose_name_plural = _("player sets")
        ordering = ["pk"]

    @property
    def url(self) -> str:
        """Address of its owner's page."""
        return reverse("cartographers:own_set", args=[self.key])


class SetRating(models.Model):
    """Rating of a set by a user who has finished a game with it.

    `ref` is what a table stores of the set: "box/id", with the box "own" for a player's own set.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", verbose_name=_("user"))
    ref = models.CharField(_("set"), max_length=100)
    stars = models.PositiveSmallIntegerField(_("stars"))
    at = models.DateTimeField(_("time"), auto_now=True)

    class Meta:
        verbose_name = _("set rating")
        verbose_name_plural = _("set ratings")
        constraints = [
            models.UniqueConstraint(fields=["ref", "user"], name="cartographers_set_rating_once"),
            models.CheckConstraint(condition=models.Q(stars__range=(1, 5)), name="cartographers_set_rating_stars"),
        ]

    def __str__(self) -> str:
        return f"{self.ref}: {self.stars}"
