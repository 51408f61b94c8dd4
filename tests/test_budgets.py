"""What a page may weigh, so that it is quick on a slow line and an old phone."""

import gzip

import pytest

from games.cartographers.mix import Preset
from games.cartographers.presets import PRESETS
from games.tables.loading import cache
from tests.games.cartographers import monsters, play
from tests.processes.programs import ROOT

KILO = 1000


@pytest.mark.parametrize(("folder", "ending", "most"), [("js", "*.js", 30 * KILO), ("css", "*.css", 45 * KILO)])
def test_scripts_and_styles_are_small(folder: str, ending: str, most: int) -> None:
    sizes = {path.name: path.stat().st_size for path in (ROOT / "static" / folder).rglob(ending)}
    assert sum(sizes.values()) < most, sizes


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
