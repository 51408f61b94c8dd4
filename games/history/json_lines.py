"""Parsers for the values of a line; each raises RecordError for a wrong type."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.utils import timezone

from engine.contract import Level
from engine.records import Record, RecordError, RecordProblem
from games.accounts.models import User
from games.history.record import name_from_players, names_of, read_record, record_of
from games.play.game import played_game
from games.play.record_check import require_seed
from games.tables.bots import read_level
from games.tables.holders import own_seat
from games.tables.log.storage import PastEvent, PastGame, SeatStatus, TableIncidentRow
from games.tables.models import MOST_HANDICAP, MOST_SEATS, Access, Bot, Incident, Origin, Seat, Table, TableEvent
from games.tables.time_control import TimeControl


def require_list(value: Any, key: str) -> list[Any]:
    """A list."""
    if not isinstance(value, list):
        raise RecordError(f"{key}: must be a list")
    return value


def require_object(value: Any, key: str) -> dict[str, Any]:
    """An object of JSON."""
    if not isinstance(value, dict):
        raise RecordError(f"{key}: must be an object")
    return value


def require_text(value: Any, key: str) -> str:
    """A text."""
    if not isinstance(value, str):
        raise RecordError(f"{key}: must be text")
    return value


def require_time(value: Any, number: int | None = None) -> datetime:
    """A moment that has its zone, in UTC: as it is stored and written again, so that what is taken once always is. It
    may be that of the event of a number.
    """
    try:
        parsed = datetime.fromisoformat(require_text(value, "time"))
        time = parsed.astimezone(UTC)
    except (ValueError, OverflowError):
        raise RecordError(f"{str(value)[:40]}: is no time", number, RecordProblem.TIME) from None
    if parsed.tzinfo is None or not 2000 <= time.year < 3000:
        words = f"{str(value)[:40]}: a time has a zone, and is after the year 2000"
        raise RecordError(words, number, RecordProblem.TIME)
    return time


_LEFT: Final = {"stand_in_since": "away_since", "resigned_at": "resigned_at"}
"""Keys of a line about seats that were left, with the seat columns that hold them."""
_INCIDENT_FIELDS: Final = ("kind", "number", "seat", "by_staff", "reason")
_TEXTS: Final = ("kind", "reason", "person", "by")


def incident_data(table: Table, seats: Sequence[Seat]) -> dict[str, Any]:
    """Return the keys of a line about incidents; users by sign-in name, "" for none and if deleted."""
    incidents = Incident.objects.filter(table=table).select_related("person", "by").order_by("pk")
    return {
        **{key: [_iso(getattr(seat, column)) for seat in seats] for key, column in _LEFT.items()},
        "incidents": [_incident(incident) for incident in incidents],
    }


def exported_name(person: User | None) -> str:
    """A sign-in name as lines have it."""
    return "" if person is None or person.erased_at else person.username


def _iso(time: datetime | None) -> str | None:
    return time.isoformat() if time else None


def _incident(incident: Incident) -> dict[str, Any]:
    return {
        **{name: getattr(incident, name) for name in _INCIDENT_FIELDS},
        "person": exported_name(incident.person),
        "by": exported_name(incident.by),
        "at": incident.at.isoformat(),
        **({"pace": incident.pace} if incident.kind == Incident.Kind.PACE else {}),
    }


def read_departures(data: Mapping[str, Any], seats: int) -> tuple[SeatStatus, ...]:
    """Return the stand-in and resignation times of each seat. Raises RecordError."""
    times = {name: _times(data.get(name, []), name, seats) for name in _LEFT}
    return tuple(SeatStatus(*(times[name][index] for name in _LEFT)) for index in range(seats))


def _times(value: Any, key: str, seats: int) -> list[datetime | None]:
    times = [None if entry is None else require_time(entry) for entry in require_list(value, key)]
    if len(times) > seats:
        raise RecordError(f"{key}: there are not so many seats")
    return [*times, *[None] * seats][:seats]


def read_incidents(data: Mapping[str, Any], events: int) -> tuple[TableIncidentRow, ...]:
    """Return the incidents at a table, after up to `events` events. Raises RecordError."""
    entries = require_list(data.get("incidents", []), "incidents")
    return tuple(_read_incident(require_object(entry, "incidents"), events) for entry in entries)


def _read_incident(entry: Mapping[str, Any], events: int) -> TableIncidentRow:
    number, by_staff = entry.get("number"), entry.get("by_staff", False)
    if type(number) is not int or number not in range(events + 1):
        raise RecordError("incidents: there is no event of that number")
    if type(by_staff) is not bool:
        raise RecordError("incidents: by_staff is true or false")
    seat = entry.get("seat")
    if seat is not None and (type(seat) is not int or seat not in range(MOST_SEATS)):
        raise RecordError("incidents: there is no such seat")
    kind, reason, person, by = (require_text(entry.get(key, ""), f"incidents: {key}") for key in _TEXTS)
    incident = Incident(
        pace=_pace(entry) if kind == Incident.Kind.PACE else None,
        kind=kind,
        number=number,
        seat=seat,
        turn=0,
        by_staff=by_staff,
        reason=reason,
        at=require_time(entry.get("at")),
    )
    try:
        incident.clean_fields(exclude=["table", "person", "by"])
    except ValidationError as error:
        name, words = next(iter(error.message_dict.items()))
        raise RecordError(f"incidents: {name}: {words[0]}") from None
    return TableIncidentRow(incident, person, by)


def _pace(entry: Mapping[str, Any]) -> dict[str, Any]:
    try:
        return TimeControl.parse(entry.get("pace")).columns()
    except ValueError as error:
        raise RecordError(f"incidents: pace: {error}") from None


_WORDS: Final = ("code", "name", "access", "set", "language", "pace", "origin", "bot_level")
_COLUMNS: Final = (*_WORDS, "options", "turn_seconds", "reserve_seconds", "nights_free", "fork_turn", "practice")
_FLAGS: Final = ("as_on_paper", "hints")
"""Columns that are written only if they are set."""
_TIMES: Final = ("created_at", "started_at", "finished_at")
MOST_CHARACTERS: Final = 4_000_000
"""Maximum length of a line. The longest games need a tenth of it."""


def dump_game(table: Table) -> str:
    """Return a finished game as one line, with line ending. Raises NotFinished."""
    written = record_of(table)
    rows = TableEvent.objects.filter(table=table).order_by("number").values_list("seat", "at")
    for event, (seat, at) in zip(written["events"], rows, strict=True):
        event.update({"seat": seat, "at": at.isoformat()})
    return json.dumps({**written, "table": _table(table)}, ensure_ascii=False, separators=(",", ":")) + "\n"


def _table(table: Table) -> dict[str, Any]:
    times, seats = {name: getattr(table, name) for name in _TIMES}, list(Seat.objects.at(table))
    return {
        **{name: getattr(table, name) for name in _COLUMNS},
        "name": table.shown_name,
        **{name: time and time.isoformat() for name, time in times.items()},
        "host": exported_name(table.host),
        "people": [exported_name(seat.user) for seat in seats],
        "deck_of": table.deck_of.code if table.deck_of else "",
        "fork_seat": own_seat(seats).index if table.is_fork else None,
        **_bots(table, seats),
        **{name: True for name in _FLAGS if getattr(table, name)},
        **_seat_settings(seats),
        **incident_data(table, seats),
    }


def _bots(table: Table, seats: Sequence[Seat]) -> dict[str, Any]:
    """Return number and level of each bot, in seat order; nothing if they follow from the order and the table."""
    bots = [seat.player for seat in seats if isinstance(seat.player, Bot)]
    usual = [Bot(number, read_level(table.bot_level)) for number in range(1, len(bots) + 1)]
    return {} if bots == usual else {"bots": [{"number": bot.number, "level": bot.level or ""} for bot in bots]}


def _seat_settings(seats: Sequence[Seat]) -> dict[str, Any]:
    """Return the handicaps and the seats that played as on paper, each only if there are any."""
    handicaps, on_paper = [seat.handicap for seat in seats], [seat.index for seat in seats if seat.as_on_paper]
    return {
        **({"handicaps": handicaps} if any(handicaps) else {}),
        **({"seats_on_paper": on_paper} if on_paper else {}),
    }


def _read_seat_settings(data: Mapping[str, Any], seats: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the handicaps by seat, () for none, and the seats that played as on paper. Raises RecordError."""
    handicaps = tuple(require_list(data.get("handicaps", []), "handicaps"))
    if handicaps and len(handicaps) != seats:
        raise RecordError("handicaps: there is one for each seat")
    if not all(type(one) is int and one in range(MOST_HANDICAP + 1) for one in handicaps):
        raise RecordError(f"handicaps: each is a number from 0 to {MOST_HANDICAP}")
    on_paper = tuple(require_list(data.get("seats_on_paper", []), "seats_on_paper"))
    if not all(type(one) is int and one in range(seats) for one in on_paper):
        raise RecordError("seats_on_paper: there is no such seat")
    return handicaps, on_paper


