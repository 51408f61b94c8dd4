"""Changes since the viewer last looked: steps, who sees them and when."""

import re
from random import Random
from typing import Any

import pytest
from django.http import HttpRequest
from django.test import Client

from engine.cartographers.cards import AmbushCard
from engine.cartographers.game import RULES
from engine.cartographers.geometry import spaces
from engine.cartographers.notation import space_name
from engine.cartographers.state import State
from games.accounts.models import User
from games.cartographers.log.past_states import turn_history
from games.cartographers.past.changes_since_visit import MOST, ChangesSinceVisit, build_changes
from games.tables.log.state import log
from games.tables.models import Access, Table
from games.tables.models import Seat as SeatRow
from games.tables.pages.access import seated
from tests.games.cartographers import monsters, play
from tests.games.cartographers.looking import MOST_QUERIES
from tests.games.tables.clients import HTMX, been_here, signed_in, text_of
from tests.games.tables.players import resigned
from tests.games.tables.present import present

pytestmark = pytest.mark.django_db


def shown_to(table: Table, user: User, first: int) -> ChangesSinceVisit:
    """Return the changes since a turn was open, as shown to a user at the table."""
    request = HttpRequest()
    request.user = user
    page = build_changes(seated(request, present(table)), first)
    assert page is not None
    return page


def address(table: Table, turn: int = 1) -> str:
    return f"{play.url(table)}since/?turn={turn}"


def lead(page: str) -> str:
    """Return the address of the link to the latest changes on a table's page, or "" if there is none."""
    match = re.search(r'<p id="since"><a href="([^"]+)"', page)
    return match[1].replace("&amp;", "&") if match else ""


def looked(table: Table, seat: int, turn: int = 1) -> None:
    """Mark a turn as last seen by a seat just after it began, as if the stand-in had played since."""
    number = max(entry.number for entry in log(table, up_to=play.events(table)) if entry.turn == turn - 1)
    SeatRow.objects.filter(table=table, index=seat).update(seen=number + 1)


def after(turn: int) -> Any:
    """Return a condition that is true once a turn has closed."""
    return lambda state: state.turn > turn


# --- The steps --------------------------------------------------------------------------------------------------------


def test_a_turn_shows_what_everybody_drew(people: list[User]) -> None:
    table = play.gather(*people[:3])
    state = monsters.play_on(table, people, after(1))
    (step,) = shown_to(table, people[1], 1).steps
    assert re.fullmatch(r"Turn 1, [\w ]+", step.title)
    assert (step.season, step.css, step.url) == ("Spring", "season-spring", f"{play.url(table)}turns/1/")
    assert [board.person.name for board in step.maps] == ["Ben", "Ann", "Cas"], "one's own first"
    for board in step.maps:
        names = ", ".join(space_name(where) for where in spaces(state.latest[board.person.seat]))
        whose = "Your map" if board.person.me else f"{board.person.name}’s map"
        assert board.label == f"{whose}: {names}"
        assert board.patches[-1].css == "fresh"
        assert not board.by
    gained = turn_history(table.code, log(table, up_to=play.events(table))).turn(1).gained
    assert [int(board.gained) for board in step.maps] == [gained[1], gained[0], gained[2]]
    assert step.announcement.startswith(f"{step.title}. Ben: ")
    assert not step.loud


def test_an_ambush_on_ones_own_map_comes_first(people: list[User]) -> None:
    table = play.gather(*people[:3])
    state = monsters.play_on(table, people, monsters.opens(AmbushCard))
    turn = state.turn
    intruder = next(seat for seat in range(3) if _draws_on(state, seat) == 0)
    after_it = monsters.play_on(table, people, after(turn))
    first, second, *_ = shown_to(table, people[0], turn).steps
    assert first.loud
    assert first.title == f"{people[intruder]} ambushed you"
    (own,) = first.maps
    names = ", ".join(space_name(where) for where in spaces(after_it.latest[0]))
    assert own.label == f"Your map: {names}"
    closed = turn_history(table.code, log(table, up_to=play.events(table))).turn(turn)
    cost = closed.worth[0].losses - closed.before[0].losses
    assert cost > 0
    counted = "1 star" if cost == 1 else f"{cost} stars"
    assert first.sentences[:2] == (
        f"{second.title.split(', ')[1]} on {names}.",
        f"It costs you {counted} per season.",
    )
    assert not second.loud
    assert second.maps[0].by == f"Monster drawn by {people[intruder]}"
    assert "Monster drawn by you" in [board.by for board in second.maps]


