"""The addresses of what is over."""

from django.urls import path

from games.history import views

app_name = "history"

urlpatterns = [
    path("tables/<slug:code>/record.json", views.record, name="record"),
]
