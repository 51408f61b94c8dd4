"""A map sheet with landmarks, coin spaces and regions, from its form to the score of a game."""

from typing import Any

import pytest
from django.test import Client

from engine.cartographers.cards import scoring_from_json, sheet_from_json
from engine.cartographers.notation import board_of
from games.cartographers.goals.explanations import edict_reasons
from games.cartographers.setting_up.options_form import CartographersOptionsForm
from games.cartographers.shelf.definition_warnings import set_warnings
from games.cartographers.shelf.definitions import stored_form
from games.cartographers.shelf.kinds import EntryKind
from games.cartographers.shelf.published import library_of
from games.catalog.models import CatalogEntry
from games.catalog.site_cards import load_published
from games.tables.lobby.services import NewTable, create_table
from games.tables.log.state import load
from games.tables.models import Status
from tests.engine.tools import names
from tests.games.cartographers.setting_up.test_options import as_it_comes
from tests.games.cartographers.workshop.editing import Page, draft, opened, sent, staff
from tests.games.catalog.curating import begun, brought_into_play, curators_client
from tests.games.history.playing import play_on
from tests.games.tables.clients import people_named, signed_in, text_of

pytestmark = pytest.mark.django_db


def painted(client: Client, sheet: CatalogEntry, page: Page, brush: str, *spaces: str) -> Page:
    """The page after spaces were painted without scripts."""
    for space in spaces:
        page.fields["rows.brush"] = brush
        page = sent(client, sheet, page, f"paint={space}")
    return page


def test_a_sheet_with_landmarks_coin_spaces_and_regions_is_painted_published_and_played() -> None:
    load_published()
    ada, ben = curators_client("ada"), curators_client("ben")
    sheet = begun(ada, "cartographers/sheet", "Old Coast")
    page = painted(ada, sheet, opened(ada, sheet), "*", "C3", "H8")
    page = painted(ada, sheet, page, "$", "A1", "A2", "A3", "A3", "A2", "A2")
    page = painted(ada, sheet, page, "1", "B2", "B3", "C3")
    page = painted(ada, sheet, page, "r", "F6", "G7")
    page = sent(ada, sheet, page, landmark_coins="3", region_1="The Fens", region_1_fr="Les marais")
    assert "tolls:A1,A2 region_1:B2,B3,C3" in page.html
    assert "2 landmarks: each earns 3 coins when surrounded." in page.html
    assert "A1, empty, coin space" in page.html
    brought_into_play(sheet, page, ada, ben)
    stored = CatalogEntry.objects.get(kind="sheet", box="workshop", current=True).definition
    assert stored["tolls"] == ["A1", "A2"]
    assert stored["regions"] == [{"name": "The Fens", "spaces": ["B2", "B3", "C3"], "names": {"fr": "Les marais"}}]

    card = begun(ada, "cartographers/scoring", "Fen Walk")
    page = sent(ada, card, opened(ada, card), stack="spatial", clause__0__terrain="farm")
    page = sent(ada, card, page, clause__0__on="region_1", clause__0__stars="3")
    assert "3 stars for each farm space in region 1." in page.html
    group = begun(ben, "cartographers/set", "Coasts")
    brought_into_play(group, opened(ben, group), ben, ada, sheets=["workshop/old_coast"])

    ann = people_named("Ann")[0]
    form = CartographersOptionsForm({**as_it_comes(), "preset": "workshop/coasts"})
    assert form.is_valid(), form.errors
    table = create_table(host=ann, new=NewTable("cartographers", "Desk", form.options(), 1))
    board = load(table).state.boards[0]
    assert (names(board.surrounded_landmarks()), names(board.tolls)) == ("", "A1 A2")
    page_text = text_of(signed_in(ann).get(f"/tables/{table.code}/"))
    assert "2 coin spaces: drawing on each costs 1 coin." in page_text
    assert "Region 1: The Fens." in page_text
    table = play_on(table, ann)
    assert table.status == Status.FINISHED
    assert "Region 1: The Fens." in text_of(signed_in(ann).get("/cartographers/sheets/old_coast/"))


def test_a_coin_space_that_is_filled_is_refused_and_kept(client: Client) -> None:
    load_published()
    sheet = draft(staff(client), EntryKind.SHEET)
    page = sent(
        client, sheet, opened(client, sheet), rows="^" + "." * 10 + "/" + "/".join(["." * 11] * 10) + " tolls:A1"
    )
    assert "Coin spaces must be empty. These are filled: A1." in page.html
    assert "tolls:A1" in page.fields["rows"]


@pytest.mark.parametrize(
    ("changes", "warning"),
    [
        ({"rows": ["*.........."]}, "Surrounding a landmark earns no coins on this map sheet."),
        ({"landmark_coins": 2}, "has coins for landmarks but no landmarks"),
        ({"rows": ["*#.........", "#.........."], "landmark_coins": 2}, "surrounded from the start, so they never"),
        (
            {"rows": ["*.........."], "landmark_coins": 2, "tolls": ["A2", "B1"]},
            "All empty spaces next to these",
        ),
        ({"tolls": ["A1", "A2"]}, "has 2 coin spaces, but its mountains and landmarks earn at most 0 coins."),
        ({"rows": ["..#........", "##........."], "tolls": ["A1", "A2"]}, "areas consist only of coin spaces: A1, A2."),
        ({"regions": [{"name": "", "spaces": []}]}, "Region 1 has no spaces."),
    ],
)
def test_a_sheet_with_markings_that_make_little_sense_has_a_warning(changes: dict[str, Any], warning: str) -> None:
    rows = [*changes.get("rows", []), *["." * 11] * 11][:11]
    stored = stored_form(EntryKind.SHEET, {"id": "own", "name": "Own", **changes, "rows": rows})
    assert warning in " ".join(set_warnings(EntryKind.SHEET, stored, library_of({})))


def test_a_region_that_the_map_lacks_scores_nothing_and_says_so() -> None:
    clause = {"family": "spaces", "terrain": "farm", "stars": 3, "on": "region_2"}
    stored = stored_form(
        EntryKind.SCORING, {"id": "own", "name": "Own", "stack": "forest", "solo_target": 9, "clauses": [clause]}
    )
    reasons = edict_reasons(scoring_from_json(stored), board_of("/".join(["A" * 11] * 11)))
    assert [each.sentence for each in reasons] == [
        "Own scores no stars on this map so far.",
        "This map has no region 2.",
    ]


def test_a_sheet_comes_back_from_its_stored_form() -> None:
    rows = ["*..........", *["." * 11] * 10]
    data = {
        "id": "own",
        "name": "Own",
        "rows": rows,
        "landmark_coins": 3,
        "tolls": ["A2", "K11"],
        "regions": [{"name": "Fens", "spaces": ["A1"], "names": {"fr": "Marais"}}, {"name": "", "spaces": []}],
    }
    stored = stored_form(EntryKind.SHEET, data)
    assert stored == data
    sheet = sheet_from_json(stored)
    assert (names(sheet.tolls), names(sheet.landmarks), sheet.landmark_coins) == ("A2 K11", "A1", 3)
