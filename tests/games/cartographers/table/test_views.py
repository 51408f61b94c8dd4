"""Responses of game URLs for all viewers and request types; rejections show the current table."""

import re
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from engine.cartographers.notation import Placement, space_name, space_of
from engine.cartographers.shapes import ShapeTurn
from engine.cartographers.terrain import Terrain
from engine.contract import Seat
from games.accounts.models import User
from games.tables.models import Access, Table, TableCommand
from tests.games.cartographers.play import (
    draw,
    events,
    fields,
    first_placement,
    gather,
    offer_to,
    state_of,
    take_back,
    type_line,
    url,
)
from tests.games.tables.clients import HTMX, signed_in, text_of

ROLES = ("nobody", "stranger", "seat")


def client_of(role: str, people: list[User]) -> Client:
    return signed_in({"nobody": None, "stranger": people[3], "seat": people[0]}[role])


def get_part(client: Client, table: Table, target: str = "", query: str = "") -> Any:
    headers = {"HX-Request": "true", "HX-Target": target} if target else {}
    return client.get(url(table) + query, headers=headers)


# --- Looking ---------------------------------------------------------------------------------------------------------

LOOKED = [
    (role, access, target, 404 if hidden else 204 if target == "pending" and role != "seat" else 200)
    for role in ROLES
    for access in Access
    for target in ("", "table", "strip", "pending")
    for hidden in [access != Access.OPEN and role != "seat"]
]


@pytest.mark.parametrize(("role", "access", "target", "status"), LOOKED)
def test_who_sees_the_table(role: str, access: Access, target: str, status: int, people: list[User]) -> None:
    table = gather(*people[:2], access=access)
    answer = get_part(client_of(role, people), table, target)
    assert answer.status_code == status
    if status != 404:
        assert ("<html" in text_of(answer)) == (target == "")
        assert answer["X-Game-Version"] == str(table.version)
        assert answer["Cache-Control"] == "no-store"


def test_the_strip_comes_alone_while_the_desk_stays_the_same(ann: Client, ben: Client, table: Table) -> None:
    page = text_of(get_part(ann, table))
    match = re.search(r'id="strip"[^>]* hx-get="([^"]+)"', page)
    assert match
    address = match[1].replace("&amp;", "&")
    assert ann.get(address, headers={"HX-Request": "true", "HX-Target": "strip"}).status_code == 204
    draw(ben, table, 1)
    strip = ann.get(address, headers={"HX-Request": "true", "HX-Target": "strip"})
    assert text_of(strip).lstrip().startswith('<section id="strip"')
    draw(ann, table, 0)
    whole = ann.get(address, headers={"HX-Request": "true", "HX-Target": "strip"})
    assert (whole["HX-Retarget"], whole["HX-Reswap"]) == ("#table", "outerHTML")
    assert text_of(whole).lstrip().startswith('<div id="table"')


def test_pending_previews_a_step(ann: Client, table: Table) -> None:
    placement = first_placement(state_of(table), 0)
    query = f"?option={placement.option + 1}&terrain={placement.terrain.word}&held={placement.turn.code}"
    answer = get_part(ann, table, "pending", f"{query}&anchor={space_name(placement.anchor)}")
    page = text_of(answer)
    assert page.lstrip().startswith('<div id="pending"')
    assert 'class="goals' in page
    assert 'id="problem"' not in page


def test_what_is_in_hand_is_heard_while_it_lies_nowhere(ann: Client, table: Table) -> None:
    page = text_of(get_part(ann, table, "pending", "?terrain=water&held=r1"))
    assert 'data-aloud="Selected: water, rotated 90° right."' in page
    assert page.count("Selected") == 1, "it is seen already"


# --- Drawing ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("htmx", [False, True])
def test_a_drawing_is_taken(htmx: bool, ann: Client, table: Table) -> None:
    sent = fields(first_placement(state_of(table), 0))
    answer: Any = ann.post(url(table, 1), sent, headers=HTMX if htmx else {})
    assert answer.status_code == (200 if htmx else 303)
    if htmx:
        assert text_of(answer).lstrip().startswith('<div id="table"')
        assert answer["X-Game-Version"] == str(table.version + 1)
        assert "take-back" in text_of(answer)
    else:
        assert answer["Location"] == f"{url(table)}#table"
    assert state_of(table).answers[0] is not None


