"""Catalog models: every version of every component, and the log of changes to them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final
from uuid import uuid4

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.accounts.models import User
from games.catalog.author_comment import AuthorComment as AuthorComment
from games.catalog.shelves import Data, box_names, find_shelf, kind_names

Place = tuple[str, str, str, int]
"""Identity of a version: box, kind, key and number."""


Reference = tuple[str, str, str]
"""Identity of an entry in all its versions: box, kind and key."""


class EntryState(models.TextChoices):
    """State of a version; drafts are edited in place, published versions never change."""

    DRAFT = "draft", _("Draft")
    IN_REVIEW = "review", _("In review")
    PUBLISHED = "published", _("Published")
    RETIRED = "retired", _("Retired")


OPEN: Final = (EntryState.DRAFT, EntryState.IN_REVIEW)
"""States of versions that were never active. An entry has at most one such version."""
KEPT: Final = (EntryState.PUBLISHED, EntryState.RETIRED)
"""States of versions that games may have used. The database itself refuses to change or delete them
(`immutability.py`).
"""


class CatalogEntryQuerySet(models.QuerySet["CatalogEntry"]):
    """Query set of entries in all versions."""

    def in_play(self) -> CatalogEntryQuerySet:
        """Return the active version of every entry, in printed order."""
        return self.filter(current=True).order_by("box", "kind", "position", "key")

    def open(self) -> CatalogEntryQuerySet:
        """Return the versions being edited or reviewed."""
        return self.filter(state__in=OPEN)

    def suggested(self) -> CatalogEntryQuerySet:
        """Return private entries suggested for publication, the oldest suggestion first, with their owners."""
        return self.filter(suggested_at__isnull=False).select_related("owner").order_by("suggested_at", "pk")

    def namesakes(self, entry: CatalogEntry, name: str) -> CatalogEntryQuerySet:
        """Return active or open entries of the same kind and name, except the entry and its editions.

        Names are compared without case. Entries with the same key count as editions.
        """
        alive = self.filter(Q(current=True) | Q(state__in=OPEN), kind=entry.kind, name__iexact=name)
        return alive.exclude(key=entry.key)

    def versions_of(self, entry: CatalogEntry) -> CatalogEntryQuerySet:
        """Return all versions of one entry, newest first."""
        return self.filter(box=entry.box, kind=entry.kind, key=entry.key).order_by("-version")

    def by_change(self, changes: Iterable[Change]) -> dict[int, CatalogEntry]:
        """Return the versions that changes are about by the changes' primary keys, without deleted ones."""
        places = {change.pk: change.place for change in changes}
        keys = {key for _box, _kind, key, _version in places.values()}
        found = {entry.place: entry for entry in self.filter(key__in=keys)} if keys else {}
        return {pk: found[place] for pk, place in places.items() if place in found}


_EntryManager = models.Manager.from_queryset(CatalogEntryQuerySet)


class PublicEntries(_EntryManager["CatalogEntry"]):
    """Entries of the site's catalog: all but the private ones of its users."""

    def get_queryset(self) -> CatalogEntryQuerySet:
        """Return the entries without an owner."""
        return CatalogEntryQuerySet(self.model, using=self._db).filter(owner=None)


