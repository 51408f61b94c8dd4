"""Practice games: bots take the empty seats, answer at once, and the game counts for nothing."""

import logging
import re
from datetime import UTC, datetime, timedelta
from html import unescape
from typing import Any
from uuid import uuid4

import pytest
import time_machine
from django.test import Client
from django.utils import translation

from engine.contract import Ask, Level
from games.accounts.models import User
from games.notices.dispatcher import dispatch
from games.notices.models import Delivery, Notice
from games.tables.clocks import clocks
from games.tables.errors import RefusalReason
from games.tables.lobby import services
from games.tables.lobby.cards import card_of
from games.tables.lobby.hosting import invite
from games.tables.lobby.practice import start_practice
from games.tables.lobby.services import MOST_SOLO, NewTable
from games.tables.log import stand_in_answers
from games.tables.log.stand_in_answers import answer_for_bots
from games.tables.models import Bot, Pace, Seat, Status, Table, TableEvent
from games.tables.time_control import TimeControl
from games.tables.timeouts import worker
from tests.games.tables.clients import signed_in
from tests.games.tables.conftest import gather, pick
from tests.games.tables.lobby.practice_games import answer, fresh, page, seats_of, standing_answers, start
from tests.games.tables.lobby.test_services import refusal
from tests.games.tables.lobby.test_two_games import TRIO, install
from tests.games.tables.pages.test_pages import form
from tests.games.tables.toy_features import TOY
from tests.games.tables.toy_rules import SECRET, Pick, State

# --- Start -----------------------------------------------------------------------------------------------------------


def test_practice_table_of_one_person_starts_at_once_with_bots(people: list[User]) -> None:
    table = start(people[0])
    assert (table.status, table.practice) == (Status.PLAYING, True)
    assert [seat.player for seat in seats_of(table)[1:]] == [Bot(1, Level.ROYAL), Bot(2, Level.ROYAL)]
    assert [seat.shown_name for seat in seats_of(table)] == ["Ann", "Isaura (bot)", "Leofric (bot)"]
    assert len({seat.shown_crest for seat in seats_of(table)}) == 3


def test_practice_table_waits_for_its_host_if_told_so(people: list[User]) -> None:
    table = gather(*people[:2], capacity=4, practice=True, start_when_full=False)
    assert table.status == Status.GATHERING
    invite(table=table.code, by=people[0], username="cas")
    services.join(table=table.code, user=people[2])
    text = page(table, people[0])
    assert "Practice game with bots (Master): it doesn’t count." in text
    assert "Bots then fill any empty seats." in text
    assert 'id="fill"' not in text
    services.start(table=table.code, host=people[0])
    assert [isinstance(seat.player, Bot) for seat in seats_of(table)] == [False, False, False, True]
    assert refusal(services.join, table=table.code, user=people[3]).reason == RefusalReason.BEGUN
    assert refusal(invite, table=table.code, by=people[0], username="dee").reason == RefusalReason.BEGUN


def test_practice_table_with_setup_questions_starts_once_they_are_answered(people: list[User]) -> None:
    new = NewTable("toy", "Desk", {"turns": 3, "asks": True}, 3, practice=True)
    table = services.create_table(host=people[0], new=new)
    assert table.status == Status.GATHERING
    assert "when all players have answered" in page(table, people[0])
    services.answer_setup(table=table.code, user=people[0], answers={"turns": "4"})
    assert fresh(table).status == Status.PLAYING
    assert fresh(table).options["turns"] == 4
    assert standing_answers(table) == [(1, 1), (1, 2)]


def test_host_fills_the_empty_seats_of_a_gathering_table(people: list[User]) -> None:
    table = gather(*people[:2], capacity=4)
    host, guest = signed_in(people[0]), signed_in(people[1])
    assert "Fill the empty seats with bots" in page(table, people[0])
    assert 'id="fill"' not in page(table, people[1])
    assert guest.post(f"/tables/{table.code}/start/", {"seats": "bots"}).status_code == 404
    assert host.post(f"/tables/{table.code}/start/", {"seats": "bots"}).status_code == 303
    assert (fresh(table).practice, len(seats_of(table))) == (True, 4)
    assert [seat.player for seat in seats_of(table)[2:]] == [Bot(1, Level.SURVEYOR), Bot(2, Level.SURVEYOR)]
    assert standing_answers(table) == [(1, 2), (1, 3)]