MALFORMED: list[dict[str, Any]] = [
    *({name: None} for name in ("option", "terrain", "held", "anchor", "command_id")),
    *({name: ""} for name in ("option", "terrain", "held", "anchor", "command_id")),
    *({"option": junk} for junk in ("0", "-1", "100", "9" * 5000, "1.5", "one", "\x00", "1e9")),
    *({"terrain": junk} for junk in ("sea", "FOREST", "0", "\x00", "\u202e")),
    *({"held": junk} for junk in ("r4", "r", "f", "0", "r1ff", "\x00")),
    *({"anchor": junk} for junk in ("A0", "L1", "A12", "C 5", "5C", "C٥", "\x00", "9" * 5000)),
    *({"command_id": junk} for junk in ("x", "1", "9" * 5000, "00000000-0000-0000-0000-00000000000g", "\x00")),
]


@pytest.mark.parametrize("changes", MALFORMED, ids=lambda changes: str(changes)[:40])
def test_a_damaged_form_is_400_with_the_table(changes: dict[str, Any], ann: Client, table: Table) -> None:
    sent = fields(first_placement(state_of(table), 0), **changes)
    answer = ann.post(url(table, 1), sent, headers=HTMX)
    assert answer.status_code == 400
    assert 'id="refusal"' in text_of(answer)
    assert events(table) == table.number


def test_a_damaged_take_back_is_400(ann: Client, table: Table) -> None:
    for junk in ("", "x", "9" * 5000):
        assert take_back(ann, table, 1, command_id=junk).status_code == 400


# Option, terrain, held, anchor that the rules refuse in the turn of a card that offers forest or farm in two shapes.
AGAINST_THE_RULES = [
    ({"option": "3"}, "This shape isn’t available. Choose one of the shapes shown."),
    ({"option": "99"}, "This shape isn’t available. Choose one of the shapes shown."),
    ({"terrain": "monster"}, "This terrain isn’t available. Choose one of the terrains shown."),
    ({"anchor": "K11"}, "The shape extends past the edge of the map. Move it inward."),
    ({"anchor": "A11"}, "The shape extends past the edge of the map. Move it inward."),
]


@pytest.mark.parametrize(("changes", "words"), AGAINST_THE_RULES)
@pytest.mark.parametrize("htmx", [False, True])
def test_what_is_never_legal_is_422_with_the_reason(
    changes: dict[str, Any], words: str, htmx: bool, ann: Client, table: Table
) -> None:
    answer = ann.post(
        url(table, 1), fields(first_placement(state_of(table), 0), **changes), headers=HTMX if htmx else {}
    )
    assert answer.status_code == 422
    page = text_of(answer)
    refusal = re.search(r'<p id="refusal"[^>]*>([^<]+)</p>', page)
    assert refusal
    assert words in refusal[1]
    assert ("<html" in page) != htmx
    assert events(table) == table.number


def test_a_refused_drawing_stays_where_it_was(ann: Client, table: Table) -> None:
    blocked = Placement(0, first_placement(state_of(table), 0).terrain, ShapeTurn(0, False), mountain(table))
    answer = ann.post(url(table, 1), fields(blocked), headers=HTMX)
    page = text_of(answer)
    assert answer.status_code == 422
    assert f'name="anchor" value="{space_name(blocked.anchor)}"' in page
    assert "already filled. Choose another spot." in page
    assert re.search(r'class="[^"]*\bghost\b', page)


def mountain(table: Table) -> Any:
    """A mountain at which the first shape stays on the map."""
    state = state_of(table)
    fits = offer_to(state, 0).options[0].shape.held(ShapeTurn(0, False)).table
    return next(fit.anchor for fit in fits if fit and fit.cells & ~state.boards[0].empty)


@pytest.mark.parametrize("path", ["placement", "take-back"])
def test_posts_only(path: str, ann: Client, table: Table) -> None:
    for method in ("put", "patch", "delete", "options"):
        assert getattr(ann, method)(url(table, 1, path)).status_code == 405


@pytest.mark.parametrize("path", ["placement", "take-back"])
def test_a_reload_leads_to_the_table(path: str, ann: Client, table: Table) -> None:
    for method in ("get", "head"):
        answer = getattr(ann, method)(url(table, 1, path))
        assert (answer.status_code, answer["Location"]) == (303, url(table))


@pytest.mark.parametrize("path", ["placement", "take-back"])
@pytest.mark.parametrize("access", Access)
def test_who_has_no_seat_is_told_nothing(path: str, access: Access, people: list[User]) -> None:
    table = gather(*people[:2], access=access)
    good = fields(first_placement(state_of(table), 0))
    watcher = signed_in(people[3])
    for sent in (good, {}, {"command_id": str(uuid4())}):
        assert watcher.post(url(table, 1, path), sent).status_code == 404
        assert watcher.post(url(table, 1, path), sent, headers=HTMX).status_code == 404
        nobody: Any = Client().post(url(table, 1, path), sent)
        assert (nobody.status_code, nobody["Location"]) == (303, f"/accounts/sign-in/?next=%2Ftables%2F{table.code}%2F")
    assert events(table) == table.number


