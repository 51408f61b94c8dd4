"""Models of notifications, their deliveries and users' notification settings."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final, assert_never

from django.conf import settings
from django.db import models
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.accounts.models import User
from games.catalog.models import CatalogEntry, Change, EntryAction
from games.catalog.models import EntryState as EntryState
from games.notices.webhooks.models import Event, Webhook
from games.tables.models import Pace, Seat, Status, Table, with_others
from games.tables.time_control import MORNING, NIGHTFALL

LATEST: Final = 50
"""Number of latest notifications in a user's list."""


class NoticeKind(models.TextChoices):
    """Kind of notification."""

    TURN = "turn", _("Your turn")
    OVER = "over", _("The game is over")
    INVITED = "invited", _("Invitations for you")
    SHORT = "short", _("Your time is running out")
    KEPT = "kept", _("A stand-in is playing for you")
    REMATCH = "rematch", _("Rematch offered")
    UNLISTED = "unlisted", _("Your table is no longer listed")
    REMOVED = "removed", _("A moderator removed you from a game")
    TAKEN = "taken", _("Another player took over your seat")
    NUDGE = "nudge", _("Another player nudges you")
    PACE = "pace", _("New time control proposed")
    NIGHT = "night", _("The table of a game night is open")
    CLAIM = "claim", _("A host names you as a player")
    HOST = "host", _("A table you’re waiting at has a new host")


ANSWER_KINDS: Final = frozenset({NoticeKind.TURN, NoticeKind.SHORT, NoticeKind.NUDGE})
"""Kinds about a pending answer, which mean nothing once the answer is given."""
OF_A_GAME: Final = ANSWER_KINDS | {NoticeKind.OVER, NoticeKind.KEPT, NoticeKind.REMOVED, NoticeKind.TAKEN}
"""Kinds that solo players don't need, because nothing happens in their games without them."""


class NoticeTopic(models.TextChoices):
    """Topic that users can turn on and off."""

    TURN = "turn", _("Your turn in a turn-based game or one without a time limit")
    LIVE = "live", _("Your turn in a real-time game")
    SHORT = "short", _("Your time is running out, or a stand-in is playing for you")
    NUDGE = "nudge", _("A player nudges you at a table without a time limit")
    PACE = "pace", _("A player proposes a new time control for one of your games")
    OVER = "over", _("A game you played is over")
    INVITED = "invited", _("Table invitations")
    REMATCH = "rematch", _("Rematch offers")
    UNLISTED = "unlisted", _("Your table is no longer listed because nobody joined")
    NIGHT = "night", _("Game nights: invitations, reminders to answer, and open tables")


class ChannelKey(StrEnum):
    """Key of a channel, as stored in deliveries and settings; `PAGE` is the list on the site itself."""

    PAGE = "page"
    MAIL = "mail"
    PUSH = "push"
    WEBHOOKS = "webhooks"


class Subscription(models.TextChoices):
    """Message that covers no notice: an email at a chosen hour, or questions of game nights."""

    DIGEST = "digest", _("Daily digest")
    NIGHTS = "nights", _("Game nights to answer")


class NoticeQuerySet(models.QuerySet["Notice"]):
    """Query set of notices, by status."""

    def due(self, now: datetime) -> NoticeQuerySet:
        """Return unprocessed notifications that are due by now, oldest first; uses an index."""
        return self.filter(due_at__lte=now).order_by("due_at", "pk")

    def with_tables(self) -> NoticeQuerySet:
        """Fetch table, reader and actor; `with_others` is true if more than one person sits there."""
        return self.select_related("table__pace_proposal", "table__host", "user", "by").annotate(
            with_others=with_others("table")
        )

    def listed_for(self, user_id: int) -> NoticeQuerySet:
        """Return the notifications in a user's list, latest first."""
        return self.filter(user=user_id, listed=True).order_by("-pk")

    def unread_by(self, user_id: int) -> NoticeQuerySet:
        """Return what a person has not read, answers that are owed and votes only as long as they are open."""
        own = Seat.objects.filter(table=OuterRef("table"), user=user_id)
        owing = Q(table__status=Status.PLAYING) & Exists(own.filter(awaited=True))
        voting = Exists(own.played_by_people())
        unread = self.filter(user=user_id, listed=True, read_at=None)
        return unread.filter(
            ~Q(kind__in=ANSWER_KINDS | {NoticeKind.PACE})
            | (Q(kind__in=ANSWER_KINDS) & owing)
            | (Q(kind=NoticeKind.PACE) & voting)
        )


