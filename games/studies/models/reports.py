"""Reports on people, names of tables, notes, collections and messages, appeals, and moderators' decisions."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, Final

from django.conf import settings
from django.db import models
from django.db.models import Count, Prefetch, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games import clock
from games.accounts.models import User
from games.catalog.models import AuthorComment
from games.studies.models.collections import Collection, Entry
from games.studies.models.notes import ANSWER_MAX, Note, UserContent
from games.tables.models import Deal, Table
from games.talk.models import Message

Content = UserContent | Message | AuthorComment
"""Item that moderators can remove."""
Subject = Content | Table | Deal | User
"""Item that can be reported."""
ANSWERS_SHOWN: Final = timedelta(days=30)
"""Time for which a reporter sees the answer to a report."""
RIGHT: Final = "studies.moderate_words"
"""Permission to moderate reports."""


class ReportedKind(models.TextChoices):
    """Kind of item that can be reported."""

    NOTE = "note", _("Note on a turn")
    COLLECTION = "collection", _("Collection")
    ENTRY = "entry", _("Turn in a collection")
    MESSAGE = "message", _("Message in a chat")
    PERSON = "person", _("Person")
    TABLE = "table", _("Table name")
    RACE = "race", _("Race name")
    COMMENT = "comment", _("Comment to an author")
    APPEAL = "appeal", _("Appeal")


class ReportReason(models.TextChoices):
    """Reason for a report."""

    INSULT = "insult", _("Insults or threats")
    HATE = "hate", _("Hate speech")
    PRIVATE = "private", _("Private information")
    SPAM = "spam", _("Advertising or spam")
    NAME = "name", _("Offensive name")
    CHAT = "chat", _("Bad behavior in chats")
    CHEAT = "cheat", _("Cheating or several accounts")
    APPEAL = "appeal", _("Appeal")
    OTHER = "other", _("Something else")


class ModeratorAction(models.TextChoices):
    """Decision of a moderator on a case."""

    REMOVE = "remove", _("Remove")
    LEAVE = "leave", _("Keep")
    RESTORE = "restore", _("Restore")
    TABLE = "table", _("Replace the table name")
    RACE = "race", _("Replace the race name")
    WARN = "warn", _("Warn")
    MUTE = "mute", _("Mute")
    UNMUTE = "unmute", _("Unmute")
    RENAME = "rename", _("Replace the name")
    CLOSE = "close", _("Close account")
    REOPEN = "reopen", _("Reopen account")


_IN_FAVOR: Final = (ModeratorAction.LEAVE, ModeratorAction.RESTORE, ModeratorAction.UNMUTE, ModeratorAction.REOPEN)
"""Actions that leave or restore something, so that what was reported breaks no rule."""


class CaseQuerySet(models.QuerySet["Case"]):
    """Query set of cases, by status."""

    def open(self) -> CaseQuerySet:
        """Return the open cases, oldest first."""
        return self.filter(open_since__isnull=False).order_by("open_since", "pk")

    def handled(self) -> CaseQuerySet:
        """Return the decided cases, latest first."""
        return self.filter(open_since=None, handled_at__isnull=False).order_by("-handled_at", "-pk")

    def with_details(self) -> CaseQuerySet:
        """Fetch the subjects, reports and decisions in a few queries."""
        reports = Prefetch("reports", Report.objects.select_related("reporter").order_by("at", "pk"))
        decisions = Prefetch("decisions", Decision.objects.select_related("by").order_by("at", "pk"))
        about = (
            "note__table",
            "collection",
            "entry__collection",
            "entry__table",
            "message__table",
            "table",
            "race",
            "comment",
            "author",
        )
        return self.select_related(*about).prefetch_related(reports, decisions)

    def with_counts(self) -> CaseQuerySet:
        """Annotate `count`, the number of open reports."""
        return self.annotate(count=Count("reports", filter=Q(reports__decision=None)))


class Case(models.Model):
    """Case of one item that was reported or that a moderator has opened: the item, and its author.

    The item is null once deleted. The author of a table's name is who chose it, and of a person and their appeals, that
    person. The case waits for a decision since `open_since`, null while no report is open.
    """

    kind = models.CharField(_("subject"), max_length=10, choices=ReportedKind)
    note = models.OneToOneField(Note, models.SET_NULL, null=True, related_name="case", verbose_name=_("note"))
    collection = models.OneToOneField(
        Collection, models.SET_NULL, null=True, related_name="case", verbose_name=_("collection")
    )
    entry = models.OneToOneField(Entry, models.SET_NULL, null=True, related_name="case", verbose_name=_("turn"))
    message = models.OneToOneField(Message, models.SET_NULL, null=True, related_name="case", verbose_name=_("message"))
    table = models.OneToOneField(Table, models.SET_NULL, null=True, related_name="+", verbose_name=_("table"))
    race = models.OneToOneField(Deal, models.SET_NULL, null=True, related_name="+", verbose_name=_("race"))
    comment = models.OneToOneField(
        AuthorComment, models.SET_NULL, null=True, related_name="+", verbose_name=_("comment")
    )
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("author")
    )
    open_since = models.DateTimeField(_("open since"), null=True, blank=True)
    handled_at = models.DateTimeField(_("resolved"), null=True, blank=True)

    objects = CaseQuerySet.as_manager()

    class Meta:
        verbose_name = _("report")
        verbose_name_plural = _("reports")
        permissions = [("moderate_words", _("Can moderate reported content"))]
        indexes = [
            models.Index(fields=["open_since"], condition=Q(open_since__isnull=False), name="studies_open_cases"),
            models.Index(fields=["-handled_at"], name="studies_handled_cases"),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["kind", "author"],
                condition=Q(kind__in=[ReportedKind.PERSON, ReportedKind.APPEAL]),
                name="studies_case_of_person_once",
            )
        ]

    def __str__(self) -> str:
        return f"{ReportedKind(self.kind).label} {self.pk}"

    @property
    def content(self) -> Content | None:
        """Reported item that moderators can remove, or None for other cases and once it is deleted."""
        contents: dict[str, Any] = {
            ReportedKind.NOTE: self.note,
            ReportedKind.COLLECTION: self.collection,
            ReportedKind.ENTRY: self.entry,
            ReportedKind.MESSAGE: self.message,
            ReportedKind.COMMENT: self.comment,
        }
        content: Content | None = contents.get(self.kind)
        return content

    @property
    def text(self) -> str:
        """Current text of the subject, "" once it is deleted."""
        subject = self.content or self.table or self.race or (self.author if self.is_about_person else None)
        return subject_text(subject) if subject else ""

    @property
    def is_about_person(self) -> bool:
        """True for cases about a person, and their appeals."""
        return self.kind in (ReportedKind.PERSON, ReportedKind.APPEAL)


def subject_text(subject: Subject) -> str:
    """Return what moderators read of a subject; of a person, the names."""
    match subject:
        case User():
            return " · ".join(filter(None, (str(subject), f"@{subject.username}", subject.title)))
        case Table():
            return subject.shown_name
        case Deal():
            return subject.name
    return subject.text


class Decision(models.Model):
    """Decision of a moderator on a case, with the reason, which the author sees unless the content is kept.

    `until` is the end of a mute or closure, null for closures for good. Rows are never changed.
    """

    case = models.ForeignKey(Case, models.CASCADE, related_name="decisions", verbose_name=_("report"))
    act = models.CharField(_("action"), max_length=7, choices=ModeratorAction)
    words = models.CharField(_("text"), max_length=ANSWER_MAX)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("moderator")
    )
    at = models.DateTimeField(_("time"), default=timezone.now)
    until = models.DateTimeField(_("until"), null=True, blank=True)

    class Meta:
        verbose_name = _("decision")
        verbose_name_plural = _("decisions")

    def __str__(self) -> str:
        return str(ModeratorAction(self.act).label)

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Store a new decision. Raises TypeError for one that is stored already."""
        if not self._state.adding:
            raise TypeError("a decision is never changed")
        super().save(*args, **kwargs)

    @property
    def upholds_reports(self) -> bool:
        """True if the moderator has acted on what was reported, False if no rule was broken."""
        return self.act not in _IN_FAVOR


