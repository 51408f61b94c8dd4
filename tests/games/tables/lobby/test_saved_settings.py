"""Remembered settings of a new table: the last ones used, and those saved under a name."""

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.accounts.models import User
from games.accounts.services import make_guest
from games.tables.models import LAST, MOST_NAMED, KeptChoices, Table
from games.tables.names import TABLE_NAME_MAX
from games.tables.people.guests import move_tables
from games.tables.people.personal_data import erase, export_user_data
from tests.games.tables.clients import signed_in
from tests.games.tables.pages.test_pages import form
from tests.games.tables.people.test_guests import NAME

NEW = "/tables/new/"


@pytest.fixture
def ann(people: list[User]) -> Client:
    return signed_in(people[0])


def post(client: Client, **changes: Any) -> Any:
    return client.post(NEW, form(**changes))


def text(client: Client, address: str = NEW) -> str:
    return unescape(client.get(address).content.decode())


def begins_with(page: str) -> tuple[str, ...]:
    """Return the form's initial seats, access, start-when-full setting and turns."""
    seats = re.search(r'<option value="(\d+)" selected>', page)
    access = re.search(r'name="access" value="(\w+)"[^>]* checked', page)
    turns = re.search(r'name="options-turns" value="(\d+)"', page)
    full = re.search(r'name="start_when_full"[^>]* checked', page)
    assert seats
    assert access
    assert turns
    return seats[1], access[1], "full" if full else "", turns[1]


def named(user: User) -> list[str]:
    return list(KeptChoices.objects.named(user).order_by("name").values_list("name", flat=True))


FIRST = ("4", "open", "full", "3")
OTHER = {"capacity": "3", "access": "invitation", "options-turns": "7", "start_when_full": ""}


def test_the_form_opens_with_what_was_chosen_last(ann: Client, people: list[User]) -> None:
    assert begins_with(text(ann)) == FIRST
    assert post(ann, **OTHER).status_code == 303
    assert begins_with(text(ann)) == ("3", "invitation", "", "7")
    assert begins_with(text(signed_in(people[1]))) == FIRST, "another's"
    assert 'value="Ann’s table"' in text(ann), "a name is of one table"
    assert post(ann).status_code == 303
    assert begins_with(text(ann)) == ("2", "open", "full", "3")
    assert KeptChoices.objects.count() == 1


def test_it_begins_anew_where_that_is_asked(ann: Client) -> None:
    assert "Default setup" not in text(ann)
    post(ann, **OTHER)
    anew = re.search(r'href="([^"]+)">Default setup', text(ann))
    assert anew
    assert begins_with(text(ann, anew[1])) == FIRST
    assert "Default setup" not in text(ann, anew[1])


def test_an_address_counts_more_than_what_was_chosen(ann: Client) -> None:
    post(ann, **OTHER)
    assert begins_with(text(ann, f"{NEW}?capacity=1&access=open")) == ("1", "open", "", "7")


def test_a_refused_form_is_not_remembered(ann: Client) -> None:
    assert post(ann, **{**OTHER, "options-turns": "13"}).status_code == 422
    assert post(ann, **{**OTHER, "capacity": "99"}).status_code == 422
    assert not KeptChoices.objects.exists()


def test_what_can_no_longer_be_chosen_is_passed_over(ann: Client, people: list[User]) -> None:
    post(ann, **OTHER)
    KeptChoices.objects.update(fields={"table": {"capacity": 40, "access": "all"}, "options": {"turns": "x", "no": 1}})
    assert begins_with(text(ann)) == FIRST


def test_a_guest_is_remembered_too(client: Client, people: list[User]) -> None:
    assert post(client, **OTHER, **{NAME: "Fay"}).status_code == 303
    assert begins_with(text(client)) == ("3", "invitation", "", "7")


def test_choices_are_kept_under_a_name(ann: Client, people: list[User]) -> None:
    post(ann, keep_as=" Long  evening ", **OTHER)
    post(ann)
    page = text(ann)
    assert begins_with(page) == ("2", "open", "full", "3")
    link = re.search(r'href="([^"]+)">Long evening<', page)
    assert link
    page = text(ann, link[1])
    assert begins_with(page) == ("3", "invitation", "", "7")
    assert re.search(r'aria-current="true">Long evening<', page)
    post(ann, keep_as="Long evening")
    assert begins_with(text(ann, link[1])) == ("2", "open", "full", "3"), "the same name again"
    assert "Long evening" not in text(signed_in(people[1]))
    assert begins_with(text(signed_in(people[1]), link[1])) == FIRST, "nobody begins with another's"


def test_only_so_many_are_kept(ann: Client, people: list[User]) -> None:
    for number in range(MOST_NAMED):
        assert post(ann, keep_as=f"No. {number}", capacity="1").status_code == 303
    answer = post(ann, keep_as="One more")
    assert answer.status_code == 422
    assert f"You’ve saved {MOST_NAMED} settings already" in unescape(answer.content.decode())
    assert '<details class="form more" open>' in answer.content.decode()
    assert post(ann, keep_as="No. 3").status_code == 303
    assert len(named(people[0])) == MOST_NAMED
    assert post(ann, keep_as="x" * 41).status_code == 422


def test_they_are_deleted_by_who_keeps_them(ann: Client, people: list[User]) -> None:
    post(ann, keep_as="Short")
    kept = KeptChoices.objects.get(name="Short")
    address = reverse("tables:delete_settings", args=[kept.pk])
    assert address in text(ann, f"{NEW}?choices={kept.pk}")
    assert address not in text(ann)
    assert signed_in(people[1]).post(address).status_code == 404
    last = KeptChoices.objects.get(name=LAST)
    assert ann.post(reverse("tables:delete_settings", args=[last.pk])).status_code == 404
    assert ann.get(address).status_code == 303
    assert named(people[0]) == ["Short"]
    assert "“Short” was deleted." in unescape(ann.post(address, follow=True).content.decode())
    assert named(people[0]) == []


