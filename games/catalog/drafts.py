"""Drafts: created empty or from an existing entry, edited in place, deleted.

The curator's row is locked before any entry. All functions raise AccountDeleted if the curator's account is deleted.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from secrets import token_urlsafe
from typing import Final

from django.db.models import Max
from django.utils import timezone
from django.utils.text import slugify

from games.accounts.models import User
from games.accounts.person_lock import lock_person
from games.catalog.active_catalog import serialized_write
from games.catalog.errors import CatalogRefusal, CatalogRefusalReason
from games.catalog.models import CatalogEntry, Change, EntryAction, EntryState
from games.catalog.names import name_of_copy
from games.catalog.shelves import Data, shelf_of
from games.catalog.validation import parse_definition

_LONGEST_KEY: Final = 48
SENT_TWICE: Final = timedelta(seconds=10)
"""Time within which the same form for a new draft counts as a double click."""
_COPIED: Final = ("box", "kind", "key", "name", "position", "definition", "examples", "notes", "source", "licence")


@dataclass(frozen=True, slots=True)
class DraftContent:
    """Content of a draft: its definition, its examples, and its notes, source and license."""

    name: str
    definition: Data
    examples: tuple[Data, ...] = ()
    notes: str = ""
    source: str = ""
    licence: str = ""

    @classmethod
    def of(cls, entry: CatalogEntry) -> DraftContent:
        """Return the content of a stored version."""
        return cls(entry.name, entry.definition, tuple(entry.examples), entry.notes, entry.source, entry.licence)


def create_draft(*, box: str, kind: str, content: DraftContent, by: User) -> CatalogEntry:
    """Create the draft of a new entry with a unique id made from its name. Raises ValidationError if the definition is
    unreadable, ShelfNotFound.
    """
    with lock_person(by), serialized_write():
        key = _free_key(content.name)
        last = CatalogEntry.objects.filter(box=box, kind=kind).aggregate(last=Max("position"))["last"]
        entry = CatalogEntry(box=box, kind=kind, key=key, state=EntryState.DRAFT, created_by=by)
        entry.position = 0 if last is None else last + 1
        _set_content(entry, content, {**content.definition, "id": key})
        entry.save()
        Change.objects.record(entry, EntryAction.BEGUN, by, with_content=True)
    return entry


def create_draft_once(*, box: str, kind: str, content: DraftContent, by: User) -> CatalogEntry:
    """Create a draft, or return an unchanged recent one with the same content by the same user.

    So a form submitted twice creates one draft. Raises the same exceptions as `begin`.
    """
    with lock_person(by), serialized_write():
        own = CatalogEntry.objects.filter(box=box, kind=kind, name=content.name, state=EntryState.DRAFT, created_by=by)
        for entry in own.filter(saves=0, created_at__gte=timezone.now() - SENT_TWICE):
            definition = parse_definition(entry, {**content.definition, "id": entry.key})
            if (definition, list(content.examples)) == (entry.definition, entry.examples) and _is_untouched(entry):
                return entry
        return create_draft(box=box, kind=kind, content=content, by=by)


def _is_untouched(entry: CatalogEntry) -> bool:
    return not Change.objects.of(entry).exclude(act=EntryAction.BEGUN).exists()


def _free_key(name: str) -> str:
    """Return an id unused in all boxes and kinds, because cards are looked up by id alone."""
    stem = slugify(name).replace("-", "_")[:_LONGEST_KEY] or "piece"
    taken = set(CatalogEntry.objects.filter(key__startswith=stem).values_list("key", flat=True))
    numbered = (f"{stem}_{number}" for number in range(2, len(taken) + 3))
    return next(key for key in (stem, *numbered) if key not in taken)


def start_from(*, entry: CatalogEntry, by: User) -> CatalogEntry:
    """Create the draft of a new workshop entry with the content of another entry, its names marked as those of a copy.

    Raises ShelfNotFound if there is no shelf for the box and kind.
    """
    box = shelf_of(entry.box, entry.kind).workshop
    name, definition = name_of_copy(entry.name, "en"), dict(entry.definition)
    if "name" in definition:
        definition["name"] = name
    if "names" in definition:
        definition["names"] = {code: name_of_copy(text, code) for code, text in definition["names"].items()}
    content = DraftContent(name, definition, tuple(entry.examples))
    return create_draft_once(box=box, kind=entry.kind, content=content, by=by)


def open_draft(*, entry: CatalogEntry, by: User) -> CatalogEntry:
    """Return the open draft of an entry, or create one with the content of this version.

    Raises CatalogRefusal: NOT_OPEN if no version of the entry is left.
    """
    with lock_person(by), serialized_write():
        versions = list(CatalogEntry.objects.versions_of(entry))
        if not versions:
            raise CatalogRefusal(CatalogRefusalReason.NOT_OPEN)
        if found := next((version for version in versions if version.is_open), None):
            return found
        draft = CatalogEntry(
            **{name: getattr(entry, name) for name in _COPIED},
            version=versions[0].version + 1,
            state=EntryState.DRAFT,
            created_by=by,
        )
        draft.save()
        Change.objects.record(draft, EntryAction.BEGUN, by, with_content=True)
    return draft


def save_draft(*, entry: CatalogEntry, saves: int, content: DraftContent, by: User) -> CatalogEntry:
    """Save new content of a draft; `saves` is the number of times it had been saved when its editor loaded it.

    Raises ValidationError if the definition is unreadable, ShelfNotFound, and CatalogRefusal: NOT_OPEN, STALE.
    """
    with lock_person(by):
        draft = lock_entry(entry)
        if draft.state != EntryState.DRAFT:
            raise CatalogRefusal(CatalogRefusalReason.NOT_OPEN)
        if draft.saves != saves:
            raise CatalogRefusal(CatalogRefusalReason.STALE)
        before = DraftContent.of(draft)
        _set_content(draft, content, {**content.definition, "id": draft.key})
        if DraftContent.of(draft) == before:
            return draft
        draft.saves += 1
        draft.save()
        Change.objects.record(draft, EntryAction.SAVED, by, with_content=True)
    return draft


def _set_content(draft: CatalogEntry, content: DraftContent, definition: Data) -> None:
    draft.definition = parse_definition(draft, definition)
    draft.name, draft.examples = content.name, list(content.examples)
    draft.notes, draft.source, draft.licence = content.notes, content.source, content.licence


def discard_draft(*, entry: CatalogEntry, by: User) -> None:
    """Delete a draft; its history is kept. Raises CatalogRefusal: NOT_OPEN."""
    with lock_person(by):
        draft = lock_entry(entry)
        if not draft.is_open:
            raise CatalogRefusal(CatalogRefusalReason.NOT_OPEN)
        Change.objects.declined(draft).delete()
        Change.objects.record(draft, EntryAction.THROWN_AWAY, by, with_content=True)
        draft.delete()


def make_link(*, entry: CatalogEntry, by: User) -> str:
    """Return the secret token for sharing a draft, created once. Raises CatalogRefusal: NOT_OPEN."""
    with lock_person(by):
        draft = lock_entry(entry)
        if not draft.is_open:
            raise CatalogRefusal(CatalogRefusalReason.NOT_OPEN)
        if draft.link is None:
            draft.link = token_urlsafe(16)
            # The lists of shared sets are sorted by this time.
            draft.save(update_fields=["link", "changed_at"] if draft.owner_id else ["link"])
            Change.objects.record(draft, EntryAction.LINKED, by)
    return draft.link


def end_link(*, entry: CatalogEntry, by: User) -> None:
    """Revoke a draft's share link."""
    with lock_person(by):
        if CatalogEntry.every.filter(pk=entry.pk, link__isnull=False).update(link=None):
            Change.objects.record(entry, EntryAction.UNLINKED, by)


def lock_entry(entry: CatalogEntry) -> CatalogEntry:
    """Return a version as stored, locked against changes by others.

    Raises CatalogRefusal: NOT_OPEN if it is deleted.
    """
    found = CatalogEntry.every.select_for_update().filter(pk=entry.pk).first()
    if found is None:
        raise CatalogRefusal(CatalogRefusalReason.NOT_OPEN)
    return found
