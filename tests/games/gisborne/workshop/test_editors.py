"""Editors of Gisborne's components, without scripts: tiles, numbers and tile sets."""

import json

import pytest
from django.http import QueryDict
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from engine.gisborne.catalog import gisborne
from games.accounts.models import User
from games.catalog.drafts import open_draft
from games.catalog.forms import ToolUse
from games.catalog.models import CatalogEntry, Trial
from games.catalog.site_cards import load_published
from games.gisborne.shelf import quick_games
from games.gisborne.shelf.kinds import EntryKind
from games.gisborne.workshop import EDITORS, balance
from games.gisborne.workshop.tile_painter import BRUSHES, sketch_of, tile_tools
from games.notices.task_worker import work
from tests.games.cartographers.workshop.editing import Page, opened, sent, staff, url
from tests.games.catalog.making import RIGHTS, address, edited
from tests.games.catalog.making import staff as with_rights
from tests.games.gisborne.workshop.editing import draft

pytestmark = pytest.mark.django_db
BRIDGE = "__.C.\n._.=.\n...__"


@pytest.fixture(autouse=True)
def _loaded() -> None:
    load_published()


@pytest.fixture
def curator(client: Client) -> User:
    return staff(client)


def errors(page: Page, field: str) -> str:
    return page.html.split(f'id="errors-{field}"')[1].split("</div>")[0]


def preview_of(page: Page) -> str:
    return page.html.split('id="preview"')[1]


@pytest.mark.parametrize("kind", EntryKind)
def test_every_published_component_is_shown_and_saved_as_it_is(client: Client, curator: User, kind: EntryKind) -> None:
    entries = list(CatalogEntry.objects.in_play().filter(kind=kind))
    assert entries
    for entry in entries:
        assert client.get(url(entry)).status_code == 200
        found = open_draft(entry=entry, by=curator)
        assert sent(client, found, opened(client, found), "save").status == 302, entry.key
        found.refresh_from_db()
        assert (found.definition, found.saves) == (entry.definition, 0)


@pytest.mark.parametrize("kind", EntryKind)
def test_a_new_component_can_be_seen_and_saved(client: Client, curator: User, kind: EntryKind) -> None:
    entry = draft(curator, kind)
    page = opened(client, entry)
    assert page.status == 200
    assert sent(client, entry, page, "save", name="Other Name").status == 302


def test_a_tile_is_painted_square_by_square_without_scripts(client: Client, curator: User) -> None:
    entry = draft(curator, EntryKind.TILE)
    page = sent(client, entry, opened(client, entry), "paint=1.3", **{"rows.brush": "W"})
    assert page.fields["rows"] == "__W__\n..C..\n_____"
    assert "The path branches at row 2, column 3. Leave only one field after it." in errors(
        sent(client, entry, page), "rows"
    )
    assert sent(client, entry, page, "save").status == 422
    page = sent(client, entry, page, "undo")
    page = sent(client, entry, page, "paint=2.5", **{"rows.brush": "V"})
    assert sent(client, entry, page, "save", rivers=["2"]).status == 302
    entry.refresh_from_db()
    assert (entry.definition["rows"], entry.definition["rivers"]) == (["_____", "..C.V", "_____"], [2])
    assert sent(client, entry, opened(client, entry), "clear").fields["rows"] == "_____\n_____\n_____"


def test_the_preview_numbers_the_fields_and_describes_the_tile(client: Client, curator: User) -> None:
    entry = draft(curator, EntryKind.TILE)
    page = sent(client, entry, opened(client, entry), rows=BRIDGE, rivers=["2"])
    shown = preview_of(page)
    assert "Path tile. 9 fields. River after field 2. Bridge from field 5 to field 9." in shown
    assert '<span class="way-number" aria-hidden="true">9</span>' in shown
    assert "7, viewpoint" in shown


def test_rivers_are_offered_behind_each_field_but_the_last(client: Client, curator: User) -> None:
    page = opened(client, draft(curator, EntryKind.TILE))
    assert "after field 4" in page.html
    assert "after field 5" not in page.html


def test_a_river_in_the_wrong_place_is_told_at_the_rivers(client: Client, curator: User) -> None:
    entry = draft(curator, EntryKind.TILE)
    page = sent(client, entry, opened(client, entry), "save", rows=BRIDGE, rivers=["6"])
    assert page.status == 422
    assert "Field 6: a river can’t be between the ends of a bridge (fields 5 to 9)." in errors(page, "rivers")
    page = sent(client, entry, opened(client, entry), "save", rivers=["9"])
    assert "Field 9: a river must be between two fields of the tile, which has 5." in errors(page, "rivers")
    assert "after field 9" in page.html


def test_a_tile_without_a_viewpoint_is_saved_but_not_submitted(client: Client, curator: User) -> None:
    entry = draft(curator, EntryKind.TILE)
    page = sent(client, entry, opened(client, entry), "submit", rows="_____\n.....\n_____")
    assert page.status == 422
    assert "The tile needs a viewpoint. Paint one on the path." in preview_of(page)
    entry.refresh_from_db()
    assert entry.definition["rows"][1] == "....."


@pytest.mark.parametrize(
    ("kind", "changes", "field", "words"),
    [
        ("deck", {"cards_b1": "x"}, "cards_b1", "Enter a whole number."),
        ("deck", {"cards_b1": "201"}, "cards_b1", "less than or equal to 200"),
        ("deck", {"draws_gold": ""}, "draws_gold", "This field is required."),
        ("chips", {f"pool_{value}": "0" for value in range(1, 10)}, "pool_1", "The pool must have 1 to 30 chips."),
        ("places", {"places_4_2": "-1"}, "places_4_2", "greater than or equal to 0"),
        ("places", {"tent_draws": "0"}, "tent_draws", "greater than or equal to 1"),
        ("tile_set", {"path": []}, "path", "Choose the path tiles."),
        ("tile_set", {"deck": "gisborne/none"}, "deck", "not one of the available choices"),
    ],
)
def test_a_wrong_value_is_told_at_its_field(
    client: Client, curator: User, kind: str, changes: dict[str, str | list[str]], field: str, words: str
) -> None:
    entry = draft(curator, kind)
    page = sent(client, entry, opened(client, entry), "save", **changes)
    assert page.status == 422
    assert words in errors(page, field)


