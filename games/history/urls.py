"""The addresses of what is over."""

from django.urls import path

from games.history import views

app_name = "history"

urlpatterns = [
    path("tables/mine/games.jsonl", views.my_games, name="my_games"),
    path("tables/mine/results.csv", views.my_results, name="my_results"),
    path("tables/<slug:code>/record.json", views.record, name="record"),
    path("tables/<slug:code>/result.txt", views.result, name="result"),
    path("tables/<slug:code>/boards.txt", views.boards, name="boards"),
]
