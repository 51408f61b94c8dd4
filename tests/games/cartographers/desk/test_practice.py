"""Practice: options after drawing in a solo game, the result of continuing, and the final title."""

import json
import re
from html import unescape
from typing import Any
from uuid import uuid4

import pytest
from django.core.exceptions import ValidationError
from django.test import Client

from engine.cartographers.game import RULES
from engine.cartographers.mixing.mix import Preset
from engine.cartographers.mixing.presets import PRESETS
from engine.cartographers.records import read_record
from engine.verification import verify
from games.accounts.models import User
from games.cartographers.game import CARTOGRAPHERS
from games.cartographers.setting_up.options_form import CartographersOptionsForm
from games.tables.lobby.rematches import rematch
from games.tables.log.state import log
from games.tables.models import Seat, Status, Table
from tests.games.cartographers.monsters import play_on
from tests.games.cartographers.play import (
    TWO_SHAPES,
    draw,
    events,
    fields,
    first_placement,
    gather,
    state_of,
    take_back,
    type_line,
    url,
)
from tests.games.play.typed_lines import get_line
from tests.games.tables.clients import HTMX, seeded, signed_in, text_of

pytestmark = pytest.mark.django_db

BASE = {"game": "cartographers", "name": "Desk", "access": "open", "start_when_full": "on"}
WORDS = "Shape drawn. You can undo it until you continue."


@pytest.fixture
def table(people: list[User], monkeypatch: pytest.MonkeyPatch) -> Table:
    seeded(monkeypatch, TWO_SHAPES)
    return gather(people[0], practice=True)


@pytest.fixture
def ann(people: list[User]) -> Client:
    return signed_in(people[0])


def close(client: Client, table: Table, turn: int, **more: Any) -> Any:
    return client.post(url(table, turn, "close"), {"command_id": str(uuid4())}, **more)


def page(client: Client, table: Table) -> str:
    return unescape(text_of(client.get(url(table))))


def sent(**changes: str) -> CartographersOptionsForm:
    form = CartographersOptionsForm()
    fields = {name: form.get_initial_for_field(field, name) or "" for name, field in form.fields.items()}
    return CartographersOptionsForm({**fields, **changes})


@pytest.mark.parametrize("preset", list(PRESETS))
def test_any_preset_may_be_practice(preset: Preset) -> None:
    form = sent(preset=preset.value, practice="on")
    assert form.is_valid(), form.errors
    options = form.options()
    assert (options["set"].partition("/")[2], options["practice"]) == (preset.value, True)
    assert "Practice" in CARTOGRAPHERS.describe(options)
    assert CARTOGRAPHERS.setup(form.options(), 1).definition.practice


def test_a_mix_of_ones_own_may_be_practice() -> None:
    form = sent(preset="own", practice="on")
    assert form.is_valid(), form.errors
    assert form.options()["practice"] is True


def test_practice_is_refused_in_words_at_a_table_of_more_seats(ann: Client) -> None:
    fields = {**BASE, **{f"options-{name}": value for name, value in sent(practice="on").data.items()}}
    refused = ann.post("/tables/new/", {**fields, "capacity": "2"})
    assert refused.status_code == 422
    assert "Practice is only available in solo games. Choose one seat or turn practice off." in text_of(refused)
    assert not Table.objects.exists()
    assert ann.post("/tables/new/", {**fields, "capacity": "1"}).status_code == 303
    assert state_of(Table.objects.get()).definition.practice
    with pytest.raises(ValidationError):
        CARTOGRAPHERS.check_options(sent(practice="on").data | {"practice": True}, 2)


