"""Puzzles: stored with a review, chosen near a rating, rated once, moved with a guest, exported and deleted."""

from typing import Any

import pytest

from games.accounts.models import User
from games.accounts.services import make_guest
from games.cartographers.words.names import KEY
from games.coach.models import Puzzle, PuzzleAttempt, PuzzleRecord, SolvedExercise
from games.coach.personal_data import exercise_data
from games.coach.puzzles import next_puzzle, record_attempt, record_of, shown_puzzles, store_puzzles
from games.coach.ratings import updated_rating
from games.play.coaching import Coach, FoundPuzzle
from games.tables.models import Access, Origin, Table
from games.tables.people.guests import move_tables
from games.tables.people.personal_data import delete_tables
from tests.games.cartographers.conftest import people as people
from tests.games.tables.clients import signed_in, text_of

pytestmark = pytest.mark.django_db


def coach(*turns: int, version: int = 1) -> Coach:
    """A coach who finds a puzzle in these turns of the first seat."""
    found = tuple(FoundPuzzle(0, turn, {"turn": turn, "version": version}) for turn in turns)
    unused: Any = None
    return Coach(version, unused, unused, unused, lambda _results: found)


@pytest.fixture
def game(people: list[User]) -> Table:
    """A finished public game of Ann, without events."""
    return finished(people[0])


def finished(host: User, **changes: Any) -> Table:
    table = Table.objects.create(
        game=KEY, name="Desk", capacity=2, host=host, status="finished", changed_at="2026-01-01T00:00Z"
    )
    table.seats.create(index=0, user=host)
    Table.objects.filter(pk=table.pk).update(**changes)
    return table


def test_puzzles_are_stored_once_and_keep_their_rating(game: Table) -> None:
    store_puzzles(game, coach(3, 5), ())
    Puzzle.objects.update(rating=1700)
    store_puzzles(game, coach(5, 8, version=2), ())
    assert list(Puzzle.objects.order_by("turn").values_list("turn", "version", "rating")) == [
        (3, 1, 1700),
        (5, 2, 1700),
        (8, 2, 1500),
    ]
    shown = shown_puzzles(KEY, 2).order_by("turn")
    assert [puzzle.move_review for puzzle in shown] == [{"turn": 5, "version": 2}, {"turn": 8, "version": 2}]


@pytest.mark.parametrize(
    "changes",
    [{"access": Access.INVITATION}, {"status": "playing"}, {"origin": Origin.FORK}, {"origin": Origin.UPLOADED}],
)
def test_only_finished_public_games_played_here_have_puzzles(people: list[User], changes: dict[str, Any]) -> None:
    store_puzzles(finished(people[0], **changes), coach(3), ())
    assert not Puzzle.objects.exists()
    table = finished(people[0])
    store_puzzles(table, coach(3), ())
    assert next_puzzle(KEY, 1, people[1])
    Table.objects.filter(pk=table.pk).update(**changes)
    assert next_puzzle(KEY, 1, people[1]) is None


def test_puzzles_are_deleted_with_their_game_and_can_be_switched_off(game: Table, people: list[User]) -> None:
    store_puzzles(game, coach(3), ())
    Puzzle.objects.update(is_off=True)
    assert next_puzzle(KEY, 1, None) is None
    record_attempt(Puzzle.objects.get(), people[1], loss=0, is_solved=True)
    delete_tables([game.pk])
    assert not Puzzle.objects.exists()
    assert record_of(people[1], KEY).best_streak == 1


def test_next_puzzle_is_near_the_rating_untried_and_of_another_game(game: Table, people: list[User]) -> None:
    store_puzzles(game, coach(*range(1, 13)), ())
    for puzzle in Puzzle.objects.all():
        Puzzle.objects.filter(pk=puzzle.pk).update(rating=1000 + 100 * puzzle.turn)
    ben = people[1]
    assert next_puzzle(KEY, 1, people[0]) is None, "Ann played the game"
    PuzzleRecord.objects.create(user=ben, game=KEY, rating=2300)
    drawn = {puzzle.turn for _try in range(200) if (puzzle := next_puzzle(KEY, 1, ben))}
    assert drawn == set(range(3, 13))
    for puzzle in Puzzle.objects.exclude(turn=1):
        record_attempt(puzzle, ben, loss=None, is_solved=False)
    last = next_puzzle(KEY, 1, ben)
    assert last
    assert last.turn == 1


def test_only_the_first_attempt_is_rated_and_streaks_are_counted(game: Table, people: list[User]) -> None:
    store_puzzles(game, coach(1, 2, 3), ())
    one, two, three = Puzzle.objects.order_by("turn")
    ben = people[1]
    first = record_attempt(one, ben, loss=0.2, is_solved=True)
    assert first
    assert first.rating == 1540
    assert record_attempt(one, ben, loss=5, is_solved=False) is None
    record_attempt(two, ben, loss=0, is_solved=True)
    record_attempt(three, ben, loss=None, is_solved=False)
    record = record_of(ben, KEY)
    assert (record.attempts, record.solved, record.streak, record.best_streak) == (3, 2, 0, 2)
    one.refresh_from_db()
    three.refresh_from_db()
    assert (one.rating, one.attempts) == (1460, 1)
    assert three.rating > 1540
    assert record_attempt(one, people[0], loss=0, is_solved=True) is None, "Ann played the game"


