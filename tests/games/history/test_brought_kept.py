"""Imported records: kept, deleted and swept, also concurrently."""

import re
from datetime import timedelta
from functools import partial
from html import unescape

import pytest
import time_machine
from django.conf import settings
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from games.accounts.models import User
from games.accounts.services import make_guest
from games.history import uploaded_games
from games.history.uploaded_games import LASTS
from games.locks import writing
from games.tables.models import Table
from games.tables.people.guests import move_tables as bring_along
from games.tables.people.personal_data import delete_tables
from tests.games.history.bringing import NOON, URL, bring, clicked, golden, keep_upload, page, post, stored
from tests.games.history.playing import begun, played
from tests.games.tables.clients import signed_in

pytestmark = pytest.mark.usefixtures("clock")


# Kept, thrown away, swept


@pytest.mark.django_db
def test_it_is_gone_after_a_day_and_what_is_kept_never(clock: time_machine.Traveller) -> None:
    ann = User.objects.create_user("ann")
    client = signed_in(ann)
    forever = keep_upload(client, stored(client))
    bring(client, golden("two_plain"))
    clock.shift(LASTS - timedelta(seconds=1))
    assert uploaded_games.delete_expired_uploads() == 0
    assert Table.objects.count() == 2
    clock.shift(timedelta(seconds=1))
    assert uploaded_games.delete_expired_uploads() == 1
    clock.shift(timedelta(days=400))
    assert uploaded_games.delete_expired_uploads() == 0
    assert Table.objects.get() == forever
    page(signed_in(ann), forever)
    assert "games.history.uploaded_games.delete_expired_uploads" in settings.CARTO_SWEEPS


@pytest.mark.django_db
def test_a_sweep_looks_at_no_table_that_is_kept(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    keep_upload(signed_in(User.objects.create_user("ann")), stored(signed_in(User.objects.get())))
    with django_assert_num_queries(2):
        assert uploaded_games.delete_expired_uploads() == 0


@pytest.mark.django_db
def test_of_too_many_the_oldest_go(clock: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uploaded_games, "MOST_UNKEPT", 2)
    client = signed_in(User.objects.create_user("ann"))
    for name in ("solo_coins", "two_plain", "solo_master", "three_plain"):
        bring(client, golden(name))
        clock.shift(60)
    first, second, *newest = Table.objects.order_by("pk")
    keep_upload(client, first)
    assert uploaded_games.delete_expired_uploads() == 1
    assert list(Table.objects.order_by("pk")) == [first, *newest]
    assert second not in newest


@pytest.mark.django_db
def test_what_something_refers_to_keeps_no_other_from_going(clock: time_machine.Traveller) -> None:
    client = signed_in(User.objects.create_user("ann"))
    referred = stored(client)
    bring(client, golden("two_plain"))
    again = Table.objects.create(
        game="toy", name="Again", capacity=1, host=User.objects.get(username="ann"), changed_at=NOON, deck_of=referred
    )
    assert post(client, referred, "throw-away") == 422
    clock.shift(LASTS)
    assert uploaded_games.delete_expired_uploads() == 1
    assert uploaded_games.delete_expired_uploads() == 0
    assert set(Table.objects.all()) == {referred, again}


@pytest.mark.django_db
def test_what_was_played_on_from_it_stays(clock: time_machine.Traveller) -> None:
    client = signed_in(User.objects.create_user("ann"))
    table = stored(client)
    ann = User.objects.get(username="ann")
    fork = Table.objects.create(game="toy", name="Fork", capacity=1, host=ann, changed_at=NOON, fork_of=table)
    clock.shift(LASTS)
    assert uploaded_games.delete_expired_uploads() == 1
    fork.refresh_from_db()
    assert fork.fork_of is None


@pytest.mark.django_db
def test_nobody_keeps_more_than_so_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uploaded_games, "MOST_KEPT", 1)
    client = signed_in(User.objects.create_user("ann"))
    first = keep_upload(client, stored(client))
    assert post(client, first, "keep") == 303, "it is kept already"
    bring(client, golden("two_plain"))
    second = Table.objects.exclude(pk=first.pk).get()
    answer = client.post(f"/tables/{second.code}/keep/")
    assert answer.status_code == 422
    assert "Delete one first." in answer.content.decode()
    assert post(client, first, "throw-away") == 303
    keep_upload(client, second)


@pytest.mark.django_db
def test_only_who_brought_it_keeps_it_or_throws_it_away() -> None:
    ann, ben = (signed_in(User.objects.create_user(name)) for name in ("ann", "ben"))
    table = stored(ann)
    assert [post(ben, table, what) for what in ("keep", "throw-away")] == [404, 404]
    ben.get(f"/invitations/{table.invitation}/")
    html = page(ben, table)
    assert not any(f'"/tables/{table.code}/{what}/"' in html for what in ("keep", "throw-away"))
    assert [post(ben, table, what) for what in ("keep", "throw-away")] == [404, 404]
    assert post(Client(), table, "throw-away") == 303, "to the sign-in page"
    assert Table.objects.exists()
    assert post(ann, table, "throw-away") == 303
    assert not Table.objects.exists()
    assert [post(ann, table, what) for what in ("keep", "throw-away")] == [404, 404]


