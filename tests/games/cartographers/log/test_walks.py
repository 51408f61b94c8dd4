"""Monsters that walk in in multiplayer games: the log, and the host's form."""

import pytest

from engine.cartographers.events import Growth, MonstersWalkedIn
from engine.cartographers.geometry import mask_of
from engine.cartographers.mixing.build import definition_of
from engine.cartographers.mixing.presets import PRESETS
from engine.cartographers.notation import space_of
from engine.contract import Seat
from games.cartographers.log.entries import log_lines
from games.cartographers.setting_up.options import describe, setup_of
from games.cartographers.setting_up.options_form import CartographersOptionsForm

pytestmark = pytest.mark.django_db
ANN = Seat(0)


def test_a_walk_is_told_map_by_map() -> None:
    definition = definition_of(PRESETS["cartographers"])  # type: ignore[index]
    event = MonstersWalkedIn(3, "goblin_attack", (Growth(mask_of([space_of("A1")])), Growth(0)))
    assert log_lines(event, ("Ann", "Ben"), definition, ANN) == [
        "Goblin Attack was placed on your map: A1.",
        "Goblin Attack didn’t fit anywhere on Ben’s map and was ignored.",
    ]


def test_the_form_switches_walking_monsters_on_for_every_preset() -> None:
    form = CartographersOptionsForm({"preset": "heroes", "monsters_walk": "on"})
    assert form.is_valid(), form.errors
    assert setup_of(form.options()).definition.monsters_walk
    assert "Monsters appear automatically" in describe(form.options())


@pytest.mark.parametrize(
    ("edition", "village"),
    [("retail", "gnomish_colony"), ("preview", "traylo_monastery"), ("online", "gnomish_colony")],
)
def test_the_first_game_has_the_edicts_of_its_edition(edition: str, village: str) -> None:
    form = CartographersOptionsForm({"preset": "first_game", "edition": edition})
    assert form.is_valid(), form.errors
    assert setup_of(form.options()).edicts[1] == village
