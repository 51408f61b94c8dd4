"""Editors of explore, ruins, ambush and hero cards and of map sheets, without JavaScript."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.accounts.models import User
from games.cartographers.shelf.kinds import EntryKind
from games.cartographers.workshop import sheet
from games.catalog.drafts import open_draft
from games.catalog.models import CatalogEntry, Trial
from games.catalog.site_cards import load_published
from games.notices.task_worker import work
from tests.games.cartographers.workshop.editing import Page, draft, opened, sent, staff, url

pytestmark = pytest.mark.django_db

KINDS = (EntryKind.EXPLORE, EntryKind.RUINS, EntryKind.AMBUSH, EntryKind.HERO, EntryKind.SHEET)
EMPTY = ["." * 11] * 11


@pytest.fixture(autouse=True)
def _loaded() -> None:
    load_published()


@pytest.fixture
def curator(client: Client) -> User:
    return staff(client)


def preview_of(page: Page) -> str:
    return page.html.split('id="preview"')[1].split("</section>\n    </div>")[0]


def errors(page: Page, field: str) -> str:
    return page.html.split(f'id="errors-{field}"')[1].split("</div>")[0]


@pytest.mark.parametrize("kind", KINDS)
def test_every_published_piece_is_shown_and_saved_as_it_is(client: Client, curator: User, kind: EntryKind) -> None:
    entries = list(CatalogEntry.objects.in_play().filter(kind=kind))
    assert entries
    for entry in entries:
        found = open_draft(entry=entry, by=curator)
        page = opened(client, found)
        assert sent(client, found, page, "save").status == 302, entry.key
        found.refresh_from_db()
        assert (found.definition, found.saves) == (entry.definition, 0), "nothing has changed"
    compare = client.get(reverse("admin:catalog_catalogentry_compare", args=[found.pk, entry.pk]))
    assert compare.status_code == 200
    assert client.get(url(entry)).status_code == 200, "what is published is shown, and not edited"


@pytest.mark.parametrize(
    ("kind", "key", "drawn"),
    [
        (EntryKind.EXPLORE, "farmland", 'class="shape".*class="shape"'),
        (EntryKind.RUINS, "temple_ruins", "#ruins"),
        (EntryKind.AMBUSH, "goblin_attack", 'class="shape"'),
        (EntryKind.HERO, "", 'class="attack"'),
        (EntryKind.SHEET, "B", 'class="small-map".*class="t-wasteland"'),
        (EntryKind.SCORING, "treetower", 'class="emblem"'),
        (EntryKind.SEASON, "winter", "#winter"),
    ],
)
def test_the_list_shows_each_piece_by_a_picture(
    client: Client, curator: User, kind: EntryKind, key: str, drawn: str
) -> None:
    query = {"kind__exact": kind, "q": key}
    page = client.get(reverse("admin:catalog_catalogentry_changelist"), query).content.decode()
    assert re.search(f'<span class="piece-picture" aria-hidden="true">.*{drawn}.*</a>', page, re.DOTALL)


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_begun_can_be_seen_and_saved(client: Client, curator: User, kind: EntryKind) -> None:
    begun = {"kind": f"cartographers/{kind}", "name": "Something New"}
    assert client.post(reverse("admin:catalog_catalogentry_add"), begun).status_code == 302
    entry = CatalogEntry.objects.get(name="Something New")
    page = sent(client, entry, opened(client, entry), name="Something Else")
    assert page.status == 200
    assert "Something Else" in preview_of(page)
    assert sent(client, entry, page, "save").status == 302
    assert CatalogEntry.objects.get(pk=entry.pk).name == "Something Else"


def test_an_explore_card_is_drawn(client: Client, curator: User) -> None:
    entry = draft(curator, EntryKind.EXPLORE)
    changes: dict[str, Any] = {"shape_1": ["1,1", "1,2", "2,2"], "coin_1": "on", "shape_2": ["0,0"], "time": "2"}
    page = sent(client, entry, opened(client, entry), terrains=["farm", "water"], **changes)
    assert "Shape 1 is already on these cards: " in preview_of(page)
    assert "4 orientations. <code>##/.#</code>" in preview_of(page)
    assert "Time value: 2." in preview_of(page)
    assert sent(client, entry, page, "save").status == 302
    entry.refresh_from_db()
    shapes = [{"drawn": ["##", ".#"], "coin": True}, {"drawn": ["#"], "coin": False}]
    assert entry.definition["shapes"] == shapes
    assert entry.definition["terrains"] == ["farm", "water"]


@pytest.mark.parametrize(
    ("kind", "changes", "field", "words"),
    [
        (EntryKind.EXPLORE, {"shape_1": []}, "shape_1", "Select at least one square."),
        (EntryKind.EXPLORE, {"terrains": []}, "terrains", "Choose at least one terrain."),
        (EntryKind.EXPLORE, {"time": "10"}, "time", "less than or equal to 9"),
        (EntryKind.EXPLORE, {"coin_2": "on"}, "shape_2", "Draw the shape or remove the coin."),
        (EntryKind.HERO, {"attack": []}, "attack", "Select at least one square."),
        (EntryKind.HERO, {"attack": ["0,0"]}, "all", "attack: can’t include the hero’s own space."),
        (EntryKind.AMBUSH, {"drawn": []}, "drawn", "Select at least one square."),
        (
            EntryKind.AMBUSH,
            {"effect": "spread"},
            "initial_letter",
            "This effect needs an initial to identify its monsters.",
        ),
        (EntryKind.AMBUSH, {"initial_letter": "ä"}, "initial_letter", "one letter from A to Z."),
        (EntryKind.AMBUSH, {"effect": "reward", "initial_letter": "Q"}, "reward", "Enter the number of coins."),
        (
            EntryKind.AMBUSH,
            {"effect": "custom", "effect_chooser": "owner", "effect_count": "every", "initial_letter": "Q"},
            "effect_count",
            "If a player chooses the spaces, “all of them” isn’t possible. Select a number.",
        ),
        (
            EntryKind.AMBUSH,
            {"effect": "custom", "effect_what": "lose_coins", "initial_letter": "Q"},
            "reward",
            "Enter the number of coins.",
        ),
        (EntryKind.AMBUSH, {"effect": "custom", "effect_count": "4"}, "effect_count", "Select a valid choice."),
        (EntryKind.AMBUSH, {"effect": "custom"}, "initial_letter", "This effect needs an initial"),
        (EntryKind.AMBUSH, {"solo_corner": "middle"}, "solo_corner", "Select a valid choice."),
        (EntryKind.SHEET, {"rows": "..."}, "rows", "Line 1 has 3 spaces instead of 11."),
    ],
)
def test_what_cannot_be_is_told_at_its_field(
    client: Client, curator: User, kind: EntryKind, changes: dict[str, Any], field: str, words: str
) -> None:
    entry = draft(curator, kind)
    page = sent(client, entry, opened(client, entry), "save", **changes)
    assert page.status == 422
    assert words in errors(page, field)
    shown = sent(client, entry, opened(client, entry), "preview", **changes)
    assert (shown.status, errors(shown, field)) == (200, errors(page, field))


def test_an_ambush_walks_in(client: Client, curator: User) -> None:
    entry = draft(curator, EntryKind.AMBUSH)
    page = sent(client, entry, opened(client, entry), effect="spread", initial_letter="Q", drawn=["0,0", "1,1"])
    assert "The first free spot on its path is number 1. It’s placed on A1, B2." in preview_of(page)
    assert (
        "After each season’s scoring, every empty space next to its remaining spaces also becomes a monster space."
        in preview_of(page)
    )
    assert 'class="number" aria-hidden="true">1</span>' in preview_of(page)
    turned = sent(client, entry, page, solo_corner="bottom_right", solo_direction="counterclockwise")
    assert "It’s placed on J10, K11." in preview_of(turned)


def test_an_explore_card_is_tied_to_a_place_or_free_again(client: Client, curator: User) -> None:
    entry = draft(curator, EntryKind.EXPLORE)
    page = sent(client, entry, opened(client, entry), place="edge")
    assert "Its shape must cover an empty space on the edge of the map if possible." in preview_of(page)
    assert sent(client, entry, page, "save").status == 302
    entry.refresh_from_db()
    assert entry.definition["place"] == "edge"
    assert sent(client, entry, opened(client, entry), "save", place="").status == 302
    entry.refresh_from_db()
    assert "place" not in entry.definition


def test_an_explore_card_covers_drawn_spaces_or_none_again(client: Client, curator: User) -> None:
    entry = draft(curator, EntryKind.EXPLORE)
    page = sent(client, entry, opened(client, entry), overlap="destroy", place="region_2")
    assert "Its shape must cover an empty space in region 2 if possible." in preview_of(page)
    assert "It may cover drawn spaces, which are destroyed, but at least one space must be empty." in preview_of(page)
    assert sent(client, entry, page, "save").status == 302
    entry.refresh_from_db()
    assert (entry.definition["overlap"], entry.definition["place"]) == ("destroy", "region_2")
    assert sent(client, entry, opened(client, entry), "save", overlap="", place="").status == 302
    entry.refresh_from_db()
    assert not {"overlap", "place"} & set(entry.definition)


def test_an_effect_is_made_of_blocks_and_shown_on_a_map(client: Client, curator: User) -> None:
    entry = draft(curator, EntryKind.AMBUSH)
    custom = {
        "effect": "custom",
        "effect_when": "last_scoring",
        "effect_what": "destroy_any",
        "effect_where": "columns",
        "effect_count": "2",
        "effect_chooser": "drawer",
        "initial_letter": "Q",
    }
    page = sent(client, entry, opened(client, entry), **custom)
    assert (
        "Before the last season’s scoring, this monster destroys up to 2 spaces in the columns of its remaining "
        "spaces, empty or filled. The player who drew the monster chooses them." in preview_of(page)
    )
    assert "Solo effect: Before the last season’s scoring" in preview_of(page)
    assert "Effect on a partly filled map" in preview_of(page)
    assert "spaces can be chosen: " in preview_of(page)
    assert sent(client, entry, page, "save").status == 302
    entry.refresh_from_db()
    assert entry.definition["effect"] == {
        "when": "last_scoring",
        "what": "destroy_any",
        "where": "columns",
        "count": 2,
        "chooser": "drawer",
    }


@pytest.mark.parametrize(
    ("blocks", "shown", "sentence", "stored"),
    [
        (
            {"effect_what": "move", "effect_where": "south", "effect_chooser": "nobody"},
            "After each season’s scoring, this monster moves one space down, if it can.",
            "Here, it moves to B10, B11.",
            {"what": "move", "where": "south", "count": 1, "chooser": "nobody"},
        ),
        (
            {"effect_what": "move", "effect_where": "beside", "effect_count": "3", "effect_chooser": "owner"},
            "The map’s owner chooses the direction.",
            "Here, its first space A10 can move to B10.",
            {"what": "move", "where": "beside", "count": 1, "chooser": "owner"},
        ),
        (
            {"effect_what": "draw_monster", "effect_where": "region_2"},
            "this monster spreads to every empty space in region 2.",
            "The map sheet of this example has no regions.",
            {"what": "draw_monster", "where": "region_2", "count": None, "chooser": "nobody"},
        ),
    ],
)
def test_a_monster_may_move_or_act_in_a_region(
    client: Client, curator: User, blocks: dict[str, str], shown: str, sentence: str, stored: dict[str, Any]
) -> None:
    entry = draft(curator, EntryKind.AMBUSH)
    changes = {"effect": "custom", "initial_letter": "Q", "drawn": ["0,0", "0,1"], **blocks}
    page = sent(client, entry, opened(client, entry), **changes)
    assert shown in preview_of(page)
    assert sentence in preview_of(page)
    assert sent(client, entry, page, "save").status == 302
    entry.refresh_from_db()
    assert entry.definition["effect"] == {"when": "season_end", **stored}


@pytest.mark.parametrize(
    ("blocks", "field", "words"),
    [
        ({"effect_where": "north"}, "effect_where", "Only moves have a direction. Select other spaces."),
        (
            {"effect_what": "move", "effect_where": "rows"},
            "effect_where",
            "Select a direction for the move, or “next to it” if a player chooses it.",
        ),
        (
            {"effect_what": "move", "effect_where": "east", "effect_chooser": "owner"},
            "effect_where",
            "Select “next to it”, because a player chooses the direction.",
        ),
        (
            {"effect_what": "move", "effect_where": "beside"},
            "effect_chooser",
            "Under “Who chooses the spaces”, select a player, or select a fixed direction under “Spaces”.",
        ),
    ],
)
def test_blocks_of_a_move_that_do_not_fit_are_told_at_their_field(
    client: Client, curator: User, blocks: dict[str, str], field: str, words: str
) -> None:
    entry = draft(curator, EntryKind.AMBUSH)
    page = sent(client, entry, opened(client, entry), "save", effect="custom", initial_letter="Q", **blocks)
    assert page.status == 422
    assert words in errors(page, field)


def test_blocks_that_amount_to_a_published_effect_are_stored_as_its_word(client: Client, curator: User) -> None:
    entry = draft(curator, EntryKind.AMBUSH)
    page = sent(client, entry, opened(client, entry), effect="custom", initial_letter="Q")
    assert sent(client, entry, page, "save").status == 302
    entry.refresh_from_db()
    assert entry.definition["effect"] == "spread"


def test_a_hero_is_shown_with_what_it_attacks(client: Client, curator: User) -> None:
    entry = draft(curator, EntryKind.HERO)
    page = sent(client, entry, opened(client, entry), attack=["-2,0", "-2,1"])
    assert "Attack pattern: 2 up; 2 up and 1 right." in preview_of(page)
    assert preview_of(page).count('class="shape"') == 1 + 8, "its face, and all ways to turn it"


def test_a_sheet_is_painted_by_plain_buttons(client: Client, curator: User) -> None:
    entry = draft(curator, EntryKind.SHEET)
    page = opened(client, entry)
    for brush, name in (("^", "A1"), ("r", "A2"), ("#", "K11")):
        page = sent(client, entry, page, f"paint={name}", **{"rows.brush": brush})
    page = sent(client, entry, page, "paint=F6", **{"rows.brush": "^"})
    page = sent(client, entry, page, "undo")
    page = sent(client, entry, page, "flip")
    assert "1 mountain, 1 ruins space, 1 wasteland space, 119 empty spaces." in preview_of(page)
    assert "Where each card’s shapes fit" in preview_of(page)
    assert sent(client, entry, page, "save").status == 302
    entry.refresh_from_db()
    assert entry.definition["rows"] == [".........r^", *EMPTY[1:10], "#.........."]


def test_sheet_form_with_terrain_brushes_paints_printed_terrain(client: Client, curator: User) -> None:
    entry = draft(curator, EntryKind.SHEET)
    page = opened(client, entry)
    for brush, name in (("r", "A2"), ("F", "A1"), ("F", "A2"), ("W", "K11"), ("V", "B1"), ("A", "B1")):
        page = sent(client, entry, page, f"paint={name}", **{"rows.brush": brush})
    assert "1 ruins space" in preview_of(page)
    assert "117 empty spaces. Printed terrain: 2 forest spaces, 1 farm space and 1 water space." in preview_of(page)
    assert 'class="t-forest"' in preview_of(page)
    assert sent(client, entry, page, "save").status == 302
    entry.refresh_from_db()
    assert entry.definition["rows"] == ["Ff.........", "A..........", *EMPTY[2:10], "..........W"]


def test_a_sheet_on_which_no_game_can_be_played_is_told_and_not_handed_in(client: Client, curator: User) -> None:
    entry = draft(curator, EntryKind.SHEET)
    page = sent(client, entry, opened(client, entry), rows="\n".join(["^" * 11] * 11))
    assert "Fix these problems first:" in preview_of(page)
    assert "A map sheet needs at least 30 empty spaces. This one has 0." in preview_of(page)
    assert "run-test" not in page.tools, "nor can a game be tried"
    refused = sent(client, entry, page, "submit")
    assert refused.status == 422
    assert "Saved but not submitted. Fix the problems shown next to the form." in refused.html
    assert refused.html.count("A map sheet needs at least 30") == 1
    entry.refresh_from_db()
    assert entry.state == "draft"


def test_games_are_tried_on_a_sheet(client: Client, curator: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sheet, "GAMES", 3)
    monkeypatch.setattr(sheet, "OF_OTHERS", 1)
    entry = draft(curator, EntryKind.SHEET, name="Moor", rows=["^" + "." * 10, *EMPTY[1:]])
    page = sent(client, entry, opened(client, entry), "run-test")
    assert "0 of 7 quick games finished." in preview_of(page)
    assert work() == 5
    page = opened(client, entry)
    assert "quick games finished." not in preview_of(page)
    assert preview_of(page).count('<th scope="row">') == 5, "its own and the four that are published"
    own = Trial.objects.get(entry=entry)
    assert len({tuple(result) for result in own.outcome["results"]}) > 1, "another game, another end"
    other = sent(client, entry, page, rows="\n".join(EMPTY))
    assert (
        "Run a test of 200 quick games on this map sheet, played by the stand-in alongside games on "
        "the other sheets. This takes 1 to 2 minutes. You can leave this page." in preview_of(other)
    ), "what was tried was another sheet"
