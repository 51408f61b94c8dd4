"""Tasks of Gisborne in words: the strip, the title, the announcement."""

import pytest
from django.utils.translation import override

from engine.contract import Seat
from engine.gisborne.game import RULES
from engine.gisborne.view import View
from games.gisborne.words.tasks import (
    announcement_sentence,
    awaited,
    phase_name,
    progress_words,
    states,
    task_sentence,
    turn_title,
)
from tests.engine.gisborne_games import random_game
from tests.engine.gisborne_positions import Table
from tests.games.gisborne.log.games import NAMES


def _views(table: Table) -> list[View]:
    """Return what each seat sees, and a spectator last."""
    return [RULES.view(table.state, seat) for seat in (*map(Seat, range(3)), None)]


def test_laying() -> None:
    table = Table([4, 0, 0], ["s2 s2", "b1", "b2"])
    table.lay(A="s2")
    ann, ben, _cas, spectator = _views(table)
    assert task_sentence(ann, NAMES) == "You’ve laid your cards. Waiting for Ben and Cas."
    assert task_sentence(ben, NAMES) == "Lay up to 5 cards of one metal, or the tent."
    assert task_sentence(spectator, NAMES) == "Waiting for Ben and Cas."
    assert states(spectator) == ["has laid cards", "choosing cards", "choosing cards"]
    assert progress_words(ben) == "1 of 3 have laid cards"
    assert [turn_title(view, NAMES) for view in (ann, ben, spectator)] == ["Waiting", "Your turn", "Round 1"]
    said = announcement_sentence(ben, NAMES, task_sentence(ben, NAMES))
    assert said == "Your turn. Lay up to 5 cards of one metal, or the tent."


@pytest.mark.parametrize(("field", "start"), [(8, "You’re in a village: "), (38, "You’re in a swamp, ")])
def test_laying_from_a_village_and_a_swamp(field: int, start: str) -> None:
    table = Table([field, 0, 0], ["s2 b1", "b1", "b2"])
    assert task_sentence(RULES.view(table.state, Seat(0)), NAMES).startswith(start)


def test_empty_hand() -> None:
    table = Table([4, 0, 0], ["", "b1", "b2"])
    assert task_sentence(_views(table)[0], NAMES) == (
        "You have no cards left, so your tent is laid for you. Waiting for Ben and Cas."
    )


def test_river_and_wolves() -> None:
    table = Table([30, 1, 22], ["b1 b2 b2 b2 s2", "b1", "g3"], chests=[(), (), (1, 3)])
    table.lay(A="s2", B="b1", C="g3")
    ann, ben, _cas, spectator = _views(table)
    assert task_sentence(ann, NAMES) == "You’re at a river: discard 1 card to cross it."
    assert {task_sentence(view, NAMES) for view in (ben, spectator)} == {"Waiting for Ann to discard cards at a river."}
    assert states(spectator) == ["at a river", "", ""]
    assert progress_words(spectator) == ""
    table.discard("A", "b1")
    ann, _ben, cas, _spectator = _views(table)
    assert task_sentence(cas, NAMES) == "You met wolves: choose a chip to give up."
    assert task_sentence(ann, NAMES) == "Waiting for Cas to give the wolves a chip."
    assert states(ann) == ["", "", "choosing a chip"]


def test_position_scoring() -> None:
    table = Table([4, 1, 2], ["b1", "b1", "b1"], chips={5: 2})
    table.lay(A="b1", B="b1", C="b1")
    ann, ben, cas, spectator = _views(table)
    assert task_sentence(ann, NAMES) == "Position scoring: you’re dealt 3 cards. Choose how many go into your chest."
    assert task_sentence(ben, NAMES) == ("Position scoring: you take 2 cards into your hand. Waiting for Ann and Cas.")
    assert states(spectator) == ["choosing", "nothing to choose", "choosing"]
    assert progress_words(cas) == "0 of 2 have chosen"
    table.keep(A=3)
    ann, *_others, spectator = _views(table)
    assert task_sentence(ann, NAMES) == "You’ve chosen. Waiting for Cas."
    assert states(spectator) == ["has chosen", "nothing to choose", "choosing"]


def test_every_phase_of_games_has_sentences_for_all() -> None:
    phases = set()
    for language in ("en", "fr"):
        with override(language):
            for number in range(3):
                for _events, state in list(random_game(number))[::5]:
                    for viewer in (None, *map(Seat, range(state.seats))):
                        view = RULES.view(state, viewer)
                        phases.add(view.phase)
                        assert task_sentence(view, NAMES).endswith(".")
                        assert turn_title(view, NAMES)
                        assert len(states(view)) == state.seats
                        assert bool(phase_name(view.phase)) is not view.over
                        owing = {ask.seat for ask in RULES.asks(state) if not ask.answered}
                        assert {seat for seat, one in enumerate(awaited(view)) if one} == owing
    assert phases >= {"lay", "keep", ""}
