"""Account deletion: data deleted, data kept for others, and when users have to wait."""

import re
from io import StringIO
from typing import Any

import pytest
from django.contrib.admin.models import ADDITION, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone
from django_otp import devices_for_user
from django_otp.plugins.otp_static.models import StaticDevice, StaticToken
from django_otp.plugins.otp_totp.models import TOTPDevice

from games.accounts import limits
from games.accounts.models import User
from games.accounts.services import make_guest, sign_up
from games.tables.lobby import services
from games.tables.lobby.rematches import play_deck, rematch
from games.tables.models import Access, Seat, Status, Table, TableEvent
from games.tables.people import personal_data
from games.tables.people.personal_data import StillPlaying, erase
from tests.games.tables.clients import signed_in
from tests.games.tables.conftest import gather, pick

URL = "/accounts/delete/"
WORD = {"current_password": "chart and compass"}


def finished(*people: User) -> Table:
    """Return a finished game."""
    table = gather(*people, turns=1)
    for number, user in enumerate(people, 1):
        pick(table, user, 1, number=number)
    return Table.objects.get(pk=table.pk)


def written(caplog: pytest.LogCaptureFixture) -> list[dict[str, Any]]:
    """Return the fields of the security log's entries."""
    return [vars(record)["fields"] for record in caplog.records if record.name == "carto.security"]


def private_words(user: User) -> list[str]:
    """Return the columns of a user that still hold private data."""
    row = User.objects.filter(pk=user.pk).values().get()
    return [name for name, value in row.items() if str(value).lower() in {"ann", "ann@example.org", "keeper", "fr"}]


def test_what_was_played_together_stays_and_names_nobody(people: list[User]) -> None:
    ann, ben = people[:2]
    User.objects.filter(pk=ann.pk).update(
        email="ann@example.org", title="Keeper", language="fr", last_login=timezone.now()
    )
    table = finished(ann, ben)
    events = list(TableEvent.objects.filter(table=table).values())
    erase(user=ann)
    gone = User.objects.get(pk=ann.pk)
    assert (str(gone), gone.is_active, gone.last_login) == ("Former player", False, None)
    assert not gone.has_usable_password()
    assert private_words(ann) == []
    assert list(TableEvent.objects.filter(table=table).values()) == events
    assert list(Seat.objects.at(table).values_list("rank", "score")) == [(2, 1), (1, 2)]
    browser = signed_in(ben)
    for page in ("/", "/tables/mine/"):
        shown = browser.get(page).content.decode()
        assert "Former player, Ben" in re.sub(r"<svg.*?</svg>", "", shown)
        assert "Host: Former player" in shown
    assert browser.get(f"/tables/{table.code}/").status_code == 200
    assert browser.get("/people/ann/").status_code == 404
    again = rematch(table=table.code, user=ben, same_deck=True)
    assert [seat.user for seat in Seat.objects.at(again)] == [ben]


def test_a_table_does_not_go_on_bearing_the_name(people: list[User]) -> None:
    table = finished(people[0], people[1])
    Table.objects.filter(pk=table.pk).update(name="Ann’s table")
    again = rematch(table=table.code, user=people[1])
    erase(user=people[0])
    assert {Table.objects.get(pk=erased.pk).name for erased in (table, again)} == {"Toy"}


def test_who_shared_nothing_goes_with_all_they_played_alone(people: list[User]) -> None:
    ann = people[0]
    finished(ann)
    gather(ann)
    rematch(table=finished(ann).code, user=ann, same_deck=True)
    services.close(table=gather(ann, capacity=3).code, host=ann)
    gather(ann, capacity=3)
    kept = finished(people[1], people[2])
    erase(user=ann)
    assert not User.objects.filter(pk=ann.pk).exists()
    assert list(Table.objects.all()) == [kept]
    assert set(TableEvent.objects.values_list("table", flat=True)) == {kept.pk}


def test_a_game_alone_whose_deck_another_plays_stays(people: list[User]) -> None:
    alone, other = finished(people[0]), finished(people[0])
    played = play_deck(table=alone.code, user=people[1], name="Desk")
    erase(user=people[0])
    assert set(Table.objects.all()) == {alone, played}
    assert Table.objects.get(pk=played.pk).deck_of == alone
    assert not TableEvent.objects.filter(table=other.pk).exists()
    page = signed_in(people[1]).get("/tables/mine/").content.decode()
    assert "Same deck as an earlier game" in page


