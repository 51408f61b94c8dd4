"""Page of a version, and one view for each action on it: of the form of a draft, and of the buttons beside it."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, Final, ParamSpec

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _

from games.accounts.access import SignedInRequest
from games.accounts.person_lock import lock_person
from games.catalog import drafts, publication
from games.catalog.balance_reports import ReportedEditor
from games.catalog.editors import PlayableEditor, editor_of
from games.catalog.errors import CatalogRefusal, CatalogRefusalReason, refusal_words
from games.catalog.forms import EntryForm, ToolUse, number_in
from games.catalog.models import CatalogEntry, EntryAction, EntryState
from games.catalog.pages import LIST, REPORT, VERSION, entry_page, find_entry, form_of, may, render_page
from games.catalog.publication import ADD, CHANGE, REVIEW, VIEW
from games.catalog.shelves import ShelfNotFound, find_shelf
from games.catalog.validation import usage_sentence

P = ParamSpec("P")
View = Callable[..., HttpResponse]
Action = Callable[Concatenate[SignedInRequest, CatalogEntry, P], HttpResponse]
FormAction = Callable[Concatenate[SignedInRequest, EntryForm, P], HttpResponse]

_LONGEST: Final = 1_000
"""Maximum length of the comment on an action."""


def action(*permissions: str) -> Callable[[Action[P]], View]:
    """Pass a version to a view that changes it, and turn refusals into its page with an explanation.

    Users need one of the permissions. A GET, such as after signing in, leads to the page of the version.
    """

    def decorate(act: Action[P]) -> View:
        @wraps(act)
        def view(request: SignedInRequest, pk: int, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            if request.method != "POST":
                return redirect(VERSION, pk)
            entry = find_entry(request, pk)
            if not may(request, *permissions):
                raise PermissionDenied
            try:
                return act(request, entry, *args, **kwargs)
            except CatalogRefusal as refusal:
                return _explain(request, entry, refusal.reason.status, refusal_words(refusal))
            except ShelfNotFound:
                words = _("The game for this component isn’t installed, so it’s read-only.")
                return _explain(request, entry, 409, words)
            except ValidationError as error:
                return _explain(request, entry, 422, *error.messages)

        return view

    return decorate


def _explain(request: SignedInRequest, entry: CatalogEntry, status: int, *sentences: str) -> HttpResponse:
    """Return the page of the stored version with warnings, or the list if it is deleted."""
    fresh = CatalogEntry.objects.filter(pk=entry.pk).first()
    page = entry_page(fresh, request.user) if fresh else None
    known = page.preview.problems if page and page.preview else ()
    if set(sentences) & set(known):
        messages.warning(request, _("Saved but not submitted. Fix the problems shown next to the form."))
    for sentence in sentences:
        if sentence not in known:
            messages.warning(request, sentence)
    return render_page(request, "entry", page, status) if page else redirect(LIST)


def _done(
    request: SignedInRequest, entry: CatalogEntry, act: EntryAction, *sentences: str, comment: str = ""
) -> HttpResponse:
    """Log an action, and lead to the page of the version with a message."""
    log = f"{act.value}: {comment}" if comment else act.value
    _log(request, entry, log)
    messages.success(request, " ".join(sentences))
    return redirect(VERSION, entry.pk)


def _log(request: SignedInRequest, entry: CatalogEntry, text: str) -> None:
    """Write an action to the admin log, unless the account was deleted meanwhile."""
    with lock_person(request.user):
        admin.site.get_model_admin(CatalogEntry).log_change(request, entry, text)


def version(request: SignedInRequest, pk: int) -> HttpResponse:
    """Show a version, with a form if it is a draft that the user may edit."""
    if request.method == "POST":
        return refuse_outdated(request, pk)
    return render_page(request, "entry", entry_page(find_entry(request, pk), request.user))


@action(VIEW, CHANGE)
def refuse_outdated(request: SignedInRequest, entry: CatalogEntry) -> HttpResponse:
    """Answer a form from before an update, when the page itself took all forms; keep what was typed."""
    if entry.state == EntryState.DRAFT and "name" in request.POST and may(request, CHANGE):
        messages.warning(request, _("Your changes are still here but not saved."))
        return _show(request, form_of(entry)(request.POST, entry=entry), 409)
    return _explain(request, entry, 409, _("This page is out of date. Reload it."))


# --- The form of a draft ------------------------------------------------------------------------------------------


def form_action(act: FormAction[P]) -> View:
    """Pass the submitted form of a draft to a view. A refusal shows the form again, so that nothing typed is lost."""

    @action(CHANGE)
    @wraps(act)
    def view(request: SignedInRequest, entry: CatalogEntry, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        try:
            if entry.state != EntryState.DRAFT:
                raise CatalogRefusal(CatalogRefusalReason.NOT_OPEN)
            return act(request, form_of(entry)(request.POST, entry=entry), *args, **kwargs)
        except CatalogRefusal as refusal:
            fresh = CatalogEntry.objects.filter(pk=entry.pk).first()
            if fresh is None or find_shelf(fresh.box, fresh.kind) is None:
                raise
            words = " ".join((refusal_words(refusal), _("Your changes are still here but not saved.")))
            if refusal.reason is CatalogRefusalReason.STALE:
                words = _("Someone else saved this draft in the meantime. Your changes are still here but not saved.")
            messages.warning(request, words)
            return _show(request, form_of(fresh)(request.POST, entry=fresh), 409)

    return view


def _show(request: SignedInRequest, form: EntryForm, status: int = 200) -> HttpResponse:
    return render_page(request, "entry", entry_page(form.entry, request.user, form), status)


@form_action
def preview(request: SignedInRequest, form: EntryForm) -> HttpResponse:
    """Show the result of a form without saving it."""
    response = _show(request, form)
    if form.content is None:
        # The stored version may be much older than what the page shows by now.
        response.headers["HX-Reswap"] = "none"
    return response


@form_action
def use_tool(request: SignedInRequest, form: EntryForm, name: str) -> HttpResponse:
    """Change a form with one of its tools, and show it again without saving it; 422 if the tool is refused."""
    if name not in form.tools:
        # A page from before an update may have other tools.
        messages.warning(request, _("Your changes are still here but not saved."))
        return _show(request, form, 409)
    changed = type(form)(form.tools[name](ToolUse(request.POST, form.entry, request.user)), entry=form.entry)
    return _show(request, changed, 422 if changed.is_tool_refused else 200)


@form_action
def save(request: SignedInRequest, form: EntryForm) -> HttpResponse:
    """Save a draft; 422 for invalid data, 409 if someone else was faster."""
    return _save(request, form)


@form_action
def overwrite(request: SignedInRequest, form: EntryForm) -> HttpResponse:
    """Save a draft over the save of someone else that the user has seen, but over none after it."""
    data = request.POST.copy()
    data["saves"] = data.get("overwrites", "")
    return _save(request, type(form)(data, entry=form.entry))


def _save(request: SignedInRequest, form: EntryForm) -> HttpResponse:
    if not form.is_valid():
        return _show(request, form, 422)
    return _done(request, _stored(request, form), EntryAction.SAVED, _("Saved."))


@form_action
def submit(request: SignedInRequest, form: EntryForm) -> HttpResponse:
    """Save a draft and submit it for review; if it can't be published, it is only saved, and the status is 422."""
    if not form.is_valid():
        return _show(request, form, 422)
    entry = _stored(request, form)
    publication.submit(entry=entry, by=request.user)
    words = _("Submitted for review. Another reviewer will check it before it’s published.")
    return _done(request, entry, EntryAction.SUBMITTED, words)


