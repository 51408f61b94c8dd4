"""URLs of game nights."""

from django.urls import path

from games.nights import views

app_name = "nights"

urlpatterns = [
    path("nights/", views.nights, name="nights"),
    path("nights/new/", views.new, name="new"),
    path("nights/join/<slug:token>/", views.invitation, name="invitation"),
    path("nights/calendar/<slug:token>.ics", views.calendar, name="calendar"),
    path("nights/<slug:code>/", views.night, name="night"),
    path("nights/<slug:code>/edit/", views.edit, name="edit"),
    path("nights/<slug:code>/answer/", views.answer, name="answer"),
    path("nights/<slug:code>/skip/", views.skip, name="skip"),
    path("nights/<slug:code>/restore/", views.restore, name="restore"),
    path("nights/<slug:code>/invite/", views.invite, name="invite"),
    path("nights/<slug:code>/remove/", views.remove, name="remove"),
    path("nights/<slug:code>/join/", views.join, name="join"),
    path("nights/<slug:code>/leave/", views.leave, name="leave"),
    path("nights/<slug:code>/end/", views.end, name="end"),
]
