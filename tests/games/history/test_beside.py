"""Table incidents and departures of players in JSON lines exported to another site."""

import json
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from django.core.management import call_command
from django.db import models

from engine.records import RecordError
from games.accounts.models import User
from games.history.json_lines import MOST_SEATS, dump_game, incident_data, read_past_game
from games.history.models import Gain, SeatSummary
from games.tables.incidents import incident_lines, record_incident
from games.tables.log.state import cache
from games.tables.log.storage import placeholder_user, store_past
from games.tables.models import Incident, Pace, Seat, Table, TableEvent
from games.tables.people.personal_data import delete_tables, erase
from games.tables.time_control import TimeControl
from tests.games.history.playing import played
from tests.games.tables.players import away, resigned

Kind = Incident.Kind
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


@pytest.fixture
def eventful(people: list[User]) -> Table:
    """Return a game with several incidents, one by a deleted user; Ann resigned, Ben had a stand-in."""
    table = played(*people)
    gone = User.objects.create_user("gone", "chart and compass")
    record_incident(table, Kind.KEPT, person=people[0])
    record_incident(table, Kind.CAME_BACK, person=people[0])
    record_incident(table, Kind.TIME_GIVEN, person=people[1], by_staff=True, reason="“Fair”, so")
    record_incident(table, Kind.TAKEN, person=people[0], by=gone)
    record_incident(table, Kind.PACE, pace=TimeControl(Pace.DAYS, 48 * 3600, nights_free=True))
    record_incident(table, Kind.REMOVED)
    early = models.QuerySet(TableEvent).get(table=table, number=9)
    Incident.objects.filter(kind=Kind.KEPT).update(number=9, turn=early.turn, at=NOON)
    Incident.objects.filter(kind=Kind.CAME_BACK).update(number=0, turn=0)
    Seat.objects.filter(table=table, index=0).update(**resigned(NOON))
    Seat.objects.filter(table=table, index=1).update(**away(NOON))
    erase(user=gone)
    call_command("summarise_games", all=True, verbosity=0)
    return Table.objects.get(pk=table.pk)


def exported() -> str:
    return "".join(dump_game(table) for table in Table.objects.finished().order_by("pk"))


def elsewhere(line: str, tmp_path: Any) -> Table:
    """Import a game's line into an empty database."""
    delete_tables(list(Table.objects.values_list("pk", flat=True)))
    cache.clear()
    (tmp_path / "games.jsonl").write_text(line)
    call_command("import_games", str(tmp_path / "games.jsonl"))
    return Table.objects.get()


def counted() -> list[Any]:
    return [
        *SeatSummary.objects.order_by("user").values_list("user", "score", "result", "title", "finished_at"),
        *Gain.objects.order_by("user", "piece").values_list("user", "piece", "score"),
    ]


def test_what_is_taken_in_is_written_as_it_came(eventful: Table, tmp_path: Any) -> None:
    line, lines, figures = exported(), incident_lines(eventful), counted()
    rows = Incident.objects.order_by("pk")
    before = list(rows.values_list("kind", "number", "turn", "person", "by_staff", "reason", "pace", "at"))
    back = elsewhere(line, tmp_path)
    assert exported() == line
    assert list(rows.values_list("kind", "number", "turn", "person", "by_staff", "reason", "pace", "at")) == before
    assert counted() == figures
    assert {row[2] for row in figures[:2]} == {"left"}
    # But of who is gone nobody knows elsewhere that it was they.
    assert [line.text for line in incident_lines(back)] == [
        line.text.replace("Former player took", "Player took a seat") for line in lines
    ]
    assert len(lines) == 6
    call_command("replay_games")


def test_who_is_gone_is_not_named(eventful: Table) -> None:
    incidents = incident_data(eventful, list(Seat.objects.at(eventful)))["incidents"]
    assert [(one["kind"], one["person"], one["by"]) for one in incidents[-3:]] == [
        ("taken", "ann", ""),
        ("pace", "", ""),
        ("removed", "", ""),
    ]


def test_who_sat_there_and_has_no_account_is_the_same_in_what_happened(eventful: Table) -> None:
    line = dump_game(eventful).replace('"ann"', '"stranger"')
    delete_tables([eventful.pk])
    store_past(read_past_game(line))
    assert Incident.objects.get(kind=Kind.KEPT).person == placeholder_user(0)
    assert Incident.objects.get(kind=Kind.TIME_GIVEN).person == Seat.objects.get(index=1).user


def test_a_line_from_before_this_was_told_has_all_there_to_the_end(eventful: Table) -> None:
    document = json.loads(dump_game(eventful))
    for key in ("incidents", "resigned_at", "stand_in_since"):
        del document["table"][key]
    delete_tables([eventful.pk])
    table = store_past(read_past_game(json.dumps(document)))
    assert table.incidents_count == 0
    assert not Incident.objects.exists()
    assert set(Seat.objects.values_list("played_by", "away_since", "resigned_at")) == {("person", None, None)}


def first(table: dict[str, Any], **changes: Any) -> None:
    table["incidents"][0].update(changes)


OFTEN = {**TimeControl().columns(), "turn_seconds": -1}
BROKEN: dict[str, Callable[[dict[str, Any]], Any]] = {
    "resigned_at: must be a list": lambda table: table.update(resigned_at="now"),
    "resigned_at: there are not so many seats": lambda table: table.update(resigned_at=[None] * 3),
    "soon: is no time": lambda table: table.update(stand_in_since=["soon"]),
    "3: is no time": lambda table: table.update(stand_in_since=[3]),
    "incidents: must be a list": lambda table: table.update(incidents={}),
    "incidents: must be an object": lambda table: table.update(incidents=["kept"]),
    "incidents: there is no event of that number": lambda table: first(table, number=4000),
    "there is no event": lambda table: first(table, number=-1),
    "no event of that number": lambda table: first(table, number=True),
    "incidents: there is no such seat": lambda table: first(table, seat=MOST_SEATS),
    "there is no such seat": lambda table: first(table, seat="Ann"),
    "incidents: by_staff is true or false": lambda table: first(table, by_staff=1),
    "incidents: kind: Value 'danced'": lambda table: first(table, kind="danced"),
    "incidents: kind: This field": lambda table: first(table, kind=""),
    "incidents: kind: must be text": lambda table: first(table, kind=None),
    "incidents: reason: Ensure": lambda table: first(table, reason="x" * 201),
    "incidents: person: must be text": lambda table: first(table, person=7),
    "incidents: by: must be text": lambda table: first(table, by=["ann"]),
    "incidents: pace: not a pace": lambda table: first(table, kind="pace"),
    "incidents: pace: not a number of seconds": lambda table: first(table, kind="pace", pace=OFTEN),
    "a time has a zone": lambda table: first(table, at="2026-01-01T00:00:00"),
}


def test_a_broken_line_is_told(eventful: Table) -> None:
    line = dump_game(eventful)
    for words, breaks in BROKEN.items():
        document = json.loads(line)
        breaks(document["table"])
        with pytest.raises(RecordError) as error:
            read_past_game(json.dumps(document))
        assert words in str(error.value)
