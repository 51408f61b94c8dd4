"""Hints in practice games: three good places, put in hand by their links; and no hints anywhere else."""

import re
from html import unescape
from random import Random
from typing import Any

import pytest
from django.test import Client

from engine.cartographers.game import RULES
from engine.cartographers.notation import Placement, space_name
from engine.cartographers.players.hints import Adviser, Hints
from engine.cartographers.state import State
from engine.cartographers.view import View
from engine.contract import Level, Seat
from games.accounts.models import User
from games.cartographers.desk.placement_state import step_of
from games.cartographers.game import CARTOGRAPHERS
from games.tables.lobby.practice import start_practice
from games.tables.models import Table
from tests.engine.test_sampling import other_world
from tests.games.cartographers import monsters
from tests.games.cartographers.monsters import play_on
from tests.games.cartographers.play import TWO_SHAPES, draw, gather, state_of, url
from tests.games.play.typed_lines import HTMX
from tests.games.tables.clients import seeded, signed_in, text_of
from tests.games.tables.present import present

pytestmark = pytest.mark.django_db

OFFER = "Show hints"


@pytest.fixture
def table(people: list[User], monkeypatch: pytest.MonkeyPatch) -> Table:
    """A solo practice game of Ann."""
    seeded(monkeypatch, TWO_SHAPES)
    return gather(people[0], practice=True)


@pytest.fixture
def ann(people: list[User]) -> Client:
    return signed_in(people[0])


def view_of(table: Table, seat: int = 0) -> View:
    view: View = RULES.view(state_of(table), Seat(seat))
    return view


def draws_elsewhere(state: State) -> bool:
    task = RULES.view(state, Seat(0)).owed
    return task is not None and task.subject != 0


def hints_for(table: Table, seat: int = 0) -> Hints:
    found = Adviser().find_hints(view_of(table, seat))
    assert found
    return found


def shown(client: Client, table: Table, query: str = "hints=1", **more: Any) -> str:
    return unescape(text_of(client.get(f"{url(table)}?{query}", **more)))


def test_hints_are_offered_and_shown_when_asked_for(ann: Client, table: Table) -> None:
    page = shown(ann, table, "")
    assert OFFER in page
    assert "hinted" not in page
    assert "Played with hints." not in page
    assert not present(table).hints
    page = shown(ann, table)
    assert OFFER not in page
    assert page.count('class="hinted"') == page.count("Try this spot") == len(hints_for(table).best) == 3
    assert " for " in page
    assert "Played with hints." in page
    assert present(table).hints


def test_each_hint_is_put_in_hand_and_not_drawn(ann: Client, table: Table) -> None:
    page, number = shown(ann, table), state_of(table).turn
    links = re.findall(r'<a id="hint-\d" href="([^"]+)"', page)
    for link, rating in zip(links, hints_for(table).best, strict=True):
        assert isinstance(rating.answer, Placement)
        placed = unescape(text_of(ann.get(link)))
        for name, value in step_of(rating.answer).items():
            assert f'<input type="hidden" name="{name}" value="{value}">' in placed
        assert re.search(r'<button id="confirm"[^>]*type="submit">', placed)
        moved = ann.get(link, headers=HTMX)
        assert moved["HX-Trigger"] == "carto:put"
    assert state_of(table).turn == number
    assert not state_of(table).held


def test_best_hint_is_the_best_answer(table: Table) -> None:
    found = hints_for(table)
    values = [rating.value for rating in found.best]
    assert values == sorted(values, reverse=True)
    assert found.median.value <= values[-1]


def test_hints_of_a_game_with_bots(people: list[User], ann: Client) -> None:
    table = start_practice(user=people[0], game=CARTOGRAPHERS, bots=1, level=Level.APPRENTICE)
    assert OFFER in shown(ann, table, "")
    page = shown(ann, table)
    assert "it doesn’t count. Played with hints." in page


