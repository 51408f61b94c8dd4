"""Reference pages for rules and cards."""

import html
import re
from dataclasses import replace

import pytest
from django.test import Client

from engine.cartographers.cards import ScoringCard
from engine.cartographers.catalog import cartographers, heroes
from engine.cartographers.mixing.library import published_library
from engine.cartographers.scoring.tally import score
from games.cartographers.reference.card_list import cards_page
from games.cartographers.reference.pages import card_page, example_for
from games.cartographers.reference.rulings import RULINGS, find_ruling
from tests.processes.programs import ROOT

pytestmark = pytest.mark.django_db
SCORING = {**cartographers().scoring, **heroes().scoring}


@pytest.mark.parametrize("card", SCORING.values(), ids=SCORING)
def test_every_scoring_card_has_an_example_that_earns_stars(card: ScoringCard) -> None:
    page = card_page(card.id)
    assert page is not None
    assert page.example is not None
    tally = score(card, example_for(card))
    assert page.example.stars == tally.stars > 0
    assert len(page.example.reasons) == len(tally.contributions)
    lit = [space.id for row in page.example.map.rows for space in row.spaces if "lit" in space.css.split()]
    named = {name for reason in page.example.reasons for name in reason.spaces.split()}
    assert set(lit) == named


def test_a_card_without_an_example_of_its_own_takes_the_best() -> None:
    wood = SCORING["sentinel_wood"]
    card = ScoringCard("made_up", "Made Up", wood.stack, 10, wood.clauses)
    assert score(card, example_for(card)).stars >= score(wood, example_for(wood)).stars > 0


def test_all_cards_of_both_boxes_are_listed(client: Client) -> None:
    page = client.get("/cartographers/cards/").content.decode()
    for box in (cartographers(), heroes()):
        for shelf in (box.explore, box.ruins, box.ambushes, box.heroes, box.scoring):
            for key in shelf:
                assert f'href="/cartographers/cards/{key}/"' in page
    assert [box.title for box in cards_page().boxes] == ["Cartographers", "Cartographers Heroes"]


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("great_river", ("Great River", "Explore card", "Water", "in a column, earns a coin<", "Time value: 1.")),
        (
            "goblin_attack",
            ("Ambush card", "3 spaces (first", "one seat", "in the southeast corner and moves counterclockwise"),
        ),
        ("temple_ruins", ("Ruins card", "must cover a ruins space")),
        ("wren_the_lioness", ("Hero card", ">1 space, attacking 1 up and 2 right; 2 right;", "attacks")),
        ("banded_hills", ("Scoring card: mixed terrain", "Preview edition", "Example")),
    ],
)
def test_a_card_is_described(client: Client, key: str, words: tuple[str, ...]) -> None:
    page = client.get(f"/cartographers/cards/{key}/")
    assert page.status_code == 200
    for word in words:
        assert word in page.content.decode()


def test_a_card_that_is_none(client: Client) -> None:
    assert client.get("/cartographers/cards/seven_of_hearts/").status_code == 404


def test_the_rules_can_be_read(client: Client) -> None:
    page = client.get("/cartographers/rules/").content.decode()
    for title in ("Draw", "Ruins", "Ambushes", "End of a season", "Heroes", "Solo play"):
        assert f">{title}</h2>" in page


def test_full_rules_show_every_ruling_and_title(client: Client) -> None:
    page = html.unescape(client.get("/cartographers/rules/full/").content.decode())
    for ruling in RULINGS.values():
        assert str(ruling) in page
    for name, rating in (("Legendary Cartographer", "30 or more"), ("Amateur Assessor", "-5 to -1")):
        assert f"<strong>{rating}</strong> – {name}</li>" in page
    assert "<strong>-21 or less</strong> – Oblivious Inkdrinker</li>" in page
    assert 'href="/cartographers/rules/full/"' in client.get("/cartographers/rules/").content.decode()


def chapter(title: str) -> str:
    """A chapter of `docs/rules.md`."""
    text = (ROOT / "docs" / "rules.md").read_text("utf-8")
    return text.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def test_rulings_of_the_docs_are_those_of_the_site() -> None:
    named = re.findall(r"\*\*([^*]+)\*\*", chapter("Rulings on single cards"))
    assert sorted(named) == sorted(SCORING[key].name for key in RULINGS)


