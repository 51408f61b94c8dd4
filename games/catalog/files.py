"""Card files: the catalog as JSON, written and read, and the import of its entries as drafts."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import chain, islice
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.db.models import Max
from django.utils.translation import gettext as _

from engine.names import normalize_title
from games.accounts.models import User
from games.accounts.person_lock import lock_person
from games.catalog.active_catalog import serialized_write
from games.catalog.differences import DiffLine, entry_diff
from games.catalog.drafts import DraftContent
from games.catalog.models import CatalogEntry, Change, EntryAction, EntryState
from games.catalog.names import MOST_NAME, name_fault, normalize_names
from games.catalog.shelves import Data, Shelf, find_shelf, shelf_of, shelves
from games.catalog.validation import is_writable, parse_definition

FORMAT: Final = "carto-catalog"
VERSION: Final = 1
MOST_BYTES: Final = 2_000_000
MOST_ENTRIES: Final = 1_000
MOST_FAULTS: Final = 20
"""Maximum number of errors reported per file. Fixing these reveals the next ones."""
_TEXTS: Final = {"notes": 4_000, "source": 200, "licence": 100}
"""Texts stored next to a definition, with their maximum length."""
_KEYS: Final = frozenset({"box", "kind", "key", "name", "definition", "examples", *_TEXTS})
_KEY: Final = "[A-Za-z0-9_-]+"
"""Pattern of ids, which are used in URLs."""


class FileFaults(Exception):  # it holds all of them
    """Error in a card file, with messages that name the place; none of the file is imported."""

    def __init__(self, sentences: Iterable[str]) -> None:
        super().__init__()
        # They may contain lone surrogates, which JSON allows and no page can show.
        self.sentences = tuple(sentence.encode(errors="replace").decode() for sentence in sentences)


@dataclass(frozen=True, slots=True)
class EntryIdentity:
    """Identity of an entry: box, type and id, which are the same on every site."""

    box: str
    kind: str
    key: str


@dataclass(frozen=True, slots=True)
class ParsedEntry:
    """Entry of a file that its game can read. `unsayable` lists content its form can't express, which blocks the import
    unless it is already stored that way.
    """

    place: EntryIdentity
    content: DraftContent
    unsayable: tuple[str, ...] = ()


def dump_entries(entries: Iterable[CatalogEntry]) -> Data:
    """Return the file with these versions."""
    return {"format": FORMAT, "version": VERSION, "entries": [_entry_data(entry) for entry in entries]}


def _entry_data(entry: CatalogEntry) -> Data:
    texts = {name: getattr(entry, name) for name in _TEXTS if getattr(entry, name)}
    return {
        "box": entry.box,
        "kind": entry.kind,
        "key": entry.key,
        "name": entry.name,
        "definition": entry.definition,
        **({"examples": entry.examples} if entry.examples else {}),
        **texts,
    }


def schema() -> Data:
    """Return the JSON schema of a file, based on the definition schemas of the installed games."""
    parts = {
        "format": {"const": FORMAT},
        "version": {"const": VERSION},
        "entries": {"type": "array", "minItems": 1, "maxItems": MOST_ENTRIES, "items": _entry_schema()},
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Carto: cards, sheets and sets",
        "type": "object",
        "properties": parts,
        "required": list(parts),
        "additionalProperties": False,
    }


def _entry_schema() -> Data:
    boxes = [box for shelf in shelves().values() for box in shelf.boxes]
    kinds = dict.fromkeys(kind for shelf in shelves().values() for kind in shelf.kinds)
    parts = {
        "box": {"enum": boxes},
        "kind": {"enum": list(kinds)},
        "key": {"type": "string", "pattern": f"^{_KEY}$", "maxLength": 64},
        "name": {"type": "string", "minLength": 1, "maxLength": MOST_NAME},
        "definition": {"type": "object", "required": ["id"]},
    }
    optional = {name: {"type": "string", "maxLength": most} for name, most in _TEXTS.items()}
    return {
        "type": "object",
        "properties": {**parts, "examples": {"type": "array"}, **optional},
        "required": list(parts),
        "additionalProperties": False,
        "allOf": [_definition_schema(shelf, kind) for shelf in shelves().values() for kind in shelf.kinds],
    }


def _definition_schema(shelf: Shelf, kind: str) -> Data:
    """Return the JSON schema for definition and examples of one type, in one of the game's boxes."""
    which = {"properties": {"kind": {"const": kind}, "box": {"enum": list(shelf.boxes)}}}
    what = {"definition": shelf.schema(kind), "examples": shelf.examples_schema(kind)}
    return {"if": which, "then": {"properties": what}}


