"""Addresses of the catalog: public ones, and those of the workshop, which are below the admin's."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from django.http import HttpResponse
from django.urls import path

from games.catalog import comment_pages, draft_views, report_views, suggestion_views, views

app_name = "catalog"

urlpatterns = [
    path("credits/<slug:box>/<slug:kind>/<slug:key>/", views.credit, name="credit"),
    path("comments/<int:pk>/delete/", comment_pages.delete, name="delete_comment"),
    path("cards/schema.json", views.public_schema, name="schema"),
]

WORKSHOP: Final[Sequence[tuple[str, Callable[..., HttpResponse], str]]] = (
    ("<int:pk>/changes/", views.changes, "changes"),
    ("<int:pk>/changes/<int:number>/", views.change, "change_of"),
    ("<int:pk>/compare/<int:other>/", views.compare, "compare"),
    ("<int:pk>/file/", views.export_version, "file"),
    ("<int:pk>/print/", views.print_version, "print"),
    ("<int:pk>/balance/", report_views.balance_report, "report"),
    ("<int:pk>/balance/run/", draft_views.run_report, "run_report"),
    ("<int:pk>/change/", draft_views.version, "change"),
    ("home/", views.home, "home"),
    ("gallery/<slug:game>/<slug:kind>/", views.gallery, "gallery"),
    ("suggestions/<int:pk>/", suggestion_views.suggestion, "suggestion"),
    ("suggestions/<int:pk>/accept/", suggestion_views.accept, "accept_suggestion"),
    ("suggestions/<int:pk>/decline/", suggestion_views.decline, "decline_suggestion"),
    ("of/<slug:box>/<slug:kind>/<slug:key>/", views.show_active, "of"),
    ("of/<slug:box>/<slug:kind>/<slug:key>/copy/", draft_views.copy_active, "copy_of"),
    ("export/", views.export_active, "export"),
    ("import/", views.import_file, "import"),
    ("import/drafts/", views.import_drafts, "import_drafts"),
    ("schema.json", views.curators_schema, "schema"),
    # Forms of drafts may be long: see LARGE_BODIES in the settings.
    ("<int:pk>/draft/progress/", views.progress, "progress"),
    ("<int:pk>/draft/preview/", draft_views.preview, "preview"),
    ("<int:pk>/draft/tools/<slug:name>/", draft_views.use_tool, "tool"),
    ("<int:pk>/draft/save/", draft_views.save, "save"),
    ("<int:pk>/draft/overwrite/", draft_views.overwrite, "overwrite"),
    ("<int:pk>/draft/submit/", draft_views.submit, "submit"),
    ("<int:pk>/edit/", draft_views.edit, "edit"),
    ("<int:pk>/copy/", draft_views.copy, "copy"),
    ("<int:pk>/play/", draft_views.play, "play"),
    ("<int:pk>/share/", draft_views.share, "share"),
    ("<int:pk>/unshare/", draft_views.unshare, "unshare"),
    ("<int:pk>/discard/", draft_views.discard, "discard"),
    ("<int:pk>/publish/", draft_views.publish, "publish"),
    ("<int:pk>/request-changes/", draft_views.request_changes, "request_changes"),
    ("<int:pk>/retire/", draft_views.retire, "retire"),
    ("<int:pk>/restore/", draft_views.restore, "restore"),
)
"""Pages and actions: address, view and name, which begins with `admin:catalog_catalogentry_`."""
