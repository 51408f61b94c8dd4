"""Summaries of reviews for insights: when they are written, whose they are, and what they count."""

import pytest
from django.db.models import QuerySet

from engine.contract import Seat
from games.accounts.models import User
from games.cartographers.coach import steps
from games.cartographers.coach.steps import seat_review
from games.cartographers.game import CARTOGRAPHERS
from games.coach.losses import Losses, SeatLosses, WorstTurn, sum_up_games, sum_up_moves, worst_in_row
from games.coach.models import Review, SeatInsight
from games.coach.personal_data import insight_data
from games.coach.reviews import begin_review
from games.coach.summaries import summarize_due_reviews
from games.locks import writing
from games.notices.task_worker import work
from games.play.coaching import RatedMove
from games.tables.log.state import load
from games.tables.models import Origin, Table, TableEvent
from games.tables.people.personal_data import delete_tables, erase
from tests.games.cartographers.conftest import people as people
from tests.games.history.playing import played

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _without_luck(monkeypatch: pytest.MonkeyPatch) -> None:
    """Measuring luck takes most of the time of a review, and insights don't use it."""
    monkeypatch.setattr(steps, "MOST_WITH_LUCK", 0)


def reviewed(*people: User) -> Table:
    table = played(*people)
    review_it(table)
    return table


def review_it(table: Table) -> None:
    coach = CARTOGRAPHERS.coach
    assert coach
    begin_review(table, coach)
    while work():
        pass


def losses(seat: int = 0) -> SeatLosses:
    return SeatLosses.from_json(SeatInsight.objects.get(seat=seat).losses)


def test_finished_review_is_summarized_for_each_seat(people: list[User]) -> None:
    table = reviewed(*people[:2])
    review = Review.objects.get()
    answers = seat_review(review.results, Seat(0)).answers
    found = losses()
    assert SeatInsight.objects.count() == 2
    assert found.whole.moves == len(answers)
    assert found.whole.lost == pytest.approx(sum(each.loss for each in answers))
    assert found.whole.worst[0].loss == max(each.loss for each in answers)
    assert found.game == {"pace": table.pace, "opponents": "people"}
    for group in ("drawn", "season"):
        assert sum(each.moves for each in found.rows[group].values()) == len(answers)
    assert list(found.rows["season"]) == ["spring", "summer", "fall", "winter"]
    assert len(found.rows["source"]) == 4 + 3
    assert summarize_due_reviews() == 0


def test_losses_by_source_add_up_to_the_losses_on_the_own_map(people: list[User]) -> None:
    reviewed(people[0])
    found = losses()
    assert found.game["opponents"] == "alone"
    # Each is rounded, and estimates of past sources never differ.
    lost = sum(each.lost for each in found.rows["source"].values())
    assert lost == pytest.approx(found.whole.lost, abs=0.1 * found.whole.moves)


def test_edict_counts_only_moves_before_its_last_scoring(people: list[User]) -> None:
    table = reviewed(people[0])
    state = load(table).state
    found = losses()
    seasons = [found.rows["season"][name].moves for name in ("spring", "summer", "fall", "winter")]
    counts = [found.rows["source"][card.id].moves for card in state.edicts]
    assert counts == [sum(seasons), sum(seasons[:2]), sum(seasons[:3]), sum(seasons)]


def test_sweep_summarizes_reviews_that_were_made_before(people: list[User]) -> None:
    reviewed(*people[:2])
    SeatInsight.objects.all().delete()
    Review.objects.update(insights_version=0)
    assert summarize_due_reviews() == 1
    assert SeatInsight.objects.count() == 2
    assert summarize_due_reviews() == 0


def test_sweep_goes_on_after_a_review_that_fails(people: list[User]) -> None:
    reviewed(people[0])
    Review.objects.update(insights_version=0, results=[{"version": 99}])
    assert summarize_due_reviews() == 1
    assert not SeatInsight.objects.exists()
    assert summarize_due_reviews() == 0


def test_turns_of_the_stand_in_do_not_count(people: list[User]) -> None:
    table = reviewed(*people[:2])
    before = losses().whole.moves
    drawn = TableEvent.objects.filter(table=table, seat=0, turn=2)
    assert QuerySet(TableEvent).filter(pk__in=drawn).update(stand_in=True)
    Review.objects.update(insights_version=0)
    summarize_due_reviews()
    assert losses().whole.moves == before - 1
    assert SeatInsight.objects.get(seat=1).losses["whole"][0] == before


def test_forks_have_no_insights(people: list[User]) -> None:
    table = played(people[0])
    Table.objects.update(origin=Origin.FORK)
    review_it(table)
    assert Review.objects.get().ended_at
    assert not SeatInsight.objects.exists()


def test_insights_are_exported_and_deleted_with_the_game_or_the_account(people: list[User]) -> None:
    shared, alone = reviewed(*people[:2]), reviewed(people[0])
    exported = insight_data(people[0])["insights"]
    assert [each["table_code"] for each in exported] == [shared.code, alone.code]
    assert exported[0]["opponents"] == "people"
    assert exported[0]["moves"] == sum(each["moves"] for each in exported[0]["rows"]["season"].values())
    with writing():
        delete_tables([alone.pk])
    assert [each["table_code"] for each in insight_data(people[0])["insights"]] == [shared.code]
    erase(user=people[0])
    assert SeatInsight.objects.get().seat == 1
    Review.objects.update(insights_version=0)
    summarize_due_reviews()
    assert SeatInsight.objects.get().seat == 1, "those of a former player are not made again"


def test_sums_keep_the_worst_turns_of_a_game_and_survive_storage() -> None:
    moves = [RatedMove(turn, 0, turn / 10, {"kind": {"a" if turn % 2 else "b": turn / 10}}) for turn in range(20)]
    one = SeatLosses.from_json(sum_up_moves(moves, {"pace": "live"}).to_json())
    assert one.whole.moves == 20
    assert one.whole.worst == [WorstTurn(turn / 10, turn, 0) for turn in (19, 18, 17, 16, 15)]
    data = one.to_json()
    assert [each.turn for each in worst_in_row(data, "kind", "b")] == [18, 16, 14, 12, 10]
    assert list(worst_in_row(data, "pace", "live")) == one.whole.worst
    assert list(worst_in_row(data, "pace", "days")) == list(worst_in_row(data, "kind", "c")) == []
    both = sum_up_games([data, data])
    assert both.whole == Losses(40, 2 * one.whole.lost)
    assert both.rows["pace"]["live"].moves == 40
    assert both.rows["kind"]["a"].moves == 20