def test_tables_that_gather_go_on_without_them(people: list[User]) -> None:
    ann, ben = people[:2]
    hosted, joined = gather(ann, ben, capacity=3), gather(ben, ann, capacity=3)
    empty = gather(ann, capacity=3, access=Access.INVITATION)
    closed = gather(ben, ann, capacity=3)
    services.close(table=closed.code, host=ben)
    erase(user=ann)
    for table in (hosted, joined):
        table.refresh_from_db()
        assert (table.host, table.status) == (ben, Status.GATHERING)
        assert [seat.user for seat in Seat.objects.at(table)] == [ben]
    assert not Table.objects.filter(pk=empty.pk).exists()
    assert signed_in(ben).get(f"/tables/{closed.code}/").status_code == 200
    assert not User.objects.filter(pk=ann.pk).exists()


def test_others_are_not_left_waiting(people: list[User]) -> None:
    running, gathering = gather(people[0], people[1]), gather(people[0], capacity=3)
    with pytest.raises(StillPlaying):
        erase(user=people[0])
    assert Seat.objects.filter(user=people[0]).count() == 2
    browser = signed_in(people[0])
    for answer, status in ((browser.get(URL), 200), (browser.post(URL, WORD), 409)):
        page = answer.content.decode()
        assert answer.status_code == status
        assert f'href="/tables/{running.code}/"' in page
        assert f'href="/tables/{gathering.code}/"' not in page
        assert '<button class="button danger">' not in page


