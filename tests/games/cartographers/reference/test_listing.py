"""The list of cards and its filters."""

import re

import pytest
from django.test import Client

from engine.cartographers.cards import ScoringCard, Stack, clause_from_json
from engine.cartographers.catalog import cartographers, heroes
from engine.cartographers.scoring.families import FAMILIES
from engine.cartographers.terrain import Feature
from games.cartographers.reference.card_list import CARDS, CardFilter, cards_in_play, cards_page, features_of
from tests.games.cartographers.shelf.sets import published_set
from tests.games.tables.clients import text_of

pytestmark = pytest.mark.django_db


def shown(client: Client, query: str, **more: str) -> list[str]:
    """Return the ids of the listed cards."""
    answer = client.get(f"/cartographers/cards/{query}", **more)
    assert answer.status_code == 200
    return re.findall(r'<a href="/cartographers/cards/([a-z0-9_-]+)/', answer.content.decode())


def test_every_choice_of_a_field_parts_the_cards_from_the_others() -> None:
    everything = [found.card.id for found in cards_in_play()]
    clauses = [
        clause for box in (cartographers(), heroes()) for card in box.scoring.values() for clause in card.clauses
    ]
    published = [name for name, family in FAMILIES.items() if any(isinstance(clause, family) for clause in clauses)]
    for field, choices in {
        "box": ["cartographers", "heroes"],
        "kind": [kind.value for kind in CARDS],
        "stack": [stack.value for stack in Stack],
        "terrain": ["forest", "village", "farm", "water", "monster", "hero", "mountain", "ruins"],
        "family": published,
    }.items():
        for choice in choices:
            some = [
                card.name
                for box in cards_page(CardFilter(**{field: choice})).boxes
                for shelf in box.shelves
                for card in shelf.cards
            ]
            assert 0 < len(some) < len(everything), (field, choice)


def test_a_card_has_every_terrain_that_it_counts_as_one_with_others() -> None:
    clause = clause_from_json({"family": "longest_run", "stars": 1, "terrain": ["forest", "water"]}, 0)
    card = ScoringCard("banks", "Banks", Stack.SPATIAL, 10, (clause,))
    assert features_of(card) == {Feature.FOREST, Feature.WATER}


def test_kinds_stacks_and_boxes_leave_nothing_out(client: Client) -> None:
    everything = sorted(shown(client, ""))
    assert sorted(key for kind in CARDS for key in shown(client, f"?kind={kind}")) == everything
    assert sorted(key for box in ("cartographers", "heroes") for key in shown(client, f"?box={box}")) == everything
    scoring = sorted(key for stack in Stack for key in shown(client, f"?stack={stack}"))
    assert scoring == sorted([*cartographers().scoring, *heroes().scoring])


def test_fields_go_together(client: Client) -> None:
    boxes = (cartographers(), heroes())
    scoring = {key: card for box in boxes for key, card in box.scoring.items()}
    clusters = FAMILIES["clusters"]
    expected = [
        key
        for key, card in scoring.items()
        if any(isinstance(clause, clusters) for clause in card.clauses) and "village" in words(card)
    ]
    assert expected
    assert shown(client, "?counts=clusters&terrain=village&kind=scoring") == expected
    assert shown(client, "?stack=forest&kind=explore") == []


def words(card: ScoringCard) -> set[str]:
    return {feature.word for feature in features_of(card)}


@pytest.mark.parametrize(
    ("query", "keys"),
    [
        ("granary", ["the_golden_granary"]),
        ("  GOLDEN   granary ", ["the_golden_granary"]),
        ("granary golden", ["the_golden_granary"]),
        ("ambush goblin", ["goblin_attack"]),
        ("granary treetower", []),
        ("%", []),
        ("\u0301", None),
    ],
)
def test_all_words_have_to_stand_on_a_card(client: Client, query: str, keys: list[str] | None) -> None:
    found = shown(client, f"?words={query}".replace("%", "%25"))
    assert found == (shown(client, "") if keys is None else keys)


def test_words_are_read_in_the_language_of_the_page_and_names_as_they_are_printed(client: Client) -> None:
    french = {"headers": {"Accept-Language": "fr"}}
    assert "great_river" in shown(client, "?words=great+river", **french)
    assert "temple_ruins" in shown(client, "?words=carte+ruines", **french)
    assert shown(client, "?words=carte+ruines") == []


def test_what_no_card_is_like_is_said(client: Client) -> None:
    page = text_of(client.get("/cartographers/cards/?words=zeppelin"))
    assert "No cards match these filters." in page
    assert "0 cards" in page
    assert "1 card" in text_of(client.get("/cartographers/cards/?words=granary"))


@pytest.mark.parametrize(
    "query", ["box=attic", "kind=sheet", "stack=x", "terrain=lava", "counts=spells", "words=" + "x" * 81]
)
def test_what_cannot_be_looked_for_is_told_at_its_field(client: Client, query: str) -> None:
    answer = client.get(f"/cartographers/cards/?{query}")
    assert answer.status_code == 422
    assert 'class="invalid"' in answer.content.decode()
    assert answer["X-Robots-Tag"] == "noindex"
    assert "/cartographers/cards/great_river/" in answer.content.decode()


def test_a_list_that_was_looked_for_is_one_page_to_search_engines(client: Client) -> None:
    answer = client.get("/cartographers/cards/?terrain=forest")
    assert answer["X-Robots-Tag"] == "noindex"
    assert 'rel="canonical" href="http://testserver/cartographers/cards/"' in answer.content.decode()
    for query in ("", "?table=ABCDEF", "?words=&box=&kind="):
        assert "X-Robots-Tag" not in client.get(f"/cartographers/cards/{query}")


def test_a_browser_that_swaps_the_list_shows_an_address_to_hand_on(client: Client) -> None:
    swapped = client.get(
        "/cartographers/cards/?table=ABCDEF&words=&box=&terrain=forest", headers={"HX-Request": "true"}
    )
    assert swapped["HX-Replace-Url"] == "/cartographers/cards/?table=ABCDEF&terrain=forest"
    assert (
        client.get("/cartographers/cards/?words=", headers={"HX-Request": "true"})["HX-Replace-Url"]
        == "/cartographers/cards/"
    )
    assert "HX-Replace-Url" not in client.get("/cartographers/cards/?terrain=forest")


def test_the_way_back_to_a_table_is_kept_while_one_looks(client: Client) -> None:
    page = client.get("/cartographers/cards/?table=ABCDEF&terrain=forest").content.decode()
    assert '<input type="hidden" name="table" value="ABCDEF">' in page
    assert 'href="/cartographers/cards/?table=ABCDEF"' in page


def test_what_is_made_in_the_workshop_is_listed_as_soon_as_it_is_published(client: Client) -> None:
    assert "Created in the workshop" not in client.get("/cartographers/cards/").content.decode()
    published_set()
    page = client.get("/cartographers/cards/").content.decode()
    assert '<h2 id="workshop">Created in the workshop</h2>' in page
    assert "loop" in shown(client, "?box=workshop")
    assert shown(client, "?box=workshop&words=loop") == ["loop"]