class CatalogEntry(models.Model):
    """Version of a card or another component of a game.

    `definition` is what the game's shelf stores. An id (`key`) is unique within a box and kind: two boxes may each
    have a card of the same name. `current` marks the active version, `official` one that came with the site,
    unchanged by curators. `examples` are its tests, in the format of its game's shelf.

    `saves` counts the changes of a draft, so that nobody overwrites a state they have not seen. `link` is the secret
    part of the address at which others try a draft; after publication it redirects to the published version.

    An entry with an `owner` is private: a draft that nobody else sees without its link, never published itself, and
    without history. `objects` leaves it out. People who follow the owner can play with it if it is `for_followers`. A
    curator may ask to publish it (`asked_at`), or its owner may suggest it (`suggested_at`, with the text
    `suggestion`). Once both have agreed, `published_as` is the id of the resulting entry.
    """

    kind = models.CharField(_("type"), max_length=32, choices=kind_names)
    box = models.CharField(_("box"), max_length=32, choices=box_names)
    key = models.CharField(_("ID"), max_length=64)
    version = models.PositiveIntegerField(_("version"), default=1)
    name = models.CharField(_("name"), max_length=60)
    position = models.PositiveSmallIntegerField(_("position"))
    definition = models.JSONField(_("definition"))
    examples = models.JSONField(_("examples"), default=list, blank=True)
    state = models.CharField(_("state"), max_length=12, choices=EntryState.choices, default=EntryState.PUBLISHED)
    current = models.BooleanField(_("active"), default=False)
    official = models.BooleanField(_("as published"), default=False)
    notes = models.TextField(_("notes"), max_length=4_000, blank=True)
    source = models.CharField(_("source"), max_length=200, blank=True)
    licence = models.CharField(_("license"), max_length=100, blank=True)
    saves = models.PositiveIntegerField(_("revision"), default=0, editable=False)
    # NULL instead of an empty string: many rows have no link, and the column is unique.
    link = models.CharField(_("link"), max_length=32, null=True, blank=True, unique=True, editable=False)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    changed_at = models.DateTimeField(_("updated"), auto_now=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("author"),
    )
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        null=True,
        blank=True,
        editable=False,
        related_name="+",
        verbose_name=_("owner"),
    )
    asked_at = models.DateTimeField(_("permission requested"), null=True, blank=True, editable=False)
    suggested_at = models.DateTimeField(_("suggested"), null=True, blank=True, editable=False)
    suggestion = models.TextField(
        _("suggestion"), max_length=500, default="", db_default="", blank=True, editable=False
    )
    for_followers = models.BooleanField(_("shared with followers"), default=False, db_default=False, editable=False)
    published_as = models.CharField(_("submitted as"), max_length=64, blank=True, editable=False)

    objects = PublicEntries()
    every = CatalogEntryQuerySet.as_manager()

    class Meta:
        verbose_name = _("component")
        verbose_name_plural = _("components")
        permissions = [
            ("review_catalogentry", _("Can publish and retire other people’s components")),
            ("publish_alone", _("Can publish their own components")),
        ]
        # The constraints have indexes too, but each only for some of the entries.
        indexes = [models.Index(fields=["key", "kind"], name="catalog_entry_key")]
        constraints = [
            models.UniqueConstraint(
                fields=["box", "kind", "key", "version"], condition=Q(owner=None), name="catalog_entry_one_version"
            ),
            models.UniqueConstraint(
                fields=["kind", "key"], condition=Q(owner__isnull=False), name="catalog_entry_one_private"
            ),
            models.CheckConstraint(
                condition=Q(owner=None) | Q(state=EntryState.DRAFT), name="catalog_entry_private_is_draft"
            ),
            models.UniqueConstraint(
                fields=["box", "kind", "key"], condition=Q(current=True), name="catalog_entry_one_in_play"
            ),
            models.UniqueConstraint(
                fields=["box", "kind", "key"], condition=Q(state__in=OPEN, owner=None), name="catalog_entry_one_open"
            ),
            models.CheckConstraint(
                condition=Q(current=False) | Q(state=EntryState.PUBLISHED), name="catalog_entry_in_play_is_published"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def shown_name(self) -> str:
        """Its name in the language of the page; in English if it has no other, or its game is not installed."""
        shelf = find_shelf(self.box, self.kind)
        return (shelf.name(self.kind, self.definition) if shelf else "") or self.name

    @property
    def is_open(self) -> bool:
        """True if the version is being edited or reviewed."""
        return self.state in OPEN

    @property
    def place(self) -> Place:
        """Identity of the version."""
        return self.box, self.kind, self.key, self.version

    @property
    def rest(self) -> Data:
        """Content of the version besides its definition, by name."""
        return {part: getattr(self, part) for part in ("name", "examples", "notes", "source", "licence")}


class Credit(models.Model):
    """Agreement of an entry's author to be named on its public page, whatever its version."""

    box = models.CharField(_("box"), max_length=32)
    kind = models.CharField(_("type"), max_length=32)
    key = models.CharField(_("ID"), max_length=64)
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", verbose_name=_("author"))
    at = models.DateTimeField(_("since"), auto_now_add=True)

    class Meta:
        verbose_name = _("credit")
        verbose_name_plural = _("credits")
        constraints = [models.UniqueConstraint(fields=["box", "kind", "key"], name="catalog_credit_once")]

    def __str__(self) -> str:
        return f"{self.key}: {self.author_id}"


class CatalogMark(models.Model):
    """Single row whose value identifies the state of everything that is or was active; drafts don't change it. Missing
    until the catalog is first loaded.
    """

    ONE: Final = 1

    value = models.UUIDField(_("value"), default=uuid4)

    class Meta:
        verbose_name = _("catalog version")
        verbose_name_plural = _("catalog versions")

    def __str__(self) -> str:
        return str(self.value)


class EntryAction(models.TextChoices):
    """Action recorded in an entry's history."""

    BEGUN = "begun", pgettext_lazy("action on a version", "created")
    SAVED = "saved", _("saved")
    SUBMITTED = "submitted", _("submitted for review")
    SENT_BACK = "sent_back", _("changes requested")
    PUBLISHED = "published", _("published")
    RETIRED = "retired", _("retired")
    BROUGHT_BACK = "brought_back", _("restored")
    THROWN_AWAY = "thrown_away", _("discarded")
    LOADED = "loaded", _("shipped with the site")
    LINKED = "linked", _("share link created")
    UNLINKED = "unlinked", _("share link revoked")
    DECLINED = "declined", _("suggestion declined")


CONTRIBUTIONS: Final = (EntryAction.BEGUN, EntryAction.SAVED, EntryAction.SUBMITTED)
"""Actions that make a user a contributor to a version."""


class ChangeQuerySet(models.QuerySet["Change"]):
    """History of all entries."""

    def of(self, entry: CatalogEntry) -> ChangeQuerySet:
        """Return the history of an entry with all its versions, newest first."""
        return self.filter(box=entry.box, kind=entry.kind, key=entry.key).select_related("by")

    def contributors(self, entry: CatalogEntry) -> set[int]:
        """Return the primary keys of users who began, saved or submitted a version."""
        found = self.of(entry).filter(version=entry.version, act__in=CONTRIBUTIONS, by__isnull=False)
        return {pk for pk in found.values_list("by", flat=True) if pk is not None}

    def contributed_by(self, user: User) -> set[Place]:
        """Return the versions that a user began, saved or submitted."""
        own = self.filter(by=user, act__in=CONTRIBUTIONS)
        return set(own.values_list("box", "kind", "key", "version"))

    def declined(self, entry: CatalogEntry) -> ChangeQuerySet:
        """Return the refusals to publish a private entry, newest first."""
        return self.of(entry).filter(act=EntryAction.DECLINED)

    def record(
        self, entry: CatalogEntry, act: EntryAction, by: User | None, *, words: str = "", with_content: bool = False
    ) -> Change:
        """Record an action on a version, with its content if that changed.

        Private entries have no history: the row is not stored, so that nothing of them is kept when they are deleted.
        Only a refusal to publish one is, for its owner, and deleted with it.
        """
        change = self.model(
            box=entry.box,
            kind=entry.kind,
            key=entry.key,
            version=entry.version,
            act=act,
            words=words,
            definition=entry.definition if with_content else None,
            rest=entry.rest if with_content else None,
            by=by,
        )
        if entry.owner_id is None or act == EntryAction.DECLINED:
            change.save()
        return change


class Change(models.Model):
    """Action on a version: who, when, and their comment; it outlives the draft.

    `definition` is the definition afterwards, if the action changed it. `rest` holds what is stored with it: name,
    examples, notes, source and license. The oldest rows hold the definition alone.
    """

    kind = models.CharField(_("type"), max_length=32)
    box = models.CharField(_("box"), max_length=32)
    key = models.CharField(_("ID"), max_length=64)
    version = models.PositiveIntegerField(_("version"))
    act = models.CharField(_("action"), max_length=12, choices=EntryAction.choices)
    words = models.TextField(_("text"), blank=True)
    definition = models.JSONField(_("definition"), null=True)
    rest = models.JSONField(_("snapshot"), null=True)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("user")
    )
    at = models.DateTimeField(_("time"), auto_now_add=True)

    objects = ChangeQuerySet.as_manager()

    class Meta:
        verbose_name = _("change")
        verbose_name_plural = _("changes")
        ordering = ["-pk"]
        indexes = [models.Index(fields=["box", "kind", "key"], name="catalog_change_of")]

    def __str__(self) -> str:
        return f"{self.key} {self.version}: {self.get_act_display()}"

    @property
    def place(self) -> Place:
        """Identity of the version that was changed."""
        return self.box, self.kind, self.key, self.version


class Trial(models.Model):
    """Quick games that a draft or a card is tried in, worked off apart from any request.

    `fingerprint` is the hash of what is tried, `outcome` what has come of the games that are done.
    """

    # No index of its own, because the unique constraint starts with this column.
    entry = models.ForeignKey(
        CatalogEntry, models.CASCADE, related_name="trials", db_index=False, verbose_name=_("component")
    )
    fingerprint = models.CharField(_("hash"), max_length=64)
    games = models.PositiveIntegerField(_("games"))
    done = models.PositiveIntegerField(_("completed"), default=0)
    outcome = models.JSONField(_("outcome"), default=dict)
    failure = models.CharField(_("failure"), max_length=200, blank=True)
    begun_at = models.DateTimeField(_("created"), auto_now_add=True)
    ended_at = models.DateTimeField(_("ended"), null=True)

    class Meta:
        verbose_name = _("balance test")
        verbose_name_plural = _("balance tests")
        constraints = [models.UniqueConstraint(fields=["entry", "fingerprint"], name="catalog_trial_once")]

    def __str__(self) -> str:
        return f"{self.entry_id}: {self.done}/{self.games}"
