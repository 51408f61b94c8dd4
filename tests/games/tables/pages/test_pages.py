"""Table pages and their forms."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.accounts.models import User
from games.tables.lobby import rematches, services
from games.tables.models import LATELY, Access, Status, Table
from tests.games.tables.clients import signed_in
from tests.games.tables.conftest import gather, pick


def titles(page: str) -> list[str]:
    return re.findall(r'<h3><a href="/tables/\w+/">([^<]+)</a>', page)


def form(**changes: Any) -> dict[str, Any]:
    """Return the new-table form's default data, with changes."""
    fields = {"game": "toy", "name": "Desk", "capacity": "2", "access": "open", "start_when_full": "on"}
    return {**fields, "options-turns": "3", **changes}


def test_strangers_are_told_what_this_is(client: Client, people: list[User]) -> None:
    gather(people[0], capacity=3)
    page = client.get("/").content.decode()
    assert reverse("accounts:sign_up") in page
    assert 'name="guest"' in page
    assert page.count("<svg") == 3, "the compass of the header, the game's poster and the crest of the host"
    assert "Desk" in page
    assert "/join/" not in page


def test_tables_that_wait_for_me_come_first(people: list[User]) -> None:
    first = services.create_table(host=people[0], new=services.NewTable("toy", "Waiting for me", {"turns": 3}, 2))
    services.join(table=first.code, user=people[1])
    second = services.create_table(host=people[0], new=services.NewTable("toy", "Waiting for Ben", {"turns": 3}, 2))
    services.join(table=second.code, user=people[1])
    pick(second, people[0], 1)
    services.create_table(host=people[0], new=services.NewTable("toy", "Gathers", {"turns": 3}, 2))
    page = signed_in(people[0]).get("/").content.decode()
    assert titles(page) == ["Waiting for me", "Gathers", "Waiting for Ben"]
    assert page.count("Your turn") == 1
    assert "<title>(1) Your tables" in page


@pytest.mark.parametrize(("language", "words"), [("en", "Continue"), ("fr", "Continuer")])
def test_a_game_under_way_is_gone_on_with_by_a_button(people: list[User], language: str, words: str) -> None:
    table = gather(*people[:2])
    here, waits = f'href="/tables/{table.code}/">{words}<', f'class="button primary" id="go-on-{table.code}"'
    new = f'class="button primary" href="{reverse("tables:new")}"'
    User.objects.update(language=language)
    page = signed_in(people[0]).get("/").content.decode()
    assert (here in page, waits in page, new in page) == (True, True, False)
    pick(table, people[0], 1)
    page = signed_in(people[0]).get("/").content.decode()
    assert (here in page, waits in page, new in page) == (True, False, True)
    assert words not in signed_in(people[2]).get(reverse("tables:lobby")).content.decode()


@pytest.mark.parametrize(
    ("language", "words"), [("en", ["Leave", "Close table"]), ("fr", ["Quitter", "Fermer la table"])]
)
def test_what_is_done_with_a_table_looks_like_buttons(people: list[User], language: str, words: list[str]) -> None:
    table = gather(people[0], capacity=3)
    User.objects.update(language=language)
    page = signed_in(people[0]).get(f"/tables/{table.code}/").content.decode()
    buttons = dict(re.findall(r'<summary class="button" id="(\w+)">([^<]+)</summary>', page))
    assert list(buttons) == ["start", "bot", "fill", "later", "leave", "close"]
    assert [buttons["leave"], buttons["close"]] == words


def test_home_offers_a_game_alone_in_one_click(people: list[User]) -> None:
    client = signed_in(people[0])
    assert reverse("tables:solo") in client.get("/").content.decode()
    answer: Any = client.post(reverse("tables:solo"))
    table = Table.objects.get()
    assert (answer.status_code, answer.url) == (303, f"/tables/{table.code}/")
    assert (table.status, table.capacity, table.shown_name) == (Status.PLAYING, 1, "Ann’s table")


@pytest.mark.parametrize(("language", "name"), [("fr", "Table\u00a0: Ann"), ("en", "Ann’s table")])
def test_a_default_name_is_in_the_language_of_who_reads_it(people: list[User], language: str, name: str) -> None:
    User.objects.update(language=language)
    assert f'value="{name}"' in signed_in(people[0]).get(reverse("tables:new")).content.decode()
    signed_in(people[0]).post(reverse("tables:new"), form(name=name))
    table = Table.objects.get()
    assert (table.name, table.is_default_name) == ("Ann", True)
    for other, read in (("en", "Ann’s table"), ("fr", "Table\u00a0: Ann")):
        User.objects.update(language=other)
        assert titles(signed_in(people[1]).get(reverse("tables:lobby")).content.decode()) == [read]


