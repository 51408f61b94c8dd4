"""Emblems of scoring cards: every card has one, and adjacent ones differ."""

import re
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest
from django.conf import settings
from django.utils.translation import override

from engine.cartographers.cards import ScoringCard, Stack, clause_from_json
from engine.cartographers.catalog import Edition, scoring_cards
from engine.cartographers.scoring.families import FAMILIES
from engine.cartographers.scoring.parameters import Parameter, ParameterKind, parameters_of
from games.cartographers.goals.emblem import emblem
from games.cartographers.templatetags.fragments import emblem as drawing
from tests.engine.any_boards import CARDS
from tests.engine.made_up_clauses import random_groups, random_stamp, with_ranges

SVG = "{http://www.w3.org/2000/svg}"
SYMBOLS = {symbol.get("id") for symbol in ElementTree.parse(settings.BASE_DIR / "static/img/sprite.svg").getroot()}
SHAPES = ["#"], ["####"], ["##", "##"], ["#.", ".#"], ["#"] * 11, ["#" * 11]


def card(*clauses: dict[str, Any]) -> ScoringCard:
    """A made-up card."""
    parts = tuple(clause_from_json({"stars": 1, **clause}, part) for part, clause in enumerate(clauses))
    return ScoringCard("made_up", "Made Up", Stack.FOREST, 10, parts)


def any_value(parameter: Parameter, chance: Random) -> Any:
    """A valid value of a parameter in its JSON form, or None for one left out."""
    if parameter.optional and chance.random() < 0.5:
        return None
    match parameter.kind:
        case ParameterKind.NUMBER if parameter.nonzero:
            return chance.choice((parameter.least, 1, parameter.most))
        case ParameterKind.TIERS:
            return sorted(chance.sample(range(100), chance.randint(2, 10)))
        case ParameterKind.NUMBER:
            return chance.choice((parameter.least, parameter.most, chance.randint(parameter.least, parameter.most)))
        case ParameterKind.UNION if chance.random() < 0.3:
            count = chance.randint(2, len(parameter.united))
            return [feature.word for feature in chance.sample(parameter.united, count)]
        case ParameterKind.FEATURE | ParameterKind.UNION:
            return chance.choice(parameter.choices).word
        case ParameterKind.FEATURES:
            count = chance.randint(0, len(parameter.choices))
            return [feature.word for feature in chance.sample(parameter.choices, count)]
        case ParameterKind.GROUPS:
            return parameter.write(random_groups(chance, parameter))
        case ParameterKind.CHOICE:
            return chance.choice(parameter.choices).value
        case ParameterKind.SWITCH:
            return chance.random() < 0.5
        case ParameterKind.SHAPE:
            return chance.choice(SHAPES)
        case ParameterKind.STAMP:
            return list(random_stamp(chance).rows)


def any_clause(family: str, chance: Random) -> dict[str, Any]:
    """Any valid clause of a family, as data."""
    made = FAMILIES[family]
    values = {name: any_value(parameter, chance) for name, parameter in parameters_of(made).items()}
    return {"family": family, **with_ranges(made, values)}


def check(picture: str) -> None:
    """Check a drawing: well-formed, hidden from screen readers, no inline styles, visible, known symbols."""
    root = ElementTree.fromstring(picture)
    assert root.get("aria-hidden") == "true"
    assert not [part for part in root.iter() if part.get("style")]
    assert [part for part in root.iter() if part.tag in {"use", "path", "text"}]
    used = [part.get("href", "").partition("#") for part in root.iter("use")]
    assert all(file.endswith(".svg") and name in SYMBOLS for file, _, name in used)


@pytest.mark.parametrize("published", CARDS.values(), ids=CARDS)
def test_every_published_card_has_an_emblem(published: ScoringCard) -> None:
    check(drawing(published))


@pytest.mark.parametrize("edition", Edition)
@pytest.mark.parametrize("stack", Stack)
def test_no_two_cards_of_a_stack_have_the_same_emblem(stack: Stack, edition: Edition) -> None:
    cards = [card for card in scoring_cards(edition).values() if card.stack is stack]
    assert len(cards) == len({drawing(card) for card in cards}) > 3


