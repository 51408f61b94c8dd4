"""Tables with skills: the panel, the desk, what is paid, and who sees it when."""

import re
from typing import Any

import pytest
from django.test import Client

from games.accounts.models import User
from games.tables.models import Table
from tests.games.cartographers import skill_games
from tests.games.cartographers.play import (
    draw,
    fields,
    offer_to,
    state_of,
    take_back,
    type_line,
    url,
)
from tests.games.play.typed_lines import problem, sentences_of
from tests.games.tables.clients import HTMX, text_of


@pytest.fixture
def skilled(people: list[User], monkeypatch: pytest.MonkeyPatch) -> Table:
    """A game of two with skills, in which each has a coin."""
    skill_games.stack(monkeypatch)
    return skill_games.begin(*people[:2])


def page_of(client: Client, address: str) -> str:
    answer: Any = client.get(address)
    assert answer.status_code == 200
    return text_of(answer)


def with_skill(table: Table, skill: str) -> dict[str, Any]:
    """Return the form of the first placement with a skill."""
    offer = offer_to(state_of(table), 0)
    number = next(number for number, option in enumerate(offer.options) if option.skill == skill)
    return fields(next(each for each in offer.placements() if each.option == number))


def panel(page: str) -> str:
    found = re.search(r'(?s)<section id="skills".*?</section>', page)
    assert found is not None
    return found[0]


def test_panel_shows_cost_power_and_why_a_skill_is_too_expensive(ann: Client, skilled: Table) -> None:
    shown = panel(page_of(ann, url(skilled)))
    assert "Small Step" in shown
    assert "Draw a single square instead of the shape. It earns no coin." in shown
    assert shown.count("You have only 1 coin.") == 1
    assert 'aria-label="3 coins"' in shown


def test_panel_of_a_spectator_has_no_reasons(skilled: Table) -> None:
    assert "You have" not in panel(page_of(Client(), url(skilled)))


def test_game_without_skills_has_neither_panel_nor_choice(ann: Client, table: Table) -> None:
    page = page_of(ann, url(table))
    assert 'id="skills"' not in page
    assert "data-skill" not in page
    assert '"skill"' not in page


def test_desk_shows_the_shapes_of_the_card_and_a_skill_shows_its_own(ann: Client, skilled: Table) -> None:
    page = page_of(ann, url(skilled))
    hidden = re.findall(r'id="option-(\d+)"[^>]* hidden>', page)
    options = offer_to(state_of(skilled), 0).options
    assert hidden == [str(number) for number, option in enumerate(options) if option.skill]
    step = re.search(r'<a href="([^"]+)" id="skill-broad_brush"', page)
    assert step is not None
    assert 'id="skill-rich_colors" data-skill="rich_colors" title="You have only 1 coin."' in page
    chosen = page_of(ann, url(skilled) + step[1].replace("&amp;", "&").partition("#")[0])
    assert "Broad Brush: costs 1 of your 1 coin." in chosen
    hidden = re.findall(r'id="option-(\d+)"[^>]* hidden>', chosen)
    assert hidden == [str(number) for number, option in enumerate(options) if option.skill != "broad_brush"]


def test_preview_shows_the_coins_after_paying(ann: Client, skilled: Table) -> None:
    form = with_skill(skilled, "small_step")
    query = "&".join(f"{name}={value}" for name, value in form.items() if name != "command_id")
    page = page_of(ann, f"{url(skilled)}?{query}")
    pending = re.search(r'(?s)<div id="pending".*?>', page)
    assert pending is not None
    assert "Small Step: costs 1 of your 1 coin." in pending[0]
    assert "Coins: 1, then 0." in pending[0]


def test_log_tells_the_skill_once_the_turn_is_closed_and_undo_returns_the_coin(
    people: list[User], ann: Client, ben: Client, skilled: Table
) -> None:
    turn = state_of(skilled).turn
    address = url(skilled, turn)
    assert ann.post(address, with_skill(skilled, "small_step")).status_code == 303
    assert "You used Small Step (1 coin) and drew" in page_of(ann, url(skilled))
    assert "used Small Step" not in page_of(ben, url(skilled))
    assert take_back(ann, skilled, turn).status_code == 303
    assert "costs 1" not in panel(page_of(ann, url(skilled)))
    assert any(option.skill for option in offer_to(state_of(skilled), 0).options)
    assert ann.post(address, with_skill(skilled, "small_step")).status_code == 303
    assert draw(ben, skilled, 1).status_code == 303
    assert state_of(skilled).positions[0].coins == 0
    assert "Ann used Small Step (1 coin) and drew" in page_of(ben, url(skilled))
    why = page_of(ann, f"{url(skilled)}why/now/1/coins")
    assert "1 coin paid to use Small Step with Farmland." in why
    assert "Ann used Small Step" in page_of(Client(), f"{url(skilled)}turns/{turn}/")


def test_typed_lines_list_choose_and_place(ann: Client, skilled: Table) -> None:
    lines = sentences_of(type_line(ann, skilled, "skill", headers=HTMX))
    assert lines[1].startswith("Skill Broad Brush, 1 coin: Draw the shape with one more square")
    shapes = " ".join(sentences_of(type_line(ann, skilled, "shapes", headers=HTMX)))
    assert "Shape 3" not in shapes
    assert "Skill Small Step" in shapes
    chosen = sentences_of(type_line(ann, skilled, "skill broad", headers=HTMX))
    assert any(sentence.startswith("Shape 4:") for sentence in chosen)
    assert "Type the name of a skill" in problem(type_line(ann, skilled, "skill x", headers=HTMX))
    offer = offer_to(state_of(skilled), 0)
    placement = next(each for each in offer.placements() if offer.options[each.option].skill)
    assert type_line(ann, skilled, str(placement)).status_code == 303
    assert "You used Small Step (1 coin) and drew farm on A1." in page_of(ann, url(skilled))


def test_number_is_not_needed_for_the_only_shape_of_the_card(
    people: list[User], monkeypatch: pytest.MonkeyPatch, ann: Client
) -> None:
    skill_games.stack(monkeypatch, "great_river", "orchard")
    table = skill_games.begin(*people[:2])
    offer = offer_to(state_of(table), 0)
    assert [bool(option.skill) for option in offer.options][:2] == [False, True]
    _number, *words = str(next(offer.placements())).split()
    assert type_line(ann, table, " ".join(words)).status_code == 303


def test_option_beyond_the_affordable_ones_is_refused(ann: Client, skilled: Table) -> None:
    count = len(offer_to(state_of(skilled), 0).options)
    assert draw(ann, skilled, 0, option=str(count + 1)).status_code == 422
