"""URLs of the chats at a table."""

from django.urls import path

from games.talk import views

app_name = "talk"

urlpatterns = [
    path("tables/<slug:code>/talk/", views.room, name="room"),
    path("tables/<slug:code>/talk/mute/", views.mute_table, name="mute_table"),
    path("tables/<slug:code>/talk/<slug:room>/<int:number>/", views.message, name="message"),
    path("tables/<slug:code>/talk/<slug:room>/<int:number>/delete/", views.delete, name="delete"),
    path("tables/<slug:code>/talk/<slug:room>/<int:number>/mute/", views.mute, name="mute"),
]