class ReportQuerySet(models.QuerySet["Report"]):
    """Query set of reports."""

    def answers_for(self, user_id: int) -> ReportQuerySet:
        """Return a person's reports that have been decided lately, the latest decision first. Appeals are answered
        elsewhere.
        """
        decided = self.filter(reporter=user_id, decision__at__gte=clock.now() - ANSWERS_SHOWN)
        return decided.exclude(reason=ReportReason.APPEAL).order_by("-decision__at", "-pk")


class Report(models.Model):
    """Report of one person on one item, or the appeal of a person; `text` is the item's text at that time.

    The report is open until it has a `decision`, which its reporter has seen at `answer_read_at`. The same reporter has
    at most one open report on an item; a person or a table's name can be reported again after a decision, other items
    only once.
    """

    case = models.ForeignKey(Case, models.CASCADE, related_name="reports", db_index=False, verbose_name=_("case"))
    reporter = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("user")
    )
    reason = models.CharField(_("reason"), max_length=7, choices=ReportReason)
    words = models.CharField(_("text"), max_length=ANSWER_MAX, blank=True)
    text = models.TextField(_("reported content"), blank=True)
    at = models.DateTimeField(_("time"), default=timezone.now)
    decision = models.ForeignKey(
        Decision, models.SET_NULL, null=True, related_name="reports", verbose_name=_("decision")
    )
    answer_read_at = models.DateTimeField(_("answer read"), null=True, blank=True)

    objects = ReportQuerySet.as_manager()

    class Meta:
        verbose_name = _("user report")
        verbose_name_plural = _("user reports")
        constraints = [
            models.UniqueConstraint(
                fields=["case", "reporter"], condition=Q(decision=None), name="studies_open_report_once"
            )
        ]
        indexes = [models.Index(fields=["case"], name="studies_reports_of_case")]

    def __str__(self) -> str:
        return str(ReportReason(self.reason).label)
