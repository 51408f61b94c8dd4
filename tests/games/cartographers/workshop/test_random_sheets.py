"""Random map sheets in the editor of a map sheet: drawn, tested in quick games, and used."""

from typing import Any

import pytest
from django.test import Client

from engine.cartographers.mixing.library import published_library
from engine.cartographers.sheet import Sheet
from engine.cartographers.sheet_generator import SheetCounts, is_fair
from games.accounts.models import User
from games.cartographers.shelf.kinds import EntryKind
from games.cartographers.workshop import random_sheets
from games.cartographers.workshop.balance_tests import ending_of, play_on_sheet
from games.cartographers.workshop.random_sheets import (
    RandomSheetTest,
    play_random_sheet,
    random_sheet,
    start_random_sheet_test,
)
from games.cartographers.workshop.sheet import SheetEditor
from games.catalog.balance_tests import TrialProgress, begin_trial
from games.catalog.models import CatalogEntry, Trial
from games.notices.task_worker import work
from tests.games.cartographers.workshop.editing import Page, draft, opened, sent, staff
from tests.games.catalog.making import address

pytestmark = pytest.mark.django_db
SEED = {"random__seed": "48213"}
STARS = {0: 100, 1: 80, 2: 131, 3: 104, 4: 90, 5: 140}
"""Mean stars on sheet A, and on each sheet of the seed."""


@pytest.fixture(autouse=True)
def _short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(random_sheets, "GAMES", 4)


@pytest.fixture
def curator(client: Client) -> User:
    return staff(client)


