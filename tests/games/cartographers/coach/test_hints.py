"""Hints in practice games: shown by a form, put in hand by their links; and no hints anywhere else."""

import re
from html import unescape
from random import Random
from typing import Any
from urllib.parse import urlencode

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


def page_of(client: Client, table: Table, query: str = "") -> str:
    return unescape(text_of(client.get(f"{url(table)}?{query}")))


def ask(client: Client, table: Table, **more: Any) -> Any:
    """Ask for hints on the open turn."""
    return client.post(url(table, state_of(table).turn, "hints"), **more)


def shown(client: Client, table: Table) -> str:
    return unescape(text_of(ask(client, table, follow=True)))


def assert_shown(page: str, table: Table) -> None:
    assert OFFER not in page
    assert page.count('class="hinted"') == page.count("Try this spot") == len(hints_for(table).best) == 3
    assert " for " in page
    assert "Played with hints." in page


def assert_not_shown(page: str) -> None:
    assert OFFER in page
    assert "hinted" not in page


def test_hints_are_offered_and_shown_when_asked_for(ann: Client, table: Table) -> None:
    page = page_of(ann, table)
    assert_not_shown(page)
    assert "Played with hints." not in page
    assert re.search(rf'<form method="post" action="{url(table, 1, "hints")}"', page)
    assert_shown(shown(ann, table), table)
    assert present(table).hints


def test_hints_keep_the_shape_in_hand(ann: Client, table: Table) -> None:
    hand = dict(step_of(hints_for(table).best[1].answer).items())  # type: ignore[arg-type]
    page = page_of(ann, table, urlencode(hand))
    fields = page[page.index(url(table, 1, "hints")) :].partition("</form>")[0]
    for name, value in hand.items():
        assert f'name="{name}" value="{value}"' in fields
    answer = ask(ann, table, data=hand)
    assert (answer.status_code, answer["Location"]) == (303, f"{url(table)}?{urlencode({**hand, 'hints': 1})}#hints")


def test_hints_come_as_parts_of_the_table(ann: Client, table: Table) -> None:
    answer = ask(ann, table, headers=HTMX)
    assert answer.status_code == 200
    assert "HX-Trigger" not in answer.headers
    assert_shown(unescape(text_of(answer)), table)


def test_an_address_changes_nothing(ann: Client, table: Table) -> None:
    for query in ("hints=1", "hints=1&anchor=C5"):
        page = page_of(ann, table, query)
        assert_not_shown(page)
        assert "Played with hints." not in page
    assert ann.get(url(table, 1, "hints"))["Location"] == url(table)
    assert not present(table).hints


def test_an_address_shows_the_hints_of_its_turn_again(ann: Client, table: Table) -> None:
    ask(ann, table)
    assert_shown(page_of(ann, table, "hints=1"), table)
    for query in ("", "hints=2", "hints=on"):
        assert_not_shown(page_of(ann, table, query))


def test_a_form_of_an_earlier_turn_is_refused(ann: Client, table: Table) -> None:
    answer = ann.post(url(table, 2, "hints"))
    assert answer.status_code == 409
    assert_not_shown(text_of(answer))
    assert not present(table).hints


def test_the_form_needs_the_token(people: list[User], table: Table) -> None:
    client = signed_in(people[0])
    client.handler.enforce_csrf_checks = True
    assert ask(client, table).status_code == 403
    assert not present(table).hints


def test_a_choice_without_stakes_has_no_hints(ann: Client, table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Adviser, "find_hints", lambda *_: None)
    answer = ask(ann, table)
    assert answer.status_code == 422
    assert "This choice doesn’t affect any stars, so there are no hints." in text_of(answer)
    assert not present(table).hints


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
    assert OFFER in page_of(ann, table)
    page = shown(ann, table)
    assert "it doesn’t count. Played with hints." in page


def test_no_hints_at_tables_that_count(people: list[User], ann: Client) -> None:
    for table in (gather(people[0]), gather(*people[:2])):
        assert OFFER not in page_of(ann, table)
        answer = ask(ann, table)
        assert answer.status_code == 422
        assert "Hints are only available in practice games." in text_of(answer)
        assert "hinted" not in text_of(answer)
        assert not present(table).hints


def test_no_hints_for_spectators_and_on_other_maps(people: list[User], table: Table, ann: Client) -> None:
    for client in (Client(), signed_in(people[1])):
        assert OFFER not in page_of(client, table)
    assert ask(signed_in(people[1]), table).status_code == 404
    assert ask(Client(), table)["Location"].startswith("/accounts/sign-in/")
    assert not present(table).hints
    bots = start_practice(user=people[0], game=CARTOGRAPHERS, bots=1, level=Level.APPRENTICE)
    ask(ann, bots)
    assert "hinted" not in page_of(ann, bots, "hints=1&look=2")
    assert "hinted" not in page_of(signed_in(people[1]), bots, "hints=1")


def test_no_hints_when_playing_as_on_paper(table: Table, ann: Client) -> None:
    assert_shown(shown(ann, table), table)
    ann.post(f"{url(table)}help/", {"help": "paper"})
    page = page_of(ann, table, "hints=1")
    assert OFFER not in page
    assert "hinted" not in page
    answer = ask(ann, table)
    assert answer.status_code == 422
    assert "You play as on paper, so there are no hints." in text_of(answer)


def test_no_hints_for_several_people_with_bots(people: list[User], ann: Client) -> None:
    table = gather(*people[:2])
    Table.objects.filter(pk=table.pk).update(practice=True)
    assert ask(ann, table).status_code == 422


def test_an_answered_turn_has_no_hints(ann: Client, table: Table) -> None:
    ask(ann, table)
    draw(ann, table, 0)
    page = page_of(ann, table, "hints=1")
    assert OFFER not in page
    assert "hinted" not in page
    assert ask(ann, table).status_code == 409


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
