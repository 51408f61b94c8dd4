"""The way to a figure: every star of a game that is over leads to the turns that brought it."""

import re
from collections.abc import Iterator

import pytest

from engine.cartographers.cards import Edict
from engine.cartographers.game import RULES
from engine.cartographers.geometry import spaces
from engine.cartographers.notation import space_of
from engine.contract import Seat
from games.cartographers.goals.explanation_response import add_history
from games.cartographers.goals.explanations import explanation_of, question_of
from games.cartographers.goals.figures import COINS, MONSTERS, NOW
from games.cartographers.log.past_states import positions_at_scoring, read_news, turn_history
from games.play.explanations import BackLink, Why
from games.play.people import Person
from tests.games.cartographers.log.test_reading import NAMES, events_of
from tests.games.cartographers.log.test_tape import by_turns
from tests.golden.typical import typical_first

TABLE = "/tables/golden/"


def explanations(name: str) -> Iterator[tuple[str, Why]]:
    """Of a golden game at its end: every part of every season and of the present, of every seat."""
    log = by_turns(events_of(name))
    tape = turn_history(f"way of {name}", log)
    state = tape.state
    view, news = RULES.view(state, None), read_news(log, None, state)
    seasons = [(season.id, number, season.edicts) for number, season in enumerate(state.definition.seasons)]
    for season, number, letters in [(NOW, None, tuple(Edict)), *seasons]:
        moment = None if number is None else positions_at_scoring(log, number)
        for seat in range(state.seats):
            person = Person(Seat(seat), f"seat {seat + 1}", "", f"seat{seat + 1}", "", me=False)
            for part in (*letters, COINS, MONSTERS):
                question = question_of(view, season, person, part)
                assert question
                why = explanation_of(view, news, question, moment, TABLE, BackLink("", TABLE))
                yield f"{season}/{seat + 1}/{part}", add_history(why, question, view, tape, TABLE, None)


@pytest.mark.django_db
@pytest.mark.parametrize("name", typical_first(NAMES))
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


@pytest.mark.django_db
@pytest.mark.parametrize("name", typical_first(NAMES))
def test_reasons_and_the_list_of_turns_agree(name: str) -> None:
    """For every figure of every seat: what is named beside the reasons and what the list tells are the same turns."""
    compared = 0
    for where, why in explanations(name):
        listed = [step.url for step in why.way if not step.title.startswith("Before the first turn")]
        named = {turn.url for reason in why.reasons for turn in reason.turns}
        others = {turn.url for turn in why.others}
        assert not named & others, where
        assert not named or named | others == set(listed), where
        assert listed == sorted(listed, key=lambda url: int(url.split("/")[-2])), where
        compared += bool(named)
    assert compared


@pytest.mark.django_db
@pytest.mark.parametrize("name", typical_first(NAMES))
def test_the_changes_of_the_list_add_up_to_the_figure(name: str) -> None:
    """Each step tells the change and the figure after it, which the next one goes on from."""
    for where, why in explanations(name):
        figure = 0
        for step in why.way:
            told = re.search(r": (?:no change, still|([+−]\d+), total) (−?\d+)$", step.title)
            assert told, (where, step.title)
            figure += number(told[1] or "0")
            assert figure == number(told[2]), (where, step.title)


def number(written: str) -> int:
    """The number that is written with a true minus."""
    return int(written.replace("−", "-"))
