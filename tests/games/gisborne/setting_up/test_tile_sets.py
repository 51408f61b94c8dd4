"""Tables of Gisborne with a tile set: from a new tile to a game that is played with it."""

from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.urls import reverse
from django.utils.translation import override

from engine.gisborne.catalog import gisborne
from engine.gisborne.definition import definition_to_json
from games.accounts.models import User
from games.catalog.models import CatalogEntry
from games.catalog.publication import bring_back, retire
from games.catalog.site_cards import load_published
from games.gisborne.game import GISBORNE
from games.gisborne.past.summary import kinds
from games.gisborne.setting_up.options import GisborneOptionsForm
from games.gisborne.words.names import tile_name
from games.tables.game import Options
from games.tables.lobby.services import NewTable, create_table, join
from games.tables.log.state import load
from games.tables.models import Table
from tests.games.cartographers.workshop.editing import opened, sent
from tests.games.catalog.curating import begun, brought_into_play, curators_client
from tests.games.catalog.making import curator, edited, reviewer
from tests.games.gisborne.line.lines import seated_at, told
from tests.games.gisborne.play import state_of
from tests.games.gisborne.workshop.editing import draft
from tests.games.tables.clients import people_named, signed_in, text_of

pytestmark = pytest.mark.django_db
REF = "gisborne_workshop/marshes"


@pytest.fixture(autouse=True)
def _loaded() -> None:
    load_published()


def options(**values: Any) -> Options:
    form = GisborneOptionsForm({"laid_numbers": "behind", "final_scorings": "1", **values})
    assert form.is_valid(), form.errors
    return form.options()


def published(entry: CatalogEntry, **changes: Any) -> CatalogEntry:
    return edited(entry, **changes)


def marshes(**changes: Any) -> CatalogEntry:
    """Publish a set with one new tile."""
    names = {"fr": "Tourbière brumeuse"}
    fen = published(draft(curator(), "tile", "Misty Fen"), rows=["_____", ".SC..", "_____"], names=names)
    path = [f"gisborne/{tile.id}" for tile in gisborne().path][:-1]
    parts = {"path": [*path, f"{fen.box}/{fen.key}"], **changes}
    return published(draft(curator(), "tile_set", "Marshes"), **parts)


def started(chosen: Options) -> Table:
    ann, ben, cas = people_named("Ann", "Ben", "Cas")
    table = create_table(host=ann, new=NewTable("gisborne", "Fens", chosen, 3))
    for guest in (ben, cas):
        table = join(table=table.code, user=guest)
    return Table.objects.get(pk=table.pk)


def tiles_of(table: Table) -> set[str]:
    return {tile.id for tile in load(table).state.box.path}


def test_the_box_as_printed_is_the_default_and_hidden_while_it_is_alone() -> None:
    form = GisborneOptionsForm()
    assert form["set"].is_hidden
    assert options()["set"] == "gisborne/printed"
    assert GISBORNE.setup({}, 3).definition == gisborne()
    assert GISBORNE.describe(options()) == []


def test_rules_that_differ_from_most_games_are_described() -> None:
    chosen = options(laid_numbers="hidden", final_scorings="2")
    assert GISBORNE.describe(chosen) == [
        "Number of cards laid hidden until the reveal",
        "Two scorings for the first arrival",
    ]


def test_a_published_set_can_be_chosen_and_filtered_by() -> None:
    marshes()
    form = GisborneOptionsForm()
    assert not form["set"].is_hidden
    assert list(form.fields["set"].choices) == [("gisborne/printed", "Box as printed"), (REF, "Marshes")]
    chosen = options(set=REF)
    assert GISBORNE.describe(chosen) == ["Marshes"]
    assert dict(GISBORNE.sets.names()) == {"printed": "Box as printed", "set-marshes": "Marshes"}
    assert GISBORNE.sets.of_options(chosen) == "set-marshes"
    assert GISBORNE.sets.of_options({}) == "printed"
    assert GISBORNE.sets.fields("set-marshes") == {"set": REF}
    assert GISBORNE.sets.fields("other") == {}


