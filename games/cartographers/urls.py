"""Addresses of Cartographers, besides those that every game has in `games.tables` and `games.play`."""

from typing import Final

from django.urls import path

from games.cartographers.analysis import views as analysis
from games.cartographers.coach import hint_views, puzzle_views
from games.cartographers.coach import views as coach
from games.cartographers.desk import views as desk
from games.cartographers.drills import views as drills
from games.cartographers.lesson import views as lesson
from games.cartographers.paper import set_views
from games.cartographers.paper import views as paper
from games.cartographers.past import views as past
from games.cartographers.reference import views as reference
from games.cartographers.setting_up import comment_views
from games.cartographers.setting_up import views as setting_up
from games.cartographers.workshop import own_views
from games.tables.game_urls import Urls, moved

_PAGES: Final = [
    path("learn/", lesson.learn, name="learn"),
    path("rules/", reference.rules, name="rules"),
    path("rules/full/", reference.full_rules, name="full_rules"),
    path("cards/", reference.cards, name="cards"),
    path("cards/<slug:key>/", reference.card, name="card"),
    path("sheets/", reference.sheets, name="sheets"),
    path("sheets/<slug:key>/", reference.sheet, name="sheet"),
    path("analysis/", analysis.analysis, name="analysis"),
    path("sets/", setting_up.sets, name="sets"),
    path("sets/try/<slug:link>/", setting_up.trial, name="trial"),
    path("sets/own/all/", own_views.own_set_list, name="own_sets"),
    path("sets/own/<slug:key>/", own_views.own_set_detail, name="own_set"),
    path("sets/boxes/<slug:key>/", setting_up.box_set, name="box_set"),
    path("sets/<slug:key>/", setting_up.one_set, name="set"),
]

_OWN_SET: Final = "sets/own/<slug:key>"
_COVER: Final = "cover/<slug:version>/<slug:tone>.svg"

URLS: Final = Urls(
    pages=(
        *_PAGES,
        path("learn/heroes/", lesson.learn_heroes, name="learn_heroes"),
        path("drills/stars/", drills.star_drill, name="star_drill"),
        path("drills/places/", drills.place_drill, name="place_drill"),
        path("drills/places/<str:token>/", drills.place_question, name="place_question"),
        path("puzzles/", puzzle_views.puzzles, name="puzzles"),
        path("puzzles/<int:number>/", puzzle_views.puzzle, name="puzzle"),
        path("rules/side-by-side/", reference.rules_side_by_side, name="rules_side_by_side"),
        path("sets/rate/<slug:box>/<slug:key>/", setting_up.rate, name="rate_set"),
        path("sets/rate/<slug:box>/<slug:key>/withdraw/", setting_up.withdraw_rating, name="withdraw_set_rating"),
        path("sets/comment/<slug:box>/<slug:key>/", comment_views.comment, name="comment_set"),
        path("sets/comment/<slug:box>/<slug:key>/withdraw/", comment_views.withdraw, name="withdraw_set_comment"),
        path(f"sets/boxes/<slug:key>/{_COVER}", setting_up.box_set_cover, name="box_set_cover"),
        path(f"sets/try/<slug:link>/{_COVER}", setting_up.trial_cover, name="trial_cover"),
        path("sets/followed/<slug:key>/", setting_up.followed_set, name="followed_set"),
        path(f"sets/followed/<slug:key>/{_COVER}", setting_up.followed_set_cover, name="followed_set_cover"),
        path(f"{_OWN_SET}/{_COVER}", own_views.cover, name="own_set_cover"),
        path(f"sets/<slug:key>/{_COVER}", setting_up.set_cover, name="set_cover"),
        path(f"{_OWN_SET}/preview/", own_views.preview, name="own_set_preview"),
        path(f"{_OWN_SET}/tools/<slug:name>/", own_views.use_tool, name="own_set_tool"),
        path(f"{_OWN_SET}/save/", own_views.save, name="save_own_set"),
        path(f"{_OWN_SET}/play/", own_views.play, name="play_own_set"),
        path(f"{_OWN_SET}/share/", own_views.share, name="share_own_set"),
        path(f"{_OWN_SET}/unshare/", own_views.unshare, name="unshare_own_set"),
        path(f"{_OWN_SET}/followers/share/", own_views.share_with_followers, name="share_own_set_with_followers"),
        path(f"{_OWN_SET}/followers/unshare/", own_views.unshare_with_followers, name="unshare_own_set_with_followers"),
        path(f"{_OWN_SET}/balance/", own_views.report, name="own_set_report"),
        path(f"{_OWN_SET}/balance/run/", own_views.run_report, name="run_own_set_report"),
        path(f"{_OWN_SET}/publish/", own_views.publish, name="publish_own_set"),
        path(f"{_OWN_SET}/decline/", own_views.decline, name="decline_own_set"),
        path(f"{_OWN_SET}/suggest/", own_views.suggest, name="suggest_own_set"),
        path(f"{_OWN_SET}/withdraw/", own_views.withdraw, name="withdraw_own_set"),
        path(f"{_OWN_SET}/delete/", own_views.delete, name="delete_own_set"),
        path("paper/", paper.paper, name="paper"),
        path("paper/sheet.pdf", paper.sheet, name="paper_sheet"),
        path("paper/sets/own/<slug:key>/", set_views.print_own_set, name="print_own_set"),
        path("paper/sets/boxes/<slug:key>/", set_views.print_box_set, name="print_box_set"),
        path("paper/sets/try/<slug:link>/", set_views.print_trial, name="print_trial"),
        path("paper/sets/followed/<slug:key>/", set_views.print_followed_set, name="print_followed_set"),
        path("paper/sets/<slug:key>/", set_views.print_set, name="print_set"),
    ),
    table_pages=(
        path("cards/<slug:key>/", reference.table_card, name="table_card"),
        *(
            path(f"{when}board-<int:seat>.{kind}", paper.board, {"kind": kind}, name=f"{name}_{kind}")
            for kind in (paper.SVG, paper.PNG, paper.PDF)
            for when, name in (("", "board"), ("turns/<int:turn>/", "past_board"))
        ),
        path("year", past.year, name="film"),
        path("since/", past.since, name="changes_since_visit"),
        path("stars/", past.stars, name="stars"),
        path("analysis/", analysis.game_analysis, name="game_analysis"),
        path("review/exercises/", coach.exercises, name="exercises"),
        path("review/exercises/<int:seat>/<int:turn>/", coach.exercise, name="exercise"),
        path("turns/<int:turn>/placement", desk.placement, name="placement"),
        path("turns/<int:turn>/choice", desk.choice, name="choice"),
        path("turns/<int:turn>/take-back", desk.take_back, name="take_back"),
        path("turns/<int:turn>/skill", desk.use_skill, name="use_skill"),
        path("turns/<int:turn>/close", desk.close, name="close"),
        path("turns/<int:turn>/hints", hint_views.hints, name="hints"),
    ),
    # These pages had addresses without the game's key before there could be several games.
    moved=tuple(moved(page) for page in _PAGES),
)
