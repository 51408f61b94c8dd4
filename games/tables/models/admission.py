"""Exceptions to a table's access: invited and excluded users."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

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
