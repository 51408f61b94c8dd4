"""Page of a version: form or read-only text, preview, actions and history."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.catalog.changes import AT_ONCE, ChangeLine, change_lines
from games.catalog.concurrent_edits import ConcurrentEdit, meanwhile_of
from games.catalog.difference_words import difference_words
from games.catalog.drafts import Saying
from games.catalog.editors import DefinitionPreview, Editor, editor_of, playable_editor
from games.catalog.facts import Fact, facts_of
from games.catalog.forms import EntryForm, JSONEntryForm
from games.catalog.history import changes_of, hands
from games.catalog.models import CatalogEntry, Change, State
from games.catalog.pending_reviews import returned_among
from games.catalog.publication import ADD, ALONE, REVIEW
from games.catalog.shelves import Data, NoShelf
from games.catalog.validation import odd
from games.catalog.version_comparison import Line, changes_alone, difference

CHANGE: Final = "catalog.change_catalogentry"


@dataclass(frozen=True, slots=True)
class Button:
    """Action on a version: its value, its label, and the text it asks for.

    `asks` is the label of its text field, "" for none. Dangerous actions (`is_grave`) are folded, so that they take
    two steps.
    """

    value: str
    label: str
    asks: str = ""
    is_grave: bool = False


@dataclass(frozen=True, slots=True)
class VersionLine:
    """A version in the list of all, with its page and the one that compares it to the one that is shown."""

    entry: CatalogEntry
    url: str
    compare_url: str


@dataclass(frozen=True, slots=True)
class Reading:
    """Read-only view of a version: its facts, and its changes if it is not published yet.

    `in_play` is the active version, or None. `words` describe the difference, `lines` are the lines that differ, and
    `compare_url` is the page that compares the two.
    """

    facts: tuple[Fact, ...]
    is_open: bool
    in_play: CatalogEntry | None
    words: str
    lines: tuple[Line, ...]
    compare_url: str


@dataclass(frozen=True, slots=True)
class EntryPage:
    """Page of a version.

    `form` is set if the viewer can edit it, with `meanwhile` if another user has saved it since; otherwise `reading`
    is set. `beside` is the preview, and `heard` its one-line summary for screen readers. `definition` is the JSON.
    `warnings` are sentences about probable mistakes.
    """

    title: str
    entry: CatalogEntry
    form: EntryForm | None
    meanwhile: ConcurrentEdit | None
    reading: Reading | None
    beside: DefinitionPreview | None
    heard: str
    definition: str
    warnings: tuple[str, ...]
    buttons: tuple[Button, ...]
    versions: tuple[VersionLine, ...]
    changes: tuple[ChangeLine, ...]
    has_more_changes: bool
    returned: Change | None = None
    """Review that requested changes to the draft."""
    trial_url: str = ""
    """URL where others can try the draft, or "" if it isn't shared."""


def entry_url(entry: CatalogEntry) -> str:
    """The page of a version."""
    return reverse("admin:catalog_catalogentry_change", args=[entry.pk])


def right_to_change(user: Any) -> bool:
    """Return True if the user may create and edit drafts."""
    return bool(user.has_perm(CHANGE))


def right_to_review(user: Any) -> bool:
    """Return True if the user may publish and retire."""
    return bool(user.has_perm(REVIEW))


def form_of(entry: CatalogEntry) -> type[EntryForm]:
    """The form by which an entry is edited."""
    editor = editor_of(entry)
    return editor.form if editor else JSONEntryForm


