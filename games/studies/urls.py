"""URLs of notes and collections."""

from django.urls import path

from games.studies import closed_views, collection_views, entry_views, mark_views, note_views, report_views

app_name = "studies"

urlpatterns = [
    path("tables/<slug:code>/turns/<int:turn>/notes/", note_views.notes, name="notes"),
    path("tables/<slug:code>/turns/<int:turn>/keep/", entry_views.save_turn, name="save_turn"),
    path("tables/<slug:code>/notes/<int:pk>/edit/", note_views.edit, name="edit_note"),
    path("tables/<slug:code>/notes/<int:pk>/delete/", note_views.delete, name="delete_note"),
    path("tables/<slug:code>/notes/<int:pk>/report/", report_views.note, name="report_note"),
    path("tables/<slug:code>/talk/<slug:room>/<int:number>/report/", report_views.message, name="report_message"),
    path("tables/<slug:code>/report/", report_views.table, name="report_table"),
    path("people/<slug:username>/report/", report_views.person, name="report_person"),
    path("races/<slug:code>/report/", report_views.race, name="report_race"),
    path("comments/<int:pk>/report/", report_views.comment, name="report_comment"),
    path("accounts/report/", report_views.person_by_token, name="report_by_token"),
    path("accounts/closed/", closed_views.closed, name="closed"),
    path("accounts/closed/data.json", closed_views.export_data, name="closed_data"),
    path("accounts/closed/delete/", closed_views.delete, name="closed_delete"),
    path("marks/<slug:game>/", mark_views.marks, name="marks"),
    path("collections/", collection_views.collections, name="collections"),
    path("collections/new/", collection_views.new, name="new"),
    path("collections/<slug:code>/", collection_views.collection, name="collection"),
    path("collections/<slug:code>/edit/", collection_views.edit, name="edit"),
    path("collections/<slug:code>/delete/", collection_views.delete, name="delete"),
    path("collections/<slug:code>/add/", collection_views.add, name="add"),
    path("collections/<slug:code>/report/", report_views.collection, name="report"),
    path("collections/<slug:code>/<int:number>/", entry_views.entry, name="entry"),
    path("collections/<slug:code>/turns/<int:pk>/edit/", entry_views.edit, name="edit_entry"),
    path("collections/<slug:code>/turns/<int:pk>/move/", entry_views.move, name="move_entry"),
    path("collections/<slug:code>/turns/<int:pk>/remove/", entry_views.remove, name="remove_entry"),
    path("collections/<slug:code>/turns/<int:pk>/report/", report_views.entry, name="report_entry"),
]
