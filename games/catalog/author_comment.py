"""Model of comments to the authors of entries. `games.catalog.models` has all others."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games import clock
from games.accounts.models import User
from games.people.models import Block

COMMENT_MAX: Final = 1_000
"""Maximum length of a comment."""


class AuthorCommentQuerySet(models.QuerySet["AuthorComment"]):
    """Query set of comments, by reader."""

    def about(self, box: str, kind: str, key: str) -> AuthorCommentQuerySet:
        """Return the comments on an entry."""
        return self.filter(box=box, kind=kind, key=key)

    def received_by(self, user: User) -> AuthorCommentQuerySet:
        """Return the comments that a user reads as the author, latest first.

        Those of people with a block between them are left out, and those that a moderator has removed.
        """
        blocked = Block.objects.filter(blocker=user.pk).values("blocked")
        blockers = Block.objects.filter(blocked=user.pk).values("blocker")
        shown = self.filter(recipient=user.pk, removed_at=None)
        return shown.exclude(user__in=blocked).exclude(user__in=blockers).order_by("-at", "-pk")

    def for_curators(self) -> AuthorCommentQuerySet:
        """Return the comments that curators read, latest first, without removed ones."""
        return self.filter(recipient=None, removed_at=None).order_by("-at", "-pk")


class AuthorComment(models.Model):
    """Comment of a user to the author of an entry, who alone reads it; to the curators without a `recipient`.

    `at` is the time of the present text, `written_at` that of the first one. The author has seen it at `read_at`.
    Moderators may remove it and give the reason in `removal`; from then on only its writer sees it.
    """

    box = models.CharField(_("box"), max_length=32)
    kind = models.CharField(_("type"), max_length=32)
    key = models.CharField(_("ID"), max_length=64)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", verbose_name=_("user"))
    recipient = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="+", verbose_name=_("author")
    )
    words = models.TextField(_("text"), max_length=COMMENT_MAX)
    written_at = models.DateTimeField(_("written at"), default=clock.now)
    at = models.DateTimeField(_("updated"), default=clock.now)
    read_at = models.DateTimeField(_("read"), null=True, blank=True)
    removed_at = models.DateTimeField(_("removed at"), null=True, blank=True)
    removal = models.CharField(_("removal reason"), max_length=500, blank=True, default="")

    objects = AuthorCommentQuerySet.as_manager()

    class Meta:
        verbose_name = _("comment to an author")
        verbose_name_plural = _("comments to authors")
        constraints = [models.UniqueConstraint(fields=["box", "kind", "key", "user"], name="catalog_comment_once")]
        indexes = [
            models.Index(
                fields=["removed_at"], condition=models.Q(removed_at__isnull=False), name="catalog_removed_comments"
            )
        ]

    def __str__(self) -> str:
        return f"{self.pk}"

    @property
    def is_removed(self) -> bool:
        """True if a moderator has removed it."""
        return self.removed_at is not None

    @property
    def is_edited(self) -> bool:
        """True if its text has changed since it was written."""
        return self.at != self.written_at

    @property
    def written_by(self) -> int:
        """Id of its writer."""
        return self.user_id

    @property
    def text(self) -> str:
        """Full text, as moderators read it."""
        return self.words