@pytest.mark.django_db
def test_who_throws_it_away_is_asked_first() -> None:
    ann, ben = (signed_in(User.objects.create_user(name)) for name in ("ann", "ben"))
    table = stored(ann)
    for where in ("", f"turns/{table.turn}/"):
        assert f'href="/tables/{table.code}/throw-away/"' in page(ann, table, where)
    html = page(ann, table, "throw-away/")
    assert f"Delete “{table.name}”?" in html
    assert f'href="/tables/{table.code}/"' in html
    ben.get(f"/invitations/{table.invitation}/")
    page(ben, table, "throw-away/", status=404)
    assert "/accounts/sign-in/" in Client().get(f"/tables/{table.code}/throw-away/").headers["Location"]
    assert Table.objects.exists(), "asking does nothing"
    assert post(ann, table, "throw-away") == 303
    assert not Table.objects.exists()


def test_no_other_table_is_kept_or_thrown_away(people: list[User]) -> None:
    ann = signed_in(people[0])
    for table in (played(*people), begun(people[0])):
        assert [post(ann, table, what) for what in ("keep", "throw-away")] == [404, 404]
        page(ann, table, "throw-away/", status=404)
    assert Table.objects.count() == 2


@pytest.mark.django_db
def test_who_had_no_account_keeps_it_with_one() -> None:
    client = Client()
    table = stored(client)
    ann, ben = User.objects.create_user("ann"), signed_in(User.objects.create_user("ben"))
    assert post(client, table, "keep") == 303
    table.refresh_from_db()
    assert table.kept_until
    client.force_login(ann)
    assert f'action="/tables/{table.code}/keep/"' in page(client, table)
    ben.get(f"/invitations/{table.invitation}/")
    keep_upload(client, table)
    assert table.host == ann
    assert post(ben, table, "keep") == 404, "it is somebody's now"


@pytest.mark.django_db
def test_a_guest_makes_an_account_first() -> None:
    guest = make_guest(display_name="Fay")
    client = signed_in(guest)
    table = stored(client)
    assert "/accounts/keep/?next=" in page(client, table)
    answer = client.post(f"/tables/{table.code}/keep/")
    assert answer.headers["Location"].startswith("/accounts/keep/")
    table.refresh_from_db()
    assert table.kept_until
    assert post(client, table, "throw-away") == 303


@pytest.mark.django_db
def test_a_guest_s_records_come_along() -> None:
    guest, ann = make_guest(display_name="Fay"), User.objects.create_user("ann")
    table = stored(signed_in(guest))
    bring_along(guest=guest, account=ann)
    table.refresh_from_db()
    assert table.host == ann


@pytest.mark.django_db
def test_one_s_own_are_listed_a_part_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.history.records_page.ON_A_PAGE", 2)
    ann = signed_in(User.objects.create_user("ann"))
    for name, seats in (("solo_coins", ["Primo"]), ("two_plain", ["Second", "Mira"]), ("solo_master", ["Third"])):
        bring(ann, golden(name) | {"seats": seats})
    html = unescape(ann.get(URL).content.decode())
    assert "Third" in html
    assert "Second and Mira" in html
    assert "Primo" not in html
    older = re.search(r'href="(/records/\?before=\d+)', html)
    assert older
    html = unescape(ann.get(older[1]).content.decode())
    assert "Primo" in html
    assert "Second" not in html
    assert ann.get(f"{URL}?before=x").status_code == ann.get(f"{URL}?before={'9' * 40}").status_code == 200
    assert "Your uploaded games" not in Client().get(URL).content.decode()


# At one moment


@pytest.mark.django_db(transaction=True)
def test_it_is_kept_or_swept_and_never_both(clock: time_machine.Traveller) -> None:
    client = signed_in(User.objects.create_user("ann"))
    for _ in range(5):
        table = stored(client)
        clock.shift(LASTS)
        codes: list[int] = []
        clicked(
            lambda codes=codes, table=table: codes.append(post(client, table, "keep")),
            uploaded_games.delete_expired_uploads,
        )
        left = Table.objects.filter(pk=table.pk).values_list("kept_until", flat=True)
        assert (codes, list(left)) in (([303], [None]), ([404], []))
        with writing():
            delete_tables([table.pk])


@pytest.mark.django_db(transaction=True)
def test_the_last_place_is_taken_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uploaded_games, "MOST_KEPT", 1)
    client = signed_in(User.objects.create_user("ann"))
    bring(client, golden("solo_coins"))
    bring(client, golden("two_plain"))
    codes: list[int] = []
    clicked(*(partial(lambda table: codes.append(post(client, table, "keep")), table) for table in Table.objects.all()))
    assert sorted(codes) == [303, 422]


@pytest.mark.django_db(transaction=True)
def test_a_form_sent_twice_at_one_moment_stores_one() -> None:
    client = signed_in(User.objects.create_user("ann"))
    clicked(*[partial(bring, client, golden("solo_coins"))] * 3)
    assert Table.objects.count() == 1