class Notice(models.Model):
    """Notification of one event for one user.

    It is stored in the transaction of the event and processed once, at `due_at`, which is None from then on. `number`
    is that of the table's last event at the time. `listed` is True if the user's list shows it.
    """

    kind = models.CharField(_("type"), max_length=8, choices=NoticeKind)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False, verbose_name=_("user")
    )
    table = models.ForeignKey(Table, models.CASCADE, related_name="+", verbose_name=_("table"))
    seat = models.PositiveSmallIntegerField(_("seat"), null=True, blank=True)
    turn = models.PositiveIntegerField(_("turn"), default=0)
    number = models.PositiveIntegerField(_("events"), default=0)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("by")
    )
    created_at = models.DateTimeField(_("created"))
    due_at = models.DateTimeField(_("due at"), null=True, blank=True)
    listed = models.BooleanField(_("listed"), default=False)
    read_at = models.DateTimeField(_("read"), null=True, blank=True)

    objects = NoticeQuerySet.as_manager()

    class Meta:
        verbose_name = _("notification")
        verbose_name_plural = _("notifications")
        indexes = [
            models.Index(fields=["due_at"], condition=Q(due_at__isnull=False), name="notices_due"),
            models.Index(fields=["user", "-id"], name="notices_of_reader"),
            models.Index(fields=["user"], condition=Q(listed=True, read_at__isnull=True), name="notices_unread"),
            models.Index(fields=["created_at"], name="notices_old"),
        ]

    def __str__(self) -> str:
        return f"{self.pk}: {self.kind}"

    @property
    def topic(self) -> NoticeTopic:
        """Topic that controls the notification; its table must have been loaded."""
        match kind := NoticeKind(self.kind):
            case NoticeKind.TURN:
                return NoticeTopic.LIVE if self.table.pace == Pace.LIVE else NoticeTopic.TURN
            case NoticeKind.SHORT | NoticeKind.KEPT:
                return NoticeTopic.SHORT
            case NoticeKind.OVER | NoticeKind.REMOVED | NoticeKind.TAKEN:
                return NoticeTopic.OVER
            case NoticeKind.INVITED | NoticeKind.CLAIM:
                return NoticeTopic.INVITED
            case NoticeKind.REMATCH:
                return NoticeTopic.REMATCH
            case NoticeKind.UNLISTED | NoticeKind.HOST:
                return NoticeTopic.UNLISTED
            case NoticeKind.NUDGE:
                return NoticeTopic.NUDGE
            case NoticeKind.PACE:
                return NoticeTopic.PACE
            case NoticeKind.NIGHT:
                return NoticeTopic.NIGHT
            case _:
                assert_never(kind)


class ReviewNoticeQuerySet(models.QuerySet["ReviewNotice"]):
    """Review notices, by reader."""

    def shown_to(self, user: User) -> ReviewNoticeQuerySet:
        """Return what a person's list shows, the latest first: submissions only as long as they are a member of staff,
        and nothing about a version that was deleted.
        """
        shown = self.filter(Exists(_entries_of_change()), user=user).order_by("-pk")
        return shown if user.is_staff else shown.exclude(change__act=EntryAction.SUBMITTED)

    def unread_by(self, user: User) -> ReviewNoticeQuerySet:
        """Return what a person has not read; submissions only while they are in review."""
        in_review = Exists(_entries_of_change().filter(state=EntryState.IN_REVIEW))
        return self.shown_to(user).filter(~Q(change__act=EntryAction.SUBMITTED) | in_review, read_at=None)


