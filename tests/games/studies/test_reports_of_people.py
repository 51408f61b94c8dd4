"""Reports of people whose profile isn't shown, from where their name is, and what a moderator does about them."""

from __future__ import annotations

import re

import pytest

from games.accounts.models import User
from games.studies.models import Case, Report
from games.tables.models import Seat, Table
from tests.games.cartographers.play import gather
from tests.games.studies.moderating import act, make_moderator
from tests.games.studies.writing import page
from tests.games.tables.clients import signed_in, text_of
from tests.games.tables.device.playing import open_on_device
from tests.games.talk.chatting import say

REPORT = {"reason": "name", "words": "Look at this name."}


@pytest.fixture
def moderator(people: list[User]) -> User:
    """Dee, who is a moderator."""
    return make_moderator(people[3])


def report_links(text: str) -> list[str]:
    """Return the addresses on a page for reporting people without a profile."""
    return [found.replace("&amp;", "&") for found in re.findall(r'/accounts/report/\?[^"]+', text)]


def test_hidden_person_is_reported_from_the_table_without_their_username(people: list[User], game: Table) -> None:
    ann, ben, cas, _dee = people
    User.objects.filter(pk=ben.pk).update(hidden=True, display_name="Rude Gull")
    here = f"/tables/{game.code}/report/"
    assert here in page(signed_in(cas), f"/tables/{game.code}/")
    shown = page(signed_in(cas), here)
    assert "Rude Gull" in shown
    address = report_links(shown)[1]
    form = page(signed_in(cas), address)
    assert ("Rude Gull" in form, "@ben" in form) == (True, False)
    assert signed_in(cas).post(address, REPORT)["Location"] == f"/tables/{game.code}/"
    assert signed_in(ben).post(address, REPORT).status_code == 404, "oneself"
    assert (Case.objects.get().author, Report.objects.get().text) == (ben, "Rude Gull · @ben")
    assert report_links(page(signed_in(ann), here)) == [address], "others only"


def test_name_of_a_guest_is_reported_from_a_waiting_table_and_replaced(
    people: list[User], guest: User, moderator: User
) -> None:
    ann = people[0]
    table = gather(ann, guest)
    assert f"/tables/{table.code}/report/" in page(signed_in(ann), f"/tables/{table.code}/")
    (address,) = report_links(page(signed_in(ann), f"/tables/{table.code}/report/"))
    assert signed_in(ann).post(address, REPORT).status_code == 303
    version = Table.objects.get(pk=table.pk).version
    assert act(moderator, Case.objects.get(), "rename").status_code == 302
    seat = Seat.objects.get(table=table, user=guest)
    assert seat.shown_name != "Gil"
    assert Table.objects.get(pk=table.pk).version > version, "open pages learn of it"
    assert seat.shown_name in text_of(signed_in(ann).get(f"/tables/{table.code}/"))


def test_player_at_a_device_is_reported_by_others_only(people: list[User], moderator: User) -> None:
    ann, cas = people[0], people[2]
    options = {"options-laid_numbers": "behind", "options-final_scorings": "1"}
    table = open_on_device(signed_in(ann), "gisborne", **options)
    Table.objects.filter(pk=table.pk).update(access="open", name="Ann", is_default_name=True)
    assert signed_in(ann).get(f"/tables/{table.code}/report/").status_code in (303, 404)
    addresses = report_links(page(signed_in(cas), f"/tables/{table.code}/report/"))
    assert len(addresses) == 3
    assert signed_in(cas).post(addresses[1], REPORT).status_code == 303
    assert act(moderator, Case.objects.get(), "rename").status_code == 302
    assert Seat.objects.get(table=table, index=1).shown_name != "Ben"


def test_people_met_lately_and_in_chats_are_reported(people: list[User], game: Table) -> None:
    ann, ben, *_ = people
    User.objects.filter(pk=ben.pk).update(hidden=True)
    assert len(report_links(page(signed_in(ann), "/people/"))) == 1
    message = say(game, User.objects.get(pk=ben.pk), "Rude words")
    shown = page(signed_in(ann), f"/tables/{game.code}/talk/players/{message.number}/")
    assert len(report_links(shown)) == 1
    User.objects.filter(pk=ben.pk).update(hidden=False)
    assert report_links(page(signed_in(ann), "/people/")) == [], "the profile has the link"


@pytest.mark.parametrize("token", ["", "x", "1:x", "9" * 40])
def test_forged_token_names_nobody(people: list[User], token: str) -> None:
    assert signed_in(people[0]).get("/accounts/report/", {"person": token}).status_code == 404