@pytest.mark.parametrize("path", ["placement", "take-back"])
def test_a_table_that_is_nowhere(path: str, ann: Client, table: Table) -> None:
    good = fields(first_placement(state_of(table), 0))
    for code in ("abcdefgh", "nowhere", "x" * 500):
        assert ann.post(f"/tables/{code}/turns/1/{path}", good).status_code == 404
    for turn in ("-1", "one", "9" * 5000, "٣", "1.5", ""):
        assert ann.post(f"/tables/{table.code}/turns/{turn}/{path}", good).status_code == 404


@pytest.mark.parametrize("turn", [2, 999, 10**18, 10**30])
def test_a_turn_to_come_is_against_the_rules(turn: int, ann: Client, table: Table) -> None:
    assert draw(ann, table, 0, turn=turn).status_code == 422
    assert take_back(ann, table, turn).status_code == 422


def test_before_the_game_begins(people: list[User]) -> None:
    table = gather(*people[:2], capacity=3)
    ann = signed_in(people[0])
    placement = Placement(0, Terrain.FOREST, ShapeTurn(0, False), space_of("C5"))
    for headers in ({}, HTMX):
        answer = ann.post(url(table, 1), fields(placement), headers=headers)
        assert answer.status_code == 409
        assert 'id="gathering"' in text_of(answer)
        assert ann.post(url(table, 1), {}, headers=headers).status_code == 400
        assert ann.post(url(table, 1, "take-back"), {"command_id": str(uuid4())}, headers=headers).status_code == 409
        assert signed_in(people[3]).post(url(table, 1), fields(placement), headers=headers).status_code == 404


# --- Taking back -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("htmx", [False, True])
def test_a_drawing_may_be_taken_back(htmx: bool, ann: Client, table: Table) -> None:
    draw(ann, table, 0)
    answer = ann.post(url(table, 1, "take-back"), {"command_id": str(uuid4())}, headers=HTMX if htmx else {})
    assert answer.status_code == (200 if htmx else 303)
    assert state_of(table).answers[0] is None
    assert draw(ann, table, 0).status_code == 303


@pytest.mark.parametrize("typed", [False, True])
def test_who_has_taken_back_often_enough_is_told_so(
    typed: bool, ann: Client, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.tables.log.submit.MOST_TAKE_BACKS", 1)
    draw(ann, table, 0)
    take_back(ann, table, 1)
    draw(ann, table, 0)
    answer = type_line(ann, table, "undo") if typed else take_back(ann, table, 1)
    assert answer.status_code == 422
    assert "You can’t undo any more for now. Your last move stands." in text_of(answer)
    assert state_of(table).answers[0] is not None


def test_a_page_is_as_long_whatever_others_have_taken_back(ann: Client, ben: Client, table: Table) -> None:
    draw(ben, table, 1)
    before = ann.get(url(table))
    for _ in range(3):
        take_back(ben, table, 1)
        draw(ben, table, 1)
    after = ann.get(url(table))
    shown = [re.sub(r'data-version="\d+"|since=\d+|value="[^"]*"', "", text_of(answer)) for answer in (before, after)]
    assert len(shown[0]) == len(shown[1])


def test_nothing_to_take_back_is_409(ann: Client, table: Table) -> None:
    answer = take_back(ann, table, 1)
    assert answer.status_code == 409
    assert "You haven’t played this turn yet, so there’s nothing to undo." in text_of(answer)


def test_another_drawing_cannot_be_taken_back(ann: Client, ben: Client, table: Table) -> None:
    draw(ann, table, 0)
    assert take_back(ben, table, 1).status_code == 409
    assert take_back(ben, table, 1, seat="0", subject="0").status_code == 409
    assert state_of(table).answers[Seat(0)] is not None


def test_a_closed_turn_cannot_be_taken_back(ann: Client, ben: Client, table: Table) -> None:
    draw(ann, table, 0)
    draw(ben, table, 1)
    assert take_back(ann, table, 1).status_code == 409
    assert state_of(table).turn == 2


def test_every_command_is_remembered_once(ann: Client, table: Table) -> None:
    draw(ann, table, 0)
    take_back(ann, table, 1)
    draw(ann, table, 0)
    assert [command.standing for command in TableCommand.objects.order_by("pk")] == [False, False, True]


def test_a_table_that_plays_says_why_it_refuses(people: list[User], table: Table) -> None:
    answer = signed_in(people[3]).post(f"{url(table)}join/")
    assert answer.status_code == 409
    assert "The game has already started." in text_of(answer)
    assert 'id="table"' in text_of(answer)
