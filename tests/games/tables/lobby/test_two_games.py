"""Choosing between two games and their descriptions; no choice with a single game."""

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.accounts.models import User
from games.cartographers.setting_up.options import defaults
from games.tables.errors import RefusalReason, TableRefusal
from games.tables.lobby import services
from games.tables.lobby.services import NewTable
from games.tables.models import Status, Table
from tests.games.tables.conftest import gather, pick
from tests.games.tables.toy_features import FullToy


class Trio(FullToy):
    """A game for three to five, which nobody plays alone."""

    key = "trio"
    name = "Trio"
    seats = range(3, 6)


TRIO = Trio()
PATHS = {
    "cartographers": "games.cartographers.game.CARTOGRAPHERS",
    "toy": "tests.games.tables.toy_features.TOY",
    "trio": "tests.games.tables.lobby.test_two_games.TRIO",
}


def install(settings: Any, *keys: str) -> None:
    settings.CARTO_GAMES = {key: PATHS[key] for key in keys}
    settings.ROOT_URLCONF = "tests.games.tables.two_games_urls"


@pytest.fixture(autouse=True)
def _two_games(settings: Any, _only_the_toy: None) -> None:
    install(settings, "cartographers", "toy")


def page(address: str, user: User | None = None) -> str:
    client = Client()
    if user:
        client.force_login(user)
    answer = client.get(address)
    assert answer.status_code == 200
    return unescape(answer.content.decode())


def main(text: str) -> str:
    match = re.search(r"<main.*</main>", text, re.DOTALL)
    assert match
    return match[0]


def links(text: str) -> dict[str, str]:
    """Return the targets of the links on a page, by their texts."""
    anchors = re.findall(r'<a\b[^>]*?href="([^"]*)"[^>]*>(.*?)</a>', text, re.DOTALL)
    return {" ".join(re.sub(r"<[^>]+>", "", words).split()): address for address, words in anchors}


def chosen(text: str) -> list[str]:
    return re.findall(r'<a class="button" href="[^"]*" aria-current="true">([^<]+)</a>', text)


def cartographers(host: User, *, capacity: int = 3) -> Table:
    return services.create_table(host=host, new=NewTable("cartographers", "Maps", defaults(), capacity))


def trio(host: User, *guests: User, capacity: int = 5, **fields: Any) -> Table:
    table = services.create_table(host=host, new=NewTable("trio", "Three", {"turns": 3}, capacity, **fields))
    for guest in guests:
        table = services.join(table=table.code, user=guest)
    return table


def test_the_form_of_a_new_table_is_for_the_game_that_is_chosen(people: list[User]) -> None:
    first = page(reverse("tables:new"), people[0])
    assert (chosen(first), 'name="game" value="cartographers"' in first) == (["Cartographers"], True)
    second = page(links(first)["Toy"], people[0])
    assert (chosen(second), 'name="game" value="toy"' in second) == (["Toy"], True)
    assert "options-turns" in second
    assert "options-turns" not in first


def test_another_game_keeps_seats_and_who_may_join(people: list[User]) -> None:
    text = page(reverse("tables:new") + "?capacity=2&access=invitation&name=lost", people[0])
    assert links(text)["Toy"] == "/tables/new/?game=toy&capacity=2&access=invitation"
    text = page(links(text)["Toy"], people[0])
    assert '<option value="2" selected>' in text
    assert re.search(r'value="invitation"[^>]*checked', text)


def test_what_was_sent_is_kept_for_another_game_too(people: list[User]) -> None:
    client = Client()
    client.force_login(people[0])
    sent = {"game": "toy", "name": "", "capacity": "3", "access": "invitation", "options-turns": "3"}
    answer = client.post(reverse("tables:new") + "?game=toy&capacity=2", sent)
    assert answer.status_code == 422
    text = unescape(answer.content.decode())
    assert links(text)["Cartographers"] == "/tables/new/?game=cartographers&capacity=3&access=invitation"


def test_seats_that_a_game_has_not_are_not_kept(settings: Any, people: list[User]) -> None:
    install(settings, "toy", "trio")
    text = page(reverse("tables:new") + "?game=trio&capacity=1", people[0])
    assert '<option value="4" selected>' in text
    assert "You can also start earlier with fewer players. It needs at least 3 players." in text


def test_a_game_that_is_not_there_has_no_form_and_no_list() -> None:
    for address in ("/tables/new/?game=chess", "/tables/?game=chess"):
        assert Client().get(address).status_code == 404