def parse_entries(text: str) -> list[ParsedEntry]:
    """Return the entries of a file. Raises FileFaults."""
    found, faults = [], []
    for number, data in enumerate(_entries(_parsed(text)), 1):
        where = _entry_label(number, data)
        try:
            found.append(_read(data, where))
        except ValidationError as error:
            faults += [f"{where} {sentence}" for sentence in error.messages]
        if len(faults) >= MOST_FAULTS:
            break
    if not faults:
        faults = _twice(found)
    if faults:
        raise FileFaults(faults[:MOST_FAULTS])
    return found


def _parsed(text: str) -> Any:
    if len(text.encode(errors="replace")) > MOST_BYTES:
        raise FileFaults([_("The file is larger than %(most)s MB.") % {"most": MOST_BYTES // 1_000_000}])
    try:
        return json.loads(text.removeprefix("\ufeff"), parse_constant=_no_number)
    except json.JSONDecodeError as error:
        words = _("Line %(line)s, column %(column)s: invalid JSON. Check for a missing comma, bracket or quote.")
        raise FileFaults([words % {"line": error.lineno, "column": error.colno}]) from None
    except (ValueError, RecursionError):
        raise FileFaults([_("Invalid JSON.")]) from None


def _no_number(name: str) -> Any:
    raise ValueError(name)


def _entries(data: Any) -> list[Any]:
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        words = _('This isn’t a card file. It must start with "format": "%(format)s".')
        raise FileFaults([words % {"format": FORMAT}])
    if data.get("version") != VERSION or type(data["version"]) is not int:
        raise FileFaults([_("Only version %(version)s of the format is supported.") % {"version": VERSION}])
    entries = data.get("entries")
    if not isinstance(entries, list) or not entries:
        raise FileFaults([_('"entries" must be a non-empty list.')])
    if len(entries) > MOST_ENTRIES:
        raise FileFaults([_("A file can have at most %(most)s entries.") % {"most": MOST_ENTRIES}])
    if unknown := sorted(set(data) - {"format", "version", "entries"}):
        raise FileFaults([_('Unknown property "%(part)s" in a card file.') % {"part": unknown[0]}])
    return entries


def _entry_label(number: int, data: Any) -> str:
    key = data.get("key") if isinstance(data, Mapping) else None
    if isinstance(key, str) and key:
        return _("Entry %(number)s (%(key)s):") % {"number": number, "key": key[:64]}
    return _("Entry %(number)s:") % {"number": number}


def _read(data: Any, where: str) -> ParsedEntry:
    if not isinstance(data, dict):
        raise ValidationError(_("must be a JSON object."))
    if unknown := sorted(set(data) - _KEYS):
        raise ValidationError(_('unknown property "%(part)s".') % {"part": unknown[0][:40]})
    place = EntryIdentity(*(_text(data, part, 64) for part in ("box", "kind", "key")))
    if not re.fullmatch(_KEY, place.key):
        raise ValidationError(_("key: can only contain unaccented letters, digits, - and _."))
    shelf = find_shelf(place.box, place.kind)
    if shelf is None:
        raise ValidationError(_("no game has this box and type."))
    entry = CatalogEntry(box=place.box, kind=place.kind, key=place.key)
    definition = parse_definition(entry, data.get("definition"))
    name = normalize_title(_text(data, "name", MOST_NAME))
    if definition.get("name", name) != name:
        raise ValidationError(_("its name differs from the name in its definition."))
    examples = _examples(data)
    named = [_("name: %(fault)s") % {"fault": fault}] if (fault := name_fault(name)) else []
    faults = islice(chain(named, shelf.unsayable(place.kind, data["definition"], examples)), MOST_FAULTS)
    content = DraftContent(name, definition, examples, **_texts(data))
    return ParsedEntry(place, content, tuple(f"{where} {sentence}" for sentence in faults))


def _text(data: Data, part: str, most: int) -> str:
    text = data.get(part)
    if not isinstance(text, str) or not text.strip() or len(text) > most or not is_writable(text):
        raise ValidationError(_("%(part)s: must be text of 1 to %(most)s characters.") % {"part": part, "most": most})
    return text


def _texts(data: Data) -> dict[str, str]:
    return {part: _text(data, part, most) for part, most in _TEXTS.items() if data.get(part, "") != ""}


def _examples(data: Data) -> tuple[Data, ...]:
    examples = data.get("examples", [])
    if not isinstance(examples, list) or not all(isinstance(example, dict) for example in examples):
        raise ValidationError(_("examples: must be a list of objects."))
    if not is_writable(examples):
        raise ValidationError(_("examples: contains a character that can’t be stored."))
    return tuple(examples)


def _twice(found: list[ParsedEntry]) -> list[str]:
    seen: set[EntryIdentity] = set()
    faults = []
    for number, entry in enumerate(found, 1):
        if entry.place in seen:
            where = _entry_label(number, {"key": entry.place.key})
            faults.append(f"{where} " + _("is in the file twice."))
        seen.add(entry.place)
    return faults


class ImportOutcome(StrEnum):
    """Result of importing an entry of a file: new, changed or unchanged."""

    NEW = "new"
    CHANGED = "changed"
    SAME = "same"


@dataclass(frozen=True, slots=True)
class ImportStep:
    """An entry of a file with what would come of it; `lines` are those in which it differs from what is there."""

    read: ParsedEntry
    import_outcome: ImportOutcome
    lines: tuple[DiffLine, ...] = ()


def plan(entries: list[ParsedEntry]) -> list[ImportStep]:
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
            steps.append(ImportStep(read, ImportOutcome.SAME))
            continue
        if sentence := _fault(read, newest, drafts, others):
            faults.append(f"{read.place.key}: {sentence}")
        faults += read.unsayable
        steps.append(_changed(read, there) if there else ImportStep(read, ImportOutcome.NEW))
    if faults:
        raise FileFaults(faults[:MOST_FAULTS])
    return steps


def _place(entry: CatalogEntry) -> EntryIdentity:
    return EntryIdentity(entry.box, entry.kind, entry.key)


def _fault(
    read: ParsedEntry,
    newest: dict[EntryIdentity, CatalogEntry],
    drafts: dict[EntryIdentity, CatalogEntry],
    others: dict[str, EntryIdentity],
) -> str:
    place = read.place
    if place in drafts:
        return _("a draft already exists. Publish or discard it first.")
    if place in newest:
        return ""
    if place.box != shelf_of(place.box, place.kind).workshop:
        return _("this box is closed to new components; use the workshop box.")
    if place.key in others:
        return _("another component has this ID. Choose another one.")
    return ""


def _changed(read: ParsedEntry, there: CatalogEntry) -> ImportStep:
    return ImportStep(read, ImportOutcome.CHANGED, tuple(entry_diff(DraftContent.of(there), read.content)))


def _entry(read: ParsedEntry) -> CatalogEntry:
    content, place = read.content, read.place
    return CatalogEntry(
        box=place.box,
        kind=place.kind,
        key=place.key,
        name=content.name,
        definition=content.definition,
        examples=list(content.examples),
        notes=content.notes,
        source=content.source,
        licence=content.licence,
    )


def _same(entry: CatalogEntry, read: ParsedEntry) -> bool:
    here = DraftContent.of(entry)
    # Names that were stored before normalization count as the same.
    return replace(here, name=normalize_title(here.name), definition=normalize_names(here.definition)) == read.content


def import_entries(entries: list[ParsedEntry], *, by: User) -> list[CatalogEntry]:
    """The drafts of all that is new or says something else: all of them, or none where FileFaults is raised."""
    with lock_person(by), serialized_write():
        return [_drafted(step.read, by) for step in plan(entries) if step.import_outcome is not ImportOutcome.SAME]


def _drafted(read: ParsedEntry, by: User) -> CatalogEntry:
    draft = _entry(read)
    versions = list(CatalogEntry.objects.versions_of(draft))
    draft.state, draft.created_by = EntryState.DRAFT, by
    draft.version = versions[0].version + 1 if versions else 1
    draft.position = versions[0].position if versions else _last_position(draft) + 1
    draft.save()
    Change.objects.record(draft, EntryAction.BEGUN, by, words=_("from a file"), with_content=True)
    return draft


def _last_position(entry: CatalogEntry) -> int:
    last = CatalogEntry.objects.filter(box=entry.box, kind=entry.kind).aggregate(last=Max("position"))["last"]
    return -1 if last is None else int(last)
