"""Cards of a set on paper: every card once and with its texts, backs behind their fronts, sizes in millimeters."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from math import ceil
from typing import Any

import pytest
from django.http import QueryDict
from django.utils import translation

from engine.cartographers.cards import ExploreCard, scoring_from_json
from engine.labels import Labels
from games.cartographers.paper.board import Ink
from games.cartographers.paper.player_aid import player_aid
from games.cartographers.paper.printed_cards import printed_cards
from games.cartographers.paper.printed_set import SetPrintForm, print_template, set_data
from games.cartographers.shelf.components import SetWithCards, components_of, fill_set, unloaded_sets
from games.cartographers.words.names import INTRODUCTION, card_name, season_name, sheet_name
from games.cartographers.words.scoring.rules import rule_sentences
from games.catalog.names import MOST_NAME, MOST_WORDS
from games.play.rendering import pdf
from tests.games.cartographers.paper.pdf_pages import Document, Page, Run

SETS = {placed.ref: fill_set(placed.card_set, components_of({}), of_box=True) for placed in unloaded_sets({})}
BOTH = SETS["heroes/both"]
WIDTH, HEIGHT = 63, 88
PAPERS = {"a4": (210, 297), "letter": (215.9, 279.4), "a3": (297, 420)}
RIM = 4
"""White edge of a card, in millimeters."""


def printed(of: SetWithCards, query: str) -> Document:
    """Return the PDF of a set for a query string."""
    form = SetPrintForm(of, QueryDict(query))
    assert form.is_valid(), form.errors
    return Document(pdf(print_template(), set_data(form, "carto.example")))


def corner(page: Page) -> tuple[float, float]:
    """Return the left and top of the cards on a page, from its cut marks."""
    marks = [line for line in page.lines if line.thickness == 0.4 and 2.9 < max(line.width, line.height) < 3.1]
    return min(line.x for line in marks if line.height > 1), min(line.y for line in marks if line.width > 1)


def cells(page: Page) -> dict[tuple[int, int], list[Run]]:
    """Return the texts of the cards of a page by column and row."""
    left, top = corner(page)
    found: dict[tuple[int, int], list[Run]] = {}
    for run in page.runs:
        column, row = int((run.x - left) // WIDTH), int((run.y - top) // HEIGHT)
        if 0 <= column < 3 and 0 <= row < 3:
            x, y = run.x - left - column * WIDTH, run.y - top - row * HEIGHT
            found.setdefault((column, row), []).append(replace(run, x=x, y=y))
    return found


def name_of(runs: list[Run]) -> str:
    """Return the name at the top of a card, without time value and initial."""
    head = [run.text.strip() for run in runs if run.y < 14]
    return " ".join(text for text in head if not text.isdigit() and len(text) > 1)


def letters(text: str) -> str:
    """Return a text without spaces and hyphens, which differ at the ends of lines."""
    return "".join(text.split()).replace("-", "").replace("\u00ad", "")


def names(of: SetWithCards) -> list[str]:
    cards = [*of.explore, *of.ruins, *of.ambushes, *of.heroes, *of.scoring, *of.skills]
    return [*map(card_name, cards), *(season_name(season.id) for season in of.seasons)]


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("ref", SETS)
def test_every_card_is_printed_once_with_its_name(ref: str, language: str) -> None:
    with translation.override(language):
        document = printed(SETS[ref], "parts=cards")
        faces = [name_of(runs) for page in document.pages for runs in cells(page).values()]
        edict = "Décret" if language == "fr" else "Edict"
        expected = [*names(SETS[ref]), *(f"{edict} {letter}" for letter in "ABCD")]
        assert sorted(map(letters, faces)) == sorted(map(letters, expected))
        assert len(document.pages) == ceil(len(faces) / 9)


@pytest.mark.parametrize("size", ["a4", "letter"])
def test_cards_have_the_size_of_cards(size: str) -> None:
    for page in printed(BOTH, f"parts=cards&parts=backs&size={size}").pages:
        assert (page.width, page.height) == pytest.approx(PAPERS[size], abs=0.01)
        marks = [line for line in page.lines if line.thickness == 0.4 and 2.9 < max(line.width, line.height) < 3.1]
        across = sorted({round(line.x, 2) for line in marks if line.height > 1})
        down = sorted({round(line.y, 2) for line in marks if line.width > 1})
        assert [right - left for left, right in pairwise(across)] == pytest.approx([WIDTH] * 3, abs=0.02)
        assert [below - above for above, below in pairwise(down)] == pytest.approx([HEIGHT] * 3, abs=0.02)
        assert across[0] + across[-1] == pytest.approx(page.width, abs=0.02), "turned over, cards lie on cards"


def test_backs_lie_behind_their_fronts_when_the_paper_is_turned_along_its_long_edge() -> None:
    pages = printed(BOTH, "parts=cards&parts=backs").pages
    decks = {card.face["name"]: card.deck for card in printed_cards(BOTH, Ink.COLOUR)}
    titles = {
        "explore": "Explore deck",
        "forest": "Scoring cards: forest",
        "village": "Scoring cards: village",
        "farm_water": "Scoring cards: farm and water",
        "spatial": "Scoring cards: mixed terrain",
        "season": "Seasons",
        "edict": "Edicts",
    }
    assert len(pages) % 2 == 0
    for front, back in zip(pages[::2], pages[1::2], strict=True):
        behind = {place: " ".join(run.text for run in runs) for place, runs in cells(back).items()}
        expected = {(2 - column, row): titles[decks[name_of(runs)]] for (column, row), runs in cells(front).items()}
        assert behind == expected


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("size", ["a4", "letter"])
def test_every_rule_is_legible_and_within_its_card(language: str, size: str) -> None:
    with translation.override(language):
        document = printed(BOTH, f"parts=cards&size={size}")
        written = {name_of(runs): runs for page in document.pages for runs in cells(page).values()}
        for card in BOTH.scoring:
            assert letters(" ".join(rule_sentences(card))) in letters(" ".join(_texts(written[card_name(card)])))
    for runs in written.values():
        assert all(run.size >= 6.5 for run in runs)
        assert_within(runs)


def _texts(runs: list[Run]) -> Iterator[str]:
    return (run.text for run in runs)


def assert_within(runs: list[Run]) -> None:
    """Assert that texts begin inside of their card, and that the rule ends above the kind of the card."""
    *_others, kind = runs
    assert all(RIM < run.x < WIDTH - RIM and RIM < run.y < HEIGHT - RIM for run in runs)
    assert all(run.y < kind.y - 1.5 for run in runs[:-1])


LONG = "Rückwärtsgewandte Kartografiegesellschaft mit Uferpromenaden, Hängebrücken und Wassermühlen. "


def _longest(card: Any, **changes: Any) -> Any:
    labels = Labels(words=(("en", (LONG * 9)[:MOST_WORDS].strip()),))
    return replace(card, name=(LONG * 2)[:MOST_NAME].strip(), labels=labels, **changes)


def test_the_longest_texts_of_the_workshop_stay_on_their_cards() -> None:
    clause = {"family": "lines", "stars": 12, "direction": "rows_and_columns", "equal": ["forest", "village"]}
    data = {"id": "long", "name": "Long", "stack": "forest", "solo_target": 99, "clauses": [clause] * 4}
    of = replace(
        BOTH,
        explore=tuple(_longest(card) for card in BOTH.explore[:3]),
        ruins=tuple(map(_longest, BOTH.ruins)),
        ambushes=tuple(map(_longest, BOTH.ambushes)),
        heroes=tuple(map(_longest, BOTH.heroes)),
        scoring=(_longest(scoring_from_json(data)),),
    )
    for page in printed(of, "parts=cards&size=letter").pages:
        for runs in cells(page).values():
            assert_within(runs)
            if "Hängebrücken" in "".join(_texts(runs)):
                assert letters(" ".join(_texts(runs))).count(letters((LONG * 9)[:MOST_WORDS])) == 1
                assert min(run.size for run in runs) >= 4


def test_the_title_and_language_are_those_of_the_set_and_the_page() -> None:
    with translation.override("fr"):
        document = printed(BOTH, "parts=cards")
        assert document.value("Lang") == "fr"
        assert document.value("Title").startswith(card_name(BOTH.card_set))
        note = str(INTRODUCTION.colophon)
    assert all(letters(note) in {letters(run.text) for run in page.runs} for page in document.pages)


@pytest.mark.parametrize(("paper", "size"), [("", "a4"), ("", "letter"), ("a3", "a4"), ("a3", "letter")])
def test_each_map_sheet_is_printed_once_on_its_paper(paper: str, size: str) -> None:
    of = replace(BOTH, sheets=(*SETS["cartographers/cartographers"].sheets, *SETS["heroes/heroes"].sheets))
    pages = printed(of, f"parts=sheets&size={size}&sheet_size={paper}").pages
    assert [(page.width, page.height) for page in pages] == [
        pytest.approx(PAPERS[paper or size], abs=0.01) for _sheet in of.sheets
    ]
    assert [page.runs[0].text for page in pages] == [sheet_name(sheet) for sheet in of.sheets]
    assert all(0 < run.x < page.width and 0 < run.y < page.height for page in pages for run in page.runs)


def test_sheets_follow_the_cards() -> None:
    pages = printed(BOTH, "parts=cards&parts=sheets&size=letter&sheet_size=a3").pages
    widths = [round(page.width, 1) for page in pages]
    assert widths == [215.9] * ceil((len(names(BOTH)) + 4) / 9) + [297] * len(BOTH.sheets)


def test_sheets_name_the_edicts_that_every_game_has() -> None:
    first_game = SETS["heroes/first_game"]
    text = letters(" ".join(run.text for page in printed(first_game, "parts=sheets").pages for run in page.runs))
    by_id = {card.id: card for card in first_game.scoring}
    assert len(first_game.edicts) == 4
    for id in first_game.edicts:
        assert letters(card_name(by_id[id])) in text


def test_a_card_by_curators_has_its_own_text_once() -> None:
    labels = Labels(words=(("en", "Mind the tide."),))
    own = ExploreCard("tide", "Tide", 1, BOTH.explore[0].terrains, BOTH.explore[0].shapes, labels)
    document = printed(replace(BOTH, explore=(own,)), "parts=cards")
    assert " ".join(run.text for page in document.pages for run in page.runs).count("Mind the tide.") == 1


def test_a_season_that_a_set_has_twice_is_printed_for_both() -> None:
    spring = BOTH.seasons[0]
    of = replace(BOTH, seasons=tuple(replace(spring, id=season.id) for season in BOTH.seasons))
    faces = [name_of(runs) for page in printed(of, "parts=cards").pages for runs in cells(page).values()]
    assert [faces.count(season_name(season.id)) for season in BOTH.seasons] == [1, 1, 1, 1]


@pytest.mark.parametrize("query", ["parts=cards&ink=pencil", "parts=cards"])
def test_a_set_without_anything_prints_its_edicts(query: str) -> None:
    empty = replace(BOTH, explore=(), ruins=(), ambushes=(), heroes=(), scoring=(), seasons=(), sheets=(), edicts=())
    (page,) = printed(empty, query).pages
    assert [name_of(runs) for runs in cells(page).values()] == [f"Edict {letter}" for letter in "ABCD"]


def test_a_pencil_has_no_color() -> None:
    form = SetPrintForm(BOTH, QueryDict("parts=cards&parts=backs&parts=sheets&ink=pencil"))
    assert form.is_valid()
    assert _colors(set_data(form, "carto.example")) != set()
    assert all(color[1:3] == color[3:5] == color[5:7] for color in _colors(set_data(form, "carto.example")))


def _colors(data: Any) -> set[str]:
    return set(re.findall(r"#[0-9a-f]{6}\b", json.dumps(data)))


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("size", ["a4", "letter"])
def test_the_player_aid_is_one_page_within_its_frame(language: str, size: str) -> None:
    with translation.override(language):
        (page,) = printed(BOTH, f"parts=aid&size={size}").pages
        expected = [text for section in player_aid(BOTH) for text in section.texts]
    assert (page.width, page.height) == pytest.approx(PAPERS[size], abs=0.01)
    text = letters(" ".join(run.text for run in page.runs))
    assert len(expected) > 20
    assert [sentence for sentence in expected if letters(sentence) not in text] == []
    assert all(15 < run.x < page.width - 15 and 14 < run.y < page.height - 13 for run in page.runs)


def test_the_player_aid_is_about_the_cards_of_the_set() -> None:
    whole, base = (
        " ".join(text for section in player_aid(of) for text in section.texts)
        for of in (BOTH, SETS["cartographers/cartographers"])
    )
    bare = " ".join(
        text for section in player_aid(replace(BOTH, ambushes=(), heroes=(), ruins=())) for text in section.texts
    )
    assert "hero card" in whole
    assert "hero" not in base.lower()
    assert "ruins card" in base
    assert "Summer: time threshold 7" in whole
    assert "Summer: time threshold 8" in base
    assert not any(word in bare for word in ("hero", "ambush", "After a ruins card"))
    assert "draw a single square" in bare
    assert "hidden" not in whole, "that is what the site does"
