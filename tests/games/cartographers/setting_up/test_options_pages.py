"""The setup of Cartographers on the page of a new table."""

import re
from typing import Any

import pytest
from django.utils.html import escape

from engine.cartographers.catalog import cartographers, heroes
from engine.cartographers.mixing.mix import Preset
from engine.cartographers.mixing.presets import PRESETS
from games.accounts.models import User
from games.cartographers.words.scoring.rules import rule_sentences
from games.tables.models import Status, Table
from tests.games.cartographers.setting_up.test_options import BASE, CHOSEN, LETTERS, as_it_comes, of_box
from tests.games.tables.clients import signed_in, text_of

pytestmark = pytest.mark.django_db


def post(user: User, **changes: Any) -> Any:
    """Submit the new-table page."""
    fields = {f"options-{name}": value for name, value in {**as_it_comes(), **changes}.items()}
    return signed_in(user).post("/tables/new/", {**BASE, **fields})


def test_the_page_shows_the_reason_and_keeps_what_was_chosen(people: list[User]) -> None:
    answer = post(people[0], preset="own", **{**CHOSEN, "letter_spatial": LETTERS["letter_forest"]})
    page = text_of(answer)
    assert answer.status_code == 422
    assert "is already used for another stack. Choose another letter." in page
    assert re.search(r'value="canal_lake"[^>]* checked', page)
    assert page.count('form" open>') == 3
    assert '<details class="form more" open>' in page
    assert not Table.objects.exists()


def test_the_detailed_choices_are_closed_until_they_count(people: list[User]) -> None:
    page = text_of(signed_in(people[0]).get("/tables/new/"))
    assert (
        page.count('<details class="custom-mix form">') == page.count('<details class="custom-mix of-rules form">') == 1
    )
    assert '<details class="edict-choice form">' in page
    assert '<details class="form more">' in page
    assert page.index("options-preset") < page.index("options-deck")
    assert "under “More options”" in page


@pytest.mark.parametrize("chosen", [{"card_forest": "greenbough"}, {"preset": "own", "sheet": "B"}])
def test_what_was_chosen_the_last_time_shows(people: list[User], chosen: dict[str, str]) -> None:
    assert post(people[0], **chosen).status_code == 303
    page = text_of(signed_in(people[0]).get("/tables/new/"))
    assert '<details class="form more" open>' in page
    for value in chosen.values():
        assert re.search(f'value="{value}"[^>]* checked', page)
    assert post(people[0], preset="heroes").status_code == 303
    assert '<details class="form more">' in text_of(signed_in(people[0]).get("/tables/new/"))


def test_every_card_is_offered_with_its_picture_and_what_it_asks(people: list[User]) -> None:
    page = text_of(signed_in(people[0]).get("/tables/new/"))
    for card in (*cartographers().scoring.values(), *heroes().scoring.values()):
        offer = page[page.index(f'value="{card.id}"') :].split("</label>")[0]
        assert 'class="emblem"' in offer
        assert escape(card.name) in offer
        assert all(escape(rule) in offer for rule in rule_sentences(card))


@pytest.mark.parametrize(
    ("language", "box", "hidden"), [("en", "the first box", "detailed"), ("fr", "la première boîte", "détaillé")]
)
def test_presets_bear_the_names_of_the_games(people: list[User], language: str, box: str, hidden: str) -> None:
    """Check that presets go by the names of the boxes, and that other presets' choices are hidden."""
    User.objects.update(language=language)
    page = text_of(signed_in(people[0]).get("/tables/new/"))
    presets = page[page.index("options-preset") : page.index("edict-choice")]
    assert presets.count("Cartographers Heroes") == 3, "its name, that of its first game, and where its cards are"
    assert box not in presets
    assert hidden not in presets


@pytest.mark.parametrize("preset", list(PRESETS))
def test_the_page_opens_a_table_by_a_preset(people: list[User], preset: Preset) -> None:
    assert post(people[0], preset=preset.value).status_code == 303
    table = Table.objects.get()
    assert (table.status, table.options) == (Status.PLAYING, of_box(preset))
