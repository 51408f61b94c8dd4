"""The command line's address: what it answers whom, by GET and POST, with scripts and without."""

import re
from html import unescape
from itertools import product
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from engine.cartographers.notation import space_name
from games.accounts.models import User
from games.tables.models import Access, Table
from tests.games.cartographers import monsters
from tests.games.cartographers.monsters import everybody_else, play_on, targets
from tests.games.cartographers.play import (
    draw,
    events,
    first_placement,
    gather,
    signed_in,
    state_of,
    text_of,
    type_line,
    url,
)

HTMX = {"HX-Request": "true", "HX-Target": "line-form"}


@pytest.fixture
def table(people: list[User]) -> Table:
    """Ann and Ben before their first card, a Hinterland Stream: farm or water, 3 in a row and 2 below the first."""
    return gather(*people[:2])


@pytest.fixture
def ann(people: list[User]) -> Client:
    return signed_in(people[0])


@pytest.fixture
def ben(people: list[User]) -> Client:
    return signed_in(people[1])


def said(answer: Any) -> list[str]:
    """The sentences of an answer, without the line that was asked."""
    block = text_of(answer).split('<div class="answer">')
    return [unescape(text) for text in re.findall(r"<p>(.*?)</p>", block[1].split("</div>")[0])] if block[1:] else []


def problem(answer: Any) -> str:
    found = re.search(r'id="line-problem"[^>]*><p class="message error">(.*?)</p>', text_of(answer))
    return unescape(found[1]) if found else ""


def field(answer: Any, name: str) -> str:
    """A field that goes with the next line."""
    found = re.findall(rf'form="line-form" name="(?:hand-)?{name}" value="([^"]*)"', text_of(answer))
    assert len(found) == 1, name
    return str(found[0])


def asked(client: Client, table: Table, line: str, **headers: str) -> Any:
    return client.get(f"{url(table)}line", {"line": line}, headers=headers)


# --- Reading ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", ["get", "post"])
def test_a_line_that_reads_is_answered_in_the_page(method: str, ann: Client, table: Table) -> None:
    answer = getattr(ann, method)(f"{url(table)}line", {"line": "row b"})
    assert answer.status_code == 200
    assert said(answer) == ["Row B: empty 1 to 3, mountain 4, empty 5, empty ruins 6, empty 7 to 11."]
    page = text_of(answer)
    assert page.count("<html") == 1
    assert re.search(r'<input id="line"[^>]* value=""[^>]* autofocus>', page)
    assert answer["Cache-Control"] == "no-store"
    assert answer["X-Game-Version"] == str(table.version)
    assert events(table) == table.number


def test_with_a_script_the_answer_comes_alone(ann: Client, table: Table) -> None:
    answer = type_line(ann, table, "row b", headers=HTMX)
    page = text_of(answer)
    assert said(answer) == ["Row B: empty 1 to 3, mountain 4, empty 5, empty ruins 6, empty 7 to 11."]
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
        for answer in (asked(client, table, "edict A"), client.post(f"{url(table)}line", {"line": "edict A"})):
            assert answer.status_code == (200 if access == Access.OPEN else 404)
    assert asked(signed_in(people[1]), table, "edict A").status_code == 200


READINGS = (
    *("now", "card", "shapes", "fits", "fits 1 r1", "map", "map 2", "map ben", "row c", "column 4", "at b4"),
    *("cluster b4", "ruins", "mountains", "edicts", "edict a", "monsters", "coins", "season", "score", "standings"),
    *("who", "log", "help", "help row", "next", "try C5"),
)


