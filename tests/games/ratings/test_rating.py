"""Results of games with others: which count, in which order, and once each."""

import io
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.core.management import call_command
from django.db import IntegrityError

from games import clock
from games.accounts.models import User
from games.accounts.services import make_guest
from games.ratings import rating
from games.ratings.models import Rating, RatingKind, RatingResult
from games.ratings.queue import queue_table
from games.ratings.rating import rate_due_tables
from games.tables import signals
from games.tables.models import Origin, Seat, Table
from games.tables.people.personal_data import erase
from tests.games.tables.conftest import gather, pick


def play(*players: tuple[User, int], **fields: Any) -> Table:
    """Play a game of one turn in which these players pick these numbers; the highest wins."""
    people = [user for user, _number in players]
    table = gather(*people, turns=1, **fields)
    for user, number in players:
        pick(table, user, 1, number)
    return Table.objects.get(pk=table.pk)


def numbers(kind: RatingKind = RatingKind.TABLES) -> dict[str, int]:
    """Return the ratings by name."""
    rows = Rating.objects.filter(kind=kind).select_related("user")
    return {row.user.username: row.skill.number for row in rows}


def test_game_of_several_is_rated_by_its_order(people: list[User]) -> None:
    ann, ben, cas, _dee = people
    table = play((ann, 5), (ben, 9), (cas, 1))
    assert not Rating.objects.exists(), "the request itself rates nothing"
    assert rate_due_tables() == 1
    rated = numbers()
    assert rated["ben"] > rated["ann"] > rated["cas"]
    assert sum(rated.values()) == pytest.approx(4500, abs=2)
    result = RatingResult.objects.get(table=table, user=ben)
    assert (result.place, result.players, result.mu_before) == (1, 3, 25)
    assert result.mu == Rating.objects.get(user=ben).mu
    assert set(Rating.objects.values_list("results", flat=True)) == {1}
    assert rate_due_tables() == 0


def test_equal_places_are_a_tie(people: list[User]) -> None:
    play((people[0], 5), (people[1], 5))
    rate_due_tables()
    assert set(numbers().values()) == {1500}


def test_repeated_signal_and_sweep_count_a_result_once(people: list[User]) -> None:
    table = play((people[0], 5), (people[1], 9))
    for _time in range(2):
        signals.game_over.send(Table, table=table, seats=list(Seat.objects.at(table)))
        rate_due_tables()
    assert RatingResult.objects.count() == 2
    assert set(Rating.objects.values_list("results", flat=True)) == {1}


def test_sweep_that_dies_before_its_end_leaves_nothing(people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    play((people[0], 5), (people[1], 9))

    def die(_ratings: Any) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(rating, "save_ratings", die)
        with pytest.raises(KeyboardInterrupt):
            rate_due_tables()
    assert RatingResult.objects.filter(mu=None).count() == 2
    rate_due_tables()
    assert set(Rating.objects.values_list("results", flat=True)) == {1}


def test_results_are_rated_in_the_order_of_finishing(people: list[User]) -> None:
    first, second = (gather(*people[:2], turns=1) for _table in range(2))
    with time_machine.travel(clock.now() + timedelta(hours=1), tick=False) as traveller:
        for table in (second, first):
            pick(table, people[0], 1, 5)
            pick(table, people[1], 1, 9)
            traveller.shift(timedelta(minutes=1))
    rate_due_tables()
    course = RatingResult.objects.filter(user=people[0]).order_by("-mu_before")
    assert list(course.values_list("table", flat=True)) == [second.pk, first.pk]
    assert course[0].mu == course[1].mu_before


def test_guests_and_their_opponents_are_not_rated(people: list[User]) -> None:
    guest = make_guest(display_name="Gus")
    play((people[0], 5), (guest, 9))
    rate_due_tables()
    assert not Rating.objects.exists()
    assert not RatingResult.objects.exists()
    play((people[0], 5), (people[1], 9), (guest, 1))
    rate_due_tables()
    assert sorted(numbers()) == ["ann", "ben"]


def test_guest_who_signs_up_starts_then(people: list[User]) -> None:
    guest = make_guest(display_name="Gus")
    play((people[0], 5), (people[1], 7), (guest, 9))
    User.objects.filter(pk=guest.pk).update(guest=False)
    rate_due_tables()
    assert sorted(numbers()) == ["ann", "ben"]
    play((people[0], 5), (User.objects.get(pk=guest.pk), 9))
    rate_due_tables()
    assert numbers()[guest.username] > 1500


@pytest.mark.parametrize("changes", [{"practice": True}, {"origin": Origin.UPLOADED}])
def test_games_that_count_in_no_statistics_are_not_rated(changes: dict[str, Any], people: list[User]) -> None:
    table = gather(*people[:2], turns=1)
    Table.objects.filter(pk=table.pk).update(**changes)
    pick(table, people[0], 1, 5)
    pick(table, people[1], 1, 9)
    assert not RatingResult.objects.exists()


@pytest.mark.parametrize("origin", [Origin.FORK, Origin.UPLOADED])
def test_command_leaves_out_games_not_played_here(origin: Origin, people: list[User]) -> None:
    table = play((people[0], 5), (people[1], 9))
    RatingResult.objects.all().delete()
    Table.objects.filter(pk=table.pk).update(origin=origin)
    call_command("rate_games", stdout=io.StringIO())
    assert not RatingResult.objects.exists()


def test_game_with_a_handicap_is_not_rated(people: list[User]) -> None:
    table = gather(*people[:2], turns=1)
    Seat.objects.filter(table=table, index=0).update(handicap=5)
    pick(table, people[0], 1, 5)
    pick(table, people[1], 1, 9)
    assert not RatingResult.objects.exists()


def test_solo_game_is_not_rated(people: list[User]) -> None:
    play((people[0], 5))
    assert not RatingResult.objects.exists()


def test_player_who_drew_less_than_half_is_not_rated(people: list[User]) -> None:
    table = play((people[0], 5), (people[1], 9), (people[2], 7))
    RatingResult.objects.all().delete()
    seats = list(Seat.objects.at(table))
    seats[1].drew_less_than_half = True
    assert queue_table(table, seats) == 2
    assert not RatingResult.objects.filter(user=people[1]).exists()


def test_deleted_account_leaves_no_rating(people: list[User]) -> None:
    play((people[0], 5), (people[1], 9))
    rate_due_tables()
    play((people[0], 5), (people[1], 9))
    erase(user=people[0])
    rate_due_tables()
    assert list(numbers()) == ["ben"]
    (result,) = RatingResult.objects.all()
    assert (result.user, result.mu) == (people[1], Rating.objects.get().mu)
    assert Rating.objects.get().results == 1, "a result against nobody does not count"


def test_result_is_stored_once_per_person_and_table(people: list[User]) -> None:
    table = play((people[0], 5), (people[1], 9))
    result = RatingResult.objects.filter(table=table).first()
    assert result is not None
    result.pk = None
    with pytest.raises(IntegrityError):
        result.save(force_insert=True)


def test_command_queues_older_games_once(people: list[User]) -> None:
    play((people[0], 5), (people[1], 9))
    RatingResult.objects.all().delete()
    out = io.StringIO()
    for _time in range(2):
        call_command("rate_games", stdout=out)
    assert out.getvalue() == "Queued games: 1, deals: 0\nQueued games: 0, deals: 0\n"
    rate_due_tables()
    assert len(numbers()) == 2
