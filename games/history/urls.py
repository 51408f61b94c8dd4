"""The addresses of what is over."""

from django.urls import path

from games.history import record_views, views

app_name = "history"

urlpatterns = [
    path("tables/mine/games.jsonl", record_views.my_games, name="my_games"),
    path("tables/mine/results.csv", record_views.my_results, name="my_results"),
    path("games/", views.games, name="games"),
    path("people/<slug:username>/games/", views.person, name="person"),
    path("tables/<slug:code>/record.json", record_views.record, name="record"),
    path("tables/<slug:code>/result.txt", record_views.result, name="result"),
    path("tables/<slug:code>/boards.txt", record_views.boards, name="boards"),
]
