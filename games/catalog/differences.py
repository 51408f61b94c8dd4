"""Differences between versions of an entry: lines, words, pages of the history, and edits by two users at once."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from difflib import SequenceMatcher
from typing import Any, Final

from django import forms
from django.core.paginator import Page, Paginator
from django.urls import reverse
from django.utils.choices import flatten_choices, normalize_choices
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.accounts.models import User
from games.catalog.active_catalog import sections
from games.catalog.drafts import DraftContent
from games.catalog.editors import DefinitionPreview, editor_of
from games.catalog.forms import EntryForm
from games.catalog.models import CatalogEntry, Change, EntryAction, EntryState
from games.catalog.shelves import Data, find_shelf

_AROUND: Final = 2
"""Number of unchanged lines shown before and after a difference."""


@dataclass(frozen=True, slots=True)
class DiffLine:
    """A line of the definition: "added", "removed", or "" for one that both have."""

    change: str
    text: str


@dataclass(frozen=True, slots=True)
class ComparePage:
    """The older and the newer version, what each comes to, and the lines in which they differ."""

    title: str
    older: CatalogEntry
    newer: CatalogEntry
    previews: tuple[DefinitionPreview | None, DefinitionPreview | None]
    lines: tuple[DiffLine, ...]


def compare_page(one: CatalogEntry, other: CatalogEntry) -> ComparePage:
    """The page."""
    older, newer = sorted((one, other), key=lambda entry: entry.version)
    return ComparePage(
        _("%(name)s: versions %(older)s and %(newer)s")
        % {"name": newer.shown_name, "older": older.version, "newer": newer.version},
        older,
        newer,
        (_build_preview(older), _build_preview(newer)),
        tuple(entry_diff(DraftContent.of(older), DraftContent.of(newer))),
    )


def entry_diff(older: DraftContent, newer: DraftContent) -> list[DiffLine]:
    """The lines of both as they are stored, with their names, examples and notes."""
    return json_diff(displayed_content(older), displayed_content(newer))


def json_diff(older: Data, newer: Data) -> list[DiffLine]:
    """The lines of both as JSON."""
    before, after = _lines(older), _lines(newer)
    found: list[DiffLine] = []
    # Compare whole lines. Looking for similarities within lines takes half a minute if many of them differ.
    for tag, begin, end, new_begin, new_end in SequenceMatcher(None, before, after).get_opcodes():
        if tag == "equal":
            found += [DiffLine("", text) for text in before[begin:end]]
            continue
        found += [DiffLine("removed", text) for text in before[begin:end]]
        found += [DiffLine("added", text) for text in after[new_begin:new_end]]
    return found


def only_changes(lines: Sequence[DiffLine]) -> Iterator[DiffLine]:
    """Yield the lines that differ with some context; an ellipsis replaces omitted lines."""
    near = {by for at, line in enumerate(lines) if line.change for by in range(at - _AROUND, at + _AROUND + 1)}
    for at, line in enumerate(lines):
        if at in near:
            yield line
        elif at - 1 in near or (near and at == 0):
            yield DiffLine("", "…")


def _lines(data: Data) -> list[str]:
    # PostgreSQL stores the keys in its own order, which has no meaning.
    return json.dumps(data, indent=2, ensure_ascii=False, sort_keys=True).splitlines()


def displayed_content(content: DraftContent) -> Data:
    """Return the content of an entry as shown in line differences."""
    return {
        "name": content.name,
        **{key: value for key, value in content.definition.items() if key not in ("id", "name")},
        "examples": content.examples,
        "notes": content.notes,
        "source": content.source,
        "licence": content.licence,
    }


def _build_preview(entry: CatalogEntry) -> DefinitionPreview | None:
    editor = editor_of(entry)
    return editor.preview(entry, entry.definition, entry.examples) if editor else None


_LONGEST: Final = 40
"""Maximum length of a value that is shown. Longer values are only reported as changed."""


def difference_words(older: CatalogEntry, newer: CatalogEntry, form: type[EntryForm]) -> str:
    """Return which fields of a form differ, and in how many sets the entry is: "Size 4 → 6; used in 3 sets"."""
    changes = [*_changed(form(entry=older), form(entry=newer))]
    if count := _users(newer):
        changes.append(ngettext("used in %(count)s set", "used in %(count)s sets", count) % {"count": count})
    return "; ".join(changes)


def _changed(before: EntryForm, after: EntryForm) -> Iterator[str]:
    parts = after.list_changes(before.entry)
    for name, field in after.fields.items():
        old, new = before.initial.get(name), after.initial.get(name)
        if name not in before.fields or old == new or field.widget.is_hidden:
            continue
        if parts and name.startswith(parts.prefix):
            continue
        values = {"label": field.label or name, "old": _shown(before.fields[name], old), "new": _shown(field, new)}
        if max(len(values["old"]), len(values["new"])) > _LONGEST:
            yield _("%(label)s changed") % values
        else:
            yield _("%(label)s %(old)s → %(new)s") % values
    yield from parts.sentences if parts else ()


def _shown(field: forms.Field, value: Any) -> str:
    """Return a value as its field shows it."""
    if isinstance(value, list | tuple):
        return ", ".join(_shown(field, each) for each in value) or "–"
    if isinstance(field, forms.ChoiceField):
        value = dict(flatten_choices(normalize_choices(field.choices))).get(value, value)
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return str(value) if value not in (None, "") else "–"


def _users(entry: CatalogEntry) -> int:
    shelf = find_shelf(entry.box, entry.kind)
    return len(list(shelf.users(entry.box, entry.kind, entry.key, sections(shelf.boxes)))) if shelf else 0


AT_ONCE: Final = 30
"""Number of changes per page."""


@dataclass(frozen=True, slots=True)
class ChangeLine:
    """A change in a list, and the page that shows what it came to, "" where it left the definition as it was."""

    change: Change
    url: str


@dataclass(frozen=True, slots=True)
class ChangesPage:
    """Some of the changes of an entry, the newest first; `at` is which of all such pages it is."""

    title: str
    entry: CatalogEntry
    lines: tuple[ChangeLine, ...]
    at: Page[Change]


@dataclass(frozen=True, slots=True)
class ChangePage:
    """Page of one change: the lines that differ from the state before it.

    `before` and `after` are the addresses of the neighboring changes, "" if there is none. `whole` is false if only
    the definitions are known.
    """

    title: str
    entry: CatalogEntry
    change: Change
    lines: tuple[DiffLine, ...]
    whole: bool
    before: str
    after: str


def change_lines(entry: CatalogEntry, changes: Iterable[Change]) -> tuple[ChangeLine, ...]:
    """Changes as the page of a version lists them."""
    return tuple(ChangeLine(change, _url(entry, change) if change.definition else "") for change in changes)


def changes_page(entry: CatalogEntry, number: str) -> ChangesPage:
    """The page of that number; the first or the last where there is no such page."""
    at = Paginator(Change.objects.of(entry), AT_ONCE).get_page(number)
    title = _("%(name)s: history") % {"name": entry.shown_name}
    return ChangesPage(title, entry, change_lines(entry, at), at)


def change_page(entry: CatalogEntry, number: int) -> ChangePage | None:
    """Return the page of a change by its primary key, or None if it is unknown or changed nothing."""
    changes = Change.objects.of(entry).filter(definition__isnull=False)
    change = changes.filter(pk=number).first()
    if change is None:
        return None
    before, after = changes.filter(pk__lt=number).first(), changes.filter(pk__gt=number).last()
    # A draft starts from the version before it, even if an earlier draft with other content was discarded.
    stood = _starting_version(entry, change) if change.act == EntryAction.BEGUN or before is None else before
    whole = change.rest is not None and (stood is None or stood.rest is not None)
    return ChangePage(
        title=_("%(name)s: changes in version %(number)s") % {"name": entry.shown_name, "number": change.version},
        entry=entry,
        change=change,
        lines=tuple(only_changes(json_diff(_content_after(stood, whole=whole), _content_after(change, whole=whole)))),
        whole=whole,
        before=_url(entry, before) if before else "",
        after=_url(entry, after) if after else "",
    )


def _starting_version(entry: CatalogEntry, change: Change) -> Change | None:
    """Return the version before the first change, as if saved by a user, or None.

    That version came with the site.
    """
    older = CatalogEntry.objects.versions_of(entry).filter(version__lt=change.version).first()
    return Change(definition=older.definition, rest=older.rest) if older else None


def _content_after(change: Change | None, *, whole: bool) -> Data:
    """Return the content after a change, empty before the first one."""
    if change is None:
        return {}
    definition: Data = change.definition or {}
    if whole and change.rest:
        return displayed_content(DraftContent(definition=definition, **change.rest))
    return {key: value for key, value in definition.items() if key != "id"}


def _url(entry: CatalogEntry, change: Change) -> str:
    return reverse("admin:catalog_catalogentry_change_of", args=[entry.pk, change.pk])


@dataclass(frozen=True, slots=True)
class ConcurrentEdit:
    """Save of a draft by another user.

    `by` and `at` are None if no longer known. `saves` is the current save count. `lines` are the differences between
    the form and the saved draft, empty if the form can't be read.
    """

    by: User | None
    at: datetime | None
    saves: int
    lines: tuple[DiffLine, ...]


def find_concurrent_edit(entry: CatalogEntry, form: EntryForm | None) -> ConcurrentEdit | None:
    """Return the save that happened after the submitted form was opened, or None if there was none."""
    if (
        form is None
        or not form.is_bound
        or entry.state != EntryState.DRAFT
        or form.submitted_saves in (None, entry.saves)
    ):
        return None
    saved = Change.objects.of(entry).filter(version=entry.version, act=EntryAction.SAVED).first()
    lines = entry_diff(DraftContent.of(entry), form.draft_content()) if form.is_valid() else []
    return ConcurrentEdit(
        by=saved.by if saved else None,
        at=saved.at if saved else None,
        saves=entry.saves,
        lines=tuple(only_changes(lines)),
    )
