"""Migrations of tables; on SQLite, a column change copies a whole database table."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.apps import apps

from games.accounts.models import User
from games.tables.forks.forks import fork
from games.tables.lobby.services import kick
from games.tables.log.state import cache, load
from games.tables.models import Access, AwayCause, Person, Player, Recording, Seat, StandIn, Table, Vacant
from games.tables.seats import absences
from games.tables.staff.interventions import AdminIntervention, InterventionAction, intervene
from tests.games.tables.conftest import gather, pick
from tests.games.tables.players import away
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
    """Check that viewers of a turn have seen its events, and old open tables stay listed for a day.

    This is one test because migrating backwards is slow.
    """
    table = gather(*people[:2])
    pick(table, people[0], 1)
    last_of_turn = pick(table, people[1], 1).number - 1
    Seat.objects.filter(index=1).update(seen=None)
    listed, friends = (gather(people[0], capacity=3, access=access) for access in (Access.OPEN, Access.INVITATION))
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
        *("stand_in_since", "resigned_at", "vacant", "vote", "played_by", "bot_number", "away_since"),
        *("language", "set", "listed_until"),
        *("pace", "turn_seconds", "reserve_seconds", "nights_free", "ending", "incidents_count", "stand_in"),
        *("definition_id", "is_default_name"),
        *("origin", "fork_of_id", "fork_turn", "kept_until"),
        *("drew_less_than_half", "away_cause", "away_reason", "ending_reason", "agreed_pace"),
        *("setup_answers", "clock_zone", "nudged_at", "practice", "bot_level"),
        *("hints", "as_on_paper", "handicap", "fill_after", "fill_at"),
        *("deal_id", "talk", "guests_write", "talk_players", "talk_spectators", "on_device"),
        "named_by_id",
    }
)
"""Columns that have come since."""


def models_at(migration: str) -> Any:
    return load_old_migrations().project_state(("tables", migration)).apps


def stored(at: str = "") -> dict[str, list[dict[str, Any]]]:
    """Return all rows at a migration, or today's if "", with later renames applied to both."""
    models = models_at(at) if at else apps
    rows = {name: list(models.get_model("tables", name)._default_manager.order_by("pk").values()) for name in MODELS}
    for seat in rows["seat"]:
        seat["score"] = seat.pop("stars", seat.get("score"))
        seat.pop("name", None)
    for row in (row for some in rows.values() for row in some):
        for later in LATER & row.keys():
            del row[later]
    assert all(rows.values())
    return rows


def test_players_of_seats_are_those_that_the_columns_before_meant(people: list[User]) -> None:
    ann, ben, cas, dee = people
    over = gather(ann, ben, cas, turns=1)
    for user in (ann, ben, cas):
        pick(over, user, 1)
    fork(table=over.code, user=dee, turn=1, seat=1, name="Anew")
    table = gather(*people)
    absences.resign(table=table.code, user=ben)
    intervene(table=table.code, intervention=AdminIntervention(InterventionAction.REMOVE, "Rude.", seat=2))
    Seat.objects.filter(table=table, index=3).update(**away(NOON, AwayCause.STAFF))
    before = players()
    migrate("0023_wording")
    old = load_old_migrations().project_state(("tables", "0023_wording")).apps.get_model("tables", "Seat")
    kept = list(old.objects.filter(table=table.pk).order_by("index").values("vacant", "away_cause", "stand_in_since"))
    assert [seat["vacant"] for seat in kept] == [False, False, True, False]
    assert [seat["away_cause"] for seat in kept] == ["", "resigned", "removed", "staff"]
    assert kept[3]["stand_in_since"] == NOON
    assert [name.username for name in User.objects.filter(seats__table__fork_of=over).order_by("seats__index")] == [
        "former.0",
        "dee",
        "former.2",
    ]
    migrate_fully()
    assert players() == before
    assert [type(player) for player in before[table.pk]] == [Person, StandIn, Vacant, StandIn]
    assert before[table.pk][3] == StandIn(dee.pk, NOON, AwayCause.STAFF)


def test_players_of_old_rows_have_what_was_not_stored_then(people: list[User]) -> None:
    """A file may tell only when a player resigned; causes came later; a fork may have lost the user who opened it."""
    table, taken = gather(*people), gather(*people[:3])
    migrate("0023_wording")
    seats, tables = (models_at("0023_wording").get_model("tables", name).objects for name in ("Seat", "Table"))
    seats.filter(table=table.pk, index=0).update(resigned_at=NOON)
    seats.filter(table=table.pk, index=1).update(stand_in_since=NOON, resigned_at=NOON + timedelta(days=1))
    seats.filter(table=table.pk, index=2).update(stand_in_since=NOON)
    tables.filter(pk=taken.pk).update(origin="fork", host=people[3].pk)
    migrate_fully()
    assert players()[table.pk] == [
        StandIn(people[0].pk, NOON, AwayCause.RESIGNED, resigned_at=NOON),
        StandIn(people[1].pk, NOON, AwayCause.RESIGNED, resigned_at=NOON + timedelta(days=1)),
        StandIn(people[2].pk, NOON, AwayCause.NONE),
        Person(people[3].pk),
    ]
    assert players()[taken.pk] == [Person(people[0].pk), Recording(1), Recording(2)]
    assert [seat.shown_name for seat in Seat.objects.at(taken)] == ["Ann", "Ben", "Cas"]


def players() -> dict[int, list[Player]]:
    found: dict[int, list[Player]] = {}
    for seat in Seat.objects.order_by("table", "index"):
        found.setdefault(seat.table_id, []).append(seat.player)
    return found


def test_default_names_lose_the_words_of_a_language(people: list[User]) -> None:
    names = ("Ann’s table", "Table\u00a0: Ann", "Table : Ann", "Ben’s table", "Desk")
    tables = [gather(*people[:2]) for _ in names]
    migrate("0027_end_reason_label")
    for table, name in zip(tables, names, strict=True):
        Table.objects.filter(pk=table.pk).update(name=name)
    migrate_fully()
    kept = [Table.objects.get(pk=table.pk) for table in tables]
    assert [(table.name, table.is_default_name) for table in kept] == [
        ("Ann", True),
        ("Ann", True),
        ("Ann", True),
        ("Ben’s table", False),
        ("Desk", False),
    ]
    assert {table.shown_name for table in kept} == {"Ann’s table", "Ben’s table", "Desk"}