def read_past_game(line: str) -> PastGame:
    """Return the game of a line, checked event by event. Raises RecordError with the first error."""
    if len(line) > MOST_CHARACTERS:
        raise RecordError(f"the line is longer than {MOST_CHARACTERS} characters")
    document = parse_json(line)
    record, data = read_record(document), require_object(document.get("table", {}), "table")
    if data.get("origin") != Origin.UPLOADED:
        require_seed(record)
    wrong = [finding.words for finding in played_game(record.game).findings(record) if not finding.good]
    if wrong:
        raise RecordError(wrong[0])
    table = _read_table(record, data)
    names = [require_text(name, "people") for name in require_list(data.get("people", []), "people")]
    people = (*names, *[""] * len(record.seats))[: len(record.seats)]
    host, deck_of = (require_text(data.get(key, ""), key) for key in ("host", "deck_of"))
    happened = _build_past_events(record, document["events"], table.finished_at or table.changed_at)
    if table.origin == Origin.UPLOADED:
        return _uploaded(record, table, host, happened)
    if record.stand_ins and not table.practice:
        raise RecordError("stand_ins: only games with bots have them", reason=RecordProblem.STAND_INS)
    if table.bot_level and not table.practice:
        raise RecordError("bot_level: only games with bots have one")
    handicaps, on_paper = _read_seat_settings(data, len(record.seats))
    return PastGame(
        table=table,
        people=people,
        host=host,
        events=happened,
        deck_of=deck_of,
        fork_seat=_fork_seat(table, data, host, people),
        left=read_departures(data, len(record.seats)),
        incidents=read_incidents(data, len(record.events)),
        stand_ins=record.stand_ins,
        bots=_read_bots(data, len(record.stand_ins)),
        handicaps=handicaps,
        on_paper=on_paper,
    )


