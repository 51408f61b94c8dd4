"""Size budgets of pages for slow lines and old phones.

Counts every style sheet and script that a page loads, compressed as served, except htmx.
"""

import gzip
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

from engine.cartographers.mixing.mix import Preset
from engine.cartographers.mixing.presets import PRESETS
from games.cartographers.lesson.lesson_game import start_lesson
from games.tables.log.state import cache
from games.tables.models import Table
from tests.collecting import collected_in
from tests.games.cartographers import monsters, play
from tests.games.tables.clients import HTMX, people_named, seeded, signed_in

pytestmark = pytest.mark.django_db
KILO = 1000
STYLES, SCRIPTS, PAGE, REVEAL = 16.5 * KILO, 14 * KILO, 25 * KILO, 14 * KILO

LOADED = re.compile(r'<link rel="(?:stylesheet|modulepreload)" href="([^"]+)"|<script[^>]* src="([^"]+)"')
IMPORTED = re.compile(r'^import[^"]*"\./([^"]+)"', re.MULTILINE)


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Return the folder of static files that pages refer to."""
    with collected_in(tmp_path_factory.mktemp("static")) as folder:
        yield folder


def loaded_by(page: str, served: Path) -> set[Path]:
    """Return the style sheets and scripts a page loads, including imported scripts, except htmx."""
    addresses = [style or script for style, script in LOADED.findall(page)]
    assert all(address.startswith(settings.STATIC_URL) for address in addresses), addresses
    waiting = {served / address.removeprefix(settings.STATIC_URL) for address in addresses if "/htmx" not in address}
    loaded: set[Path] = set()
    while waiting:
        path = waiting.pop()
        loaded.add(path)
        if path.suffix == ".js":
            waiting |= {path.parent / name for name in IMPORTED.findall(path.read_text())} - loaded
    return loaded


def check(page: str, served: Path) -> None:
    """Check the size of a page's files against the budgets, and print the figures."""
    sizes = {path: len(gzip.compress(path.read_bytes(), 9)) for path in loaded_by(page, served)}
    styles, scripts = (
        {str(path.relative_to(served)).split(".")[0]: size for path, size in sizes.items() if path.suffix == suffix}
        for suffix in (".css", ".js")
    )
    sys.stdout.write(f"styles {sum(styles.values())} {styles}\nscripts {sum(scripts.values())} {scripts}\n")
    assert "css/site" in styles
    assert "css/game" in styles or 'id="table"' not in page
    assert min(sizes.values()) > 100, "what is served is empty"
    assert sum(styles.values()) <= STYLES
    assert sum(scripts.values()) <= SCRIPTS


def text_of(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return answer.content.decode()


NEUTRAL = (
    "/",
    "/games/",
    "/figures/cartographers/edict/treetower/",
    "/best/cartographers/",
    "/collections/",
    "/tables/",
    "/tables/new/",
    "/cartographers/learn/",
    "/cartographers/rules/",
    "/cartographers/cards/",
    "/cartographers/cards/treetower/",
    "/cartographers/analysis/",
    "/accounts/sign-up/",
)


@pytest.mark.parametrize("address", NEUTRAL)
def test_what_everybody_may_open_is_small(address: str, client: Client, served: Path) -> None:
    check(text_of(client, address), served)


@pytest.fixture
def late(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Client, Table]]:
    """Return a four-player table with heroes and monsters in its last season, and the first seat's client."""
    seeded(monkeypatch, play.TWO_SHAPES)
    people = people_named("Ann", "Ben", "Cas", "Dee")
    table = play.gather(*people, **PRESETS[Preset.BOTH].as_json())
    monsters.play_on(table, people, lambda state: state.season == 3)
    yield signed_in(people[0]), table
    cache.clear()


def test_a_table_its_past_turns_and_its_reasons_are_small(late: tuple[Client, Table], served: Path) -> None:
    ann, table = late
    page = text_of(ann, play.url(table))
    reason = re.findall(r'href="([^"]+/why/[^"]+)"', page)[0]
    check(page, served)
    for address in (f"/tables/{table.code}/turns/1/", reason):
        check(text_of(ann, address), served)


def test_a_table_before_its_game_is_small(served: Path) -> None:
    people = people_named("Ann")
    table = play.gather(*people, capacity=3)
    check(text_of(signed_in(people[0]), play.url(table)), served)


def test_the_lesson_is_small(served: Path) -> None:
    (ann,) = people_named("Ann")
    check(text_of(signed_in(ann), play.url(start_lesson(user=ann))), served)
    cache.clear()


@pytest.mark.parametrize("ended", [False, True])
def test_the_page_of_a_table_is_small(ended: bool) -> None:
    """Check four seats with heroes and monsters, late in the game and finished, with log and explanations."""
    people = people_named("Ann", "Ben", "Cas", "Dee")
    table = play.gather(*people, **PRESETS[Preset.BOTH].as_json())
    monsters.play_on(table, people, None if ended else lambda state: state.season == 3)
    page = signed_in(people[0]).get(play.url(table)).content
    cache.clear()
    assert len(gzip.compress(page)) < PAGE


def test_the_answer_to_a_reveal_is_small(late: tuple[Client, Table]) -> None:
    """Check the parts that change when a turn closes at a table of four, late in the game."""
    ann, table = late
    turn = play.state_of(table).turn
    shown = re.findall(r'data-part="([^"]+)"', text_of(ann, play.url(table)))
    people = [seat.user for seat in table.seats.select_related("user") if seat.user]
    monsters.play_on(table, people, lambda state: state.turn > turn)
    answer = ann.get(play.url(table), headers={**HTMX, "X-Shown": " ".join(shown)})
    assert answer.status_code == 200
    changed = re.findall(r'data-part="([^"]+)"', answer.content.decode())
    assert 0 < len(changed) < len(shown)
    sys.stdout.write(f"reveal {len(gzip.compress(answer.content))} {changed}\n")
    assert len(gzip.compress(answer.content)) < REVEAL
