"""Rows of the lobby: invited and excluded users, and saved settings for new tables."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.accounts.models import User
from games.tables.names import TABLE_NAME_MAX

MOST_INVITED: Final = 20
"""Maximum number of users that may be invited to a table by username."""


class Exclusion(models.Model):
    """Somebody whom the host sent away, and who may not sit down again."""

    table = models.ForeignKey("tables.Table", models.CASCADE, related_name="exclusions", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "user"], name="tables_exclusion_once")]

    def __str__(self) -> str:
        return f"{self.table_id}: {self.user_id}"


class Invited(models.Model):
    """Invitation of a user by name, who may see the table and join it.

    `by` is null once the inviting user is deleted.
    """

    table = models.ForeignKey(
        "tables.Table", models.CASCADE, related_name="invited", db_index=False, verbose_name=_("table")
    )
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", verbose_name=_("user"))
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("invited by")
    )
    at = models.DateTimeField(_("time"))

    class Meta:
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")
        constraints = [models.UniqueConstraint(fields=["table", "user"], name="tables_invited_once")]

    def __str__(self) -> str:
        return f"{self.table_id}: {self.user_id}"


MOST_NAMED: Final = 12
"""Maximum number of named settings that a user may save per game."""
LAST: Final = ""
"""Name of the settings that a user chose last."""


class KeptChoicesQuerySet(models.QuerySet["KeptChoices"]):
    """Query set of users' saved settings."""

    def named(self, user: User) -> KeptChoicesQuerySet:
        """Return the user's named settings."""
        return self.filter(user=user).exclude(name=LAST)

    def has_room(self, user: User, game: str, name: str) -> bool:
        """Return True if the user may save settings for a game under this name.

        That is allowed for the last settings, an existing name, or a new one below the limit. `game` is the game's
        key.
        """
        names = set(self.named(user).filter(game=game).values_list("name", flat=True))
        return name == LAST or name in names or len(names) < MOST_NAMED


class KeptChoices(models.Model):
    """Saved settings for a new table of a game; the name is "" for the last ones used.

    `fields` are the form values as JSON: the common ones under "table", the game's own under "options".
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        related_name="kept_choices",
        db_index=False,
        verbose_name=_("user"),
    )
    game = models.CharField(_("game"), max_length=32)
    name = models.CharField(_("name"), max_length=TABLE_NAME_MAX, blank=True)
    fields = models.JSONField(_("settings"))
    changed_at = models.DateTimeField(_("updated"))

    objects = KeptChoicesQuerySet.as_manager()

    class Meta:
        verbose_name = _("saved settings")
        verbose_name_plural = _("saved settings")
        constraints = [models.UniqueConstraint(fields=["user", "game", "name"], name="tables_kept_once")]

    def __str__(self) -> str:
        return self.name
