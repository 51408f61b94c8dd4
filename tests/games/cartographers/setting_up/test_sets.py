"""Table filters by content: one box, both boxes, or a custom mix."""

from dataclasses import replace

import pytest

from engine.cartographers.mixing.mix import Box, Preset
from engine.cartographers.mixing.presets import PRESETS
from games.cartographers.game import CARTOGRAPHERS
from games.cartographers.setting_up.options_form import CartographersOptionsForm
from games.tables.lobby.saved_settings import prefill_form


@pytest.mark.parametrize(
    ("preset", "key"),
    [
        (Preset.CARTOGRAPHERS, "cartographers"),
        (Preset.HEROES, "heroes"),
        (Preset.FIRST_GAME, "heroes"),
        (Preset.BOTH, "both"),
    ],
)
def test_a_mix_by_name_is_its_set_whatever_its_map(preset: Preset, key: str) -> None:
    assert CARTOGRAPHERS.sets.of_options(PRESETS[preset].as_json()) == key
    elsewhere = replace(PRESETS[preset], preset=Preset.OWN, sheet="B", practice=True)
    assert CARTOGRAPHERS.sets.of_options(elsewhere.as_json()) == key


def test_any_other_mix_is_of_the_hosts_own() -> None:
    mix = replace(PRESETS[Preset.CARTOGRAPHERS], deck=Box.HEROES)
    assert CARTOGRAPHERS.sets.of_options(mix.as_json()) == "own"


@pytest.mark.django_db
@pytest.mark.parametrize("key", ["cartographers", "heroes", "both", "own"])
def test_the_form_begins_with_a_set(key: str) -> None:
    form = CartographersOptionsForm(None, prefix="options")
    prefill_form(form, CARTOGRAPHERS.sets.fields(key))
    assert form["preset"].value() == key