def _read_bots(data: Mapping[str, Any], seats: int) -> tuple[Bot, ...]:
    """Return the bots of a line in seat order, () if it doesn't name them. Raises RecordError."""
    bots = tuple(_read_bot(require_object(entry, "bots")) for entry in require_list(data.get("bots", []), "bots"))
    if bots and (len(bots) != seats or len({bot.number for bot in bots}) != seats):
        raise RecordError("bots: there is one of each number for each of the stand_ins")
    return bots


def _read_bot(entry: Mapping[str, Any]) -> Bot:
    number, level = entry.get("number"), entry.get("level")
    if type(number) is not int or number not in range(1, MOST_SEATS + 1):
        raise RecordError("bots: number is one from 1")
    if level not in ("", *Level):
        raise RecordError("bots: there is no such level")
    return Bot(number, read_level(str(level)))


def build_uploaded_game(record: Record[Any], entries: list[dict[str, Any]]) -> PastGame:
    """Return an uploaded game file that has been checked as a game to store.

    `entries` are the parsed JSON of its events. Of the table data in the file, only the times are used. Raises
    RecordError if the data is invalid.
    """
    table = _read_table(record, {"origin": Origin.UPLOADED.value})
    happened = _build_past_events(record, entries, table.changed_at)
    begun, over = (entry.get("at") is not None for entry in (entries[0], entries[-1]))
    table.started_at, table.finished_at = happened[0].at if begun else None, happened[-1].at if over else None
    table.name = name_from_players(names_of(record))
    return _uploaded(record, table, "", happened)


def _uploaded(record: Record[Any], table: Table, host: str, happened: tuple[PastEvent, ...]) -> PastGame:
    table.access = Access.INVITATION
    nobody = ("",) * len(record.seats)
    return PastGame(table, nobody, host, happened, names=names_of(record), stand_ins=record.stand_ins)