@pytest.mark.parametrize("family", FAMILIES)
def test_every_clause_has_an_emblem(family: str) -> None:
    chance = Random(family)
    for _ in range(200):
        check(drawing(card(any_clause(family, chance))))
        check(drawing(card(any_clause(family, chance), any_clause(chance.choice(list(FAMILIES)), chance))))


def test_a_card_shows_what_it_counts_and_what_a_further_clause_counts() -> None:
    valley = CARDS["mages_valley"]
    assert [sign.glyph for sign in emblem(valley).signs] == ["water", "farm", "mountain"]
    edges = [{"family": "spaces", "terrain": terrain, "on": "edge"} for terrain in ("forest", "water")]
    assert [sign.glyph for sign in emblem(card(*edges)).second] == ["water"]
    assert emblem(card(edges[0], edges[0])) == emblem(card(edges[0]))


def test_a_union_of_a_further_clause_is_shown_whole_unless_it_is_in_the_picture() -> None:
    forests, both = ({"family": "longest_run", "terrain": terrain} for terrain in ("forest", ["forest", "village"]))
    lines = {"family": "lines", "direction": "rows", "equal": [["farm", "water"], "monster"]}
    assert [sign.glyph for sign in emblem(card(forests, both)).second] == ["forest", "village"]
    assert [sign.glyph for sign in emblem(card(forests, lines)).second] == ["farm", "water"]
    assert emblem(card(both, forests)).second == ()
    corner = drawing(card(forests, both)).partition("<g ")[0]
    assert [corner.count(f"#{word}") for word in ("forest", "village")] == [1, 1]


def test_groups_of_a_clause_are_drawn_whole() -> None:
    for data in (
        {"family": "lines", "direction": "rows", "equal": ["monster", ["farm", "water"]]},
        {"family": "sets", "each": ["monster", ["farm", "water"]]},
    ):
        assert {sign.glyph for sign in emblem(card(data)).signs} == {"monster", "farm", "water"}


def test_what_is_asked_of_rows_and_of_columns_is_one_picture() -> None:
    full = {"family": "lines", "filled": True}
    both = card({**full, "direction": "rows_and_columns"})
    assert emblem(card({**full, "direction": "rows"}, {**full, "direction": "columns"})) == emblem(both)
    unlike = card({**full, "direction": "rows"}, {**full, "direction": "columns", "stars": 2})
    assert emblem(unlike) == emblem(card({**full, "direction": "rows"})) != emblem(both)


def test_what_is_avoided_is_crossed_out() -> None:
    crossed = [sign.glyph for sign in emblem(CARDS["great_city"]).signs if sign.crossed]
    assert crossed == ["mountain"]


def test_terrains_that_count_as_one_are_all_shown() -> None:
    both = {"family": "clusters", "terrain": ["forest", "village"], "touching": ["farm", "water", "hero"]}
    glyphs = {sign.glyph for sign in emblem(card(both)).signs}
    assert glyphs == {"forest", "village", "farm", "water", "hero"}
    line = {"family": "lines", "direction": "rows", "containing": ["forest", "village"], "at_least": 3}
    picture = emblem(card(line))
    assert [sign.glyph for sign in picture.signs] == ["forest", "village"]
    assert [numeral.text for numeral in picture.numerals] == ["3+"]


def test_numbers_are_written_as_svg_asks_in_every_language() -> None:
    with override("fr"):
        french = drawing(CARDS["ulems_wallow"])
    assert french == drawing(CARDS["ulems_wallow"])
    assert not re.search(r'(?:x|y|width|height|size)="[^"]*,', french)


def test_a_penalty_is_crossed_out() -> None:
    clause = {"family": "spaces", "terrain": "empty", "beside": "village"}
    bonus, penalty = (emblem(card({**clause, "stars": stars})) for stars in (1, -1))
    assert [sign.crossed for sign in penalty.signs] == [True, False]
    assert bonus.signs == tuple(sign._replace(crossed=False) for sign in penalty.signs)
