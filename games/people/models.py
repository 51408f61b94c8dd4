"""Follows and blocks between users."""

from __future__ import annotations

from typing import Final

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from games import clock
from games.accounts.models import User

MOST_FOLLOWED: Final = 500
"""Maximum number of users that one user can follow."""
MOST_BLOCKED: Final = 1000
"""Maximum number of users that one user can block."""


class FollowQuerySet(models.QuerySet["Follow"]):
    """Query set of follows."""

    def by(self, user_id: int) -> FollowQuerySet:
        """Return the follows of one user, newest first."""
        return self.filter(follower=user_id).order_by("-at", "-pk")

    def between(self, one: User, other: User) -> FollowQuerySet:
        """Return the follows of two users in both directions."""
        return self.filter(Q(follower=one, followed=other) | Q(follower=other, followed=one))


class Follow(models.Model):
    """A user with an account follows another one."""

    # The unique constraint covers the first column, so it needs no index of its own.
    follower = models.ForeignKey(
        User, models.CASCADE, related_name="follows", db_index=False, verbose_name=_("follower")
    )
    followed = models.ForeignKey(User, models.CASCADE, related_name="followed_by", verbose_name=_("followed user"))
    at = models.DateTimeField(_("since"), default=clock.now, editable=False)

    objects = FollowQuerySet.as_manager()

    class Meta:
        verbose_name = _("follow")
        verbose_name_plural = _("follows")
        constraints = [
            models.UniqueConstraint(fields=["follower", "followed"], name="people_follow_once"),
            models.CheckConstraint(condition=~Q(follower=F("followed")), name="people_follow_not_oneself"),
        ]

    def __str__(self) -> str:
        return f"{self.follower_id} > {self.followed_id}"


class BlockQuerySet(models.QuerySet["Block"]):
    """Query set of blocks."""

    def by(self, user_id: int) -> BlockQuerySet:
        """Return the blocks of one user, newest first."""
        return self.filter(blocker=user_id).order_by("-at", "-pk")

    def between(self, one: User, other: User) -> BlockQuerySet:
        """Return the blocks of two users in both directions."""
        return self.filter(Q(blocker=one, blocked=other) | Q(blocker=other, blocked=one))


class Block(models.Model):
    """A user has blocked another one. Both may be guests."""

    blocker = models.ForeignKey(User, models.CASCADE, related_name="blocks", db_index=False, verbose_name=_("blocker"))
    blocked = models.ForeignKey(User, models.CASCADE, related_name="blocked_by", verbose_name=_("blocked user"))
    at = models.DateTimeField(_("since"), default=clock.now, editable=False)

    objects = BlockQuerySet.as_manager()

    class Meta:
        verbose_name = _("block")
        verbose_name_plural = _("blocks")
        constraints = [
            models.UniqueConstraint(fields=["blocker", "blocked"], name="people_block_once"),
            models.CheckConstraint(condition=~Q(blocker=F("blocked")), name="people_block_not_oneself"),
        ]

    def __str__(self) -> str:
        return f"{self.blocker_id} x {self.blocked_id}"
