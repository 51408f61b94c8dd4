"""From a score to its turns: every star of a finished game links to the turns that earned it."""

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
    """Explanations of a finished golden game: all seasons and the current total, for every seat."""
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
    """Reasons without spaces are exempt, such as no stars or a full coin track."""
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
    """For every score, the turns linked from the reasons must equal those in the list."""
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
    """Each step has its change and the score after it, from which the next step continues."""
    for where, why in explanations(name):
        figure = 0
        for step in why.way:
            match = re.search(r": (?:no change, still|([+−]\d+), total) (−?\d+)$", step.title)
            assert match, (where, step.title)
            figure += number(match[1] or "0")
            assert figure == number(match[2]), (where, step.title)


def number(written: str) -> int:
    """Parse a number written with a true minus sign."""
    return int(written.replace("−", "-"))
