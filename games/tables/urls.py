"""URLs of tables."""

from django.urls import path

from games.tables.pages import command_views, new_table_views, one_click_views, pair_views, views
from games.tables.people import account_views, people_views

app_name = "tables"

urlpatterns = [
    path("", views.home, name="home"),
    path("accounts/data.json", account_views.export_data, name="export_data"),
    path("accounts/delete/", account_views.delete_account, name="delete_account"),
    path("accounts/vacation/", account_views.vacation, name="vacation"),
    path("games/to-play/", views.games_to_play, name="games"),
    path("people/", people_views.people, name="people"),
    path("tables/", views.lobby, name="lobby"),
    path("tables/code/", views.by_code, name="by_code"),
    path("tables/mine/", views.mine, name="own_tables"),
    path("tables/new/", new_table_views.new, name="new"),
    path("tables/new/choices/<int:pk>/rename/", new_table_views.rename, name="rename"),
    path("tables/new/choices/<int:pk>/delete/", new_table_views.delete_settings, name="delete_settings"),
    path("tables/bring/", views.move_guest_games, name="move_guest_games"),
    path("tables/pair/", pair_views.pair_up, name="pair"),
    path("tables/solo/", one_click_views.solo, name="solo"),
    path("tables/practice/", one_click_views.practice, name="practice"),
    path("tables/<slug:code>/", views.table, name="table"),
    path("tables/<slug:code>/join/", command_views.join, name="join"),
    path("tables/<slug:code>/setup/", command_views.answer_setup, name="answer_setup"),
    path("tables/<slug:code>/leave/", command_views.leave, name="leave"),
    path("tables/<slug:code>/kick/", command_views.kick, name="kick"),
    path("tables/<slug:code>/bots/", command_views.seat_bot, name="seat_bot"),
    path("tables/<slug:code>/bots/remove/", command_views.remove_bot, name="remove_bot"),
    path("tables/<slug:code>/handicap/", command_views.set_handicap, name="set_handicap"),
    path("tables/<slug:code>/help/", command_views.choose_help, name="choose_help"),
    path("tables/<slug:code>/bots/later/", command_views.schedule_fill, name="schedule_fill"),
    path("tables/<slug:code>/close/", command_views.close, name="close"),
    path("tables/<slug:code>/give-up/", command_views.give_up, name="abandon"),
    path("tables/<slug:code>/resign/", command_views.resign, name="resign"),
    path("tables/<slug:code>/back/", command_views.take_seat_back, name="take_seat_back"),
    path("tables/<slug:code>/vote/", command_views.vote, name="vote"),
    path("tables/<slug:code>/pace/", command_views.change_pace, name="change_pace"),
    path("tables/<slug:code>/pace/answer/", command_views.answer_pace, name="answer_pace"),
    path("tables/<slug:code>/end/", command_views.end_game, name="end_game"),
    path("tables/<slug:code>/seat/", command_views.seat, name="take_seat"),
    path("tables/<slug:code>/start/", command_views.start, name="start"),
    path("tables/<slug:code>/list/", command_views.list_again, name="list_again"),
    path("tables/<slug:code>/invite/", command_views.invite, name="invite"),
    path("tables/<slug:code>/decline/", command_views.decline, name="decline"),
    path("tables/<slug:code>/rematch/", command_views.rematch, name="rematch"),
    path("tables/<slug:code>/deck/", one_click_views.replay_deck, name="replay_deck"),
    path("tables/<slug:code>/turns/<int:turn>/fork/", one_click_views.fork, name="fork"),
    path("invitations/<slug:token>/", views.invitation, name="invitation"),
]
