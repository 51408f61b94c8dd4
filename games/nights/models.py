"""Game nights: who belongs to them, their dates, and who comes."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db import models
from django.db.models import Exists, F, OuterRef, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from games import clock
from games.accounts.models import User
from games.nights.schedule import Schedule
from games.tables.models import Table
from games.tables.names import TABLE_NAME_MAX, new_code, new_invitation

MOST_NIGHTS: Final = 10
"""Number of game nights that a user may host."""
MOST_PEOPLE: Final = 12
"""Number of people of a game night, invited ones included."""
REMINDS_BEFORE: Final = timedelta(days=1)
OPENS_BEFORE: Final = timedelta(minutes=15)
LASTS: Final = timedelta(hours=4)
"""Time from the start of a date until the next one takes its place."""


class GameNightQuerySet(models.QuerySet["GameNight"]):
    """Query set of game nights."""

    def of(self, user: User) -> GameNightQuerySet:
        """Return the game nights that a user belongs or is invited to, except those that have ended."""
        return self.filter(members__user=user, ended_at=None).order_by("acts_at", "pk")

    def locked(self) -> GameNightQuerySet:
        """Lock the rows until the transaction ends, after those of users."""
        return self.select_for_update(of=("self",))

    def due(self, now: datetime) -> GameNightQuerySet:
        """Return those for which the worker has something to do, longest overdue first; by an index."""
        return self.filter(acts_at__lte=now).order_by("acts_at", "pk")


class GameNight(models.Model):
    """A weekly time at which a table opens for the same people.

    `settings` are those of its tables, as `NightSettings` stores them. `since` is the first date of the current
    schedule, and `sequence` counts its changes for calendars. `named_by` chose the name, null for the host. `acts_at`
    is when the worker has to act next, None once the night has ended.
    """

    code = models.CharField(_("code"), max_length=8, unique=True, default=new_code, editable=False)
    invitation = models.CharField(max_length=22, unique=True, default=new_invitation, editable=False)
    name = models.CharField(_("name"), max_length=TABLE_NAME_MAX)
    host = models.ForeignKey(User, models.CASCADE, related_name="hosted_nights", db_index=False, verbose_name=_("host"))
    named_by = models.ForeignKey(
        User, models.SET_NULL, null=True, blank=True, related_name="+", editable=False, verbose_name=_("named by")
    )
    game = models.CharField(_("game"), max_length=32)
    settings = models.JSONField(_("settings"), default=dict)
    weekday = models.PositiveSmallIntegerField(_("weekday"))
    at = models.TimeField(_("time"))
    zone = models.CharField(_("time zone"), max_length=64)
    since = models.DateField(_("first date"))
    sequence = models.PositiveIntegerField(default=0)
    command_id = models.UUIDField(null=True, blank=True, editable=False)
    created_at = models.DateTimeField(_("created"), default=clock.now, editable=False)
    acts_at = models.DateTimeField(_("next action"), null=True, blank=True)
    ended_at = models.DateTimeField(_("ended"), null=True, blank=True)

    objects = GameNightQuerySet.as_manager()

    class Meta:
        verbose_name = _("game night")
        verbose_name_plural = _("game nights")
        constraints = [
            models.UniqueConstraint(fields=["host", "command_id"], name="nights_opened_once"),
            models.CheckConstraint(condition=Q(weekday__lte=6), name="nights_weekday"),
        ]
        indexes = [models.Index(fields=["acts_at"], condition=Q(acts_at__isnull=False), name="nights_due")]

    def __str__(self) -> str:
        return self.name

    @property
    def schedule(self) -> Schedule:
        """The weekly time."""
        return Schedule(self.weekday, self.at, self.zone)

    @property
    def url(self) -> str:
        """Address of its page."""
        return reverse("nights:night", args=[self.code])

    def current_date(self, now: datetime) -> NightDate | None:
        """Return the date that is under way or next, None if there is none or the night has ended."""
        return self.dates.current(now).first()


class NightMemberQuerySet(models.QuerySet["NightMember"]):
    """Query set of the people of game nights."""

    def unread_by(self, user: User) -> NightMemberQuerySet:
        """Return a user's places at nights whose listed question they have neither read nor answered."""
        now = clock.now()
        answered = Exists(NightAnswer.objects.filter(date=OuterRef("pk"), user=user))
        dates = NightDate.objects.current(now).filter(~answered, night=OuterRef("night"))
        waits = Q(joined_at=None) | Exists(dates.filter(starts_at__lte=now + REMINDS_BEFORE))
        return self.filter(waits, user=user, listed_at__isnull=False, read_at=None, night__ended_at=None)

    def mark_read(self, user: User) -> None:
        """Store that a user has read the questions in this query set; part of a transaction."""
        self.filter(user=user, listed_at__isnull=False, read_at=None).update(read_at=clock.now())


