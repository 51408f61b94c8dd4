"""The command line's URL: responses to each viewer, by GET and POST, with and without scripts."""

import re
from itertools import product
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from engine.contract import Level
from games.accounts.models import User
from games.cartographers.game import CARTOGRAPHERS
from games.tables.lobby.practice import start_practice
from games.tables.models import Access, Table
from tests.games.cartographers import monsters
from tests.games.cartographers.monsters import everybody_else, play_on, targets
from tests.games.cartographers.play import draw, events, gather, state_of, type_line, url
from tests.games.play.typed_lines import HTMX, field, get_line, problem, sentences_of
from tests.games.tables.clients import signed_in, text_of


@pytest.mark.parametrize("method", ["get", "post"])
def test_a_line_that_reads_is_answered_in_the_page(method: str, ann: Client, table: Table) -> None:
    answer = getattr(ann, method)(f"{url(table)}line", {"line": "row b"})
    assert answer.status_code == 200
    assert sentences_of(answer) == ["Row B: empty 1 to 3, mountain 4, empty 5, empty ruins 6, empty 7 to 11."]
    page = text_of(answer)
    assert page.count("<html") == 1
    assert re.search(r'<input id="line"[^>]* value=""[^>]* autofocus>', page)
    assert answer["Cache-Control"] == "no-store"
    assert answer["X-Game-Version"] == str(table.version)
    assert events(table) == table.number


def test_with_a_script_the_answer_comes_alone(ann: Client, table: Table) -> None:
    answer = type_line(ann, table, "row b", headers=HTMX)
    page = text_of(answer)
    assert sentences_of(answer) == ["Row B: empty 1 to 3, mountain 4, empty 5, empty ruins 6, empty 7 to 11."]
    assert 'hx-swap-oob="afterbegin:#answers"' in page
    assert "HX-Retarget" not in answer
    assert 'id="table"' not in page
    assert 'id="line"' not in page, "what is being typed is left alone"


def test_every_page_of_a_table_has_the_line(ann: Client, table: Table, people: list[User]) -> None:
    for client in (ann, signed_in(people[3]), Client()):
        page = text_of(client.get(url(table)))
        assert page.count('id="line"') == 1
        assert "autofocus" not in page
    assert 'form="line-form"' in text_of(ann.get(url(table)))
    assert 'form="line-form"' not in text_of(Client().get(url(table)))


@pytest.mark.parametrize("access", Access)
def test_who_may_see_the_table_may_ask(access: Access, people: list[User]) -> None:
    table = gather(*people[:2], access=access)
    for client in (Client(), signed_in(people[3])):
        for answer in (get_line(client, table, "edict A"), client.post(f"{url(table)}line", {"line": "edict A"})):
            assert answer.status_code == (200 if access == Access.OPEN else 404)
    assert get_line(signed_in(people[1]), table, "edict A").status_code == 200


READINGS = (
    *("now", "card", "shapes", "fits", "fits 1 r1", "map", "map 2", "map ben", "row c", "column 4", "at b4"),
    *("cluster b4", "ruins", "mountains", "edicts", "edict a", "monsters", "coins", "season", "score", "standings"),
    *("who", "log", "help", "help row", "next", "try C5"),
)


