"""URLs of notices."""

from django.urls import path

from games.notices import views

app_name = "notices"
urlpatterns = [
    path("notices/", views.notices, name="list"),
    path("notices/waiting/", views.waiting, name="waiting"),
    path("notices/settings/", views.choices, name="settings"),
    path("notices/stop/<str:token>/", views.stop, name="unsubscribe"),
    path("notices/tables/<slug:code>/nudge/", views.nudge, name="nudge"),
    path("notices/tables/<slug:code>/mute/", views.mute, name="mute"),
]