class NightMember(models.Model):
    """A user who belongs to a game night, or is invited to as long as `joined_at` is None.

    `calendar` is the secret in the address of their calendar file. Their notifications list what they have
    to answer since `listed_at`, None if they don't want that, and they have seen it at `read_at`.
    """

    night = models.ForeignKey(GameNight, models.CASCADE, related_name="members", db_index=False)
    user = models.ForeignKey(User, models.CASCADE, related_name="night_memberships", verbose_name=_("user"))
    joined_at = models.DateTimeField(_("joined"), null=True, blank=True)
    calendar = models.CharField(max_length=22, unique=True, default=new_invitation, editable=False)
    listed_at = models.DateTimeField(_("listed"), null=True, blank=True)
    read_at = models.DateTimeField(_("read"), null=True, blank=True)

    objects = NightMemberQuerySet.as_manager()

    class Meta:
        verbose_name = _("person of a game night")
        verbose_name_plural = _("people of game nights")
        ordering = [F("joined_at").asc(nulls_last=True), "pk"]
        constraints = [models.UniqueConstraint(fields=["night", "user"], name="nights_member_once")]

    def __str__(self) -> str:
        return f"{self.night_id}: {self.user_id}"


class NightDateQuerySet(models.QuerySet["NightDate"]):
    """Query set of dates."""

    def current(self, now: datetime) -> NightDateQuerySet:
        """Return the dates that are not skipped or over, the next first."""
        return self.filter(skipped=False, starts_at__gt=now - LASTS, night__ended_at=None).order_by("starts_at")


class NightDate(models.Model):
    """One date of a game night: a day in its time zone, when it starts, and its table once one has opened.

    It is stored once it is the next date. Each of `reminded_at` and `opened_at` is set when the worker has done that.
    """

    night = models.ForeignKey(GameNight, models.CASCADE, related_name="dates", db_index=False)
    day = models.DateField(_("day"))
    starts_at = models.DateTimeField(_("starts at"))
    skipped = models.BooleanField(_("skipped"), default=False)
    reminded_at = models.DateTimeField(_("reminded"), null=True, blank=True)
    opened_at = models.DateTimeField(_("opened"), null=True, blank=True)
    table = models.OneToOneField(
        Table, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("table")
    )

    objects = NightDateQuerySet.as_manager()

    class Meta:
        verbose_name = _("date of a game night")
        verbose_name_plural = _("dates of game nights")
        constraints = [models.UniqueConstraint(fields=["night", "day"], name="nights_date_once")]

    def __str__(self) -> str:
        return f"{self.night_id}: {self.day.isoformat()}"

    def next_action_at(self) -> datetime:
        """Return when the worker has to act on it next."""
        if self.opened_at:
            return self.starts_at + LASTS
        return self.starts_at - (OPENS_BEFORE if self.reminded_at else REMINDS_BEFORE)

    def opens_at(self) -> datetime:
        """Return when its table opens."""
        return self.starts_at - OPENS_BEFORE


class NightAnswer(models.Model):
    """A user comes on a date, or can't."""

    date = models.ForeignKey(NightDate, models.CASCADE, related_name="answers", db_index=False)
    user = models.ForeignKey(User, models.CASCADE, related_name="+", verbose_name=_("user"))
    comes = models.BooleanField(_("comes"))
    at = models.DateTimeField(_("time"))

    class Meta:
        verbose_name = _("answer")
        verbose_name_plural = _("answers")
        constraints = [models.UniqueConstraint(fields=["date", "user"], name="nights_answer_once")]

    def __str__(self) -> str:
        return f"{self.date_id}: {self.user_id}"
