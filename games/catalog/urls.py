"""The addresses of the catalog; the workshop's are the admin's."""

from django.urls import path

from games.catalog import public_views

app_name = "catalog"

urlpatterns = [
    path("cards/schema.json", public_views.file_schema, name="schema"),
]
