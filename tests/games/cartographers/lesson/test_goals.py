"""Goals in the lesson: highlighting spaces, asking for stars and giving feedback."""

import re
from html import unescape

import pytest
from django.test import Client

from engine.cartographers.game import RULES
from engine.cartographers.notation import placement_of, space_names
from engine.contract import Seat
from games.accounts.models import User
from games.cartographers.lesson.lesson import counting_spaces, drawing_of, outcome_of
from games.cartographers.lesson.lesson_game import start_lesson
from games.tables.log.state import log
from games.tables.models import Table
from tests.games.cartographers.lesson.bubbles import play_bots
from tests.games.cartographers.monsters import play_on
from tests.games.cartographers.play import draw, draw_in_words, events, state_of, url
from tests.games.tables.clients import signed_in, text_of

pytestmark = pytest.mark.django_db

BY_MOUNTAINS = "A4 B3 B5 B9 C4 C8 C10 D9 E6 F5 F7 G6 H3 I2 I4 I8 J3 J7 J9 K8"


@pytest.fixture
def ann(people: list[User]) -> Client:
    return signed_in(people[0])


@pytest.fixture
def taught(people: list[User], ann: Client) -> Table:
    """A lesson at its second card, a line of four as village or water."""
    table = start_lesson(user=people[0])
    draw(ann, table, 0)
    return table


def lesson(client: Client, table: Table) -> str:
    aside = re.search(r'<aside id="lesson".*?</aside>', text_of(client.get(url(table))), re.DOTALL)
    assert aside
    return unescape(aside[0])


def lit(client: Client, table: Table) -> list[str]:
    """The spaces that are highlighted without scripts."""
    return re.findall(r'<td class="[^"]*\blit\b[^"]*">\s*<\w+ [^>]*\bid="(\w+)"', text_of(client.get(url(table))))


def drawn(client: Client, table: Table, text: str) -> str:
    """Draw a placement; return the text of the lesson."""
    assert draw_in_words(client, table, state_of(table).turn, placement_of(text)).status_code == 303
    return lesson(client, table)


def test_it_names_the_edicts_that_count_and_lights_where(ann: Client, taught: Table) -> None:
    view = RULES.view(state_of(taught), Seat(0))
    shown = lesson(ann, taught)
    assert "Spring scores A and B. Tap one for its rule." in shown
    assert f'data-spaces="{BY_MOUNTAINS}"' in shown
    assert sorted(space_names(counting_spaces(view))) == sorted(BY_MOUNTAINS.split())
    assert sorted(lit(ann, taught)) == sorted(BY_MOUNTAINS.split())


def test_it_says_how_many_stars_a_drawing_earned(ann: Client, taught: Table) -> None:
    shown = drawn(ann, taught, "1 water r0 F7")
    assert '<strong id="earned" data-say>Well done. That earned 2 stars for B.</strong>' in shown
    assert "data-spaces" not in shown
    assert not lit(ann, taught)
    assert "earned" not in re.sub(r"id=\"\w+\"", "", drawn(ann, taught, "1 village r0 H7"))


def test_who_earned_none_is_told_kindly_what_would_have(ann: Client, taught: Table) -> None:
    shown = drawn(ann, taught, "1 village r0 E1")
    missed = re.search(r"No stars yet\. Water on (.*?) would have earned (\d) stars\.", shown)
    assert missed
    lights = re.search(r'data-spaces="([^"]+)"', shown)
    assert lights
    spaces = lights[1].split()
    assert len(spaces) == 4
    assert missed[1] == f"{spaces[0]} to {spaces[-1]}", "they are in a row"
    assert int(missed[2]) == 2 * len({*spaces} & {*BY_MOUNTAINS.split()})


def test_an_outcome_is_that_of_its_turn(ann: Client, taught: Table) -> None:
    drawn(ann, taught, "1 water r0 F7")
    history = [entry.event for entry in log(taught, up_to=events(taught))]
    first, second = drawing_of(history, 1), drawing_of(history, 2)
    assert first is not None
    assert second is not None
    assert "for A" in outcome_of(first).sentence
    assert "for B" in outcome_of(second).sentence
    assert drawing_of(history, 3) is None


def test_only_the_second_card_lights(people: list[User], ann: Client) -> None:
    table = start_lesson(user=people[0])
    for _turn in range(2):
        shown = lesson(ann, table)
        assert ("data-spaces" in shown) == bool(lit(ann, table)) == (state_of(table).turn == 2)
        draw(ann, table, 0)


def test_it_ends_with_a_game_against_bots_by_one_tap(people: list[User], ann: Client, taught: Table) -> None:
    assert "play-bots" not in lesson(ann, taught)
    play_on(taught, people, lambda state: state.season == 1)
    assert play_bots(ann, lesson(ann, taught)).set == "cartographers"


def test_the_others_maps_are_never_lit(people: list[User], taught: Table) -> None:
    assert not lit(signed_in(people[1]), taught)