def _entries_of_change() -> models.QuerySet[CatalogEntry]:
    place = {name: OuterRef(f"change__{name}") for name in ("box", "kind", "key", "version")}
    return CatalogEntry.every.filter(**place)


class ReviewNotice(models.Model):
    """Notification of a review for one user: a submission, or a decision on their own work."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False, verbose_name=_("user")
    )
    # Refers to the change instead of the version, because a draft may be deleted while its changes stay.
    change = models.ForeignKey(Change, models.CASCADE, related_name="+", verbose_name=_("change"))
    created_at = models.DateTimeField(_("created"))
    read_at = models.DateTimeField(_("read"), null=True, blank=True)

    objects = ReviewNoticeQuerySet.as_manager()

    class Meta:
        verbose_name = _("review notification")
        verbose_name_plural = _("review notifications")
        constraints = [models.UniqueConstraint(fields=["user", "change"], name="notices_review_once")]
        indexes = [models.Index(fields=["created_at"], name="notices_review_old")]

    def __str__(self) -> str:
        return f"{self.pk}: {self.user_id}, {self.change_id}"


class DeliveryState(models.TextChoices):
    """State of a delivery."""

    WAITING = "waiting", _("Waiting")
    SENDING = "sending", _("Sending")
    SENT = "sent", _("Sent")
    DEAD = "dead", _("Failed")
    VOID = "void", _("Skipped")


DELIVERY_KINDS: Final = [
    *NoticeKind.choices,
    *Subscription.choices,
    *((event.value, event.label) for event in Event if event.value not in NoticeKind.values),
]
"""Types of deliveries. The end of a game is one type for players and webhooks."""
STUCK: Final = timedelta(minutes=10)
"""Time after which an unfinished task or delivery was interrupted."""


class DeliveryQuerySet(models.QuerySet["Delivery"]):
    """Query set of deliveries, by status."""

    def due(self, now: datetime) -> DeliveryQuerySet:
        """Return the deliveries that are due by now and have no task yet, oldest first; uses an index."""
        return self.filter(queued=False, due_at__lte=now).order_by("due_at", "pk")

    def stuck(self, now: datetime) -> DeliveryQuerySet:
        """Return deliveries whose sender was interrupted, so that it is unknown if they were sent."""
        return self.filter(state=DeliveryState.SENDING, claimed_at__lt=now - STUCK)

    def late(self, moment: datetime) -> DeliveryQuerySet:
        """Return waiting deliveries that were due before this moment."""
        return self.filter(state=DeliveryState.WAITING, due_at__lt=moment)

    def with_content(self) -> DeliveryQuerySet:
        """Return them with user and webhook, and with their notices and the tables of these."""
        notices = models.Prefetch("notices", Notice.objects.with_tables().order_by("pk"))
        return self.select_related("user", "webhook__table", "webhook__owner").prefetch_related(notices)

    def last_of(self, webhooks: Collection[int]) -> DeliveryQuerySet:
        """Return the last request to each of these webhooks."""
        newest = self.filter(webhook__in=webhooks).order_by().values("webhook").annotate(last=models.Max("pk"))
        return self.filter(pk__in=newest.values("last"))


class Delivery(models.Model):
    """Message to one user on one channel, sent at most once: it is claimed (WAITING to SENDING) before it is sent.

    It may cover several notices. A subscription covers none, nor does a request to a webhook, of which there is at
    most one for each event and turn. `queued` is False while it waits for its time, and True once it has a task. `key`
    is that of a request, the same for all attempts, and `answer` is the status of the last response.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False, verbose_name=_("user")
    )
    channel = models.CharField(_("channel"), max_length=12)
    kind = models.CharField(_("type"), max_length=8, choices=DELIVERY_KINDS)
    notices = models.ManyToManyField(Notice, related_name="deliveries", verbose_name=_("notifications"))
    webhook = models.ForeignKey(
        Webhook, models.CASCADE, null=True, blank=True, related_name="+", verbose_name=_("webhook")
    )
    turn = models.PositiveIntegerField(_("turn"), null=True, blank=True)
    key = models.UUIDField(_("key"), null=True, blank=True, editable=False)
    state = models.CharField(_("state"), max_length=8, choices=DeliveryState, default=DeliveryState.WAITING)
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    created_at = models.DateTimeField(_("created"), default=timezone.now)
    due_at = models.DateTimeField(_("send after"))
    queued = models.BooleanField(default=False, db_default=False)
    claimed_at = models.DateTimeField(_("claimed at"), null=True, blank=True)
    sent_at = models.DateTimeField(_("sent"), null=True, blank=True)
    answer = models.PositiveSmallIntegerField(_("response"), null=True, blank=True)
    error = models.CharField(_("error"), max_length=200, blank=True)

    objects = DeliveryQuerySet.as_manager()

    class Meta:
        verbose_name = _("delivery")
        verbose_name_plural = _("deliveries")
        permissions = [("resend_delivery", "Can send a delivery again")]
        indexes = [
            models.Index(fields=["user", "channel", "kind", "state"], name="notices_of_person"),
            models.Index(fields=["state", "claimed_at"], name="notices_sending"),
            models.Index(fields=["created_at"], name="notices_delivery_old"),
            models.Index(fields=["due_at"], condition=Q(queued=False), name="notices_delivery_due"),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["webhook", "kind", "turn"],
                condition=Q(webhook__isnull=False) & ~Q(kind=Event.TEST),
                name="notices_request_once",
            )
        ]

    def __str__(self) -> str:
        return f"{self.pk}: {self.kind}, {self.channel}"