def test_a_game_that_begins_at_that_moment_is_waited_for(people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    table = gather(people[0], people[1], capacity=3)
    real = services.leave

    def begun(**of: Any) -> Table:
        services.start(table=table.code, host=people[0])
        return real(**of)

    monkeypatch.setattr(services, "leave", begun)
    with pytest.raises(StillPlaying):
        erase(user=people[0])
    assert User.objects.get(pk=people[0].pk).is_active


def test_the_page_asks_for_the_password_and_ends_every_session(
    people: list[User], caplog: pytest.LogCaptureFixture
) -> None:
    finished(people[0], people[1])
    browser, other = signed_in(people[0]), signed_in(people[0])
    other.get("/")
    assert "Former player" in browser.get(URL).content.decode()
    for wrong in ({}, {"current_password": "wrong"}, {"sure": "on"}):
        assert browser.post(URL, wrong).status_code == 422
    assert "deleted" not in [entry["event"] for entry in written(caplog)]
    answer = browser.post(URL, WORD)
    assert (answer.status_code, answer["Location"]) == (303, "/")
    deleted = next(entry for entry in written(caplog) if entry["event"] == "deleted")
    assert (deleted["username"], deleted["by"], deleted["address"]) == ("ann", "ann", "127.0.0.1")
    assert "storage" in answer["Clear-Site-Data"]
    assert "Your account and data have been deleted." in browser.get("/").content.decode()
    assert not Session.objects.exists()
    for client in (browser, other):
        assert client.get("/accounts/profile/").status_code == 303
    assert Client().post("/accounts/sign-in/", {"username": "ann", "password": "chart and compass"}).status_code == 422


def test_the_password_cannot_be_guessed_there(people: list[User]) -> None:
    browser = signed_in(people[0])
    for _ in range(limits.PASSWORD_CHECK.times):
        browser.post(URL, {"current_password": "wrong"})
    assert browser.post(URL, WORD).status_code == 429


def test_a_guest_says_a_word(people: list[User]) -> None:
    heron = make_guest(display_name="Wandering Heron")
    finished(people[0], heron)
    browser = signed_in(heron)
    assert browser.post(URL, {}).status_code == 422
    assert browser.post(URL, {"sure": "on"}).status_code == 303
    gone = User.objects.get(pk=heron.pk)
    assert (str(gone), gone.guest) == ("Former player", False)


def test_nobody_can_pass_for_who_is_gone(people: list[User]) -> None:
    erase(user=people[0])
    sent = {"username": "ANN", "password": "correct-horse-9", "repeated": "correct-horse-9"}
    page = Client().post("/accounts/sign-up/", sent)
    assert page.status_code == 422
    assert "This username is taken." in page.content.decode()
    assert sign_up(username="Anna", password="correct-horse-9").username == "Anna"


def test_what_staff_did_stays_and_a_name_in_it_goes(people: list[User]) -> None:
    ann, ben = people[:2]
    kind = ContentType.objects.get_for_model(User)
    for user, about in ((ann, ben), (ben, ann)):
        LogEntry.objects.create(
            user=user, content_type=kind, object_id=str(about.pk), object_repr=str(about), action_flag=ADDITION
        )
    User.objects.filter(pk=ann.pk).update(is_staff=True, is_superuser=True)
    for device in (TOTPDevice, StaticDevice):
        device.objects.create(user=ann)
    erase(user=ann)
    assert list(devices_for_user(ann, confirmed=None)) == []
    gone = User.objects.get(pk=ann.pk)
    assert (gone.is_staff, gone.is_superuser) == (False, False)
    assert LogEntry.objects.get(user=ann).object_repr == "Ben"
    assert LogEntry.objects.get(user=ben).object_repr.startswith("former-")


@pytest.mark.parametrize("others", [0, 1])
def test_two_clicks_delete_once(others: int, people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    finished(*people[: 1 + others])
    browser = signed_in(people[0])
    real = personal_data.erase

    def overtaken(**of: Any) -> None:
        real(**of)
        kept.extend(User.objects.values())
        real(**of)

    kept: list[Any] = []
    monkeypatch.setattr(personal_data, "erase", overtaken)
    answer = browser.post(URL, WORD)
    assert (answer.status_code, answer["Location"]) == (303, "/")
    assert list(User.objects.values()) == kept
    assert len(kept) == len(people) - 1 + others


def test_no_second_factor_is_left_behind(people: list[User]) -> None:
    finished(people[0], people[1])
    TOTPDevice.objects.create(user=people[0], name="authenticator app")
    StaticDevice.objects.create(user=people[0]).token_set.create(token="abc")
    erase(user=people[0])
    assert User.objects.filter(pk=people[0].pk).exists()
    for model in (TOTPDevice, StaticDevice, StaticToken):
        assert not model.objects.exists()


def test_the_command_does_the_same(people: list[User], caplog: pytest.LogCaptureFixture) -> None:
    table, out = gather(people[1], people[2]), StringIO()
    call_command("delete_person", "ANN", stdout=out)
    assert out.getvalue() == "Deleted: ANN\n"
    assert written(caplog) == [{"event": "deleted", "user": people[0].pk, "username": "ann", "by": "manage.py"}]
    assert not User.objects.filter(pk=people[0].pk).exists()
    with pytest.raises(CommandError, match=f"plays with others: {table.code}"):
        call_command("delete_person", "ben")
    for nobody in ("ann", "nobody"):
        with pytest.raises(CommandError, match="There is no user"):
            call_command("delete_person", nobody)
    assert len(written(caplog)) == 1


def test_a_seat_is_not_taken_by_who_has_just_gone(people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    table = gather(people[1], capacity=3)
    browser = signed_in(people[0])
    browser.get("/healthz")
    real = services.join

    def late(**of: Any) -> Table:
        personal_data.erase(user=people[0])
        return real(**of)

    monkeypatch.setattr(services, "join", late)
    answer = browser.post(f"/tables/{table.code}/join/")
    assert (answer.status_code, "_auth_user_id" in browser.session) == (303, False)
    assert [seat.user for seat in Seat.objects.at(table)] == [people[1]]


def test_a_seat_that_the_host_frees_this_moment_is_no_hindrance(
    people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = gather(people[0], people[1], capacity=3)
    real = services.leave

    def sent_away(**of: Any) -> Table:
        services.kick(table=table.code, host=people[0], user_id=people[1].pk)
        return real(**of)

    monkeypatch.setattr(services, "leave", sent_away)
    erase(user=people[1])
    assert not User.objects.filter(username="ben").exists()
    assert [seat.user for seat in table.seats.all()] == [people[0]]


def test_the_page_waits_for_a_game_that_begins_this_moment(people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    table = gather(people[0], people[1], capacity=3)

    def begun(**_of: Any) -> None:
        services.start(table=table.code, host=people[0])
        raise StillPlaying

    monkeypatch.setattr(personal_data, "erase", begun)
    browser = signed_in(people[0])
    answer = browser.post(URL, WORD)
    assert (answer.status_code, f'href="/tables/{table.code}/"' in answer.content.decode()) == (409, True)
    assert browser.get(URL).status_code == 200, "still signed in"
    assert User.objects.get(pk=people[0].pk).is_active
