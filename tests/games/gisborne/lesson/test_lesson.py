"""The lesson: a whole one, its steps and texts, and starting, continuing and leaving it."""

import re
from html import unescape
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from engine.contract import Ask, Seat
from engine.gisborne.cards import Metal, metals_of
from engine.gisborne.commands import Command, Lay
from engine.gisborne.events import Event
from engine.gisborne.players.heuristic import choose_command
from engine.gisborne.view import LayDesk, View
from games.accounts.models import User
from games.gisborne.lesson.lesson_box import OPTIONS, remove_lesson
from games.gisborne.lesson.lesson_game import start_lesson
from games.gisborne.lesson.steps import Step, done_steps, due_step, leading_play
from games.gisborne.models import Lesson
from games.tables.log.state import load, log
from games.tables.models import Status, Table
from tests.games.gisborne.play import answer_one, gather, state_of
from tests.games.tables.clients import been_here, people_named, signed_in, text_of
from tests.games.tables.present import present

pytestmark = pytest.mark.django_db
ME = Seat(0)
MOST_WORDS = 15
TITLES = {
    "lay": "Cards",
    "metals": "Metals",
    "tent": "Tent",
    "viewpoint": "Chips",
    "scoring": "Position scoring",
    "village": "Villages",
    "swamp": "Swamps",
    "river": "Rivers",
    "push": "Pushing",
    "beach": "Beach",
}


@pytest.fixture
def ann() -> User:
    return people_named("Ann")[0]


def url(table: Table) -> str:
    return f"/tables/{table.code}/"


def bubble(client: Client, table: Table, language: str = "en") -> dict[str, str]:
    """The bubble on the table's page: target, title, text and report; empty for none."""
    page = text_of(client.get(url(table), headers={"Accept-Language": language}))
    aside = re.search(r'<aside id="lesson".*?</aside>', page, re.DOTALL)
    if aside is None:
        return {}
    patterns = {
        "target": r'data-at="(\w+)"',
        "title": r'<h2 id="lesson-title">(.*?)</h2>',
        "text": r'<p class="bubble">(.*?)</p>',
        "earned": r'<strong id="earned" data-say>(.*?)</strong>',
    }
    found = {name: re.search(pattern, aside[0]) for name, pattern in patterns.items()}
    return {name: unescape(match[1]) if match else "" for name, match in found.items()}


def events_of(table: Table) -> list[Event]:
    return [entry.event for entry in log(table, up_to=load(present(table)).number)]


def step_of(table: Table, view: View) -> Step | None:
    return due_step(view, done_steps(events_of(table), ME, view.way.rivers))


def obey(step: Step | None, view: View, ask: Ask) -> Command:
    """Return the command that a bubble asks for, else that of a stand-in."""
    if not isinstance(view.desk, LayDesk):
        return choose_command(view, ask)
    hand = view.desk.hand
    if step is Step.TENT:
        return Lay(ME, ask.turn, (), tent=True)
    if step is Step.METALS:
        return Lay(ME, ask.turn, next((card,) for card in hand if card.metal is Metal.BRONZE))
    if step is Step.VILLAGE and view.desk.mixed and len(metals_of(hand)) > 1:
        return Lay(ME, ask.turn, (hand[0], next(card for card in hand if card.metal is not hand[0].metal)))
    if step in {Step.VIEWPOINT, Step.VILLAGE, Step.SWAMP, Step.RIVER} and leading_play(step, view):
        return Lay(ME, ask.turn, leading_play(step, view))
    return choose_command(view, ask)


def play_on(client: Client, table: Table) -> bool:
    """Do what the bubble asks; return False if the game is over."""
    return answer_one(table, [client], lambda view, ask: obey(step_of(table, view), view, ask))


