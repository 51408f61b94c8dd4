"""Pages of the workshop besides the actions on a version: reading, comparing, history, and card files."""

from __future__ import annotations

import json
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe
from django_htmx.http import reselect

from games.accounts.access import SeeOther, SignedInRequest, next_or_home
from games.accounts.guests import account_required
from games.catalog import authors
from games.catalog.differences import change_page, changes_page, compare_page
from games.catalog.editors import PrintableEditor, editor_of, galleries
from games.catalog.files import (
    MOST_BYTES,
    FileFaults,
    ImportOutcome,
    ImportStep,
    dump_entries,
    import_entries,
    parse_entries,
    plan,
    schema,
)
from games.catalog.models import CatalogEntry, EntryState
from games.catalog.pages import LIST, VERSION, EntryPage, entry_page, find_entry, form_of, home_page, may, render_page
from games.catalog.publication import ADD, CHANGE, VIEW
from games.catalog.shelves import ShelfNotFound


def progress(request: SignedInRequest, pk: int) -> HttpResponse:
    """Render the preview for a page that stays open, such as during a test, or a notice if that page is outdated."""
    if not may(request, VIEW, CHANGE):
        raise PermissionDenied
    entry = CatalogEntry.objects.filter(pk=pk).first()
    page = _current_page(request, entry) if entry else None
    if page is None:
        # Not an error response: the user did nothing wrong, and after an error htmx would leave the polling
        # element in place to poll again.
        return reselect(TemplateResponse(request, "admin/catalog/_outdated.html"), "#behind")
    return TemplateResponse(request, "admin/catalog/_preview.html", {"page": page})


def _current_page(request: SignedInRequest, entry: CatalogEntry) -> EntryPage | None:
    """Return the page with the submitted form, or None if its draft was saved, submitted or returned meanwhile."""
    if "saves" not in request.POST:
        page = entry_page(entry, request.user)
        return page if page.form is None else None
    if entry.state != EntryState.DRAFT or request.POST["saves"] != str(entry.saves) or not may(request, CHANGE):
        return None
    with suppress(ShelfNotFound):
        return entry_page(entry, request.user, form_of(entry)(request.POST, entry=entry))
    return None


def compare(request: HttpRequest, pk: int, other: int) -> HttpResponse:
    """Compare two versions of one entry side by side; 404 if they belong to different entries."""
    entry = find_entry(request, pk)
    versions = CatalogEntry.objects.versions_of(entry)
    return render_page(request, "compare", compare_page(entry, get_object_or_404(versions, pk=other)))


