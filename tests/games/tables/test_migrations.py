"""The tables' migrations: on SQLite a change of a column copies all that a table of the database holds."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.apps import apps

from games.accounts.models import User
from games.tables.lobby.services import kick
from games.tables.log.state import cache, load
from games.tables.models import Access, Seat, Table
from tests.games.tables.conftest import gather, pick
from tests.games.tables.present import present
from tests.running.old_migrations import load_old_migrations, migrate_fully, migrate_old

pytestmark = pytest.mark.django_db(transaction=True)
NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)
MODELS = ("table", "seat", "exclusion", "tableevent", "tablecommand")


def migrate(to: str) -> None:
    migrate_old(("tables", to))


@pytest.fixture(autouse=True)
def _as_it_was() -> Iterator[None]:
    yield
    migrate_fully()


def test_games_are_as_they_were_under_other_indexes_and_names(people: list[User]) -> None:
    table = gather(*people[:2])
    pick(table, people[0], 1)
    Seat.objects.update(score=7)
    kick(table=gather(*people[:2], capacity=3).code, host=people[0], user_id=people[1].pk)
    before = stored()
    migrate("0003_merge")
    assert stored("0003_merge") == before
    migrate("0004_indexes_of_lists")
    assert stored("0004_indexes_of_lists") == before
    migrate("0005_score")
    assert stored("0005_score") == before
    migrate("0006_seen")
    assert stored("0006_seen") == before
    migrate_fully()
    cache.clear()
    assert load(present(table)).number == len(before["tableevent"])


def test_later_steps_bring_rows_to_what_is_written_today(people: list[User]) -> None:
    """Who had looked at a turn has seen its events; tables opened before the list knew of an end stay listed for a day.
    In one go, as to go back takes longest.
    """
    table = gather(*people[:2])
    pick(table, people[0], 1)
    last_of_turn = pick(table, people[1], 1).number - 1
    Seat.objects.filter(index=1).update(seen=None)
    listed, friends = (gather(people[0], capacity=3, access=access) for access in Access)
    migrate("0007_kept_choices")
    assert seen(table) == [1, None], "Ann had answered in the first turn"
    migrate("0008_seen_events")
    assert seen(table) == [last_of_turn, None]
    migrate("0009_paces")
    with time_machine.travel(NOON, tick=False):
        migrate("0010_lobby")
    migrate_fully()
    until = dict(Table.objects.values_list("pk", "listed_until"))
    assert until == {listed.pk: NOON + timedelta(days=1), table.pk: None, friends.pk: None}


def seen(table: Table) -> list[int | None]:
    return list(Seat.objects.filter(table_id=table.pk).order_by("index").values_list("seen", flat=True))


LATER = frozenset(
    {
        *("seen", "visible_until", "due_at", "alarm_at", "left", "clock_turn", "reserve", "timeouts"),
        *("stand_in_since", "resigned_at", "vacant", "vote"),
        *("language", "set", "listed_until"),
        *("pace", "turn_seconds", "reserve_seconds", "nights_free", "ending", "incidents_count", "stand_in"),
        "definition_id",
        *("origin", "fork_of_id", "fork_turn", "kept_until"),
        *("drew_less_than_half", "away_cause", "away_reason", "ending_reason", "agreed_pace"),
        *("setup_answers", "clock_zone", "nudged_at"),
    }
)
"""Columns that have come since."""


def stored(at: str = "") -> dict[str, list[dict[str, Any]]]:
    """All rows as the models had them at a migration, or have them now; but for names that have changed since."""
    models = load_old_migrations().project_state(("tables", at)).apps if at else apps
    rows = {name: list(models.get_model("tables", name)._default_manager.order_by("pk").values()) for name in MODELS}
    for seat in rows["seat"]:
        seat["score"] = seat.pop("stars", seat.get("score"))
        seat.pop("name", None)
    for row in (row for some in rows.values() for row in some):
        for later in LATER & row.keys():
            del row[later]
    assert all(rows.values())
    return rows
