"""Tables of Gisborne through HTTP."""

import re
from uuid import uuid4

import pytest
from django.test import Client

from games.tables.models import Status, Table
from tests.games.gisborne import play
from tests.games.tables.clients import people_named, seeded, signed_in, text_of
from tests.games.tables.present import present

pytestmark = pytest.mark.django_db


def test_whole_game_through_forms_ends_with_places() -> None:
    people = people_named("Ann", "Ben", "Cas")
    table, clients = play.gather(*people), [signed_in(one) for one in people]
    state = play.play_until(table, clients, lambda state: state.over)
    assert state.over
    assert present(table).status == Status.FINISHED
    assert sorted(seat.rank or 0 for seat in table.seats.all()) == [1, 2, 3]
    for client in (*clients, signed_in(None)):
        assert client.get(f"/tables/{table.code}/").status_code == 200


def test_preview_tells_where_a_play_leads() -> None:
    people = people_named("Ann", "Ben", "Cas")
    table, clients = play.gather(*people), [signed_in(one) for one in people]
    hand = play.state_of(table).hands[0]
    page = text_of(clients[0].get(f"/tables/{table.code}/?{hand[0]}=1"))
    assert f"to field {hand[0].worth}" in page


def test_a_play_is_undone_until_a_player_behind_has_laid() -> None:
    people = people_named("Ann", "Ben", "Cas")
    table, clients = play.gather(*people), [signed_in(one) for one in people]
    order = play.state_of(table).round.order
    page = _lay(table, clients[order[0]], str(play.state_of(table).hands[order[0]][0]))
    assert play.state_of(table).round.plays[order[0]]
    undo = re.search(r'action="(/tables/\w+/turns/1/undo)".*?</form>', page, re.DOTALL)
    assert undo
    assert clients[order[0]].post(undo[1], dict(play.HIDDEN.findall(undo[0]))).status_code == 303
    assert play.state_of(table).round.plays[order[0]] is None
    _lay(table, clients[order[0]], str(play.state_of(table).hands[order[0]][0]))
    _lay(table, clients[order[1]], str(play.state_of(table).hands[order[1]][0]))
    page = text_of(clients[order[0]].get(f"/tables/{table.code}/"))
    assert "your play stands" in page
    assert "/undo" not in page
    late = clients[order[0]].post(undo[1], {"question": "lay", "command_id": str(uuid4())})
    assert late.status_code == 409


def _lay(table: Table, client: Client, face: str) -> str:
    """Lay one card and return the page after it."""
    form = play.FORM.search(text_of(client.get(f"/tables/{table.code}/")))
    assert form
    assert client.post(form[1], {**dict(play.HIDDEN.findall(form[0])), face: "1"}).status_code == 303
    return text_of(client.get(f"/tables/{table.code}/"))


@pytest.mark.parametrize("fields", [{}, {"b1": "x"}, {"b1": "-1"}, {"s3": "9" * 30}, {"command_id": "1"}])
def test_a_form_that_no_page_sends_is_answered(fields: dict[str, str]) -> None:
    people = people_named("Ann", "Ben", "Cas")
    table, client = play.gather(*people), signed_in(people[0])
    for what in ("lay", "discard", "give", "chest", "undo"):
        answer = client.post(f"/tables/{table.code}/turns/1/{what}", fields)
        assert answer.status_code == 400
        assert "Nothing was changed" in text_of(answer)


@pytest.mark.parametrize(
    ("what", "fields", "status"),
    [
        ("lay", {}, 422),
        ("lay", {"b1": "6"}, 422),
        ("discard", {"question": "river1", "b1": "1"}, 422),
        ("give", {"question": "wolves1", "number": "1"}, 422),
        ("chest", {"question": "keep1", "number": "1"}, 422),
        ("undo", {"question": "lay"}, 409),
    ],
)
def test_an_answer_that_is_not_asked_for_is_refused(what: str, fields: dict[str, str], status: int) -> None:
    people = people_named("Ann", "Ben", "Cas")
    table, client = play.gather(*people), signed_in(people[0])
    answer = client.post(f"/tables/{table.code}/turns/1/{what}", {"command_id": str(uuid4()), **fields})
    assert answer.status_code == status
    assert 'id="refusal"' in text_of(answer)
    assert play.state_of(table).round.number == 1


def test_without_scripts_the_preview_leads_to_an_address_without_tokens() -> None:
    people = people_named("Ann", "Ben", "Cas")
    table, client = play.gather(*people), signed_in(people[0])
    face = str(play.state_of(table).hands[0][0])
    form = play.FORM.search(text_of(client.get(f"/tables/{table.code}/")))
    assert form
    answer = client.post(form[1], {**dict(play.HIDDEN.findall(form[0])), face: "1", "show": "1"})
    assert (answer.status_code, answer["Location"]) == (303, f"/tables/{table.code}/?{face}=1#desk")
    assert play.state_of(table).round.plays[0] is None


def test_a_seat_behind_sees_how_many_cards_were_laid_and_nobody_else_does() -> None:
    people = people_named("Ann", "Ben", "Cas")
    table, clients = play.gather(*people), [signed_in(one) for one in people]
    front, middle, last = play.state_of(table).round.order
    _lay(table, clients[middle], str(play.state_of(table).hands[middle][0]))
    assert "1 card laid" in text_of(clients[last].get(f"/tables/{table.code}/"))
    for client in (clients[front], clients[middle], signed_in(None)):
        assert "1 card laid" not in text_of(client.get(f"/tables/{table.code}/"))


def test_a_wrong_number_at_a_river_is_refused_and_the_choice_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    seeded(monkeypatch, play.RIVER_SEED)
    people = people_named("Ann", "Ben", "Cas")
    table, clients = play.gather(*people), [signed_in(one) for one in people]
    seat, hand, surplus = play.play_to_a_river(table, clients)
    form = play.FORM.search(text_of(clients[seat].get(f"/tables/{table.code}/")))
    assert form
    assert len(re.findall(r'type="radio"[^>]* checked', form[0])) == len(set(hand))
    assert 'type="number"' not in form[0]
    fields = dict(play.HIDDEN.findall(form[0]))
    for chosen in ({"g4": "1"}, {"g4": "0"}):
        answer = clients[seat].post(form[1], {**fields, **chosen, "command_id": str(uuid4())})
        page = text_of(answer)
        assert answer.status_code == 422
        assert f"{chosen['g4']} of {surplus} cards chosen.</p>" in page
        assert f'name="g4" value="{chosen["g4"]}" checked' in page
    numbers = {str(face): str(hand[:surplus].count(face)) for face in set(hand)}
    assert clients[seat].post(form[1], {**fields, **numbers}).status_code == 303
    assert len(play.state_of(table).hands[seat]) <= 3 + 2  # with what it draws back


def test_hands_chests_and_supplies_are_in_a_part_for_phones_too() -> None:
    people = people_named("Ann", "Ben", "Cas")
    table = play.gather(*people)
    page = text_of(signed_in(None).get(f"/tables/{table.code}/"))
    more = re.search(r'<details id="supplies">.*?</details>', page, re.DOTALL)
    assert more
    assert len(re.findall(r">5</a>\s*</td>", more[0])) == 3
    for words in ("Pile: 107. Discards: 0.", "9 tiles still hidden.", "Next chip: ", "Chip on the beach: 4 points."):
        assert words in more[0]
