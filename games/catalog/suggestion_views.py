"""Pages for reviewers: an entry that a player suggests for publication, and the answers to it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Final

from django.contrib import messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.accounts.access import SignedInRequest
from games.catalog import suggestions
from games.catalog.editors import DefinitionPreview, editor_of
from games.catalog.errors import CatalogRefusal, refusal_words
from games.catalog.models import CatalogEntry
from games.catalog.pages import VERSION, may, render_page
from games.catalog.publication import CHANGE, REVIEW, VIEW
from games.catalog.shelves import ShelfNotFound

HOME: Final = "admin:catalog_catalogentry_home"
SUGGESTION: Final = "admin:catalog_catalogentry_suggestion"
LONGEST: Final = 1_000
"""Maximum length of the reason to decline a suggestion."""


@dataclass(frozen=True, slots=True)
class SuggestionPage:
    """Page of a suggested entry; `words` is a reason to decline it that was typed."""

    title: str
    entry: CatalogEntry
    preview: DefinitionPreview | None
    words: str = ""


def _find(request: SignedInRequest, pk: int) -> CatalogEntry:
    if not may(request, REVIEW):
        raise PermissionDenied
    return get_object_or_404(CatalogEntry.every.suggested(), pk=pk)


def _show(request: SignedInRequest, entry: CatalogEntry, words: str = "", status: int = 200) -> HttpResponse:
    editor = editor_of(entry)
    preview = editor.preview(entry, entry.definition, []) if editor else None
    return render_page(request, "suggestion", SuggestionPage(entry.shown_name, entry, preview, words), status)


@require_safe
def suggestion(request: SignedInRequest, pk: int) -> HttpResponse:
    """Show a suggested entry as it is now; 404 if it is no longer suggested."""
    return _show(request, _find(request, pk))


def _answer(act: Callable[[SignedInRequest, CatalogEntry], HttpResponse]) -> Callable[..., HttpResponse]:
    """Pass a suggested entry to a view that answers it; a refusal shows its page again, with what was typed."""

    @wraps(act)
    def view(request: SignedInRequest, pk: int) -> HttpResponse:
        if request.method != "POST":
            return redirect(SUGGESTION, pk)
        entry = _find(request, pk)
        try:
            return act(request, entry)
        except CatalogRefusal as refusal:
            status, sentences = refusal.reason.status, [refusal_words(refusal)]
        except ShelfNotFound:
            status, sentences = 409, [_("The game for this component isn’t installed, so it’s read-only.")]
        except ValidationError as error:
            status, sentences = 422, error.messages
        for sentence in sentences:
            messages.warning(request, sentence)
        return _show(request, entry, request.POST.get("words", ""), status)

    return view


@_answer
def accept(request: SignedInRequest, entry: CatalogEntry) -> HttpResponse:
    """Submit a suggested entry for review."""
    submitted = suggestions.accept(entry=entry, by=request.user)
    messages.success(request, _("Submitted for review."))
    return redirect(VERSION, submitted.pk) if may(request, VIEW, CHANGE) else redirect(HOME)


@_answer
def decline(request: SignedInRequest, entry: CatalogEntry) -> HttpResponse:
    """Decline a suggestion, with a reason for its owner."""
    suggestions.decline(entry=entry, by=request.user, words=request.POST.get("words", "")[:LONGEST])
    messages.success(request, _("Declined. The player will be notified."))
    return redirect(HOME)