def _draws_on(state: State, seat: int) -> int:
    task = RULES.view(state, play.Seat(seat)).task
    assert task is not None
    return task.subject


def test_a_season_ends_with_everybodys_stars(summer: Table, people: list[User]) -> None:
    state = play.state_of(summer)
    last = next(
        turn.number
        for turn in reversed(turn_history(summer.code, log(summer, up_to=play.events(summer))).turns)
        if turn.scored
    )
    step = next(step for step in shown_to(summer, people[0], last).steps if step.scored)
    assert step.title == "Spring is over"
    totals = [int(row.total.replace("−", "-")) for row in step.scored]
    assert totals == sorted((state.total(play.Seat(seat)) for seat in range(2)), reverse=True)
    assert {row.season.replace("−", "-").lstrip("+") for row in step.scored} == {str(total) for total in totals}
    assert "Spring is over. " in step.announcement


def test_what_is_long_past_is_one_step(people: list[User]) -> None:
    table = play.gather(*people[:2])
    monsters.play_on(table, people, after(MOST + 3))
    page = shown_to(table, people[0], 1)
    assert page.title == f"{MOST + 3} turns since your last visit"
    first = page.steps[0]
    assert (first.title, first.url) == ("Turns 1 to 3", f"{play.url(table)}turns/1/")
    assert {board.gained for board in first.maps} == {""}
    one_by_one = [step.title for step in page.steps if step.title.startswith("Turn ")]
    assert [int(re.findall(r"\d+", title)[0]) for title in one_by_one] == list(range(4, MOST + 4))
    assert shown_to(table, people[0], 3).steps[0].title.startswith("Turn 3"), "one alone is not 'Turns 3 to 3'"


