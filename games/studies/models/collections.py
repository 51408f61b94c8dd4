"""Collections of turns made by users, with a text for each turn."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Final

from django.conf import settings
from django.db import models
from django.db.models import Count, Exists, OuterRef, Q, Subquery
from django.utils.translation import gettext_lazy as _

from games.studies.models.notes import MARKS_MAX, UserContent
from games.tables.models import Access, Status, Table
from games.tables.names import new_invitation

MOST_COLLECTIONS: Final = 100
"""Maximum number of collections per user."""
MOST_ENTRIES: Final = 100
"""Maximum number of turns in a collection."""
TITLE_MAX: Final = 80
WORDS_MAX: Final = 4_000
"""Maximum length of an introduction, and of an entry's text."""


POSITION_MAX: Final = 2_000
"""Maximum length of the address of a position."""


class Visibility(models.TextChoices):
    """Visibility of a collection."""

    PUBLIC = "public", _("Public")
    LINK = "link", _("Anyone with the link")
    PRIVATE = "private", _("Only me")


class CollectionQuerySet(models.QuerySet["Collection"]):
    """Query set of collections, by visibility."""

    def shown_to(self, viewer_id: int | None) -> CollectionQuerySet:
        """Return the collections that a visitor with the URL may read."""
        others = Q(removed_at=None) & ~Q(visibility=Visibility.PRIVATE)
        return self.filter(others | Q(keeper=viewer_id)) if viewer_id else self.filter(others)

    def owned_by(self, keeper_id: int) -> CollectionQuerySet:
        """Return a person's collections, newest first."""
        return self.filter(keeper=keeper_id).order_by("-written_at", "-pk")

    def listed(self) -> CollectionQuerySet:
        """Return the public collections with at least one entry, newest first."""
        some = Exists(Entry.objects.filter(collection=OuterRef("pk"), removed_at=None))
        public = self.filter(some, visibility=Visibility.PUBLIC, removed_at=None, keeper__is_active=True)
        return public.order_by("-written_at", "-pk")

    def after(self, written_at: datetime, pk: int) -> CollectionQuerySet:
        """Return the collections after this one in a list that is sorted newest first."""
        return self.filter(Q(written_at__lt=written_at) | Q(written_at=written_at, pk__lt=pk))

    def with_counts(self) -> CollectionQuerySet:
        """Annotate `count`, the number of publicly visible turns, and `cover`, the key of the first from a public game,
        and fetch the keepers.
        """
        counted = Count("entries", filter=Q(entries__removed_at=None))
        public = Entry.objects.filter(table__access=Access.OPEN, table__status=Status.FINISHED, removed_at=None)
        first = public.filter(collection=OuterRef("pk")).order_by("place", "pk").values("pk")[:1]
        return self.select_related("keeper").annotate(count=counted, cover=Subquery(first))


class Collection(UserContent):
    """Collection of turns; `code` is its unguessable address."""

    code = models.CharField(_("code"), max_length=22, unique=True, default=new_invitation, editable=False)
    # No index of its own, because another index starts with this column.
    keeper = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False, verbose_name=_("user")
    )
    title = models.CharField(_("title"), max_length=TITLE_MAX)
    words = models.TextField(_("text"), max_length=WORDS_MAX, blank=True)
    visibility = models.CharField(_("visibility"), max_length=7, choices=Visibility, default=Visibility.PRIVATE)
    # Identifies the form, so that sending it again doesn't create another collection.
    command_id = models.UUIDField(_("command"), null=True, editable=False)

    objects = CollectionQuerySet.as_manager()

    class Meta:
        verbose_name = _("collection")
        verbose_name_plural = _("collections")
        indexes = [
            models.Index(fields=["keeper", "-written_at"], name="studies_kept"),
            models.Index(fields=["-written_at", "-id"], condition=Q(visibility="public"), name="studies_public"),
            models.Index(fields=["removed_at"], condition=Q(removed_at__isnull=False), name="studies_removed_colls"),
        ]
        constraints = [models.UniqueConstraint(fields=["keeper", "command_id"], name="studies_collection_once")]

    def __str__(self) -> str:
        return f"{self.pk}"

    @property
    def written_by(self) -> int:
        """Id of the keeper."""
        return self.keeper_id

    @property
    def text(self) -> str:
        """Return the title and the introduction."""
        return f"{self.title}\n\n{self.words}".strip()


class EntryQuerySet(models.QuerySet["Entry"]):
    """Query set of turns in collections."""

    def in_order(self, collection: Collection) -> EntryQuerySet:
        """Return the entries of a collection in its keeper's order."""
        return self.filter(collection=collection).order_by("place", "pk")

    def shown_to(self, collection: Collection, viewer_id: int | None) -> EntryQuerySet:
        """Return the entries shown to a reader of the collection; the keeper also sees removed ones."""
        entries = self.in_order(collection)
        return entries if collection.keeper_id == viewer_id else entries.filter(removed_at=None)

    def of(self, collections: Iterable[Collection]) -> EntryQuerySet:
        """Return the entries of several collections, in order."""
        return self.filter(collection__in=list(collections)).order_by("collection", "place", "pk")


class Entry(UserContent):
    """Turn in a collection, with the seat (0-based) shown; `table` is null if the game is deleted.

    An entry with a `position` shows that position of `game` instead: the query of an address that the game reads.
    `marks` are those on the board, as `Marks` writes them.
    """

    collection = models.ForeignKey(
        Collection, models.CASCADE, related_name="entries", db_index=False, verbose_name=_("collection")
    )
    place = models.PositiveIntegerField(_("position"))
    table = models.ForeignKey(Table, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("table"))
    turn = models.PositiveIntegerField(_("turn"))
    seat = models.PositiveSmallIntegerField(_("seat"))
    words = models.TextField(_("text"), max_length=WORDS_MAX, blank=True)
    game = models.CharField(_("game"), max_length=32, blank=True, default="")
    position = models.TextField(_("position"), max_length=POSITION_MAX, blank=True, default="")
    marks = models.TextField(_("marks"), max_length=MARKS_MAX, blank=True, default="")

    objects = EntryQuerySet.as_manager()

    class Meta:
        verbose_name = _("turn in a collection")
        verbose_name_plural = _("turns in collections")
        indexes = [
            models.Index(fields=["collection", "place"], name="studies_entries"),
            models.Index(fields=["removed_at"], condition=Q(removed_at__isnull=False), name="studies_removed_entries"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["collection", "table", "turn", "seat"], name="studies_entry_once")
        ]

    def __str__(self) -> str:
        return f"{self.pk}"

    @property
    def written_by(self) -> int:
        """Id of the collection's keeper; select the collection with the entry."""
        return self.collection.keeper_id

    @property
    def text(self) -> str:
        """Return the text, and the marks and the position, which may spell words too."""
        return "\n\n".join(filter(None, (self.words, self.marks, self.position)))
