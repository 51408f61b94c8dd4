"""Base model of everything that users write about games."""

from __future__ import annotations

from typing import Final

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

ANSWER_MAX: Final = 500
"""Maximum length of a moderator's answer or of a report."""


class Written(models.Model):
    """User-written content.

    Moderators may remove it and give the reason in `removal`. From then on only its author sees it, and after a while
    it is deleted.
    """

    written_at = models.DateTimeField(_("written at"), default=timezone.now)
    changed_at = models.DateTimeField(_("updated"), null=True, blank=True)
    removed_at = models.DateTimeField(_("removed at"), null=True, blank=True)
    removal = models.CharField(_("removal reason"), max_length=ANSWER_MAX, blank=True, default="")

    class Meta:
        abstract = True

    @property
    def is_removed(self) -> bool:
        """True if a moderator has removed it."""
        return self.removed_at is not None

    @property
    def written_by(self) -> int:
        """Id of the author."""
        raise NotImplementedError

    @property
    def text(self) -> str:
        """Full text, as moderators read it."""
        raise NotImplementedError