class PreferenceQuerySet(models.QuerySet["Preference"]):
    """Preferences, by what is to be done with them."""

    def digest_due(self, now: datetime) -> PreferenceQuerySet:
        """Return those whose digest is due, the oldest first; by an index."""
        return self.filter(digest_due_at__lte=now).order_by("digest_due_at", "pk")


class Preference(models.Model):
    """Notification settings of a user.

    `switches` holds the user's choices, such as `{"turn.mail": false}`. A missing switch has the channel's default.
    """

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", primary_key=True, verbose_name=_("user")
    )
    switches = models.JSONField(_("channel settings"), default=dict)
    quiet_hours = models.BooleanField(_("quiet hours"), default=False)
    # Full hours in the user's time zone. The end may be on the next day.
    quiet_from = models.PositiveSmallIntegerField(
        _("quiet hours from"), default=NIGHTFALL.hour, db_default=NIGHTFALL.hour
    )
    quiet_until = models.PositiveSmallIntegerField(
        _("quiet hours until"), default=MORNING.hour, db_default=MORNING.hour
    )
    # Full hour in the user's time zone, and the next time at which it is due. Both are None without a digest.
    digest_hour = models.PositiveSmallIntegerField(_("hour of the digest"), null=True, blank=True)
    digest_due_at = models.DateTimeField(_("next digest"), null=True, blank=True)

    objects = PreferenceQuerySet.as_manager()

    class Meta:
        verbose_name = _("preference")
        verbose_name_plural = _("preferences")
        indexes = [
            models.Index(fields=["digest_due_at"], condition=Q(digest_due_at__isnull=False), name="notices_digest_due")
        ]

    def __str__(self) -> str:
        return str(self.pk)


class Mute(models.Model):
    """Table for which a user has turned off notifications."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False)
    table = models.ForeignKey(Table, models.CASCADE, related_name="+")

    class Meta:
        verbose_name = _("muted table")
        verbose_name_plural = _("muted tables")
        constraints = [models.UniqueConstraint(fields=["user", "table"], name="notices_mute_once")]

    def __str__(self) -> str:
        return f"{self.user_id}: {self.table_id}"