def test_every_reading_line_is_answered_in_every_state(people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    """Before drawing, after it, while a space is chosen, with a hero, and when the game is over."""
    monsters.stack(monkeypatch, "gorgon_gaze", "wren_the_lioness")
    table = gather(*people[:2])
    clients = [signed_in(people[0]), signed_in(people[3])]

    def each() -> None:
        for client, line in product(clients, READINGS):
            answer = asked(client, table, line, **HTMX)
            assert answer.status_code in {200, 422 if line == "try C5" else 200}, (line, problem(answer))
            assert said(answer) or problem(answer), line

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
    theirs = said(asked(ann, table, "row A of Ben"))
    assert theirs[0] == "Ben’s map:"
    assert said(asked(ann, table, "row a 2")) == theirs
    assert said(asked(ann, table, "row a of be")) == theirs
    answer = asked(ann, table, "map Zoe")
    assert answer.status_code == 422
    assert problem(answer) == "Nobody here is called “zoe”. At this table: 1 Ann and 2 Ben."


def test_an_ambush_is_read_on_the_map_that_is_drawn_on(ann: Client, ben: Client, table: Table) -> None:
    draw(ann, table, 0)
    draw(ben, table, 1)
    assert "Draw Gnoll Raid on Ben’s map." in said(asked(ann, table, "now"))
    assert said(asked(ann, table, "row A"))[0] == "Ben’s map:"
    assert len(said(asked(ann, table, "row A of me"))) == 1


# --- Trying ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("htmx", [False, True])
def test_a_try_puts_the_shape_down_and_says_what_would_change(htmx: bool, ann: Client, table: Table) -> None:
    answer = type_line(ann, table, "try water r1 c5", headers=HTMX if htmx else {})
    assert answer.status_code == 200
    assert said(answer)[0] == "Water over C5, C6, C7, D7, E7: fits."
    assert said(answer)[-1] == "Type “confirm” to do it."
    assert [field(answer, name) for name in ("option", "terrain", "held", "anchor")] == ["1", "water", "r1", "C5"]
    assert re.search(r'class="[^"]*\bghost\b', text_of(answer))
    assert (answer.get("HX-Retarget"), answer.get("HX-Trigger", "")) == (
        ("#table", "carto:put") if htmx else (None, "carto:put")
    )
    assert events(table) == table.number


def test_a_try_by_address_is_a_page_too(ann: Client, table: Table) -> None:
    answer = asked(ann, table, "try water c5")
    assert answer.status_code == 200
    assert field(answer, "anchor") == "C5"


def test_what_is_put_down_stays_through_readings_and_is_confirmed(ann: Client, table: Table) -> None:
    held = {"option": "1", "terrain": "water", "held": "r1", "anchor": "C5"}
    answer = type_line(ann, table, "row c", **held)
    assert {name: field(answer, name) for name in held} == held
    assert type_line(ann, table, "confirm", **held).status_code == 303
    drawn = state_of(table).drawings[0]
    assert drawn is not None
    assert str(drawn.placement) == "1 water r1 C5"


def test_what_the_forms_hold_comes_before_what_the_line_brought(ann: Client, table: Table) -> None:
    brought = {"hand-option": "1", "hand-terrain": "farm", "hand-held": "r0", "hand-anchor": "D5"}
    assert "Farm over D5, D6, D7, E5, F5: fits." in said(type_line(ann, table, "now", **brought))
    held = {"option": "1", "terrain": "water", "held": "r1", "anchor": "C5"}
    assert "Water over C5, C6, C7, D7, E7: fits." in said(type_line(ann, table, "now", **brought, **held))


def test_next_goes_from_fit_to_fit(ann: Client, table: Table) -> None:
    anchors = []
    held: dict[str, str] = {}
    for _ in range(3):
        answer = type_line(ann, table, "next", **held)
        held = {name: field(answer, name) for name in ("option", "terrain", "held", "anchor")}
        anchors.append(held["anchor"])
    assert anchors == ["A1", "A2", "A3"]


def test_a_try_that_does_not_fit_lies_there_and_says_why(ann: Client, table: Table) -> None:
    answer = type_line(ann, table, "try water b4", headers=HTMX)
    assert answer.status_code == 200
    assert said(answer) == [
        "Water over B4, B5, B6, C4, D4: does not fit.",
        "B4 is filled already. Choose another place.",
    ]
    answer = type_line(ann, table, "confirm", option="1", terrain="water", held="r0", anchor="B4")
    assert answer.status_code == 422
    assert "B4 is filled" in problem(answer)


# --- Playing ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("line", ["1 water r1 C5", "W R1 c5", "draw c5 right water", " 1  WATER  r1  c 5 "])
def test_a_drawing_is_typed(line: str, ann: Client, table: Table) -> None:
    answer = type_line(ann, table, line)
    assert (answer.status_code, answer["Location"]) == (303, f"{url(table)}line?line=now")
    drawn = state_of(table).drawings[0]
    assert drawn is not None
    assert str(drawn.placement) == "1 water r1 C5"
    page = ann.get(answer["Location"])
    assert said(page)[0] == "You have drawn. Waiting for Ben."
    assert "Turn 1: You drew water on C5, C6, C7, D7, E7." in said(page)


def test_with_a_script_the_table_comes_along_and_what_happened(ann: Client, ben: Client, table: Table) -> None:
    answer = type_line(ann, table, "water r1 C5", headers=HTMX)
    assert answer.status_code == 200
    assert (answer["HX-Retarget"], answer["HX-Reswap"]) == ("#table", "outerHTML")
    assert text_of(answer).lstrip().startswith('<div id="table"')
    assert said(answer) == ["You drew water on C5, C6, C7, D7, E7."]
    assert answer["X-Game-Version"] == str(table.version + 1)
    last = type_line(ben, table, "water A1", headers=HTMX)
    assert said(last) == ["You drew water on A1, A2, A3, B1, C1."]
    assert 'data-say="Your turn. Draw Gnoll Raid on Ann’s map."' in text_of(last), "which the page says by itself"


def test_it_is_taken_back(ann: Client, table: Table) -> None:
    type_line(ann, table, "water C5")
    answer = type_line(ann, table, "back", headers=HTMX)
    assert said(answer) == ["You took your drawing back."]
    assert state_of(table).drawings[0] is None
    assert type_line(ann, table, "take back").status_code == 409


@pytest.mark.parametrize("htmx", [False, True])
def test_against_the_rules_is_422_with_the_reason_and_nothing_is_lost(htmx: bool, ann: Client, table: Table) -> None:
    answer = type_line(ann, table, "water B4", headers=HTMX if htmx else {})
    assert answer.status_code == 422
    assert problem(answer) == "B4 is filled already. Choose another place."
    assert field(answer, "anchor") == "B4", "it shows what is in the way"
    assert htmx or 'value="water B4"' in text_of(answer)
    off_map = type_line(ann, table, "water K11", headers=HTMX if htmx else {}, anchor="C5", option="1", held="r1")
    assert off_map.status_code == 422
    assert "over the edge" in problem(off_map)
    assert htmx or field(off_map, "anchor") == "C5"
    assert events(table) == table.number


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
        answer = asked(ann, table, line)
        assert answer.status_code == 422
        assert "send it from the command line" in problem(answer)
    assert events(table) == table.number


def test_without_a_line_it_leads_to_the_table(ann: Client, table: Table) -> None:
    answer: Any = ann.get(f"{url(table)}line?option=1&at=C5")
    assert (answer.status_code, answer["Location"]) == (303, f"{url(table)}?option=1&at=C5")


def test_who_does_not_play_can_only_ask(people: list[User], table: Table) -> None:
    answer = type_line(signed_in(people[3]), table, "water C5")
    assert answer.status_code == 422
    assert "You do not play at this table" in problem(answer)
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
    assert state_of(table).drawings == (None, None)


def test_who_has_drawn_is_told_so(ann: Client, table: Table) -> None:
    type_line(ann, table, "water C5")
    for line in ("water A1", "confirm"):
        answer = type_line(ann, table, line)
        assert answer.status_code == 409
        assert "You have answered in this turn already" in problem(answer)


def test_without_a_csrf_token_it_is_403(people: list[User], table: Table) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(people[0])
    assert type_line(client, table, "water C5").status_code == 403


def test_a_finished_game_can_be_read_and_not_played(people: list[User], ann: Client) -> None:
    table = gather(people[0])
    play_on(table, people)
    assert said(asked(ann, table, "standings"))[0].startswith("Your rating is")
    assert said(asked(ann, table, "now"))[0] == "The game is over."
    answer = type_line(ann, table, "water C5")
    assert answer.status_code == 409
    assert "No game goes on at this table" in problem(answer)


def test_before_the_game_begins_the_line_leads_to_the_table(people: list[User]) -> None:
    table = gather(*people[:2], capacity=3)
    for answer in (asked(signed_in(people[0]), table, "now"), type_line(signed_in(people[0]), table, "now", turn=1)):
        assert answer.status_code == 303
        assert answer["Location"].startswith(url(table))


# --- Choosing --------------------------------------------------------------------------------------------------------


@pytest.fixture
def gorgon(people: list[User], monkeypatch: pytest.MonkeyPatch) -> Table:
    monsters.stack(monkeypatch, "gorgon_gaze")
    table = gather(*people[:2])
    play_on(table, people, monsters.chooses)
    return table


@pytest.mark.parametrize("line", ["{}", "destroy {}"])
def test_a_space_is_destroyed(line: str, ann: Client, gorgon: Table) -> None:
    space = targets(gorgon)[-1]
    answer = type_line(ann, gorgon, line.format(space.lower()), headers=HTMX)
    assert said(answer) == [f"You destroyed {space} on Ben’s map."]
    assert type_line(ann, gorgon, "back").status_code == 303


def test_a_space_is_put_forward_and_confirmed(ann: Client, gorgon: Table) -> None:
    one, two, *_ = targets(gorgon)
    answer = type_line(ann, gorgon, "next", headers=HTMX)
    assert said(answer)[0] == f"{one} would be destroyed."
    assert field(answer, "space") == one
    assert said(type_line(ann, gorgon, "next", space=one))[0] == f"{two} would be destroyed."
    assert said(type_line(ann, gorgon, f"try {two}"))[0] == f"{two} would be destroyed."
    assert "No space is put forward" in problem(type_line(ann, gorgon, "confirm"))
    assert type_line(ann, gorgon, "confirm", space=one).status_code == 303


def test_a_space_that_cannot_be_destroyed_is_422_with_those_that_can(ann: Client, gorgon: Table) -> None:
    for line in ("K11", "destroy K11", "try K11"):
        answer = type_line(ann, gorgon, line)
        assert answer.status_code == 422
        assert all(name in problem(answer) for name in targets(gorgon))


def test_a_drawing_is_not_asked_for_while_spaces_are_chosen(ann: Client, gorgon: Table) -> None:
    answer = type_line(ann, gorgon, "1 forest C5")
    assert answer.status_code == 422
    assert "asks for something else" in problem(answer)


def test_nor_a_space_while_a_card_is_drawn(ann: Client, table: Table) -> None:
    answer = type_line(ann, table, "destroy C5")
    assert answer.status_code == 422
    assert "asks for something else" in problem(answer)


def test_a_monster_and_a_hero_are_drawn_by_a_space_alone(
    people: list[User], ann: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monsters.stack(monkeypatch, "giant_troll_ravage", "wren_the_lioness")
    table = gather(*people[:2])
    space = space_name(first_placement(state_of(table), 0).anchor)
    assert said(type_line(ann, table, space, headers=HTMX))[0].startswith("You drew Giant Troll Ravage on Ben’s map")
    everybody_else(table, people)
    told = said(type_line(ann, table, "try r1 G6", headers=HTMX))
    assert told[0] == "Hero on G6, attacking I5, I6, I7: fits."
    assert type_line(ann, table, "r1 g6").status_code == 303
    drawn = state_of(table).drawings[0]
    assert drawn is not None
    assert str(drawn.placement) == "1 hero r1 G6"


def test_no_comment_of_a_template_is_shown(ann: Client, table: Table) -> None:
    for page in (text_of(ann.get(url(table))), text_of(type_line(ann, table, "water C5", headers=HTMX))):
        assert "{#" not in page
