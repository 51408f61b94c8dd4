"""What a page may weigh, so that it is quick on a slow line and an old phone."""

import gzip
import re

import pytest

from engine.cartographers.mixing.mix import Preset
from engine.cartographers.mixing.presets import PRESETS
from games.tables.loading import cache
from tests.games.cartographers import monsters, play
from tests.processes.programs import ROOT

KILO = 1000


def test_styles_are_small() -> None:
    sizes = {path.name: path.stat().st_size for path in (ROOT / "static" / "css").rglob("*.css")}
    assert sum(sizes.values()) < 45 * KILO, sizes


def test_scripts_are_small() -> None:
    """As they are sent, but that what explains them to their readers costs nothing here."""
    scripts = {path.name: path.read_text() for path in (ROOT / "static" / "js").rglob("*.js")}
    bare = {name: re.sub(r"^\s*//.*\n", "", text, flags=re.MULTILINE) for name, text in scripts.items()}
    sizes = {name: len(gzip.compress(text.encode())) for name, text in bare.items()}
    assert sum(sizes.values()) < 13 * KILO, sizes


@pytest.mark.django_db
@pytest.mark.parametrize("ended", [False, True])
def test_the_page_of_a_table_is_small(ended: bool) -> None:
    """With four seats, heroes and monsters, late in the game or over, its log and explanations included."""
    people = play.people_named("Ann", "Ben", "Cas", "Dee")
    table = play.gather(*people, **PRESETS[Preset.BOTH].as_json())
    monsters.play_on(table, people, None if ended else lambda state: state.season == 3)
    page = play.signed_in(people[0]).get(play.url(table)).content
    cache.clear()
    assert len(gzip.compress(page)) < 25 * KILO