def test_a_monster_that_spreads_is_told_on_ones_own_map(people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    monsters.stack(monkeypatch, "zombie_plague")
    table = play.gather(*people[:3])
    state = play.play_until(table, Random(3), lambda state: state.season == 1)
    page = shown_to(table, people[0], 1)
    sentences = [sentence for step in page.steps for sentence in step.sentences]
    assert any(sentence.startswith("Zombie Plague spread to ") and "on your map" in sentence for sentence in sentences)
    assert not any("’s map" in sentence for sentence in sentences)
    assert state.season == 1


def test_what_another_destroyed_is_told(people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    monsters.stack(monkeypatch, "gorgon_gaze")
    table = play.gather(*people[:3])
    turn = monsters.play_on(table, people, monsters.chooses).turn
    space = monsters.targets(table, 1)[0]
    for seat, user in enumerate(people[:3]):
        monsters.choose(signed_in(user), table, monsters.targets(table, seat)[0], turn=turn)
    (step,) = [step for step in shown_to(table, people[0], turn).steps if step.maps]
    assert step.sentences == (f"Ben destroyed {space} on your map.",)
    assert step.maps[0].label == f"Your map: {space}"


def test_ruins_and_heroes_are_turns_like_others(people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    (hero,) = list(monsters.heroes().heroes)[:1]
    monsters.stack(monkeypatch, hero, "temple_ruins")
    table = play.gather(*people[:2])
    monsters.play_on(table, people, after(2))
    page = shown_to(table, people[0], 1)
    assert [step.title.split(",")[0] for step in page.steps if step.maps] == ["Turn 1", "Turn 2"]
    assert all(len(step.maps) == 2 for step in page.steps)


# --- Who is shown it, and when ----------------------------------------------------------------------------------------


def test_the_page_leads_there_once(people: list[User]) -> None:
    table = play.gather(*people[:2])
    ann = signed_in(people[0])
    assert lead(text_of(ann.get(play.url(table)))) == ""
    monsters.play_on(table, people, after(3))
    looked(table, 0)
    page = text_of(ann.get(play.url(table)))
    assert lead(page) == address(table)
    assert f'<noscript><p><a href="{address(table)}">3 turns since your last visit</a></p></noscript>' in page
    assert lead(text_of(ann.get(play.url(table)))) == "", "it was seen"
    assert lead(text_of(signed_in(people[0]).get(play.url(table)))) == "", "on another device, too"


def test_an_open_turn_is_none_of_them(people: list[User]) -> None:
    table = play.gather(*people[:2])
    ann, ben = (signed_in(user) for user in people[:2])
    ann.get(play.url(table))
    play.draw(ben, table, 1)
    assert lead(text_of(ann.get(play.url(table)))) == ""
    answer = ann.get(address(table))
    assert (answer.status_code, answer["Location"]) == (303, play.url(table))
    assert ann.get(address(table), headers=HTMX).status_code == 204


def test_who_comes_for_the_first_time_plays_alone_watches_or_has_resigned_is_led_nowhere(people: list[User]) -> None:
    table, alone = play.gather(*people[:2]), play.gather(people[2])
    ann, ben, cas = (signed_in(user) for user in people[:3])
    cas.get(play.url(alone))
    for client in (ben, cas):
        client.get(play.url(table))
    monsters.play_on(table, people, after(2))
    monsters.play_on(alone, [people[2]], after(2))
    for one, seat in ((table, 1), (alone, 0)):
        looked(one, seat)
    SeatRow.objects.filter(table=table, index=0).update(seen=None)
    SeatRow.objects.filter(table=table, index=1).update(**resigned(table.created_at))
    for client, one in ((ann, table), (ben, table), (cas, table), (cas, alone)):
        assert lead(text_of(client.get(play.url(one)))) == ""


def test_a_page_that_may_be_left_open_knows_the_way_where_somebody_may_miss_something(people: list[User]) -> None:
    table, alone = play.gather(*people[:2], access=Access.OPEN), play.gather(people[2])
    ann, cas = (signed_in(user) for user in (people[0], people[2]))
    way = f'<template id="since-later"><a href="{address(table)}">'
    assert way in text_of(ann.get(play.url(table)))
    for client, one in ((cas, table), (Client(), table), (cas, alone)):
        assert "since-later" not in text_of(client.get(play.url(one)))
    monsters.play_on(table, people)
    assert "since-later" not in text_of(ann.get(play.url(table)))


def test_it_is_a_page_and_for_the_script_a_fragment(people: list[User]) -> None:
    table = play.gather(*people[:2])
    monsters.play_on(table, people, after(3))
    ben = signed_in(people[1])
    page, fragment = (
        text_of(ben.get(address(table, 2))),
        text_of(ben.get(address(table, 2), headers=HTMX)),
    )
    assert "<h1>2 turns since your last visit</h1>" in page
    assert page.count('class="changes-step') == fragment.count('class="changes-step') >= 2
    assert "<html" in page
    assert "<html" not in fragment
    assert "Your map: " in page
    assert f'href="{play.url(table)}turns/2/"' in page


@pytest.mark.parametrize("turn", ["0", "99", "-1", "x", "", "²", "9" * 5000])
def test_other_turns_are_not_there(turn: str, people: list[User]) -> None:
    table = play.gather(*people[:2])
    monsters.play_on(table, people, after(1))
    assert signed_in(people[0]).get(f"{play.url(table)}since/", {"turn": turn}).status_code == 404


def test_it_is_for_those_who_play(people: list[User]) -> None:
    table, alone = play.gather(*people[:2], access=Access.OPEN), play.gather(people[2])
    waiting = play.gather(people[2], capacity=2)
    monsters.play_on(table, people, after(1))
    monsters.play_on(alone, [people[2]], after(1))
    cas = signed_in(people[2])
    for client, one in ((cas, table), (Client(), table), (cas, alone), (cas, waiting)):
        assert client.get(address(one)).status_code == 404
    assert cas.post(address(alone)).status_code == 405


def test_of_a_game_that_is_over_the_turn_is_shown(people: list[User]) -> None:
    table = play.gather(*people[:2])
    ann = signed_in(people[0])
    ann.get(play.url(table))
    monsters.play_on(table, people)
    answer = ann.get(address(table, 3))
    assert (answer.status_code, answer["Location"]) == (303, f"{play.url(table)}turns/3/")
    assert ann.get(address(table, 3), headers=HTMX).status_code == 204
    assert lead(text_of(ann.get(play.url(table)))) == ""


def test_it_costs_no_more_than_a_page(people: list[User], django_assert_max_num_queries: Any) -> None:
    table = play.gather(*people[:4])
    monsters.play_on(table, people, after(5))
    ann = been_here(people[0])
    with django_assert_max_num_queries(MOST_QUERIES):
        assert ann.get(address(table), headers=HTMX).status_code == 200
