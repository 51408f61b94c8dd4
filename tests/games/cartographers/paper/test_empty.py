"""Printable empty sheets: any map, with or without edicts."""

from random import Random
from typing import Any

import pytest
from django.test import Client

from engine.cartographers.cards import Stack
from engine.cartographers.mixing.library import published_library
from games.cartographers.paper.board import Ink
from games.cartographers.paper.picture_form import INKS
from games.cartographers.paper.printing import Size, empty_data, template
from games.cartographers.paper.views import EmptySheetForm, drawn_edicts, empty_sheet
from games.cartographers.words.scoring.rules import rule_sentences
from games.play.rendering import pdf

pytestmark = pytest.mark.django_db
LIBRARY = published_library()
QUERY = {"map": "A", "edicts": "written"}


def leaves(document: bytes) -> int:
    """The number of pages in a PDF."""
    return document.count(b"/Type/Page/")


def sent(**given: str) -> Any:
    return Client().get("/cartographers/paper/sheet.pdf", {**QUERY, **given})


@pytest.mark.parametrize("sheet", LIBRARY.sheets)
@pytest.mark.parametrize("size", Size)
@pytest.mark.parametrize("ink", [Ink(ink) for ink, _label in INKS])
def test_every_map_is_printed_on_every_paper(sheet: str, size: Size, ink: Ink) -> None:
    answer = sent(map=sheet, size=size, ink=ink, edicts="drawn-heroes")
    assert answer.status_code == 200
    assert answer.content.startswith(b"%PDF")
    assert leaves(answer.content) == 1


def test_the_form_asks_for_nothing_that_it_would_not_take() -> None:
    page = Client().get("/cartographers/paper/")
    assert page.status_code == 200
    assert EmptySheetForm(LIBRARY, page.context["form"].initial | QUERY).is_valid()


@pytest.mark.parametrize(
    "given",
    [{"map": "nowhere"}, {"edicts": "all"}, {"size": "a0"}, {"edicts": "chosen"}, {"map": "\x00"}, {"edict_a": "x"}],
)
def test_a_sheet_that_there_is_not_is_refused_with_the_form(given: dict[str, str]) -> None:
    answer = sent(**given)
    assert answer.status_code == 422
    assert b'id="print-sheet"' in answer.content


def test_the_edicts_that_are_chosen_stand_on_it_in_that_order() -> None:
    names = ["wildholds", "greenbough", "borderlands", "canal_lake"]
    given = {f"edict_{letter}": name for letter, name in zip("abcd", names, strict=True)}
    form = EmptySheetForm(LIBRARY, {**QUERY, "edicts": "chosen", **given})
    assert form.is_valid()
    assert [card.id for card in empty_sheet(form).edicts] == names


def test_edicts_that_are_named_count_without_being_asked_for() -> None:
    named = {"edict_a": "wildholds", "edict_b": "greenbough", "edict_c": "borderlands", "edict_d": "canal_lake"}
    form = EmptySheetForm(LIBRARY, {**QUERY, **named})
    assert form.is_valid()
    assert len(empty_sheet(form).edicts) == 4


def test_the_same_edict_is_not_taken_twice() -> None:
    given = {f"edict_{letter}": "wildholds" for letter in "abcd"}
    assert not EmptySheetForm(LIBRARY, {**QUERY, "edicts": "chosen", **given}).is_valid()


@pytest.mark.parametrize("seed", range(5))
def test_chance_draws_one_card_of_each_stack(seed: int) -> None:
    cards = drawn_edicts(LIBRARY.heroes, Random(seed))
    assert {card.stack for card in cards} == set(Stack)
    assert all(card in LIBRARY.heroes.scoring.values() for card in cards)


def test_the_longest_edicts_stay_on_one_sheet() -> None:
    longest = [max(_rules(stack)) for stack in Stack]
    names = {f"edict_{letter}": card for letter, (_length, card) in zip("abcd", longest, strict=True)}
    form = EmptySheetForm(LIBRARY, {**QUERY, "edicts": "chosen", **names})
    assert form.is_valid()
    page = pdf(template(), empty_data(empty_sheet(form), Ink.PENCIL, Size.LETTER, "carto.example"))
    assert leaves(page) == 1


def _rules(stack: Stack) -> list[tuple[int, str]]:
    """The length and id of each card's rule text in a stack."""
    cards = [card for card in LIBRARY.heroes.scoring.values() if card.stack is stack]
    return [(len(" ".join(rule_sentences(card))), card.id) for card in cards]
