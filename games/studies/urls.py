"""URLs of notes and collections."""

from django.urls import path

from games.studies import collection_views, entry_views, mark_views, note_views

app_name = "studies"

urlpatterns = [
    path("tables/<slug:code>/turns/<int:turn>/notes/", note_views.notes, name="notes"),
    path("tables/<slug:code>/turns/<int:turn>/keep/", entry_views.save_turn, name="save_turn"),
    path("tables/<slug:code>/notes/<int:pk>/edit/", note_views.edit, name="edit_note"),
    path("tables/<slug:code>/notes/<int:pk>/delete/", note_views.delete, name="delete_note"),
    path("tables/<slug:code>/notes/<int:pk>/report/", note_views.note, name="report_note"),
    path("tables/<slug:code>/talk/<slug:room>/<int:number>/report/", note_views.message, name="report_message"),
    path("marks/<slug:game>/", mark_views.marks, name="marks"),
    path("collections/", collection_views.collections, name="collections"),
    path("collections/new/", collection_views.new, name="new"),
    path("collections/<slug:code>/", collection_views.collection, name="collection"),
    path("collections/<slug:code>/edit/", collection_views.edit, name="edit"),
    path("collections/<slug:code>/delete/", collection_views.delete, name="delete"),
    path("collections/<slug:code>/add/", collection_views.add, name="add"),
    path("collections/<slug:code>/report/", note_views.collection, name="report"),
    path("collections/<slug:code>/<int:number>/", entry_views.entry, name="entry"),
    path("collections/<slug:code>/turns/<int:pk>/edit/", entry_views.edit, name="edit_entry"),
    path("collections/<slug:code>/turns/<int:pk>/move/", entry_views.move, name="move_entry"),
    path("collections/<slug:code>/turns/<int:pk>/remove/", entry_views.remove, name="remove_entry"),
    path("collections/<slug:code>/turns/<int:pk>/report/", note_views.entry, name="report_entry"),
]