def test_they_get_another_name(ann: Client, people: list[User]) -> None:
    post(ann, keep_as="Short", **OTHER)
    post(ann, keep_as="Long")
    kept = KeptChoices.objects.get(name="Short")
    address, begun = reverse("tables:rename", args=[kept.pk]), f"{NEW}?choices={kept.pk}"
    assert f'action="{address}"' in text(ann, begun)
    assert f'action="{address}"' not in text(ann)
    answer = ann.post(address, {"rename-name": " Long  weekend "})
    assert (answer.status_code, answer["Location"]) == (303, begun)
    assert named(people[0]) == ["Long", "Long weekend"]
    page = text(ann, begun)
    assert "“Short” was renamed to “Long weekend”." in page
    assert begins_with(page) == ("3", "invitation", "", "7")
    assert ann.post(address, {"rename-name": "Long weekend"}).status_code == 303, "its own name"


@pytest.mark.parametrize(
    ("name", "why"), [("Long", "You already have other settings with this name."), (" ", "This field is required.")]
)
def test_a_name_that_cannot_be_is_refused_beside_it(name: str, why: str, ann: Client, people: list[User]) -> None:
    post(ann, keep_as="Short", **OTHER)
    post(ann, keep_as="Long")
    kept = KeptChoices.objects.get(name="Short")
    answer = ann.post(reverse("tables:rename", args=[kept.pk]), {"rename-name": name})
    page = unescape(answer.content.decode())
    assert answer.status_code == 422
    assert page.count(why) == 2, "above all that is asked, and beside the field"
    assert page.index('<a href="#id_rename-name">New name: ') < page.index('name="capacity"')
    assert begins_with(page) == ("3", "invitation", "", "7")
    assert f'<form class="form" method="post" action="{NEW}?choices={kept.pk}">' in page, "what is opened is a table"
    assert named(people[0]) == ["Long", "Short"]


def test_nobody_renames_another_s(ann: Client, people: list[User]) -> None:
    post(ann, keep_as="Short")
    for kept in KeptChoices.objects.all():
        address = reverse("tables:rename", args=[kept.pk])
        assert signed_in(people[1]).post(address, {"rename-name": "Mine"}).status_code == 404
    last = KeptChoices.objects.get(name=LAST)
    assert ann.post(reverse("tables:rename", args=[last.pk]), {"rename-name": "Mine"}).status_code == 404
    assert named(people[0]) == ["Short"]


def test_a_guest_s_choices_come_along_with_the_games(people: list[User]) -> None:
    heron, account = make_guest(display_name="Heron"), people[1]
    for name in ("Short", "Long", "x" * TABLE_NAME_MAX):
        post(signed_in(heron), keep_as=name, **OTHER)
    for name in ("Short", "Short (2)", "x" * TABLE_NAME_MAX):
        post(signed_in(account), keep_as=name)
    move_tables(guest=heron, account=account)
    long = "x" * (TABLE_NAME_MAX - 5) + " (2)"
    assert set(named(account)) == {"Long", "Short", "Short (2)", "Short (3)", "x" * TABLE_NAME_MAX, long}
    assert begins_with(text(signed_in(account))) == ("2", "open", "full", "3"), "the account’s own last choices"
    kept = KeptChoices.objects.get(user=account, name="Short (3)")
    assert begins_with(text(signed_in(account), f"{NEW}?choices={kept.pk}")) == ("3", "invitation", "", "7")
    assert named(heron) == []


def test_what_an_account_has_no_room_for_stays_with_the_guest(people: list[User]) -> None:
    heron, account = make_guest(display_name="Heron"), people[1]
    for name in ("Short", "Long"):
        post(signed_in(heron), keep_as=name)
    for number in range(MOST_NAMED - 1):
        post(signed_in(account), keep_as=f"No. {number}", capacity="1")
    move_tables(guest=heron, account=account)
    assert len(named(account)) == MOST_NAMED
    assert named(heron) == ["Long"]


def test_what_a_guest_chose_last_comes_to_who_has_chosen_nothing(people: list[User]) -> None:
    heron = make_guest(display_name="Heron")
    post(signed_in(heron), **OTHER)
    move_tables(guest=heron, account=people[1])
    assert begins_with(text(signed_in(people[1]))) == ("3", "invitation", "", "7")


@pytest.mark.parametrize("choices", ["0", "nonsense", "9" * 40, "", "none"])
def test_an_address_of_no_choices_harms_nothing(ann: Client, choices: str) -> None:
    assert begins_with(text(ann, f"{NEW}?choices={choices}")) == FIRST


def test_the_same_form_twice_is_kept_once(ann: Client) -> None:
    command = "5ac8a1a8-0c8c-4f39-a45d-5f9e0d3c4b6e"
    for _ in range(2):
        assert post(ann, command_id=command, keep_as="Short").status_code == 303
    assert (Table.objects.count(), KeptChoices.objects.count()) == (1, 2)


def test_they_are_in_the_data_of_a_person_and_go_with_them(ann: Client, people: list[User]) -> None:
    post(ann, keep_as="Short", capacity="2")
    post(signed_in(people[1]), keep_as="Not Ann’s")
    kept = export_user_data(people[0])["kept_choices"]
    assert [(record["game"], record["name"]) for record in kept] == [("toy", LAST), ("toy", "Short")]
    assert kept[0]["fields"]["options"] == {"turns": 3}
    erase(user=people[0])
    assert named(people[1]) == ["Not Ann’s"]
    assert not KeptChoices.objects.filter(user=people[0]).exists()