def test_a_drawing_is_shown_with_the_ways_back_and_on(ann: Client, table: Table) -> None:
    column = state_of(table).column
    draw(ann, table, 0)
    assert state_of(table).column == column
    shown = page(ann, table)
    assert WORDS in shown
    assert re.search(r'<button id="next-card"[^>]*>Next card</button>', shown)
    assert 'id="take-back"' in shown
    assert 'id="place-form"' not in shown
    assert Seat.objects.get(table=table).awaited


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_going_on_shows_the_next_card(headers: dict[str, str], ann: Client, table: Table) -> None:
    turn = state_of(table).turn
    draw(ann, table, 0)
    assert close(ann, table, turn, headers=headers).status_code == (200 if headers else 303)
    assert state_of(table).turn == turn + 1
    assert 'id="next-card"' not in page(ann, table)
    behind = take_back(ann, table, turn)
    assert behind.status_code == 409
    assert "That turn is over." in text_of(behind)


def test_a_drawing_is_taken_back_and_made_anew(ann: Client, table: Table) -> None:
    turn = state_of(table).turn
    draw(ann, table, 0)
    assert take_back(ann, table, turn).status_code == 303
    assert 'id="place-form"' in page(ann, table)
    assert close(ann, table, turn).status_code == 409
    assert draw(ann, table, 0).status_code == 303
    assert close(ann, table, turn).status_code == 303


def test_nobody_else_goes_on_and_nobody_without_practice(people: list[User], ann: Client, table: Table) -> None:
    turn = state_of(table).turn
    draw(ann, table, 0)
    ben = signed_in(people[1])
    assert close(ben, table, turn).status_code == 404
    assert 'id="next-card"' not in page(ben, table)
    plain = gather(people[0])
    draw(ann, plain, 0)
    assert state_of(plain).turn == 2
    assert close(ann, plain, 2).status_code == 409


@pytest.mark.parametrize("what", ["placement", "choice", "take-back", "close"])
def test_every_command_answers_alike_for_a_turn_that_is_not_open(what: str, ann: Client, table: Table) -> None:
    placement = fields(first_placement(state_of(table), 0), space="C5")
    play_on(table, list(User.objects.filter(username="ann")), lambda state: state.turn == 3)
    for turn, status, why in (
        (99, 422, "That turn hasn’t started yet. Reload the page to see the current card."),
        (1, 409, "That turn is over."),
    ):
        answer = ann.post(url(table, turn, what), {**placement, "command_id": str(uuid4())})
        assert (answer.status_code, why in text_of(answer)) == (status, True)


def test_it_may_be_typed(ann: Client, table: Table) -> None:
    turn = state_of(table).turn
    draw(ann, table, 0)
    assert WORDS in text_of(get_line(ann, table, "now"))
    assert get_line(ann, table, "next").status_code == 422
    assert type_line(ann, table, "back").status_code == 303
    draw(ann, table, 0)
    assert type_line(ann, table, "next").status_code == 303
    assert state_of(table).turn == turn + 1
    assert type_line(ann, table, "next").status_code == 200


def test_the_last_card_of_a_season_leads_to_its_end(people: list[User], ann: Client, table: Table) -> None:
    threshold = state_of(table).season_card.threshold
    play_on(table, people, lambda state: state.held and state.time >= threshold)
    assert re.search(r'<button id="next-card"[^>]*>End season</button>', page(ann, table))


def test_the_end_is_practice_and_gives_no_title(people: list[User], ann: Client, table: Table) -> None:
    play_on(table, people)
    state = state_of(table)
    played = [entry.event for entry in log(table, up_to=events(table))]
    assert verify(RULES, played, bytes(Table.objects.get().seed or b"")).fault is None
    standings = RULES.standings(state)
    assert (standings.title, standings.rating is None) == ("", False)
    shown = page(ann, table)
    assert '<p class="smile">Practice game: no title.</p>' in shown
    assert "for the title" not in shown
    assert re.search(r"Setup: .*Practice", shown)
    record = read_record(json.loads(ann.get(f"/tables/{table.code}/record.json").content))
    findings = CARTOGRAPHERS.findings(record)
    assert all(finding.good for finding in findings)
    assert "Practice: moves could be undone and no title is awarded." in [finding.words for finding in findings]
    again = rematch(table=table.code, user=people[0])
    assert (again.status, state_of(again).definition.practice) == (Status.PLAYING, True)