def test_a_table_plays_the_set_as_it_was_at_its_start() -> None:
    made = marshes()
    table = started(options(set=REF))
    assert table.set == "set-marshes"
    assert "misty_fen" in tiles_of(table)
    fen = CatalogEntry.objects.get(key="misty_fen", current=True)
    edited(fen, rows=["_____", "..C..", "_____"])
    table = Table.objects.get(pk=table.pk)
    assert load(table).state.box.tiles["misty_fen"].rows[1] == ".SC.."
    retire(entry=made, by=reviewer(), words="Old.")
    assert signed_in(User.objects.get(username="ann")).get(f"/tables/{table.code}/").status_code == 200


def test_a_tile_of_the_workshop_keeps_its_names_at_its_table() -> None:
    pier = published(
        draft(curator(), "tile", "Old Pier"), rows=["_..._", "|._C.", "_____"], names={"fr": "Vieux ponton"}
    )
    marshes(start=f"{pier.box}/{pier.key}")
    table = started(options(set=REF))
    edited(CatalogEntry.objects.get(key="old_pier", current=True), name="New Pier", names={})
    state = state_of(table)
    tiles = state.box.tiles
    with override("fr"):
        assert tile_name(tiles["misty_fen"]) == "Tourbière brumeuse"
        assert tile_name(tiles["twin_hamlets"]) == "Hameaux jumeaux"
        assert told(seated_at(table, state, 0), "tuile vieux")[0].startswith("Tuile 1, Vieux ponton, ")
    assert tile_name(tiles["misty_fen"]) == "Misty Fen"
    assert told(seated_at(table, state, 0), "tile old pier")[0].startswith("Tile 1, Old Pier, ")
    page = signed_in(None).get(f"/tables/{table.code}/", headers={"Accept-Language": "fr"})
    assert "Vieux ponton" in text_of(page)


def test_printed_tiles_are_stored_without_names() -> None:
    assert definition_to_json(GISBORNE.setup({}, 3).definition) == definition_to_json(gisborne())
    marshes()
    stored = definition_to_json(GISBORNE.setup(options(set=REF), 3).definition)
    assert [tile["id"] for tile in stored["path"] if "name" in tile] == ["misty_fen"]


def test_a_tile_of_the_workshop_has_statistics() -> None:
    url = reverse("history:figures", args=["gisborne", "tile", "misty_fen"])
    assert signed_in(None).get(url).status_code == 404
    marshes()
    tiles = {kind.key: dict(kind.pieces) for kind in kinds()}["tile"]
    assert len(tiles) == len(gisborne().path) + 1
    assert tiles["misty_fen"] == "Misty Fen"
    with override("fr"):
        assert ("misty_fen", "Tourbière brumeuse") in kinds()[0].pieces
    assert "Misty Fen" in text_of(signed_in(None).get(url))


def test_a_tile_of_two_sets_is_listed_once() -> None:
    marshes()
    path = [f"gisborne/{tile.id}" for tile in gisborne().path][1:]
    published(draft(curator(), "tile_set", "Moors"), path=[*path, "gisborne_workshop/misty_fen"])
    fen = "/gisborne/tiles/workshop/misty_fen/"
    page = text_of(signed_in(None).get("/gisborne/tiles/"))
    assert page.count(f'href="{fen}"') == 1
    assert "Moors" not in page
    assert list(GISBORNE.reference.addresses()).count(fen) == 1


