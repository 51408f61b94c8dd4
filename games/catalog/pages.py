"""Pages of the workshop and their contents: a version, the start page, the form for a new component."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final, assert_never

from django import forms
from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.accounts.models import User
from games.catalog.balance_reports import ReportedEditor
from games.catalog.comment_pages import ReceivedComment, comments_for_curators
from games.catalog.differences import (
    AT_ONCE,
    ChangeLine,
    ConcurrentEdit,
    DiffLine,
    change_lines,
    difference_words,
    entry_diff,
    find_concurrent_edit,
    only_changes,
)
from games.catalog.drafts import DraftContent, create_draft_once
from games.catalog.editors import (
    DefinitionPreview,
    PrintableEditor,
    editor_of,
    editors,
    galleries,
    new_definition,
    picture_of,
    playable_editor,
)
from games.catalog.forms import EntryForm, JSONEntryForm, label_titles, labels_of
from games.catalog.models import CatalogEntry, Change, EntryState
from games.catalog.names import NameField
from games.catalog.pending_reviews import entries_to_review, open_entries_of, returned_drafts_among, suggestions_for
from games.catalog.publication import ADD, CHANGE, PUBLISH_ALONE, REVIEW, VIEW
from games.catalog.shelves import Data, ShelfNotFound, shelves
from games.catalog.validation import find_warnings

LIST: Final = "admin:catalog_catalogentry_changelist"
VERSION: Final = "admin:catalog_catalogentry_change"
PRINT: Final = "admin:catalog_catalogentry_print"
REPORT: Final = "admin:catalog_catalogentry_report"


@dataclass(frozen=True, slots=True)
class Button:
    """Action on a version: its address, its label, and the text it asks for.

    `asks` is the label of its text field, "" for none. Dangerous actions (`is_dangerous`) are folded, so that they take
    two steps.
    """

    url: str
    label: str
    asks: str = ""
    is_dangerous: bool = False


@dataclass(frozen=True, slots=True)
class VersionLine:
    """Version in the list of all, with its page and the page that compares it with the one shown."""

    entry: CatalogEntry
    url: str
    compare_url: str


@dataclass(frozen=True, slots=True)
class Fact:
    """A title with what is said there, "" for nothing; `lang` is the language of the words, "" for that of the page."""

    title: str
    text: str
    lang: str = ""


@dataclass(frozen=True, slots=True)
class EntryReading:
    """Read-only view of a version: its facts, and its changes if it is not published yet.

    `in_play` is the active version, or None. `words` describe the difference, `lines` are the lines that differ, and
    `compare_url` is the page that compares the two.
    """

    facts: tuple[Fact, ...]
    is_open: bool
    in_play: CatalogEntry | None
    words: str
    lines: tuple[DiffLine, ...]
    compare_url: str


@dataclass(frozen=True, slots=True)
class EntryPage:
    """Page of a version.

    `form` is set if the viewer can edit it, with `meanwhile` if another user has saved it since; otherwise `reading`
    is set. `preview` is the preview, and `announcement` its one-line summary for screen readers. `definition` is the
    JSON. `warnings` are sentences about probable mistakes.
    """

    title: str
    entry: CatalogEntry
    form: EntryForm | None
    meanwhile: ConcurrentEdit | None
    reading: EntryReading | None
    preview: DefinitionPreview | None
    announcement: str
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
    print_url: str = ""
    """URL of the page that prints the version, or "" if its type can't be printed."""
    report_url: str = ""
    """URL of the balance report of the version, or "" if its type has none."""
    comments: tuple[ReceivedComment, ...] = ()
    """Comments of players that no author reads, about the entry in all its versions."""


def may(request: HttpRequest, *permissions: str) -> bool:
    """Return True if the user has at least one of the permissions."""
    return any(map(request.user.has_perm, permissions))


def find_entry(request: HttpRequest, pk: Any) -> CatalogEntry:
    """Return a version. Raises PermissionDenied, and Http404 if it is deleted."""
    if not may(request, VIEW, CHANGE):
        raise PermissionDenied
    return get_object_or_404(CatalogEntry, pk=pk)


def render_page(request: HttpRequest, template: str, page: Any, status: int = 200) -> TemplateResponse:
    """Render a page of the workshop in the frame of the admin."""
    frame = {**admin.site.each_context(request), "opts": CatalogEntry._meta, "title": page.title, "page": page}
    return TemplateResponse(request, f"admin/catalog/{template}.html", frame, status=status)


def entry_url(entry: CatalogEntry) -> str:
    """The page of a version."""
    return reverse("admin:catalog_catalogentry_change", args=[entry.pk])


def form_of(entry: CatalogEntry) -> type[EntryForm]:
    """Return the form class for editing an entry."""
    editor = editor_of(entry)
    return editor.form if editor else JSONEntryForm