def test_every_reading_line_is_answered_in_every_state(people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    """Before and after drawing, while choosing a space, with a hero, and after the game."""
    monsters.stack(monkeypatch, "gorgon_gaze", "wren_the_lioness")
    table = gather(*people[:2])
    clients = [signed_in(people[0]), signed_in(people[3])]

    def each() -> None:
        for client, line in product(clients, READINGS):
            answer = get_line(client, table, line, **HTMX)
            assert answer.status_code in {200, 422 if line == "try C5" else 200}, (line, problem(answer))
            assert sentences_of(answer) or problem(answer), line

    each()
    draw(clients[0], table, 0)
    each()
    everybody_else(table, people)
    assert monsters.chooses(state_of(table))
    each()
    type_line(clients[0], table, targets(table)[0])
    each()
    play_on(table, people)
    each()


def test_another_map_is_read_by_name_and_number(ann: Client, ben: Client, table: Table) -> None:
    draw(ann, table, 0)
    draw(ben, table, 1)
    theirs = sentences_of(get_line(ann, table, "row A of Ben"))
    assert theirs[0] == "Ben’s map:"
    assert sentences_of(get_line(ann, table, "row a 2")) == theirs
    assert sentences_of(get_line(ann, table, "row a of be")) == theirs
    answer = get_line(ann, table, "map Zoe")
    assert answer.status_code == 422
    assert problem(answer) == "No player is called “zoe”. Players at this table: 1 Ann and 2 Ben."


def test_an_ambush_is_read_on_the_map_that_is_drawn_on(ann: Client, ben: Client, table: Table) -> None:
    draw(ann, table, 0)
    draw(ben, table, 1)
    assert "Draw Gnoll Raid on Ben’s map." in sentences_of(get_line(ann, table, "now"))
    assert sentences_of(get_line(ann, table, "row A"))[0] == "Ben’s map:"
    assert len(sentences_of(get_line(ann, table, "row A of me"))) == 1


def test_no_comment_of_a_template_is_shown(ann: Client, table: Table) -> None:
    for page in (text_of(ann.get(url(table))), text_of(type_line(ann, table, "water C5", headers=HTMX))):
        assert "{#" not in page


@pytest.mark.parametrize(
    "line", ["", "1 forest", "0 water C5", "1 sea r0 C5", "1 water r9 C5", "x" * 101, "1 water Z9"]
)
@pytest.mark.parametrize("htmx", [False, True])
def test_a_line_that_is_not_understood_is_422(line: str, htmx: bool, ann: Client, table: Table) -> None:
    answer = type_line(ann, table, line, headers=HTMX if htmx else {})
    assert answer.status_code == 422
    assert problem(answer)
    assert ("HX-Retarget" in answer) is False
    assert events(table) == table.number


def test_no_script_can_be_typed(ann: Client, table: Table) -> None:
    answer = type_line(ann, table, "<script>alert(1)</script>")
    assert "<script>alert" not in text_of(answer)


def test_a_get_never_plays(ann: Client, table: Table) -> None:
    for line in ("1 water C5", "confirm", "back", "destroy C5"):
        answer = get_line(ann, table, line)
        assert answer.status_code == 422
        assert "This command makes a move. Use the command line to send it." in problem(answer)
    assert events(table) == table.number


def test_an_answer_to_a_line_keeps_the_page_from_reloading(people: list[User], ann: Client, settings: Any) -> None:
    settings.BOTS_AT_ONCE = False
    table = start_practice(user=people[0], game=CARTOGRAPHERS, bots=1, level=Level.APPRENTICE)
    draw(ann, table, 0)
    assert 'http-equiv="refresh"' in text_of(ann.get(url(table)))
    for line in ("row b", "nonsense"):
        assert 'http-equiv="refresh"' not in text_of(type_line(ann, table, line))


def test_without_a_line_it_leads_to_the_table(ann: Client, table: Table) -> None:
    answer: Any = ann.get(f"{url(table)}line?option=1&at=C5")
    assert (answer.status_code, answer["Location"]) == (303, f"{url(table)}?option=1&at=C5")


def test_who_does_not_play_can_only_ask(people: list[User], table: Table) -> None:
    answer = type_line(signed_in(people[3]), table, "water C5")
    assert answer.status_code == 422
    assert "You’re a spectator, so only query commands are available. Type “help” to list them." in problem(answer)
    nobody: Any = type_line(Client(), table, "water C5")
    assert nobody.status_code == 303
    assert nobody["Location"] == f"/accounts/sign-in/?next=%2Ftables%2F{table.code}%2F"
    assert events(table) == table.number


@pytest.mark.parametrize(
    "changes",
    [{"turn": junk} for junk in ("", "x", "0", "-1", "9" * 30, "1.5")]
    + [{"command_id": junk} for junk in ("", "x", "9" * 5000)],
    ids=str,
)
def test_a_damaged_form_is_400_with_the_table(changes: dict[str, str], ann: Client, table: Table) -> None:
    sent = {"line": "water C5", "turn": "1", "command_id": str(uuid4())} | changes
    answer = ann.post(f"{url(table)}line", sent, headers=HTMX)
    assert answer.status_code == 400
    assert problem(answer)
    assert 'id="table"' in text_of(answer)
    assert events(table) == table.number


def test_a_late_line_is_409_with_the_present_table(ann: Client, ben: Client, table: Table) -> None:
    draw(ann, table, 0)
    draw(ben, table, 1)
    for line in ("water C5", "1 monster C5", "confirm", "back"):
        answer = type_line(ann, table, line, turn=1, headers=HTMX)
        assert answer.status_code == 409, line
        assert "That turn is over" in problem(answer)
        assert answer["HX-Retarget"] == "#table"
        assert field(answer, "turn") == "2"
    assert type_line(ann, table, "water C5", turn=7).status_code == 422


def test_a_line_sent_twice_plays_once(ann: Client, ben: Client, table: Table) -> None:
    sent = {"line": "water C5", "turn": "1", "command_id": str(uuid4())}
    for _ in range(2):
        assert ann.post(f"{url(table)}line", sent).status_code == 303
    draw(ben, table, 1)
    assert ann.post(f"{url(table)}line", sent).status_code == 303, "even after its turn"
    assert state_of(table).turn == 2
    assert state_of(table).answers == (None, None)


def test_without_a_csrf_token_it_is_403(people: list[User], table: Table) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(people[0])
    assert type_line(client, table, "water C5").status_code == 403


def test_a_finished_game_can_be_read_and_not_played(people: list[User], ann: Client) -> None:
    table = gather(people[0])
    play_on(table, people)
    assert " stars. Your rating is " in sentences_of(get_line(ann, table, "standings"))[0]
    assert sentences_of(get_line(ann, table, "now"))[0] == "The game is over."
    answer = type_line(ann, table, "water C5")
    assert answer.status_code == 409
    assert "No game is in progress at this table." in problem(answer)


def test_before_the_game_begins_the_line_leads_to_the_table(people: list[User]) -> None:
    table = gather(*people[:2], capacity=3)
    for answer in (get_line(signed_in(people[0]), table, "now"), type_line(signed_in(people[0]), table, "now", turn=1)):
        assert answer.status_code == 303
        assert answer["Location"].startswith(url(table))