def test_no_hints_at_tables_that_count(people: list[User], ann: Client) -> None:
    for table in (gather(people[0]), gather(*people[:2])):
        assert OFFER not in shown(ann, table, "")
        answer = ann.get(f"{url(table)}?hints=1")
        assert answer.status_code == 403
        assert "Hints are only available in practice games." in text_of(answer)
        assert "hinted" not in text_of(answer)
        assert not present(table).hints


def test_no_hints_for_spectators_and_on_other_maps(people: list[User], table: Table, ann: Client) -> None:
    for client in (Client(), signed_in(people[1])):
        assert OFFER not in shown(client, table, "")
        answer = client.get(f"{url(table)}?hints=1")
        assert answer.status_code == 403
        assert "Only the player of a practice game can see hints." in text_of(answer)
    assert not present(table).hints
    bots = start_practice(user=people[0], game=CARTOGRAPHERS, bots=1, level=Level.APPRENTICE)
    assert "hinted" not in shown(ann, bots, "hints=1&look=2")
    assert not present(bots).hints


def test_no_hints_when_playing_as_on_paper(table: Table, ann: Client) -> None:
    assert OFFER in shown(ann, table, "")
    ann.post(f"{url(table)}help/", {"help": "paper"})
    assert OFFER not in shown(ann, table, "")
    answer = ann.get(f"{url(table)}?hints=1")
    assert answer.status_code == 403
    assert "You play as on paper, so there are no hints." in text_of(answer)


def test_no_hints_for_several_people_with_bots(people: list[User], ann: Client) -> None:
    table = gather(*people[:2])
    Table.objects.filter(pk=table.pk).update(practice=True)
    assert ann.get(f"{url(table)}?hints=1").status_code == 403


def test_an_answered_turn_has_no_hints(ann: Client, table: Table) -> None:
    draw(ann, table, 0)
    page = shown(ann, table)
    assert OFFER not in page
    assert "hinted" not in page


def test_space_to_destroy_is_selected_by_a_hint(
    people: list[User], ann: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monsters.stack(monkeypatch, "giant_troll_ravage")
    table = gather(people[0])
    play_on(table, people, monsters.chooses)
    Table.objects.filter(pk=table.pk).update(practice=True)
    page = shown(ann, table)
    best = [rating.answer for rating in hints_for(table).best]
    links = re.findall(r'<a id="hint-\d" href="([^"]+)"', page)
    assert page.count('class="hinted"') == page.count("Select") == len(links) == len(best)
    for link, space in zip(links, best, strict=True):
        assert isinstance(space, int)
        assert f'name="space" value="{space_name(space)}">' in text_of(ann.get(link))


def test_ambush_hints_are_about_the_owner_of_the_map(
    people: list[User], ann: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monsters.stack(monkeypatch, "gorgon_gaze")
    table = start_practice(user=people[0], game=CARTOGRAPHERS, bots=1, level=Level.APPRENTICE)
    assert view_of(table).owed.subject == 1  # type: ignore[union-attr]
    page = shown(ann, table)
    assert page.count("the owner ends with about") == page.count('class="hinted"') == len(hints_for(table).best)


def test_hints_depend_on_the_view_only(people: list[User]) -> None:
    table, rng = gather(*people[:3]), Random(5)
    differing = 0
    for _turn in range(6):
        state = state_of(table)
        other = other_world(state, Seat(0), rng)
        differing += other.deck != state.deck
        mine, theirs = (Adviser().find_hints(RULES.view(world, Seat(0))) for world in (state, other))
        assert mine == theirs
        play_on(table, people, lambda now, turn=state.turn: now.turn > turn)
    assert differing


def test_hints_for_an_ambush_leave_the_owner_with_the_fewest_stars(people: list[User]) -> None:
    table = gather(*people[:2])
    play_on(table, people[:2], draws_elsewhere)
    found = hints_for(table)
    assert not found.is_own
    values = [rating.value for rating in found.best]
    assert values == sorted(values)
    assert found.median.value >= values[-1]
