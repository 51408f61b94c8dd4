"""Tables on one device: creation, the curtain, PINs, other browsers and accounts, and the end."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.accounts.models import User
from games.notices.dispatcher import dispatch
from games.notices.models import Notice
from games.people.services import block
from games.tables import errors
from games.tables.device.claims import settle_confirmed_claims
from games.tables.lobby.acquaintances import people_met
from games.tables.models import Access, Pace, Seat, SeatClaim, SharedDevice, Status, Table, Talk
from games.tables.people.guests import tidy_guests
from games.tables.people.personal_data import erase, export_user_data, running_with_others
from tests.games.tables.clients import HTMX, people_named, signed_in, text_of
from tests.games.tables.conftest import pick
from tests.games.tables.device.playing import cover, device_form, hand_to, open_on_device, take
from tests.games.tables.pages.test_pages import form

TURNS = {"options-turns": "2"}


def opened(client: Any, **changes: Any) -> Table:
    return open_on_device(client, "toy", **TURNS, **changes)


def play_to_the_end(table: Table) -> Table:
    """Let everybody answer until the game is over."""
    while (now := Table.objects.get(pk=table.pk)).status == Status.PLAYING:
        for seat in Seat.objects.filter(table=table, awaited=True).select_related("user"):
            pick(table, seat.user, now.turn)
    return Table.objects.get(pk=table.pk)


def test_form_creates_a_full_table_that_counts_for_nobody(people: list[User]) -> None:
    ann = signed_in(people[0])
    data = device_form("toy", **TURNS, access="open", pace="live", practice="on", fill_after="600", talk="text")
    first, second = (ann.post("/tables/new/", data) for _ in range(2))
    assert first["Location"] == second["Location"], "sent twice"
    table = Table.objects.get()
    assert (table.on_device, table.status, table.capacity) == (True, Status.PLAYING, 3)
    assert (table.access, table.pace, table.talk) == (Access.INVITATION, Pace.NONE, Talk.OFF)
    assert (table.practice, table.fill_at) == (False, None)
    seats = Seat.objects.at(table)
    assert [seat.shown_name for seat in seats] == ["Ann", "Ben", "Cleo"]
    assert [seat.user.on_device for seat in seats if seat.user] == [False, True, True]
    assert ann.get(f"/tables/{table.code}/")["Location"] == f"/tables/{table.code}/device/"
    assert "Hand the device to Ann" in text_of(ann.get(f"/tables/{table.code}/device/"))


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"player_2": "", "player_3": ""}, "Enter the names of the other players."),
        ({"player_3": " ben "}, "Another player has this name."),
        ({"player_2": "ANN"}, "Another player has this name."),
        ({"player_2": "B\u200bn"}, "Use only visible characters."),
        ({"pin_2": "12a4"}, "Enter 4 digits."),
        ({"player_2": "@"}, "Enter a name."),
        ({"pin_1": "123"}, "Enter 4 digits."),
        ({"player_3": "", "pin_3": "1234"}, "Enter a name."),
        ({"player_2": "B" * 25}, "at most 24"),
    ],
)
def test_form_refuses_names_and_pins(people: list[User], changes: dict[str, str], words: str) -> None:
    answer = signed_in(people[0]).post("/tables/new/", device_form("toy", **TURNS, **changes))
    assert answer.status_code == 422
    assert words in text_of(answer)
    assert not Table.objects.exists()
    assert User.objects.count() == len(people)


def test_names_are_ignored_at_a_table_of_several_devices(people: list[User]) -> None:
    signed_in(people[0]).post("/tables/new/", form(player_2="", pin_2="x", player_3="Cleo"))
    assert not Table.objects.filter(on_device=True).exists()


def test_visitor_without_an_account_hosts_a_table(db: None, client: Any) -> None:
    table = opened(client, **{"guest-name": "Ann"})
    hand_to(client, table, 0)
    assert ">Hand over<" in text_of(client.get(f"/tables/{table.code}/"))


def test_player_who_has_the_device_acts(people: list[User]) -> None:
    ann = signed_in(people[0])
    table = opened(ann)
    for seat, name in enumerate(("Ann", "Ben", "Cleo")):
        hand_to(ann, table, seat)
        page = text_of(ann.get(f"/tables/{table.code}/"))
        assert f'data-seat="{seat}"' in page
        assert ">Hand over<" in page
        user = Seat.objects.get(table=table, index=seat).user
        assert user
        assert user.display_name == name
        pick(table, user, 1)
    # The turn is over. The last player is asked again, and so are the others.
    assert list(Seat.objects.filter(table=table, awaited=True).values_list("index", flat=True)) == [0, 1, 2]
    pick(table, user, 2)
    assert "Hand over to Ann" in text_of(ann.get(f"/tables/{table.code}/"))
    cover(ann, table)
    assert "Hand the device to Ann" in text_of(ann.get(f"/tables/{table.code}/device/"))


def test_curtain_answers_for_every_url_of_the_table(people: list[User]) -> None:
    ann = signed_in(people[0])
    table = opened(ann)
    curtain = f"/tables/{table.code}/device/"
    for path in ("", "turns/1/", "line", "record.json", "resign/", "give-up/", "unknown/", "turns/1/pick"):
        here = f"/tables/{table.code}/{path}"
        assert ann.get(here)["Location"] == curtain
        assert ann.post(here, {"number": "1"})["Location"] == curtain
        part = ann.get(here, headers=HTMX)
        assert (part.content, part["HX-Redirect"]) == (b"", curtain)
        assert "Ben" not in str(part.headers)
    page = ann.get(curtain)
    assert "no-store" in page["Cache-Control"]
    assert "data-socket" not in text_of(page)
    assert not Seat.objects.filter(table=table, awaited=False).exists(), "nobody has played"


def test_old_page_of_the_player_before_is_reloaded(people: list[User]) -> None:
    ann = signed_in(people[0])
    table = opened(ann)
    hand_to(ann, table, 0)
    page = text_of(ann.get(f"/tables/{table.code}/"))
    assert "no-store" in ann.get(f"/tables/{table.code}/")["Cache-Control"]
    address = re.search(r'hx-get="([^"]+)"', page)
    assert address
    old = {**HTMX, "X-Viewer": "ann"}
    assert ann.get(address[1].replace("&amp;", "&"), headers=old).status_code == 204
    hand_to(ann, table, 1)
    reloaded = ann.get(f"/tables/{table.code}/?since=1", headers=old)
    assert (reloaded.content, reloaded["HX-Refresh"]) == (b"", "true")
    assert Table.objects.get(pk=table.pk).version > table.version, "sockets tell the old page"


def test_pin_is_asked(people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    ann = signed_in(people[0])
    table = opened(ann, pin_2="1234")
    assert "1234" not in str(SharedDevice.objects.get().pins)
    assert take(ann, table, 0).status_code == 303
    cover(ann, table)
    for pin in ("", "4321", "１２３４"):
        wrong = take(ann, table, 1, pin)
        assert (wrong.status_code, "This PIN is wrong" in text_of(wrong)) == (422, True)
        assert SharedDevice.objects.get().covered
    assert take(ann, table, 1, "1234").status_code == 303
    monkeypatch.setattr(errors, "PIN", errors.Limit("device-pin", 4, errors.PIN.window))
    cover(ann, table)
    assert take(ann, table, 1, "4321").status_code == 422
    assert take(ann, table, 1, "1234").status_code == 429, "a guesser has to wait, even with the right one"
    assert take(ann, table, 0).status_code == 303, "nobody else has to"


def test_host_removes_pins_with_their_password(people: list[User]) -> None:
    ann = signed_in(people[0])
    table = opened(ann, pin_2="1234")
    here = f"/tables/{table.code}/device/pins/"
    assert "Forgot a PIN?" in text_of(ann.get(f"/tables/{table.code}/device/"))
    assert ann.get(here).status_code == 200
    assert ann.post(here, {"current_password": "wrong"}).status_code == 422
    assert take(ann, table, 1).status_code == 422
    assert ann.post(here, {"current_password": "chart and compass"}).status_code == 303
    assert take(ann, table, 1).status_code == 303


@pytest.mark.parametrize("seat", ["", "x", "-1", "12345"])
def test_impossible_seat_is_refused(people: list[User], seat: str) -> None:
    ann = signed_in(people[0])
    table = opened(ann)
    assert ann.post(f"/tables/{table.code}/device/take/", {"seat": seat}).status_code == 400
    assert ann.post(f"/tables/{table.code}/device/take/", {"seat": "3"}).status_code == 404
    assert ann.post(f"/tables/{table.code}/device/take/", {"seat": "1"}).status_code == 303
    assert ann.post(f"/tables/{table.code}/device/take/", {"seat": "1"}).status_code == 303, "sent twice"


def test_another_browser_of_the_host_has_to_move_the_game(people: list[User]) -> None:
    tablet, phone = signed_in(people[0]), signed_in(people[0])
    table = opened(tablet)
    hand_to(tablet, table, 1)
    curtain = f"/tables/{table.code}/device/"
    assert phone.get(f"/tables/{table.code}/")["Location"] == curtain
    assert "This game is played in another browser" in text_of(phone.get(curtain))
    assert take(phone, table, 0)["Location"] == curtain
    cover(phone, table)
    device = SharedDevice.objects.get()
    assert (device.seat, device.covered) == (1, False)
    assert phone.post(f"{curtain}here/")["Location"] == curtain
    assert "Hand the device to" in text_of(phone.get(curtain))
    assert tablet.get(f"/tables/{table.code}/")["Location"] == curtain
    assert "This game is played in another browser" in text_of(tablet.get(curtain))


def test_nobody_else_gets_near(people: list[User]) -> None:
    ann, ben = signed_in(people[0]), signed_in(people[1])
    table = opened(ann)
    for stranger in (ben, signed_in(None)):
        assert stranger.get(f"/tables/{table.code}/").status_code == 404
    for do in ("", "cover/", "take/", "here/", "pins/"):
        answers = {ben.get(f"/tables/{table.code}/device/{do}").status_code}
        answers.add(ben.post(f"/tables/{table.code}/device/{do}", {"seat": "1"}).status_code)
        assert answers <= {303, 404, 405}
    device = SharedDevice.objects.get()
    assert device.covered
    # An invited visitor watches, even in the browser that is the device.
    hand_to(ann, table, 1)
    ann.force_login(people[1])
    page = ann.get(f"/invitations/{table.invitation}/", follow=True)
    assert 'data-seat=""' in text_of(page)
    assert "Hand the device" not in text_of(page)


def test_the_host_alone_abandons_the_game(people: list[User]) -> None:
    ann = signed_in(people[0])
    table = opened(ann)
    hand_to(ann, table, 1)
    give_up, resign = f"/tables/{table.code}/give-up/", f"/tables/{table.code}/resign/"
    page = text_of(ann.get(f"/tables/{table.code}/"))
    assert give_up not in page
    assert resign not in page
    ann.post(give_up)
    assert ann.post(resign).status_code == 422
    hand_to(ann, table, 0)
    assert Table.objects.get().status == Status.PLAYING
    assert ann.get(give_up).status_code == 200
    assert ann.post(give_up).status_code == 303
    assert Table.objects.get().ended_early
    assert ann.get(f"/tables/{table.code}/").status_code == 200
    assert ann.get(f"/tables/{table.code}/device/").status_code == 404
    assert cover(ann, table)["Location"] == f"/tables/{table.code}/"


def test_seat_is_claimed_after_the_game(people: list[User]) -> None:
    ann, ben, cas = (signed_in(user) for user in people[:3])
    table = opened(ann)
    hand_to(ann, table, 2)
    assert "/device/claim/" not in text_of(ann.get(f"/tables/{table.code}/"))
    play_to_the_end(table)
    page = text_of(ann.get(f"/tables/{table.code}/"))
    assert 'data-seat="0"' in page
    links = dict.fromkeys(re.findall(r'href="http://testserver(/tables/\w+/device/claim/[^"]+)"', page))
    assert len(links) == 2
    link = next(iter(links))
    guest = Seat.objects.get(table=table, index=1).user
    assert guest
    assert signed_in(None).get(link).status_code == 303, "to sign in"
    assert ann.post(link).status_code == 422, "Ann has a seat there"
    assert "Did you play as Ben?" in text_of(ben.get(link))
    assert ben.get(f"/tables/{table.code}/").status_code == 404
    assert ben.post(link)["Location"] == f"/tables/{table.code}/"
    assert Seat.objects.get(table=table, index=1).user == people[1]
    assert not User.objects.filter(pk=guest.pk).exists()
    assert ben.post(link).status_code == cas.get(link).status_code == 404, "it is used up"
    assert cas.get(f"{link}x").status_code == 404
    claimed = text_of(ben.get(f"/tables/{table.code}/"))
    assert "/device/claim/" not in claimed
    assert f"/tables/{table.code}/rematch/" not in claimed
    assert ben.post(f"/tables/{table.code}/rematch/").status_code == 422


def test_rematch_is_on_the_same_device(people: list[User]) -> None:
    ann = signed_in(people[0])
    table = opened(ann, pin_3="1234")
    play_to_the_end(table)
    again = [ann.post(f"/tables/{table.code}/rematch/")["Location"] for _ in range(2)]
    assert again[0] == again[1], "sent twice"
    rematch = Table.objects.get(rematch_of=table)
    assert [seat.shown_name for seat in Seat.objects.at(rematch)] == ["Ann", "Ben", "Cleo"]
    assert (rematch.on_device, rematch.status) == (True, Status.PLAYING)
    assert take(ann, rematch, 2).status_code == 422
    assert take(ann, rematch, 2, "1234").status_code == 303


def test_nobody_is_notified_or_met(people: list[User]) -> None:
    ann = signed_in(people[0])
    play_to_the_end(opened(ann))
    assert not Notice.objects.exists()
    assert people_met(people[0], ()) == []


def test_export_leaves_out_answers_of_a_game_in_progress(people: list[User]) -> None:
    table = opened(signed_in(people[0]))
    pick(table, people[0], 1)
    assert export_user_data(people[0])["tables"][0]["answers"] == []
    play_to_the_end(table)
    assert len(export_user_data(people[0])["tables"][0]["answers"]) == 2


def test_account_deletion_takes_the_players_along(people: list[User]) -> None:
    ann = people[0]
    kept = opened(signed_in(ann))
    play_to_the_end(kept)
    Seat.objects.filter(table=kept, index=1).update(user=people[1])
    opened(signed_in(ann))
    assert not running_with_others(ann).exists()
    erase(user=ann)
    assert list(Table.objects.all()) == [kept], "Ben has claimed a seat there"
    assert [str(seat.user) for seat in Seat.objects.at(kept)] == ["Former player", "Ben", "Cleo"]
    named = User.objects.filter(on_device=True).exclude(seats=None).values_list("display_name", flat=True)
    assert list(named) == ["Cleo"]


def test_home_page_leads_to_the_game_without_showing_it(people: list[User]) -> None:
    ann = signed_in(people[0])
    table = opened(ann)
    pick(table, people[0], 1)
    home = text_of(ann.get("/"))
    assert f'href="/tables/{table.code}/"' in home
    assert "Game on one device" in home
    assert "toy-picture" not in home


def test_people_named_like_the_players_are_not_meant(people: list[User]) -> None:
    (eve,) = people_named("Eve")
    table = opened(signed_in(people[0]), player_2="Eve")
    assert not Seat.objects.filter(table=table, user=eve).exists()


def test_players_of_a_guest_are_tidied_away_with_the_guest(db: None, client: Any) -> None:
    opened(client, **{"guest-name": "Ann"})
    assert tidy_guests(silent_for=timedelta(days=30)) == 0
    User.objects.update(date_joined=timezone.now() - timedelta(days=90), last_login=None)
    tidy_guests(silent_for=timedelta(days=30))
    assert not Table.objects.exists()
    assert not User.objects.exists()


# --- Accounts that the host has named --------------------------------------------------------------------------------


def test_named_account_confirms_and_gets_the_game_at_its_end(people: list[User]) -> None:
    ann, ben, cas = (signed_in(person) for person in people[:3])
    table = opened(ann, player_2="@BEN", player_3="@nobody")
    seats = list(Seat.objects.at(table))
    assert [seat.shown_name for seat in seats] == ["Ann", "BEN", "nobody"]
    assert all(seat.user.on_device for seat in seats[1:] if seat.user), "only names until then"
    page = text_of(ann.get(f"/tables/{table.code}/device/"))
    assert "Asked to confirm that they play here: @BEN" in page
    assert "@nobody: No player here has this name." in page
    dispatch()
    assert "Are you playing at Kitchen?" in text_of(ben.get("/notices/"))
    address = f"/tables/{table.code}/device/seat/"
    assert (cas.get(address).status_code, ann.get(address).status_code) == (404, 404)
    assert "Ann says that you’re playing at" in text_of(ben.get(address))
    assert ben.post(address, {"answer": "maybe"}).status_code == 400
    assert [ben.post(address, {"answer": "yes"}).status_code for _ in range(2)] == [303, 303]
    assert settle_confirmed_claims() == 0
    assert Seat.objects.get(table=table, index=1).user != people[1], "who has the device never acts as the account"
    assert "Once the game is over" in text_of(ben.get(address))
    play_to_the_end(table)
    assert settle_confirmed_claims() == 1
    assert Seat.objects.get(table=table, index=1).user == people[1]
    assert not User.objects.filter(pk=seats[1].user_id).exists()
    assert not SeatClaim.objects.exists()
    assert f"/tables/{table.code}/" in text_of(ben.get("/people/ben/games/"))


def test_named_account_denies_and_the_seat_stays_a_name(people: list[User]) -> None:
    ann, ben = (signed_in(person) for person in people[:2])
    table = opened(ann, player_2="@ben")
    address = f"/tables/{table.code}/device/seat/"
    assert ben.post(address, {"answer": "no"}).status_code == 303
    play_to_the_end(table)
    assert (settle_confirmed_claims(), ben.get(address).status_code) == (0, 404)
    assert Seat.objects.get(table=table, index=1).user != people[1]


def test_answer_after_the_end_takes_the_seat_over_at_once(people: list[User]) -> None:
    ann, ben = (signed_in(person) for person in people[:2])
    table = play_to_the_end(opened(ann, player_2="@ben"))
    answer = ben.post(f"/tables/{table.code}/device/seat/", {"answer": "yes"})
    assert answer["Location"] == f"/tables/{table.code}/"
    assert Seat.objects.get(table=table, index=1).user == people[1]


def test_blocked_and_choosy_people_are_not_asked(people: list[User]) -> None:
    ann, ben, cas = people[:3]
    block(blocker=ben, blocked=ann)
    User.objects.filter(pk=cas.pk).update(invited_by_followed=True)
    table = opened(signed_in(ann), player_2="@ben", player_3="@cas")
    assert not SeatClaim.objects.exists()
    assert [seat.shown_name for seat in Seat.objects.at(table)] == ["Ann", "ben", "cas"]


def test_block_before_the_end_voids_a_confirmed_claim(people: list[User]) -> None:
    ann, ben = people[:2]
    table = opened(signed_in(ann), player_2="@ben")
    assert signed_in(ben).post(f"/tables/{table.code}/device/seat/", {"answer": "yes"}).status_code == 303
    block(blocker=ann, blocked=ben)
    play_to_the_end(table)
    assert settle_confirmed_claims() == 1
    assert not SeatClaim.objects.exists()
    assert Seat.objects.get(table=table, index=1).user != ben


def test_claim_is_exported_and_deleted_with_the_account(people: list[User]) -> None:
    ben = people[1]
    table = opened(signed_in(people[0]), player_2="@ben")
    assert [claim["code"] for claim in export_user_data(ben)["claims"]] == [table.code]
    erase(user=ben)
    assert not SeatClaim.objects.exists()


def test_confirmed_claim_at_a_table_closed_before_its_start_is_never_due(people: list[User]) -> None:
    ann, ben = people[:2]
    table = opened(signed_in(ann), player_2="@ben")
    assert signed_in(ben).post(f"/tables/{table.code}/device/seat/", {"answer": "yes"}).status_code == 303
    Table.objects.filter(pk=table.pk).update(status=Status.CLOSED, started_at=None)
    assert (settle_confirmed_claims(), SeatClaim.objects.count()) == (0, 1)
    Table.objects.filter(pk=table.pk).update(started_at=timezone.now())
    assert settle_confirmed_claims() == 1
    assert Seat.objects.get(table=table, index=1).user == ben
