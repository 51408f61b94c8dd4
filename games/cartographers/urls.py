"""The addresses of a game of Cartographers; the page of its table is `games.tables`'."""

from django.urls import path

from games.cartographers import lesson_views, line_views, reference_views, views

app_name = "cartographers"

urlpatterns = [
    path("learn/", lesson_views.learn, name="learn"),
    path("tables/<slug:code>/lesson/leave", lesson_views.leave, name="leave_lesson"),
    path("rules/", reference_views.rules, name="rules"),
    path("cards/", reference_views.cards, name="cards"),
    path("cards/<slug:key>/", reference_views.card, name="card"),
    path("tables/<slug:code>/cards/<slug:key>/", reference_views.table_card, name="table_card"),
    path("tables/<slug:code>/line", line_views.line, name="line"),
    path("tables/<slug:code>/turns/<int:turn>/", views.turn, name="turn"),
    path("tables/<slug:code>/turns/<int:turn>/why/<slug:season>/<int:seat>/<slug:part>", views.why, name="why_then"),
    path("tables/<slug:code>/turns/<int:turn>/placement", views.placement, name="placement"),
    path("tables/<slug:code>/turns/<int:turn>/choice", views.choice, name="choice"),
    path("tables/<slug:code>/turns/<int:turn>/take-back", views.take_back, name="take_back"),
    path("tables/<slug:code>/why/<slug:season>/<int:seat>/<slug:part>", views.why, name="why"),
]
