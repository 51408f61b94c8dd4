"""URLs shared by all games and dispatched to the table's game, and URLs of one game only."""

import re
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from games.accounts.models import User
from games.cartographers.game import Cartographers
from games.cartographers.shelf import SHELF
from games.catalog.shelves import Shelf
from games.play.game import PlayedGame
from games.tables.models import Table
from tests.games.cartographers import play
from tests.games.tables.clients import people_named, signed_in
from tests.games.tables.conftest import gather, pick
from tests.games.tables.toy_features import TOY

pytestmark = pytest.mark.django_db

TURN = "/tables/{}/turns/1/"


@pytest.fixture(autouse=True)
def _two_games(settings: Any) -> None:
    settings.CARTO_GAMES = {**settings.CARTO_GAMES, "toy": "tests.games.tables.toy_features.TOY"}
    settings.ROOT_URLCONF = "tests.games.tables.two_games_urls"


@pytest.fixture
def people() -> list[User]:
    return people_named("Ann", "Ben")


@pytest.fixture
def toy(people: list[User]) -> Table:
    """A toy game in its second turn."""
    table = gather(*people)
    for user in people:
        pick(table, user, 1)
    return Table.objects.get(pk=table.pk)


@pytest.fixture
def ann(people: list[User]) -> Client:
    return signed_in(people[0])


def text(answer: Any) -> str:
    page: str = answer.content.decode()
    return page


def test_a_line_is_read_by_the_game_of_its_table(ann: Client, toy: Table, people: list[User]) -> None:
    answer = ann.get(f"/tables/{toy.code}/line", {"line": "stars"})
    assert answer.status_code == 200
    assert "Ann: 5" in text(answer)
    assert ann.get(f"/tables/{toy.code}/line", {"line": "edict A"}).status_code == 422
    other = play.gather(*people)
    assert ann.get(f"/tables/{other.code}/line", {"line": "edict A"}).status_code == 200
    assert ann.get(f"/tables/{other.code}/line", {"line": "hold 5"}).status_code == 422


def test_a_line_plays_by_the_rules_of_its_table(ann: Client, toy: Table) -> None:
    sent = {"line": "pick 7", "turn": "2", "command_id": str(uuid4())}
    answer = ann.post(f"/tables/{toy.code}/line", sent, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    assert "Ann picked 7" in text(answer)
    refused = ann.post(f"/tables/{toy.code}/line", {**sent, "line": "pick 77", "command_id": str(uuid4())})
    assert refused.status_code == 409
    held = ann.get(f"/tables/{toy.code}/line", {"line": "hold 4"}, headers={"HX-Request": "true"})
    assert held.headers["HX-Trigger"] == "carto:put"
    assert 'name="hand-number" value="4"' in text(held)


def test_a_past_turn_is_told_by_the_game_of_its_table(ann: Client, toy: Table) -> None:
    page = ann.get(TURN.format(toy.code))
    assert page.status_code == 200
    assert "Ben picked 5" in text(page)
    assert ann.get(f"/tables/{toy.code}/turns/2/").headers["Location"] == f"/tables/{toy.code}/"
    assert ann.get(f"/tables/{toy.code}/turns/3/").status_code == 404


def test_a_figure_is_explained_by_the_game_of_its_table(ann: Client, toy: Table, people: list[User]) -> None:
    address = re.search(r'href="(/tables/\w+/why/[^"]+)"', text(ann.get(f"/tables/{toy.code}/")))
    assert address
    page = ann.get(address[1])
    assert "5 picked" in text(page)
    fragment = text(ann.get(address[1], headers={"HX-Request": "true"}))
    assert "5 picked" in fragment
    assert "<main" not in fragment
    assert ann.get(f"/tables/{toy.code}/why/now/1/A").status_code == 404
    other = play.gather(*people)
    assert ann.get(f"/tables/{other.code}/why/now/1/stars").status_code == 404
    assert ann.get(f"/tables/{other.code}/why/now/1/A").status_code == 200


@pytest.mark.parametrize("what", ["turns/2/placement", "turns/2/choice", "turns/2/take-back", "lesson/leave"])
@pytest.mark.parametrize(
    "sent", [{}, {"option": "1", "terrain": "forest", "held": "r0", "anchor": "A1", "space": "A1"}]
)
def test_a_games_own_commands_are_not_there_for_anothers_table(
    ann: Client, toy: Table, what: str, sent: dict[str, str]
) -> None:
    answer = ann.post(f"/tables/{toy.code}/{what}", {**sent, "command_id": str(uuid4())} if sent else {})
    assert answer.status_code == 404
    assert TOY.rules.asks(play.state_of(toy))[0].answered is False


def test_a_games_own_pages_are_not_there_for_anothers_table(ann: Client, toy: Table) -> None:
    assert ann.get(f"/tables/{toy.code}/cards/treetower/").status_code == 404


def test_the_toys_commands_are_not_there_for_another_table(ann: Client, people: list[User]) -> None:
    other = play.gather(*people)
    answer = ann.post(f"/tables/{other.code}/answer/1/pick", {"command_id": str(uuid4()), "number": "5"})
    assert answer.status_code == 404


def test_a_whole_game_ends_with_its_chart_and_record(ann: Client, people: list[User], toy: Table) -> None:
    for turn in (2, 3):
        for user in people:
            pick(toy, user, turn)
    page = text(ann.get(f"/tables/{toy.code}/"))
    assert "Stars by turns" in page
    assert "The game is over, so the seed is public:" in page
    assert ann.get(f"/tables/{toy.code}/record.json").json()["game"] == "toy"


@pytest.mark.parametrize("path", ["", "line?line=stars", "turns/1/", "why/now/1/stars"])
def test_a_table_of_a_game_that_is_taken_away_is_not_there(path: str, ann: Client, toy: Table, settings: Any) -> None:
    settings.CARTO_GAMES = {key: at for key, at in settings.CARTO_GAMES.items() if key != "toy"}
    assert ann.get(f"/tables/{toy.code}/{path}").status_code == 404


@pytest.mark.parametrize(
    ("former", "now"),
    [
        *((f"/{page}", f"/cartographers/{page}") for page in ("learn/", "rules/", "rules/full/", "cards/treetower/")),
        *((f"/{page}", f"/cartographers/{page}") for page in ("sheets/B/", "sets/riverside/", "sets/boxes/heroes/")),
        ("/cards/?terrain=forest&words=a%20b", "/cartographers/cards/?terrain=forest&words=a%20b"),
        ("/sets/try/ab-c/?x=1", "/cartographers/sets/try/ab-c/?x=1"),
        ("/sets/own/7/", "/cartographers/sets/own/7/"),
    ],
)
def test_former_address_of_a_page_leads_to_its_address_under_the_games_key(ann: Client, former: str, now: str) -> None:
    answer = ann.get(former)
    assert (answer.status_code, answer.headers["Location"]) == (301, now)
    sent = ann.post(former, {"guest": "1"})
    assert (sent.status_code, sent.headers["Location"]) == (308, now)
    assert ann.put(former).status_code == 405


@pytest.mark.parametrize(("own", "base"), [(Cartographers, PlayedGame), (type(SHELF), Shelf)])
def test_game_and_shelf_define_only_what_the_site_asks_for(own: type, base: type) -> None:
    """A capability under another name would silently be absent."""
    known = {name for one in base.__mro__ for name in (*vars(one), *getattr(one, "__annotations__", {}))}
    assert {name for name in vars(own) if not name.startswith("_")} <= known