def entry_page(entry: CatalogEntry, user: Any, form: EntryForm | None = None) -> EntryPage:
    """Return a version's page for a user, with `form` if they have submitted one."""
    if form is None and entry.state == EntryState.DRAFT and user.has_perm(CHANGE):
        form = form_of(entry)(entry=entry)
    definition, examples = (form.content if form else None) or (entry.definition, entry.examples)
    editor, warnings = editor_of(entry), _warnings(entry, definition)
    preview = editor.preview(entry, definition, list(examples)) if editor else None
    changes = Change.objects.of(entry)[: AT_ONCE + 1]
    return EntryPage(
        title=entry.shown_name,
        entry=entry,
        form=form,
        meanwhile=find_concurrent_edit(entry, form),
        reading=_reading(entry) if form is None else None,
        definition=json.dumps(entry.definition, indent=2, ensure_ascii=False),
        preview=preview,
        announcement=_announcement(preview, warnings),
        warnings=tuple(warnings),
        buttons=tuple(_buttons(entry, user)),
        versions=tuple(_versions(entry)),
        changes=change_lines(entry, changes[:AT_ONCE]),
        has_more_changes=len(changes) > AT_ONCE,
        returned=next((each.change for each in returned_drafts_among([entry])), None),
        trial_url=_trial_url(entry, user),
        print_url=reverse(PRINT, args=[entry.pk]) if isinstance(editor, PrintableEditor) else "",
        report_url=reverse(REPORT, args=[entry.pk]) if isinstance(editor, ReportedEditor) else "",
        comments=comments_for_curators(entry, user, entry_url(entry)),
    )


def _reading(entry: CatalogEntry) -> EntryReading:
    versions = CatalogEntry.objects.versions_of(entry)
    in_play = versions.filter(current=True).first() if entry.is_open else None
    return EntryReading(
        facts=tuple(facts_of(entry, form_of(entry))),
        is_open=entry.is_open,
        in_play=in_play,
        words=difference_words(in_play, entry, form_of(entry)) if in_play else "",
        lines=tuple(only_changes(entry_diff(DraftContent.of(in_play), DraftContent.of(entry)))) if in_play else (),
        compare_url=_compare_url(entry, in_play) if in_play else "",
    )


def facts_of(entry: CatalogEntry, form: type[EntryForm]) -> Iterator[Fact]:
    """Yield all facts of an entry in the order of its form.

    Empty ones are included, because they are published as well.
    """
    yield _noted(entry, "name")
    if form.labelled:
        labels = labels_of(entry.definition)
        for name, title in label_titles().items():
            yield Fact(title, labels.get(name, ""), name.partition("_")[2])
    for name in ("notes", "source", "licence"):
        yield _noted(entry, name)


def _noted(entry: CatalogEntry, name: str) -> Fact:
    return Fact(str(EntryForm.base_fields[name].label), getattr(entry, name))


def _compare_url(one: CatalogEntry, other: CatalogEntry) -> str:
    return reverse("admin:catalog_catalogentry_compare", args=[one.pk, other.pk])


def _announcement(preview: DefinitionPreview | None, warnings: list[str]) -> str:
    """Return the line that a screen reader announces after a change."""
    count = ngettext("%(count)s warning.", "%(count)s warnings.", len(warnings)) % {"count": len(warnings)}
    parts = [preview.announcement if preview else "", count if warnings else ""]
    return " ".join(filter(None, (_("Up to date."), *parts)))


def _warnings(entry: CatalogEntry, definition: Data) -> list[str]:
    try:
        return find_warnings(entry, definition)
    except ShelfNotFound:
        return []


def _trial_url(entry: CatalogEntry, user: Any) -> str:
    editor = playable_editor(entry) if user.has_perm(CHANGE) else None
    return editor.trial_url(entry.link) if editor and entry.link else ""


def _buttons(entry: CatalogEntry, user: Any) -> Iterator[Button]:
    """Yield the actions that a user may take on a version, besides saving the form."""

    def button(action: str, label: str, **more: Any) -> Button:
        return Button(reverse(f"admin:catalog_catalogentry_{action}", args=[entry.pk]), label, **more)

    changes, reviews = user.has_perm(CHANGE), user.has_perm(REVIEW)
    if changes and playable_editor(entry):
        yield button("play", _("Play saved version"))
        if entry.link:
            yield button("unshare", _("Revoke share link"), is_dangerous=True)
        else:
            yield button("share", _("Create share link"))
    if changes and isinstance(editor_of(entry), ReportedEditor):
        yield button("run_report", _("Run balance report"))
    if user.has_perm(ADD) and editor_of(entry):
        yield button("copy", str(form_of(entry).start_label))
    match EntryState(entry.state):
        case EntryState.DRAFT:
            if changes:
                yield button("discard", _("Discard draft"), is_dangerous=True)
        case EntryState.IN_REVIEW:
            if reviews and (user.pk not in Change.objects.contributors(entry) or user.has_perm(PUBLISH_ALONE)):
                yield button("publish", _("Publish"), asks=_("Review comment"))
            if reviews or changes:
                yield button("request_changes", _("Request changes"), asks=_("Requested changes"))
        case EntryState.PUBLISHED | EntryState.RETIRED:
            if changes:
                yield button("edit", _("Edit") if entry.current else _("Create draft from this version"))
            if reviews and entry.current:
                yield button("retire", _("Retire"), asks=_("Reason"), is_dangerous=True)
            if reviews and entry.state == EntryState.RETIRED:
                yield button("restore", _("Restore"), asks=_("Comment (optional)"))
        case unknown:
            assert_never(unknown)


