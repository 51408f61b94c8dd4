"""Abandoned Cartographers games: responses of their URLs."""

import re

import pytest
from django.test import Client

from games.accounts.models import User
from games.cartographers.lesson.lesson_game import lesson_under_way, start_lesson
from games.play import command_responses
from games.tables.models import Table
from games.tables.seats.absences import abandon
from tests.games.cartographers.monsters import play_on
from tests.games.cartographers.play import draw, events, gather, take_back, type_line, url
from tests.games.tables.clients import HTMX, signed_in, text_of

GIVEN_UP = "This game was abandoned on turn 3."


@pytest.fixture
def alone(people: list[User]) -> Table:
    """Return a solo game of Ann's at its third turn."""
    table = gather(people[0])
    play_on(table, people, lambda state: state.turn == 3)
    return Table.objects.get(pk=table.pk)


def test_the_way_out_is_on_the_table_of_who_plays_alone(people: list[User], alone: Table) -> None:
    together = gather(*people[:2])
    link = re.compile(r'<a [^>]*id="give-up" href="/tables/\w+/give-up/"')
    for person, table, there in ((0, alone, True), (1, alone, False), (0, together, False)):
        assert bool(link.search(text_of(signed_in(people[person]).get(url(table))))) is there


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_what_plays_finds_no_game(headers: dict[str, str], people: list[User], alone: Table) -> None:
    browser = Client(headers=headers)
    browser.force_login(people[0])
    abandon(table=alone.code, user=people[0])
    stored = events(alone)
    for answer in (draw(browser, alone, 0), take_back(browser, alone, 3)):
        assert answer.status_code == 409
    for line, status in (("1 farm c5", 422), ("back", 422), ("now", 200)):
        answer = type_line(browser, alone, line)
        assert answer.status_code == status
        assert GIVEN_UP in text_of(answer)
    assert events(alone) == stored
    assert GIVEN_UP in text_of(signed_in(people[0]).get(url(alone)))


def test_what_was_played_can_be_looked_at(ann: Client, people: list[User], alone: Table) -> None:
    abandon(table=alone.code, user=people[0])
    assert ann.get(url(alone) + "turns/2/").status_code == 200
    assert ann.get(url(alone) + "why/now/1/A").status_code == 200
    assert ann.get(url(alone) + "record.json").status_code == 404


def test_a_line_that_crosses_the_end_is_refused_with_the_table(
    ann: Client, people: list[User], alone: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    submit = command_responses.submit

    def too_late(**command: object) -> object:
        abandon(table=alone.code, user=people[0])
        return submit(**command)  # type: ignore[arg-type]

    monkeypatch.setattr(command_responses, "submit", too_late)
    answer = type_line(ann, alone, "back")
    assert answer.status_code == 409
    assert GIVEN_UP in text_of(answer)


def test_another_lesson_may_begin(people: list[User]) -> None:
    first = start_lesson(user=people[0])
    abandon(table=first.code, user=people[0])
    assert lesson_under_way(people[0]) is None
    assert start_lesson(user=people[0]) != first
