"""Data migrations that bring older rows to today's format."""

from collections.abc import Iterator

import pytest
from django.db import transaction
from django.utils import timezone

from games.history.models import Gain, Piece, SeatSummary, Summary
from games.history.summaries import wrong_totals
from games.play.summary_keys import GameSummary
from games.tables.models import Access, Status, Table
from tests.games.history.finished import ended, going_on, person
from tests.running.old_migrations import migrate_fully, migrate_old

pytestmark = pytest.mark.django_db(transaction=True)
SUMMARY = GameSummary(gains=({("source", "coins"): 5},), title="master_mapsmith")


@pytest.fixture(autouse=True)
def _as_it_was() -> Iterator[None]:
    yield
    migrate_fully()


def test_rows_of_before_count_what_counts_today() -> None:
    ann = person("Ann")
    with transaction.atomic():
        first = ended((ann, 20), summary=SUMMARY)
        closed = ended((ann, 20), summary=SUMMARY, access=Access.INVITATION)
        again = ended((ann, 90), summary=SUMMARY)
    Table.objects.filter(pk=again.pk).update(deck_of=first)
    Piece.objects.update(seats=9, total=99)  # as who is gone has left it
    migrate_old(("history", "0001_initial"))
    migrate_fully()
    rows = {row.summary_id: (row.result, row.title) for row in SeatSummary.objects.all()}
    assert rows == {
        **dict.fromkeys((first.pk, closed.pk), ("alone", "master_mapsmith")),
        again.pk: ("practice", ""),
    }
    assert dict(Gain.objects.values_list("seat__summary", "open")) == {first.pk: True, closed.pk: False}
    assert list(Piece.objects.values_list("seats", "total")) == [(2, 10)]
    assert wrong_totals() == ""


def test_unfinished_games_older_than_the_history_are_listed() -> None:
    ann = person("Ann")
    table = going_on(ann)
    Table.objects.filter(pk=table.pk).update(status=Status.CLOSED, started_at=timezone.now())
    migrate_old(("history", None))
    migrate_fully()
    assert list(Summary.objects.values_list("table", "unfinished")) == [(table.pk, True)]
    assert list(SeatSummary.objects.values_list("user", "result")) == [(ann.pk, "stopped")]


def test_scores_lose_their_handicaps() -> None:
    ann, ben = person("Ann"), person("Ben")
    with transaction.atomic():
        plain = ended((ann, 20), (ben, 50), summary=SUMMARY)
        table = ended((ann, 84), (ben, 94), summary=SUMMARY, seats={1: {"handicap": 30}})
        Summary.objects.filter(pk=table.pk).update(best=94)
        SeatSummary.objects.filter(summary=table.pk, user=ben).update(score=94)
    migrate_old(("history", "0007_absent_wording"))
    migrate_fully()
    assert dict(Summary.objects.values_list("table", "best")) == {plain.pk: 50, table.pk: 64}
    scores = SeatSummary.objects.order_by("summary", "user").values_list("score", flat=True)
    assert list(scores) == [20, 50, 84, 64]