def test_a_rematch_of_a_table_without_a_name_is_named_after_its_host(people: list[User]) -> None:
    new = services.NewTable("toy", "", {"turns": 1}, 2)
    table = services.create_table(host=people[0], new=new)
    services.join(table=table.code, user=people[1])
    pick(table, people[0], 1)
    pick(table, people[1], 1)
    again = rematches.rematch(table=table.code, user=people[1])
    assert (again.name, again.shown_name) == ("Ben", "Ben’s table")


def test_finished_games_say_who_won(people: list[User]) -> None:
    table = gather(people[0], people[1], turns=1)
    pick(table, people[0], 1, number=9)
    pick(table, people[1], 1, number=2)
    client = signed_in(people[0])
    assert "Ann won with 9 points" in client.get("/").content.decode()
    assert "Ann won with 9 points" in client.get(reverse("tables:own_tables")).content.decode()


def test_the_lobby_lists_what_anybody_may_join_or_watch(client: Client, people: list[User]) -> None:
    empty = client.get(reverse("tables:lobby")).content.decode()
    assert "No open tables right now." in empty
    gather(people[0], capacity=3)
    gather(people[1], capacity=3, access=Access.INVITATION)
    gather(people[1], people[2])
    gather(people[1], people[2], access=Access.INVITATION)
    page = client.get(reverse("tables:lobby")).content.decode()
    assert titles(page) == ["Desk", "Desk"]
    assert "1 of 3 seats taken" in page
    assert "3 turns" in page
    assert "/join/" not in page
    assert "/join/" in signed_in(people[3]).get(reverse("tables:lobby")).content.decode()


def test_only_games_together_that_have_moved_lately_are_to_be_watched(people: list[User]) -> None:
    lively, asleep, _alone = gather(*people[:2]), gather(*people[:2]), gather(people[0])
    Table.objects.filter(pk=asleep.pk).update(changed_at=timezone.now() - LATELY - timedelta(minutes=1))
    assert list(Table.objects.open_games()) == [lively]


def test_long_lists_come_in_parts(client: Client, people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.tables.pages.views._ON_A_PAGE", 2)
    for _ in range(3):
        gather(people[0], capacity=3)
    first = client.get(reverse("tables:lobby")).content.decode()
    assert "Page 1 of 2" in first
    assert 'href="?page=2"' in first
    assert len(titles(client.get(reverse("tables:lobby") + "?page=2").content.decode())) == 1
    assert client.get(reverse("tables:lobby") + "?page=nonsense").status_code == 200


def test_the_new_table_form_is_good_as_it_comes(people: list[User]) -> None:
    client = signed_in(people[0])
    page = client.get(reverse("tables:new")).content.decode()
    assert 'value="Ann’s table"' in page
    answer = client.post(reverse("tables:new"), form())
    table = Table.objects.get()
    assert (answer.status_code, answer["Location"]) == (303, f"/tables/{table.code}/")
    assert (table.name, table.capacity, table.options, table.start_when_full) == ("Desk", 2, {"turns": 3}, True)


def test_an_address_may_say_how_a_new_table_begins(people: list[User]) -> None:
    client, url = signed_in(people[0]), reverse("tables:new")
    page = client.get(url, {"capacity": "1", "access": "invitation"}).content.decode()
    assert re.search(r'<option value="1" selected>', page)
    assert re.search(r'value="invitation"[^>]* checked', page)
    assert client.get(url, {"capacity": "many", "access": "zzz"}).status_code == 200


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"name": "  "}, "This field is required."),
        ({"name": "\u202eksed"}, "Use only visible characters."),
        ({"capacity": "101"}, "Select a valid choice."),
        ({"access": "secret"}, "Select a valid choice."),
        ({"options-turns": "0"}, "greater than or equal to 1"),
        ({"options-turns": "13"}, "Thirteen is unlucky."),
    ],
)
def test_mixes_that_cannot_be_are_explained(people: list[User], changes: dict[str, Any], words: str) -> None:
    answer = signed_in(people[0]).post(reverse("tables:new"), form(**changes))
    assert answer.status_code == 422
    assert words in answer.content.decode()
    assert not Table.objects.exists()


def test_an_unknown_game_is_nowhere(people: list[User]) -> None:
    assert signed_in(people[0]).post(reverse("tables:new"), form(game="chess")).status_code == 404


def test_tables_cannot_be_opened_without_end(people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "MOST_GATHERING", 1)
    client = signed_in(people[0])
    client.post(reverse("tables:new"), form())
    answer = client.post(reverse("tables:new"), form())
    assert answer.status_code == 422
    assert "You have too many open tables. Start or close one first." in answer.content.decode()


def test_who_opens_too_many_tables_waits(people: list[User]) -> None:
    client = signed_in(people[0])
    answers = [client.post(reverse("tables:new"), form(capacity="1")) for _ in range(61)]
    assert answers[-1].status_code == 429
    assert int(answers[-1]["Retry-After"]) > 0


