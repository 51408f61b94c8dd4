"""Data stored for a game of Cartographers in addition to its table."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.tables.models import Table


class Lesson(models.Model):
    """A game alone that is explained while its first season is played; `left_at` is when its player had enough."""

    table = models.OneToOneField(Table, models.CASCADE, related_name="lesson", verbose_name=_("table"))
    left_at = models.DateTimeField(_("closed at"), null=True, blank=True)

    class Meta:
        verbose_name = _("tutorial")
        verbose_name_plural = _("tutorials")

    def __str__(self) -> str:
        return str(self.table)


class OwnSet(models.Model):
    """Set of published cards made by a player, for themselves and for everyone who has its link.

    `saves` counts its changes, so that nobody overwrites a state they have not seen. A curator may ask to publish it
    (`asked_at`). Once its owner has agreed, `published_as` is the id of the resulting catalog entry.
    """

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="own_sets", verbose_name=_("owner")
    )
    name = models.CharField(_("name"), max_length=60)
    definition = models.JSONField(_("definition"))
    saves = models.PositiveIntegerField(_("revision"), default=0, editable=False)
    # NULL instead of an empty string: many rows have no link, and the column is unique.
    link = models.CharField(_("link"), max_length=32, null=True, blank=True, unique=True, editable=False)
    asked_at = models.DateTimeField(_("permission requested"), null=True, blank=True)
    published_as = models.CharField(_("submitted as"), max_length=64, blank=True)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    changed_at = models.DateTimeField(_("updated"), auto_now=True)

    class Meta:
        verbose_name = _("player set")
        verbose_name_plural = _("player sets")
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.name
