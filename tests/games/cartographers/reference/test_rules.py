"""The three views of the rules, their search, boxes and drawn examples."""

import html
import re

import pytest
from django.test import Client
from django.utils.translation import override

from engine.cartographers.board import Board
from engine.cartographers.catalog import cartographers
from engine.cartographers.geometry import Mask, clusters, mask_of, neighbours, space
from engine.cartographers.rules.solo import walk
from engine.cartographers.terrain import Feature
from games.cartographers.reference.chapters import CHAPTERS
from games.cartographers.reference.rule_box import RuleBox
from games.cartographers.reference.rule_examples import EXAMPLES, RuleExample, build_examples, example_board
from games.play.rulebook import mark_words

SUMMARY, FULL, BOTH = VIEWS = (
    "/cartographers/rules/",
    "/cartographers/rules/full/",
    "/cartographers/rules/side-by-side/",
)
ALL = [example for examples in EXAMPLES.values() for example in examples]


def text_of(client: Client, path: str, **query: str) -> str:
    answer = client.get(path, query)
    assert answer.status_code == 200
    return html.unescape(answer.content.decode())


def section(page: str, key: str) -> str:
    return page.partition(f'aria-labelledby="{key}"')[2].partition("</section>")[0]


@pytest.mark.django_db
@pytest.mark.parametrize("path", VIEWS)
def test_each_view_links_to_the_others_with_the_search_and_the_table(path: str, client: Client) -> None:
    page = text_of(client, path, words="coin", table="ABCDEF")
    for other in VIEWS:
        current = ' aria-current="page"' if other == path else ""
        assert f'<a class="button" href="{other}?words=coin&table=ABCDEF"{current}>' in page
    assert '<input type="hidden" name="table" value="ABCDEF">' in page


@pytest.mark.django_db
def test_chapters_have_summary_and_full_rules_next_to_each_other(client: Client) -> None:
    page = text_of(client, BOTH)
    for chapter in CHAPTERS:
        part = section(page, chapter.key)
        for rule in (*chapter.summary, *chapter.full):
            assert str(rule.text) in part
        assert ('class="columns"' in part) == bool(chapter.summary and chapter.full)


@pytest.mark.django_db
def test_rules_show_their_box(client: Client) -> None:
    page = text_of(client, FULL)
    for chapter in CHAPTERS:
        part = section(page, chapter.key)
        if chapter.full:
            assert f'</h2>\n    <span class="badge">{chapter.box.label}</span>' in part
        for rule in chapter.full:
            marked = f'{rule.text} <span class="badge">{rule.box.label if rule.box else ""}</span>' in part
            assert marked == (rule.box not in {None, chapter.box})


@pytest.mark.django_db
@pytest.mark.parametrize("path", VIEWS)
def test_ruins_at_a_table_with_heroes_only_are_explained(path: str, client: Client) -> None:
    part = section(text_of(client, path), "ruins")
    assert "ordinary empty spaces" in part
    assert str(RuleBox.HEROES.label) in part


@pytest.mark.django_db
def test_a_search_shows_the_rules_with_all_words_and_marks_them(client: Client) -> None:
    page = text_of(client, FULL, words="GORGON  destroys")
    assert "<mark>Gorgon</mark> (G): right after it is drawn" in page
    assert "<mark>destroys</mark> one space" in page
    assert "Zombie (Z)" not in page
    assert '<h2 id="effects"><a href="/cartographers/rules/full/#effects">Monster effects</a></h2>' in page
    assert 'id="words" ' not in page
    assert "rule-example" not in page


@pytest.mark.django_db
def test_a_search_finds_cards_boxes_and_titles(client: Client) -> None:
    assert "<mark>Treetower</mark></a> –" in text_of(client, FULL, words="treetower")
    assert "<mark>Inkdrinker</mark>" in text_of(client, FULL, words="inkdrinker")
    assert "<mark>Dragon</mark> (D)" in text_of(client, FULL, words="heroes dragon")


@pytest.mark.django_db
def test_a_search_without_results_leads_on(client: Client) -> None:
    page = text_of(client, SUMMARY, words="kethra")
    assert "No rules match." in page
    assert f'href="{FULL}?words=kethra">Search the full rules</a>' in page
    assert f'href="{SUMMARY}">Show all rules</a>' in page
    assert "<mark>Kethra</mark>" in text_of(client, FULL, words="kethra")
    assert "Search the full rules" not in text_of(client, FULL, words="no such rule")


@pytest.mark.django_db
def test_searches_are_not_indexed_and_have_a_limit(client: Client) -> None:
    assert client.get(FULL, {"words": "coin"})["X-Robots-Tag"] == "noindex"
    assert "X-Robots-Tag" not in client.get(FULL)
    answer = client.get(FULL, {"words": "a" * 81})
    assert answer.status_code == 422
    assert 'class="error-summary' in answer.content.decode()