def _stored(request: SignedInRequest, form: EntryForm) -> CatalogEntry:
    saves = form.cleaned_data["saves"]
    return drafts.save_draft(entry=form.entry, saves=saves, content=form.draft_content(), by=request.user)


# --- The buttons beside the form ----------------------------------------------------------------------------------


@action(CHANGE)
def edit(request: SignedInRequest, entry: CatalogEntry) -> HttpResponse:
    """Open the draft of an entry, or create it from this version."""
    exists = CatalogEntry.objects.open().versions_of(entry).exists()
    draft = drafts.open_draft(entry=entry, by=request.user)
    if exists:
        words = _("A draft already exists; here it is. To start over from version %(version)d, discard this draft.")
        messages.info(request, words % {"version": entry.version})
    return redirect(VERSION, draft.pk)


@action(ADD)
def copy(request: SignedInRequest, entry: CatalogEntry) -> HttpResponse:
    """Create a new component with the content of this version."""
    draft = drafts.start_from(entry=entry, by=request.user)
    words = _("New draft, copied from %(name)s. Give it a name of its own.")
    messages.success(request, words % {"name": entry.shown_name})
    return redirect(VERSION, draft.pk)


def copy_active(request: SignedInRequest, box: str, kind: str, key: str) -> HttpResponse:
    """Create a new component from the public page of another; 404 if that isn't active."""
    found = get_object_or_404(CatalogEntry.objects.in_play(), box=box, kind=kind, key=key)
    return copy(request, found.pk)