def test_full_table_has_no_room_for_bots(people: list[User]) -> None:
    table = gather(*people[:2], capacity=2, start_when_full=False)
    assert 'id="fill"' not in page(table, people[0])
    client = signed_in(people[0])
    assert client.post(f"/tables/{table.code}/start/", {"seats": "bots"}).status_code == 409
    assert (fresh(table).practice, fresh(table).status) == (False, Status.GATHERING)
    assert client.post(f"/tables/{table.code}/start/", {"seats": "7"}).status_code == 400
    assert client.post(f"/tables/{table.code}/start/").status_code == 303
    assert (fresh(table).practice, fresh(table).status) == (False, Status.PLAYING)


@pytest.mark.parametrize(("sent", "practice"), [({}, False), ({"practice": "on"}, True), ({"practice": "x"}, True)])
def test_form_of_a_new_table_fills_the_seats(people: list[User], sent: dict[str, str], practice: bool) -> None:
    signed_in(people[0]).post("/tables/new/", form(capacity="3", **sent))
    table = Table.objects.get()
    assert (table.practice, table.status == Status.PLAYING) == (practice, practice)


def test_solo_game_is_no_practice_game(people: list[User]) -> None:
    signed_in(people[0]).post("/tables/new/", form(capacity="1", practice="on"))
    table = Table.objects.get()
    assert (table.practice, table.status) == (False, Status.PLAYING)


