"""Storage of games finished elsewhere, and deletion of stored commands of finished games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.db.models import Q
from django.db.models.functions import Lower

from games import clock
from games.accounts.models import User
from games.locks import writing
from games.tables import names
from games.tables.bots import read_level
from games.tables.game import game_of
from games.tables.log.state import apply_events
from games.tables.log.turns_drawn import mark_absent
from games.tables.models import (
    AwayCause,
    Bot,
    Definition,
    Incident,
    Origin,
    Person,
    Player,
    Recording,
    Seat,
    StandIn,
    Status,
    Table,
    TableCommand,
    TableEvent,
    TableQuerySet,
    split_definition,
)
from games.tables.results import final_standings


@dataclass(frozen=True, slots=True)
class PastEvent:
    """Event of such a game, as in the log.

    Includes the seat whose command caused it, its time, and whether the stand-in gave that command.
    """

    event: Any
    seat: int | None
    at: datetime
    stand_in: bool


@dataclass(frozen=True, slots=True)
class SeatStatus:
    """Status of a seat at the end of the game.

    `stand_in_since` is when the stand-in took it over, `resigned_at` when its player resigned; None if they did not.
    """

    stand_in_since: datetime | None = None
    resigned_at: datetime | None = None

    def player(self, user: User) -> Player:
        """Return the player of the seat of that user. A file does not tell other reasons than that they resigned."""
        since = self.stand_in_since or self.resigned_at
        if since is None:
            return Person(user.pk)
        cause = AwayCause.RESIGNED if self.resigned_at else AwayCause.NONE
        return StandIn(user.pk, since, cause, resigned_at=self.resigned_at)


@dataclass(frozen=True, slots=True)
class TableIncidentRow:
    """Incident of a past game: the unsaved `incident`, and the usernames of its people.

    `person` and `by` are "" for nobody.
    """

    incident: Incident
    person: str
    by: str


@dataclass(frozen=True, slots=True)
class PastGame:
    """Checked game that is not stored yet, with its `table`, which has no host.

    `people` are the sign-in names of the players, and `host` that of the user who opened the table, "" if unknown.
    `deck_of` is the code of the table whose deck it played again. `fork_seat` is the seat of the user who opened a
    fork, or None for other games.

    `names` are the names of the seats in an uploaded game file, empty for other games. `left` is the final status of
    each seat, () if all players stayed to the end. `stand_ins` are the seats that bots played from the start, and
    `bots` these bots, () if they all have the table's level and are numbered in order. `handicaps` are by seat, () for
    none, and `on_paper` are the seats that played as on paper.
    """

    table: Table
    people: tuple[str, ...]
    host: str
    events: tuple[PastEvent, ...]
    deck_of: str = ""
    fork_seat: int | None = None
    names: tuple[str, ...] = ()
    left: tuple[SeatStatus, ...] = ()
    incidents: tuple[TableIncidentRow, ...] = ()
    stand_ins: tuple[int, ...] = ()
    bots: tuple[Bot, ...] = ()
    handicaps: tuple[int, ...] = ()
    on_paper: tuple[int, ...] = ()

    def stored(self) -> Table | None:
        """Return the table at which this very game is already stored, or None.

        An upload must have the same uploader.
        """
        alike = self.alike().filter(origin=self.table.origin)
        if self.table.origin == Origin.UPLOADED:
            alike = alike.filter(host=_person(self.host) or placeholder_user(0))
        return next((table for table in alike if self.is_at(table)), None)

    def alike(self) -> TableQuerySet:
        """Return the finished games with the same deck and number of events.

        If the deck is unknown, only uploaded games are returned.
        """
        same = {"commitment": self.table.commitment, "game": self.table.game, "number": len(self.events)}
        if not self.table.commitment:
            return Table.objects.uploaded().filter(**same)
        # Excluding the empty value is redundant, but SQLite only uses the partial index if the query repeats its
        # condition.
        return Table.objects.finished().exclude(commitment="").filter(**same)

    def is_at(self, table: Table) -> bool:
        """Return True if a table, one of those `alike`, holds this same game.

        An uploaded game must also have the same player names.
        """
        uploaded = table.origin == Origin.UPLOADED
        if uploaded and self.names != tuple(Seat.objects.at(table).values_list("name", flat=True)):
            return False
        rules = game_of(table).rules
        # From the end, because games with the same deck start alike.
        rows = TableEvent.objects.filter(table=table).select_related("definition").order_by("-number")
        pairs = zip(rows.iterator(), reversed(self.events), strict=True)
        return all(rules.decode(row.kind, row.whole) == happened.event for row, happened in pairs)


def store_past(past: PastGame, host: User | None = None) -> Table:
    """Store such a game, in a single transaction, and return its table.

    Players whose sign-in name has an account here get their seats; the others become *Former player*. `host` is the
    uploader, if that is not the user who opened the original table.
    """
    with writing():
        _lock_people(past)
        table, seated = past.table, _seated(past.people)
        own = None if past.fork_seat is None else seated[past.fork_seat]
        table.host = host or own or _person(past.host) or seated[0]
        table.status, table.number = Status.FINISHED, len(past.events)
        table.deck_of = Table.objects.finished().filter(code=past.deck_of, commitment=table.commitment).first()
        if Table.objects.filter(code=table.code).exists():
            table.code = names.new_code()
        rules = game_of(table).rules
        state = apply_events(rules, rules.initial, [happened.event for happened in past.events])
        progress, created = rules.progress(state), table.created_at
        table.turn, table.phase, table.incidents_count = progress.turn, progress.phase, len(past.incidents)
        table.save(force_insert=True)
        # The column is set automatically when the row is stored, so it has to be updated afterward.
        Table.objects.filter(pk=table.pk).update(created_at=created or clock.now())
        _seat(past, seated, state)
        rows = list(_rows(past))
        TableEvent.objects.bulk_create(rows)
        Incident.objects.bulk_create(_incidents(past, seated, [0, *(row.turn for row in rows)]))
        seats = list(Seat.objects.at(table))
        mark_absent(table, seats)
        Seat.objects.bulk_update(seats, ["drew_less_than_half"])
    return table


def _rows(past: PastGame) -> Iterator[TableEvent]:
    rules = game_of(past.table).rules
    state = rules.initial
    for number, happened in enumerate(past.events, 1):
        state = rules.evolve(state, happened.event)
        kind, data = rules.encode(happened.event)
        shared, own = split_definition(number, data)
        definition = _definition(past.table, shared) if shared else None
        yield TableEvent(
            table=past.table,
            number=number,
            kind=kind,
            data=own if definition else data,
            definition=definition,
            turn=rules.progress(state).turn,
            seat=happened.seat,
            stand_in=happened.stand_in,
            at=happened.at,
        )


def _definition(table: Table, shared: dict[str, Any]) -> Definition | None:
    """Return the row for the large part of a first event, or None to store it in the event.

    Rows stay forever, so an uploaded game may use an existing row but must not create one.
    """
    if table.origin == Origin.UPLOADED:
        return Definition.objects.find(shared)
    return Definition.objects.get_or_store(shared)


def _seat(past: PastGame, seated: Sequence[User], state: Any) -> None:
    table, names = past.table, past.names or [""] * len(seated)
    seats = [Seat(table=table, index=index, name=name) for index, name in enumerate(names)]
    left = past.left or [SeatStatus()] * len(seated)
    for seat, user, status in zip(seats, seated, left, strict=True):
        seat.play_by(_player(past, seat.index, user, status))
        seat.handicap = past.handicaps[seat.index] if past.handicaps else 0
        seat.as_on_paper = seat.index in past.on_paper
    for place in final_standings(game_of(table).rules.standings(state), seats).places:
        seats[place.seat].rank, seats[place.seat].score = place.rank, place.score
    Seat.objects.bulk_create(seats)


def _player(past: PastGame, index: int, user: User, status: SeatStatus) -> Player:
    if past.fork_seat not in {None, index}:
        return Recording(index)
    if index in past.stand_ins:
        place = past.stand_ins.index(index)
        return past.bots[place] if past.bots else Bot(place + 1, read_level(past.table.bot_level))
    return status.player(user)


def _incidents(past: PastGame, seated: Sequence[User], turns: Sequence[int]) -> Iterator[Incident]:
    """Yield the incidents of a past game, with the turn and the people of each.

    `turns` holds the turn by event number, 0 before the first event. Players who stayed to the end are the users
    seated now.
    """
    people = {name: person for name, person in zip(past.people, seated, strict=True) if name}
    for row in past.incidents:
        incident = row.incident
        incident.table, incident.turn = past.table, turns[incident.number]
        incident.person = people.get(row.person) or _person(row.person)
        incident.by = people.get(row.by) or _person(row.by)
        yield incident


def _seated(names: Sequence[str]) -> list[User]:
    """Return a user for each seat, each at most once; `nobody` fills the others."""
    people: list[User] = []
    for index, name in enumerate(names):
        person = _person(name)
        people.append(person if person and person not in people else placeholder_user(index))
    return people


def _lock_people(past: PastGame) -> None:
    """Let nobody whom the game names delete their account until it is stored."""
    involved = (name for one in past.incidents for name in (one.person, one.by))
    names = {name.lower() for name in (past.host, *past.people, *involved) if name}
    named = User.objects.annotate(lower_username=Lower("username")).filter(lower_username__in=names)
    list(named.locked().order_by("pk").values_list("pk"))


def _person(username: str) -> User | None:
    return User.objects.active().named(username).filter(guest=False).first() if username else None


def placeholder_user(index: int) -> User:
    """Return the user for a player without an account here, shown like a deleted user.

    It is the same user for a seat index at every table.
    """
    # No active user can have a username with a period in it.
    gone = {"is_active": False, "erased_at": clock.now(), "password": "!"}
    return User.objects.get_or_create(username=f"former.{index}", defaults=gone)[0]


KEPT: Final = timedelta(days=2)
"""Time after the end of a game during which a repeated command is still recognized."""
_AT_ONCE: Final = 2000


def prune_commands(*, kept: timedelta = KEPT) -> int:
    """Delete the commands of games that have been over for that long; return how many."""
    # Start from the commands, which are few after the first run: those of games in progress and of the last days.
    ended = Q(table__status__in=[Status.FINISHED, Status.CLOSED], table__changed_at__lt=clock.now() - kept)
    old = TableCommand.objects.filter(ended).order_by("pk")
    deleted = 0
    # Delete in batches, so that players don't have to wait for all of them.
    while ids := list(old.values_list("pk", flat=True)[:_AT_ONCE]):
        with writing():
            deleted += TableCommand.objects.filter(pk__in=ids).delete()[0]
    return deleted
