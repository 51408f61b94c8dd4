"""URLs that every game has at a table."""

from django.urls import path

from games.play import lessons, line_views, screen_views, views

app_name = "play"

urlpatterns = [
    path("tables/<slug:code>/line", line_views.line, name="line"),
    path("tables/<slug:code>/lesson/leave", lessons.leave, name="leave_lesson"),
    path("tables/<slug:code>/screen/", screen_views.screen, name="screen"),
    path("tables/<slug:code>/turns/<int:turn>/", views.turn, name="turn"),
    path("tables/<slug:code>/final/<int:seat>/<slug:version>/<slug:tone>.svg", views.final_board, name="final_board"),
    path(
        "tables/<slug:code>/turns/<int:turn>/why/<slug:when>/<int:seat>/<slug:part>",
        views.explanation,
        name="past_explanation",
    ),
    path("tables/<slug:code>/why/<slug:when>/<int:seat>/<slug:part>", views.explanation, name="explanation"),
]