def test_practice_games_count_against_the_limit_of_solo_games(
    people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert MOST_SOLO > 2
    monkeypatch.setattr(services, "MOST_SOLO", 2)
    for _ in range(2):
        start(people[0])
    assert refusal(gather, host=people[0], capacity=3, practice=True).reason == RefusalReason.TOO_MANY_ALONE


# --- One click -------------------------------------------------------------------------------------------------------


def test_games_for_several_players_offer_a_game_against_bots(settings: Any, people: list[User]) -> None:
    install(settings, "cartographers", "trio")
    for user in (None, people[0]):
        listed = unescape(signed_in(user).get("/games/to-play/", follow=True).content.decode())
        assert listed.count("Play against bots") == 2
        assert 'href="/tables/practice/?game=trio"' in listed
    assert 'id="practice" href="/tables/practice/"' in unescape(signed_in(people[0]).get("/").content.decode())
    welcome = unescape(Client().get("/").content.decode())
    assert 'id="practice-cartographers"' in welcome
    assert 'href="/tables/practice/?game=cartographers"' in welcome


def test_page_offers_the_number_and_level_of_the_bots(settings: Any, people: list[User]) -> None:
    install(settings, "cartographers", "trio")
    for user in (None, people[0]):
        page = unescape(signed_in(user).get("/tables/practice/").content.decode())
        assert 'value="cartographers"' in page
        assert [f'<option value="{count}"' in page for count in range(7)] == [False, *[True] * 5, False]
        assert '<option value="2" selected' in page
        assert "Royal Cartographer: plans for every season" in page
        assert ('name="guest"' in page) == (user is None)
    page = unescape(Client().get("/tables/practice/", {"game": "trio"}).content.decode())
    assert '<option value="2" selected' in page
    assert '<option value="1"' not in page
    assert "Master: hard to beat" in page
    assert Client().get("/tables/practice/", {"game": "chess"}).status_code == 404


def test_one_click_starts_a_practice_game_once(settings: Any, people: list[User]) -> None:
    install(settings, "trio")
    client, sent = signed_in(people[0]), {"game": "trio", "command_id": str(uuid4())}
    table_page = client.post("/tables/practice/", sent)["Location"]
    assert client.post("/tables/practice/", sent)["Location"] == table_page
    table = Table.objects.get()
    assert (table.capacity, table.practice, table.status) == (3, True, Status.PLAYING)
    assert table.options == {"turns": TRIO.options_form().fields["turns"].initial}
    assert client.get("/tables/practice/").status_code == 200
    for tampered in ({}, {"game": "chess"}, {"game": ["trio", "chess"]}):
        assert client.post("/tables/practice/", tampered).status_code == 404


def test_guest_plays_a_practice_game(settings: Any, db: None) -> None:
    install(settings, "trio")
    client = Client()
    assert client.post("/tables/practice/", {"game": "trio"})["Location"].startswith("/accounts/sign-in/")
    assert not Table.objects.exists()
    client.post("/tables/practice/", {"game": "trio", "guest": "1", "command_id": str(uuid4())})
    guest = User.objects.get(guest=True)
    assert Seat.objects.get(user=guest).table.practice


def test_default_options_are_those_of_the_form(settings: Any, people: list[User]) -> None:
    install(settings, "cartographers", "trio")
    table = start_practice(user=people[0], game=TRIO, bots=2, level=Level.APPRENTICE)
    assert (table.status, len(seats_of(table))) == (Status.PLAYING, 3)
    sent = {"game": "cartographers", "command_id": str(uuid4())}
    assert signed_in(people[1]).post("/tables/practice/", sent).status_code == 303
    assert Table.objects.get(host=people[1]).status == Status.PLAYING


def test_practice_game_is_played_with_a_known_set_only(settings: Any, people: list[User]) -> None:
    install(settings, "cartographers")
    client = signed_in(people[0])
    for chosen, status in (("sagas", 422), ("heroes", 303)):
        sent = {"game": "cartographers", "set": chosen, "command_id": str(uuid4())}
        assert client.post("/tables/practice/", sent).status_code == status
    assert Table.objects.get().set == "heroes"


@pytest.mark.parametrize(
    ("sent", "bots", "level"),
    [
        ({}, 2, Level.SURVEYOR),
        ({"bots": "1", "bot_level": "apprentice"}, 1, Level.APPRENTICE),
        ({"bots": "5", "bot_level": "royal"}, 5, Level.ROYAL),
    ],
)
def test_number_and_level_of_the_bots_are_chosen(
    settings: Any, people: list[User], sent: dict[str, str], bots: int, level: Level
) -> None:
    install(settings, "cartographers")
    signed_in(people[0]).post("/tables/practice/", {"game": "cartographers", "command_id": str(uuid4()), **sent})
    table = Table.objects.get()
    assert [seat.player for seat in seats_of(table)[1:]] == [Bot(number + 1, level) for number in range(bots)]
    assert table.bot_level == level


@pytest.mark.parametrize("sent", [{"bots": "0"}, {"bots": "6"}, {"bots": "two"}, {"bot_level": "king"}])
def test_number_or_level_that_is_not_offered_starts_nothing(
    settings: Any, people: list[User], sent: dict[str, str]
) -> None:
    install(settings, "cartographers")
    client = signed_in(people[0])
    response = client.post("/tables/practice/", {"game": "cartographers", **sent})
    assert response.status_code == 422
    assert "Select a valid choice" in unescape(response.content.decode())
    assert not Table.objects.exists()


def test_table_that_people_fill_has_no_bots(people: list[User]) -> None:
    table = gather(*people[:2], capacity=2, practice=True, start_when_full=False, bot_level=Level.SURVEYOR)
    services.start(table=table.code, host=people[0])
    assert (fresh(table).practice, fresh(table).bot_level) == (True, "")
    assert "Practice game: it doesn’t count." in page(table, people[0])


def test_unknown_level_fills_no_table(people: list[User]) -> None:
    table = gather(*people[:2], capacity=4)
    sent = {"seats": "bots", "bot_level": "king"}
    assert signed_in(people[0]).post(f"/tables/{table.code}/start/", sent).status_code == 400
    assert fresh(table).status == Status.GATHERING


def test_form_of_a_new_table_chooses_the_level(people: list[User]) -> None:
    signed_in(people[0]).post("/tables/new/", form(capacity="3", practice="on", bot_level="royal"))
    assert [seat.player for seat in seats_of(Table.objects.get())[1:]] == [Bot(1, Level.ROYAL), Bot(2, Level.ROYAL)]


def test_names_of_bots_differ_and_those_of_older_games_stay(people: list[User]) -> None:
    table = start(people[0], seats=9, bot_level=Level.APPRENTICE)
    names = [seat.shown_name for seat in seats_of(table)[1:]]
    assert names[:2] == ["Pip (bot)", "Jory (bot)"]
    assert names[5] == "Pip 2 (bot)"
    assert len(set(names)) == 8
    Seat.objects.filter(table=table, user=None).update(bot_level="")
    Table.objects.update(bot_level="")
    assert [seat.shown_name for seat in seats_of(table)][1:3] == ["Stand-in 1", "Stand-in 2"]
    assert "Practice game: it doesn’t count." in page(table, people[0])


# --- Play ------------------------------------------------------------------------------------------------------------


def test_bots_answer_after_the_commit_that_asks_them(people: list[User]) -> None:
    table = start(people[0])
    assert standing_answers(table) == [(1, 1), (1, 2)]
    for turn in (1, 2, 3):
        assert [seat.awaited for seat in seats_of(table)] == [True, False, False]
        answer(table, people[0], turn)
    assert fresh(table).status == Status.FINISHED
    assert standing_answers(table)[-3:] == [(3, 1), (3, 2), (3, 0)]
    assert worker.act_on_due_clocks() == 0


def test_response_to_a_command_shows_the_answers_of_the_bots(people: list[User]) -> None:
    table = start(people[0], calls=True)
    answers = TableEvent.objects.filter(table=table)
    assert answers.filter(kind="called").count() == 0  # the person calls first
    sent = {"command_id": str(uuid4()), "number": "5"}
    response = signed_in(people[0]).post(
        f"/tables/{table.code}/answer/1/call", sent, headers={"HX-Request": "true", "HX-Target": "table"}
    )
    assert response.status_code == 200
    assert standing_answers(table) == [(1, 1), (1, 2)]
    assert response["X-Game-Version"] == str(fresh(table).version)
    assert seats_of(table)[0].seen == fresh(table).number


def test_chain_of_bots_answers_asks_that_follow_from_each_other(people: list[User]) -> None:
    """In the second turn, a stand-in calls, then all pick, and it picks again."""
    table = start(people[0], calls=True)
    for what in ("call", "pick", "again"):
        sent = {"command_id": str(uuid4()), "number": "7" if what == "again" else "5"}
        assert signed_in(people[0]).post(f"/tables/{table.code}/answer/1/{what}", sent).status_code == 303
    given = TableEvent.objects.filter(table=table, turn=2).exclude(kind="revealed").order_by("number")
    answers = [("called", 1), ("picked", 1), ("picked", 2), ("picked_again", 1)]
    assert [(event.kind, event.seat) for event in given] == answers
    assert [seat.awaited for seat in seats_of(table)] == [True, False, False]


def test_game_chooses_the_command_of_its_bots(people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    def choose(view: State, ask: Ask, level: Level) -> Pick:
        levels.append(level)
        assert [one.seat for one in view.given] == [ask.seat] * len(view.given)
        return Pick(ask.seat, ask.turn, 9)

    levels: list[Level] = []
    monkeypatch.setattr(TOY.rules, "choose_command", choose, raising=False)
    table = start(people[0], bot_level=Level.APPRENTICE)
    assert levels == [Level.APPRENTICE] * 2
    assert [event.data["number"] for event in TableEvent.objects.filter(table=table, kind="picked")] == [9, 9]


def test_answers_of_bots_stay_secret_until_the_turn_closes(people: list[User]) -> None:
    table = start(*people[:2], seats=4)
    for user in (people[0], people[1], people[2], None):
        text = page(table, user)
        assert "Isaura (bot) picked" not in text
        assert SECRET not in text
    answer(table, people[0], 1)
    answer(table, people[1], 1)
    assert "Isaura (bot) picked 0" in page(table, people[2])


def test_failing_bot_fails_no_command(
    people: list[User], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: Any) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(stand_in_answers, "answer_for", fail)
    with caplog.at_level(logging.ERROR):
        table = start(people[0])
    assert "a bot failed to answer" in caplog.text
    assert seats_of(table)[1].awaited
    monkeypatch.undo()
    assert worker.act_on_due_clocks() == 2
    assert standing_answers(table) == [(1, 1), (1, 2)]


def test_bots_of_a_game_give_so_many_answers_at_a_time(people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stand_in_answers, "MOST", 2)
    table = start(people[0], seats=5)
    assert standing_answers(table) == [(1, 1), (1, 2)]
    answer_for_bots(fresh(table))
    assert standing_answers(table) == [(1, 1), (1, 2), (1, 3), (1, 4)]


def test_bot_never_loses_time(people: list[User]) -> None:
    noon = datetime(2026, 6, 1, 12, tzinfo=UTC)
    with time_machine.travel(noon, tick=False) as traveller:
        table = start(*people[:2], tempo=TimeControl(Pace.DAYS, turn_seconds=3600))
        assert [seat.due_at is None for seat in seats_of(table)] == [False, False, True]
        traveller.shift(timedelta(hours=2))
        worker.act_on_due_clocks()
        answer_for_bots(fresh(table))
        assert [seat.timeouts for seat in seats_of(table)] == [1, 1, 0]
        stand_in = seats_of(table)[2]
        stand_in.alarm_at = noon + timedelta(days=1)
        clocks.shift_clock(fresh(table), stand_in, noon, noon + timedelta(hours=1))
        assert stand_in.alarm_at == noon + timedelta(days=1, hours=1)


def test_practice_game_of_one_person_has_no_clock(people: list[User]) -> None:
    table = start(people[0], tempo=TimeControl(Pace.LIVE, turn_seconds=60))
    assert table.pace == Pace.NONE


def test_pick_of_a_person_alone_moves_no_bot_twice(people: list[User]) -> None:
    table = start(people[0])
    pick(table, people[0], 1)
    for _ in range(3):
        answer_for_bots(fresh(table))
    assert sorted(standing_answers(table)) == [(1, 0), (1, 1), (1, 2), (2, 1), (2, 2)]


# --- Pages -----------------------------------------------------------------------------------------------------------


def test_card_and_table_say_that_the_game_does_not_count(people: list[User]) -> None:
    table = start(people[0])
    words = "Practice game with bots (Master): it doesn’t count."
    assert words in card_of(Table.objects.with_seats().get(), viewer=people[0]).lines
    assert words in page(table, people[0])
    assert "Practice game" in strip(table, people[0])
    other = gather(people[1], people[2])
    assert "Practice game" not in page(other, people[1])


def strip(table: Table, user: User) -> str:
    match = re.search(r'<section id="strip".*?</section>', page(table, user), re.DOTALL)
    assert match
    return match[0]


def test_pages_in_french(settings: Any, people: list[User]) -> None:
    gathering = gather(people[0], capacity=3)
    table = start(people[1])
    with translation.override("fr"):
        assert [seat.shown_name for seat in seats_of(table)] == ["Ben", "Isaura (robot)", "Leofric (robot)"]
    french = {"headers": {"Accept-Language": "fr"}}
    assert "Compléter avec des robots" in page(gathering, people[0], **french)
    words = "Partie d’entraînement avec des robots (Maître)\N{NO-BREAK SPACE}: elle ne compte pas."
    assert words in page(table, people[1], **french)
    install(settings, "trio")
    home = unescape(signed_in(people[2]).get("/", **french).content.decode())
    assert "Jouer contre des robots" in home


def test_nobody_is_told_of_a_bot(people: list[User]) -> None:
    with time_machine.travel(datetime(2026, 6, 1, 12, tzinfo=UTC), tick=False) as traveller:
        table = start(*people[:2])
        answer(table, people[0], 1)
        traveller.shift(timedelta(days=2))
        dispatch()
        assert "(bot)" not in page(table, people[0]).partition('id="nudge"')[2].partition("</form>")[0]
    told = {user.pk for user in people[:2]}
    assert set(Notice.objects.values_list("user", flat=True)) <= told
    assert set(Delivery.objects.values_list("user", flat=True)) <= told
