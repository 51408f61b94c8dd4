"""Command lines while choosing a space, and with cards of the Heroes box."""

import pytest
from django.test import Client

from engine.cartographers.notation import space_name
from games.accounts.models import User
from games.tables.models import Table
from tests.games.cartographers import monsters
from tests.games.cartographers.monsters import everybody_else, play_on, targets
from tests.games.cartographers.play import first_placement, gather, state_of, type_line
from tests.games.play.typed_lines import HTMX, field, problem, sentences_of


@pytest.fixture
def gorgon(people: list[User], monkeypatch: pytest.MonkeyPatch) -> Table:
    monsters.stack(monkeypatch, "gorgon_gaze")
    table = gather(*people[:2])
    play_on(table, people, monsters.chooses)
    return table


@pytest.mark.parametrize("line", ["{}", "destroy {}"])
def test_a_space_is_destroyed(line: str, ann: Client, gorgon: Table) -> None:
    space = targets(gorgon)[-1]
    answer = type_line(ann, gorgon, line.format(space.lower()), headers=HTMX)
    assert sentences_of(answer) == [f"You destroyed {space} on Ben’s map."]
    assert type_line(ann, gorgon, "back").status_code == 303


def test_a_space_is_put_forward_and_confirmed(ann: Client, gorgon: Table) -> None:
    one, two, *_ = targets(gorgon)
    answer = type_line(ann, gorgon, "next", headers=HTMX)
    assert sentences_of(answer)[0] == f"{one} would be destroyed."
    assert field(answer, "space") == one
    assert sentences_of(type_line(ann, gorgon, "next", space=one))[0] == f"{two} would be destroyed."
    assert sentences_of(type_line(ann, gorgon, f"try {two}"))[0] == f"{two} would be destroyed."
    assert "No space is selected yet. Type “next” or a space." in problem(type_line(ann, gorgon, "confirm"))
    assert type_line(ann, gorgon, "confirm", space=one).status_code == 303


def test_a_space_that_cannot_be_destroyed_is_422_with_those_that_can(ann: Client, gorgon: Table) -> None:
    for line in ("K11", "destroy K11", "try K11"):
        answer = type_line(ann, gorgon, line)
        assert answer.status_code == 422
        assert all(name in problem(answer) for name in targets(gorgon))


def test_a_drawing_is_not_asked_for_while_spaces_are_chosen(ann: Client, gorgon: Table) -> None:
    answer = type_line(ann, gorgon, "1 forest C5")
    assert answer.status_code == 422
    assert "This move doesn’t match the current turn. Check what to do and try again." in problem(answer)


def test_nor_a_space_while_a_card_is_drawn(ann: Client, table: Table) -> None:
    answer = type_line(ann, table, "destroy C5")
    assert answer.status_code == 422
    assert "This move doesn’t match the current turn. Check what to do and try again." in problem(answer)


def test_a_monster_and_a_hero_are_drawn_by_a_space_alone(
    people: list[User], ann: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monsters.stack(monkeypatch, "giant_troll_ravage", "wren_the_lioness")
    table = gather(*people[:2])
    space = space_name(first_placement(state_of(table), 0).anchor)
    assert sentences_of(type_line(ann, table, space, headers=HTMX))[0].startswith(
        "You drew Giant Troll Ravage on Ben’s map"
    )
    everybody_else(table, people)
    sentences = sentences_of(type_line(ann, table, "try r1 G6", headers=HTMX))
    assert sentences[0] == "Hero on G6, attacking I5, I6, I7: valid placement."
    assert type_line(ann, table, "r1 g6").status_code == 303
    drawn = state_of(table).answers[0]
    assert drawn is not None
    assert str(drawn.placement) == "1 hero r1 G6"
