"""The difference between two versions in a sentence, as a reviewer would say it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from django import forms
from django.utils.choices import flatten_choices, normalize_choices
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.catalog.active_catalog import sections
from games.catalog.forms import EntryForm
from games.catalog.models import CatalogEntry
from games.catalog.shelves import find_shelf

_LONGEST: Final = 40
"""Maximum length of a value that is shown. Longer values are only reported as changed."""


def difference_words(older: CatalogEntry, newer: CatalogEntry, form: type[EntryForm]) -> str:
    """Return which fields of a form differ, and in how many sets the entry is: "Size 4 → 6; used in 3 sets"."""
    said = [*_changed(form(entry=older), form(entry=newer))]
    if count := _users(newer):
        said.append(ngettext("used in %(count)s set", "used in %(count)s sets", count) % {"count": count})
    return "; ".join(said)


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
