"""Best boards of everyone: filters, order, and the games that never count."""

import re
from typing import Any

import pytest
from django.db.models import QuerySet

from games import clock
from games.accounts.models import User
from games.history.models import Result, SeatSummary, Summary
from games.history.record_boards import record_boards_page
from games.tables.models import Access, Incident, Table, TableEvent
from games.tables.people.personal_data import erase
from tests.games.history.finished import person
from tests.games.history.playing import played
from tests.games.tables.clients import signed_in, text_of

pytestmark = pytest.mark.django_db
ADDRESS = "/best/cartographers/"


@pytest.fixture
def ann() -> User:
    return person("Ann")


@pytest.fixture
def ben() -> User:
    return person("Ben")


def scored(score: int, *people: User, access: Access = Access.OPEN, **options: Any) -> Table:
    """Play a game whose first player gets this score, and the others none."""
    table = played(*people, access=access, **options)
    for rows in (SeatSummary.objects.filter(summary=table.pk), table.seats):
        rows.update(score=0)
        rows.filter(user=people[0]).update(score=score)
    return table


def scores(**query: str) -> list[tuple[int, str, str]]:
    page = record_boards_page("cartographers", query)
    assert page is not None
    return [(one.rank, one.board.score, one.player) for one in page.boards if not one.board.score.startswith("0 ")]


def test_boards_are_ranked_by_score_and_lead_to_replays(ann: User, ben: User) -> None:
    tables = [scored(score, user) for score, user in ((30, ann), (50, ben), (50, ann))]
    assert scores() == [(1, "50 stars", "Ben"), (1, "50 stars", "Ann"), (3, "30 stars", "Ann")]
    page = text_of(signed_in(None).get(ADDRESS))
    replays = re.findall(r'<h3><a href="/tables/(\w+)/turns/1/\?look=1"', page)
    assert replays == [tables[index].code for index in (1, 2, 0)]
    for code in replays:
        assert signed_in(None).get(f"/tables/{code}/turns/1/?look=1").status_code == 200


def test_boards_are_filtered_by_set_board_and_seats(ann: User, ben: User) -> None:
    scored(30, ann, sheet="A")
    scored(40, ann, sheet="B")
    other_set = scored(50, ann, ben, sheet="B")
    assert [score for _rank, score, _player in scores(sheet="B")] == ["50 stars", "40 stars"]
    assert scores(seats="2") == [(1, "50 stars", "Ann")]
    assert scores(seats="1", sheet="A") == [(1, "30 stars", "Ann")]
    for model, key in ((Summary, "table"), (SeatSummary, "summary")):
        model._default_manager.filter(**{key: other_set.pk}).update(set="heroes")
    assert scores(set="heroes") == [(1, "50 stars", "Ann")]
    page = text_of(signed_in(None).get(f"{ADDRESS}?sheet=B"))
    assert f'href="{ADDRESS}?sheet=B&amp;seats=2"' in page
    assert f'href="{ADDRESS}?sheet=A"' in page
    assert page.count('aria-current="true"') == 3, "one in each group of links"


@pytest.mark.parametrize("result", [Result.PRACTICE, Result.LEFT, Result.ABSENT, Result.UNFINISHED])
def test_results_that_do_not_count_are_left_out(result: Result, ann: User) -> None:
    table = scored(50, ann)
    SeatSummary.objects.filter(summary=table.pk).update(result=result)
    assert scores() == []


def test_private_games_and_hidden_players_are_left_out(ann: User, ben: User) -> None:
    scored(50, ann, access=Access.INVITATION)
    scored(40, ben)
    assert scores() == [(1, "40 stars", "Ben")]
    User.objects.filter(pk=ben.pk).update(hidden=True)
    assert scores() == []


@pytest.mark.parametrize("changes", [{"hints": True}, {"commitment": ""}])
def test_games_with_hints_or_an_unchecked_deck_are_left_out(changes: dict[str, Any], ann: User) -> None:
    Table.objects.filter(pk=scored(50, ann).pk).update(**changes)
    assert scores() == []


def test_practice_setup_with_unlimited_undo_is_left_out(ann: User) -> None:
    scored(50, ann, practice=True)
    assert scores() == []


def test_turn_of_a_stand_in_keeps_a_game_out(ann: User, ben: User) -> None:
    table = scored(50, ann, ben)
    assert scores() == [(1, "50 stars", "Ann")]
    event = TableEvent.objects.filter(table=table, seat=0).order_by("number").last()
    assert event is not None
    QuerySet(TableEvent).filter(pk=event.pk).update(stand_in=True)  # past the guard of events
    assert scores() == []


def test_seat_taken_over_keeps_a_game_out(ann: User, ben: User) -> None:
    table = scored(50, ann)
    Incident.objects.create(
        table=table, kind=Incident.Kind.TAKEN, seat=0, turn=1, number=9, at=clock.now(), person=ben, by=ann
    )
    assert scores() == []


def test_page_without_boards_has_an_action(ann: User) -> None:
    page = text_of(signed_in(None).get(ADDRESS))
    assert "No finished games yet." in page
    assert "Find a table" in page
    scored(30, ann, sheet="A")
    page = text_of(signed_in(None).get(f"{ADDRESS}?sheet=B"))
    assert "No games match these filters." in page
    assert f'<a class="button" href="{ADDRESS}">Clear filters</a>' in page


@pytest.mark.parametrize("address", ["/best/chess/", f"{ADDRESS}?sheet=Z", f"{ADDRESS}?seats=0", f"{ADDRESS}?set=x"])
def test_unknown_games_and_filters_are_not_found(address: str) -> None:
    assert signed_in(None).get(address).status_code == 404


def test_history_leads_to_the_best_boards() -> None:
    assert f'href="{ADDRESS}"' in text_of(signed_in(None).get("/games/"))


def test_deleted_player_is_left_out(ann: User, ben: User) -> None:
    scored(50, ann, ben)
    erase(user=ann)
    assert scores() == []
