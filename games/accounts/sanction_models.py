"""Sanctions of moderators against people; `games/accounts/models.py` provides them too."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games import clock
from games.accounts import names


class SanctionKind(models.TextChoices):
    """Kind of sanction."""

    WARNING = "warning", _("Warning")
    NAME = "name", _("Name replaced")
    TABLE_NAME = "table", _("Table name replaced")
    RACE_NAME = "race", _("Race name replaced")
    MUTE = "mute", _("Mute")
    CLOSURE = "closure", _("Account closed")


class SanctionQuerySet(models.QuerySet["Sanction"]):
    """Query set of sanctions."""

    def unread(self) -> SanctionQuerySet:
        """Return the sanctions that their person hasn't confirmed, oldest first."""
        return self.filter(read_at=None).exclude(kind=SanctionKind.CLOSURE).order_by("pk")

    def closures(self) -> SanctionQuerySet:
        """Return the closures that nobody has ended, latest first. Their time may be over."""
        return self.filter(kind=SanctionKind.CLOSURE, ended_at=None).order_by("-pk")

    def mutes(self) -> SanctionQuerySet:
        """Return the mutes that nobody has ended, latest first. Their time may be over."""
        return self.filter(kind=SanctionKind.MUTE, ended_at=None).order_by("-pk")


class Sanction(models.Model):
    """Action of a moderator against a person, with the reason that the person sees.

    A mute or closure ends at `until`, null for never, or when a moderator has ended it at `ended_at`.
    `former_username` is the replaced username of a user who hasn't chosen another one, else "".
    """

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="sanctions", verbose_name=_("person")
    )
    kind = models.CharField(_("kind"), max_length=7, choices=SanctionKind)
    reason = models.CharField(_("reason"), max_length=500)
    at = models.DateTimeField(_("time"), default=clock.now)
    until = models.DateTimeField(_("until"), null=True, blank=True)
    ended_at = models.DateTimeField(_("ended at"), null=True, blank=True)
    read_at = models.DateTimeField(_("read at"), null=True, blank=True)
    former_username = models.CharField(_("former username"), max_length=names.USERNAME_MAX, blank=True)

    objects = SanctionQuerySet.as_manager()

    class Meta:
        verbose_name = _("sanction")
        verbose_name_plural = _("sanctions")

    def __str__(self) -> str:
        return str(SanctionKind(self.kind).label)