def test_the_gathering_page_knows_its_version(people: list[User]) -> None:
    table = gather(people[0], people[1], capacity=3)
    client = signed_in(people[0])
    answer = client.get(f"/tables/{table.code}/")
    page = answer.content.decode()
    assert (answer["X-Game-Version"], answer["Cache-Control"]) == ("2", "no-store")
    assert 'data-version="2"' in page
    assert f'data-socket="/ws/tables/{table.code}/"' in page
    assert f"/invitations/{table.invitation}/" in page
    assert "<title>(2/3) Desk" in page


def test_a_host_who_starts_before_the_table_is_full_is_told_so(people: list[User]) -> None:
    table = gather(people[0], capacity=3, start_when_full=False)
    client, url = signed_in(people[0]), f"/tables/{table.code}/"
    alone = client.get(url).content.decode()
    assert "Play solo</summary>" in alone
    assert 'class="button primary" id="start"' not in alone
    for guest, label in ((people[1], "Start with 2 of 3 players"), (people[2], "Start game")):
        services.join(table=table.code, user=guest)
        page = client.get(url).content.decode()
        css = "button primary" if label == "Start game" else "button"
        assert f'<button class="{css}" id="start">{label}</button>' in page
        assert "Play solo" not in page


def test_htmx_gets_the_fragment_when_there_is_news(people: list[User]) -> None:
    table = gather(people[0], capacity=3)
    client = signed_in(people[0])
    url = f"/tables/{table.code}/"
    assert client.get(url + "?since=1", headers={"HX-Request": "true"}).status_code == 204
    services.join(table=table.code, user=people[1])
    news = client.get(url + "?since=1", headers={"HX-Request": "true"})
    assert news.status_code == 200
    assert news.content.decode().lstrip().startswith('<div id="gathering"')
    services.start(table=table.code, host=people[0])
    begun = client.get(url + "?since=2", headers={"HX-Request": "true", "HX-Target": "gathering"})
    assert begun["HX-Refresh"] == "true"
    assert 'id="toy"' in client.get(url, headers={"HX-Request": "true", "HX-Target": "toy"}).content.decode()


def test_the_invitation_lets_a_browser_watch_and_join(client: Client, people: list[User]) -> None:
    table = gather(people[0], capacity=3, access=Access.INVITATION)
    url = f"/tables/{table.code}/"
    assert client.get(url).status_code == 404
    page = client.get(f"/invitations/{table.invitation}/").content.decode()
    assert "<h1>Ann saved you a seat</h1>" in page
    assert client.get(url).status_code == 200
    client.force_login(people[1])
    assert client.get(url).status_code == 200
    assert client.post(url + "join/").status_code == 303
    assert client.get(f"/invitations/{table.invitation}/")["Location"] == url
    assert client.get("/invitations/nonsense/").status_code == 404


def test_who_is_sent_away_sees_nothing_more(client: Client, people: list[User]) -> None:
    table = gather(people[0], capacity=3, access=Access.INVITATION)
    client.force_login(people[1])
    client.get(f"/invitations/{table.invitation}/")
    client.post(f"/tables/{table.code}/join/")
    signed_in(people[0]).post(f"/tables/{table.code}/kick/", {"person": people[1].pk})
    assert client.get(f"/tables/{table.code}/").status_code == 404
    assert client.post(f"/tables/{table.code}/join/").status_code == 404


def test_refusals_show_the_present_table(people: list[User]) -> None:
    table = gather(people[0], people[1], capacity=3)
    services.close(table=table.code, host=people[0])
    late = signed_in(people[2]).post(f"/tables/{table.code}/join/")
    assert late.status_code == 409
    assert "This table is closed." in late.content.decode()
    other = gather(people[0], people[1], capacity=3)
    services.kick(table=other.code, host=people[0], user_id=people[1].pk)
    assert signed_in(people[1]).post(f"/tables/{other.code}/join/").status_code == 422


def test_leaving_leads_home(people: list[User]) -> None:
    table = gather(people[0], people[1], capacity=3)
    answer = signed_in(people[1]).post(f"/tables/{table.code}/leave/")
    assert (answer.status_code, answer["Location"]) == (303, "/")


def test_a_malformed_person_is_a_bad_request(people: list[User]) -> None:
    table = gather(people[0], people[1], capacity=3)
    for person in ("", "x", "9" * 30, "٣"):
        assert signed_in(people[0]).post(f"/tables/{table.code}/kick/", {"person": person}).status_code == 400


def test_the_queries_of_a_list_do_not_grow(people: list[User], django_assert_max_num_queries: Any) -> None:
    for _ in range(4):
        gather(people[0], people[1], capacity=3)
        gather(people[1], people[2])
    client = signed_in(people[0])
    client.get("/healthz")  # notes the visit of today
    with django_assert_max_num_queries(13):
        client.get("/")
    with django_assert_max_num_queries(10):
        client.get(reverse("tables:lobby"))