def _versions(entry: CatalogEntry) -> Iterator[VersionLine]:
    for version in CatalogEntry.objects.versions_of(entry).select_related("created_by"):
        compare = _compare_url(entry, version) if version.pk != entry.pk else ""
        yield VersionLine(version, entry_url(version), compare)


def editable_kinds() -> Iterator[tuple[str, str | Promise]]:
    """Yield each type that has an editor, as "game/kind" with its name."""
    for game, shelf in shelves().items():
        yield from ((f"{game}/{kind}", shelf.kinds[kind]) for kind in editors(game))


@dataclass(frozen=True, slots=True)
class GalleryLink:
    """Link to a gallery."""

    title: str
    url: str


def gallery_links() -> Iterator[GalleryLink]:
    """Yield a link to each gallery."""
    for game, kind, gallery in galleries():
        yield GalleryLink(gallery.title, reverse("admin:catalog_catalogentry_gallery", args=[game, kind]))


@dataclass(frozen=True, slots=True)
class NewDraftPage:
    """The form, and links to galleries."""

    title: str
    form: NewDraftForm
    galleries: tuple[GalleryLink, ...]


class NewDraftForm(forms.Form):
    """Form for a new draft: its type and name. It is like `sample` of the gallery, if its type has that."""

    kind = forms.ChoiceField(label=gettext_lazy("Type"), widget=forms.RadioSelect)
    name = NameField(label=gettext_lazy("Name"))

    def __init__(self, data: Any, *, kind: str, sample: str = "") -> None:
        super().__init__(data, initial={"kind": kind})
        self.sample = sample
        field = self.fields["kind"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = list(editable_kinds())

    def begin(self, user: Any) -> CatalogEntry:
        """The new draft; call it on a valid form only."""
        game, kind = self.cleaned_data["kind"].split("/")
        name = self.cleaned_data["name"]
        editor = editors(game)[kind]
        definition = {**new_definition(editor, self.sample), **({"name": name} if editor.form.labelled else {})}
        return create_draft_once(
            box=shelves()[game].workshop, kind=kind, content=DraftContent(name, definition), by=user
        )


def build_new_draft_page(form: NewDraftForm) -> NewDraftPage:
    """The page."""
    return NewDraftPage(_("Create component"), form, tuple(gallery_links()))


LATELY: Final = 10
"""Number of latest published versions on the page."""


@dataclass(frozen=True, slots=True)
class HomeLine:
    """A version in a list; `change` is the review that sent it back."""

    entry: CatalogEntry
    url: str
    picture: SafeString
    change: Change | None = None


@dataclass(frozen=True, slots=True)
class CuratorHomePage:
    """The lists, the kinds of pieces that can be begun, as "game/kind" with their names, and links to galleries."""

    title: str
    returned: tuple[HomeLine, ...]
    drafts: tuple[HomeLine, ...]
    submitted: tuple[HomeLine, ...]
    to_review: tuple[HomeLine, ...]
    suggested: tuple[HomeLine, ...]
    published: tuple[HomeLine, ...]
    beginnings: tuple[tuple[str, str | Promise], ...]
    galleries: tuple[GalleryLink, ...]


def home_page(user: User, *, begins: bool) -> CuratorHomePage:
    """Return the home of a curator; `begins` if they may make something new."""
    own = open_entries_of(user)
    returned = returned_drafts_among(own)
    back = {each.entry.pk for each in returned}
    published = CatalogEntry.objects.filter(current=True, official=False).order_by("-changed_at", "-pk")[:LATELY]
    return CuratorHomePage(
        title=_("Workshop"),
        returned=tuple(_line(each.entry, each.change) for each in returned),
        drafts=_lines(entry for entry in own if entry.state == EntryState.DRAFT and entry.pk not in back),
        submitted=_lines(entry for entry in own if entry.state == EntryState.IN_REVIEW),
        to_review=_lines(entries_to_review(user)),
        suggested=tuple(map(_suggested_line, suggestions_for(user))),
        published=_lines(published),
        beginnings=tuple(editable_kinds()) if begins else (),
        galleries=tuple(gallery_links()),
    )


def _lines(entries: Iterable[CatalogEntry]) -> tuple[HomeLine, ...]:
    return tuple(map(_line, entries))


def _line(entry: CatalogEntry, change: Change | None = None) -> HomeLine:
    return HomeLine(entry, entry_url(entry), picture_of(entry), change)


def _suggested_line(entry: CatalogEntry) -> HomeLine:
    return HomeLine(entry, reverse("admin:catalog_catalogentry_suggestion", args=[entry.pk]), picture_of(entry))