@pytest.fixture
def entry(curator: User) -> CatalogEntry:
    return draft(curator, EntryKind.SHEET)


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Record the numbers of the games played, which end with the stars of `STARS`."""
    games: list[int] = []

    def play(_editor: SheetEditor, tried: Any, number: int) -> list[int]:
        games.append(number)
        at, game = divmod(number, tried["games"])
        return [STARS[at] + (game % 2 * 20 - 10), 0, 0]

    monkeypatch.setattr(SheetEditor, "play_test", play)
    return games


def everything() -> None:
    while work():
        pass


def generated(client: Client, entry: CatalogEntry, page: Page | None = None, **changes: str) -> Page:
    return sent(client, entry, page or opened(client, entry), "generate-sheets", **{**SEED, **changes})


def test_editor_of_a_sheet_offers_random_ones(client: Client, entry: CatalogEntry) -> None:
    page = opened(client, entry)
    assert page.fields["random-mountains"] == "5"
    assert page.fields["random-ruins"] == "6"
    assert page.fields["random-wasteland"] == "0"
    assert page.fields["random-seed"] == ""
    assert "generate-sheets=new" not in page.tools
    assert 'id="random-test"' not in page.html


def test_generate_plays_quick_games_apart_from_the_request(
    client: Client, entry: CatalogEntry, played: list[int]
) -> None:
    page = generated(client, entry)
    assert page.status == 200
    assert played == []
    assert "0 of 24 quick games finished." in page.html
    assert 'hx-select="#random-test"' in page.html
    assert set(page.fields["rows"]) <= {".", "\n", "\r"}, "the map stays as it was"
    everything()
    assert played == list(range(24))
    html = client.post(address(entry, "progress"), page.fields.dict()).content.decode()
    assert 'hx-select="#random-test"' not in html
    assert "Map sheet 3 from seed 48213." in html
    assert "Average: 104.0 stars" in html
    assert "Sheet A: 100.0 stars" in html
    assert "Fair: final scores are similar to those on sheet A." in html


def test_use_sheet_fills_the_painter_and_saves_nothing(client: Client, entry: CatalogEntry, played: list[int]) -> None:
    generated(client, entry)
    everything()
    page = generated(client, entry)
    assert len(played) == 24, "the same seed and counts need no other games"
    page = sent(client, entry, page, "use-sheet")
    rows = page.fields["rows"].split()
    assert Sheet.from_rows("x", "", rows).layers == random_sheet(48213, 2, SheetCounts()).layers
    entry.refresh_from_db()
    assert set("".join(entry.definition["rows"])) == {"."}
    assert set("".join(sent(client, entry, page, "undo").fields["rows"].split())) == {"."}
    sent(client, entry, page, "save")
    entry.refresh_from_db()
    assert entry.definition["rows"] == rows


def test_use_sheet_before_the_games_are_over_changes_nothing(client: Client, entry: CatalogEntry) -> None:
    page = generated(client, entry)
    answer = client.post(address(entry, "tool", "use-sheet"), page.fields.dict())
    assert answer.status_code == 200
    assert Page(answer).fields["rows"] == page.fields["rows"]


def test_generate_without_a_seed_chooses_one_and_shows_it(client: Client, entry: CatalogEntry) -> None:
    page = generated(client, entry, random__seed="")
    seed = page.fields["random-seed"]
    assert int(seed) > 0
    assert page.fields["random-seed"] == generated(client, entry, page, random__seed=seed).fields["random-seed"]
    page = sent(client, entry, page, "generate-sheets=new")
    assert page.fields["random-seed"] != seed
    assert Trial.objects.count() == 2


def test_generate_with_empty_counts_uses_those_of_sheet_a(client: Client, entry: CatalogEntry) -> None:
    generated(client, entry, random__mountains="", random__ruins="", random__wasteland="")
    assert Trial.objects.get().outcome["tried"]["counts"]["mountains"] == 5


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("mountains", "10", "less than or equal to 9"),
        ("ruins", "-1", "greater than or equal to 0"),
        ("wasteland", "many", "Enter a whole number."),
        ("seed", "0", "greater than or equal to 1"),
        ("seed", "x" * 300, "Enter a whole number."),
    ],
)
def test_generate_with_invalid_input_is_422_and_keeps_it(
    client: Client, entry: CatalogEntry, field: str, value: str, words: str
) -> None:
    page = generated(client, entry, rows="^" + "." * 10, **{f"random__{field}": value})
    assert page.status == 422
    assert words in page.html
    assert page.fields[f"random-{field}"] == value
    assert page.fields["rows"].startswith("^")
    assert 'id="random-sheet"' in page.html
    assert not Trial.objects.exists()
    assert sent(client, entry, page, "undo").status == 200, "only the button that needs the counts refuses them"


def test_generate_with_counts_of_no_fair_sheet_is_422_and_says_why(client: Client, entry: CatalogEntry) -> None:
    counts = {"random__wasteland": "16", "random__mountains": "9", "random__forest": "6", "random__farm": "6"}
    page = generated(client, entry, **counts)
    assert page.status == 422
    assert "These counts leave fewer than 85 empty spaces. Enter lower numbers." in page.html
    assert not Trial.objects.exists()


def test_save_ignores_invalid_counts(client: Client, entry: CatalogEntry) -> None:
    page = opened(client, entry)
    assert sent(client, entry, page, "save", name="Other", random__mountains="many").status == 302
    entry.refresh_from_db()
    assert entry.name == "Other"


def test_play_random_sheet_plays_the_same_games_on_every_sheet() -> None:
    tried = {"random_sheet": 7, "counts": {"mountains": 5, "ruins": 6, "wasteland": 7}, "games": 2}
    sheet_a = published_library().sheets["A"]
    assert play_random_sheet(tried, 1) == ending_of(play_on_sheet(sheet_a, 1))
    drawn = random_sheet(7, 0, SheetCounts(wasteland=7))
    assert is_fair(drawn)
    assert play_random_sheet(tried, 3) == ending_of(play_on_sheet(drawn, 1))
    assert play_random_sheet(tried, 3) == play_random_sheet(tried, 3)


@pytest.mark.parametrize(
    ("stars", "spread", "words"),
    [
        (109.0, 20.0, "Fair"),
        (111.0, 20.0, "Easier"),
        (89.0, 20.0, "Harder"),
        (100.0, 29.0, "Unusual"),
        (100.0, 14.0, "Unusual"),
        (100.0, 0.0, "Unusual"),
    ],
)
def test_verdict_by_stars_and_spread_labels_unlike_sheets(stars: float, spread: float, words: str) -> None:
    done = TrialProgress(begun=True, running=False, done=6, games=6, failure="")
    test = RandomSheetTest(1, "7", done, None, 1, stars, spread, 100.0, 20.0)
    assert test.sentence.startswith(words)


def test_random_sheet_tests_keep_the_test_of_the_draft(entry: CatalogEntry, played: list[int]) -> None:
    own = begin_trial(entry=entry, tried={"id": "own"}, games=1)
    everything()
    for seed in range(1, 7):
        start_random_sheet_test(entry, seed, SheetCounts())
        everything()
    assert Trial.objects.filter(pk=own.pk).exists()
    assert Trial.objects.count() == 6