def changes(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the history of an entry, page by page."""
    return render_page(request, "changes", changes_page(find_entry(request, pk), request.GET.get("page", "")))


def change(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Show the differences made by a change; 404 if it isn't one of this entry, or has no result to show."""
    page = change_page(find_entry(request, pk), number)
    if page is None:
        raise Http404
    return render_page(request, "change_of", page)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@account_required
def credit(request: SignedInRequest, box: str, kind: str, key: str) -> HttpResponse:
    """Show the name of an entry's author, or remove it; 404 unless the user is the author."""
    if request.method == "POST":
        if not authors.is_author((box, kind, key), request.user):
            raise Http404
        authors.set_credit(reference=(box, kind, key), author=request.user, shown=bool(request.POST.get("shown")))
    return SeeOther(next_or_home(request))


def print_version(request: HttpRequest, pk: int) -> HttpResponse:
    """Print a version; 404 if its type can't be printed."""
    entry = find_entry(request, pk)
    editor = editor_of(entry)
    if not isinstance(editor, PrintableEditor):
        raise Http404
    return editor.print_response(request, entry)


def show_active(request: HttpRequest, box: str, kind: str, key: str) -> HttpResponse:
    """Lead from the public page of a component to its active version; 404 if there is none."""
    if not may(request, VIEW, CHANGE):
        raise PermissionDenied
    return redirect(VERSION, get_object_or_404(CatalogEntry.objects.in_play(), box=box, kind=kind, key=key).pk)


def home(request: SignedInRequest) -> HttpResponse:
    """Show the curators' home page: their drafts, reviews, and recent publications."""
    if not may(request, VIEW, CHANGE):
        raise PermissionDenied
    return render_page(request, "home", home_page(request.user, begins=may(request, ADD)))


def gallery(request: HttpRequest, game: str, kind: str) -> HttpResponse:
    """Show what the entries of a type are made of; 404 for a type without a gallery."""
    if not may(request, VIEW, CHANGE):
        raise PermissionDenied
    found = next((each for *place, each in galleries() if place == [game, kind]), None)
    if found is None:
        raise Http404
    return render_page(request, "gallery", found)


# --- Card files ---------------------------------------------------------------------------------------------------


class FileForm(forms.Form):
    """A file that is uploaded, or its text."""

    file = forms.FileField(
        label=gettext_lazy("File"),
        help_text=gettext_lazy("The JSON file exported from the component list; 2 MB at most."),
        required=False,
    )
    text = forms.CharField(
        label=gettext_lazy("Or paste its text"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 12, "spellcheck": "false"}),
    )

    def clean(self) -> dict[str, Any]:
        """Take the file's text where there is one."""
        cleaned = super().clean() or {}
        upload = cleaned.get("file")
        if upload is not None and upload.size > MOST_BYTES:
            self.add_error("file", _("The file is larger than %(most)s MB.") % {"most": MOST_BYTES // 1_000_000})
        elif upload is not None:
            try:
                cleaned["text"] = upload.read().decode()
            except UnicodeDecodeError:
                self.add_error("file", _("The file isn’t UTF-8 text."))
        elif cleaned.get("text", "").strip():
            # Browsers send these line breaks whatever the file contains. The length is counted without them.
            cleaned["text"] = cleaned["text"].replace("\r\n", "\n")
        else:
            self.add_error("text", _("Choose a file or paste its text."))
        return cleaned


@dataclass(frozen=True, slots=True)
class FilePage:
    """The form; `steps` and `summary` after a file was read, or its `faults`. `text` is the content of the file."""

    title: str
    form: FileForm
    steps: tuple[ImportStep, ...] = ()
    faults: tuple[str, ...] = ()
    summary: str = ""
    text: str = ""
    can_take: bool = False


def import_file(request: SignedInRequest) -> HttpResponse:
    """Preview the import of a file; 422 if something in it is wrong."""
    _check_import(request)
    if request.method != "POST":
        return _render(request, FileForm())
    form = FileForm(request.POST, request.FILES)
    if not form.is_valid():
        return _render(request, form, 422)
    try:
        steps = plan(parse_entries(form.cleaned_data["text"]))
    except FileFaults as found:
        return _render_faults(request, form, found)
    count = {
        import_outcome: sum(step.import_outcome is import_outcome for step in steps) for import_outcome in ImportOutcome
    }
    return _render(
        request,
        FileForm(),
        steps=tuple(steps),
        summary=_("%(new)s new, %(changed)s changed, %(same)s unchanged.")
        % {
            "new": count[ImportOutcome.NEW],
            "changed": count[ImportOutcome.CHANGED],
            "same": count[ImportOutcome.SAME],
        },
        text=form.cleaned_data["text"],
        can_take=count[ImportOutcome.SAME] < len(steps),
    )


def import_drafts(request: SignedInRequest) -> HttpResponse:
    """Import a file as drafts; 422 if something in it is wrong, and then nothing is imported."""
    _check_import(request)
    if request.method != "POST":
        return redirect("admin:catalog_catalogentry_import")
    form = FileForm(request.POST, request.FILES)
    if not form.is_valid():
        return _render(request, form, 422)
    try:
        made = len(import_entries(parse_entries(form.cleaned_data["text"]), by=request.user))
    except FileFaults as found:
        return _render_faults(request, form, found)
    messages.success(
        request, ngettext("%(count)s draft imported.", "%(count)s drafts imported.", made) % {"count": made}
    )
    return redirect(f"{reverse(LIST)}?versions=open")


def _check_import(request: HttpRequest) -> None:
    if not (may(request, ADD) and may(request, CHANGE)):
        raise PermissionDenied


def _render(request: HttpRequest, form: FileForm, status: int = 200, **parts: Any) -> HttpResponse:
    return render_page(request, "file", FilePage(_("Import file"), form, **parts), status)


def _render_faults(request: HttpRequest, form: FileForm, found: FileFaults) -> HttpResponse:
    again = FileForm(initial={"text": form.cleaned_data["text"]})
    return _render(request, again, 422, faults=found.sentences)


def export_active(request: HttpRequest) -> HttpResponse:
    """Return all active components as a file."""
    if not may(request, VIEW, CHANGE):
        raise PermissionDenied
    return _file(CatalogEntry.objects.in_play(), "carto-catalog.json")


def export_version(request: HttpRequest, pk: int) -> HttpResponse:
    """Return one version as a file."""
    entry = find_entry(request, pk)
    return _file([entry], f"{entry.key}-{entry.version}.json")


def _file(entries: Iterable[CatalogEntry], name: str) -> HttpResponse:
    text = json.dumps(dump_entries(entries), indent=1, ensure_ascii=False) + "\n"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(text, content_type="application/json", headers=headers)


def curators_schema(request: HttpRequest) -> HttpResponse:
    """Return the JSON schema of card files to curators."""
    if not may(request, VIEW, CHANGE):
        raise PermissionDenied
    return JsonResponse(schema(), json_dumps_params={"indent": 2})


@require_safe
def public_schema(request: HttpRequest) -> HttpResponse:
    """Return the JSON schema of card files to everyone who writes them with tools of their own."""
    return JsonResponse(schema(), json_dumps_params={"indent": 2})
