"""Addresses of Gisborne, besides those that every game has in `games.tables` and `games.play`."""

from typing import Final

from django.urls import path

from games.gisborne.desk import views as desk
from games.gisborne.lesson import views as lesson
from games.gisborne.reference import views as reference
from games.tables.game_urls import Urls

URLS: Final = Urls(
    pages=(
        path("learn/", lesson.learn, name="learn"),
        path("rules/", reference.rules, name="rules"),
        path("rules/full/", reference.full_rules, name="full_rules"),
        path("tiles/", reference.tiles, name="tiles"),
        path("tiles/workshop/<slug:key>/", reference.workshop_tile, name="workshop_tile"),
        path("tiles/<slug:key>/", reference.tile, name="tile"),
        path("cards/", reference.cards, name="cards"),
    ),
    table_pages=(
        path("turns/<int:turn>/lay", desk.lay, name="lay"),
        path("turns/<int:turn>/discard", desk.discard, name="discard"),
        path("turns/<int:turn>/give", desk.give, name="give"),
        path("turns/<int:turn>/chest", desk.keep, name="keep"),
        path("turns/<int:turn>/undo", desk.take_back, name="take_back"),
    ),
)
