"""The way to a figure: every star of a game that is over leads to the turns that brought it."""

from collections.abc import Iterator

import pytest

from engine.cartographers.cards import Edict
from engine.cartographers.game import RULES
from engine.cartographers.geometry import spaces
from engine.cartographers.notation import space_of
from engine.contract import Seat
from games.cartographers.goals.figures import COINS, MONSTERS, NOW
from games.cartographers.goals.way import traced
from games.cartographers.goals.why import explanation_of, question_of
from games.cartographers.log.reading import moment_of, read_news
from games.cartographers.log.tape import tape_of
from games.play.people import Person
from games.play.why import Back, Why
from tests.games.cartographers.log.test_reading import NAMES, events_of
from tests.games.cartographers.log.test_tape import by_turns

TABLE = "/tables/golden/"


def explanations(name: str) -> Iterator[tuple[str, Why]]:
    """Of a golden game at its end: every part of every season and of the present, of every seat."""
    log = by_turns(events_of(name))
    tape = tape_of(f"way of {name}", log)
    state = tape.state
    view, news = RULES.view(state, None), read_news(log, None, state)
    seasons = [(season.id, number, season.edicts) for number, season in enumerate(state.definition.seasons)]
    for season, number, letters in [(NOW, None, tuple(Edict)), *seasons]:
        moment = None if number is None else moment_of(log, number)
        for seat in range(state.seats):
            person = Person(Seat(seat), f"seat {seat + 1}", "", f"seat{seat + 1}", "", me=False)
            for part in (*letters, COINS, MONSTERS):
                question = question_of(view, season, person, part)
                assert question
                why = explanation_of(view, news, question, moment, TABLE, Back("", TABLE))
                yield f"{season}/{seat + 1}/{part}", traced(why, question, view, tape, TABLE, None)


@pytest.mark.django_db
@pytest.mark.parametrize("name", NAMES)
def test_every_reason_names_a_turn(name: str) -> None:
    """All that have spaces: without, a reason says that there are no stars, or that a track is full."""
    silent = [
        (where, reason.sentence)
        for where, why in explanations(name)
        for reason in why.reasons
        if reason.spaces and not reason.turns
    ]
    assert silent == []


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["solo_coins", "heroes_solo_coins", "mixed_solo", "solo_wastelands"])
def test_a_coin_for_a_mountain_leads_to_the_turn_that_surrounded_it(name: str) -> None:
    turns = {
        space: entry.turn
        for entry in by_turns(events_of(name))
        for space in spaces(getattr(entry.event, "mountains", 0))
    }
    (coins,) = [why for where, why in explanations(name) if where == f"{NOW}/1/{COINS}"]
    seen = {}
    for reason in coins.reasons:
        for space in {space_of(space) for space in reason.spaces.split()} & turns.keys():
            seen[space] = [step.url for step in reason.turns]
    assert seen == {space: [f"{TABLE}turns/{turn}/?look=1"] for space, turn in turns.items()}
    assert seen
