"""Base model of everything that users write about games."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.tables.models import Table

MARKS_MAX: Final = 1_000
"""Maximum length of the marks on a board."""
ANSWER_MAX: Final = 500
"""Maximum length of a moderator's answer or of a report."""


class UserContent(models.Model):
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


MOST_NOTES: Final = 50
"""Maximum number of notes that a user may write on a game."""
NOTE_MAX: Final = 2_000
"""Maximum length of a note."""


class NoteQuerySet(models.QuerySet["Note"]):
    """Query set of notes, by visibility."""

    def shown_to(self, viewer_id: int | None) -> NoteQuerySet:
        """Return the notes shown to a visitor who may see their game.

        Removed notes are shown to their author only.
        """
        return self.filter(Q(removed_at=None) | Q(author=viewer_id)) if viewer_id else self.filter(removed_at=None)

    def on(self, table: Table, turn: int) -> NoteQuerySet:
        """Return the notes on one turn, oldest first, with their authors."""
        return self.filter(table=table, turn=turn).select_related("author").order_by("written_at", "pk")

    def counts(self, table: Table) -> dict[int, int]:
        """Return the number of public notes by turn, for turns that have some."""
        turns = self.filter(table=table, removed_at=None).order_by("turn").values_list("turn")
        return dict(turns.annotate(count=models.Count("pk")))


class Note(UserContent):
    """A note on a turn, by a player of that game.

    `marks` are those on the board of a seat (0-based), as `Marks` writes them; without marks, `seat` is null.
    """

    table = models.ForeignKey(Table, models.CASCADE, related_name="+", db_index=False, verbose_name=_("table"))
    turn = models.PositiveIntegerField(_("turn"))
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", verbose_name=_("user"))
    words = models.TextField(_("text"), max_length=NOTE_MAX)
    seat = models.PositiveSmallIntegerField(_("seat"), null=True, blank=True)
    marks = models.TextField(_("marks"), max_length=MARKS_MAX, blank=True, default="")

    objects = NoteQuerySet.as_manager()

    class Meta:
        verbose_name = _("note")
        verbose_name_plural = _("notes")
        indexes = [
            models.Index(fields=["table", "turn", "written_at"], name="studies_notes_of_turn"),
            models.Index(fields=["removed_at"], condition=Q(removed_at__isnull=False), name="studies_removed_notes"),
        ]

    def __str__(self) -> str:
        return f"{self.pk}"

    @property
    def written_by(self) -> int:
        """Return the author."""
        return self.author_id

    @property
    def text(self) -> str:
        """Return the text, and the marks, which may spell words too."""
        return "\n\n".join(filter(None, (self.words, self.marks)))
