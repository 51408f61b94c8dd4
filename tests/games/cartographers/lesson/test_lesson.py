"""The lesson: its texts, and starting, continuing and leaving it."""

import re

import pytest
from django.test import Client

from engine.cartographers.catalog import cartographers
from games.accounts.models import User
from games.cartographers.lesson.lesson import LessonTopic, topics_of
from games.cartographers.lesson.lesson_game import lesson_under_way, start_lesson
from games.cartographers.models import Lesson
from games.tables.models import Status, Table
from tests.games.cartographers.monsters import play_on, walked_in_first
from tests.games.cartographers.play import draw, gather, state_of, url
from tests.games.tables.clients import signed_in, text_of

pytestmark = pytest.mark.django_db
CARDS = {**cartographers().explore, **cartographers().ruins, **cartographers().ambushes}


@pytest.mark.parametrize(
    ("column", "topic"),
    [
        ("great_river", LessonTopic.PLACING),
        ("great_river hamlet", LessonTopic.EDICTS),
        ("great_river temple_ruins hamlet", LessonTopic.RUINS),
        ("temple_ruins great_river", LessonTopic.PLACING),
        ("great_river goblin_attack hamlet", LessonTopic.MONSTERS),
        ("great_river goblin_attack hamlet farmland", LessonTopic.EDICTS),
        ("great_river hamlet farmland", LessonTopic.COINS),
        ("great_river hamlet farmland orchard", LessonTopic.TIME),
        ("great_river hamlet farmland orchard homestead", None),
        ("great_river temple_ruins hamlet outpost_ruins farmland", LessonTopic.EDICTS),
    ],
)
def test_each_turn_has_its_topic(column: str, topic: LessonTopic | None) -> None:
    assert topics_of(CARDS[card] for card in column.split())[-1] is topic


def title_of(client: Client, table: Table) -> str:
    """The title of the lesson on the table page, or "" for none."""
    match = re.search(r'<h2 id="lesson-title">(.*?)</h2>', text_of(client.get(url(table))))
    return match[1] if match else ""


def test_a_first_season_teaches_everything(people: list[User]) -> None:
    ann = signed_in(people[0])
    table = start_lesson(user=people[0])
    titles = []
    while state_of(table).season == 0:
        titles.append(title_of(ann, table))
        (text,) = re.findall(r'<p class="bubble">(.*?)</p>', text_of(ann.get(url(table))))
        assert len(text.split()) <= 15
        draw(ann, table, 0)
    assert titles == ["Draw your first discovery", "Edicts", "Coins", "Ruins", "Monsters", "Time"]
    assert title_of(ann, table) == "The season is over"
    draw(ann, table, 0)
    assert title_of(ann, table) == ""


def test_each_step_reports_the_drawing_before_it(people: list[User]) -> None:
    ann = signed_in(people[0])
    table = start_lesson(user=people[0])
    reports = []
    for turn in range(7):
        found = re.search(r'id="earned"[^>]*>(.*?)</strong>', text_of(ann.get(url(table))))
        reports.append(found[1] if found else "")
        assert len(reports[-1].split()) <= 15
        if turn < 6:
            draw(ann, table, 0)
    assert reports == [
        "",
        "You drew 2 forest spaces and earned 1 coin.",
        "No stars yet. Water on A2 to A5 would have earned 2 stars.",
        "You drew 4 village spaces and covered ruins.",
        "You drew 3 water spaces and earned 1 coin.",
        "You drew 3 village spaces and earned 1 coin.",
        "",
    ]


@pytest.mark.parametrize("second", ["goblin_attack", "dragon_inferno"])
def test_the_season_is_told_at_the_first_drawing_of_summer_whatever_walked_in(
    second: str, people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    walked_in_first(monkeypatch, second)
    ann, table = signed_in(people[0]), gather(people[0])
    Lesson.objects.create(table=table)
    state = play_on(table, people, lambda state: state.season == 1)
    assert state.column[0] == second
    assert title_of(ann, table) == "The season is over"
    draw(ann, table, 0)
    assert title_of(ann, table) == ""


def test_the_lessons_season_is_short_and_shows_all(people: list[User]) -> None:
    state = state_of(start_lesson(user=people[0]))
    spring = (*state.column, *state.deck)
    assert spring[:4] == ("forgotten_forest", "fishing_village", "homestead", "temple_ruins")
    assert spring[4:8] == ("great_river", "goblin_attack", "hamlet", "farmland")


def test_one_goes_on_with_the_lesson_under_way(people: list[User]) -> None:
    ann = signed_in(people[0])
    assert "Start lesson" in ann.get("/cartographers/learn/").content.decode()
    first = ann.post("/cartographers/learn/")
    assert "Continue lesson" in ann.get("/cartographers/learn/").content.decode()
    assert ann.post("/cartographers/learn/")["Location"] == first["Location"]
    assert Lesson.objects.count() == Table.objects.filter(status=Status.PLAYING).count() == 1


def test_a_lesson_that_has_ended_can_be_begun_again(people: list[User]) -> None:
    ann = signed_in(people[0])
    first = start_lesson(user=people[0])
    play_on(first, people, lambda state: state.season == 1)
    assert title_of(ann, first) == "The season is over"
    assert "Start lesson" in ann.get("/cartographers/learn/").content.decode()
    assert start_lesson(user=people[0]) != first


def test_a_visitor_learns_as_a_guest(client: Client) -> None:
    answer = client.post("/cartographers/learn/", {"guest": "1"}, follow=True)
    assert "Draw your first discovery" in answer.content.decode()
    assert User.objects.get().guest


def test_a_lesson_is_left_and_the_game_goes_on(people: list[User]) -> None:
    ann = signed_in(people[0])
    table = start_lesson(user=people[0])
    address = f"/tables/{table.code}/lesson/leave"
    assert ann.post(address).status_code == 303
    assert title_of(ann, table) == ""
    assert ann.post(address).status_code == 303
    assert lesson_under_way(people[0]) is None
    assert Table.objects.get(pk=table.pk).status == Status.PLAYING
    assert signed_in(people[1]).post(address).status_code == 404


def test_others_are_not_taught(people: list[User]) -> None:
    table = start_lesson(user=people[0])
    assert title_of(signed_in(people[1]), table) == ""


def test_a_lesson_begun_twice_by_one_form_is_one_lesson_of_one_guest() -> None:
    page = text_of(Client().get("/cartographers/learn/"))
    command_id = re.search(r'name="command_id" value="([^"]+)"', page)
    assert command_id
    sent = {"guest": "1", "command_id": command_id[1]}
    first, second = (Client().post("/cartographers/learn/", sent) for _ in range(2))
    assert (first.status_code, first["Location"]) == (303, second["Location"])
    assert (User.objects.guests().count(), Lesson.objects.count(), Table.objects.count()) == (1, 1, 1)


def test_the_first_page_starts_the_lesson(client: Client, people: list[User]) -> None:
    for page in (text_of(client.get("/")), text_of(signed_in(people[0]).get("/"))):
        assert '<form id="learn" method="post" action="/cartographers/learn/">' in page
        assert re.search(r'<button class="[a-z]+" form="learn">Two-minute lesson</button>', page)


def test_a_guest_is_offered_an_account_when_the_game_is_over(client: Client) -> None:
    answer = client.post("/cartographers/learn/", {"guest": "1"})
    table = Table.objects.get()
    assert "Create an account to keep your games" not in text_of(client.get(answer["Location"]))
    play_on(table, [User.objects.get()])
    ended = text_of(client.get(answer["Location"]))
    assert f'href="/accounts/keep/?next=%2Ftables%2F{table.code}%2F"' in ended
