"""URLs of finished games."""

from django.urls import path

from games.history import record_views, views
from games.history.sitemaps import SITEMAPS

app_name = "history"

urlpatterns = [
    path("records/", record_views.records, name="records"),
    path("tables/mine/games.jsonl", record_views.my_games, name="my_games"),
    path("tables/mine/results.csv", record_views.my_results, name="my_results"),
    path("games/", views.games, name="games"),
    path("best/<slug:game>/", views.record_boards, name="record_boards"),
    path("people/<slug:username>/games/", views.person, name="person"),
    path("people/<slug:username>/with/<slug:other>/", views.head_to_head, name="head_to_head"),
    path("figures/<slug:game>/<slug:kind>/<slug:key>/", views.piece, name="figures"),
    path("tables/<slug:code>/keep/", views.keep_upload, name="keep_upload"),
    path("tables/<slug:code>/throw-away/", views.delete_upload, name="delete_upload"),
    path("tables/<slug:code>/record.json", record_views.record, name="record"),
    path("tables/<slug:code>/result.txt", record_views.result, name="result"),
    path("tables/<slug:code>/boards.txt", record_views.boards, name="boards"),
    path("people/<slug:username>/picture.png", views.person_picture, name="person_picture"),
    path("picture.png", views.site_picture, name="site_picture"),
    path("tables/<slug:code>/picture.png", views.picture, name="picture"),
    path("tables/<slug:code>/turns/<int:turn>/picture.png", views.turn_picture, name="turn_picture"),
    path("invitations/<slug:token>/picture.png", views.invitation_picture, name="invitation_picture"),
    path("sitemap.xml", views.index, {"sitemaps": SITEMAPS}, name="sitemap_index"),
    path("sitemap-<slug:section>.xml", views.sitemap, {"sitemaps": SITEMAPS}, name="sitemap"),
]
