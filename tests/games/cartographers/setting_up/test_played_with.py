"""The setup of a table, as shown to new and current players."""

import re

import pytest

from engine.cartographers.mixing.mix import Preset
from engine.cartographers.mixing.presets import PRESETS
from games.accounts.models import User
from games.cartographers.setting_up.set_choice import SetChoice
from games.tables.lobby import services
from tests.games.cartographers.play import gather, url
from tests.games.cartographers.setting_up.test_options_stored import OWN
from tests.games.cartographers.shelf.sets import published_set
from tests.games.tables.clients import signed_in, text_of


def test_who_comes_to_a_mix_of_ones_own_is_told_what_is_in_it(people: list[User]) -> None:
    mix = {"deck": "heroes", "ambushes": "both", "heroes": True}
    words = f"{OWN} Heroes explore cards, ambush cards from both boxes and hero cards"
    table = gather(people[0], capacity=2, **mix)
    ben = signed_in(people[1])
    assert words in text_of(ben.get("/tables/"))
    assert words in text_of(ben.get(url(table)))
    services.join(table=table.code, user=people[1])
    page = text_of(ben.get(url(table)))
    assert re.search(rf'id="played-with">Setup: {words} · Map sheet A</p>', page)


@pytest.mark.parametrize(
    ("preset", "words"),
    [
        (Preset.CARTOGRAPHERS, "Cartographers · Map sheet A"),
        (Preset.FIRST_GAME, "Cartographers Heroes · Map sheet C · With heroes"),
        (Preset.BOTH, "Both boxes · Map sheet C · With heroes"),
    ],
)
def test_a_game_names_what_it_is_played_with(preset: Preset, words: str, people: list[User]) -> None:
    table = gather(*people[:2], **PRESETS[preset].as_json())
    assert f'id="played-with">Setup: {words}</p>' in text_of(signed_in(people[2]).get(url(table)))


@pytest.mark.django_db
def test_game_with_a_set_made_here_tells_that_it_has_skills(people: list[User]) -> None:
    one = published_set(skills=["cartographers/broad_brush"])
    choice = SetChoice(f"workshop/{one.key}", one.version, "B")
    table = gather(*people[:2], **choice.as_json())
    assert "Set: Riverside · Map sheet B · With skills" in text_of(signed_in(people[2]).get(url(table)))
