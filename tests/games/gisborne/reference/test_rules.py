"""The rules of Gisborne: two views, a search, and all rulings."""

import html
import itertools
import re
from pathlib import Path

import pytest
from django.test import Client

from engine.gisborne.catalog import gisborne
from games.gisborne.reference.chapters import CHAPTERS
from tests.games.gisborne import play
from tests.games.tables.clients import people_named, signed_in
from tests.processes.programs import ROOT

SUMMARY, FULL = VIEWS = ("/gisborne/rules/", "/gisborne/rules/full/")
LANGUAGES = ("en", "fr")
RULINGS = [f"g{number}" for number in range(1, 31)]


def text_of(client: Client, path: str, language: str = "en", **query: str) -> str:
    answer = client.get(path, query, headers={"Accept-Language": language})
    assert answer.status_code == 200
    return html.unescape(answer.content.decode())


@pytest.mark.django_db
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("path", VIEWS)
def test_each_view_shows_its_chapters_under_headings_in_order(path: str, language: str, client: Client) -> None:
    page = text_of(client, path, language)
    levels = [int(level) for level in re.findall(r"<h([1-6])\b", page)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(later <= earlier + 1 for earlier, later in itertools.pairwise(levels))
    shown = [chapter.key for chapter in CHAPTERS if chapter.full or path == SUMMARY]
    wanted = [chapter.key for chapter in CHAPTERS if (chapter.summary if path == SUMMARY else chapter.full)]
    assert [key for key in shown if f'<h2 id="{key}">' in page] == wanted
    assert len(set(ids := re.findall(r'\bid="([^"]+)"', page))) == len(ids)


@pytest.mark.django_db
@pytest.mark.parametrize("language", LANGUAGES)
def test_full_rules_have_an_anchor_for_each_ruling(language: str, client: Client) -> None:
    page = text_of(client, FULL, language)
    assert sorted(re.findall(r'id="(g\d+)"', page), key=lambda anchor: int(anchor[1:])) == RULINGS
    assert not re.search(r'id="g\d+"', text_of(client, SUMMARY, language))


def test_rulings_are_those_of_the_documentation() -> None:
    documented = re.findall(r"\bG\d+\b", Path(ROOT / "docs" / "gisborne.md").read_text())
    assert {f"g{name[1:]}" for name in documented} == set(RULINGS)


@pytest.mark.django_db
def test_views_link_to_each_other_with_the_search_and_the_table(client: Client) -> None:
    page = text_of(client, SUMMARY, words="river", table="ABCDEF")
    assert f'href="{FULL}?words=river&table=ABCDEF"' in page
    assert "Back to the table" in page


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("path", "words", "count"),
    [(FULL, "G19", "1 rule<"), (FULL, "halve nothing", "No rules match."), (SUMMARY, "VILLAGE", "2 rules<")],
)
def test_search_finds_rules_by_all_of_its_words(path: str, words: str, count: str, client: Client) -> None:
    page = text_of(client, path, words=words)
    assert count in page


@pytest.mark.django_db
def test_search_is_not_listed_and_an_invalid_one_is_refused(client: Client) -> None:
    assert client.get(FULL, {"words": "river"}).headers["X-Robots-Tag"] == "noindex"
    assert client.get(FULL, {"words": "r" * 81}).status_code == 422


@pytest.mark.django_db
def test_a_table_gets_the_summary_as_a_panel(client: Client) -> None:
    page = client.get(SUMMARY, headers={"HX-Request": "true"}).content.decode()
    assert 'id="why-title"' in page
    assert 'id="rules-aim"' in page
    assert "<html" not in page


@pytest.mark.django_db
def test_table_opens_the_rules() -> None:
    people = people_named("Ann", "Ben", "Cas")
    table = play.gather(*people)
    page = signed_in(people[0]).get(f"/tables/{table.code}/").content.decode()
    assert f'<a href="{SUMMARY}" data-why>Rules</a>' in page


def test_figures_in_the_rules_are_those_of_the_box() -> None:
    box = gisborne()
    text = " ".join(str(rule.text) for chapter in CHAPTERS for rule in (*chapter.summary, *chapter.full))
    places = [", ".join(map(str, row)) for row in box.places]
    three, four, five = places
    for figures in (
        f"{sum(box.deck)} cards",
        f"{three} with 3 players, {four} with 4 and {five} with 5",
        f"Lay 1 to {box.most_cards} cards",
        f"gets {box.first_hand} cards",
        f"at most {box.river_hand} cards",
        "draw back {} cards after bronze, {} after silver and none after gold".format(*box.draws),
        f"with or without cards, you draw back {box.tent_draws} cards",
        f"without the tent, you draw back {box.village_draws} card",
        f"chip worth {box.beach_chip}",
        f"chip worth {box.start_chip} on its viewpoint",
    ):
        assert figures in text, figures
    chips = sorted([*box.chips, box.start_chip, box.beach_chip])
    ones, twos, threes, fours = (chips.count(value) for value in (1, 2, 3, 4))
    assert f"{len(chips)} chips: {ones} worth 1, {twos} worth 2, {threes} worth 3 and {fours} worth 4." in text
    assert f"{len(box.path)} path tiles and the end tile. {box.path_tiles} path tiles are played." in text
    assert list(box.deck) == [25, 25, 20, 20, 16, 16]
