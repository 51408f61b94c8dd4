"""Time controls: choices for the host, and their descriptions."""

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.accounts.models import User
from games.tables.models import Pace, Table
from games.tables.time_control import NO_CLOCK, TimeControl, pace_words
from tests.games.tables.clients import signed_in
from tests.games.tables.conftest import gather
from tests.games.tables.pages.test_pages import form

NEW = "/tables/new/"
HOUR = 3600
LIVE = {"pace": "live", "turn_seconds": "45", "reserve_minutes": "3"}
DAYS = {"pace": "days", "turn_hours": "72", "nights_free": "on"}
WRONG = {"turn_seconds": "fast", "reserve_minutes": "-1", "turn_hours": "1"}


@pytest.fixture
def ann(people: list[User]) -> Client:
    return signed_in(people[0])


def text(client: Client, address: str = NEW) -> str:
    return unescape(client.get(address).content.decode())


def begins_with(page: str) -> str:
    checked = re.findall(r'name="pace" value="(\w+)"[^>]* checked', page)
    assert len(checked) == 1
    return str(checked[0])


def tempo(table: Table) -> TimeControl:
    return TimeControl(Pace(table.pace), table.turn_seconds, table.reserve_seconds, table.nights_free)


def test_strangers_are_offered_a_clock_and_friends_none(ann: Client, client: Client) -> None:
    assert begins_with(text(client)) == "live"
    assert begins_with(text(ann)) == "live"
    assert begins_with(text(ann, f"{NEW}?access=invitation")) == "none"
    page = text(ann)
    assert re.search(r'name="turn_seconds" value="60"', page)
    assert re.search(r'name="reserve_minutes" value="5"', page)


@pytest.mark.parametrize("pace", list(Pace))
def test_an_address_may_say_the_pace(ann: Client, pace: Pace) -> None:
    assert begins_with(text(ann, f"{NEW}?access=invitation&pace={pace}")) == pace
    assert begins_with(text(ann, f"{NEW}?access=open&pace=slow")) == "live", "there is none such"


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        (LIVE, TimeControl(Pace.LIVE, 45, 180)),
        (DAYS, TimeControl(Pace.DAYS, 72 * HOUR, nights_free=True)),
        ({"pace": "days", "turn_hours": "168"}, TimeControl(Pace.DAYS, 168 * HOUR)),
        ({"pace": "none"}, NO_CLOCK),
        ({}, NO_CLOCK),
        ({**LIVE, "capacity": "1"}, NO_CLOCK),
        ({**WRONG, "pace": "none"}, NO_CLOCK),
        ({**WRONG, **LIVE}, TimeControl(Pace.LIVE, 45, 180)),
        ({**WRONG, **DAYS}, TimeControl(Pace.DAYS, 72 * HOUR, nights_free=True)),
        ({**WRONG, "pace": "live", "capacity": "1"}, NO_CLOCK),
    ],
)
def test_what_belongs_to_another_pace_does_not_count(
    ann: Client, changes: dict[str, str], expected: TimeControl
) -> None:
    assert ann.post(NEW, form(**changes)).status_code == 303
    assert tempo(Table.objects.get()) == expected


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"turn_seconds": "14"}, "greater than or equal to 15"),
        ({"turn_seconds": "601"}, "less than or equal to 600"),
        ({"turn_seconds": ""}, "This field is required."),
        ({"reserve_minutes": "61"}, "less than or equal to 60"),
        ({"reserve_minutes": "soon"}, "Enter a whole number."),
        ({"reserve_minutes": ""}, "This field is required."),
        ({"pace": "days", "turn_hours": "5"}, "Select a valid choice."),
        ({"pace": "days", "turn_hours": ""}, "This field is required."),
        ({"pace": "never"}, "Select a valid choice."),
    ],
)
def test_what_is_wrong_with_a_pace_is_said_at_its_field(ann: Client, changes: dict[str, str], words: str) -> None:
    answer = ann.post(NEW, form(**{**LIVE, **changes}))
    assert answer.status_code == 422
    page = unescape(answer.content.decode())
    name = next(reversed(changes))
    label = re.escape(f'href="#id_{name}')
    assert re.search(rf"{label}[^>]*>[^<]*{re.escape(words)}", page)
    assert re.search(r'class="field invalid"', page)
    assert not Table.objects.exists()


