"""Origins of cards on their pages: curators' notes, the sets that contain them, and their examples."""

import re

import pytest
from django.test import Client

from engine.cartographers.cards import scoring_from_json
from engine.cartographers.scoring.tally import stars
from games.cartographers.reference.pages import example_for
from games.cartographers.shelf.examples import EMPTY_BOARD, sample_boards, sample_texts
from games.cartographers.shelf.kinds import CatalogBox, EntryKind
from games.catalog.drafts import DraftContent, create_draft
from games.catalog.models import CatalogEntry
from games.catalog.publication import retire
from games.catalog.site_cards import load_published
from games.tables.models import Table
from tests.games.cartographers.shelf.sets import published, published_set
from tests.games.catalog.making import curator, reviewer
from tests.games.tables.clients import text_of

pytestmark = pytest.mark.django_db
BEDS = {
    "name": "Reed Beds",
    "stack": "farm_water",
    "solo_target": 12,
    "clauses": [{"family": "spaces", "stars": 3, "terrain": "water", "beside": "ruins"}],
    "words": {"en": "Reeds grow where nothing else does.", "fr": "Les roseaux poussent partout."},
}


def made(*boards: str, **facts: str) -> CatalogEntry:
    """Publish a scoring card of the workshop with these sample boards and the empty one as examples."""
    load_published()
    card = scoring_from_json({"id": "x", **BEDS})
    examples = [{"board": text, "stars": stars(card, sample_boards()[key])} for key, text in chosen(boards)]
    content = DraftContent("Reed Beds", dict(BEDS), (*examples, {"board": EMPTY_BOARD, "stars": 0}), **facts)
    return published(create_draft(box=CatalogBox.WORKSHOP, kind=EntryKind.SCORING, content=content, by=curator()))


def chosen(keys: tuple[str, ...]) -> list[tuple[str, str]]:
    """Return the sample boards with these keys, as (key, text)."""
    return [(key, sample_texts()[key]) for key in keys]


def test_a_card_of_the_workshop_tells_who_it_is_by(client: Client) -> None:
    made("canal_lake", source="By the river club", licence="CC0")
    page = text_of(client.get("/cartographers/cards/reed_beds/"))
    for part in (
        "Reed Beds",
        "Created in the workshop",
        "By the river club",
        "CC0",
        "Reeds grow where nothing else does.",
    ):
        assert part in page, part
    assert "Les roseaux poussent partout." in text_of(
        client.get("/cartographers/cards/reed_beds/", headers={"Accept-Language": "fr"})
    )


def test_a_card_of_a_box_names_the_box_and_nothing_that_nobody_has_said(client: Client) -> None:
    page = text_of(client.get("/cartographers/cards/great_river/"))
    assert "Box" in page
    for part in ("Source", "License"):
        assert part not in page


def test_a_card_names_the_mixes_of_the_boxes_that_have_it(client: Client) -> None:
    def mixes(address: str) -> list[str]:
        return re.findall(r'href="/cartographers/sets/boxes/([a-z_]+)/"', client.get(address).content.decode())

    assert mixes("/cartographers/cards/great_river/") == ["cartographers", "skills", "both"]
    assert mixes("/cartographers/cards/zombie_plague/") == ["heroes", "both", "first_game"]
    assert mixes("/cartographers/sheets/A/") == ["cartographers", "skills"]
    assert mixes("/cartographers/sheets/B/") == ["cartographers", "skills"]
    assert mixes("/cartographers/cards/broad_brush/") == ["skills"]
    assert "<dt>Box</dt><dd>Carto</dd>" in client.get("/cartographers/cards/broad_brush/").content.decode()


def test_a_card_names_the_sets_that_it_is_in(client: Client) -> None:
    riverside = published_set()
    for key in ("loop", "treetower", "goblin_attack"):
        assert (
            'href="/cartographers/sets/riverside/">Riverside</a>'
            in client.get(f"/cartographers/cards/{key}/").content.decode()
        )
    assert "/cartographers/sets/riverside/" not in client.get("/cartographers/cards/greenbough/").content.decode()
    retire(entry=CatalogEntry.objects.get(pk=riverside.pk), by=reviewer(), words="Over.")
    assert "/cartographers/sets/riverside/" not in client.get("/cartographers/cards/loop/").content.decode()


def test_a_card_is_explained_on_the_example_that_earns_most() -> None:
    card = scoring_from_json({"id": "x", **BEDS})
    worth = {key: stars(card, board) for key, board in sample_boards().items()}
    best, poor = max(worth, key=worth.__getitem__), min(worth, key=worth.__getitem__)
    assert worth[poor] == 0 < worth[best]
    examples = [{"board": text, "stars": worth[key]} for key, text in chosen((poor, best))]
    assert example_for(card, examples) == sample_boards()[best]
    # Where none of its own earns anything, a board is better on which something does.
    assert stars(card, example_for(card, examples[:1])) == worth[best]


def test_games_are_told_of_scoring_cards_alone(client: Client) -> None:
    assert (
        'hx-get="/figures/cartographers/edict/treetower/"'
        in client.get("/cartographers/cards/treetower/").content.decode()
    )
    assert "/figures/" not in client.get("/cartographers/cards/great_river/").content.decode()


def test_a_table_says_of_a_card_that_has_left_play_that_new_games_do_not_have_it(client: Client) -> None:
    riverside = published_set()
    client.post("/cartographers/sets/riverside/", {"guest": "1"})
    table = Table.objects.get()
    here = f"/tables/{table.code}/cards/loop/"
    assert "This card in new games" in text_of(client.get(here))
    retire(entry=CatalogEntry.objects.get(pk=riverside.pk), by=reviewer(), words="Over.")
    retire(entry=CatalogEntry.objects.get(key="loop"), by=reviewer(), words="Over.")
    page = text_of(client.get(here))
    assert "No longer used in new games." in page
    assert "This card in new games" not in page
    assert client.get("/cartographers/cards/loop/").status_code == 404