def test_a_set_that_cannot_be_played_is_told_in_its_preview(client: Client, curator: User) -> None:
    entry = draft(curator, EntryKind.SET, "Marshes")
    page = opened(client, entry)
    path = page.fields.getlist("path")[1:]
    page = sent(client, entry, page, path=path)
    assert "9 path tiles chosen." in page.html
    assert "Choose 10 path tiles instead of 9: 9 are in play, and one is set aside." in preview_of(page)
    assert sent(client, entry, page, "submit").status == 422


def test_quick_games_tell_rounds_and_points_beside_those_of_the_box(
    client: Client, curator: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(balance, "GAMES", 3)
    entry = draft(curator, EntryKind.TILE)
    page = opened(client, entry)
    assert "60 quick games" in page.html
    sent(client, entry, page, "run-test")
    while work():
        pass
    assert [trial.done for trial in Trial.objects.all()] == [3, 3]
    page = opened(client, entry)
    table = page.html.split('class="workshop-balance"')[1].split("</table>")[0]
    assert table.count("Misty Fen") == table.count("Box as printed") == 3
    assert "Average rounds" in table


def test_quick_games_of_the_printed_box_end() -> None:
    for number in range(6):
        state = quick_games.play_game(gisborne(), 3 + number % 3, number)
        assert state.over
        assert state.round.number <= 60


def test_a_game_without_end_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    held = EDITORS[EntryKind.SET].blank()
    entry = CatalogEntry(box="gisborne_workshop", kind="tile_set", key="other")
    tried = balance.tested_definition(entry, {"id": "other", "name": "Other", **held})
    assert tried is not None
    monkeypatch.setattr(quick_games, "MOST_ROUNDS", 5)
    assert balance.play_test(tried, 0)[:2] == [3, 0]


@pytest.mark.parametrize("kind", EntryKind)
def test_permissions_are_those_of_every_component(kind: EntryKind) -> None:
    editor, reader = with_rights("ada", *RIGHTS), with_rights("rex", "view_catalogentry")
    nobody = with_rights("nora")
    entry = draft(User.objects.get(username="ada"), kind)
    assert 'id="editor"' in editor.get(url(entry)).content.decode()
    assert 'id="editor"' not in reader.get(url(entry)).content.decode()
    assert nobody.get(url(entry)).status_code == 403
    for action in ("save", "preview", "submit"):
        assert reader.post(address(entry, action), {}).status_code == 403
    assert reader.post(address(entry, "tool", "run-test"), {}).status_code == 403
    assert Client().post(address(entry, "save"), {}).status_code == 302


def test_names_of_workshop_tiles_are_shown_in_french(client: Client, curator: User) -> None:
    entry = draft(curator, EntryKind.TILE)
    page = sent(client, entry, opened(client, entry), "save", name_fr="Marais brumeux")
    assert page.status == 302
    User.objects.filter(pk=curator.pk).update(language="fr")
    shown = client.get(url(entry)).content.decode()
    assert "Marais brumeux" in shown
    assert "Tuile du parcours" in shown


def test_a_change_of_a_tile_of_the_box_is_a_new_version(curator: User) -> None:
    old = CatalogEntry.objects.get(box="gisborne", key="reed_mire")
    new = edited(old, rows=["_____", "..C..", "_____"])
    assert (new.version, new.current) == (2, True)


@given(
    text=st.text(alphabet="".join(BRUSHES) + "xé \n/", max_size=60),
    press=st.sampled_from(["paint=1.1", "paint=9.9", "paint=", "paint=2.3,1.1", "undo", "clear", "clear=x"]),
    brush=st.sampled_from([*BRUSHES, "", "Q", "CV"]),
    history=st.text(max_size=20) | st.just('["_____"]'),
)
def test_any_text_can_be_painted(text: str, press: str, brush: str, history: str) -> None:
    tool, _equals, at = press.partition("=")
    data = QueryDict(mutable=True)
    data.update({"rows": text, "rows.brush": brush, "rows.history": history, "at": at})
    changed = tile_tools(lambda _data: "rows")[tool](ToolUse(data, CatalogEntry(), None))
    assert [len(row) for row in sketch_of(changed["rows"])] == [5, 5, 5]
    json.loads(changed["rows.history"]) if changed["rows.history"].startswith("[") else None


NASTY = ("", "x", "-1", "999999999999999999999", "\x00", "1.5", "²", "{}", "a" * 3_000)


@pytest.mark.parametrize("kind", EntryKind)
def test_bad_input_is_answered(client: Client, curator: User, kind: EntryKind) -> None:
    entry = draft(curator, kind)
    page = opened(client, entry)
    names = [name for name in page.fields if name != "saves"]
    for value in NASTY:
        assert sent(client, entry, page, "save", **dict.fromkeys(names, value)).status == 422
    for name in names:
        assert sent(client, entry, page, "save", **{name: "\x00"}).status in (302, 422), name
        entry.refresh_from_db()
        page.fields["saves"] = str(entry.saves)
    assert client.post(address(entry, "save"), {}).status_code == 422
    assert client.post(address(entry, "tool", "run-test"), {}).status_code == 200
    assert client.post(address(entry, "tool", "other"), {}).status_code == 409