def test_table_options_of_the_docs_are_those_of_the_site(client: Client) -> None:
    page = client.get("/cartographers/rules/full/").content.decode()
    options = set(re.findall(r'id="option-(\w+)"', page))
    docs = (ROOT / "docs" / "rules.md").read_text("utf-8")
    elsewhere = {key for key in ("single_terrain", "hero_pattern") if f"`{key}: " in docs}
    assert options == set(re.findall(r"\(`(\w+)`\)", chapter("Options of a table"))) | elsewhere
    assert "sheet_vote" in options


def test_every_published_scoring_card_has_a_ruling_on_its_page(client: Client) -> None:
    library = published_library()
    cards = {**library.cartographers.scoring, **library.heroes.scoring}
    assert set(cards) == set(RULINGS)
    for key, card in cards.items():
        assert find_ruling(card) == RULINGS[key]
        assert str(RULINGS[key]) in html.unescape(client.get(f"/cartographers/cards/{key}/").content.decode())


def test_a_changed_card_has_no_ruling() -> None:
    library = published_library().cartographers.scoring
    card = library["sentinel_wood"]
    assert find_ruling(replace(card, clauses=library["greenbough"].clauses)) == ""
    assert find_ruling(replace(card, cap=9)) == ""
    assert find_ruling(replace(card, id="my_wood")) == ""


def test_the_rules_lead_to_the_lesson_and_have_pictures(client: Client) -> None:
    page = client.get("/cartographers/rules/").content.decode()
    assert 'class="button" href="/cartographers/learn/"' in page
    assert page.count('<figure class="card-entry">') == 3
    assert 'class="small-map"' in page


@pytest.mark.parametrize(
    "path",
    [
        "/cartographers/rules/",
        "/cartographers/rules/full/",
        "/cartographers/cards/",
        "/cartographers/cards/sentinel_wood/",
    ],
)
def test_who_comes_from_a_table_finds_the_way_back(path: str, client: Client) -> None:
    back = 'id="back" href="/tables/ABCDEF/"'
    came = {"Referer": "http://testserver/tables/ABCDEF/?look=2"}
    page = client.get(path, headers=came).content.decode()
    assert back in page
    assert "?table=ABCDEF" in page
    assert back in client.get(f"{path}?table=ABCDEF").content.decode()


@pytest.mark.parametrize(
    "came",
    [
        "",
        "http://elsewhere.example/tables/ABCDEF/",
        "http://testserver/cartographers/rules/",
        "http://testserver/nowhere",
    ],
)
def test_others_are_offered_no_way_back(came: str, client: Client) -> None:
    assert 'id="back"' not in client.get("/cartographers/rules/", headers={"Referer": came}).content.decode()
    assert 'id="back"' not in client.get("/cartographers/rules/?table=//elsewhere.example/").content.decode()


@pytest.mark.parametrize(
    "path",
    ["/cartographers/rules/", "/cartographers/cards/sentinel_wood/", "/cartographers/cards/great_river/?table=ABCDEF"],
)
def test_a_table_opens_them_over_itself(path: str, client: Client) -> None:
    answer = client.get(path, headers={"HX-Request": "true"})
    panel = answer.content.decode()
    assert "<html" not in panel
    assert 'id="why-title"' in panel
    assert f'<a class="button" data-why role="button" href="{path}">Close</a>' in panel
    assert f'<a href="{path}" target="_blank" rel="noopener">' in panel
    links = re.findall(r"<a [^>]*>", panel)
    assert all("data-why" in link or "_blank" in link for link in links), "none leads away"
    # What a table calls its own is found there and not in the panel.
    own = {"season", "edicts", "coins", "monsters", "scores", "ending", *(f"{row}1" for row in "ABCDEFGHIJK")}
    assert not own & set(re.findall(r'\bid="([^"]*)"', panel))
    assert "HX-Request" in answer["Vary"]
    assert "<html" in client.get(path).content.decode()