def test_a_retired_set_is_refused_at_new_tables_and_played_at_old_ones() -> None:
    made = marshes()
    chosen = options(set=REF)
    retire(entry=made, by=reviewer(), words="Old.")
    retire(entry=CatalogEntry.objects.get(key="misty_fen", current=True), by=reviewer(), words="Old.")
    with pytest.raises(ValidationError, match="no longer available"):
        GISBORNE.check_options(chosen)
    assert not GisborneOptionsForm({"laid_numbers": "behind", "final_scorings": "1", "set": REF}).is_valid()
    assert "misty_fen" in GISBORNE.setup(chosen, 3).definition.tiles
    assert dict(GISBORNE.sets.names())["set-marshes"] == "Marshes"
    bring_back(entry=CatalogEntry.objects.get(key="misty_fen"), by=reviewer())
    bring_back(entry=CatalogEntry.objects.get(key="marshes"), by=reviewer())
    GISBORNE.check_options(chosen)


@pytest.mark.parametrize("value", ["gisborne/none", "x", 3, ["gisborne/printed"], {"a": 1}])
def test_an_unknown_set_is_refused(value: Any) -> None:
    with pytest.raises(ValidationError):
        GISBORNE.check_options({"set": value})
    with pytest.raises(ValidationError):
        GISBORNE.setup({"set": value}, 3)
    assert GISBORNE.describe({"set": value}) == []
    assert len(GISBORNE.sets.of_options({"set": value})) <= 32


def test_a_tile_of_the_box_that_is_edited_is_in_new_games() -> None:
    edited(CatalogEntry.objects.get(box="gisborne", key="reed_mire"), rows=["_____", "..C..", "_____"])
    assert GISBORNE.setup({}, 3).definition.tiles["reed_mire"].rows[1] == "..C.."


def test_a_new_tile_is_made_reviewed_published_and_played() -> None:
    ada, ben = curators_client("ada"), curators_client("bea")
    tile = begun(ada, "gisborne/tile", "Misty Fen")
    page = sent(ada, tile, opened(ada, tile), "paint=2.2", **{"rows.brush": "S"})
    brought_into_play(tile, page, ada, ben, rivers=["3"])

    group = begun(ben, "gisborne/tile_set", "Marshes")
    page = opened(ben, group)
    path = page.fields.getlist("path")
    brought_into_play(group, page, ben, ada, path=[*path[1:], "gisborne_workshop/misty_fen"])

    table = started(options(set=REF))
    assert {"misty_fen", "twin_hamlets"} & tiles_of(table) == {"misty_fen"}
    ann = signed_in(User.objects.get(username="ann"))
    assert "Marshes" in text_of(ann.get("/tables/new/?game=gisborne"))
    create_table(host=User.objects.get(username="ben"), new=NewTable("gisborne", "Open Fens", options(set=REF), 4))
    assert "Open Fens" in text_of(ann.get("/tables/?game=gisborne&set=set-marshes"))
    assert "Open Fens" not in text_of(ann.get("/tables/?game=gisborne&set=printed"))


def test_a_tile_of_a_set_in_use_has_a_public_page() -> None:
    fen = "/gisborne/tiles/workshop/misty_fen/"
    draft(curator(), "tile", "Misty Fen")
    stranger = signed_in(None)
    assert stranger.get(fen).status_code == 404
    CatalogEntry.objects.filter(key="misty_fen").delete()
    entry = marshes()
    page = text_of(stranger.get("/gisborne/tiles/"))
    assert "Other tiles of the set “Marshes”" in page
    assert f'<a href="{fen}">Misty Fen</a>' in page
    assert page.count('<div class="way-ground"><svg') == 13
    assert "<li>swamp</li>" in text_of(stranger.get(fen))
    assert GISBORNE.statistics.piece_url("tile", "misty_fen") == fen
    assert GISBORNE.statistics.piece_url("tile", "no_such_tile") == ""
    assert fen in GISBORNE.reference.addresses()
    retire(entry=entry, by=reviewer(), words="Old.")
    assert stranger.get(fen).status_code == 404
    assert "Misty Fen" not in text_of(stranger.get("/gisborne/tiles/"))
