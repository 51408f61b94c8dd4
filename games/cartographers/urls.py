"""The addresses of a game of Cartographers; those that every game has are `games.tables`' and `games.play`'s."""

from django.urls import path

from games.cartographers.desk import views as desk
from games.cartographers.lesson import views as lesson
from games.cartographers.paper import views as paper
from games.cartographers.past import views as past
from games.cartographers.reference import views as reference
from games.cartographers.setting_up import views as setting_up
from games.cartographers.workshop import own_views

app_name = "cartographers"

urlpatterns = [
    path("learn/", lesson.learn, name="learn"),
    path("tables/<slug:code>/lesson/leave", lesson.leave, name="leave_lesson"),
    path("rules/", reference.rules, name="rules"),
    path("rules/full/", reference.full_rules, name="full_rules"),
    path("cards/", reference.cards, name="cards"),
    path("cards/<slug:key>/", reference.card, name="card"),
    path("sheets/", reference.sheets, name="sheets"),
    path("sheets/<slug:key>/", reference.sheet, name="sheet"),
    path("sets/", setting_up.sets, name="sets"),
    path("sets/try/<slug:link>/", setting_up.trial, name="try_set"),
    path("sets/own/all/", own_views.own, name="own_sets"),
    path("sets/own/<slug:key>/", own_views.own_one, name="own_set"),
    path("sets/boxes/<slug:key>/", setting_up.box_set, name="box_set"),
    path("sets/<slug:key>/", setting_up.one_set, name="set"),
    path("tables/<slug:code>/cards/<slug:key>/", reference.table_card, name="table_card"),
    path("cartographers/paper/", paper.paper, name="paper"),
    path("cartographers/paper/sheet.pdf", paper.sheet, name="paper_sheet"),
    *(
        path(f"tables/<slug:code>/{when}board-<int:seat>.{kind}", paper.board, {"kind": kind}, name=f"{name}_{kind}")
        for kind in (paper.SVG, paper.PNG, paper.PDF)
        for when, name in (("", "board"), ("turns/<int:turn>/", "past_board"))
    ),
    path("tables/<slug:code>/year", past.year, name="year"),
    path("tables/<slug:code>/since/", past.since, name="since"),
    path("tables/<slug:code>/stars/", past.stars, name="stars"),
    path("tables/<slug:code>/turns/<int:turn>/placement", desk.placement, name="placement"),
    path("tables/<slug:code>/turns/<int:turn>/choice", desk.choice, name="choice"),
    path("tables/<slug:code>/turns/<int:turn>/take-back", desk.take_back, name="take_back"),
    path("tables/<slug:code>/turns/<int:turn>/close", desk.close, name="close"),
]
