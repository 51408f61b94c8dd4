"""Races: opened once by a link, played by anyone until a date, ended early by the host alone."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
import time_machine

from games import clock
from games.accounts.models import Sanction, SanctionKind, User
from games.accounts.services import make_guest
from games.deals.daily import run_deals
from games.deals.races import MOST_OPEN
from games.studies.models import Case, ModeratorAction
from games.studies.moderation import judge
from games.tables.models import Deal, DealEntry, DealKind
from games.tables.people.guests import tidy_guests
from tests.games.deals.playing import play
from tests.games.tables.clients import signed_in, text_of


def _form(**fields: Any) -> dict[str, Any]:
    return {"name": "Map club", "set": "short", "days": "7", "command_id": str(uuid4()), **fields}


@pytest.fixture
def race(people: list[User]) -> Deal:
    signed_in(people[0]).post("/races/new/", _form())
    return Deal.objects.get(kind=DealKind.RACE)


def test_form_opens_one_race_however_often_it_is_sent(people: list[User]) -> None:
    client, form = signed_in(people[0]), _form()
    first, second = (client.post("/races/new/", form) for _time in range(2))
    race = Deal.objects.get()
    assert first["Location"] == second["Location"] == f"/races/{race.code}/"
    assert (race.name, race.options, race.host) == ("Map club", {"turns": 3}, people[0])
    assert race.closes_at - race.opens_at == timedelta(days=7)


@pytest.mark.parametrize("wrong", [{"name": ""}, {"set": "none"}, {"days": "2"}, {"days": ""}, {"name": "x" * 41}])
def test_wrong_form_is_shown_again(wrong: dict[str, str], people: list[User]) -> None:
    assert signed_in(people[0]).post("/races/new/", _form(**wrong)).status_code == 422
    assert not Deal.objects.exists()


def test_race_shows_results_as_each_finishes(race: Deal, people: list[User]) -> None:
    ann, ben, cas, _dee = people
    play(race, ann, 7, 7, 7)
    page = text_of(signed_in(cas).get(f"/races/{race.code}/"))
    assert "1 player has finished this map." in page
    assert "Ranking" not in page
    play(race, ben, 5, 5, 5)
    assert "Rank 2 of 2" in text_of(signed_in(ben).get(f"/races/{race.code}/"))
    answer = signed_in(cas).post(f"/races/{race.code}/play/")
    assert answer["Location"] == f"/tables/{DealEntry.objects.get(user=cas).table.code}/"


def test_late_comer_finds_a_closed_race(race: Deal, people: list[User]) -> None:
    play(race, people[0], 7, 7, 7)
    with time_machine.travel(clock.now() + timedelta(days=8)):
        run_deals()
        client = signed_in(people[1])
        assert client.post(f"/races/{race.code}/play/")["Location"] == f"/races/{race.code}/"
        page = text_of(client.get(f"/races/{race.code}/"))
        assert "This is closed, so you can’t play it for the ranking anymore." in page
        assert "Ann" in page
        assert "Play without ranking" in page


def test_only_the_host_ends_a_race(race: Deal, people: list[User]) -> None:
    assert signed_in(people[1]).post(f"/races/{race.code}/end/").status_code == 404
    assert "End race" not in text_of(signed_in(people[1]).get(f"/races/{race.code}/"))
    assert "End race" in text_of(signed_in(people[0]).get(f"/races/{race.code}/"))
    signed_in(people[0]).post(f"/races/{race.code}/end/")
    race.refresh_from_db()
    assert race.closed_at is not None


def test_list_has_hosted_and_played_races(race: Deal, people: list[User]) -> None:
    play(race, people[1], 7)
    for user, listed in zip(people, (True, True, False), strict=False):
        assert (f'href="/races/{race.code}/"' in text_of(signed_in(user).get("/races/"))) == listed
    assert "In a race, everyone with the link" in text_of(signed_in(people[2]).get("/races/"))


def test_number_of_open_races_is_limited(people: list[User]) -> None:
    client = signed_in(people[0])
    for _race in range(MOST_OPEN):
        client.post("/races/new/", _form())
    answer = client.post("/races/new/", _form())
    assert answer.status_code == 422
    assert "You have too many open races. End one first." in text_of(answer)


def test_race_of_a_deleted_account_has_no_name(race: Deal, people: list[User]) -> None:
    from games.tables.people.personal_data import erase

    erase(user=people[0])
    race.refresh_from_db()
    assert (race.name, race.host) == ("", None)


# --- Names -----------------------------------------------------------------------------------------------------------


def _reported(race: Deal, reporter: User, moderator: User) -> Case:
    """Report the name of a race on its page, and let a moderator replace it."""
    address = f"/races/{race.code}/report/"
    assert address in text_of(signed_in(reporter).get(f"/races/{race.code}/"))
    assert signed_in(reporter).post(address, {"reason": "insult"})["Location"] == f"/races/{race.code}/"
    case = Case.objects.get()
    assert case.text == "Map club"
    judge(case=case.pk, act=ModeratorAction.RACE, words="Not here.", by=moderator)
    return case


def test_name_is_reported_and_replaced_and_its_host_warned(race: Deal, people: list[User]) -> None:
    ann, ben, _cas, dee = people
    assert signed_in(ann).get(f"/races/{race.code}/report/").status_code == 404
    assert "/report/" not in text_of(signed_in(ann).get(f"/races/{race.code}/"))
    assert _reported(race, ben, dee).author == ann
    assert "<h1>Race</h1>" in text_of(signed_in(ben).get(f"/races/{race.code}/"))
    assert [(one.person, one.kind) for one in Sanction.objects.all()] == [(ann, SanctionKind.RACE_NAME)]
    assert signed_in(ben).get(f"/races/{race.code}/report/").status_code == 404


def test_name_by_a_guest_who_was_tidied_away_is_replaced_too(race: Deal, people: list[User]) -> None:
    guest = make_guest(display_name="Gil")
    Deal.objects.update(host=guest)
    assert tidy_guests(silent_for=timedelta(seconds=-1)) == 1
    race.refresh_from_db()
    assert (race.host, race.name) == (None, "Map club")
    assert _reported(race, people[1], people[3]).author is None
    assert Deal.objects.get().name == ""
    assert not Sanction.objects.exists()