@pytest.mark.parametrize(
    ("text", "words", "marked"),
    [
        ("Régions, régions", ["region"], "<mark>Région</mark>s, <mark>région</mark>s"),
        ("Straße & <b>", ["strasse"], "<mark>Straße</mark> &amp; &lt;b&gt;"),
        ("aaa", ["aa"], "<mark>aaa</mark>"),
        ("ruins", ["x"], "ruins"),
        ("ruins", [], "ruins"),
    ],
)
def test_words_are_marked_whatever_their_case_and_accents(text: str, words: list[str], marked: str) -> None:
    assert mark_words(text, words) == marked


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("card", "chapters", "words"),
    [
        ("great_river", ["draw"], "A gap in a shape"),
        ("temple_ruins", ["ruins"], "must cover an empty ruins space"),
        ("goblin_attack", ["ambushes"], "the monster is placed automatically"),
        ("gorgon_gaze", ["ambushes", "effects"], "Zombie (Z)"),
        ("wren_the_lioness", ["heroes", "destroyed"], "The marks of a destroyed hero"),
        ("treetower", ["terms", "season"], "A cluster is a group"),
    ],
)
def test_the_panel_of_a_card_has_its_rules(card: str, chapters: list[str], words: str, client: Client) -> None:
    path = f"/cartographers/cards/{card}/"
    panel = html.unescape(client.get(path, headers={"HX-Request": "true"}).content.decode())
    assert re.findall(r'href="/cartographers/rules/full/#(\w+)" target="_blank"', panel) == chapters
    assert words in panel
    assert words in text_of(client, path)


def spaces_with(example: RuleExample, sign: str) -> Mask:
    return mask_of(
        space(example.top + row, example.left + column)
        for row, line in enumerate(example.marks)
        for column, one in enumerate(line)
        if one == sign
    )


@pytest.mark.parametrize("example", ALL, ids=lambda example: str(example.words)[:30])
def test_marks_of_an_example_have_the_size_of_its_map(example: RuleExample) -> None:
    sizes = {len(line) for line in (*example.rows, *example.marks)}
    assert len(sizes) == 1
    assert len(example.rows) == len(example.marks)
    assert spaces_with(example, "*") & ~example_board(example).filled == 0


def test_examples_follow_the_rules() -> None:
    adjacent, apart = EXAMPLES["terms"]
    village = example_board(adjacent).layers[Feature.VILLAGE]
    assert spaces_with(adjacent, "+") == neighbours(village)
    assert not spaces_with(adjacent, "-") & neighbours(village)
    sizes = [one.bit_count() for one in clusters(example_board(apart).layers[Feature.FOREST])]
    assert sorted(sizes) == [3, 4]

    walked, costly = EXAMPLES["ambushes"]
    monster = spaces_with(walked, "*")
    board = example_board(walked)
    before = board.layers[Feature.FOREST]
    goblins = cartographers().ambushes["goblin_attack"]
    assert board.layers[Feature.MONSTER] == monster
    assert walk(goblins, Board.of_layers({Feature.FOREST: before})) == monster
    assert spaces_with(walked, "-") & before
    assert example_board(costly).monster_losses().bit_count() == 6
    (losses,) = [view for view in build_examples("ambushes") if "6 stars" in view.words]
    assert [mark.text for mark in losses.marks] == ["−1"] * 6

    (mountain,) = EXAMPLES["coins"]
    board = example_board(mountain)
    assert board.surrounded_mountains() == spaces_with(mountain, "$") == board.layers[Feature.MOUNTAIN]
    assert neighbours(spaces_with(mountain, "*")) & board.layers[Feature.MOUNTAIN]

    (ruins,) = EXAMPLES["ruins"]
    assert spaces_with(ruins, "*") & example_board(ruins).layers[Feature.RUINS]

    (zombie,) = EXAMPLES["effects"]
    assert spaces_with(zombie, "*") == neighbours(spaces_with(zombie, "Z")) & ~spaces_with(zombie, "Z")

    (split,) = EXAMPLES["destroyed"]
    assert [one.bit_count() for one in clusters(example_board(split).layers[Feature.FOREST])] == [2, 2]


def test_drawings_of_examples_have_ids_of_their_own() -> None:
    drawn = "".join(view.drawing for key in EXAMPLES for view in build_examples(key))
    ids = re.findall(r'\bid="([^"]+)"', drawn)
    assert ids
    assert len(ids) == len(set(ids))


@pytest.mark.django_db
def test_a_french_search_ignores_accents(client: Client) -> None:
    with override("fr"):
        page = html.unescape(
            client.get(FULL, {"words": "regions detruites"}, headers={"Accept-Language": "fr"}).content.decode()
        )
    assert "<mark>régions</mark>" in page
