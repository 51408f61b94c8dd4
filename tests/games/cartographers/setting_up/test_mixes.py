"""Mixes of the two boxes: correct cards for any number of seats, and games that finish."""

from typing import Any
from uuid import uuid4

import pytest

from engine.cartographers.cards import Stack
from engine.cartographers.codec import definition_from_json, definition_to_json
from engine.cartographers.events import SeasonBegan
from engine.cartographers.game import RULES
from engine.cartographers.mixing.mix import Preset
from engine.cartographers.mixing.presets import PRESETS
from engine.contract import Seat
from engine.randomness import Shuffler
from engine.runner import begin
from games.accounts.models import User
from games.cartographers.game import CARTOGRAPHERS
from games.tables.log.submit import Intent, submit
from games.tables.models import Status, Table
from tests.engine.tools import seed_of
from tests.games.cartographers.play import gather, state_of
from tests.games.tables.clients import people_named

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("preset", list(PRESETS))
def test_every_preset_begins_with_any_number_of_seats(preset: Preset) -> None:
    for seats in CARTOGRAPHERS.seats:
        setup = CARTOGRAPHERS.setup(PRESETS[preset].as_json(), seats)
        events = begin(RULES, setup, seats, Shuffler(seed_of(seats))).events
        (spring,) = [event for event in events if isinstance(event, SeasonBegan)]
        definition = setup.definition
        assert len(spring.deck) == len(definition.explore) + len(definition.ruins) + 1 + bool(definition.heroes)
        assert {card.stack for card in definition.pool} == set(Stack)
        assert definition_from_json(definition_to_json(definition)) == definition, "it can be stored"


@pytest.mark.parametrize("seats", [1, 4])
@pytest.mark.parametrize("preset", list(PRESETS))
def test_a_game_of_every_preset_ends_where_all_do_what_the_absent_do(db: None, preset: Preset, seats: int) -> None:
    people = people_named("Ann", "Ben", "Cas", "Dee")[:seats]
    table = gather(*people, **PRESETS[preset].as_json())
    for _ in range(800):
        state = state_of(table)
        if state.over:
            break
        ask = next(ask for ask in RULES.asks(state) if not ask.answered)
        answer(table, people[ask.seat], ask)
    table.refresh_from_db()
    assert table.status == Status.FINISHED
    assert len(RULES.standings(state_of(table)).places) == seats


def answer(table: Table, user: User, ask: Any) -> None:
    """Submit the answer that the stand-in would give for this seat."""
    state = state_of(table)

    def build(seat: Seat) -> Any:
        assert seat == ask.seat
        return RULES.fallback(RULES.view(state, ask.seat), ask)

    submit(table=table.code, user=user, command_id=uuid4(), intent=Intent("cartographers", lambda _: ask.id, build))
