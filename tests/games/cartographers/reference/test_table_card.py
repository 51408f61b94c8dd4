"""Cards as played at a table, unaffected by later edits."""

import re
from dataclasses import replace

import pytest
from django.test import Client

from engine.cartographers.catalog import cartographers
from games.accounts.models import User
from games.cartographers.goals.score_words import target_sentence
from games.cartographers.shelf.kinds import CatalogBox
from games.catalog.models import CatalogEntry
from games.catalog.site_cards import load_published
from games.tables.models import Access, Table
from tests.games.cartographers.play import gather, url
from tests.games.catalog.making import edited
from tests.games.tables.clients import signed_in, text_of


@pytest.fixture(autouse=True)
def _published(db: None) -> None:
    load_published()


def edit(key: str, **changes: object) -> None:
    """Publish a new version of a card."""
    old = CatalogEntry.objects.get(box=CatalogBox.CARTOGRAPHERS, key=key, current=True)
    edited(old, **changes)


def test_a_table_shows_the_version_that_it_plays(ann: Client, table: Table) -> None:
    edit("great_river", time=2)
    here = text_of(ann.get(f"{url(table)}cards/great_river/"))
    assert "Time value: 1." in here
    assert "As played at this table: Desk." in here
    assert f'id="back" href="{url(table)}"' in here
    assert f'href="/cartographers/cards/great_river/?table={table.code}"' in here
    assert "Time value: 2." in text_of(ann.get("/cartographers/cards/great_river/"))


def test_a_scoring_card_is_explained_as_it_is_played(ann: Client, people: list[User], table: Table) -> None:
    edit("sentinel_wood", solo_target=7)
    anew = gather(*people[:2])
    before, after = (text_of(ann.get(f"{url(played)}cards/sentinel_wood/")) for played in (table, anew))
    then, now = (target_sentence(replace(cartographers().scoring["sentinel_wood"], solo_target=n)) for n in (25, 7))
    assert (then in before, now in before, then in after, now in after) == (True, False, False, True)
    assert "Example" in before


def test_it_speaks_the_language_of_the_visitor(ann: Client, table: Table) -> None:
    page = text_of(ann.get(f"{url(table)}cards/great_river/", headers={"Accept-Language": "fr"}))
    assert '<html lang="fr"' in page
    assert "Great River" not in page


def test_the_links_of_a_table_lead_there(ann: Client, table: Table) -> None:
    page = text_of(ann.get(url(table)))
    assert f'href="{url(table)}cards/hinterland_stream/"' in page
    assert 'href="/cartographers/cards/' not in page.split("<main")[1].split("</main")[0]


def test_a_card_of_no_such_game_is_not_there(ann: Client, people: list[User], table: Table) -> None:
    waiting = gather(people[0], capacity=3)
    for address in (
        f"{url(table)}cards/wren_the_lioness/",
        f"{url(table)}cards/x/",
        f"{url(waiting)}cards/great_river/",
    ):
        assert ann.get(address).status_code == 404


def test_only_who_may_see_the_table_sees_its_cards(people: list[User]) -> None:
    table = gather(*people[:2], access=Access.INVITATION)
    address = f"{url(table)}cards/great_river/"
    assert signed_in(people[1]).get(address).status_code == 200
    for stranger in (signed_in(people[3]), Client()):
        assert stranger.get(address).status_code == 404


def test_a_card_opens_over_its_table_as_it_is_played_there(ann: Client, table: Table) -> None:
    edit("great_river", time=2)
    answer = ann.get(f"{url(table)}cards/great_river/", headers={"HX-Request": "true"})
    assert "<html" not in text_of(answer)
    assert "Time value: 1." in text_of(answer)
    assert answer["Cache-Control"] == "no-store"


def test_no_card_and_no_rules_lead_away_from_a_table(ann: Client, table: Table) -> None:
    page = text_of(ann.get(url(table))).split('id="table"')[1].split("</main")[0]
    links = [link for link in re.findall(r"<a [^>]*>", page) if "/cards/" in link or "/rules/" in link]
    assert len(links) == 2
    assert all("data-why" in link for link in links)