def test_all_games_are_shown_with_where_they_lead(db: None) -> None:
    text = page(reverse("tables:games"))
    assert re.findall(r"<h2 id=[^>]*>([^<]+)</h2>", text) == ["Cartographers", "Toy"]
    assert [text.count(f"1 to {most} players") for most in (100, 12)] == [1, 1]
    assert "A finished map with forests" in text, "the poster of Cartographers"
    assert main(text).count('viewBox="0 0 32 32"') == 1, "the toy's"
    addresses = links(main(text))
    assert {words: address for words, address in addresses.items() if words.endswith("Cartographers")} == {
        "New table: Cartographers": "/tables/new/?game=cartographers",
        "Play against bots: Cartographers": "/tables/practice/?game=cartographers",
        "Learn by playing: Cartographers": "/cartographers/learn/",
        "Tables: Cartographers": "/tables/?game=cartographers",
        "Rules: Cartographers": "/cartographers/rules/",
        "Cards: Cartographers": "/cartographers/cards/",
    }
    toys = {words for words in addresses if words.endswith("Toy")}
    assert toys == {"New table: Toy", "Play against bots: Toy", "Tables: Toy"}


def test_the_lobby_shows_the_tables_of_one_game(people: list[User]) -> None:
    gather(people[0], capacity=3)
    gather(people[0], people[2])
    cartographers(people[1])
    everything = page(reverse("tables:lobby"))
    assert (chosen(everything), "Maps" in everything, "Desk" in everything) == (["All board games"], True, True)
    toys = page(links(main(everything))["Toy"])
    assert (chosen(toys), "Maps" in toys, toys.count(">Desk</a>")) == (["Toy"], False, 2)
    assert "Showing tables for Toy only." in toys
    assert 'hx-get="/tables/?game=toy"' in toys
    assert links(main(toys))["New table"] == "/tables/new/?game=toy"


def test_the_lobby_says_of_which_game_there_is_no_table(people: list[User]) -> None:
    cartographers(people[1])
    toys = main(page("/tables/?game=toy"))
    assert "No open tables for Toy right now." in toys
    assert "No public games of Toy in progress." in toys
    assert links(toys)["Start a table"] == "/tables/new/?game=toy"