def parse_json(text: str) -> Any:
    """A JSON document that a database could store; a byte order mark is skipped. Raises RecordError."""
    try:
        document = json.loads(text.removeprefix("\ufeff"))
        # No database can store lone surrogates and the null character.
        whole = json.dumps(document, ensure_ascii=False, allow_nan=False).encode()
    except json.JSONDecodeError as error:
        where = {"line": error.lineno, "column": error.colno}
        raise RecordError(f"this is not JSON: {error}", reason=RecordProblem.JSON, **where) from None
    except (ValueError, RecursionError) as error:
        raise RecordError(f"this is not JSON: {error}", reason=_unstorable(error)) from None
    if b"\\u0000" in whole:
        raise RecordError("the character U+0000 cannot be stored", reason=RecordProblem.CHARACTER)
    return document


def _unstorable(error: Exception) -> RecordProblem:
    match error:
        case RecursionError():
            return RecordProblem.DEPTH
        case UnicodeEncodeError():
            return RecordProblem.CHARACTER
        case _:  # of more digits than Python reads, or Infinity and NaN, which JSON has not
            return RecordProblem.FIGURE


def _read_table(record: Record[Any], data: Mapping[str, Any]) -> Table:
    """Return the table of a line, with defaults for missing values. Raises RecordError."""
    if len(record.seats) not in played_game(record.game).seats:
        raise RecordError("seats: nobody plays it with so many", reason=RecordProblem.SEATS)
    fields = {name: data[name] for name in (*_COLUMNS, *_FLAGS, *_TIMES) if data.get(name) is not None}
    for name in {*_WORDS, *_TIMES} & fields.keys():
        require_text(fields[name], name)
    table = Table(game=record.game, capacity=len(record.seats), **fields)
    table.seed, table.commitment = record.seed, record.commitment or ""
    table.name = table.name or str(played_game(record.game).name)
    require_object(table.options, "options")
    table.changed_at = _time(fields.get("finished_at"), timezone.now())
    table.created_at = _time(fields.get("created_at"), table.changed_at)
    table.finished_at, table.started_at = table.changed_at, _time(fields.get("started_at"), table.created_at)
    if table.origin == Origin.UPLOADED:  # of which it may not be known when it was played
        table.finished_at = table.finished_at if "finished_at" in fields else None
        table.started_at = table.started_at if "started_at" in fields else None
    try:
        table.clean_fields(exclude=["host", "invitation", "options"])
    except ValidationError as error:
        name, words = next(iter(error.message_dict.items()))
        raise RecordError(f"{name}: {words[0]}") from None
    _check_fork(table)
    return table


def _check_fork(table: Table) -> None:
    """Raise RecordError if a fork has no turn, or any other game has one."""
    if table.is_fork and not table.fork_turn:
        raise RecordError("fork_turn: a fork tells from which turn it was played on, from 1")
    if not table.is_fork and table.fork_turn is not None:
        raise RecordError("fork_turn: only a fork has one")


def _fork_seat(table: Table, data: Mapping[str, Any], host: str, people: Sequence[str]) -> int | None:
    """Return the seat played by the user who opened the fork, or None for other games.

    Older lines do not contain it. In those, only that user is named among the `people`. Raises RecordError if the
    seat is invalid.
    """
    seat = data.get("fork_seat")
    if not table.is_fork and seat is not None:
        raise RecordError("fork_seat: only a fork has one")
    if seat is not None and (type(seat) is not int or seat not in range(len(people))):
        raise RecordError("fork_seat: there is no such seat")
    if table.is_fork and seat is None:
        return people.index(host) if host in people else 0
    return seat


def _build_past_events(record: Record[Any], entries: list[dict[str, Any]], over: Any) -> tuple[PastEvent, ...]:
    happened = []
    for number, (event, entry) in enumerate(zip(record.events, entries, strict=True), 1):
        seat = entry.get("seat")
        if seat is not None and (type(seat) is not int or seat not in range(len(record.seats))):
            raise RecordError("seat: there is no such seat", number, RecordProblem.SEAT)
        at = over if entry.get("at") is None else require_time(entry["at"], number)
        happened.append(PastEvent(event, seat, at, entry.get("stand_in") is True))
    return tuple(happened)


def _time(value: Any, otherwise: datetime) -> datetime:
    return otherwise if value is None else require_time(value)
