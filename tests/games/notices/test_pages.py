"""The notification bell, the list, and the notification settings."""

from dataclasses import replace
from datetime import time, timedelta
from typing import Any
from unittest.mock import ANY

import pytest
from django.test import Client
from django.utils import timezone

from games.accounts.models import User
from games.accounts.services import make_guest
from games.accounts.time_zones import zone_names
from games.notices.dispatcher import dispatch
from games.notices.models import ChannelKey, Mute, Notice, NoticeTopic, Preference
from games.notices.preferences import load_choices
from games.tables import signals
from games.tables.models import Access, Pace, Seat, Status, Table
from tests.games.cartographers.play import gather, url
from tests.games.notices.telling import MINUTE, await_seats, seat_of, table_of
from tests.games.tables.clients import signed_in

LIST, SETTINGS = "/notices/", "/notices/settings/"


def text_of(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return answer.content.decode()


def listed(clock: Any) -> None:
    clock.shift(MINUTE)
    dispatch()


@pytest.fixture
def ann(people: list[User]) -> Client:
    return signed_in(people[0])


def invite(people: list[User], times: int = 1) -> None:
    table = gather(people[1], capacity=2)
    for _ in range(times):
        signals.person_invited.send(sender=Table, table=table, by=people[1], person=people[0])


def test_the_bell_counts_what_is_unread(ann: Client, people: list[User], clock: Any) -> None:
    assert 'aria-label="Notifications"' in text_of(ann, "/cartographers/rules/")
    invite(people, 2)
    listed(clock)
    page = text_of(ann, "/cartographers/rules/")
    assert 'aria-label="Notifications, 2 unread"' in page
    assert '<span class="badge mine">2</span>' in page
    text_of(ann, LIST)
    assert 'aria-label="Notifications"' in text_of(ann, "/cartographers/rules/")


def test_it_does_not_count_for_ever(ann: Client, people: list[User], clock: Any) -> None:
    invite(people, 120)
    listed(clock)
    assert "99+" in text_of(ann, "/cartographers/rules/")


def test_nobody_and_others_have_no_bell_of_mine(people: list[User], clock: Any) -> None:
    invite(people)
    listed(clock)
    assert 'class="bell"' not in text_of(Client(), "/cartographers/rules/")
    assert 'aria-label="Notifications"' in text_of(signed_in(people[1]), "/cartographers/rules/")


def test_it_costs_one_statement_and_a_fragment_none(
    ann: Client, people: list[User], table: Table, clock: Any, django_assert_num_queries: Any
) -> None:
    invite(people, 3)
    listed(clock)
    text_of(ann, "/cartographers/rules/")
    with django_assert_num_queries(4):  # the session, the person, the cards, the bell
        text_of(ann, "/cartographers/cards/")
    version = Table.objects.get(pk=table.pk).version
    with django_assert_num_queries(3):
        ann.get(f"{url(table)}?since={version}", headers={"HX-Request": "true", "HX-Target": "table"})


def test_a_turn_counts_as_long_as_it_waits(ann: Client, table: Table, clock: Any) -> None:
    await_seats(table, 0)
    listed(clock)
    assert "Notifications, 1 unread" in text_of(ann, "/cartographers/rules/")
    seat_of(table, awaited=False)
    assert "unread" not in text_of(ann, "/cartographers/rules/")


def test_an_earlier_turn_at_the_table_counts_no_more(ann: Client, table: Table, clock: Any) -> None:
    for _ in range(3):
        seat_of(table, awaited_since=timezone.now())
        await_seats(table, 0)
        listed(clock)
    assert "Notifications, 1 unread" in text_of(ann, "/cartographers/rules/")


def test_the_list_says_what_waits_and_what_happened(ann: Client, people: list[User], clock: Any) -> None:
    waiting = table_of(people[:2])
    await_seats(waiting, 0)
    invite(people)
    listed(clock)
    first, second = text_of(ann, LIST), text_of(ann, LIST)
    for page in (first, second):
        assert "Tables waiting for you" in page
        assert page.index("Tables waiting for you") < page.index("invited you to Desk")
        assert "Ben invited you to play." in page
        assert f'href="{url(waiting)}"' in page
    new = '<span class="badge mine">New</span>'
    assert (first.count(new), second.count(new)) == (2, 0)


def test_several_tables_that_wait_are_played_one_after_another(ann: Client, people: list[User], clock: Any) -> None:
    later, sooner = table_of(people[:2]), table_of(people[:2])
    Seat.objects.filter(table=sooner).update(awaited_since=timezone.now() - timedelta(hours=1))
    page = text_of(ann, LIST)
    assert f'<a class="button primary" href="{url(sooner)}">Play them in order</a>' in page
    Table.objects.filter(pk=later.pk).update(status=Status.FINISHED)
    assert "Play them in order" not in text_of(ann, LIST)


def test_an_empty_list_says_so(ann: Client) -> None:
    assert "No notifications yet. You’ll see one here when it’s your turn or someone invites you." in text_of(ann, LIST)


def test_only_a_look_at_the_list_reads_it(ann: Client, people: list[User], clock: Any) -> None:
    invite(people)
    listed(clock)
    ann.head(LIST)
    assert Notice.objects.filter(read_at=None).count() == 1


def test_many_notices_cost_no_more_statements(
    ann: Client, people: list[User], clock: Any, django_assert_num_queries: Any
) -> None:
    invite(people, 70)
    listed(clock)
    text_of(ann, LIST)
    with django_assert_num_queries(10):  # the session, the person, all six lists, whether any is unread, the bell
        page = text_of(ann, LIST)
    assert page.count("invited you to Desk") == 50


# --- Choosing --------------------------------------------------------------------------------------------------------


def form_of(**changes: str) -> dict[str, str]:
    return {"turn.page": "on", "over.mail": "on", "time_zone": "Europe/Paris", **changes}


def test_what_is_chosen_is_kept(ann: Client, people: list[User]) -> None:
    assert ann.post(SETTINGS, form_of(quiet_hours="on"))["Location"] == SETTINGS
    people[0].refresh_from_db()
    choices = load_choices([people[0].pk])[people[0].pk]
    assert (people[0].time_zone, choices.quiet_hours) == ("Europe/Paris", True)
    chosen = {
        (topic, way) for topic in NoticeTopic for way in (ChannelKey.PAGE, ChannelKey.MAIL) if choices.wants(topic, way)
    }
    assert chosen == {(NoticeTopic.TURN, "page"), (NoticeTopic.OVER, "mail")}
    page = text_of(ann, SETTINGS)
    assert page.count("checked") == 3
    assert '<option value="Europe/Paris" selected>Paris</option>' in page


def test_hours_of_quiet_are_chosen(ann: Client, people: list[User]) -> None:
    assert ann.post(SETTINGS, form_of(quiet_hours="on", quiet_from="1", quiet_until="11")).status_code == 303
    choices = load_choices([people[0].pk])[people[0].pk]
    assert (choices.quiet_hours, choices.quiet_from, choices.quiet_until) == (True, time(1), time(11))
    page = text_of(ann, SETTINGS)
    assert '<option value="1" selected>01:00</option>' in page
    assert '<option value="11" selected>11:00</option>' in page
    ann.post(SETTINGS, form_of(quiet_hours="on"))
    assert load_choices([people[0].pk])[people[0].pk] == replace(choices, switches=ANY), "what is not sent stays"


@pytest.mark.parametrize(
    ("begin", "end"), [("8", "8"), ("22", "22"), ("24", "8"), ("-1", "8"), ("22", "x"), ("²", "8"), ("9" * 400, "8")]
)
def test_hours_of_quiet_that_are_none_are_refused(begin: str, end: str, ann: Client) -> None:
    answer = ann.post(SETTINGS, form_of(quiet_hours="on", quiet_from=begin, quiet_until=end))
    assert answer.status_code == 422
    assert not Preference.objects.exists()


def test_who_has_not_chosen_sees_what_holds(ann: Client) -> None:
    page = text_of(ann, SETTINGS)
    # All on the page and on devices; by mail all but live turns and rematches.
    assert page.count("checked") == 3 * len(NoticeTopic) - 2
    assert '<option value="" selected>Detect from my browser</option>' in page


@pytest.mark.parametrize("zone", ["Mars/Olympus", "localtime", "../etc/passwd"])
def test_a_zone_that_is_none_is_refused(zone: str, ann: Client) -> None:
    assert ann.post(SETTINGS, form_of(time_zone=zone)).status_code == 422
    assert not Preference.objects.exists()


def test_zones_are_those_of_places() -> None:
    assert {"Europe/Paris", "America/New_York", "UTC"} <= zone_names()
    assert not {"localtime", "Factory", "posixrules", "EST5EDT"} & zone_names()


def test_it_says_why_no_mail_comes(ann: Client, people: list[User], settings: Any) -> None:
    assert "You have no confirmed email address." not in text_of(ann, SETTINGS)
    User.objects.filter(pk=people[0].pk).update(email="")
    page = text_of(ann, SETTINGS)
    assert "You have no confirmed email address." in page
    assert 'href="/accounts/email/"' in page
    guest = signed_in(make_guest(display_name="Heron"))
    assert "Guests have no email address. Create an account to get emails." in text_of(guest, SETTINGS)
    settings.EMAIL_HOST = ""
    for client in (ann, guest):
        page = text_of(client, SETTINGS)
        assert "Email isn’t set up on this site." in page
        assert 'href="/accounts/email/"' not in page


def test_a_table_is_muted_and_heard_of_again(ann: Client, table: Table) -> None:
    address = f"/notices/tables/{table.code}/mute/"
    assert ann.get(address).status_code == 200
    assert not Mute.objects.exists()
    assert ann.post(address)["Location"] == url(table)
    assert "Unmute" in text_of(ann, SETTINGS)
    assert ann.post(address, {"again": "1", "next": SETTINGS})["Location"] == SETTINGS
    assert not Mute.objects.exists()


def test_a_table_that_nobody_may_see_is_not_muted(people: list[User]) -> None:
    table = gather(*people[:2], access=Access.INVITATION)
    assert signed_in(people[2]).post(f"/notices/tables/{table.code}/mute/").status_code == 404


def test_nobody_is_led_elsewhere(ann: Client, table: Table) -> None:
    answer = ann.post(f"/notices/tables/{table.code}/mute/", {"next": "https://evil.example/"})
    assert answer["Location"] == url(table)


def test_the_profile_leads_there(ann: Client) -> None:
    assert f'href="{SETTINGS}"' in text_of(ann, "/accounts/profile/")


def test_a_table_that_waits_live_has_another_icon(ann: Client, people: list[User]) -> None:
    page = text_of(ann, url(table_of(people[:2], Pace.LIVE)))
    assert 'data-turn="/static/img/favicon-turn.svg"' in page


@pytest.mark.parametrize(("muted", "words"), [(False, "Mute table"), (True, 'name="again"')])
def test_a_table_says_whether_it_is_heard_of(muted: bool, words: str, ann: Client, table: Table) -> None:
    address = f"/notices/tables/{table.code}/mute/"
    if muted:
        ann.post(address)
    assert words in ann.get(address).content.decode()
    assert address in ann.get(f"/tables/{table.code}/").content.decode()