@action(CHANGE)
def play(request: SignedInRequest, entry: CatalogEntry) -> HttpResponse:
    """Start a solo game with a draft as saved."""
    return redirect(_playable(entry).play(entry, request.user))


@action(CHANGE)
def share(request: SignedInRequest, entry: CatalogEntry) -> HttpResponse:
    """Create the link with which others try a draft."""
    _playable(entry)
    drafts.make_link(entry=entry, by=request.user)
    return _done(request, entry, EntryAction.LINKED, _("Anyone with the link can try this draft."))


@action(CHANGE)
def unshare(request: SignedInRequest, entry: CatalogEntry) -> HttpResponse:
    """Revoke the link with which others try a draft."""
    _playable(entry)
    drafts.end_link(entry=entry, by=request.user)
    return _done(request, entry, EntryAction.UNLINKED, _("The link has been revoked."))


def _playable(entry: CatalogEntry) -> PlayableEditor:
    """Return the editor of a draft. Raises Http404 if drafts of its type can't be played."""
    editor = editor_of(entry)
    if not isinstance(editor, PlayableEditor):
        raise Http404
    if not entry.is_open:
        raise CatalogRefusal(CatalogRefusalReason.NOT_OPEN)
    return editor


@action(CHANGE)
def run_report(request: SignedInRequest, entry: CatalogEntry) -> HttpResponse:
    """Queue the games of a balance report that are still to be played; 422 if none can be played."""
    editor = editor_of(entry)
    if not isinstance(editor, ReportedEditor):
        raise Http404
    editor.run_report(entry)
    return redirect(REPORT, entry.pk)


@action(CHANGE)
def discard(request: SignedInRequest, entry: CatalogEntry) -> HttpResponse:
    """Delete a draft."""
    drafts.discard_draft(entry=entry, by=request.user)
    _log(request, entry, EntryAction.THROWN_AWAY.value)
    messages.success(request, _("The draft of %(name)s was discarded.") % {"name": entry.name})
    return redirect(LIST)


@action(REVIEW)
def publish(request: SignedInRequest, entry: CatalogEntry) -> HttpResponse:
    """Publish a version in review as the reviewer has read it."""
    saves, comment = number_in(request.POST.get("saves", "")), _comment(request)
    publication.publish(entry=entry, saves=saves, by=request.user, words=comment)
    return _done(request, entry, EntryAction.PUBLISHED, _("Published."), usage_sentence(entry), comment=comment)


@action(REVIEW, CHANGE)
def request_changes(request: SignedInRequest, entry: CatalogEntry) -> HttpResponse:
    """Turn a version in review back into a draft, with the reason."""
    comment = _comment(request)
    publication.send_back(entry=entry, by=request.user, words=comment)
    return _done(request, entry, EntryAction.SENT_BACK, _("Moved back to draft."), comment=comment)


@action(REVIEW)
def retire(request: SignedInRequest, entry: CatalogEntry) -> HttpResponse:
    """Deactivate a published version."""
    comment = _comment(request)
    publication.retire(entry=entry, by=request.user, words=comment)
    words = _("Retired. New tables no longer use it. Games in progress keep it.")
    return _done(request, entry, EntryAction.RETIRED, words, comment=comment)


@action(REVIEW)
def restore(request: SignedInRequest, entry: CatalogEntry) -> HttpResponse:
    """Activate a retired version again."""
    comment = _comment(request)
    publication.bring_back(entry=entry, by=request.user, words=comment)
    return _done(request, entry, EntryAction.BROUGHT_BACK, _("Active again."), usage_sentence(entry), comment=comment)


def _comment(request: HttpRequest) -> str:
    return str(request.POST.get("words", "")).replace("\x00", "")[:_LONGEST]