def test_the_parts_of_a_list_stay_with_the_game(people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.tables.pages.views._ON_A_PAGE", 1)
    for host in people[:2]:
        gather(host, capacity=3)
        cartographers(host)
    more = links(main(page("/tables/?game=toy")))["Next"]
    assert more == "?game=toy&page=2"
    assert "Page 2 of 2" in page(f"/tables/{more}")


def test_strangers_see_the_first_game_large_and_the_other_as_a_card(db: None) -> None:
    text = page("/")
    assert "<h1>Draw the map of the kingdom</h1>" in text
    assert "<title>Draw the map of the kingdom · Carto</title>" in text
    others = main(text).partition("More board games")[2]
    assert re.findall(r"<h3>([^<]+)</h3>", others) == ["Toy"]
    assert "Whoever calls high wins." in others
    addresses = links(others)
    assert (addresses["New table: Toy"], addresses["All board games"]) == ("/tables/new/?game=toy", "/games/to-play/")


def test_each_finished_game_counts_in_its_own_words(people: list[User]) -> None:
    toy = gather(people[0], people[1], turns=1)
    pick(toy, people[0], 1, number=9)
    pick(toy, people[1], 1, number=2)
    for capacity, score in ((2, 18), (1, 1)):
        maps = cartographers(people[0], capacity=capacity)
        if capacity == 2:
            services.join(table=maps.code, user=people[1])
        maps.seats.filter(user=people[0]).update(rank=1, score=score)
        Table.objects.filter(pk=maps.pk).update(status=Status.FINISHED)
    text = page(reverse("tables:own_tables"), people[0])
    assert "Ann won with 9 points" in text
    assert "Ann won with 18 stars" in text
    assert "<p>1 star</p>" in text


def test_alone_the_first_game_begins_that_can_be_played_alone(settings: Any, people: list[User]) -> None:
    install(settings, "trio", "toy")
    client = Client()
    client.force_login(people[0])
    text = page("/", people[0])
    assert "Play Toy solo" in text
    assert links(text)["Custom solo game"] == "/tables/new/?game=toy&capacity=1"
    client.post(reverse("tables:solo"))
    table = Table.objects.get()
    assert (table.game, table.status) == ("toy", Status.PLAYING)


def test_the_form_of_a_solo_game_does_not_ask_who_can_join(people: list[User]) -> None:
    text = page("/tables/new/?capacity=1", people[0])
    assert "<legend>Access</legend>" in text
    assert "can join" not in text


def test_where_no_game_is_for_one_nobody_is_offered_to_play_alone(settings: Any, people: list[User]) -> None:
    install(settings, "trio")
    for user in (None, people[0]):
        text = page("/", user)
        assert 'id="solo"' not in text
        assert "Custom solo game" not in text
    client = Client()
    client.force_login(people[0])
    assert client.post(reverse("tables:solo")).status_code == 404
    with pytest.raises(TableRefusal) as refused:
        services.start_solo(user=people[0], game=TRIO, name="Solo")
    assert refused.value.reason == RefusalReason.CANNOT_START


def hint(table: Table, user: User) -> str:
    match = re.search(r'<p class="meta">(The game starts [^<]+)</p>', page(f"/tables/{table.code}/", user))
    assert match
    return match[1]


def test_a_table_that_too_few_sit_at_says_how_many_it_takes(settings: Any, people: list[User]) -> None:
    install(settings, "cartographers", "trio")
    table = trio(people[0])
    assert hint(table, people[0]) == "The game starts when 4 more players join. It needs at least 3 players."
    for guest in people[1:3]:
        services.join(table=table.code, user=guest)
    assert hint(table, people[0]) == "The game starts when 2 more players join or the host starts it."
    waits = trio(people[0], people[1], capacity=3, start_when_full=False)
    assert hint(waits, people[0]) == "The game starts when the host starts it. It needs at least 3 players."
    maps = cartographers(people[0])
    assert hint(maps, people[0]) == "The game starts when 2 more players join or the host starts it."


def test_the_host_cannot_start_with_too_few(settings: Any, people: list[User]) -> None:
    install(settings, "cartographers", "trio")
    table = trio(people[0], people[1])
    assert 'id="start"' not in page(f"/tables/{table.code}/", people[0])
    client = Client()
    client.force_login(people[0])
    answer = client.post(reverse("tables:start", args=[table.code]))
    assert (answer.status_code, "Not enough players to start." in answer.content.decode()) == (422, True)
    services.join(table=table.code, user=people[2])
    assert 'id="start"' in page(f"/tables/{table.code}/", people[0])
    assert services.start(table=table.code, host=people[0]).status == Status.PLAYING


def test_a_page_of_a_game_has_its_words_about_it(people: list[User]) -> None:
    maps, toy = cartographers(people[0]), gather(people[0], capacity=3)
    for address in (
        f"/tables/{maps.code}/",
        f"/invitations/{maps.invitation}/",
        "/cartographers/rules/",
        "/cartographers/learn/",
    ):
        text = page(address)
        assert (links(text)["Rules"], links(text)["Cards"]) == ("/cartographers/rules/", "/cartographers/cards/"), (
            address
        )
        assert "draw the Queen’s map together" in text
        assert '<meta name="description" content="Play Cartographers and Cartographers Heroes' in text
    text = page(f"/tables/{toy.code}/")
    assert ("Rules" in links(text), "Cards" in links(text)) == (False, False)
    assert '<meta name="description" content="Play with numbers.">' in text
    assert "<p>A toy table.</p>" in text


def test_a_page_of_no_game_leads_to_all(people: list[User]) -> None:
    text = page(reverse("tables:lobby"))
    assert links(text)["Games"] == "/games/to-play/"
    assert "Rules" not in links(text)
    assert "Carto: play board games together online. Fan-made and not affiliated with the games’ publishers." in text
    assert 'solo or with friends. Play with numbers."' in text


@pytest.mark.parametrize("key", ["cartographers", "toy"])
def test_with_one_game_there_is_nothing_to_choose(settings: Any, people: list[User], key: str) -> None:
    install(settings, key)
    answer: Any = Client().get(reverse("tables:games"))
    assert (answer.status_code, answer.url) == (303, "/")
    for address in ("/", "/tables/", f"/tables/?game={key}", "/tables/new/"):
        for user in (None, people[0]):
            text = page(address, user)
            assert not {"Games", "All board games", "Toy", "Cartographers"} & set(links(text)), address
            assert not [where for where in links(text).values() if "game=" in where]
            assert chosen(text) == []
    assert "Play solo" in page("/", people[0])