def test_ratings_move_less_after_many_attempts_and_more_after_surprises() -> None:
    assert updated_rating(1500, 0, 1500, won=True) == 1540
    assert updated_rating(1500, 10, 1500, won=False) == 1480
    assert updated_rating(1500, 1000, 1500, won=True) == 1508
    assert updated_rating(1500, 0, 1900, won=True) > 1570
    assert updated_rating(1500, 0, 1100, won=True) < 1510


def test_results_of_a_guest_move_to_the_account(game: Table, people: list[User]) -> None:
    store_puzzles(game, coach(1, 2), ())
    one, two = Puzzle.objects.order_by("turn")
    guest, ben = make_guest(display_name="Heron"), people[1]
    for user in (guest, ben):
        record_attempt(one, user, loss=0, is_solved=True)
        SolvedExercise.objects.create(user=user, table=game, seat=0, turn=1)
    record_attempt(two, guest, loss=0, is_solved=True)
    SolvedExercise.objects.create(user=guest, table=game, seat=0, turn=2)
    rating = record_of(ben, KEY).rating
    move_tables(guest=guest, account=ben)
    assert set(SolvedExercise.objects.filter(user=ben).values_list("turn", flat=True)) == {1, 2}
    assert PuzzleAttempt.objects.filter(user=ben).count() == 2
    record = PuzzleRecord.objects.get(user=ben)
    assert (record.attempts, record.solved, record.streak, record.best_streak) == (3, 3, 1, 2)
    assert record.rating == rating
    assert not PuzzleRecord.objects.filter(user=guest).exists()


def guest_with_results(game: Table) -> User:
    """Return a guest who has solved a puzzle and an exercise, and has no games."""
    store_puzzles(game, coach(1), ())
    guest = make_guest(display_name="Heron")
    record_attempt(Puzzle.objects.get(), guest, loss=0, is_solved=True)
    SolvedExercise.objects.create(user=guest, table=game, seat=0, turn=1)
    return guest


def owners() -> set[User]:
    """Return the users who have results."""
    models = (SolvedExercise, PuzzleAttempt, PuzzleRecord)
    return {row.user for model in models for row in model._default_manager.select_related("user")}


@pytest.mark.parametrize("answer", ["bring", "leave"])
def test_results_of_a_guest_without_games_move_only_if_wanted(game: Table, people: list[User], answer: str) -> None:
    guest, ben = guest_with_results(game), people[1]
    browser = signed_in(guest)
    browser.post("/accounts/sign-in/", {"username": ben.username, "password": "chart and compass"})
    page = text_of(browser.get("/tables/bring/?next=/tables/"))
    assert "Move your guest data to this account?" in page
    assert "Puzzle results and solved exercises will be moved." in page
    assert owners() == {guest}
    assert browser.post("/tables/bring/", {answer: "1", "next": "/tables/"})["Location"] == "/tables/"
    assert owners() == {ben if answer == "bring" else guest}
    assert browser.get("/tables/bring/")["Location"] == "/"
    assert owners() == {ben if answer == "bring" else guest}


@pytest.mark.parametrize("answer", ["bring", "leave"])
def test_results_of_a_guest_go_with_the_games(game: Table, people: list[User], answer: str) -> None:
    guest, ben = guest_with_results(game), people[1]
    finished(guest)
    browser = signed_in(guest)
    browser.post("/accounts/sign-in/", {"username": ben.username, "password": "chart and compass"})
    page = text_of(browser.get("/tables/bring/"))
    assert "Move your guest games to this account?" in page
    assert "Puzzle results and solved exercises will be moved." in page
    browser.post("/tables/bring/", {answer: "1"})
    assert owners() == {ben if answer == "bring" else guest}
    assert guest.seats.exists() == (answer == "leave")


def test_results_of_a_guest_who_signs_up_stay(game: Table) -> None:
    guest = guest_with_results(game)
    account = dict.fromkeys(("password", "repeated"), "chart and compass")
    account |= {"username": "heron", "display_name": "", "email": ""}
    assert signed_in(guest).post("/accounts/keep/", account).status_code == 303
    assert owners() == {User.objects.get(username="heron")} == {guest}


def test_results_of_a_guest_become_those_of_a_new_account(game: Table, people: list[User]) -> None:
    store_puzzles(game, coach(1), ())
    guest = make_guest(display_name="Heron")
    record_attempt(Puzzle.objects.get(), guest, loss=0, is_solved=True)
    move_tables(guest=guest, account=people[1])
    assert record_of(people[1], KEY).rating == 1540


def test_attempts_are_exported_and_deleted_with_the_account(game: Table, people: list[User]) -> None:
    store_puzzles(game, coach(1), ())
    ben = people[1]
    record_attempt(Puzzle.objects.get(), ben, loss=0.2, is_solved=True)
    data = exercise_data(ben)
    assert [(each["loss"], each["is_solved"]) for each in data["puzzle_attempts"]] == [(0.2, True)]
    assert data["puzzle_ratings"][0]["streak"] == 1
    signed_in(ben).post("/accounts/delete/", {"current_password": "chart and compass"})
    assert not PuzzleAttempt.objects.exists()
    assert not PuzzleRecord.objects.exists()
