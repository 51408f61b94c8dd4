"""A game with the core alone: it works everywhere, and nothing is offered that it lacks."""

import json
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.test import Client

from engine.records import RecordError
from games.accounts.models import User
from games.history.json_lines import read_past_game
from games.history.replay_checks import find_fault
from games.studies.services import SeatTurn
from games.studies.turns import glimpse_of
from games.tables.models import Status, Table
from tests.games.history.playing import played
from tests.games.tables.clients import people_named, signed_in, text_of
from tests.games.tables.conftest import gather, pick

pytestmark = pytest.mark.django_db

CORE = {"key", "name", "rules", "seats", "options_form", "setup", "table", "refusals"}


@pytest.fixture(autouse=True)
def _small_game(settings: Any) -> None:
    settings.CARTO_GAMES = {"toy": "tests.games.tables.toy.SMALL"}
    settings.CARTO_SHELVES = settings.CARTO_EDITORS = {}
    settings.ROOT_URLCONF = "tests.games.tables.toy_urls"


@pytest.fixture
def people() -> list[User]:
    return people_named("Ann", "Ben")


@pytest.fixture
def ann(people: list[User]) -> Client:
    return signed_in(people[0])


@pytest.fixture
def over(people: list[User]) -> Table:
    return played(*people, game="toy")


def test_table_shows_strip_form_and_log(ann: Client, people: list[User]) -> None:
    table = gather(*people)
    page = text_of(ann.get(f"/tables/{table.code}/"))
    assert "Pick a number." in page
    assert "Game log" in page
    assert "Command line" not in page
    answer = ann.post(f"/tables/{table.code}/answer/1/pick", {"command_id": "0" * 32, "number": "7"})
    assert answer.status_code == 303
    assert "Ann picked 7" in text_of(ann.get(f"/tables/{table.code}/"))


def test_closed_turn_shows_its_log(ann: Client, people: list[User]) -> None:
    table = gather(*people)
    for user in people:
        pick(table, user, 1)
    page = text_of(ann.get(f"/tables/{table.code}/turns/1/"))
    assert "Ben picked 5" in page
    assert ann.get(f"/tables/{table.code}/turns/2/").status_code == 303
    assert ann.get(f"/tables/{table.code}/turns/3/").status_code == 404


@pytest.mark.parametrize("what", ["line?line=help", "why/now/1/stars", "picture.png", "turns/1/picture.png"])
def test_what_it_lacks_is_not_there(ann: Client, over: Table, what: str) -> None:
    assert ann.get(f"/tables/{over.code}/{what}").status_code == 404


@pytest.mark.parametrize("address", ["/picture.png", "/people/Ann/picture.png", "/figures/toy/turns/3/", "/toy/rules/"])
def test_pages_that_it_lacks_are_not_there(ann: Client, over: Table, address: str) -> None:
    assert ann.get(address).status_code == 404


def test_finished_game_is_not_continued_from_a_turn(ann: Client, over: Table) -> None:
    assert over.status == Status.FINISHED
    assert "Play from here" not in text_of(ann.get(f"/tables/{over.code}/turns/1/"))
    sent = {"seat": "0", "command_id": "1" * 32}
    assert ann.post(f"/tables/{over.code}/turns/1/fork/", sent).status_code in {404, 409, 422}
    assert Table.objects.count() == 1


@pytest.mark.parametrize(
    "address",
    [
        *("/", "/tables/", "/tables/new/", "/tables/mine/", "/games/", "/games/?player=ann", "/people/Ann/"),
        *("/people/Ann/games/", "/notices/", "/collections/", "/records/", "/sitemap-pages.xml", "/accounts/data.json"),
        *("/tables/mine/games.jsonl", "/tables/mine/results.csv", "/admin/login/"),
    ],
)
@pytest.mark.parametrize("signed", [True, False])
def test_site_has_its_pages(people: list[User], over: Table, address: str, signed: bool) -> None:
    client = signed_in(people[0]) if signed else Client()
    answer: Any = client.get(address)
    assert answer.status_code in {200, 303, 302}
    if answer.status_code == 200 and not answer.streaming and answer["Content-Type"].startswith("text/html"):
        assert "og:image" not in answer.content.decode()


def test_finished_game_has_its_files_and_its_place_in_the_list(ann: Client, over: Table) -> None:
    for file, status in (("record.json", 200), ("result.txt", 200), ("boards.txt", 404)):
        assert ann.get(f"/tables/{over.code}/{file}").status_code == status, "it has no notation of boards"
    assert over.name in text_of(Client().get("/games/"))
    page = text_of(ann.get(f"/tables/{over.code}/"))
    assert "The game is over, so the seed is public:" in page
    assert "og:image" not in page


def test_stored_game_is_checked_without_its_records(over: Table) -> None:
    assert find_fault(over) == ""


def test_game_file_is_refused_because_it_cannot_be_checked(ann: Client, over: Table, tmp_path: Any) -> None:
    record = ann.get(f"/tables/{over.code}/record.json").content
    page = ann.post("/records/", {"pasted": record.decode()})
    assert page.status_code == 422
    assert "Files of this game can’t be checked." in text_of(page)
    with pytest.raises(RecordError):
        read_past_game(json.dumps({**json.loads(record), "table": {}}))
    (tmp_path / "game.json").write_bytes(record)
    with pytest.raises(CommandError, match="cannot be checked"):
        call_command("verify", tmp_path / "game.json")


def test_rematch_and_same_deck_begin_new_games(ann: Client, over: Table) -> None:
    for again in ("rematch", "deck"):
        answer = ann.post(f"/tables/{over.code}/{again}/", {"command_id": "2" * 32})
        assert answer.status_code == 303, again


def test_notes_show_a_turn_by_name_alone(ann: Client, over: Table) -> None:
    glimpse = glimpse_of(SeatTurn(over, 1, 0))
    assert glimpse
    assert (glimpse.words, str(glimpse.picture)) == ("", "")
    assert glimpse_of(SeatTurn(over, 9, 0)) is None
    assert glimpse_of(SeatTurn(over, 1, 2)) is None
    assert ann.get(f"/tables/{over.code}/turns/1/notes/").status_code == 200


def test_it_defines_the_core_alone() -> None:
    from games.play.game import PlayedGame
    from tests.games.tables.toy import ToyGame

    required = set(PlayedGame.__abstractmethods__) | {
        name
        for owner in PlayedGame.__mro__
        for name in getattr(owner, "__annotations__", {})
        if not hasattr(PlayedGame, name)
    }
    assert required == CORE
    assert required <= set(vars(ToyGame))