def test_whole_lesson_teaches_and_reports_each_step(ann: User) -> None:
    client, table = signed_in(ann), start_lesson(user=ann)
    shown = [bubble(client, table)]
    french = [bubble(client, table, "fr")]
    while play_on(client, table):
        shown.append(bubble(client, table))
        french.append(bubble(client, table, "fr"))
        assert len(shown) < 40
    assert {one["title"] for one in shown} >= set(TITLES.values())
    reports = " ".join(one["earned"] for one in shown)
    for title in TITLES.values():
        assert reports.count(title) == 1, title
    assert "10 of 10 done" in reports
    assert shown[-1]["title"] == "You know Gisborne"
    assert {one["target"] for one in shown} == {"hand", "tent", "way", "chips", "button", "seats"}
    for one in (*shown, *french):
        assert 3 <= len(one["text"].split()) <= MOST_WORDS, one
        assert len(one["earned"].split()) <= MOST_WORDS, one
    assert all(mine["text"] != theirs["text"] for mine, theirs in zip(shown, french, strict=True))
    page = text_of(client.get(url(table)))
    assert 'id="play-real" href="/tables/new/?game=gisborne"' in page
    assert 'id="play-bots" name="game" value="gisborne" formaction="/tables/practice/"' in page
    assert present(table).status == Status.FINISHED


def test_another_play_than_the_one_asked_for_does_not_advance(ann: User) -> None:
    client, table = signed_in(ann), start_lesson(user=ann)

    def camp(_view: View, ask: Ask) -> Command:
        return Lay(ME, ask.turn, (), tent=True)

    assert bubble(client, table)["title"] == "Cards"
    answer_one(table, [client], camp)
    after = bubble(client, table)
    assert (after["title"], after["earned"]) == ("Cards", "1 of 10 done: Tent.")
    answer_one(table, [client], camp)
    after = bubble(client, table)
    assert (after["title"], after["earned"]) == ("Cards", "")


def test_guests_start_at_once_and_continue(db: None) -> None:
    client = Client()
    answer = client.post("/gisborne/learn/", {"guest": "1"})
    assert answer.status_code == 303
    assert bubble(client, Table.objects.get())["title"] == "Cards"
    assert "Continue lesson" in text_of(client.get("/gisborne/learn/"))
    assert client.post("/gisborne/learn/")["Location"] == answer["Location"]
    assert Table.objects.get().practice


def test_the_page_offers_the_lesson_and_home_and_the_rules_link_it() -> None:
    page = text_of(Client().get("/gisborne/learn/"))
    assert "Start lesson" in page
    assert 'href="/gisborne/learn/"' in text_of(Client().get("/games/to-play/"))
    assert Client().post("/gisborne/learn/").status_code == 303
    assert not Table.objects.exists()


def test_only_its_player_sees_and_leaves_a_lesson(ann: User) -> None:
    ben = signed_in(people_named("Ben")[0])
    client, table = signed_in(ann), start_lesson(user=ann)
    leave = f"{url(table)}lesson/leave"
    assert not bubble(ben, table)
    assert ben.post(leave).status_code == 404
    assert client.get(leave)["Location"] == url(table)
    assert bubble(client, table)
    assert client.post(leave)["Location"] == f"{url(table)}#desk"
    assert not bubble(client, table)
    assert Lesson.objects.get().left_at
    assert start_lesson(user=ann) != table


def test_other_tables_have_no_lesson_to_leave(ann: User) -> None:
    people = [ann, *people_named("Ben", "Cas")]
    table = gather(*people)
    assert signed_in(ann).post(f"{url(table)}lesson/leave").status_code == 404
    assert not bubble(signed_in(ann), table)


def test_a_rematch_is_a_whole_game() -> None:
    assert remove_lesson({**OPTIONS, "final_scorings": "2"}) == {"final_scorings": "2"}


def test_a_bubble_costs_two_queries_and_other_tables_none(ann: User) -> None:
    """It asks for the lesson, and for the log, which is not remembered in a test."""
    client, table = been_here(ann), start_lesson(user=ann)
    state_of(table)

    def queries() -> int:
        with CaptureQueriesContext(connection) as caught:
            answer: Any = client.get(url(table))
        assert answer.status_code == 200
        return len(caught)

    queries()
    with_bubble = queries()
    Lesson.objects.get().leave()
    assert queries() == with_bubble - 1
    Table.objects.filter(pk=table.pk).update(options={})
    assert queries() == with_bubble - 2