def test_the_pace_that_was_chosen_last_is_there_again(ann: Client) -> None:
    assert ann.post(NEW, form(**DAYS)).status_code == 303
    page = text(ann)
    assert begins_with(page) == "days"
    assert re.search(r'<option value="72" selected>', page)
    assert re.search(r'name="nights_free"[^>]* checked', page)
    assert begins_with(text(ann, f"{NEW}?pace=none")) == "none"


@pytest.mark.parametrize(("access", "pace"), [("open", "live"), ("invitation", "none")])
def test_choices_that_say_nothing_of_a_pace_begin_with_the_usual_one(
    ann: Client, people: list[User], access: str, pace: str
) -> None:
    ann.post(NEW, form(access=access))
    row = people[0].kept_choices.get()
    del row.fields["table"]["pace"]
    row.save()
    assert begins_with(text(ann)) == pace


@pytest.mark.parametrize(
    ("chosen", "words"),
    [
        (TimeControl(Pace.LIVE, 60, 300), "Real time: 60 s per turn, 5 min time bank"),
        (TimeControl(Pace.LIVE, 90), "Real time: 90 s per turn"),
        (TimeControl(Pace.LIVE, 120, 3600), "Real time: 2 min per turn, 60 min time bank"),
        (TimeControl(Pace.DAYS, 24 * HOUR), "24 hours per turn"),
        (TimeControl(Pace.DAYS, 48 * HOUR, nights_free=True), "48 hours per turn, nights paused"),
        (TimeControl(Pace.DAYS, 168 * HOUR), "1 week per turn"),
        (NO_CLOCK, "No time limit"),
    ],
)
def test_a_pace_is_told_wherever_a_table_is(people: list[User], chosen: TimeControl, words: str) -> None:
    table = gather(people[0], capacity=3, tempo=chosen)
    assert pace_words(table) == words
    for address in (f"/tables/{table.code}/", reverse("tables:lobby"), f"/invitations/{table.invitation}/"):
        assert words in text(signed_in(people[1]), address), address


def test_nothing_is_said_of_the_pace_of_who_plays_alone(people: list[User], ann: Client) -> None:
    table = gather(people[0], capacity=1, start_when_full=False)
    assert pace_words(table) == ""
    assert "No time limit" not in text(ann, f"/tables/{table.code}/")
    assert "Solo games have no time limit." in text(ann)


def test_a_game_under_way_tells_its_clock_alone(people: list[User], ann: Client) -> None:
    gather(people[0], people[1], tempo=TimeControl(Pace.LIVE, 60, 300))
    assert "Real time: 60 s per turn" in text(ann, "/")
    Table.objects.update(pace=Pace.NONE)
    assert "No time limit" not in text(ann, "/")


def test_the_form_holds_back_no_number_that_is_hidden(ann: Client) -> None:
    fields: list[Any] = re.findall(r'<input[^>]*name="(?:turn_seconds|reserve_minutes)"[^>]*>', text(ann))
    assert len(fields) == 2
    assert not [field for field in fields if re.search(r'required|type="number"|min=', field)]


def test_nights_are_told_in_the_zone_of_the_viewer(people: list[User], ann: Client, client: Client) -> None:
    User.objects.filter(pk=people[0].pk).update(time_zone="America/New_York")
    table = gather(people[0], capacity=3, tempo=TimeControl(Pace.DAYS, 24 * HOUR, nights_free=True))
    words = "Nights are 22:00 to 08:00 in your time zone, {}."
    for address in (NEW, f"/tables/{table.code}/"):
        page = text(ann, address)
        assert words.format("America/New York") in page
        assert 'href="/notices/settings/#id_time_zone"' in page
        page = text(client, address)
        assert words.format("UTC") in page
        assert "id_time_zone" not in page
    Table.objects.update(nights_free=False)
    assert "Nights are" not in text(ann, f"/tables/{table.code}/")
