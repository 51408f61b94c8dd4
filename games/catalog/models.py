"""Cards and sheets as the site's admins keep them: every version ever used, the newest of each in play."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class Kind(models.TextChoices):
    """What an entry describes; the value is its name in the engine's data."""

    SEASON = "season", _("Season")
    EXPLORE = "explore", _("Explore card")
    RUINS = "ruins", _("Ruins card")
    AMBUSH = "ambush", _("Ambush card")
    HERO = "hero", _("Hero card")
    SCORING = "scoring", _("Scoring card")
    SHEET = "sheet", _("Map sheet")


class CardSet(models.TextChoices):
    """Where an entry comes from: a box, or the edition of one that differs on a few cards."""

    CARTOGRAPHERS = "cartographers", _("Cartographers")
    HEROES = "heroes", _("Cartographers Heroes")
    PREVIEW = "heroes_preview", _("Cartographers Heroes, preview edition")


class CatalogEntryQuerySet(models.QuerySet["CatalogEntry"]):
    """Cards and sheets in all their versions."""

    def in_play(self) -> CatalogEntryQuerySet:
        """The newest version of every entry, in printed order."""
        return self.filter(current=True).order_by("set", "kind", "position", "key")

    def versions_of(self, entry: CatalogEntry) -> CatalogEntryQuerySet:
        """All versions of one entry, the newest first."""
        return self.filter(set=entry.set, kind=entry.kind, key=entry.key).order_by("-version")


class CatalogEntry(models.Model):
    """One version of a card, sheet or season: `definition` is the engine's stored form, and is never edited in place.

    An id is one within its set and kind: both boxes have a spring. `published` marks what came with the site, without
    an admin's hand.
    """

    kind = models.CharField(_("kind"), max_length=8, choices=Kind)
    set = models.CharField(_("set"), max_length=32, choices=CardSet, default=CardSet.CARTOGRAPHERS)
    key = models.CharField(_("id"), max_length=64)
    version = models.PositiveIntegerField(_("version"), default=1)
    name = models.CharField(_("name"), max_length=60)
    position = models.PositiveSmallIntegerField(_("position"))
    definition = models.JSONField(_("definition"))
    current = models.BooleanField(_("in play"), default=True)
    published = models.BooleanField(_("as published"), default=False)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("created by"),
    )

    objects = CatalogEntryQuerySet.as_manager()

    class Meta:
        verbose_name = _("card or sheet")
        verbose_name_plural = _("cards and sheets")
        constraints = [
            models.UniqueConstraint(fields=["set", "kind", "key", "version"], name="catalog_entry_one_version"),
            models.UniqueConstraint(
                fields=["set", "kind", "key"], condition=Q(current=True), name="catalog_entry_one_in_play"
            ),
        ]

    def __str__(self) -> str:
        return self.name
