"""URLs of the webhook pages."""

from django.urls import path

from games.notices.webhooks import views

app_name = "webhooks"
urlpatterns = [
    path("notices/tables/<slug:code>/webhooks/", views.webhooks, name="list"),
    path("notices/tables/<slug:code>/webhooks/<int:pk>/remove/", views.remove, name="remove"),
    path("notices/tables/<slug:code>/webhooks/<int:pk>/try/", views.try_out, name="test_call"),
]
