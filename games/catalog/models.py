"""What games are played with, as the site's admins keep it: every version ever used, the newest of each in play."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.catalog.shelves import kind_names, set_names


class CatalogEntryQuerySet(models.QuerySet["CatalogEntry"]):
    """Entries in all their versions."""

    def in_play(self) -> CatalogEntryQuerySet:
        """The newest version of every entry, in printed order."""
        return self.filter(current=True).order_by("set", "kind", "position", "key")

    def versions_of(self, entry: CatalogEntry) -> CatalogEntryQuerySet:
        """All versions of one entry, the newest first."""
        return self.filter(set=entry.set, kind=entry.kind, key=entry.key).order_by("-version")


class CatalogEntry(models.Model):
    """One version of a card or another piece of a game: `definition` is what the game's shelf stores, and is never
    edited in place.

    An id is one within its set and kind: two boxes may each have a card of the same name. `published` marks what
    came with the site, without an admin's hand.
    """

    kind = models.CharField(_("kind"), max_length=32, choices=kind_names)
    set = models.CharField(_("set"), max_length=32, choices=set_names)
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
        verbose_name = _("game piece")
        verbose_name_plural = _("game pieces")
        constraints = [
            models.UniqueConstraint(fields=["set", "kind", "key", "version"], name="catalog_entry_one_version"),
            models.UniqueConstraint(
                fields=["set", "kind", "key"], condition=Q(current=True), name="catalog_entry_one_in_play"
            ),
        ]

    def __str__(self) -> str:
        return self.name
