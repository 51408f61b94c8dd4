"""Taking in a file of cards: first what would come of it, then drafts of all that is new or says something else."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from django.db.models import Max
from django.utils.translation import gettext as _

from engine.names import normalize_title
from games.accounts.models import User
from games.accounts.person_lock import lock_person
from games.catalog.catalog_version import one_by_one
from games.catalog.drafts import Saying
from games.catalog.files import MOST_FAULTS, FileFaults, Place, Read
from games.catalog.history import note
from games.catalog.models import Act, CatalogEntry, State
from games.catalog.names import normalize_names
from games.catalog.shelves import shelf_of
from games.catalog.version_comparison import Line, difference


class ImportOutcome(StrEnum):
    """Result of importing an entry of a file: new, changed or unchanged."""

    NEW = "new"
    CHANGED = "changed"
    SAME = "same"


@dataclass(frozen=True, slots=True)
class Step:
    """An entry of a file with what would come of it; `lines` are those in which it differs from what is there."""

    read: Read
    fate: ImportOutcome
    lines: tuple[Line, ...] = ()


def plan(entries: list[Read]) -> list[Step]:
    """Return the steps that importing these entries would take. Raises FileFaults.

    Raises FileFaults if an entry cannot be imported: it is new in a box that is not the curators' own, its id belongs
    to another entry, it has an open draft, or its form cannot express it. Entries that are stored already are left
    unchanged.
    """
    stored = list(CatalogEntry.objects.order_by("version"))
    newest = {_place(entry): entry for entry in stored if not entry.is_open}
    drafts = {_place(entry): entry for entry in stored if entry.is_open}
    others = {entry.key: _place(entry) for entry in stored}
    steps, faults = [], []
    for read in entries:
        there, draft = newest.get(read.place), drafts.get(read.place)
        if any(entry and _same(entry, read) for entry in (there, draft)):
            steps.append(Step(read, ImportOutcome.SAME))
            continue
        if sentence := _fault(read, newest, drafts, others):
            faults.append(f"{read.place.key}: {sentence}")
        faults += read.unsayable
        steps.append(_changed(read, there) if there else Step(read, ImportOutcome.NEW))
    if faults:
        raise FileFaults(faults[:MOST_FAULTS])
    return steps


def _place(entry: CatalogEntry) -> Place:
    return Place(entry.box, entry.kind, entry.key)


def _fault(
    read: Read, newest: dict[Place, CatalogEntry], drafts: dict[Place, CatalogEntry], others: dict[str, Place]
) -> str:
    place = read.place
    if place in drafts:
        return _("a draft already exists. Publish or discard it first.")
    if place in newest:
        return ""
    if place.box != shelf_of(place.box, place.kind).workshop:
        return _("this box is closed to new components; use the workshop box.")
    if place.key in others:
        return _("another card or sheet has this ID. Choose another one.")
    return ""


def _changed(read: Read, there: CatalogEntry) -> Step:
    return Step(read, ImportOutcome.CHANGED, tuple(difference(Saying.of(there), read.saying)))


def _entry(read: Read) -> CatalogEntry:
    saying, place = read.saying, read.place
    return CatalogEntry(
        box=place.box,
        kind=place.kind,
        key=place.key,
        name=saying.name,
        definition=saying.definition,
        examples=list(saying.examples),
        notes=saying.notes,
        source=saying.source,
        licence=saying.licence,
    )


def _same(entry: CatalogEntry, read: Read) -> bool:
    here = Saying.of(entry)
    # Names that were stored before they were normalized are the same all the same.
    return replace(here, name=normalize_title(here.name), definition=normalize_names(here.definition)) == read.saying


def take_in(entries: list[Read], *, by: User) -> list[CatalogEntry]:
    """The drafts of all that is new or says something else: all of them, or none where FileFaults is raised."""
    with lock_person(by), one_by_one():
        return [_drafted(step.read, by) for step in plan(entries) if step.fate is not ImportOutcome.SAME]


def _drafted(read: Read, by: User) -> CatalogEntry:
    draft = _entry(read)
    versions = list(CatalogEntry.objects.versions_of(draft))
    draft.state, draft.created_by = State.DRAFT, by
    draft.version = versions[0].version + 1 if versions else 1
    draft.position = versions[0].position if versions else _last_position(draft) + 1
    draft.save()
    note(draft, Act.BEGUN, by, words=_("from a file"), says=True)
    return draft


def _last_position(entry: CatalogEntry) -> int:
    last = CatalogEntry.objects.filter(box=entry.box, kind=entry.kind).aggregate(last=Max("position"))["last"]
    return -1 if last is None else int(last)