def entry_page(entry: CatalogEntry, user: Any, form: EntryForm | None = None) -> EntryPage:
    """The page of a version for somebody; `form` where they have sent one already."""
    if form is None and entry.state == State.DRAFT and right_to_change(user):
        form = form_of(entry)(entry=entry)
    definition, examples = (form.told if form else None) or (entry.definition, entry.examples)
    beside, warnings = _beside(editor_of(entry), entry, definition, list(examples)), _odd(entry, definition)
    changes = changes_of(entry)[: AT_ONCE + 1]
    return EntryPage(
        title=entry.shown_name,
        entry=entry,
        form=form,
        meanwhile=meanwhile_of(entry, form),
        reading=_reading(entry) if form is None else None,
        definition=json.dumps(entry.definition, indent=2, ensure_ascii=False),
        beside=beside,
        heard=_heard(beside, warnings),
        warnings=tuple(warnings),
        buttons=tuple(_buttons(entry, user)),
        versions=tuple(_versions(entry)),
        changes=change_lines(entry, changes[:AT_ONCE]),
        has_more_changes=len(changes) > AT_ONCE,
        returned=next((each.change for each in returned_among([entry])), None),
        trial_url=_trial_url(entry, user),
    )


def _reading(entry: CatalogEntry) -> Reading:
    versions = CatalogEntry.objects.versions_of(entry)
    in_play = versions.filter(current=True).first() if entry.is_open else None
    return Reading(
        facts=tuple(facts_of(entry, form_of(entry))),
        is_open=entry.is_open,
        in_play=in_play,
        words=difference_words(in_play, entry, form_of(entry)) if in_play else "",
        lines=tuple(changes_alone(difference(Saying.of(in_play), Saying.of(entry)))) if in_play else (),
        compare_url=_compare_url(entry, in_play) if in_play else "",
    )


def _compare_url(one: CatalogEntry, other: CatalogEntry) -> str:
    return reverse("admin:catalog_catalogentry_compare", args=[one.pk, other.pk])


def _heard(beside: DefinitionPreview | None, warnings: list[str]) -> str:
    """Return the line that a screen reader announces after a change."""
    count = ngettext("%(count)s warning.", "%(count)s warnings.", len(warnings)) % {"count": len(warnings)}
    told = [beside.heard if beside else "", count if warnings else ""]
    return " ".join(filter(None, (_("Up to date."), *told)))


def _beside(
    editor: Editor | None, entry: CatalogEntry, definition: Data, examples: list[Data]
) -> DefinitionPreview | None:
    return editor.beside(entry, definition, examples) if editor else None


def _odd(entry: CatalogEntry, definition: Data) -> list[str]:
    try:
        return odd(entry, definition)
    except NoShelf:
        return []


def _trial_url(entry: CatalogEntry, user: Any) -> str:
    editor = playable_editor(entry) if right_to_change(user) else None
    return editor.trial_url(entry.link) if editor and entry.link else ""


def _buttons(entry: CatalogEntry, user: Any) -> Iterator[Button]:
    """Yield the actions that a user may take on a version, besides saving the form."""
    changes, reviews = right_to_change(user), right_to_review(user)
    if changes and playable_editor(entry):
        yield Button("play", _("Play saved version"))
        if entry.link:
            yield Button("end_link", _("Revoke share link"), is_grave=True)
        else:
            yield Button("link", _("Create share link"))
    if user.has_perm(ADD) and editor_of(entry):
        yield Button("start", _("Copy to a new draft"))
    match entry.state:
        case State.DRAFT if changes:
            yield Button("throw_away", _("Discard draft"), is_grave=True)
        case State.IN_REVIEW:
            if reviews and (user.pk not in hands(entry) or user.has_perm(ALONE)):
                yield Button("publish", _("Publish"), asks=_("Review comment"))
            if reviews or changes:
                yield Button("send_back", _("Request changes"), asks=_("Requested changes"))
        case State.PUBLISHED | State.RETIRED:
            if changes:
                yield Button("edit", _("Edit") if entry.current else _("Create draft from this version"))
            if reviews and entry.current:
                yield Button("retire", _("Retire"), asks=_("Reason"), is_grave=True)
            if reviews and entry.state == State.RETIRED:
                yield Button("bring_back", _("Restore"), asks=_("Comment (optional)"))


def _versions(entry: CatalogEntry) -> Iterator[VersionLine]:
    for version in CatalogEntry.objects.versions_of(entry).select_related("created_by"):
        compare = _compare_url(entry, version) if version.pk != entry.pk else ""
        yield VersionLine(version, entry_url(version), compare)
