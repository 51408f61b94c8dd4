"""The curators' workshop: the list of all that games are played with, and a page for each version."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.text import capfirst
from django.utils.translation import pgettext
from django_htmx.http import reselect

from games.accounts.models import User
from games.catalog.changes import change_page, changes_page
from games.catalog.draft_actions import Answer, edit
from games.catalog.entry_list import PieceList, chosen
from games.catalog.file_pages import file_answer
from games.catalog.files import schema, written
from games.catalog.home import home_page
from games.catalog.models import CatalogEntry
from games.catalog.new_entry import BeginForm, begin_page, beginnings
from games.catalog.pages import entry_page, entry_url
from games.catalog.pending_reviews import questions
from games.catalog.polling import LOOK, looked
from games.catalog.version_comparison import compare_page


@admin.register(CatalogEntry)
class EntryAdmin(PieceList):
    """Admin of catalog entries.

    Active entries are edited as a draft, which another person publishes. No published version is ever changed or
    deleted.
    """

    actions = None

    def has_delete_permission(self, request: HttpRequest, obj: CatalogEntry | None = None) -> bool:
        """A version may have been played with; drafts are thrown away on their page."""
        return False

    def get_urls(self) -> list[URLPattern]:
        """The pages of the admin, those of changes, the one that compares two versions, and those about files."""
        own: list[tuple[str, Callable[..., HttpResponse], str]] = [
            ("<path:object_id>/changes/", self.changes_view, "changes"),
            ("<path:object_id>/changes/<int:number>/", self.change_of_view, "change_of"),
            ("<path:object_id>/compare/<path:other_id>/", self.compare_view, "compare"),
            ("<path:object_id>/file/", self.file_view, "file"),
            ("home/", self.home_view, "home"),
            ("of/<slug:box>/<slug:kind>/<slug:key>/", self.of_view, "of"),
            ("export/", self.export_view, "export"),
            ("import/", self.import_view, "import"),
            ("schema.json", self.schema_view, "schema"),
        ]
        pages = [
            path(address, self.admin_site.admin_view(view), name=f"catalog_catalogentry_{name}")
            for address, view, name in own
        ]
        return [*pages, *super().get_urls()]

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> Any:
        """The list, with what can be begun."""
        told = {
            "title": capfirst(self.opts.verbose_name_plural),
            "beginnings": list(beginnings()),
            "questions": list(questions(request.user)) if isinstance(request.user, User) else [],
        }
        answer = super().changelist_view(request, {**told, **(extra_context or {})})
        if isinstance(answer, TemplateResponse) and answer.context_data:
            answer.context_data["chosen"] = chosen(answer.context_data["cl"])
        return answer

    def add_view(self, request: HttpRequest, form_url: str = "", extra_context: Any = None) -> HttpResponse:
        """Begin something new: which kind, and its name. 422 for what is not said."""
        if not self.has_add_permission(request):
            raise PermissionDenied
        form = BeginForm(request.POST if request.method == "POST" else None, asked=request.GET.get("kind", ""))
        if form.is_bound and form.is_valid():
            draft = form.begin(request.user)
            self.log_addition(request, draft, pgettext("action on a version", "created"))
            return HttpResponseRedirect(entry_url(draft))
        return self._answered(request, "new_entry", begin_page(form), 422 if form.is_bound else 200)

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        """Show a version, edit it if it is a draft, and process its actions.

        Answers 403 without permission, 409 if another user was faster, and 422 for invalid or unpublishable data.
        """
        if (request.POST or request.GET).get("do") == LOOK:
            return self._looked(request, object_id)
        entry = self._entry(request, object_id)
        if request.method == "POST":
            answer = self._edited(request, entry)
            if answer.to:
                return HttpResponseRedirect(answer.to)
        else:
            answer = Answer(entry_page(entry, request.user))
        response = self._answered(request, "entry", answer.page, answer.status)
        if answer.keeps:
            # The stored version may be much older than what the page shows by now.
            response.headers["HX-Reswap"] = "none"
        return response

    def _looked(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Render the preview next to a form for a page that stays open, or a notice if it is out of date."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        page = looked(self.get_object(request, object_id), request.POST, request.user)
        if page is None:
            # Not an error response: the user did nothing wrong, and after an error htmx would leave the polling
            # element in place to poll again.
            return reselect(TemplateResponse(request, "admin/catalog/_outdated.html"), "#behind")
        return TemplateResponse(request, "admin/catalog/_preview.html", {"page": page})

    def _edited(self, request: HttpRequest, entry: CatalogEntry) -> Answer:
        answer = edit(entry, request.POST, request.user)
        for level, sentence in answer.said:
            self.message_user(request, sentence, level)
        if answer.did:
            self.log_change(request, answer.entry or entry, answer.did)
        return answer

    def compare_view(self, request: HttpRequest, object_id: str, other_id: str) -> HttpResponse:
        """Compare two versions of one entry side by side; 404 if they belong to different entries."""
        one, other = self._entry(request, object_id), self._entry(request, other_id)
        if (one.box, one.kind, one.key) != (other.box, other.kind, other.key):
            raise Http404
        return self._answered(request, "compare", compare_page(one, other), 200)

    def changes_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Show the history of an entry, page by page."""
        page = changes_page(self._entry(request, object_id), request.GET.get("page", ""))
        return self._answered(request, "changes", page, 200)

    def change_of_view(self, request: HttpRequest, object_id: str, number: int) -> HttpResponse:
        """Show the differences made by a change.

        Raises 404 if the change isn't one of this entry, or has no result to show.
        """
        page = change_page(self._entry(request, object_id), number)
        if page is None:
            raise Http404
        return self._answered(request, "change_of", page, 200)

    def home_view(self, request: HttpRequest) -> HttpResponse:
        """Show the curators' home page: their drafts, reviews, and recent publications."""
        if not self.has_view_permission(request) or not isinstance(request.user, User):
            raise PermissionDenied
        page = home_page(request.user, begins=self.has_add_permission(request))
        return self._answered(request, "home", page, 200)

    def of_view(self, request: HttpRequest, box: str, kind: str, key: str) -> HttpResponse:
        """Lead from a public page to the version in play of its piece. 404 if none is in play."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        entry = CatalogEntry.objects.in_play().filter(box=box, kind=kind, key=key).first()
        if entry is None:
            raise Http404
        return HttpResponseRedirect(entry_url(entry))

    def export_view(self, request: HttpRequest) -> HttpResponse:
        """Return all active entries as a JSON file."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        return _file(written(CatalogEntry.objects.in_play()), "carto-catalog.json")

    def file_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """One version as a file."""
        entry = self._entry(request, object_id)
        return _file(written([entry]), f"{entry.key}-{entry.version}.json")

    def import_view(self, request: HttpRequest) -> HttpResponse:
        """Look through a file, and take it in as drafts. 422 where something in it is wrong; then nothing is done."""
        if not (self.has_add_permission(request) and self.has_change_permission(request)):
            raise PermissionDenied
        sent = request.method == "POST"
        answer = file_answer(request.POST if sent else None, request.FILES if sent else None, request.user)
        if answer.said:
            self.message_user(request, answer.said, messages.SUCCESS)
            return HttpResponseRedirect(f"{reverse('admin:catalog_catalogentry_changelist')}?versions=open")
        return self._answered(request, "file", answer.page, answer.status)

    def schema_view(self, request: HttpRequest) -> HttpResponse:
        """The JSON schema of such files."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        return JsonResponse(schema(), json_dumps_params={"indent": 2})

    def _entry(self, request: HttpRequest, object_id: str) -> CatalogEntry:
        if not self.has_view_permission(request):
            raise PermissionDenied
        found: CatalogEntry | None = self.get_object(request, object_id)
        if found is None:
            raise Http404
        return found

    def _answered(self, request: HttpRequest, page: str, context: Any, status: int) -> HttpResponse:
        return TemplateResponse(
            request,
            f"admin/catalog/{page}.html",
            {**self.admin_site.each_context(request), "opts": self.opts, "page": context, "title": context.title},
            status=status,
        )


def _file(data: Any, name: str) -> HttpResponse:
    text = json.dumps(data, indent=1, ensure_ascii=False) + "\n"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(text, content_type="application/json", headers=headers)
